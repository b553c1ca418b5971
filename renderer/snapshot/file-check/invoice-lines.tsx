// The table "Lines" of a checked invoice: the paper as it came, beside it what the rules say, the difference and a verdict; below
// it what is on no line. Arrow keys go from line to line, and the one that is gone to is explained.
import { type KeyboardEvent, useRef } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { InvoiceLine, InvoicePaper, UnbilledGroup } from '../../../shared/snapshot/snapshot-invoice.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { CellButton, DataTable, TableHead } from '../../ui/data-table.tsx'
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
  const drawnLines = lines.map((line) => drawnLine(line, places, paper, isProven))
  const drawnGroups = unbilled.map((group) => drawnGroup(group, places, isProven))
  const all = [...drawnLines, ...drawnGroups]
  const isExplained = ({ of, at }: ExplainedOf) => explained?.of === of && explained.at === at
  // One stop for Tab among all lines: the one that is explained, else the first.
  const stop = all.find((line) => isExplained(line.is)) ?? all[0]
  const rowOf = (line: DrawnLine) => (
    <Row
      key={line.is.at}
      line={line}
      isExplained={isExplained(line.is)}
      isStop={line === stop}
      onExplain={() => onExplain(line.is)}
    />
  )

  function explainNext(event: KeyboardEvent) {
    const buttons = [...(table.current?.querySelectorAll<HTMLElement>('[data-explain]') ?? [])]
    const from = buttons.indexOf(event.target as HTMLElement)
    if (from < 0) return
    const to = stepOf(event.key, from, all.length)
    const next = all[to]
    if (next === undefined) return
    event.preventDefault()
    buttons[to]?.focus()
    onExplain(next.is)
  }
  return (
    <DataTable
      ref={table}
      className={`${ledger.table} ${styles.lines}`}
      aria-label="Lines"
      aria-busy={isBusy}
      onKeyDown={explainNext}
    >
      <TableHead heads={INVOICE_HEADS} numbers={FIGURES} />
      <tbody>{drawnLines.map(rowOf)}</tbody>
      {unbilled.length > 0 && (
        <tbody>
          <tr className={styles.section}>
            <th scope="rowgroup" colSpan={INVOICE_HEADS.length}>
              On no line
            </th>
          </tr>
          {drawnGroups.map(rowOf)}
        </tbody>
      )}
    </DataTable>
  )
}

export const INVOICE_HEADS = [
  '#',
  'Line',
  'Quantity',
  'Price',
  'Invoice',
  'By your price rules',
  'Difference',
  'Verdict',
]
const FIGURES = ['Quantity', 'Price', 'Invoice', 'By your price rules', 'Difference']

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

/** A line of the table, of the invoice or of events on no line, with its figures as they are drawn. */
interface DrawnLine {
  is: ExplainedOf
  place: string
  name: string
  quantity: string
  price: string
  invoice: string
  rules: string
  difference: string
  verdict: string
  tone: Tone
  /** What it comes to by the rules, exactly. */
  byRules: string | undefined
  data: Record<`data-${string}`, string | number>
}

function drawnLine(line: InvoiceLine, places: Places, paper: InvoicePaper, isProven: boolean): DrawnLine {
  const { at, quantity, unitPrice, amount, currency, byRules, verdict } = line
  const isTotal = verdict === 'total'
  const difference = drawnDifference(line)
  return {
    is: { of: 'line', at },
    place: grouped(line.line),
    name: itemWords(line.item),
    quantity: isTotal ? '' : figureOf(quantity, null),
    price: isTotal ? '' : figureOf(unitPrice, currency),
    invoice: moneyAt(amount, currency, places.invoice),
    rules: isTotal ? '' : moneyAt(byRules?.worth ?? null, byRules?.currency ?? null, places.rules),
    difference: difference === null ? NO_FIGURE : withSign(moneyAt(difference, currency, places.difference)),
    verdict: verdictWords(line, isProven),
    tone: toneOf(line, paper),
    byRules: byRules?.worth,
    data: { 'data-line': line.line, 'data-line-verdict': verdict, 'data-difference': line.difference ?? '' },
  }
}

function drawnGroup({ at, eventCode, worth }: UnbilledGroup, places: Places, isProven: boolean): DrawnLine {
  const { quantity, price, currency } = worth
  const missing = missingWorth(worth.worth)
  return {
    is: { of: 'unbilled', at },
    place: NO_FIGURE,
    name: groupWords(eventCode),
    quantity: figureOf(quantity, null),
    price: figureOf(price, currency),
    invoice: NO_FIGURE,
    rules: moneyAt(worth.worth, currency, places.rules),
    difference: withSign(moneyAt(missing, currency, places.difference)),
    verdict: notBilledWords(isProven),
    tone: 'warning',
    byRules: worth.worth,
    data: { 'data-unbilled': eventCode ?? '', 'data-difference': missing },
  }
}

export const notBilledWords = (isProven: boolean) => (isProven ? 'not billed' : 'not billed, of what was read')

/** A quantity, or a price with its currency's decimals. */
const figureOf = (text: string | null, currency: string | null) =>
  text === null ? NO_FIGURE : shortened(drawnMoney(text, currency), 40)

interface RowProps {
  line: DrawnLine
  isExplained: boolean
  isStop: boolean
  onExplain: () => void
}

function Row({ line, isExplained, isStop, onExplain }: RowProps) {
  return (
    <tr {...line.data} data-explained={isExplained || undefined} onClick={onExplain}>
      <td className={styles.place}>{line.place}</td>
      <th scope="row" className={ledger.key}>
        <CellButton
          data-explain
          tabIndex={isStop ? 0 : -1}
          aria-pressed={isExplained}
          title={line.name}
          onClick={(event) => {
            // The line around it does the same.
            event.stopPropagation()
            onExplain()
          }}
        >
          {line.name}
        </CellButton>
      </th>
      <td data-number>{line.quantity}</td>
      <td data-number>{line.price}</td>
      <td data-number>{line.invoice}</td>
      <td data-number data-by-rules={line.byRules}>
        {line.rules}
      </td>
      <td data-number>{line.difference}</td>
      <td>
        <span className={styles.badge} data-tone={line.tone} title={line.verdict}>
          {line.verdict}
        </span>
      </td>
    </tr>
  )
}
