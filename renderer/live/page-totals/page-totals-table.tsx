// The sums of a page as a table like that of a snapshot's "Totals": exact, with the number of events left out.
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { columnPlaces, figureText } from '../../ui/figure-text.ts'
import styles from './page-totals.module.css'
import type { PageGroup, PageLine, PageTotals } from './page-totals.ts'

interface PageTotalsTableProps {
  totals: PageTotals
  group: PageGroup
  /** The property that is added up; null: events are counted. */
  measure: string | null
}

const HEADS = { eventCode: 'Event code', customerId: 'Customer ID', nothing: '' }
const FIGURES = [
  { figure: 'credit', head: 'Credit', of: (line: PageLine) => line.credit },
  { figure: 'debit', head: 'Debit', of: (line: PageLine) => line.debit },
  { figure: 'sum', head: 'Neither', of: (line: PageLine) => line.sum },
  { figure: 'debit-minus-credit', head: 'Debit − credit', of: (line: PageLine) => line.debitMinusCredit },
] as const
const KEY_CHARACTERS = 60

export function PageTotalsTable({ totals, group, measure }: PageTotalsTableProps) {
  const { lines, all, by } = totals
  const figures =
    measure === null
      ? []
      : FIGURES.filter(({ figure, of }) => figure !== 'sum' || all.some((line) => of(line) !== null)).map((column) => ({
          ...column,
          places: columnPlaces([...lines, ...all].map(column.of)),
        }))
  const cells = (line: PageLine) => (
    <>
      {by !== null && <td className={styles.unit}>{line.unit ?? <i>not known</i>}</td>}
      <td className={styles.number} data-figure="count" data-value={String(line.count)}>
        {line.count.toLocaleString('en-US')}
      </td>
      {figures.map(({ figure, of, places }) => (
        <td
          key={figure}
          className={styles.number}
          data-figure={figure}
          data-value={of(line) ?? ''}
          title={of(line) ?? undefined}
        >
          {figureText(of(line), places)}
        </td>
      ))}
      {measure !== null && (
        <td className={styles.number}>
          {line.numbers.toLocaleString('en-US')}
          {line.numbers < line.count && <span className={styles.of}> of {line.count.toLocaleString('en-US')}</span>}
        </td>
      )}
    </>
  )
  return (
    <div className={styles.scroll}>
      <DataTable className={styles.table} aria-label="Totals">
        <thead>
          <tr>
            <th>{HEADS[group]}</th>
            {by !== null && <th className={styles.unit}>{by}</th>}
            <th className={styles.number}>Events</th>
            {figures.map(({ figure, head }) => (
              <th key={figure} className={styles.number}>
                {head}
              </th>
            ))}
            {measure !== null && <th className={styles.number}>With a number</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={JSON.stringify([line.key, line.unit])} data-group={JSON.stringify([line.key, line.unit])}>
              <th title={line.key ?? undefined}>
                {line.key == null ? <i>none</i> : shortened(line.key, KEY_CHARACTERS)}
              </th>
              {cells(line)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {all.map((line) => (
            <tr key={JSON.stringify(line.unit)} data-all={JSON.stringify([line.unit])}>
              <th>All</th>
              {cells(line)}
            </tr>
          ))}
        </tfoot>
      </DataTable>
    </div>
  )
}
