// The Filters pane: a draft of the search, edited freely, and applied by Search or Enter.
import { Button, Input, Loader, SegmentedControl } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type { Filters } from '../../../shared/event/event.ts'
import { eventField } from '../../../shared/event/event-fields.ts'
import common from '../../ui/common.module.css'
import { zoneCity } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { countFilters } from '../store/filters-meaning.ts'
import type { SeenValues } from '../store/seen-values.ts'
import { DateField, RangePicker } from './date-field.tsx'
import field from './field.module.css'
import type { FiltersDraft } from './filters-draft.ts'
import styles from './filters-panel.module.css'
import { IdField } from './id-field.tsx'
import type { KeptDrafts } from './kept-drafts.ts'
import { PropertyFilters } from './property-filters.tsx'
import { NowChip, RangePresets } from './range-presets.tsx'
import { suggestOf } from './use-completion.tsx'
import { type DateReading, type FiltersForm, useFiltersForm } from './use-filters-form.ts'

interface FiltersPanelProps {
  connectionId: string
  drafts: KeptDrafts
  /** What the rows on screen were asked for. When it changes from outside, the draft follows. */
  applied: Filters
  dates: DateReading
  /** The filters of the search that is running; null: none is. */
  running: Filters | null
  /** What this connection's events held. */
  seen: Pick<SeenValues, 'matching'>
  /** Gets only filters that can be sent as they are. */
  onSearch: (filters: Filters) => void
  /** What can be done with several event IDs in one field. */
  idsOffer?: (text: string) => React.ReactNode
  firstFieldRef?: React.Ref<HTMLInputElement> | undefined
  /** The menu of searches, in the head. */
  searches?: React.ReactNode
}

export function FiltersPanel({ running, idsOffer, firstFieldRef, searches, seen, ...asked }: FiltersPanelProps) {
  const { applied } = asked
  const form = useFiltersForm(asked)
  const isAsked = running !== null && form.asksFor(running)
  const count = countFilters(applied)
  return (
    <form className={styles.panel} aria-label="Filters" noValidate onSubmit={form.submit} onReset={form.clear}>
      <div className={styles.head}>
        <h2 className={common.title}>Filters</h2>
        {count > 0 && <span className={styles.count}>{count} applied</span>}
        <span className={styles.searches}>{searches}</span>
      </div>
      <div className={styles.body}>
        <IdField form={form} path="customerId" suggest={suggestOf(seen, 'customerId')} inputRef={firstFieldRef} />
        <IdField form={form} path="eventCode" suggest={suggestOf(seen, 'eventCode')} />
        <EventTypeField form={form} />
        {/* Above the fields, whose notes come and go: a preset does not move from under the pointer. */}
        <RangePresets form={form} now={asked.dates.now} />
        <DateField form={form} edge="from" picker={<RangePicker form={form} />} />
        <DateField form={form} edge="to" aside={<NowChip form={form} now={asked.dates.now} />} />
        <ZoneOfDays form={form} />
        <KeepHours form={form} />
        <IdField form={form} path="eventId" suggest={suggestOf(seen, 'eventId')} offerFor={idsOffer} />
        <PropertyFilters form={form} seen={seen} />
      </div>
      <div className={styles.foot}>
        <output className={styles.changed}>{form.changed && !isAsked && 'Filters changed – Search to apply'}</output>
        <Button type="submit" fullWidth className={styles.search ?? ''}>
          Search
          {running !== null && <Loader size={14} className={styles.busy ?? ''} aria-hidden />}
        </Button>
        <Button type="reset" variant="subtle" fullWidth className={styles.clear ?? ''}>
          Clear filters
        </Button>
      </div>
    </form>
  )
}

const TYPES: { value: FiltersDraft['eventType']; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'credit', label: 'Credit' },
  { value: 'debit', label: 'Debit' },
]

/** The choice between all events, credits and debits. */
function EventTypeField({ form }: { form: FiltersForm }) {
  const labelId = useId()
  return (
    <div className={field.root}>
      <Input.Label labelElement="div" id={labelId} className={field.label ?? ''}>
        {eventField('eventType').label}
      </Input.Label>
      <SegmentedControl
        aria-labelledby={labelId}
        classNames={{ label: styles.typeLabel ?? '', input: styles.typeInput ?? '' }}
        fullWidth
        data={TYPES}
        value={form.fields.values.eventType}
        onChange={(value) => form.fields.setFieldValue('eventType', value)}
      />
    </div>
  )
}

/** Both zones, where days do not begin in the one that times are shown in. */
function ZoneOfDays({ form: { clock } }: { form: FiltersForm }) {
  if (clock.days === clock.zone) return null
  return (
    <div className={field.description}>
      Days and months are those of the billing zone, {spacedZone(clock.days)}, by the time of creation. Times of day are
      in {spacedZone(clock.zone)}.
    </div>
  )
}

const spacedZone = (zone: string) => zone.replaceAll('_', ' ')

/** After a change of the time zone, days stay days and so become other hours. Offers to keep the hours instead. */
function KeepHours({ form: { keepHours, clock } }: { form: FiltersForm }) {
  if (keepHours === null) return null
  return (
    <div role="status" className={field.description}>
      These are now days in {zoneCity(clock.days)}.{' '}
      <LinkButton tone="accent" onClick={keepHours}>
        Keep the same hours
      </LinkButton>
    </div>
  )
}
