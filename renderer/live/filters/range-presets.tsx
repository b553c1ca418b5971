// Time ranges one click away, reckoned from the service's now in the zone of whole days.
import { useState } from 'react'
import { PRESETS, type Preset, presetRange } from '../../../shared/time/date-words.ts'
import { sameInstant } from '../store/filters-meaning.ts'
import { utcOf, writeDate } from './date-text.ts'
import styles from './filters-panel.module.css'
import { PRESET_LABELS, rangeFrom, wholeSecond } from './range-from.ts'
import type { FiltersForm } from './use-filters-form.ts'

interface PresetProps {
  form: FiltersForm
  /** The service's now, RFC 3339 UTC. */
  now: () => string
}

/** Searches at once. A chip is pressed while From and To are its range. */
export function RangePresets({ form, now }: PresetProps) {
  const { clock, fields } = form
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

/** Sets To. Pressed while To is still the moment of the last press. */
export function NowChip({ form, now }: PresetProps) {
  const { clock, fields } = form
  const [lastNow, setLastNow] = useState<string | null>(null)

  function choose() {
    const utc = wholeSecond(now())
    setLastNow(utc)
    fields.setFieldValue('to', writeDate(utc, clock, 'to'))
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
