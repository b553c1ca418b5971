// An invoice that was checked, as it is held for the pages of its lines, and a line of it as the page, copies and the command
// show it.
import { decimalText } from '../../../../../shared/exact/decimal.ts'
import {
  type DocumentTotal,
  type InvoiceLine,
  type UnbilledGroup,
  VERDICT_WORDS,
} from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { plainMoney, plainNumber } from '../../../../../shared/worth/money-text.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { moneyWithCurrency } from './causes/figures.ts'
import type { Unbilled } from './invoice-equation.ts'
import type { JudgedLine, LineClass } from './judged-line.ts'
import type { SearchOptions } from './search-causes.ts'

export interface CheckedInvoice {
  lines: readonly JudgedLine[]
  /** By the line of the file. */
  totals: ReadonlyMap<number, DocumentTotal>
  unbilled: readonly Unbilled[]
  rules: WorthRules
  /** Of the rules; null: there were none. */
  version: string | null
  /** Rows that may be duplicates of one before them. */
  again: { has(row: number): boolean }
  /** Of usage lines that are held against events, by their places among all lines. */
  classOf: ReadonlyMap<number, LineClass>
  /** With which causes were searched. */
  options: SearchOptions
}

const LONGEST_CELL = 10_000
const text = (value: Parameters<typeof decimalText>[0] | null) => value && decimalText(value)
const cut = (cell: string | null) => cell?.slice(0, LONGEST_CELL) ?? null

/** Figures are plain decimals, as "1234.50". What the file says is cut at 10,000 UTF-16 units a cell. */
export function shownLine(line: JudgedLine, invoice: CheckedInvoice): InvoiceLine {
  const { at, paper, verdict, why, problems, byRules, currency, difference, doubt, alsoOn, causes } = line
  return {
    at,
    line: paper.line,
    item: paper.item.slice(0, LONGEST_CELL),
    customerSaid: cut(paper.customerSaid),
    customerId: cut(paper.customerId),
    eventCode: paper.means?.is === 'code' ? paper.means.code : null,
    period: paper.period,
    quantity: text(paper.quantity),
    unitPrice: text(paper.unitPrice),
    amount: text(paper.amount),
    currency,
    byRules,
    difference: difference && plainMoney(difference, currency),
    verdict,
    words: verdictWords(line, invoice),
    why: why.join(' '),
    doubt: doubt && plainMoney(doubt, currency),
    paper: [...problems],
    alsoOn,
    inUtc: inUtcOf(line),
    causes,
  }
}

/** What keeps a line that agrees from agreeing by days in UTC as well; null: nothing does. */
export function inUtcOf({ verdict, utc }: JudgedLine): InvoiceLine['inUtc'] {
  if (utc === null || !(verdict === 'agrees' || verdict === 'rounded' || verdict === 'in-doubt')) return null
  return utc.unread === null ? utc.other && 'differs' : 'not-read'
}

/** ", but its last hour (UTC) was not read", ", but 747.00 EUR if its month is cut in UTC"; empty where nothing is to be known. */
function utcWords(line: JudgedLine): string {
  const { utc, currency, verdict } = line
  if (utc === null || inUtcOf(line) === null) return ''
  const also = verdict === 'in-doubt' ? ', and' : ', but'
  if (utc.unread !== null) return `${also} ${utc.unread}`
  if (utc.other === null) return ''
  const worth = utc.other === 'not-known' ? 'not known' : moneyWithCurrency(utc.other, currency)
  return `${also} ${worth} if cut in UTC`
}

/** Whether another line of the same customer, code and period agrees, so that this one has their events once more. */
export function isSurelyTwice(line: JudgedLine, classOf: CheckedInvoice['classOf']): boolean {
  const lineClass = classOf.get(line.at)
  if (line.alsoOn === null || lineClass === undefined || lineClass.overlaps !== null) return false
  return lineClass.lines.some(({ verdict }) => verdict === 'agrees' || verdict === 'rounded' || verdict === 'in-doubt')
}

function verdictWords(line: JudgedLine, { totals, classOf }: CheckedInvoice): string {
  const { verdict, doubt, currency, causes, paper } = line
  switch (verdict) {
    case 'agrees':
    case 'rounded':
      return `${VERDICT_WORDS[verdict]}${utcWords(line)}`
    case 'in-doubt': {
      const money = doubt === null ? '' : `${moneyWithCurrency(doubt, currency)} `
      return `agrees, but ${money}possibly charged twice${utcWords(line)}`
    }
    case 'explained': {
      if (isSurelyTwice(line, classOf)) return 'billed twice'
      const [first, ...others] = causes?.fits ?? []
      if (first === undefined) return VERDICT_WORDS[verdict]
      return others.length === 0 ? `${VERDICT_WORDS[verdict]}: ${first.words}` : `${others.length + 1} possible causes`
    }
    case 'unexplained':
    case 'no-rule':
    case 'not-from-events':
    case 'not-covered':
      return VERDICT_WORDS[verdict]
    case 'total':
      return totalWords(totals.get(paper.line))
    default:
      return verdict satisfies never
  }
}

function totalWords(total: DocumentTotal | undefined): string {
  if (total?.holds === true) return 'lines add up'
  return total === undefined || total.holds === null ? 'not known' : 'lines do not add up'
}

/** @param at its place among all that is on no line, from 0 */
export function shownUnbilled(
  { group, placed, currency, events, worth, quantity }: Unbilled,
  at: number,
): UnbilledGroup {
  const segment = group.numbers.length === 1 ? group.segments.get(group.numbers[0] ?? 0) : undefined
  return {
    at,
    customerId: group.customerId,
    eventCode: group.eventCode,
    period: placed?.period ?? null,
    worth: {
      events,
      quantity: quantity && plainNumber(quantity),
      unit: group.unit ?? null,
      price: segment?.price == null ? null : plainNumber(segment.price),
      worth: plainMoney(worth, currency),
      currency,
    },
  }
}
