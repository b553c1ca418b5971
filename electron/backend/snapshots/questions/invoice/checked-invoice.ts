// An invoice that was checked, as it is held for the pages of its lines, and a line of it as the page, copies and the
// command show it.
import { type Decimal, decimalText } from '../../../../../shared/exact/decimal.ts'
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
  /** All lines, in the order of the file. */
  lines: readonly JudgedLine[]
  /** Lines that state a sum, by their line in the file. */
  totals: ReadonlyMap<number, DocumentTotal>
  /** Events that are on no line, by customer, code and period. */
  unbilled: readonly Unbilled[]
  rules: WorthRules
  /** The version of the rules; null: there were none. */
  version: string | null
  /** The rows of the snapshot that may be duplicates of one before them. */
  repeated: { has(row: number): boolean }
  /** The class of each usage line that has events, by the line's index among all lines (`JudgedLine.at`). */
  classOf: ReadonlyMap<number, LineClass>
  /** The causes of differences were searched with these. */
  options: SearchOptions
}

/** A cell is shown with so many UTF-16 units. */
const LONGEST_CELL = 10_000
const cut = (cell: string | null) => cell?.slice(0, LONGEST_CELL) ?? null
const text = (value: Decimal | null) => value && decimalText(value)

/**
 * A line as it is shown, with its verdict in words. Figures are plain decimals, as "1234.50". What the file says is cut
 * at 10,000 UTF-16 units a cell.
 * @param invoice the one that the line is of: a line is shown by what others of its class, and totals, were found to be
 */
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

/** Whether what the line bills agrees with its events, be it that some of them may be duplicates. */
const doesAgree = ({ verdict }: JudgedLine) => verdict === 'agrees' || verdict === 'rounded' || verdict === 'in-doubt'

/**
 * A line that agrees by days of the billing zone, but says its period in UTC, may not agree by days of UTC: `differs`,
 * its events come to something else there; `not-read`, some of the events that it would have there were not read. Null
 * for all other lines.
 */
export function inUtcOf(line: JudgedLine): InvoiceLine['inUtc'] {
  const { utc } = line
  if (utc === null || !doesAgree(line)) return null
  if (utc.unread !== null) return 'not-read'
  return utc.other === null ? null : 'differs'
}

/**
 * Tells what `inUtcOf` found, to follow the verdict: ", but its last hour (UTC) was not read", ", but 747.00 EUR if cut
 * in UTC". Empty where it found nothing.
 */
function utcWords(line: JudgedLine): string {
  const { utc, currency, verdict } = line
  if (utc === null || inUtcOf(line) === null) return ''
  const also = verdict === 'in-doubt' ? ', and' : ', but'
  if (utc.unread !== null) return `${also} ${utc.unread}`
  if (utc.other === null) return ''
  const worth = utc.other === 'not-known' ? 'not known' : moneyWithCurrency(utc.other, currency)
  return `${also} ${worth} if cut in UTC`
}

/**
 * Whether this line surely bills events a second time: they are on another line too (`alsoOn`), and one line of the
 * same customer, code, currency and period agrees with all of them. It is not sure where the period overlaps an earlier
 * one, which may have only some of them.
 */
export function isSurelyTwice(line: JudgedLine, classOf: CheckedInvoice['classOf']): boolean {
  const lineClass = classOf.get(line.at)
  if (line.alsoOn === null || lineClass === undefined || lineClass.overlaps !== null) return false
  return lineClass.lines.some(doesAgree)
}

/** The verdict in short, with what is known: "agrees, but 12.00 EUR possibly charged twice", "2 possible causes". */
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
  }
}

/** Whether the lines before a stated sum add up to it. */
function totalWords(total: DocumentTotal | undefined): string {
  if (total?.holds === true) return 'lines add up'
  return total === undefined || total.holds === null ? 'not known' : 'lines do not add up'
}

/**
 * Events that are on no line, as they are shown. A price is said only where the events of the group lie in one segment
 * of the invoice's periods, since each segment may have another.
 * @param at its index among all groups that are on no line, from 0
 */
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
