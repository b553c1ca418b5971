// The lines of the table "Totals": of each its keys, which show its events as a whole, its figures, its coverage and its share.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, type Ref, type RefObject, useImperativeHandle } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { groupText, notInCell } from '../../../shared/figures/line-words.ts'
import { exactOf, sumOf } from '../../../shared/figures/totals.ts'
import type { TotalsLine } from '../../../shared/snapshot/snapshot-totals.ts'
import common from '../../ui/common.module.css'
import { CustomerName } from '../../ui/customer-name.tsx'
import dataTable from '../../ui/data-table.module.css'
import { CellButton } from '../../ui/data-table.tsx'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { figureText, isDrawnWhole, NO_FIGURE } from '../../ui/figure-text.ts'
import { shortNotValued } from '../headlines/headline-words.ts'
import { NO_VALUE, valueLabel } from './key-words.ts'
import { coverageWords, lineUnit, periodOf, type ShownColumn, type ShownTotals, shareText } from './totals-lines.ts'
import styles from './totals-table.module.css'

interface LineProps {
  shown: ShownTotals
  line: TotalsLine
  /** From 0; the lines of "All" continue the count. */
  row: number
  isAll: boolean
  /** Which of its figures is the tab stop, KEYS for its keys; null: none. */
  stop: number | null
}

/** The place of the keys, before that of the first figure. */
export const KEYS = -1

/** Keys and figures are buttons with `data-row` and `data-at`, by which the table knows them. */
export const Line = memo(function Line({ shown, line, row, isAll, stop }: LineProps) {
  const { keys, columns, coverage, share, rounded } = shown
  const name = nameOf(shown, line, isAll)
  const { total } = line
  const why = [shortNotValued(total), notInCell(total)].filter(Boolean).join(' · ') || null
  return (
    <tr
      aria-rowindex={row + 2}
      data-all={isAll ? groupText(line) : undefined}
      data-group={isAll ? undefined : groupText(line)}
    >
      {keys.map(({ key }, at) => {
        const value = line.keys[at] ?? null
        const text = isAll ? (at === 0 ? allWords(shown, line) : '') : valueLabel(value, periodOf(key))
        const isNone = !isAll && value === null
        const customerId = key.of === 'field' && key.field === 'customerId' && !isAll ? (value?.text ?? null) : null
        const shownKey = { text, customerId, isNone, row: isAll ? null : row, isStop: at === 0 && stop === KEYS }
        const Cell = at === 0 ? 'th' : 'td'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be one
          <Cell key={at} scope={at === 0 ? 'row' : undefined} className={styles.key} title={titleOf(text)}>
            <Key {...shownKey} />
          </Cell>
        )
      })}
      {columns.map((column, at) => (
        <FigureCells
          key={column.id}
          column={column}
          exact={exactOf(line, column)}
          text={column.textOf(line)}
          roundedText={column.rounded && (sumOf(line, column)?.[rounded] ?? null)}
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
          <CellButton
            data-row={row}
            data-at={columns.length}
            tabIndex={stop === columns.length ? 0 : -1}
            title={notInCell(total) ?? undefined}
            aria-label={`${name}: ${coverageWords(total.numbers, total.count)} ${
              why ?? `with ${total.worth === undefined ? 'a number' : 'money'}`
            }. Show those ${total.numbers === total.count ? 'events' : 'without'}`}
          >
            <span className={dataTable.counted}>{grouped(total.numbers)}</span>
            {total.numbers < total.count && (
              <span className={total.worth === undefined ? common.warning : undefined}> of {grouped(total.count)}</span>
            )}
            {why !== null && <span className={styles.why}> {why}</span>}
          </CellButton>
        </td>
      )}
    </tr>
  )
})

interface FigureCellsProps {
  column: ShownColumn
  exact: string | null
  /** As drawn. */
  text: string
  roundedText: string | null
  name: string
  row: number
  at: number
  isStop: boolean
}

const TITLE_CHARACTERS = 2_000

function FigureCells({ column, exact, text, roundedText, name, row, at, isStop }: FigureCellsProps) {
  const { figure, title, rounded } = column
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
          <CellButton
            data-row={row}
            data-at={at}
            tabIndex={isStop ? 0 : -1}
            aria-label={`${name}, ${title}: ${text.trimEnd()}. Show these events`}
          >
            {text}
          </CellButton>
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

interface KeyProps {
  text: string
  /** Null where it is no customer's line. */
  customerId: string | null
  isNone: boolean
  /** Of its line; null: of "All". */
  row: number | null
  isStop: boolean
}

function Key({ text, customerId, isNone, row, isStop }: KeyProps) {
  const words = isNone ? (
    <span className={styles.none}>{text}</span>
  ) : (
    <>
      <ExactText text={text} part={beginning(text, ONE_LINE)} />
      {customerId !== null && <CustomerName id={customerId} />}
    </>
  )
  if (row === null) return words
  return (
    <CellButton className={styles.keyButton} data-row={row} data-at={KEYS} tabIndex={isStop ? 0 : -1}>
      {words}
    </CellButton>
  )
}

const titleOf = (text: string) => (text.length > 24 ? shortened(text, TITLE_CHARACTERS) : undefined)

/** "All, EUR"; "All" alone where there is one block. */
const allWords = ({ unitHead }: ShownTotals, line: TotalsLine) =>
  unitHead === null ? 'All' : `All, ${shortened(lineUnit(line) ?? 'not set', 80)}`

/** What a line is called in the names of its figures. */
function nameOf({ keys, unitHead }: ShownTotals, line: TotalsLine, isAll: boolean): string {
  const words = isAll
    ? ['All']
    : keys.map(({ key }, at) => valueLabel(line.keys[at] ?? null, periodOf(key)) || NO_VALUE)
  const unit = unitHead === null ? [] : [lineUnit(line) ?? 'unit not set']
  return [...words, ...unit].map((word) => shortened(word, 80)).join(', ')
}

/** In CSS pixels, as the style sheet has them. */
const LINE_HEIGHT = 30
const HEAD_HEIGHT = 31
/** Lines beyond either edge, so that scrolling a little shows no gap. */
const OVERSCAN = 20

export interface LinesInSightHandle {
  scrollTo: (index: number) => void
}

interface LinesInSightProps {
  count: number
  scroll: RefObject<HTMLElement | null>
  /** Always drawn, wherever it is. */
  pinned: number
  line: (index: number) => ReactNode
  handle: Ref<LinesInSightHandle>
}

/** Of ten thousand lines, only those in sight and the focused one are in the document. */
export function LinesInSight({ count, scroll, pinned, line, handle }: LinesInSightProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => LINE_HEIGHT,
    scrollMargin: HEAD_HEIGHT,
    // Lines under the sticky head and foot are not in sight.
    scrollPaddingStart: HEAD_HEIGHT,
    scrollPaddingEnd: LINE_HEIGHT * 2,
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const inSight = defaultRangeExtractor(range)
      return pinned < 0 || pinned >= count ? inSight : [...new Set([...inSight, pinned])].toSorted((a, b) => a - b)
    },
  })
  useImperativeHandle(handle, () => ({ scrollTo: (index) => virtualizer.scrollToIndex(index) }), [virtualizer])
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index)
  const gapBefore = (place: number) => (drawn[place] ?? count) - (drawn[place - 1] ?? -1) - 1
  return (
    <>
      {drawn.flatMap((index, place) => [gap(gapBefore(place), index), line(index)])}
      {gap(gapBefore(drawn.length), count)}
    </>
  )
}

/** Takes the space of undrawn lines before `index`. */
function gap(lines: number, index: number): ReactNode {
  return lines === 0 ? null : (
    <tr key={`gap before ${index}`} aria-hidden>
      <td style={{ height: lines * LINE_HEIGHT, padding: 0, border: 0 }} />
    </tr>
  )
}
