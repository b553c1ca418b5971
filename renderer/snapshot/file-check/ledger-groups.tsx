// The table "Ledger": a group an outcome, with its lines, its events and the money of both sides, a currency each line.
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import {
  type LedgerGroup,
  type LedgerMoney,
  type Outcome,
  outcomeWords,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import common from '../../ui/common.module.css'
import { CellButton, DataTable, TableHead } from '../../ui/data-table.tsx'
import { alignedFigure, columnPlaces, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import type { CheckedLedger } from '../store/file-check-state.ts'
import { moneyKindWords, NOT_KNOWN } from './checked-words.ts'
import file from './file-check.module.css'
import styles from './ledger.module.css'

interface LedgerGroupsProps {
  answer: CheckedLedger
  isProven: boolean
  chosen: Outcome
  onGroup: (outcome: Outcome) => void
  onEvents: (outcome: Outcome) => void
}

const HEADS = ['Outcome', 'Lines', 'Events', 'Money', 'In the file', 'In the snapshot', 'Difference']
const NUMBERS = HEADS.filter((head) => head !== 'Outcome' && head !== 'Money')

export function LedgerGroups({ answer, isProven, chosen, onGroup, onEvents }: LedgerGroupsProps) {
  const { groups, equation } = answer
  const places = placesOf([...groups.flatMap(({ money }) => money), ...equation])
  const isWithout = groups.some(({ linesWithout, eventsWithout }) => linesWithout + eventsWithout > 0)
  return (
    <div className={`${common.box} ${file.box}`}>
      <div className={common.scroll}>
        <DataTable className={`${styles.table} ${styles.groups}`} aria-label="Ledger">
          <TableHead heads={isWithout ? [...HEADS, 'Without an amount'] : HEADS} numbers={NUMBERS} />
          {groups.map((group) => (
            <Group
              key={group.outcome}
              group={group}
              words={outcomeWords(group.outcome, isProven)}
              isChosen={group.outcome === chosen}
              places={places}
              isWithout={isWithout}
              onGroup={onGroup}
              onEvents={onEvents}
            />
          ))}
          <tfoot>
            {rowsOf(equation).map((money, at, { length: rowSpan }) => (
              <tr key={money === null ? '' : `${money.of} ${money.currency}`} data-all>
                {at === 0 && (
                  <>
                    <th scope="row" rowSpan={rowSpan} className={styles.key}>
                      All
                    </th>
                    <td rowSpan={rowSpan} data-number>
                      {grouped(answer.lines)}
                    </td>
                    <td rowSpan={rowSpan} data-number>
                      {grouped(answer.events)}
                    </td>
                  </>
                )}
                <MoneyCells money={money} places={places} />
                {isWithout && <td />}
              </tr>
            ))}
          </tfoot>
        </DataTable>
      </div>
    </div>
  )
}

interface GroupProps extends Pick<LedgerGroupsProps, 'onGroup' | 'onEvents'> {
  group: LedgerGroup
  words: string
  isChosen: boolean
  places: Places
  isWithout: boolean
}

/** A group without money is one row all the same. */
const rowsOf = (money: readonly LedgerMoney[]): readonly (LedgerMoney | null)[] => (money.length === 0 ? [null] : money)

function Group({ group, words, isChosen, places, isWithout, onGroup, onEvents }: GroupProps) {
  const { outcome, lines, events, money, linesWithout, eventsWithout } = group
  const rows = rowsOf(money)
  const span = { rowSpan: rows.length }
  return (
    <tbody data-chosen={isChosen || undefined}>
      {rows.map((one, at) => (
        <tr
          key={one === null ? '' : `${one.of} ${one.currency}`}
          {...(at === 0 ? { 'data-outcome': outcome, 'data-lines': lines, 'data-events': events } : {})}
        >
          {at === 0 && (
            <>
              <th scope="row" {...span} className={styles.key}>
                <CellButton aria-pressed={isChosen} onClick={() => onGroup(outcome)}>
                  {words}
                </CellButton>
              </th>
              <td {...span} data-number>
                {lines === 0 ? NO_FIGURE : grouped(lines)}
              </td>
              <td {...span} data-number>
                {events === 0 ? (
                  NO_FIGURE
                ) : (
                  <CellButton
                    title="Show these events"
                    aria-label={`${words}: ${countWords(events, 'event')}. Show these events`}
                    onClick={() => onEvents(outcome)}
                  >
                    {grouped(events)}
                  </CellButton>
                )}
              </td>
            </>
          )}
          <MoneyCells money={one} places={places} />
          {isWithout && at === 0 && (
            <td {...span} className={common.dim}>
              {withoutWords(linesWithout, eventsWithout)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}

function MoneyCells({ money, places }: { money: LedgerMoney | null; places: Places }) {
  if (money === null) {
    return (
      <>
        <td className={common.dim} />
        {FIGURES.map((figure) => (
          <td key={figure} data-number>
            {NO_FIGURE}
          </td>
        ))}
      </>
    )
  }
  return (
    <>
      <td className={common.dim}>{moneyKindWords(money)}</td>
      {FIGURES.map((figure) => {
        const exact = money[figure]
        const text = exact === null ? NOT_KNOWN : alignedFigure(moneyText(exact, money.currency), places[figure])
        return (
          <td
            key={figure}
            data-number
            data-figure={figure}
            data-money={money.of}
            data-currency={money.currency ?? undefined}
            data-value={exact ?? undefined}
          >
            {figure === 'difference' && exact !== null ? withSign(text) : text}
          </td>
        )
      })}
    </>
  )
}

const FIGURES = ['file', 'snapshot', 'difference'] as const

type Places = Record<(typeof FIGURES)[number], number>

/** Points stand below one another, column by column. */
function placesOf(all: readonly LedgerMoney[]): Places {
  const most = (figure: (typeof FIGURES)[number]) =>
    columnPlaces(all.flatMap((money) => (money[figure] === null ? [] : [moneyText(money[figure], money.currency)])))
  return { file: most('file'), snapshot: most('snapshot'), difference: most('difference') }
}

function withoutWords(lines: number, events: number): string {
  return [lines > 0 && countWords(lines, 'line'), events > 0 && countWords(events, 'event')].filter(Boolean).join(', ')
}
