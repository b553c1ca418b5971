// An explanation as it is drawn: beside the lines and in the dialog alike.

import common from '../../ui/common.module.css'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces } from '../../ui/figure-text.ts'
import { type Appendix, type Explanation, leftOutWords } from './explanation.ts'
import styles from './invoice.module.css'
import ledger from './ledger.module.css'

export function Sums({ sums }: Pick<Explanation, 'sums'>) {
  return (
    <dl className={styles.sums}>
      {sums.map(({ words, figure, tone }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be the same
        <div key={at} data-tone={tone}>
          <dt>{words}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Notes({ notes }: Pick<Explanation, 'notes'>) {
  return (
    <div className={`${common.hint} ${styles.notes}`}>
      {notes.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may be the same
        <p key={at}>{words}</p>
      ))}
    </div>
  )
}

/** Its rows as they are: all of them, or as many as its head says. */
export function AppendixTable({ appendix: { head, table, count } }: { appendix: Appendix }) {
  const places = table.heads.map((_, column) =>
    columnPlaces(table.rows.map((row) => (row[column]?.kind === 'number' ? row[column].text : null))),
  )
  const isNumber = (column: number) => table.rows.some((row) => row[column]?.kind === 'number')
  return (
    <section className={styles.appendix}>
      <h3 className={common.cardTitle}>
        {head}
        {leftOutWords(table, count)}
      </h3>
      <DataTable aria-label={head} className={ledger.table ?? ''}>
        <thead>
          <tr>
            {table.heads.map((name, column) => (
              <th key={name} scope="col" className={isNumber(column) ? ledger.number : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={table.heads[column]} className={isNumber(column) ? ledger.number : undefined}>
                  {cellText(cell, places[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}

function cellText(cell: CopiedTable['rows'][number][number], places: number): string {
  if (cell === null) return ''
  return cell.kind === 'number' ? alignedFigure(cell.text, places) : shortened(cell.text, 120)
}
