// This is what a line's amount comes to, beside the event that was found for it; and whether it is what the event says.
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

export interface LineMoney {
  /** Numbers of the event money's lists; `amount` 0: the line has none. */
  treatment: number
  currency: number
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

/** How amounts that the rules take off stand in the file: below zero or above; `either`: none was seen, both are. */
export type ReducedSigns = 'above' | 'below' | 'either'

/**
 * Reads the money of each line: `of` takes the row of its event too, null where it has none.
 * @param money its list of amounts grows by those of the file
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
  const fixed = as.choices.currency === null ? 0 : money.currencies.of(as.choices.currency)
  const aloneAs = loneTreatment(file, money, columns, as)
  /** @param currency of the line, by its number */
  const idsOf = (treatment: number, currency: number) => cells?.idsOf(money.treatments[treatment]?.shift ?? 0, currency)
  /** The currency of a line that names none: as chosen, or its event's, where the line can be in it. */
  const unnamed = (possible: StatedCurrency['possible'], row: number | null) => {
    const ofEvent = row === null ? 0 : (money.currency[row] ?? 0)
    const isPossible = (id: number) => id !== 0 && (possible === null || possible.has(money.currencies.name(id) ?? ''))
    if (isPossible(fixed)) return fixed
    return isPossible(ofEvent) || possible === null ? ofEvent : 0
  }
  return {
    of(line, row) {
      const { named, possible } = stated.of(line)
      const isConflict = possible?.size === 0
      const treatment = row === null ? aloneAs(line) : (money.treatment[row] ?? 0)
      const currency = isConflict ? 0 : named || unnamed(possible, row)
      return {
        treatment,
        currency,
        amount: isConflict ? 0 : (idsOf(treatment, currency)?.ids[amount?.codes[line] ?? 0] ?? 0),
      }
    },
    amount: amount === null || cells === null ? null : amountColumn(amount, cells, fixed, money, stated, as.signs),
    stated: stated.counts,
  }
}

/** How the file's amounts that the rules take off are turned before they are added. */
export const turnedBy = (effect: Effect, signs: ReducedSigns): Effect =>
  effect !== 'reduces' || signs === 'either' ? effect : signs === 'above' ? 'reversed' : 'as-sent'

/** What the amount of a line counts as beside its event's worth, in units of its currency; null: it has none. */
export function countedAmount(
  { treatment, amount }: LineMoney,
  { treatments, amounts }: Pick<EventMoney, 'treatments' | 'amounts'>,
  signs: ReducedSigns,
): Decimal | null {
  const how = treatments[treatment]
  if (amount === 0 || how === undefined) return null
  return inMajorUnits(withEffect(turnedBy(how.effect, signs), amounts.decimal(amount)), how.shift)
}

/** The amounts of a column, by the number of a cell's value, as numbers in the event money's list. */
interface AmountIds {
  /** 0: the cell is not a number. */
  ids: Uint32Array
  /** Each amount has that of its size below zero. Null: the file settles the sign. */
  reducing: Uint32Array | null
}

type AmountCells = ReturnType<typeof amountCells>

/** Decimal places that minor units of currencies can have. */
const MINOR_PLACES = [0, 2, 3, 4]
/** A currency that nobody knows has so many. */
const USUAL_PLACES = 2

function amountCells(column: FileColumn, money: EventMoney, { decimal, choices, signs }: ReadAs) {
  const isMinor = areMinor(column.head, choices.units)
  const byPlaces = new Map(
    (isMinor ? MINOR_PLACES : [0]).map((places) => {
      const ids = amountIds(column, money, decimal, places)
      return [places, { ids, reducing: signs === 'either' ? reducedIds(ids, money) : null }]
    }),
  )
  const none: AmountIds = { ids: new Uint32Array(), reducing: null }
  const asWritten = byPlaces.get(0) ?? none
  return {
    /**
     * The amounts of all cells, read as a line in that currency is.
     * @param shift of its event's money: what events have in minor units, too, is compared as it stands
     * @param currency by its number
     */
    idsOf(shift: number, currency: number): AmountIds {
      if (!isMinor || shift > 0) return asWritten
      return byPlaces.get(currencyExponent(money.currencies.name(currency) ?? '') ?? USUAL_PLACES) ?? none
    },
    isUnread: (code: number) => code !== 0 && asWritten.ids[code] === 0,
  }
}

/** @param places decimal places by which amounts in minor units are divided; 0: they are in major units */
function amountIds(
  { dictionary }: FileColumn,
  { amounts }: EventMoney,
  decimal: DecimalSign,
  places: number,
): Uint32Array {
  const ids = new Uint32Array(dictionary.size + 1)
  for (let id = 1; id <= dictionary.size; id += 1) {
    const number = cellNumber(dictionary, id, decimal)
    if (number === null) continue
    const read = places === 0 ? null : readDecimal(number)
    ids[id] =
      read === null || read === 'beyond'
        ? amounts.of(number)
        : amounts.ofDecimal({ digits: read.digits, scale: read.scale + places })
  }
  return ids
}

/** The lines of a file say this of their currencies, in counts. */
export interface StatedCounts {
  /** Lines whose cell, column and head name different ones. */
  conflicting: number
  /** The place of the first of these among the lines. */
  firstConflict: number
  /** Lines of which none of the three says any. */
  silent: number
}

interface StatedCurrency {
  /** Its number; 0: none is named. */
  named: number
  /** What it can be by a sign such as $; null: anything; empty: its cell, column and head contradict each other. */
  possible: ReadonlySet<string> | null
}

/** Joins what cell, column and head say of the currency of each line. */
function statedCurrencies(file: LedgerFile, { amount, currency }: MoneyColumns, { currencies }: EventMoney) {
  const listOf = (codes: readonly string[] | null) => (codes === null ? null : new Set(codes.map(currencies.nameOf)))
  const ofHead = amount === null ? null : listOf(headCurrencies(amount.head))
  const ofCells = cellLists(amount, (text) => listOf(numberDress(text)?.currencies ?? null))
  const ofColumn = cellLists(currency, (text) => listOf(currenciesOf(text) ?? [text.trim()]))
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
    if (possible?.size !== 0) continue
    if (counts.conflicting === 0) counts.firstConflict = line
    counts.conflicting += 1
  }
  return { of: statedOn, counts }
}

/** The cells of a column say this of currencies: a million amounts say the same few lists, or none. */
interface CellLists {
  /** Each once; the first is that of cells that say none. */
  lists: (ReadonlySet<string> | null)[]
  /** Tells which of the lists the cell of a line has. */
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

/** Gives what both can be; null: anything. */
export function sharedCurrencies(
  one: ReadonlySet<string> | null,
  other: ReadonlySet<string> | null,
): ReadonlySet<string> | null {
  if (one === null || other === null) return one ?? other
  return new Set([...one].filter((code) => other.has(code)))
}

/**
 * Compared where the event has money of its own: by its value, as what the rules take off stands in this file, and by
 * the currency that the line states.
 */
function amountColumn(
  file: FileColumn,
  cells: AmountCells,
  fixed: number,
  money: EventMoney,
  stated: { of(line: number): StatedCurrency },
  signs: ReducedSigns,
): ComparedColumn {
  const { expected, treatment, treatments, amounts, currencies } = money
  const treatmentOf = (row: number) => treatments[treatment[row] ?? 0]
  /** Whether it has an amount that the rules take off. */
  const isReducing = (row: number) => (expected[row] ?? 0) !== 0 && treatmentOf(row)?.effect === 'reduces'
  /** The number of the amount that a line should state, as its sign stands in this file; 0: it should state none. */
  const statedOf = (row: number) => {
    const amount = expected[row] ?? 0
    return signs === 'either' || !isReducing(row) ? amount : amounts.ofSize(amount, signs)
  }
  const ofRow = (row: number) =>
    signs === 'either' && isReducing(row)
      ? eitherSignId(amounts.ofSize(expected[row] ?? 0, 'below'))
      : amountId(statedOf(row))
  /** A line without an event is read by it: the least shift that the money of events has. */
  const usualShift = Math.min(...treatments.flatMap(({ of, shift }) => (of === 'unvalued' ? [] : [shift])))
  /** @param named the currency that the line names, by its number; 0: none */
  const idsAt = (named: number, row: number | null) => {
    const currency = named || fixed || (row === null ? 0 : (money.currency[row] ?? 0))
    return cells.idsOf(row === null ? usualShift : (treatmentOf(row)?.shift ?? 0), currency)
  }
  /** @param row null: no event is known for the line yet @returns 0: the cell is empty */
  const idOf = (line: number, named: number, row: number | null) => {
    const code = file.codes[line] ?? 0
    if (code === 0) return 0
    const id = idsAt(named, row).ids[code] ?? 0
    return id === 0 ? NOT_A_NUMBER : amountId(id)
  }
  const otherIdOf = (line: number, named: number, row: number | null) => {
    const id = idsAt(named, row).reducing?.[file.codes[line] ?? 0] ?? 0
    return id === 0 ? 0 : eitherSignId(id)
  }
  const ignores = (row: number) => treatmentOf(row)?.of === 'unvalued'
  return {
    file,
    ofRow,
    ofLine: (line) => idOf(line, stated.of(line).named, null),
    otherOfLine: (line) => otherIdOf(line, stated.of(line).named, null),
    ignores,
    same(line, row) {
      if (ignores(row)) return true
      const { named, possible } = stated.of(line)
      const currency = currencies.name(money.currency[row] ?? 0)
      if (possible?.size === 0 || (possible !== null && currency !== null && !possible.has(currency))) return false
      const wanted = ofRow(row)
      return idOf(line, named, row) === wanted || (wanted !== 0 && otherIdOf(line, named, row) === wanted)
    },
    rowText(row) {
      const wanted = statedOf(row)
      return wanted === 0 || ignores(row) ? null : amounts.text(wanted)
    },
    isUnread: cells.isUnread,
  }
}

/** The id by which amounts of one number are the same, as written. @param amount its number; 0: there is none */
const amountId = (amount: number) => 2 * amount
/**
 * The id by which what the rules take off is the same where the file does not settle its sign: the event has it, and a
 * cell of that size has it besides its own, whatever its sign.
 * @param below the number of the amount below zero
 */
const eitherSignId = (below: number) => 2 * below + 1

/** What a column of amounts gives for a cell that is no number: no event has it, and all amounts are above it. */
export const NOT_A_NUMBER = eitherSignId(0)

/** The numbers of amounts as what reduces comes to, below zero; null: the money of no event reduces. */
function reducedIds(ids: Uint32Array, { amounts, treatments }: EventMoney): Uint32Array | null {
  if (treatments.every(({ effect }) => effect !== 'reduces')) return null
  return ids.map((id) => (id === 0 ? 0 : amounts.ofSize(id, 'below')))
}

/** Compared where the event has money; a sign that several currencies share is the same as each of them. */
export function currencyColumn(file: FileColumn, money: EventMoney): ComparedColumn {
  const { currencies } = money
  const { lists, at } = cellLists(file, (text) => new Set((currenciesOf(text) ?? [text.trim()]).map(currencies.nameOf)))
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
      return list === null || name === null ? list === null && name === null : list.has(name)
    },
    rowText: (row) => currencies.name(money.currency[row] ?? 0),
    isUnread: null,
  }
}

/** Tells as which money a line is taken that no event has: as an event of what its cells say would be. */
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
    // Without their type no rule may take lines that it would take: they go by the events of their code.
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
