// What is grouped, split, measured, drawn and rounded: a row of comboboxes.
import { useMemo } from 'react'
import type { Period, SnapshotKey } from '../../../shared/snapshot/snapshot-key.ts'
import { ChoiceBox } from './choice-box.tsx'
import type { MeasureChoice, TotalsChoice } from './totals-choice.ts'
import {
  CHART_OPTIONS,
  keyLabel,
  keyOptions,
  measureLabel,
  measureOptions,
  NOTHING,
  orNothing,
  ROUNDED_OPTIONS,
  ROUNDING_OPTIONS,
  roundingLabel,
  typedKey,
  typedMeasures,
} from './totals-options.ts'

interface TotalsControlsProps {
  choice: TotalsChoice
  measure: MeasureChoice
  /** Names of properties, commonest first; `numeric` are those that may be numbers. */
  names: readonly string[]
  numeric: readonly string[]
  /** There are more names than these. */
  hasMore: boolean
  onChoice: (choice: TotalsChoice) => void
}

const nameOfKey = (key: SnapshotKey | null) => (key === null ? NOTHING : keyLabel(key))
const nameOfPeriod = (period: Period | null) => period ?? NOTHING
const nameOfRounded = (rounded: string) => rounded

export function TotalsControls({ choice, measure, names, numeric, hasMore, onChoice }: TotalsControlsProps) {
  const keys = useMemo(() => keyOptions(names), [names])
  const keysOrNothing = useMemo(() => orNothing(keys), [keys])
  const measures = useMemo(() => measureOptions(numeric), [numeric])
  return (
    <>
      <ChoiceBox
        label="Group by"
        options={keys}
        typed={hasMore ? typedKey : undefined}
        value={choice.groupBy}
        name={nameOfKey}
        onChange={(groupBy) => onChoice({ ...choice, groupBy })}
      />
      <ChoiceBox
        label="Then by"
        options={keysOrNothing}
        typed={hasMore ? typedKey : undefined}
        value={choice.thenBy}
        name={nameOfKey}
        onChange={(thenBy) => onChoice({ ...choice, thenBy })}
      />
      <ChoiceBox
        label="Split by"
        options={keysOrNothing}
        typed={hasMore ? typedKey : undefined}
        value={choice.splitBy}
        name={nameOfKey}
        onChange={(splitBy) => onChoice({ ...choice, splitBy })}
      />
      <ChoiceBox
        label="Measure"
        options={measures}
        typed={hasMore ? typedMeasures : undefined}
        value={measure}
        name={measureLabel}
        onChange={(chosen) => onChoice({ ...choice, measure: chosen })}
        wide
      />
      <ChoiceBox
        label="Chart by"
        options={CHART_OPTIONS}
        value={choice.chartBy}
        name={nameOfPeriod}
        onChange={(chartBy) => onChoice({ ...choice, chartBy })}
      />
      <ChoiceBox
        label="Rounding"
        options={ROUNDING_OPTIONS}
        value={choice.rounding}
        name={roundingLabel}
        onChange={(rounding) => onChoice({ ...choice, rounding })}
      />
      {choice.rounding !== null && measure.figure === 'sum' && (
        <ChoiceBox
          label="Rounded"
          options={ROUNDED_OPTIONS}
          value={choice.rounded}
          name={nameOfRounded}
          onChange={(rounded) => onChoice({ ...choice, rounded })}
        />
      )}
    </>
  )
}
