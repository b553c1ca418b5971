// One line of the table "Totals": its keys, its figures, its coverage and its share.
import { memo } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { alignedFigure, figureText, isDrawnWhole, NO_FIGURE } from '../../ui/figure-text.ts'
import { cellOf, exactOf, sumOf } from './figure-columns.ts'
import { NO_VALUE, valueLabel } from './key-words.ts'
import {
  coverageWords,
  groupText,
  lineUnit,
  periodOf,
  type ShownColumn,
  type ShownTotals,
  shareText,
} from './totals-lines.ts'
import styles from './totals-table.module.css'
import { notValuedTitle, shortNotValued } from './worth-words.ts'

interface LineProps {
  shown: ShownTotals
  line: TotalsLine
  /** From 0; the lines of "All" continue the count. */
  row: number
  isAll: boolean
  /** Whether the line above is of another currency. */
  isFirst: boolean
  /** Which of its figures is the tab stop; null: none. */
  stop: number | null
}

/** Figures are buttons with `data-row` and `data-at`, by which the table knows them. */
export const Line = memo(function Line({ shown, line, row, isAll, isFirst, stop }: LineProps) {
  const { keys, unitHead, columns, coverage, share, rounded } = shown
  const units = lineUnit(line)
  const name = nameOf(shown, line, isAll)
  const { total } = line
  return (
    <tr
      aria-rowindex={row + 2}
      data-all={isAll ? groupText(line) : undefined}
      data-group={isAll ? undefined : groupText(line)}
      data-first={isFirst || undefined}
    >
      {keys.map(({ key }, at) => {
        const value = line.keys[at] ?? null
        const text = isAll ? (at === 0 ? 'All' : '') : valueLabel(value, periodOf(key))
        const isNone = !isAll && value === null
        return at === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be one
          <th key={at} scope="row" className={styles.key} title={titleOf(text)}>
            <Key text={text} isNone={isNone} />
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <td key={at} className={styles.key} title={titleOf(text)}>
            <Key text={text} isNone={isNone} />
          </td>
        )
      })}
      {unitHead !== null && (
        <td className={styles.key}>
          <Key text={units ?? 'not known'} isNone={units === null} />
        </td>
      )}
      {columns.map((column, at) => (
        <FigureCells
          key={column.id}
          column={column}
          places={column.placesOf(line)}
          isMoney={total.worth !== undefined}
          exact={exactOf(line, column)}
          roundedText={column.rounded && (sumOf(cellOf(line, column), column.figure)?.[rounded] ?? null)}
          name={name}
          row={row}
          at={at}
          isStop={stop === at}
        />
      ))}
      {share !== null && (
        <td className={styles.share}>
          {shareText(total, share.of) === null ? NO_FIGURE : `${shareText(total, share.of)}%`}
        </td>
      )}
      {coverage !== null && (
        <td className={styles.coverage} data-coverage={total.numbers} data-of={total.count}>
          <button
            type="button"
            className={styles.figure}
            data-row={row}
            data-at={columns.length}
            tabIndex={stop === columns.length ? 0 : -1}
            title={notValuedTitle(total) ?? undefined}
            aria-label={`${name}: ${coverageWords(total.numbers, total.count)} with ${
              total.worth === undefined ? 'a number' : 'money'
            }. Show those ${total.numbers === total.count ? 'events' : 'without'}`}
          >
            {grouped(total.numbers)}
            {total.numbers < total.count && (
              <span className={total.worth === undefined ? common.warning : undefined}> of {grouped(total.count)}</span>
            )}
            {total.worth !== undefined && <span className={styles.why}>{shortNotValued(total)}</span>}
          </button>
        </td>
      )}
    </tr>
  )
})

interface FigureCellsProps {
  column: ShownColumn
  places: number
  isMoney: boolean
  exact: string | null
  roundedText: string | null
  name: string
  row: number
  at: number
  isStop: boolean
}

const TITLE_CHARACTERS = 2_000

function FigureCells({ column, places, isMoney, exact, roundedText, name, row, at, isStop }: FigureCellsProps) {
  const { figure, title, rounded } = column
  const text = isMoney ? alignedFigure(exact, places) : figureText(exact, places)
  const split = column.column === undefined ? {} : { 'data-column': column.column?.text ?? '' }
  return (
    <>
      <td
        className={styles.number}
        data-figure={figure}
        data-value={exact ?? ''}
        {...split}
        title={exact === null || isDrawnWhole(exact) ? undefined : shortened(exact, TITLE_CHARACTERS)}
      >
        {exact === null ? (
          NO_FIGURE
        ) : (
          <button
            type="button"
            className={styles.figure}
            data-row={row}
            data-at={at}
            data-plain={figure === 'count' || undefined}
            tabIndex={isStop ? 0 : -1}
            aria-label={`${name}, ${title}: ${text.trimEnd()}. Show these events`}
          >
            {text}
          </button>
        )}
      </td>
      {rounded !== null && (
        <td className={styles.rounded} data-rounded={figure} data-value={roundedText ?? ''}>
          {figureText(roundedText, rounded.places)}
        </td>
      )}
    </>
  )
}

function Key({ text, isNone }: { text: string; isNone: boolean }) {
  if (isNone) return <span className={styles.none}>{text}</span>
  return <ExactText text={text} part={beginning(text, ONE_LINE)} />
}

const titleOf = (text: string) => (text.length > 24 ? shortened(text, TITLE_CHARACTERS) : undefined)

/** What a line is called in the names of its figures. */
function nameOf({ keys, unitHead }: ShownTotals, line: TotalsLine, isAll: boolean): string {
  const words = isAll
    ? ['All']
    : keys.map(({ key }, at) => valueLabel(line.keys[at] ?? null, periodOf(key)) || NO_VALUE)
  const unit = unitHead === null ? [] : [lineUnit(line) ?? 'unit not known']
  return [...words, ...unit].map((word) => shortened(word, 80)).join(', ')
}
