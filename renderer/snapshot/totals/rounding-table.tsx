// Effect of rounding: sums rounded per event, per line and in total beside the exact ones of "All", and their spread.
import { compareDecimals, decimalText, minus, readPlain } from '../../../shared/exact/decimal.ts'
import { groupedDigits } from '../../../shared/exact/grouped-digits.ts'
import type { Figure } from '../../../shared/snapshot/snapshot-totals.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { alignedFigure, columnPlaces } from '../../ui/figure-text.ts'
import { unitWords } from '../../worth/money-words.ts'
import { cellOf, sumOf } from './figure-columns.ts'
import { isSum, type ShownTotals } from './totals-lines.ts'
import { roundingLabel } from './totals-options.ts'
import styles from './totals-table.module.css'

interface RoundedRow {
  id: string
  name: string
  figure: Figure
}

export function RoundingTable({ shown }: { shown: ShownTotals }) {
  const { question, answer, columns, unitHead } = shown
  if (question.rounding === null) return null
  const rows = answer.all.flatMap((line) =>
    columns.filter(isSum).flatMap((column): RoundedRow[] => {
      const figure = sumOf(cellOf(line, column), column.figure)
      if (figure === null || figure.perEvent === null) return []
      const unit = unitHead === null ? '' : `, ${unitWords(line.units) ?? 'unit not known'}`
      return [{ id: `${JSON.stringify(line.units)} ${column.id}`, name: `${column.title}${unit}`, figure }]
    }),
  )
  const kinds = ['exact', 'perEvent', 'perLine', 'perTotal'] as const
  const places = columnPlaces(rows.flatMap(({ figure }) => kinds.map((kind) => figure[kind])))
  if (rows.length === 0) return null
  return (
    <div className={styles.scroll}>
      <DataTable className={styles.table} aria-label="Effect of rounding">
        <thead>
          <tr>
            <th scope="col" className={styles.key}>
              All, {roundingLabel(question.rounding)}
            </th>
            {['As sent', 'Per event', 'Per line', 'Per total', 'Range'].map((head) => (
              <th key={head} scope="col" className={styles.number}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, figure }) => (
            <tr key={id}>
              <th scope="row" className={styles.key}>
                {name}
              </th>
              {kinds.map((kind) => (
                <td key={kind} className={styles.rounded} data-kind={kind} data-value={figure[kind] ?? ''}>
                  {alignedFigure(figure[kind], places)}
                </td>
              ))}
              <td className={styles.rounded} data-kind="apart" data-value={apart(figure)}>
                {groupedDigits(apart(figure))}
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </div>
  )
}

/** The difference between the largest and the smallest of the three. */
function apart({ perEvent, perLine, perTotal }: Figure): string {
  const three = [perEvent, perLine, perTotal].flatMap((text) => (text === null ? [] : [readPlain(text)]))
  const sorted = three.toSorted(compareDecimals)
  const [least, most] = [sorted[0], sorted.at(-1)]
  return least === undefined || most === undefined ? '0' : decimalText(minus(most, least))
}
