// Two periods beside each other, with the difference and its percent: a line for each group, in a block with its own
// "All" for each currency or unit.
import { Fragment } from 'react'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { KeyName } from '../../case/shown-names.tsx'
import common from '../../ui/common.module.css'
import { DataTable, FigureButton } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces, figureText, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import { codeWords, unitWords } from '../../worth/money-words.ts'
import {
  type ComparedLine,
  comparedText,
  type FigureChoice,
  isOfAll,
  keyTexts,
  notInSides,
  type PeriodColumns,
  type PeriodSide,
} from './period-figures.ts'
import { blockOf, groupText } from './totals-lines.ts'
import styles from './totals-tab.module.css'

interface PeriodsTableProps {
  compared: Pick<ComparedTotals, 'lines' | 'all'>
  figure: FigureChoice
  columns: PeriodColumns
  isBusy: boolean
  onShow: (line: ComparedLine, side: PeriodSide) => void
}

/** Drawn; the copied table has the rest. */
const MOST_LINES = 300
const KEY_CHARACTERS = 80

/** The decimal places to draw, by the JSON of the units: as many for all figures of one currency or unit. */
function placesByUnits(lines: readonly ComparedLine[], figure: FigureChoice): Map<string, number> {
  const most = new Map<string, number>()
  for (const line of lines) {
    const { before, after, changes } = line
    const id = blockOf(line)
    const texts = [comparedText(before, figure), comparedText(after, figure), changes[figure]?.difference ?? null]
    most.set(id, Math.max(most.get(id) ?? 0, columnPlaces(texts)))
  }
  return most
}

export function PeriodsTable({ compared: { lines, all }, figure, columns, isBusy, onShow }: PeriodsTableProps) {
  const drawn = [...lines.slice(0, MOST_LINES), ...all]
  const places = placesByUnits(drawn, figure)
  const isAnyMissed = drawn.some((line) => notInSides(line, columns) !== null)
  return (
    <div className={`${common.scroll} ${styles.scroll}`} data-busy={isBusy || undefined}>
      <DataTable className={styles.table} aria-label="Compare within this period" aria-busy={isBusy}>
        <thead>
          <tr>
            {columns.keys.map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be the same
              <th key={at} scope="col" className={styles.key}>
                {shortened(head, KEY_CHARACTERS)}
              </th>
            ))}
            {[columns.before, columns.after, 'Difference', 'Percent'].map((head, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: both periods may have the same name
              <th key={at} scope="col" data-number>
                {head}
              </th>
            ))}
            {isAnyMissed && <th scope="col">Not in the sum</th>}
          </tr>
        </thead>
        <tbody>
          {blocksOf(drawn).map(([id, block]) => (
            <Fragment key={id}>
              {columns.unit !== null && (
                <tr className={styles.heading}>
                  <td colSpan={columns.keys.length + (isAnyMissed ? 5 : 4)}>{unitName(block[0], columns.unit)}</td>
                </tr>
              )}
              {block.map((line) => (
                <Line
                  key={JSON.stringify(line.keys)}
                  line={line}
                  places={places.get(id) ?? 0}
                  figure={figure}
                  columns={columns}
                  isAnyMissed={isAnyMissed}
                  onShow={onShow}
                />
              ))}
            </Fragment>
          ))}
        </tbody>
      </DataTable>
      {lines.length > MOST_LINES && (
        <p className={`${common.hint} ${styles.more}`}>
          {countWords(lines.length - MOST_LINES, 'more line')} in the copied table.
        </p>
      )}
    </div>
  )
}

/** Blocks in the order in which their units first appear. "All", which comes last, is the last line of its block. */
function blocksOf(lines: readonly ComparedLine[]): [units: string, lines: ComparedLine[]][] {
  const blocks = new Map<string, ComparedLine[]>()
  for (const line of lines) {
    const id = blockOf(line)
    const block = blocks.get(id) ?? []
    block.push(line)
    blocks.set(id, block)
  }
  return [...blocks]
}

/** "EUR", "currency not set". */
const unitName = (line: ComparedLine | undefined, head: string) =>
  shortened((line && (unitWords(line.units) ?? codeWords(line.code))) ?? `${head} not set`, KEY_CHARACTERS)

interface LineProps extends Pick<PeriodsTableProps, 'figure' | 'columns' | 'onShow'> {
  line: ComparedLine
  /** Whether any line says what is not in its figures. */
  isAnyMissed: boolean
  /** Decimal places of the column's figures; zeros that nobody sent are left blank. */
  places: number
}

function Line({ line, isAnyMissed, places, figure, columns, onShow }: LineProps) {
  const change = line.changes[figure] ?? null
  const keyWords = keyTexts(line, columns).map((text) => shortened(text, KEY_CHARACTERS))
  const unit = columns.unit === null ? [] : [unitName(line, columns.unit)]
  const name = [...keyWords.filter((word) => word !== ''), ...unit].join(', ')
  const group = groupText(line)
  return (
    <tr data-all={isOfAll(line) ? group : undefined} data-group={isOfAll(line) ? undefined : group}>
      {keyWords.map((word, at) => {
        const Cell = at === 0 ? 'th' : 'td'
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: both keys may be the same
          <Cell key={at} scope={at === 0 ? 'row' : undefined} className={styles.key}>
            {at === 0 && isOfAll(line) ? name : word}
            <KeyName of={columns.keys[at]} id={line.keys[at]?.text} />
          </Cell>
        )
      })}
      {(['before', 'after'] as const).map((side) => {
        const exact = comparedText(line[side], figure)
        const text = alignedFigure(exact, places)
        return (
          <td key={side} data-number data-side={side} data-value={exact ?? ''}>
            {exact === null ? (
              text
            ) : (
              <FigureButton
                label={`${name}, ${side === 'before' ? 'earlier' : 'later'}: ${text.trimEnd()}. Show these events`}
                onClick={() => onShow(line, side)}
              >
                {text}
              </FigureButton>
            )}
          </td>
        )
      })}
      <td data-number data-difference={change?.difference ?? ''}>
        {change === null ? NO_FIGURE : withSign(alignedFigure(change.difference, places))}
      </td>
      <td data-number data-percent={change?.percent ?? ''}>
        {change?.percent == null ? NO_FIGURE : `${withSign(figureText(change.percent, 2))}%`}
      </td>
      {isAnyMissed && <td className={styles.key}>{notInSides(line, columns) ?? ''}</td>}
    </tr>
  )
}
