// The table of what the rows of a page add up to: drawn, and as it is copied.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { KeyName } from '../../case/shown-names.tsx'
import common from '../../ui/common.module.css'
import { type Copied, copiedForSpreadsheet } from '../../ui/copied-table.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { columnPlaces, figureText } from '../../ui/figure-text.ts'
import styles from './page-totals.module.css'
import type { PageFigure, PageGroup, PageLine, PageTotals } from './page-totals.ts'

/** The whole table for a spreadsheet, with what it is of under it, a line for each. */
export function copiedTotals(
  { lines, all, columns, by }: PageTotals,
  group: PageGroup,
  about: readonly string[],
): Copied {
  const string = (text: string | null) => (text === null ? null : { kind: 'string' as const, text })
  const number = (text: string | null) => (text === null ? null : { kind: 'number' as const, text })
  const isAnyMissed = [...lines, ...all].some(({ without }) => without !== null)
  const row = (line: PageLine, name: string | null) => [
    string(name),
    ...(by === null ? [] : [string(line.unit)]),
    number(String(line.count)),
    ...columns.map((figure) => number(line.figures[figure] ?? null)),
    ...(isAnyMissed ? [string(line.without)] : []),
  ]
  return copiedForSpreadsheet({
    heads: [
      HEADS[group],
      ...(by === null ? [] : [by]),
      'Events',
      ...columns.map((figure) => headOf(figure, columns)),
      ...(isAnyMissed ? ['Not in the sum'] : []),
    ],
    rows: [
      ...lines.map((line) => row(line, line.key ?? null)),
      ...all.map((line) => row(line, 'All')),
      [],
      ...about.map((words) => [string(words)]),
    ],
  })
}

interface PageTotalsTableProps {
  totals: PageTotals
  group: PageGroup
}

const HEADS = { eventCode: 'Event code', customerId: 'Customer ID', nothing: '' }
const FIGURE_HEADS: Record<PageFigure, string> = {
  credit: 'Credit',
  debit: 'Debit',
  sum: 'Other',
  charged: 'Charged',
  reduces: 'Taken off',
  'debit-minus-credit': 'Total',
}
/** What is as sent is not netted, so that its difference is empty. */
const headOf = (figure: PageFigure, columns: readonly PageFigure[]) =>
  figure === 'debit-minus-credit' && columns.includes('debit') ? 'Debit − credit' : FIGURE_HEADS[figure]

const KEY_CHARACTERS = 60

/** The sums of a page as a table like that of a snapshot's "Totals": exact, with the number of events left out. */
export function PageTotalsTable({ totals, group }: PageTotalsTableProps) {
  const { lines, all, by, columns } = totals
  const isWorth = columns.includes('charged')
  const figures = columns.map((figure) => ({
    figure,
    places: columnPlaces([...lines, ...all].map((line) => line.figures[figure] ?? null)),
  }))
  const cells = (line: PageLine) => (
    <>
      {by !== null && (
        <td className={styles.unit}>
          {line.unit ?? <i>{isWorth && line.numbers === 0 ? 'not in the total' : 'not set'}</i>}
        </td>
      )}
      <td data-number data-figure="count" data-value={String(line.count)}>
        {grouped(line.count)}
      </td>
      {figures.map(({ figure, places }) => {
        const exact = line.figures[figure] ?? null
        return (
          <td key={figure} data-number data-figure={figure} data-value={exact ?? ''} title={exact ?? undefined}>
            {figureText(exact, places)}
          </td>
        )
      })}
      {columns.length > 0 && (
        <td data-number>
          {grouped(line.numbers)}
          {line.numbers < line.count && <span className={common.warning}> of {grouped(line.count)}</span>}
          {line.without !== null && <span className={styles.without}> {line.without}</span>}
        </td>
      )}
    </>
  )
  return (
    <div className={`${common.scroll} ${styles.scroll}`}>
      <DataTable className={styles.table} aria-label="Totals">
        <thead>
          <tr>
            <th>{HEADS[group]}</th>
            {by !== null && <th>{by}</th>}
            <th data-number>Events</th>
            {figures.map(({ figure }) => (
              <th key={figure} data-number>
                {headOf(figure, columns)}
              </th>
            ))}
            {columns.length > 0 && <th data-number>{isWorth ? 'Valued' : 'With a number'}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={lineKey(line)} data-group={JSON.stringify([line.key, line.unit])}>
              <th title={line.key ?? undefined}>
                {line.key == null ? <i>none</i> : shortened(line.key, KEY_CHARACTERS)}
                <KeyName of={HEADS[group]} id={line.key} />
              </th>
              {cells(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {all.map((line) => (
            <tr key={lineKey(line)} data-all={JSON.stringify([line.unit])}>
              <th>All</th>
              {cells(line)}
            </tr>
          ))}
        </tfoot>
      </DataTable>
    </div>
  )
}

/** What has no money of its own is a line beside money whose currency is not known. */
const lineKey = ({ key, unit, numbers }: PageLine) => JSON.stringify([key, unit, numbers === 0])
