// Changes by group, in money: clicking a figure lists its events below.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ComparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FigureButton } from '../../ui/figure-button.tsx'
import { NO_FIGURE } from '../../ui/figure-text.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { signedFigure, unitWords } from '../../worth/money-words.ts'
import { CHANGE_WORDS, type ChangeLine, type Compared, conditionsOf, groupWords, keysOf } from './change-lines.ts'
import styles from './changes.module.css'
import type { ListedChanges } from './changes-props.ts'

interface ChangeTableProps {
  lines: readonly ChangeLine[]
  compared: Compared
  group: string
  amount: AmountChoice
  onList: (listed: ListedChanges) => void
}

/** The copied table has the rest. */
const MOST_LINES = 200

export function ChangeTable({ lines, compared, group, amount, onList }: ChangeTableProps) {
  const hasNeither = lines.some(({ neither }) => neither !== null)
  const isCounted = amount.name === null
  const list = (line: ChangeLine) => {
    const by = compared.money?.[line.kind] ?? NO_UNITS
    const words = `${CHANGE_WORDS[line.kind]}, ${shortened(groupWords(line.keys[0]), 60)}`
    onList({ kind: line.kind, where: conditionsOf(line, keysOf(group), by, amount.priced), words })
  }
  return (
    <div className={styles.scroll}>
      <DataTable className={styles.table} aria-label="Changes by group">
        <thead>
          <tr>
            <th scope="col">Change</th>
            {group !== 'nothing' && <th scope="col">{group}</th>}
            <th scope="col" className={styles.right}>
              Events
            </th>
            {!isCounted && (
              <>
                <th scope="col">Unit</th>
                <th scope="col" className={styles.right}>
                  Credit
                </th>
                <th scope="col" className={styles.right}>
                  Debit
                </th>
                {hasNeither && (
                  <th scope="col" className={styles.right}>
                    Neither
                  </th>
                )}
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, MOST_LINES).map((line) => {
            const count = Math.max(line.before, line.after)
            const name = shortened(groupWords(line.keys[0]), 80)
            return (
              <tr
                key={JSON.stringify([line.kind, line.keys, line.units])}
                data-change={line.kind}
                data-group={JSON.stringify([...line.keys.map((key) => key?.text ?? null), ...line.units])}
              >
                <td>{CHANGE_WORDS[line.kind]}</td>
                {group !== 'nothing' && <th scope="row">{name}</th>}
                <td className={styles.right}>
                  <FigureButton
                    label={`List ${countWords(count, 'event')}: ${CHANGE_WORDS[line.kind]}, ${name}`}
                    onClick={() => list(line)}
                  >
                    {grouped(count)}
                  </FigureButton>
                </td>
                {!isCounted && (
                  <>
                    <td>{unitWords(line.units) ?? 'not known'}</td>
                    <Figure name="credit" exact={line.credit} onClick={() => list(line)} of={name} />
                    <Figure name="debit" exact={line.debit} onClick={() => list(line)} of={name} />
                    {hasNeither && <Figure name="neither" exact={line.neither} onClick={() => list(line)} of={name} />}
                  </>
                )}
              </tr>
            )
          })}
        </tbody>
      </DataTable>
      {lines.length > MOST_LINES && (
        <p className={styles.note}>
          {countWords(lines.length - MOST_LINES, 'more line is', 'more lines are')} not shown; the copied table has them
          all.
        </p>
      )}
    </div>
  )
}

const NO_UNITS: Pick<ComparedTotals, 'by'> = { by: [] }

function Figure({ name, exact, of, onClick }: { name: string; exact: string | null; of: string; onClick: () => void }) {
  return (
    <td className={styles.right} data-figure={name} data-value={exact ?? ''}>
      {exact === null ? (
        NO_FIGURE
      ) : (
        <FigureButton label={`List the events of ${name} ${signedFigure(exact)}, ${of}`} onClick={onClick}>
          {signedFigure(exact)}
        </FigureButton>
      )}
    </td>
  )
}
