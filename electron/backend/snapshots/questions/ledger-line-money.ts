// What a line's amount comes to, which depends on the event that was found for it; and whether it is what the event
// says. Amounts, currencies and treatments (how an amount counts beside its event's money) are numbers of the lists
// that `EventMoney` has, as there may be a million lines.
import type { DecimalSign, FileChoices } from '../../../../shared/check/checked-file.ts'
import type { EventField } from '../../../../shared/event/event-fields.ts'
import { type Decimal, readDecimal } from '../../../../shared/exact/decimal.ts'
import { currencyExponent } from '../../../../shared/worth/money-text.ts'
import { type Effect, withEffect } from '../../../../shared/worth/rule.ts'
import type { WorthEvent, WorthValue } from '../../../../shared/worth/worth-event.ts'
import type { FileTime } from '../../check/file-times.ts'
import { areMinor, headCurrencies } from '../../check/propose-columns.ts'
import { currenciesOf, numberDress } from '../../check/read-number.ts'
import { inMajorUnits } from './ledger-amounts.ts'
import { type ComparedColumn, cellNumber } from './ledger-columns.ts'
import { cellTextAt, type FileColumn, type LedgerFile } from './ledger-file.ts'
import type { EventMoney } from './ledger-money.ts'

export interface MoneyColumns {
  amount: FileColumn | null
  currency: FileColumn | null
}

/** The money of a line, as numbers of the lists that `EventMoney` has. */
export interface LineMoney {
  treatment: number
  /** 0: not known. */
  currency: number
  /** As it stands in the file; 0: the line has none that is read. */
  amount: number
}

interface ReadAs {
  choices: FileChoices
  decimal: DecimalSign
  /** A cell of the column of times. */
  readTime: (text: string) => FileTime | null
  /** Columns that are properties, by their names. */
  properties: ReadonlyMap<string, { file: FileColumn; isNumber: boolean }>
  signs: ReducedSigns
}

/**
 * How amounts that the rules take off stand in the file: above zero or below. `either`: the file does not settle it, so
 * that a line is the same as its event with either sign.
 */
export type ReducedSigns = 'above' | 'below' | 'either'

/**
 * Reads the money of each line.
 * @param money its list of amounts grows by those of the file
 * @returns `of`: the money of a line, by the row of its event, null where it has none; `amount`: the column of amounts,
 * to be compared with events; null: the file has none
 */
export function ledgerMoney(
  file: LedgerFile,
  money: EventMoney,
  columns: MoneyColumns,
  as: ReadAs,
): { of(line: number, row: number | null): LineMoney; amount: ComparedColumn | null; stated: StatedCounts } {
  const { amount } = columns
  const cells = amount === null ? null : amountCells(amount, money, as)
  const stated = statedCurrencies(file, columns, money)
  const chosen = as.choices.currency === null ? 0 : money.currencies.of(as.choices.currency)
  const treatmentAlone = loneTreatment(file, money, columns, as)
  /**
   * The currency that a line names, else the one chosen for all, else its event's, where the line can be in it; 0:
   * none.
   */
  const currencyOf = ({ named, possible }: StatedCurrency, row: number | null) => {
    const ofEvent = row === null ? 0 : (money.currency[row] ?? 0)
    const isPossible = (id: number) => id !== 0 && (possible === null || possible.has(money.currencies.name(id) ?? ''))
    if (named !== 0) return named
    if (isPossible(chosen)) return chosen
    return isPossible(ofEvent) ? ofEvent : 0
  }
  return {
    of(line, row) {
      const treatment = row === null ? treatmentAlone(line) : (money.treatment[row] ?? 0)
      const ofLine = stated.of(line)
      if (isContradiction(ofLine.possible)) return { treatment, currency: 0, amount: 0 }
      const currency = currencyOf(ofLine, row)
      const readAmounts = cells?.amountsIn(currency, money.treatments[treatment]?.shift ?? 0).asWritten
      return { treatment, currency, amount: readAmounts?.[amount?.codes[line] ?? 0] ?? 0 }
    },
    amount: amount === null || cells === null ? null : amountColumn(amount, cells, currencyOf, money, stated, as.signs),
    stated: stated.counts,
  }
}

/** What is done with a line's amount before it is added up, so that what the rules take off is below zero. */
export const turnedBy = (effect: Effect, signs: ReducedSigns): Effect =>
  effect !== 'reduces' || signs === 'either' ? effect : signs === 'above' ? 'reversed' : 'as-sent'

/** What the amount of a line comes to beside its event's worth, in units of its currency; null: it has none. */
export function countedAmount(
  { treatment, amount }: LineMoney,
  { treatments, amounts }: Pick<EventMoney, 'treatments' | 'amounts'>,
  signs: ReducedSigns,
): Decimal | null {
  const how = treatments[treatment]
  if (amount === 0 || how === undefined) return null
  return inMajorUnits(withEffect(turnedBy(how.effect, signs), amounts.decimal(amount)), how.shift)
}

/**
 * Amounts of a column as numbers of the event money's list, indexed by the number of a cell's value in its dictionary.
 */
interface CellAmounts {
  /** 0: the cell is not a number. */
  asWritten: Uint32Array
  /**
   * The same sizes below zero: what a cell may mean, too, where the file does not settle the sign of what the rules
   * take off. Null: the file settles it, or the rules take nothing off.
   */
  belowZero: Uint32Array | null
}

type AmountCells = ReturnType<typeof amountCells>

/** Decimal places that minor units of currencies can have. */
const MINOR_PLACES = [0, 2, 3, 4]
/** A currency that nobody knows has so many. */
const USUAL_PLACES = 2

/** Reads the cells of a column of amounts, in each way in which minor units of currencies may have to be divided. */
function amountCells(column: FileColumn, money: EventMoney, { decimal, choices, signs }: ReadAs) {
  const isMinor = areMinor(column.head, choices.units)
  const byPlaces = new Map(
    (isMinor ? MINOR_PLACES : [0]).map((places): [number, CellAmounts] => {
      const asWritten = cellAmounts(column, money, decimal, places)
      return [places, { asWritten, belowZero: signs === 'either' ? amountsBelowZero(asWritten, money) : null }]
    }),
  )
  const none: CellAmounts = { asWritten: new Uint32Array(), belowZero: null }
  const undivided = byPlaces.get(0) ?? none
  return {
    /**
     * The amounts of all cells, read as on a line of that currency.
     * @param currency by its number
     * @param shift of its event's money: where events have minor units as well, amounts are compared as they stand
     */
    amountsIn(currency: number, shift: number): CellAmounts {
      if (!isMinor || shift > 0) return undivided
      return byPlaces.get(currencyExponent(money.currencies.name(currency) ?? '') ?? USUAL_PLACES) ?? none
    },
    isUnread: (code: number) => code !== 0 && undivided.asWritten[code] === 0,
  }
}

/** `CellAmounts.asWritten`. @param places by which amounts in minor units are divided; 0: they are in major units */
function cellAmounts(
  { dictionary }: FileColumn,
  { amounts }: EventMoney,
  decimal: DecimalSign,
  places: number,
): Uint32Array {
  const numbers = new Uint32Array(dictionary.size + 1)
  for (let id = 1; id <= dictionary.size; id += 1) {
    const text = cellNumber(dictionary, id, decimal)
    if (text === null) continue
    const read = places === 0 ? null : readDecimal(text)
    numbers[id] = read === null || read === 'beyond' ? amounts.of(text) : amounts.ofDecimal(inMajorUnits(read, places))
  }
  return numbers
}

/** `CellAmounts.belowZero`. */
function amountsBelowZero(asWritten: Uint32Array, { amounts, treatments }: EventMoney): Uint32Array | null {
  if (treatments.every(({ effect }) => effect !== 'reduces')) return null
  return asWritten.map((amount) => (amount === 0 ? 0 : amounts.ofSize(amount, 'below')))
}

// The currency of a line may be said beside its amount ("5,00 €"), in a column of its own, and in the head of its
// amount ("Amount (EUR)"): what all that say something have in common is what the line can be in.

/** How many lines say what of their currency. */
export interface StatedCounts {
  /** Lines whose cell, column and head contradict each other. */
  conflicting: number
  /** The first of these, by its place among the lines; -1: there is none. */
  firstConflict: number
  /** Lines of which none of the three says any. */
  silent: number
}

interface StatedCurrency {
  /** The number of the one currency that the line names; 0: it names none, or a sign such as $ that several share. */
  named: number
  /** The currencies in which the line can be; null: in any; empty: cell, column and head contradict each other. */
  possible: ReadonlySet<string> | null
}

const isContradiction = (possible: StatedCurrency['possible']) => possible?.size === 0

/** What each line states of its currency. */
function statedCurrencies(file: LedgerFile, { amount, currency }: MoneyColumns, { currencies }: EventMoney) {
  const listOf = (codes: readonly string[] | null) => (codes === null ? null : new Set(codes.map(currencies.nameOf)))
  const ofHead = amount === null ? null : listOf(headCurrencies(amount.head))
  const ofCells = cellLists(amount, (text) => listOf(numberDress(text)?.currencies ?? null))
  const ofColumn = cellLists(currency, (text) => listOf(currenciesOf(text) ?? [text.trim()]))
  /** By the pair of lists that a line has, as one number: a million lines have few pairs. */
  const known = new Map<number, StatedCurrency>()
  const statedOn = (line: number): StatedCurrency => {
    const cell = ofCells.at(line)
    const column = ofColumn.at(line)
    const key = column * ofCells.lists.length + cell
    const found = known.get(key)
    if (found !== undefined) return found
    const possible = [ofHead, ofCells.lists[cell] ?? null, ofColumn.lists[column] ?? null].reduce(
      sharedCurrencies,
      null,
    )
    const [only, another] = possible ?? []
    const made = { named: only !== undefined && another === undefined ? currencies.of(only) : 0, possible }
    known.set(key, made)
    return made
  }
  const counts: StatedCounts = { conflicting: 0, firstConflict: -1, silent: 0 }
  for (let line = 0; line < file.lines; line += 1) {
    const { possible } = statedOn(line)
    if (possible === null) counts.silent += 1
    if (!isContradiction(possible)) continue
    if (counts.conflicting === 0) counts.firstConflict = line
    counts.conflicting += 1
  }
  return { of: statedOn, counts }
}

/** What the cells of a column say of currencies: a million amounts say the same few lists, or none. */
interface CellLists {
  /** Each once; the first, null, is that of cells that say none. */
  lists: (ReadonlySet<string> | null)[]
  /** Which of the lists the cell of a line has, as an index into `lists`. */
  at(line: number): number
}

function cellLists(column: FileColumn | null, listOf: (text: string) => ReadonlySet<string> | null): CellLists {
  const lists: CellLists['lists'] = [null]
  if (column === null) return { lists, at: () => 0 }
  const { codes, dictionary } = column
  const which = new Uint32Array(dictionary.size + 1)
  const known = new Map<string, number>()
  for (let id = 1; id <= dictionary.size; id += 1) {
    const list = listOf(dictionary.text(id))
    if (list === null) continue
    const name = JSON.stringify([...list])
    const at = known.get(name) ?? lists.push(list) - 1
    known.set(name, at)
    which[id] = at
  }
  // Nearly all columns of amounts say none, and to look that up for each line reads memory all over the place.
  return { lists, at: lists.length === 1 ? () => 0 : (line) => which[codes[line] ?? 0] ?? 0 }
}

/** The currencies that two lists have in common; null is a list of any. */
export function sharedCurrencies(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (one === null || other === null) return one ?? other
  return new Set([...one].filter((code) => other.has(code)))
}

/**
 * The column of amounts, compared with events that have money of their own: by the value of an amount, with the sign
 * that what the rules take off has in this file, and by the currency that a line states.
 *
 * Ids are those of `amountId` and `eitherSignId`. Where the file does not settle the sign, an event of which the rules
 * take off 30 has the id `eitherSignId(-30)`, and cells of 30 and of -30 have it as their second one.
 * @param currencyOf the currency of a line, by its number; null for the row: no event is known for it yet
 */
function amountColumn(
  file: FileColumn,
  cells: AmountCells,
  currencyOf: (stated: StatedCurrency, row: number | null) => number,
  money: EventMoney,
  stated: { of(line: number): StatedCurrency },
  signs: ReducedSigns,
): ComparedColumn {
  const { expected, treatment, treatments, amounts, currencies } = money
  const treatmentOf = (row: number) => treatments[treatment[row] ?? 0]
  /** Whether the event has an amount that the rules take off. */
  const isReducing = (row: number) => (expected[row] ?? 0) !== 0 && treatmentOf(row)?.effect === 'reduces'
  /** The amount that a line should state, with the sign that it has in this file; 0: it should state none. */
  const wantedOf = (row: number) => {
    const amount = expected[row] ?? 0
    return signs === 'either' || !isReducing(row) ? amount : amounts.ofSize(amount, signs)
  }
  const ofRow = (row: number) =>
    signs === 'either' && isReducing(row)
      ? eitherSignId(amounts.ofSize(expected[row] ?? 0, 'below'))
      : amountId(wantedOf(row))
  /** A line whose event is not known yet is read as one whose event has the least shift that there is. */
  const usualShift = Math.min(...treatments.flatMap(({ of, shift }) => (of === 'unvalued' ? [] : [shift])))
  /** The amounts of cells as they are read on a line. @param row of its event; null: none is known yet */
  const amountsOn = (line: StatedCurrency, row: number | null) =>
    cells.amountsIn(currencyOf(line, row), row === null ? usualShift : (treatmentOf(row)?.shift ?? 0))
  /** The id of a line's cell; 0: the cell is empty. */
  const idOf = (line: number, { asWritten }: CellAmounts) => {
    const code = file.codes[line] ?? 0
    if (code === 0) return 0
    const amount = asWritten[code] ?? 0
    return amount === 0 ? NOT_A_NUMBER : amountId(amount)
  }
  /** The second id of a line's cell; 0: there is none. */
  const otherIdOf = (line: number, { belowZero }: CellAmounts) => {
    const below = belowZero?.[file.codes[line] ?? 0] ?? 0
    return below === 0 ? 0 : eitherSignId(below)
  }
  const ignores = (row: number) => treatmentOf(row)?.of === 'unvalued'
  return {
    file,
    ofRow,
    ofLine: (line) => idOf(line, amountsOn(stated.of(line), null)),
    otherOfLine: (line) => otherIdOf(line, amountsOn(stated.of(line), null)),
    ignores,
    same(line, row) {
      if (ignores(row)) return true
      const ofLine = stated.of(line)
      const { possible } = ofLine
      const currency = currencies.name(money.currency[row] ?? 0)
      const isOtherCurrency = possible !== null && currency !== null && !possible.has(currency)
      if (isContradiction(possible) || isOtherCurrency) return false
      const wanted = ofRow(row)
      const read = amountsOn(ofLine, row)
      return idOf(line, read) === wanted || (wanted !== 0 && otherIdOf(line, read) === wanted)
    },
    rowText(row) {
      const wanted = wantedOf(row)
      return wanted === 0 || ignores(row) ? null : amounts.text(wanted)
    },
    isUnread: cells.isUnread,
  }
}

/** The id by which amounts are the same as they are written; even. @param amount its number; 0: there is none */
const amountId = (amount: number) => 2 * amount
/**
 * The id by which amounts are the same whatever their sign, where the file does not settle that of what the rules take
 * off; odd.
 * @param below the number of the amount below zero
 */
const eitherSignId = (below: number) => 2 * below + 1

/** The id of a cell that is no number: no event has it, and it is below those of all amounts. */
export const NOT_A_NUMBER = eitherSignId(0)

/**
 * The column of currencies, compared with events that have money. A sign that several currencies share, such as $, is
 * the same as each of them.
 */
export function currencyColumn(file: FileColumn, money: EventMoney): ComparedColumn {
  const { currencies } = money
  const { lists, at } = cellLists(file, (text) => new Set((currenciesOf(text) ?? [text.trim()]).map(currencies.nameOf)))
  /** By list: the number of its only currency; 0: it has none, or several. */
  const ids = lists.map((list) => (list?.size === 1 ? currencies.of([...list][0] ?? '') : 0))
  const ignores = (row: number) =>
    money.treatments[money.treatment[row] ?? 0]?.of === 'unvalued' || money.worth[row] === 0
  return {
    file,
    ofRow: (row) => money.currency[row] ?? 0,
    ofLine: (line) => ids[at(line)] ?? 0,
    ignores,
    same(line, row) {
      if (ignores(row)) return true
      const name = currencies.name(money.currency[row] ?? 0)
      const list = lists[at(line)] ?? null
      const isNoneOnEither = list === null && name === null
      return isNoneOnEither || (list !== null && name !== null && list.has(name))
    },
    rowText: (row) => currencies.name(money.currency[row] ?? 0),
    isUnread: null,
  }
}

/**
 * The treatment of a line without an event: that of an event that says what the cells of the line do. The function
 * takes the line.
 */
function loneTreatment(
  file: LedgerFile,
  money: EventMoney,
  columns: MoneyColumns,
  { decimal, readTime, properties }: Omit<ReadAs, 'signs'>,
): (line: number) => number {
  const field = (key: EventField['key']) =>
    file.columns.find(({ means }) => means.is === 'field' && means.field === key) ?? null
  const textOf = (column: FileColumn | null, line: number) => (column === null ? null : cellTextAt(column, line))
  const [customer, code, type, created] = [
    field('customerId'),
    field('eventCode'),
    field('eventType'),
    field('createdAt'),
  ]
  /** Where the value of each property is in the file, parallel to `money.names`. */
  const sources = money.names.map((name) => {
    const propertyColumn = properties.get(name)
    if (propertyColumn !== undefined) return { column: propertyColumn.file, isNumber: propertyColumn.isNumber }
    if (money.amountNames.has(name)) return { column: columns.amount, isNumber: true }
    return { column: money.currencyNames.has(name) ? columns.currency : null, isNumber: false }
  })
  const cellValue = ({ column, isNumber }: (typeof sources)[number], line: number): WorthValue | null => {
    const id = column?.codes[line] ?? 0
    if (column === null || id === 0) return null
    if (!isNumber) return { kind: 'string', text: cellTextAt(column, line) ?? '' }
    const number = cellNumber(column.dictionary, id, decimal)
    if (number === null || readDecimal(number) === null) return { kind: 'string', text: column.dictionary.text(id) }
    return { kind: 'number', text: number }
  }
  return (line) => {
    // In a file without event types, rules for one type would take none of its lines: a line goes by the events of its
    // code, if these have one treatment.
    const alike = type === null ? money.treatmentOfCode(textOf(code, line) ?? '') : undefined
    if (alike !== undefined) return alike
    const event: WorthEvent = {
      customerId: textOf(customer, line),
      eventCode: textOf(code, line),
      eventType: textOf(type, line),
      createdAt: readTime(textOf(created, line) ?? '')?.at ?? null,
      values: sources.map((source) => cellValue(source, line)),
    }
    return money.treatmentOf(event)
  }
}
