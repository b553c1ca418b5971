// The sums in the selection's bar: the property, its sums by event type and currency, and the number of rows without one.
import { memo, useMemo, useState } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { SUM_TYPES, type SumFigure, type SumType } from '../../shared/exact/exact-sum.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { shortened } from '../ui/excerpt.ts'
import { useMeanings } from '../worth/use-meanings.ts'
import styles from './selection-bar.module.css'
import { numericProperties, type SelectionSum as SelectionFigures, selectionSum } from './selection-sums.ts'

interface SelectionSumProps {
  selected: readonly Event[]
  /** Names of the properties that are columns; the first numeric one is the default. */
  properties: readonly string[]
  /** Of the rows; what their properties mean is said of it. */
  connectionId: string
}

/** Of one event type; the tooltip has the others. */
const MOST_FIGURES = 3
const TYPE_WORDS: Record<SumType, string> = { credit: 'Credit', debit: 'Debit', neither: 'Neither' }

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
  const sides = SUM_TYPES.flatMap((type) => {
    const own = known.filter((figure) => figure.type === type)
    return own.length === 0 ? [] : [{ type, own }]
  })
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
        <output className={styles.figures} title={titleOf(sum)}>
          {sides.length === 0 && '–'}
          {sides.map(({ type, own }) => (
            <span key={type} className={styles.side}>
              <span className={styles.type}>{TYPE_WORDS[type]}</span> <Figures of={own} isAlone={by === null} />
            </span>
          ))}
        </output>
        {by === null && known.length > 0 && <span className={styles.without}>{UNIT_NOT_KNOWN}</span>}
      </span>
      {without > 0 && (
        <span className={styles.without}>
          {without === 1 ? '1 has no number' : `${grouped(without)} have no number`}
        </span>
      )}
    </span>
  )
})

const UNIT_NOT_KNOWN = 'unit not known'

/** Of one event type. @param isAlone that the unit is not known is said beside all of them */
function Figures({ of, isAlone }: { of: readonly SumFigure[]; isAlone: boolean }) {
  const more = of.length - MOST_FIGURES
  return (
    <>
      {of.slice(0, MOST_FIGURES).map((figure, at) => (
        <span key={JSON.stringify(figure.unit)}>
          {at > 0 && ', '}
          <span data-figure={FIGURE_NAMES[figure.type]} data-value={figure.sum ?? ''}>
            {figureText(figure, isAlone)}
          </span>
        </span>
      ))}
      {more > 0 && `, +${more} more`}
    </>
  )
}

/** As those of a table of totals are called. */
const FIGURE_NAMES: Record<SumType, string> = { credit: 'credit', debit: 'debit', neither: 'sum' }

/** How they are told apart, and all of them where some are not shown. */
function titleOf(sum: SelectionFigures): string {
  const isMore = SUM_TYPES.some((type) => sum.figures.filter((figure) => figure.type === type).length > MOST_FIGURES)
  if (!isMore) return byWords(sum)
  const all = sum.figures.filter((figure) => figure.sum !== null).slice(0, MOST_IN_TITLE)
  return [byWords(sum), ...all.map((figure) => `${TYPE_WORDS[figure.type]} ${figureText(figure, false)}`)].join('\n')
}

const MOST_IN_TITLE = 60

const byWords = ({ by, confirmed }: SelectionFigures) =>
  by === null ? UNIT_NOT_KNOWN : confirmed ? `By ${by}` : `By ${by}, not confirmed`

function figureText({ unit, sum }: SumFigure, isAlone: boolean): string {
  if (unit === null) return isAlone ? `${sum}` : `${sum} (${UNIT_NOT_KNOWN})`
  return `${sum} ${shortened(unit, 20)}`
}
