// "Period": the one that is asked for, in a word; behind it those that are one click away, and the calendar for both
// ends.
import { Input, Popover } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PRESETS, type Preset, presetRange } from '../../../shared/time/date-words.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { takeFocus } from '../../ui/focus.ts'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { sameInstant } from '../store/filters-meaning.ts'
import { dayOf, NO_DATE, PRESET_LABELS, rangeFrom, utcOf, wholeSecond, withDay, writeDate } from './date-text.ts'
import field from './field.module.css'
import type { FiltersForm } from './use-filters-form.ts'

const PeriodChoices = partOnDemand(async () => (await import('./period-choices.tsx')).PeriodChoices)

const ANY_TIME = 'Any time'

/** Reckoned from the service's now in the zone of whole days. A choice fills From and To, and searches. */
export function PeriodField({ form }: { form: FiltersForm }) {
  const { clock, now, fields } = form
  const { from, to } = fields.values
  const labelId = useId()
  const [isOpen, choices] = useDisclosure(false)
  // As it was when it was chosen: a minute later "the last hour" would be another range.
  const [lastHour, setLastHour] = useState<{ from: string; to: string } | null>(null)
  const [fromUtc, toUtc] = [utcOf(from, clock, 'from'), utcOf(to, clock, 'to')]
  const isAsked = (range: { from: string; to: string } | null) =>
    range !== null && sameInstant(range.from, fromUtc) && sameInstant(range.to, toUtc)
  const preset = PRESETS.find((one) => isAsked(one === 'hour' ? lastHour : presetRange(one, now(), clock.days)))
  const isAny = from.text === '' && to.text === ''
  const chosen = preset === undefined ? (isAny ? ANY_TIME : null) : PRESET_LABELS[preset]

  const open = () => flushSync(choices.open)
  function toggle() {
    if (isOpen) choices.close()
    // Opened with its choices in it: the focus goes to one of them.
    else void PeriodChoices.preload().then(open, open)
  }

  function choose(next: Preset) {
    const range = rangeFrom(next, now(), clock.days)
    if (next === 'hour') setLastHour(range)
    search({ from: writeDate(range.from, clock, 'from'), to: writeDate(range.to, clock, 'to') })
  }

  function search(change: Parameters<FiltersForm['searchWith']>[0]) {
    choices.close()
    form.searchWith(change)
  }

  function pick(first: string, last: string) {
    search({
      from: { ...from, text: withDay(from.text, clock.zone, first) },
      to: { ...to, text: withDay(to.text, clock.zone, last) },
    })
    fields.getInputNode('from.text')?.focus()
  }

  return (
    <div className={field.root}>
      <Input.Label labelElement="div" id={labelId} className={field.label ?? ''}>
        Period
      </Input.Label>
      <Popover opened={isOpen} onChange={choices.set} position="bottom-start" shadow="md" trapFocus>
        <Popover.Target>
          <Input
            component="button"
            type="button"
            role="combobox"
            pointer
            classNames={{ wrapper: field.wrapper ?? '' }}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            aria-labelledby={labelId}
            onClick={toggle}
            onKeyDown={(event) => event.key === 'Escape' && choices.close()}
          >
            {chosen ?? 'Custom'}
          </Input>
        </Popover.Target>
        <Popover.Dropdown ref={takeFocus} p="sm">
          <PeriodChoices
            choices={[
              { label: ANY_TIME, choose: () => search({ from: NO_DATE, to: NO_DATE }) },
              ...PRESETS.map((one) => ({ label: PRESET_LABELS[one], choose: () => choose(one) })),
              { label: 'Until now', choose: () => search({ to: writeDate(wholeSecond(now()), clock, 'to') }) },
            ]}
            chosen={chosen}
            days={{
              from: dayOf(from, clock, 'from'),
              to: dayOf(to, clock, 'to'),
              today: inZone(clock.now, clock.days)?.date ?? null,
            }}
            onPick={pick}
          />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}
