// The sum in the selection's bar: the property, its sum by currency, and the number of rows without one.
import { memo, useMemo, useState } from 'react'
import type { Event } from '../../../shared/event.ts'
import type { SumFigure } from '../../../shared/exact-sum.ts'
import { shortened } from '../excerpt.ts'
import { useMeanings } from '../use-meanings.ts'
import styles from './selection-bar.module.css'
import { numericProperties, type SelectionSum as SelectionFigures, selectionSum } from './selection-sums.ts'

interface SelectionSumProps {
  selected: readonly Event[]
  /** Names of the properties that are columns; the first numeric one is the default. */
  properties: readonly string[]
  /** Of the rows; what their properties mean is said of it. */
  connectionId: string
}

/** The tooltip has the other figures. */
const MOST_FIGURES = 3

export const SelectionSum = memo(function SelectionSum({ selected, properties, connectionId }: SelectionSumProps) {
  const names = useMemo(() => numericProperties(selected), [selected])
  const [chosen, setChosen] = useState<string | null>(null)
  const usual = properties.find((property) => names.includes(property)) ?? names[0]
  const name = chosen !== null && names.includes(chosen) ? chosen : usual
  const { meanings } = useMeanings(connectionId)
  const sum = useMemo(
    () => (name === undefined ? null : selectionSum(selected, name, meanings)),
    [selected, name, meanings],
  )
  if (name === undefined || sum === null) return null
  const { figures, without, by } = sum
  const known = figures.filter((figure) => figure.sum !== null)
  const more = known.length - MOST_FIGURES
  return (
    <span className={styles.sum}>
      <select
        className={styles.of}
        aria-label="Sum of"
        value={name}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      >
        {names.map((each) => (
          <option key={each} value={each}>
            {shortened(each, 40)}
          </option>
        ))}
      </select>
      <span className={styles.said}>
        <output className={styles.figures} title={byWords(sum)}>
          {known.length === 0 ? '–' : known.slice(0, MOST_FIGURES).map(figureText).join(', ')}
          {more > 0 && `, +${more} more`}
        </output>
        {by === null && known.length > 0 && <span className={styles.without}>{UNIT_NOT_KNOWN}</span>}
      </span>
      {without > 0 && (
        <span className={styles.without}>
          {without === 1 ? '1 has no number' : `${without.toLocaleString('en-US')} have no number`}
        </span>
      )}
    </span>
  )
})

const UNIT_NOT_KNOWN = 'unit not known'

const byWords = ({ by, confirmed }: SelectionFigures) =>
  by === null ? UNIT_NOT_KNOWN : confirmed ? `By ${by}` : `By ${by}, not confirmed`

/** Alone, that its unit is not known is said beside it. */
function figureText({ unit, sum }: SumFigure, _: number, { length }: readonly SumFigure[]): string {
  if (unit === null) return length === 1 ? `${sum}` : `${sum} (${UNIT_NOT_KNOWN})`
  return `${sum} ${shortened(unit, 20)}`
}
