// The range of creation: From and To, typed or picked, read back in words, with the UTC instant that will be sent (or what is
// wrong) under them; the calendar for both; and the ranges that are one click away.
import { ActionIcon, Input, Popover, Radio, Stack, TextInput } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { PRESETS, type Preset, presetRange } from '../../../shared/time/date-words.ts'
import { inZone } from '../../../shared/time/instant.ts'
import common from '../../ui/common.module.css'
import { takeFocus } from '../../ui/focus.ts'
import { zoneLabel } from '../../ui/instant-words.ts'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { sameInstant } from '../store/filters-meaning.ts'
import styles from './date-field.module.css'
import {
  type DateMeaning,
  dayOf,
  type Edge,
  isWholeDay,
  PRESET_LABELS,
  rangeFrom,
  readDate,
  readText,
  utcOf,
  wholeSecond,
  withDay,
  writeDate,
} from './date-text.ts'
import field from './field.module.css'
import { unappliedProps } from './unapplied.ts'
import type { FiltersForm } from './use-filters-form.ts'

interface DateFieldProps {
  form: FiltersForm
  edge: Edge
  /** Shown at the end of the label's line. */
  aside?: React.ReactNode
  /** Shown in the field, at its end. */
  picker?: React.ReactNode
}

export function DateField({ form, edge, aside, picker }: DateFieldProps) {
  const { fields, clock } = form
  const id = useId()
  const draft = fields.values[edge]
  const reading = readDate(draft, clock, edge)
  const problem = form.problemAt(`${edge}.text`)
  const { utc, understoodAs } = reading.kind === 'instant' ? reading : { utc: null, understoodAs: null }
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
      <div className={styles.head}>
        <Input.Label htmlFor={id} className={`${field.label} ${styles.label}`}>
          {LABELS[edge]}
        </Input.Label>
        {showsZone && (
          <span className={common.faint} title={zone}>
            {zone === 'UTC' ? zone : zoneLabel(zone, utc ?? clock.now)}
          </span>
        )}
        {aside}
      </div>
      <TextInput
        {...fields.getInputProps(`${edge}.text`)}
        onBlur={() => draft.text !== '' && checkRange()}
        {...unappliedProps(form.isUnapplied(edge))}
        id={id}
        placeholder="any"
        classNames={field}
        inputWrapperOrder={['input', 'description', 'error']}
        autoComplete="off"
        spellCheck={false}
        rightSectionPointerEvents="all"
        rightSection={picker}
        description={
          (utc !== null || (problem !== null && !problem.isError)) && (
            <>
              {understoodAs !== null && <span className={styles.understoodAs}>{understoodAs}</span>}
              {utc !== null && <span className={`${common.figures} ${styles.utc}`}>{utc}</span>}
              {problem && !problem.isError && <span className={styles.hint}>{problem.text}</span>}
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
      className={styles.doubt ?? ''}
      classNames={{ label: field.label ?? '', error: field.error ?? '' }}
      label={doubt.question}
      error={problem?.isError && problem.text}
    >
      <Stack gap={6}>
        {doubt.choices.map(({ utc, label }) => (
          <Radio key={utc} size="xs" classNames={{ label: styles.doubtLabel ?? '' }} value={utc} label={label} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const RangeCalendar = partOnDemand(async () => (await import('./range-calendar.tsx')).RangeCalendar)

/** The button in From that opens the calendar for both ends. */
export function RangePicker({ form }: { form: FiltersForm }) {
  const { fields, clock } = form
  const { from, to } = fields.values
  const [picking, picker] = useDisclosure(false)

  const open = () => flushSync(picker.open)
  function toggle() {
    if (picking) picker.close()
    // Opened with its days in it: the focus goes to one of them.
    else void RangeCalendar.preload().then(open, open)
  }

  function pick(first: string, last: string) {
    picker.close()
    form.searchWith({
      from: { ...from, text: withDay(from.text, clock.zone, first) },
      to: { ...to, text: withDay(to.text, clock.zone, last) },
    })
    fields.getInputNode('from.text')?.focus()
  }

  return (
    <Popover opened={picking} onChange={picker.set} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="transparent"
          className={styles.pick ?? ''}
          aria-label="Pick the days"
          onClick={toggle}
          onKeyDown={(event) => event.key === 'Escape' && picker.close()}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown ref={takeFocus} p="sm">
        <RangeCalendar
          from={dayOf(from, clock, 'from')}
          to={dayOf(to, clock, 'to')}
          today={inZone(clock.now, clock.days)?.date ?? null}
          onPick={pick}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * Reckoned from the service's now in the zone of whole days, and searched at once. A chip is pressed while From and To are its
 * range.
 */
export function RangePresets({ form }: { form: FiltersForm }) {
  const { clock, now, fields } = form
  const { from, to } = fields.values
  const [lastHour, setLastHour] = useState<{ from: string; to: string } | null>(null)
  const current = { from: utcOf(from, clock, 'from'), to: utcOf(to, clock, 'to') }

  function choose(preset: Preset) {
    const range = rangeFrom(preset, now(), clock.days)
    if (preset === 'hour') setLastHour(range)
    form.searchWith({ from: writeDate(range.from, clock, 'from'), to: writeDate(range.to, clock, 'to') })
  }

  function isPressed(preset: Preset): boolean {
    const range = preset === 'hour' ? lastHour : presetRange(preset, now(), clock.days)
    return range !== null && sameInstant(range.from, current.from) && sameInstant(range.to, current.to)
  }

  return (
    <fieldset className={styles.chips} aria-label="Time range">
      {PRESETS.map((preset) => (
        <Chip key={preset} label={PRESET_LABELS[preset]} isPressed={isPressed(preset)} onClick={() => choose(preset)} />
      ))}
    </fieldset>
  )
}

/** Sets To, and searches at once. Pressed while To is still the moment of the last press. */
export function NowChip({ form }: { form: FiltersForm }) {
  const { clock, now, fields } = form
  const [lastNow, setLastNow] = useState<string | null>(null)

  function choose() {
    const utc = wholeSecond(now())
    setLastNow(utc)
    form.searchWith({ to: writeDate(utc, clock, 'to') })
  }

  const isPressed = lastNow !== null && sameInstant(lastNow, utcOf(fields.values.to, clock, 'to'))
  return <Chip className={styles.now} label="Now" isPressed={isPressed} onClick={choose} />
}

interface ChipProps {
  label: string
  isPressed: boolean
  onClick: () => void
  className?: string | undefined
}

function Chip({ label, isPressed, onClick, className = '' }: ChipProps) {
  return (
    <button type="button" className={`${styles.chip} ${className}`} aria-pressed={isPressed} onClick={onClick}>
      {label}
    </button>
  )
}
