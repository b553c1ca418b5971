// The table "Lines" of a checked invoice: the paper as it came, beside it what the rules say, the difference and a verdict; below
// it what is on no line. Arrow keys go from line to line, and the one that is gone to is explained.
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { InvoiceLine, InvoicePaper, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import { drawnMoney } from '../../worth/money-words.ts'
import type { ExplainedOf } from '../store/file-check-state.ts'
import { groupWords, missingWorth } from './explanation.ts'
import styles from './invoice.module.css'
import { isDifference, itemWords, type Tone, toneOf, verdictWords } from './invoice-words.ts'
import ledger from './ledger.module.css'

interface InvoiceLinesProps {
  lines: readonly InvoiceLine[]
  unbilled: readonly UnbilledGroup[]
  paper: InvoicePaper
  /** Whether the snapshot is complete. */
  isProven: boolean
  /** Which one is explained; null: none. */
  explained: ExplainedOf | null
  isBusy?: boolean
  onExplain: (explained: ExplainedOf) => void
}

export function InvoiceLines(props: InvoiceLinesProps) {
  const { lines, unbilled, paper, isProven, explained, isBusy = false, onExplain } = props
  const table = useRef<HTMLTableElement>(null)
  const places = placesOf(lines, unbilled)
  const isExplained = (of: ExplainedOf['of'], at: number) => explained?.of === of && explained.at === at
  const all: ExplainedOf[] = [
    ...lines.map(({ at }) => ({ of: 'line' as const, at })),
    ...unbilled.map(({ at }) => ({ of: 'unbilled' as const, at })),
  ]
  // One stop for Tab among all lines: the one that is explained, else the first.
  const stop = all.find(({ of, at }) => isExplained(of, at)) ?? all[0]
  const isStop = (of: ExplainedOf['of'], at: number) => stop?.of === of && stop.at === at

  function explainNext(event: KeyboardEvent) {
    const buttons = [...(table.current?.querySelectorAll<HTMLElement>('[data-explain]') ?? [])]
    const from = buttons.indexOf(event.target as HTMLElement)
    if (from < 0) return
    const to = stepOf(event.key, from, all.length)
    const next = all[to]
    if (next === undefined) return
    event.preventDefault()
    buttons[to]?.focus()
    onExplain(next)
  }
  return (
    <DataTable
      ref={table}
      className={`${ledger.table} ${styles.lines}`}
      aria-label="Lines"
      aria-busy={isBusy}
      onKeyDown={explainNext}
    >
      <LineHeads />
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.at}
            data-line={line.line}
            data-line-verdict={line.verdict}
            data-difference={line.difference ?? ''}
            data-explained={isExplained('line', line.at) || undefined}
            onClick={() => onExplain({ of: 'line', at: line.at })}
          >
            <LineCells
              line={line}
              places={places}
              badge={<Badge tone={toneOf(line, paper)}>{verdictWords(line, isProven)}</Badge>}
              name={
                <ExplainButton
                  isExplained={isExplained('line', line.at)}
                  isStop={isStop('line', line.at)}
                  onClick={() => onExplain({ of: 'line', at: line.at })}
                >
                  {itemWords(line.item)}
                </ExplainButton>
              }
            />
          </tr>
        ))}
      </tbody>
      {unbilled.length > 0 && (
        <tbody>
          <tr className={styles.section}>
            <th scope="rowgroup" colSpan={INVOICE_HEADS.length}>
              On no line
            </th>
          </tr>
          {unbilled.map((group) => (
            <tr
              key={group.at}
              data-unbilled={group.eventCode ?? ''}
              data-difference={missingWorth(group.worth.worth)}
              data-explained={isExplained('unbilled', group.at) || undefined}
              onClick={() => onExplain({ of: 'unbilled', at: group.at })}
            >
              <UnbilledCells
                group={group}
                places={places}
                isProven={isProven}
                name={
                  <ExplainButton
                    isExplained={isExplained('unbilled', group.at)}
                    isStop={isStop('unbilled', group.at)}
                    onClick={() => onExplain({ of: 'unbilled', at: group.at })}
                  >
                    {groupWords(group.eventCode)}
                  </ExplainButton>
                }
              />
            </tr>
          ))}
        </tbody>
      )}
    </DataTable>
  )
}

export const INVOICE_HEADS = ['#', 'Line', 'Quantity', 'Price', 'Invoice', 'By the rules', 'Difference', 'Verdict']
const FIGURES: ReadonlySet<string> = new Set(['Quantity', 'Price', 'Invoice', 'By the rules', 'Difference'])

const LineHeads = () => (
  <thead>
    <tr>
      {INVOICE_HEADS.map((head) => (
        <th key={head} scope="col" className={FIGURES.has(head) ? ledger.number : undefined}>
          {head}
        </th>
      ))}
    </tr>
  </thead>
)

/** The line to go to, or -1. */
function stepOf(key: string, from: number, count: number): number {
  switch (key) {
    case 'ArrowDown':
      return from + 1
    case 'ArrowUp':
      return from - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return -1
  }
}

interface ExplainButtonProps {
  isExplained: boolean
  isStop: boolean
  onClick: () => void
  children: string
}

function ExplainButton({ isExplained, isStop, onClick, children }: ExplainButtonProps) {
  return (
    <button
      type="button"
      className={ledger.figure}
      data-explain
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isExplained}
      title={children}
      onClick={(event) => {
        // The line around it does the same.
        event.stopPropagation()
        onClick()
      }}
    >
      {children}
    </button>
  )
}

type Places = ReturnType<typeof placesOf>

/** Money of a column is drawn at one scale. */
function placesOf(lines: readonly InvoiceLine[], unbilled: readonly UnbilledGroup[]) {
  const money = (text: string | null, currency: string | null) => text && moneyText(text, currency)
  const worths = unbilled.map(({ worth }) => money(worth.worth, worth.currency))
  return {
    invoice: columnPlaces(lines.map(({ amount, currency }) => money(amount, currency))),
    rules: columnPlaces([...lines.map(({ byRules: by }) => by && money(by.worth, by.currency)), ...worths]),
    difference: columnPlaces([...lines.map((line) => money(drawnDifference(line), line.currency)), ...worths]),
  }
}

/** Null where none is drawn: also of a line that agrees. */
export const drawnDifference = ({ difference, verdict }: InvoiceLine) =>
  isDifference(difference) || verdict === 'explained' || verdict === 'unexplained' ? difference : null

const moneyAt = (text: string | null, currency: string | null, places: number) =>
  alignedFigure(text && moneyText(text, currency), places)

interface LineCellsProps {
  line: InvoiceLine
  places: Places
  name: ReactNode
  badge: ReactNode
}

function LineCells({ line, places, name, badge }: LineCellsProps) {
  const { quantity, unitPrice, amount, currency, byRules, verdict } = line
  const isTotal = verdict === 'total'
  const difference = drawnDifference(line)
  return (
    <>
      <td className={styles.place}>{grouped(line.line)}</td>
      <th scope="row" className={ledger.key}>
        {name}
      </th>
      <td className={ledger.number}>{isTotal ? '' : figureOf(quantity, null)}</td>
      <td className={ledger.number}>{isTotal ? '' : figureOf(unitPrice, currency)}</td>
      <td className={ledger.number}>{moneyAt(amount, currency, places.invoice)}</td>
      <td className={ledger.number} data-by-rules={byRules?.worth}>
        {isTotal ? '' : moneyAt(byRules?.worth ?? null, byRules?.currency ?? null, places.rules)}
      </td>
      <td className={ledger.number}>
        {difference === null ? NO_FIGURE : withSign(moneyAt(difference, currency, places.difference))}
      </td>
      <td>{badge}</td>
    </>
  )
}

export const notBilledWords = (isProven: boolean) => (isProven ? 'not billed' : 'not billed, of what was read')

interface UnbilledCellsProps {
  group: UnbilledGroup
  places: Places
  isProven: boolean
  name: ReactNode
}

function UnbilledCells({ group: { worth }, places, isProven, name }: UnbilledCellsProps) {
  const { quantity, price, currency } = worth
  return (
    <>
      <td className={styles.place}>{NO_FIGURE}</td>
      <th scope="row" className={ledger.key}>
        {name}
      </th>
      <td className={ledger.number}>{figureOf(quantity, null)}</td>
      <td className={ledger.number}>{figureOf(price, currency)}</td>
      <td className={ledger.number}>{NO_FIGURE}</td>
      <td className={ledger.number} data-by-rules={worth.worth}>
        {moneyAt(worth.worth, currency, places.rules)}
      </td>
      <td className={ledger.number}>{withSign(moneyAt(missingWorth(worth.worth), currency, places.difference))}</td>
      <td>
        <Badge tone="warning">{notBilledWords(isProven)}</Badge>
      </td>
    </>
  )
}

/** A quantity, or a price with its currency's decimals. */
const figureOf = (text: string | null, currency: string | null) =>
  text === null ? NO_FIGURE : shortened(drawnMoney(text, currency), 40)

const Badge = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={styles.badge} data-tone={tone} title={children}>
    {children}
  </span>
)
