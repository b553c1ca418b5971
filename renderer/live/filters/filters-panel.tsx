// The Filters pane: a draft of the search, edited freely, and applied by Search or Enter.

import { Button, Group, Input, Loader, Radio, SegmentedControl, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { useId, useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState } from 'react'
import { eventField, type TextFilter } from '../../../shared/event/event-fields.ts'
import type { Condition } from '../../../shared/snapshot/snapshot-condition.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { zoneCity, zoneLabel } from '../../ui/instant-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { countFilters, NO_FILTERS } from '../store/filters-meaning.ts'
import type { SeenValues } from '../store/seen-values.ts'
import dates from './date-field.module.css'
import { type DateMeaning, type Edge, isWholeDay, readDate, readText } from './date-text.ts'
import field from './field.module.css'
import { type FiltersDraft, readId } from './filters-draft.ts'
import styles from './filters-panel.module.css'
import { PeriodField } from './period-field.tsx'
import { PropertyFilters } from './property-filters.tsx'
import { suggestOf, useCompletion } from './use-completion.tsx'
import { type FiltersForm, type FiltersFormInput, unappliedProps, useFiltersForm } from './use-filters-form.ts'

interface FiltersPanelProps extends FiltersFormInput {
  /** This connection's events held these. */
  seen: Pick<SeenValues, 'matching'>
  /** Loads all events of the search, and shows those that fulfil these conditions. */
  onInSnapshot: (where: Condition[]) => void
  /** Offers what can be done with several event IDs in one field. */
  idsOffer?: (text: string) => React.ReactNode
  firstFieldRef?: React.Ref<HTMLInputElement> | undefined
  /** The menu of searches, in the head. */
  searches?: React.ReactNode
}

export function FiltersPanel({ idsOffer, firstFieldRef, searches, seen, onInSnapshot, ...input }: FiltersPanelProps) {
  const { running } = input
  const form = useFiltersForm(input)
  const isAsked = running !== null && form.asksFor(running)
  const count = countFilters(input.applied)
  return (
    <form className={styles.panel} aria-label="Filters" noValidate onSubmit={form.submit} onReset={form.clear}>
      <div className={styles.head}>
        <h2 className={common.title}>Filters</h2>
        {count > 0 && <span className={`${common.small} ${common.numbers} ${styles.count}`}>{count} applied</span>}
        <Group component="span" ml="auto">
          {searches}
        </Group>
      </div>
      <div className={styles.body}>
        <IdField form={form} path="customerId" suggest={suggestOf(seen, 'customerId')} inputRef={firstFieldRef} />
        <IdField form={form} path="eventCode" suggest={suggestOf(seen, 'eventCode')} />
        <EventTypeField form={form} />
        <PeriodField form={form} />
        <DateField form={form} edge="from" />
        <DateField form={form} edge="to" />
        <ZoneOfDays form={form} />
        <KeepHours form={form} />
        <IdField form={form} path="eventId" suggest={suggestOf(seen, 'eventId')} offerFor={idsOffer} />
        <PropertyFilters form={form} seen={seen} onInSnapshot={onInSnapshot} />
      </div>
      <div className={styles.foot}>
        <output className={styles.changed}>{form.changed && !isAsked && 'Filters changed – Search to apply'}</output>
        <Button type="submit" variant="default" fullWidth className={styles.search ?? ''}>
          Search
          {running !== null && <Loader size={14} className={styles.busy ?? ''} aria-hidden />}
        </Button>
        <Button
          type="reset"
          variant="subtle"
          fullWidth
          className={styles.clear ?? ''}
          data-none={(count === 0 && form.asksFor(NO_FILTERS)) || undefined}
        >
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
        className={styles.types ?? ''}
        classNames={{ label: styles.typeLabel ?? '', input: styles.typeInput ?? '' }}
        fullWidth
        data={TYPES}
        value={form.fields.values.eventType}
        data-unapplied={form.isUnapplied('eventType') || undefined}
        onChange={(eventType) => form.searchWith({ eventType })}
      />
    </div>
  )
}

/** Both zones, where days begin in another than times are shown in, or the search came from elsewhere. */
function ZoneOfDays({ form: { clock } }: { form: FiltersForm }) {
  const isOwn = clock.madeIn != null
  if (clock.days === clock.zone && !isOwn) return null
  const whose = isOwn ? `${clock.days}, in which this search was saved or sent` : clock.days
  return (
    <div
      className={field.description}
      title={`Days and months are those of ${whose}, by the time of creation; times of day are in ${clock.zone}`}
    >
      Days: {zoneCity(clock.days)}
      {isOwn && ', as this search was made'}. Times: {zoneCity(clock.zone)}.
    </div>
  )
}

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

interface IdFieldProps {
  form: FiltersForm
  path: TextFilter
  inputRef?: React.Ref<HTMLInputElement> | undefined
  /** Seen values that complete the text. */
  suggest: (text: string) => readonly string[]
  /** Offers what can be done with several words or IDs. */
  offerFor?: ((text: string) => React.ReactNode) | undefined
}

/** Longer ones are neither IDs nor looked into. */
const MOST_OFFERED_FOR = 20_000

/** A field for an id or a code: one line, spaces around it dropped (and said), a text too long shown whole. */
function IdField({ form, path, inputRef, suggest, offerFor }: IdFieldProps) {
  const { text, exact } = form.fields.values[path]
  const [ownRef, isCut] = useIsCut(text)
  const isSpaced = text !== text.trim()
  const isSeveral = text.length <= MOST_OFFERED_FOR && /[\s,;|]/.test(text.trim())
  const offer = isSeveral ? offerFor?.(text) : null
  const { inputProps } = useCompletion(text, suggest, (value) =>
    form.fields.setFieldValue(path, { text: value, exact: value !== value.trim() }),
  )
  return (
    <TextInput
      {...form.fields.getInputProps(`${path}.text`)}
      {...inputProps}
      ref={useMergedRef(ownRef, inputRef)}
      // The initial focus when the filters open as an overlay.
      data-autofocus={inputRef === undefined ? undefined : true}
      {...unappliedProps(form.isUnapplied(path))}
      label={eventField(path).label}
      placeholder="any"
      classNames={field}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      spellCheck={false}
      description={
        (isCut || isSpaced || offer) && (
          <>
            {isCut && (
              <span className={styles.whole} aria-hidden>
                <ExactText text={readId({ text, exact }) ?? ''} />
              </span>
            )}
            {offer}
            {isSpaced && (
              <>
                {exact ? 'Sent with the spaces around it. ' : 'Sent without the spaces around it. '}
                <LinkButton tone="accent" onClick={() => form.fields.setFieldValue(`${path}.exact`, !exact)}>
                  {exact ? 'Leave them out' : 'Keep them'}
                </LinkButton>
              </>
            )}
          </>
        )
      }
    />
  )
}

/** Whether the input is too narrow for its text, and the ref to put on it. */
function useIsCut(text: string): [React.Ref<HTMLInputElement>, boolean] {
  const input = useRef<HTMLInputElement>(null)
  const [observe, { width }] = useResizeObserver<HTMLInputElement>()
  const [isCut, setIsCut] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is measured depends on both
  useLayoutEffect(() => {
    if (input.current) setIsCut(input.current.scrollWidth > input.current.clientWidth)
  }, [text, width])
  return [useMergedRef(input, observe), isCut]
}

// An end of the range of creation, From or To, as it is typed: read back in words, or what is wrong with it, under the
// field; the UTC instant that will be sent in its tooltip.

interface DateFieldProps {
  form: FiltersForm
  edge: Edge
}

export function DateField({ form, edge }: DateFieldProps) {
  const { fields, clock } = form
  const id = useId()
  const draft = fields.values[edge]
  const reading = readDate(draft, clock, edge)
  const problem = form.problemAt(`${edge}.text`)
  const { utc, understoodAs } = reading.kind === 'instant' ? reading : { utc: null, understoodAs: null }
  const isDrawn = understoodAs !== null || (problem !== null && !problem.isError)
  const typed = readText(draft.text, clock, edge)
  const zone = isWholeDay(draft, clock) ? clock.days : clock.zone
  // Where there are two, what is typed says which of them it is.
  const showsZone = clock.days === clock.zone ? zone !== 'UTC' : draft.text !== ''

  /** Both, because leaving either may show that From is after To. */
  function checkRange() {
    form.check('from.text')
    form.check('to.text')
  }

  return (
    <div className={field.root}>
      <div className={dates.head}>
        <Input.Label htmlFor={id} className={`${field.label} ${dates.label}`}>
          {LABELS[edge]}
        </Input.Label>
        {showsZone && (
          <span className={common.faint} title={zone}>
            {zone === 'UTC' ? zone : zoneLabel(zone, utc ?? clock.now)}
          </span>
        )}
      </div>
      <TextInput
        {...fields.getInputProps(`${edge}.text`)}
        onBlur={() => draft.text !== '' && checkRange()}
        {...unappliedProps(form.isUnapplied(edge))}
        id={id}
        placeholder="any"
        classNames={isDrawn ? field : { ...field, description: dates.spoken ?? '' }}
        inputWrapperOrder={['input', 'description', 'error']}
        autoComplete="off"
        spellCheck={false}
        title={utc ?? undefined}
        description={
          (utc !== null || isDrawn) && (
            <>
              {understoodAs !== null && <span className={dates.understoodAs}>{understoodAs}</span>}
              {utc !== null && <VisuallyHidden component="span">{utc}</VisuallyHidden>}
              {problem && !problem.isError && <span>{problem.text}</span>}
            </>
          )
        }
        error={problem?.isError && problem.text}
      />
      {typed.kind === 'ambiguous' && <DateDoubt form={form} edge={edge} doubt={typed} />}
    </div>
  )
}

const LABELS = { from: 'From', to: 'To' }

interface DateDoubtProps {
  form: FiltersForm
  edge: Edge
  doubt: Extract<DateMeaning, { kind: 'ambiguous' }>
}

/** Asks which of two instants is meant: clocks that are put back show a time twice, and 3/11 is read in two ways. */
function DateDoubt({ form, edge, doubt }: DateDoubtProps) {
  const path = `${edge}.chosen` as const
  const problem = form.problemAt(path)
  return (
    <Radio.Group
      {...form.fields.getInputProps(path)}
      className={`${common.warningBox} ${dates.doubt}`}
      classNames={{ label: field.label ?? '', error: field.error ?? '' }}
      label={doubt.question}
      error={problem?.isError && problem.text}
    >
      <Stack gap={6}>
        {doubt.choices.map(({ utc, label }) => (
          <Radio
            key={utc}
            size="xs"
            classNames={{ label: `${common.small} ${common.numbers} ${dates.doubtLabel}` }}
            value={utc}
            label={label}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
