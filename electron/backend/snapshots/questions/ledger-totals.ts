// Rows of totals in a ledger: which lines are none, and whether they state what the lines before them come to, as these are written
// and as they count.
import { type Decimal, minus, readPlain } from '../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { LedgerTotal } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { withEffect } from '../../../../shared/worth/rule.ts'
import { hasWordOfTotals, isSubtotal, isTotal } from '../../check/propose-names.ts'
import type { Turn } from '../table/turn.ts'
import { moneyWithCurrency, shownNumber, sizeOf } from './invoice/causes/figures.ts'
import { cellTextAt, type FileColumn, type LedgerFile } from './ledger-file.ts'
import { type LineMoney, type ReducedSigns, turnedBy } from './ledger-line-money.ts'
import type { EventMoney } from './ledger-money.ts'
import { type LedgerMatches, TOTAL } from './match-ledger.ts'
import { holds, type StatedSum, statedSums } from './stated-sums.ts'

export interface FoundTotal extends LedgerTotal {
  /** Its place among the lines of the file. */
  place: number
}

/** Of a ledger whose lines were matched. */
interface Held {
  file: LedgerFile
  matches: LedgerMatches
  money: EventMoney
  lineMoney(line: number): LineMoney
  ids: FileColumn | null
  signs: ReducedSigns
  /** By which lines are found. */
  keyColumns: readonly FileColumn[]
  amount: FileColumn | null
  /** Whether a time of it is read, as of an event. */
  hasTime(line: number): boolean
}

/** Fewer than two lines are no sum: a line may be as large as the one before it. */
const FEWEST_LINES = 2

/**
 * A row that names a total where lines have their IDs is one, and so is one without an ID and a time that names a total or is the
 * sum of all lines before it. None has an event. What adds up and has an ID is a line.
 * @returns them in order, and marks each in the matches
 */
export async function findTotals(held: Held, turn: Turn): Promise<FoundTotal[]> {
  const { file, matches } = held
  const totals: FoundTotal[] = []
  if (!mayHaveTotals(held)) return totals
  const [written, counted] = [statedSums(), statedSums()]
  const customers = file.columns.find(({ means }) => means.is === 'field' && means.field === 'customerId') ?? null
  const turned = { lines: 0, first: 0, amount: '' }
  let lines = 0
  for (let line = 0; line < file.lines; line += 1) {
    if (line % 16_384 === 0) await turn.breathe()
    const money = moneyOf(held, line)
    const customer = customers === null ? null : cellTextAt(customers, line)
    const found = matches.rows[line] === 0 && isWithoutId(held, line) ? rowOf(line, customer, money) : null
    if (found !== null) {
      matches.outcomes[line] = TOTAL
      for (const sums of [written, counted]) sums.restart()
      totals.push(found)
      continue
    }
    lines += 1
    if (!money.isStated) continue
    written.add({ customer, currency: money.currency, amount: money.written })
    counted.add({ customer, currency: money.currency, amount: money.counted })
    if (money.written === null || money.counted === null || money.written.digits === money.counted.digits) continue
    if (turned.lines === 0) {
      turned.first = file.lineNumbers[line] ?? 0
      turned.amount = `${shownNumber(money.written)} and counts as ${shownNumber(money.counted)}`
    }
    turned.lines += 1
  }
  return totals

  function rowOf(line: number, customer: string | null, money: ReturnType<typeof moneyOf>): FoundTotal | null {
    const name = file.totalNames.get(line) ?? ''
    // A customer that events have is one, whatever it is called.
    const isCustomer = isOfEvents(customers, line)
    const item = customer === name && isCustomer ? '' : name
    // “Subtotal North” says whose it is, and names a total only where it adds up.
    const isCalledTotal = hasWordOfTotals(idOf(held, line))
    const called = item || (isSubtotal(customer ?? '') && !isCustomer ? (customer ?? '') : '') || idOf(held, line)
    const row = { item: called, customer: customer === called ? null : customer, currency: money.currency }
    const [asWritten, asCounted] = [written.before(row), counted.before(row)]
    const stated = money.written
    // What has a total's word may be the sum of a part; without one it has to be that of all lines.
    const sums = isCalledTotal ? [...asWritten, ...asCounted] : [...asWritten.slice(0, 1), ...asCounted.slice(0, 1)]
    const isSum = () => stated !== null && sums.some((sum) => holds([sum], stated) === true)
    const hasName = isSubtotal(idOf(held, line)) || (item !== '' && (isNamedAsId(held, line) || !held.hasTime(line)))
    if (!hasName && (lines < FEWEST_LINES || held.hasTime(line) || !isSum())) return null
    const currency = money.currency ?? written.currency()
    return {
      place: line,
      ...statedTotal(file.lineNumbers[line] ?? 0, currency, stated, asWritten, asCounted, turned),
    }
  }
}

function statedTotal(
  line: number,
  currency: string | null,
  stated: Decimal | null,
  written: readonly StatedSum[],
  counted: readonly StatedSum[],
  turned: { lines: number; first: number; amount: string },
): LedgerTotal {
  const shown = (value: Decimal) => moneyWithCurrency(value, currency)
  const text = (sum: StatedSum | undefined) => (typeof sum === 'object' ? plainNumber(sum) : null)
  const made = (at: number, isHeld: boolean | null, words: string): LedgerTotal => ({
    line,
    currency,
    stated: stated && plainNumber(stated),
    written: text(written[at]),
    counted: text(counted[at]),
    holds: isHeld,
    words: `Line ${grouped(line)} is a row of totals${words}.`,
  })
  if (stated === null) return made(0, null, ' without an amount that is read')
  const of = (sums: readonly StatedSum[]) => sums.findIndex((sum) => holds([sum], stated) === true)
  const [asWritten, asCounted] = [of(written), of(counted)]
  if (asCounted >= 0) return made(asCounted, true, `: its lines come to ${shown(stated)}, as it says`)
  if (asWritten >= 0) {
    const sum = counted[asWritten]
    if (typeof sum === 'object') {
      const [off, others] = [shown(sizeOf(minus(stated, sum))), turned.lines - 1]
      const more = others > 0 ? `, as do ${countWords(others, 'other line', 'other lines')}` : ''
      const which = `line ${grouped(turned.first)} says ${turned.amount}${more}`
      return made(
        asWritten,
        false,
        `: its lines as written come to ${shown(stated)}, as it says, but to ${shown(sum)} as they count, which differs by ${off}: ${which}`,
      )
    }
  }
  const [first, other] = [written[0], counted[0]]
  if (holds(counted, stated) === null || holds(written, stated) === null)
    return made(0, null, `: what its lines come to is not known, as an amount before it could not be read`)
  if (typeof first !== 'object' || typeof other !== 'object')
    return made(0, null, `: what its lines come to is not known, as they are in several currencies`)
  const besides = plainNumber(first) === plainNumber(other) ? '' : `, and to ${shown(other)} as they count`
  return made(0, false, `: it says ${shown(stated)}, and its lines come to ${shown(first)}${besides}`)
}

/** Without a name of a total, and without a line that has no ID, nothing is looked for. */
function mayHaveTotals(held: Held): boolean {
  const { file, matches } = held
  if (file.totalNames.size > 0) return true
  for (let line = 0; line < file.lines; line += 1) if (matches.rows[line] === 0 && isWithoutId(held, line)) return true
  return false
}

const idOf = ({ ids }: Held, line: number) => (ids === null ? '' : (cellTextAt(ids, line) ?? ''))

const isNamedAsId = (held: Held, line: number) => isTotal(idOf(held, line))

/** Whether it has neither an ID nor all of its key; “Subtotal North” in the place of an ID is none. */
function isWithoutId(held: Held, line: number): boolean {
  const { ids, keyColumns } = held
  const isNone = ids === null || ids.codes[line] === 0 || hasWordOfTotals(idOf(held, line))
  return isNone && keyColumns.some((column) => (column === ids ? isNone : isBlankOrTotal(column, line)))
}

const isBlankOrTotal = (column: FileColumn, line: number) =>
  column.codes[line] === 0 || isTotal(cellTextAt(column, line) ?? '')

const isOfEvents = (column: FileColumn | null, line: number) => {
  const code = column?.codes[line] ?? 0
  return code > 0 && code <= (column?.base?.size ?? 0)
}

/** What a line says of money. `isStated`: its cell is not empty; what it says then may be unread. */
function moneyOf({ money, lineMoney, signs, amount }: Held, line: number) {
  const { taking, currency, amount: id } = lineMoney(line)
  const how = money.takings[taking]
  const written = id === 0 ? null : readPlain(money.amounts.text(id))
  return {
    isStated: (amount?.codes[line] ?? 0) !== 0,
    currency: money.currencies.name(currency),
    written,
    counted: written && withEffect(turnedBy(how?.effect ?? 'as-sent', signs), written),
  }
}
