// The lines of an invoice that was held against a snapshot, as the paper has them, beside them what the rules say;
// below them what is on no line. A copy has more of each than the screen and the printed pages.

import { decimalText, minus, readPlain } from '../exact/decimal.ts'
import { grouped } from '../exact/grouped-digits.ts'
import type {
  InvoiceDocument,
  InvoiceLine,
  InvoiceRowsOf,
  LineVerdict,
  UnbilledGroup,
} from '../snapshot/snapshot-invoice.ts'
import { asFarAsRead } from '../snapshot/verdict-name.ts'
import { moneyText } from '../worth/money-text.ts'
import { BY_PRICE_RULES } from '../worth/worth.ts'
import type { FigureColumn, FigureRow, FigureTable } from './figure-description.ts'
import { type FigureValue, numberValue, textValue, valueColumn } from './figure-description.ts'

/** An item or a code is cut there. */
export const ITEM_CHARACTERS = 60

/** "Line without an item" where it is blank. */
export const itemText = (item: string): string => (item.trim() === '' ? 'Line without an item' : item)

/** "Events without a code" for null, "Events with an empty code" for "". */
export function codeText(eventCode: string | null): string {
  if (eventCode === null) return 'Events without a code'
  return eventCode.trim() === '' ? 'Events with an empty code' : eventCode
}

/** What is on no line is missing on the invoice. @param worth a plain decimal */
export const missingWorth = (worth: string): string => decimalText(minus(readPlain('0'), readPlain(worth)))

/** Whether it is worth a sign: "0", "0.00" and no difference are none. */
export const isDifference = (difference: string | null): difference is string =>
  difference !== null && readPlain(difference).digits !== 0n

/** Verdicts that say something of events, and so of what was read of them. */
const OF_EVENTS: ReadonlySet<LineVerdict> = new Set(['agrees', 'rounded', 'in-doubt', 'explained', 'unexplained'])

/** "possible cause: month cut in UTC"; "agrees, of what was read". */
const verdictWords = ({ verdict, words }: Pick<InvoiceLine, 'verdict' | 'words'>, isWhole: boolean): string =>
  asFarAsRead(words, isWhole || !OF_EVENTS.has(verdict))

/** How a verdict is drawn. */
export type VerdictTone = 'good' | 'warning' | 'danger' | 'plain'

/**
 * A total that is not the sum of its lines is wrong; a line that agrees only if its days are those of UTC is doubtful.
 */
function toneOf(
  { verdict, line, inUtc }: Pick<InvoiceLine, 'verdict' | 'line' | 'inUtc'>,
  { totals }: Pick<InvoiceDocument, 'totals'>,
): VerdictTone {
  switch (verdict) {
    case 'agrees':
    case 'rounded':
      return inUtc === null ? 'good' : 'warning'
    case 'total': {
      const holds = totals.find((one) => one.line === line)?.holds ?? null
      return holds === null ? 'plain' : holds ? 'good' : 'danger'
    }
    case 'in-doubt':
    case 'explained':
      return 'warning'
    case 'unexplained':
      return 'danger'
    case 'no-rule':
    case 'not-from-events':
    case 'not-covered':
      return 'plain'
  }
}

/** A line, or what is on none, by its place among all of them. */
export type InvoicePlace = Extract<InvoiceRowsOf, { of: 'line' | 'unbilled' }>

/** Either of them, as its row says it. Figures are plain decimals; null: none. */
interface InvoiceRow {
  /** Null: it is on none. */
  line: InvoiceLine | null
  item: string
  /** Whether it states a sum, beside which stand no quantity, price or worth. */
  isTotal: boolean
  quantity: string | null
  price: string | null
  amount: string | null
  currency: string | null
  byRules: { worth: string; currency: string | null } | null
  /** Null where none is said: also of a line that agrees. */
  difference: string | null
  verdict: string
  tone: VerdictTone
  place: InvoicePlace
  isExplained: boolean
}

interface InvoiceTable {
  lines: readonly InvoiceLine[]
  unbilled: readonly UnbilledGroup[]
  paper: Pick<InvoiceDocument, 'totals'>
  /** Whether the snapshot is complete. */
  isWhole: boolean
  /** This one is explained beside it; null: none. */
  explained: InvoicePlace | null
}

/** One stop for Tab among all rows; the one that the arrow keys go to is explained. */
export function invoiceTable({
  lines,
  unbilled,
  paper,
  isWhole,
  explained,
}: InvoiceTable): FigureTable<InvoiceRow, InvoicePlace> {
  const isExplained = ({ of, at }: InvoicePlace) => explained?.of === of && explained.at === at
  const rowOf = (row: InvoiceRow, data: FigureRow<InvoiceRow>['data']): FigureRow<InvoiceRow, InvoicePlace> => ({
    id: `${row.place.of} ${row.place.at}`,
    of: row,
    name: [itemText(row.item)],
    data: { ...data, 'data-explained': row.isExplained ? 'true' : undefined },
    act: { does: 'explain', of: row.place },
  })
  return {
    name: 'Lines',
    columns: INVOICE_COLUMNS,
    blocks: [
      {
        id: 'lines',
        rows: lines.map((line) => {
          const place: InvoicePlace = { of: 'line', at: line.at }
          return rowOf(
            {
              ...lineRow(line),
              verdict: verdictWords(line, isWhole),
              tone: toneOf(line, paper),
              place,
              isExplained: isExplained(place),
            },
            { 'data-line': line.line, 'data-line-verdict': line.verdict, 'data-difference': line.difference ?? '' },
          )
        }),
      },
      ...(unbilled.length === 0
        ? []
        : [
            {
              id: 'unbilled',
              heading: { text: 'On no line', as: 'head' as const },
              stands: 'apart' as const,
              rows: unbilled.map((group) => {
                const place: InvoicePlace = { of: 'unbilled', at: group.at }
                return rowOf(
                  {
                    ...unbilledRow(group),
                    verdict: notBilledWords(isWhole),
                    tone: 'warning',
                    place,
                    isExplained: isExplained(place),
                  },
                  { 'data-unbilled': group.eventCode ?? '', 'data-difference': missingWorth(group.worth.worth) },
                )
              }),
            },
          ]),
    ],
    scaleOver: 'table',
    stops: 'rows',
  }
}

const notBilledWords = (isWhole: boolean) => (isWhole ? 'not billed' : 'not billed, of what was read')

type SaidRow = Omit<InvoiceRow, 'verdict' | 'tone' | 'place' | 'isExplained'>

function lineRow(line: InvoiceLine): SaidRow {
  const { item, verdict, quantity, unitPrice, amount, currency, byRules, difference } = line
  return {
    line,
    item,
    isTotal: verdict === 'total',
    quantity,
    price: unitPrice,
    amount,
    currency,
    byRules,
    difference: isDifference(difference) || verdict === 'explained' || verdict === 'unexplained' ? difference : null,
  }
}

const unbilledRow = ({ eventCode, worth }: UnbilledGroup): SaidRow => ({
  line: null,
  item: codeText(eventCode),
  isTotal: false,
  quantity: worth.quantity,
  price: worth.price,
  amount: null,
  currency: worth.currency,
  byRules: worth,
  difference: missingWorth(worth.worth),
})

/** A stated sum has nothing where others have a figure, and no sign that it is missing. */
const besideTotal = ({ isTotal }: InvoiceRow) => (isTotal ? { shown: [] } : {})

const moneyValue = (exact: string | null | undefined, currency: string | null): FigureValue =>
  numberValue(exact == null ? null : moneyText(exact, currency))

type InvoiceColumn = FigureColumn<InvoiceRow, InvoicePlace>

/** A column that only a copy has. */
const copied = (
  id: string,
  head: string,
  kind: 'text' | 'number',
  of: (line: InvoiceLine) => FigureValue,
): InvoiceColumn => ({ id, head, kind, on: ['copy'], cell: ({ line }) => line && { value: of(line) } })

const INVOICE_COLUMNS: readonly InvoiceColumn[] = [
  {
    id: 'place',
    head: '#',
    copiedHead: 'Line',
    kind: 'place',
    cell: ({ line }) => ({
      value: numberValue(line?.line),
      shown: [{ text: line === null ? '–' : grouped(line.line) }],
    }),
  },
  copied('customer', 'Customer', 'text', ({ customerId, customerSaid }) => textValue(customerId ?? customerSaid)),
  {
    id: 'line',
    head: 'Line',
    copiedHead: 'Item',
    kind: 'text',
    isRowHead: true,
    isStop: true,
    cell: ({ item, place, isExplained }) => ({
      value: textValue(item),
      shown: [{ text: itemText(item), cut: ITEM_CHARACTERS }],
      act: { does: 'explain', of: place, title: { is: 'text' }, isPressed: isExplained },
    }),
  },
  copied('code', 'Event code', 'text', ({ eventCode }) => textValue(eventCode)),
  copied('from', 'From', 'text', ({ period }) => textValue(period?.from)),
  copied('until', 'Until', 'text', ({ period }) => textValue(period?.until)),
  {
    id: 'quantity',
    head: 'Quantity',
    kind: 'quantity',
    cell: (row) => ({ value: numberValue(row.quantity), ...besideTotal(row) }),
  },
  {
    id: 'price',
    head: 'Price',
    copiedHead: 'Unit price',
    kind: 'number',
    cell: (row) => ({ value: numberValue(row.price), currency: row.currency, ...besideTotal(row) }),
  },
  {
    id: 'amount',
    head: 'Invoice',
    copiedHead: 'Amount',
    kind: 'number',
    scale: 'amount',
    cell: ({ amount, currency }) => ({ value: moneyValue(amount, currency), currency }),
  },
  copied('currency', 'Currency', 'text', ({ currency }) => textValue(currency)),
  copied('events', 'Events', 'number', ({ byRules }) => numberValue(byRules?.events)),
  copied('rules quantity', 'Quantity by the rules', 'number', ({ byRules }) => numberValue(byRules?.quantity)),
  copied('rules price', 'Price by the rules', 'number', ({ byRules }) => numberValue(byRules?.price)),
  {
    id: 'rules',
    head: BY_PRICE_RULES,
    copiedHead: 'By the rules',
    kind: 'number',
    scale: 'rules',
    cell: (row) => {
      const currency = row.byRules?.currency ?? null
      return {
        value: moneyValue(row.byRules?.worth, currency),
        currency,
        ...besideTotal(row),
        data: { 'data-by-rules': row.byRules?.worth },
      }
    },
  },
  copied('rules currency', 'Currency by the rules', 'text', ({ byRules }) => textValue(byRules?.currency)),
  {
    id: 'difference',
    head: 'Difference',
    kind: 'difference',
    on: ['screen', 'paper'],
    scale: 'difference',
    cell: ({ difference, currency }) => ({ value: numberValue(difference), currency }),
  },
  // The column is there also where no line has a difference.
  copied('any difference', 'Difference', 'number', ({ difference, currency }) => moneyValue(difference, currency)),
  copied('doubt', 'In doubt', 'number', ({ doubt, currency }) => moneyValue(doubt, currency)),
  {
    id: 'verdict',
    head: 'Verdict',
    kind: 'verdict',
    cell: ({ verdict, tone }) => ({ value: textValue(verdict), verdict: tone }),
  },
  copied('why', 'Why', 'text', ({ paper, causes, why }) => {
    const [only] = causes?.fits ?? []
    return textValue([...paper, only?.sentence, why].filter(Boolean).join(' ') || null)
  }),
]

/** Tells what is on no line as a copy has it, below the lines. */
export const unbilledTable = (groups: readonly UnbilledGroup[]): FigureTable<UnbilledGroup> => ({
  name: 'On no line',
  columns: UNBILLED_COLUMNS,
  blocks: [{ id: 'all', rows: groups.map((group) => ({ id: String(group.at), of: group, name: [] })) }],
  scaleOver: 'table',
})

const UNBILLED_COLUMNS: readonly FigureColumn<UnbilledGroup>[] = [
  valueColumn('customer', 'Customer', 'text', ({ customerId }) => textValue(customerId)),
  valueColumn('code', 'Event code', 'text', ({ eventCode }) => textValue(eventCode)),
  valueColumn('from', 'From', 'text', ({ period }) => textValue(period?.from)),
  valueColumn('until', 'Until', 'text', ({ period }) => textValue(period?.until)),
  valueColumn('events', 'Events', 'number', ({ worth }) => numberValue(worth.events)),
  valueColumn('quantity', 'Quantity', 'number', ({ worth }) => numberValue(worth.quantity)),
  valueColumn('price', 'Price', 'number', ({ worth }) => numberValue(worth.price)),
  valueColumn('worth', 'Worth', 'number', ({ worth }) => moneyValue(worth.worth, worth.currency)),
  valueColumn('currency', 'Currency', 'text', ({ worth }) => textValue(worth.currency)),
]
