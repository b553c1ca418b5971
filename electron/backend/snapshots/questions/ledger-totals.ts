// Rows of totals in a ledger: which of its rows are no lines, and whether they state what the lines before them come
// to, as these are written and as they count.
import { type Decimal, minus } from '../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { LedgerTotal } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import { withEffect } from '../../../../shared/worth/rule.ts'
import { hasWordOfTotals, isSubtotal, isTotal } from '../../check/propose-names.ts'
import type { Turn } from '../table/turn.ts'
import { moneyWithCurrency, shownNumber, sizeOf } from './invoice/causes/figures.ts'
import { cellTextAt, type FileColumn, type LedgerFile, ownId } from './ledger-file.ts'
import { type LineMoney, type ReducedSigns, turnedBy } from './ledger-line-money.ts'
import type { EventMoney } from './ledger-money.ts'
import { type LedgerMatches, rowOf, TOTAL } from './match-ledger.ts'
import { holds, isKnown, type StatedSum, statedSums } from './stated-sums.ts'

export interface FoundTotal extends LedgerTotal {
  /** Its place among the lines of the file. */
  place: number
}

/** A ledger whose lines were matched. A line is named by its place among the lines of the file. */
interface MatchedLedger {
  file: LedgerFile
  matches: LedgerMatches
  money: EventMoney
  lineMoney(line: number): LineMoney
  /** The column of event IDs; null: the file has none. */
  ids: FileColumn | null
  /** How amounts that the rules take off stand in the file. */
  signs: ReducedSigns
  /** The columns by which lines are found. */
  keyColumns: readonly FileColumn[]
  amount: FileColumn | null
  /** Whether the line has a time that is read, as that of an event. */
  hasTime(line: number): boolean
}

/** Fewer than two lines are no sum: a line may be as large as the one before it. */
const FEWEST_LINES = 2

/**
 * A row is one of totals where it has no event and no ID, and
 * - its words say so: “Total” or “Subtotal North” in place of the ID, or “Total” in any cell where it has no time; or
 * - it has no time and states the sum of the lines before it, two at least.
 * @returns them in order, and marks each in the matches
 */
export async function findTotals(ledger: MatchedLedger, turn: Turn): Promise<FoundTotal[]> {
  const { file, matches, hasTime } = ledger
  const totals: FoundTotal[] = []
  if (!mayHaveTotals(ledger)) return totals
  const customers = file.columns.find(({ means }) => means.is === 'field' && means.field === 'customerId') ?? null
  const before = linesBefore()
  for (let line = 0; line < file.lines; line += 1) {
    if (line % 16_384 === 0) await turn.breathe()
    const money = moneyOf(ledger, line)
    const number = file.lineNumbers[line] ?? 0
    const name = mayBeTotal(ledger, line) ? rowName(ledger, line, customers) : null
    if (name !== null) {
      const sums = before.sums(name, money.currency)
      const isSum = () => !hasTime(line) && before.lines() >= FEWEST_LINES && isStatedBy(money.written, sums, name)
      if (name.isTotal || isSum()) {
        const currency = money.currency ?? before.currency()
        totals.push({ place: line, ...statedTotal(number, currency, money.written, sums, before.turned) })
        matches.outcomes[line] = TOTAL
        before.restart()
        continue
      }
    }
    before.add(number, customers === null ? null : cellTextAt(customers, line), money)
  }
  return totals
}

/** What the words of a row say of it. */
interface RowName {
  /** Whether its words alone make it a row of totals. */
  isTotal: boolean
  /** What it is called: by a cell that names a total, else a customer's that says a subtotal, else that of its ID. */
  item: string
  /** Whose lines it may add up; null: nobody is named, or only by what the row is called. */
  customer: string | null
  /**
   * Whether a total's word stands in place of its ID, as in “Total birch”: it may then be any of `SumsBefore`, and not
   * only the likeliest.
   */
  mayBeAnySum: boolean
}

function rowName(ledger: MatchedLedger, line: number, customers: FileColumn | null): RowName {
  const id = idOf(ledger, line)
  const customer = customers === null ? null : cellTextAt(customers, line)
  // A customer that events have is a customer, whatever it is called, as “Total Energies”.
  const isCustomer = isOfEvents(customers, line)
  const totalName = ledger.file.totalNames.get(line) ?? ''
  const named = isCustomer && totalName === customer ? '' : totalName
  const subtotal = !isCustomer && isSubtotal(customer ?? '') ? customer : null
  const item = named || subtotal || id
  return {
    isTotal: isSubtotal(id) || (named !== '' && (isTotal(id) || !ledger.hasTime(line))),
    item,
    customer: customer === item ? null : customer,
    mayBeAnySum: hasWordOfTotals(id),
  }
}

/**
 * Sums that a row may state, the likeliest first: of lines as they are written, and, at the same index, as they count.
 */
interface SumsBefore {
  written: readonly StatedSum[]
  counted: readonly StatedSum[]
}

/** Lines that count with another sign than they are written with. */
interface TurnedLines {
  lines: number
  /** The line number of the first, and what it says and counts as; 0 and empty: there is none. */
  first: number
  amount: string
}

/** The lines before a row of totals. */
function linesBefore() {
  const [asWritten, asCounted] = [statedSums(), statedSums()]
  const turned: TurnedLines = { lines: 0, first: 0, amount: '' }
  let lines = 0
  return {
    turned: turned as Readonly<TurnedLines>,
    lines: () => lines,
    /** The currency of all of them; null: none, or several. */
    currency: asWritten.currency,
    sums({ item, customer }: RowName, currency: string | null): SumsBefore {
      const row = { item, customer, currency }
      return { written: asWritten.before(row), counted: asCounted.before(row) }
    },
    /** From here on lines stand behind a row of totals. */
    restart(): void {
      asWritten.restart()
      asCounted.restart()
    },
    add(number: number, customer: string | null, { isStated, currency, written, counted }: RowMoney): void {
      lines += 1
      if (!isStated) return
      asWritten.add({ customer, currency, amount: written })
      asCounted.add({ customer, currency, amount: counted })
      if (written === null || counted === null || written.digits === counted.digits) return
      if (turned.lines === 0) {
        turned.first = number
        turned.amount = `${shownNumber(written)} and counts as ${shownNumber(counted)}`
      }
      turned.lines += 1
    },
  }
}

/** Whether a row states one of the sums that it can be: without a total's word as its ID, the likeliest alone. */
function isStatedBy(stated: Decimal | null, { written, counted }: SumsBefore, { mayBeAnySum }: RowName): boolean {
  if (stated === null) return false
  const count = mayBeAnySum ? written.length : 1
  return [...written.slice(0, count), ...counted.slice(0, count)].some((sum) => isSame(sum, stated))
}

const isSame = (sum: StatedSum, stated: Decimal) => holds([sum], stated) === true

/**
 * A row of totals beside the sums that it may state: as lines count, else as they are written, else neither.
 * @param line its number in the file
 * @param stated null: its amount is not read
 */
function statedTotal(
  line: number,
  currency: string | null,
  stated: Decimal | null,
  { written, counted }: SumsBefore,
  turned: TurnedLines,
): LedgerTotal {
  const shown = (value: Decimal) => moneyWithCurrency(value, currency)
  const text = (sum: StatedSum | undefined) => (sum !== undefined && isKnown(sum) ? plainNumber(sum) : null)
  /** @param at the index of the sum that it is taken for @param isRight null: it is not known whether it is that sum */
  const total = (at: number, isRight: boolean | null, words: string): LedgerTotal => ({
    line,
    currency,
    stated: stated && plainNumber(stated),
    written: text(written[at]),
    counted: text(counted[at]),
    holds: isRight,
    words: `Line ${grouped(line)} is a row of totals${words}.`,
  })
  if (stated === null) return total(0, null, ' without an amount that is read')

  const atCounted = counted.findIndex((sum) => isSame(sum, stated))
  if (atCounted >= 0) return total(atCounted, true, `: its lines come to ${shown(stated)}, as it says`)

  const atWritten = written.findIndex((sum) => isSame(sum, stated))
  const countedThere = counted[atWritten]
  if (countedThere !== undefined && isKnown(countedThere)) {
    const [off, others] = [shown(sizeOf(minus(stated, countedThere))), turned.lines - 1]
    const more = others > 0 ? `, as do ${countWords(others, 'other line', 'other lines')}` : ''
    const which = `line ${grouped(turned.first)} says ${turned.amount}${more}`
    return total(
      atWritten,
      false,
      `: its lines as written come to ${shown(stated)}, as it says, but to ${shown(countedThere)} as they count, which differs by ${off}: ${which}`,
    )
  }

  if (holds(counted, stated) === null || holds(written, stated) === null)
    return total(0, null, `: what its lines come to is not known, as an amount before it could not be read`)
  const [first = 'several', firstCounted = 'several'] = [written[0], counted[0]]
  if (!isKnown(first) || !isKnown(firstCounted))
    return total(0, null, `: what its lines come to is not known, as they are in several currencies`)
  const besides =
    plainNumber(first) === plainNumber(firstCounted) ? '' : `, and to ${shown(firstCounted)} as they count`
  return total(0, false, `: it says ${shown(stated)}, and its lines come to ${shown(first)}${besides}`)
}

/** Whether any row can be one of totals: most files have none, and then no line need be added up. */
function mayHaveTotals(ledger: MatchedLedger): boolean {
  if (ledger.file.totalNames.size > 0) return true
  for (let line = 0; line < ledger.file.lines; line += 1) if (mayBeTotal(ledger, line)) return true
  return false
}

const mayBeTotal = (ledger: MatchedLedger, line: number) =>
  rowOf(ledger.matches, line) === null && isWithoutId(ledger, line)

const idOf = ({ ids }: MatchedLedger, line: number) => (ids === null ? '' : (cellTextAt(ids, line) ?? ''))

/** Whether a line has neither an ID nor all of its key; “Subtotal North” in the place of an ID is none. */
function isWithoutId(ledger: MatchedLedger, line: number): boolean {
  const { ids, keyColumns } = ledger
  const isNone = ids === null || ids.codes[line] === 0 || hasWordOfTotals(idOf(ledger, line))
  return isNone && keyColumns.some((column) => (column === ids ? isNone : isBlankOrTotal(column, line)))
}

const isBlankOrTotal = (column: FileColumn, line: number) =>
  column.codes[line] === 0 || isTotal(cellTextAt(column, line) ?? '')

/** Whether an event has what the line has in the column. */
const isOfEvents = (column: FileColumn | null, line: number) => {
  const code = column?.codes[line] ?? 0
  return column !== null && code !== 0 && ownId(column, code) === 0
}

/** The money of a row. */
interface RowMoney {
  /** Whether the cell of its amount is not empty: it may all the same not be read. */
  isStated: boolean
  currency: string | null
  /** The amount as it is written; null: there is none, or it is not read. */
  written: Decimal | null
  /** The same with the sign with which it counts. */
  counted: Decimal | null
}

function moneyOf({ money, lineMoney, signs, amount }: MatchedLedger, line: number): RowMoney {
  const { treatment, currency, amount: id } = lineMoney(line)
  const how = money.treatments[treatment]
  const written = id === 0 ? null : money.amounts.decimal(id)
  return {
    isStated: (amount?.codes[line] ?? 0) !== 0,
    currency: money.currencies.name(currency),
    written,
    counted: written && withEffect(turnedBy(how?.effect ?? 'as-sent', signs), written),
  }
}
