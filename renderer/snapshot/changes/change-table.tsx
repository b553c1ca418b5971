// Changes by group, in money. Clicking a figure lists its events below the table.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { KeyName } from '../../case/shown-names.tsx'
import common from '../../ui/common.module.css'
import { DataTable, FigureButton, TableHead } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { NO_FIGURE } from '../../ui/figure-text.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { signedFigure, signedMoney } from '../../worth/money-words.ts'
import {
  CHANGE_FIGURES,
  CHANGE_WORDS,
  type ChangeFigure,
  type ChangeLine,
  type Compared,
  changeLines,
  conditionsOf,
  FIGURE_HEADS,
  groupWords,
  keysOf,
} from './change-lines.ts'
import styles from './changes.module.css'
import type { ListedChanges } from './changes-props.ts'

interface ChangeTableProps {
  compared: Compared
  group: string
  amount: AmountChoice
  onList: (listed: ListedChanges) => void
}

/** Drawn; the copied table has the rest. */
const MOST_LINES = 200

export function ChangeTable({ compared, group, amount, onList }: ChangeTableProps) {
  const lines = changeLines(compared.worth)
  const figures = CHANGE_FIGURES.filter((figure) => lines.some((line) => line.figures[figure] !== null))
  const figureHeads = figures.map((figure) => FIGURE_HEADS[figure])
  const isAnyMissed = lines.some(({ without }) => without !== null)
  const heads = ['Change', ...(group === 'nothing' ? [] : [group]), 'Events', 'Unit']
  const list = (line: ChangeLine) => {
    const words = `${CHANGE_WORDS[line.kind]}, ${shortened(groupWords(line.keys[0]), 60)}`
    onList({ kind: line.kind, where: conditionsOf(line, keysOf(group), compared.worth, amount.priced), words })
  }
  return (
    <div className={common.scroll}>
      <DataTable className={styles.table} aria-label="Changes by group">
        <TableHead
          heads={[...heads, ...figureHeads, ...(isAnyMissed ? ['Not in the sum'] : [])]}
          numbers={['Events', ...figureHeads]}
        />
        <tbody>
          {lines.slice(0, MOST_LINES).map((line) => {
            const count = Math.max(line.before, line.after)
            const name = shortened(groupWords(line.keys[0]), 80)
            return (
              <tr
                key={JSON.stringify([line.kind, line.keys, line.unit])}
                data-change={line.kind}
                data-group={JSON.stringify([
                  ...line.keys.map((key) => key?.text ?? null),
                  ...(line.units ?? [line.currency]),
                  ...(line.code === undefined ? [] : [line.code]),
                ])}
              >
                <td>{CHANGE_WORDS[line.kind]}</td>
                {group !== 'nothing' && (
                  <th scope="row">
                    {name}
                    <KeyName of={group} id={line.keys[0]?.text} />
                  </th>
                )}
                <td data-number>
                  <FigureButton
                    label={`List ${countWords(count, 'event')}: ${CHANGE_WORDS[line.kind]}, ${name}`}
                    onClick={() => list(line)}
                  >
                    {grouped(count)}
                  </FigureButton>
                </td>
                <td>{shortened(line.unit, 80)}</td>
                {figures.map((figure) => (
                  <Figure key={figure} name={figure} line={line} groupName={name} onClick={() => list(line)} />
                ))}
                {isAnyMissed && <td>{line.without ?? ''}</td>}
              </tr>
            )
          })}
        </tbody>
      </DataTable>
      {lines.length > MOST_LINES && (
        <p className={common.hint}>
          {countWords(lines.length - MOST_LINES, 'more line is', 'more lines are')} not shown; the copied table has them
          all.
        </p>
      )}
    </div>
  )
}

interface FigureProps {
  name: ChangeFigure
  line: ChangeLine
  groupName: string
  onClick: () => void
}

function Figure({ name, line: { figures, units, currency }, groupName, onClick }: FigureProps) {
  const exact = figures[name]
  const text = exact === null ? NO_FIGURE : units === null ? signedMoney(exact, currency) : signedFigure(exact)
  return (
    <td data-number data-figure={name} data-value={exact ?? ''}>
      {exact === null ? (
        text
      ) : (
        <FigureButton label={`List the events of ${name} ${text}, ${groupName}`} onClick={onClick}>
          {text}
        </FigureButton>
      )}
    </td>
  )
}
