// What a line's amount comes to, beside the event that was found for it; and whether it is what the event says.
import type { DecimalSign, FileChoices } from '../../../../shared/check/checked-file.ts'
import type { EventField } from '../../../../shared/event/event-fields.ts'
import { readDecimal } from '../../../../shared/exact/decimal.ts'
import type { WorthEvent, WorthValue } from '../../../../shared/worth/worth-event.ts'
import { fileTimes } from '../../check/time-text.ts'
import { cellSaid, type LineMoney } from './checked-ledger.ts'
import { type ComparedColumn, cellNumber } from './ledger-columns.ts'
import type { FileColumn, LedgerFile } from './ledger-file.ts'
import type { EventMoney } from './ledger-money.ts'

export interface MoneyColumns {
  amount: FileColumn | null
  currency: FileColumn | null
}

export interface ReadAs {
  choices: FileChoices
  decimal: DecimalSign
  /** Of times that say no offset. */
  zone: string
  /** Columns that are properties, by their names. */
  properties: ReadonlyMap<string, { file: FileColumn; isNumber: boolean }>
}

/** @param money its list of amounts grows by those of the file */
export function ledgerMoney(
  file: LedgerFile,
  money: EventMoney,
  columns: MoneyColumns,
  as: ReadAs,
): { of(line: number, row: number): LineMoney; amount: ComparedColumn | null } {
  const { amount, currency } = columns
  const amountOf = amount === null ? null : amountIds(amount, money, as.decimal)
  const currencyOf = currency === null ? null : currencyIds(currency, money)
  const fixed = money.currencies.of(as.choices.currency)
  const aloneAs = loneTaking(file, money, columns, as)
  return {
    of(line, row) {
      const said = currencyOf?.[currency?.codes[line] ?? 0] ?? 0
      const ofEvent = row < 0 ? 0 : (money.currency[row] ?? 0)
      return {
        taking: row < 0 ? aloneAs(line) : (money.taking[row] ?? 0),
        currency: said || fixed || ofEvent,
        amount: amountOf?.[amount?.codes[line] ?? 0] ?? 0,
      }
    },
    amount: amount === null || amountOf === null ? null : amountColumn(amount, amountOf, money),
  }
}

/** By the number of a cell's value; 0: it is no number. */
function amountIds({ own }: FileColumn, { amounts }: EventMoney, decimal: DecimalSign): Uint32Array {
  const ids = new Uint32Array(own.size + 1)
  for (let id = 1; id <= own.size; id += 1) {
    const number = cellNumber(own, id, decimal)
    ids[id] = number === null ? 0 : amounts.of(number)
  }
  return ids
}

function currencyIds({ own }: FileColumn, { currencies }: EventMoney): Uint32Array {
  return Uint32Array.from({ length: own.size + 1 }, (_, id) => (id === 0 ? 0 : currencies.of(own.text(id).trim())))
}

/** Compared where the event has money of its own; what reduces may stand with either sign. */
function amountColumn(file: FileColumn, ids: Uint32Array, money: EventMoney): ComparedColumn {
  const { expected, taking, takings, amounts } = money
  const opposite = oppositeIds(money)
  const ofLine = (line: number) => ids[file.codes[line] ?? 0] ?? 0
  return {
    file,
    ofRow: (row) => expected[row] ?? 0,
    ofLine,
    otherOfLine: () => 0,
    same(line, row) {
      const how = takings[taking[row] ?? 0]
      if (how?.of === 'unvalued') return true
      const code = file.codes[line] ?? 0
      const wanted = expected[row] ?? 0
      if (wanted === 0 || code === 0) return wanted === 0 && code === 0
      const own = ids[code] ?? 0
      return own === wanted || (how?.sign === 'reduces' && opposite(own) === wanted)
    },
    rowText: (row) => {
      const wanted = expected[row] ?? 0
      return wanted === 0 ? null : amounts.text(wanted)
    },
    isUnread: (code) => code !== 0 && ids[code] === 0,
  }
}

/** The number of an amount with the other sign. */
function oppositeIds({ amounts }: EventMoney): (id: number) => number {
  const known = new Map<number, number>()
  return (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const text = amounts.text(id)
    const other = text.startsWith('-') ? text.slice(1) : `-${text}`
    const made = text === '0' ? id : amounts.values.find('number', other)
    known.set(id, made)
    return made
  }
}

/** Compared where the event has money. */
export function currencyColumn(file: FileColumn, money: EventMoney): ComparedColumn {
  const ids = currencyIds(file, money)
  const ofLine = (line: number) => ids[file.codes[line] ?? 0] ?? 0
  return {
    file,
    ofRow: (row) => money.currency[row] ?? 0,
    ofLine,
    otherOfLine: () => 0,
    same: (line, row) => {
      const isUnvalued = money.takings[money.taking[row] ?? 0]?.of === 'unvalued' || money.worth[row] === 0
      return isUnvalued || (money.currency[row] ?? 0) === ofLine(line)
    },
    rowText: (row) => money.currencies.name(money.currency[row] ?? 0),
    isUnread: null,
  }
}

/** As which money a line is taken that no event has: as an event of what its cells say would be. */
function loneTaking(
  file: LedgerFile,
  money: EventMoney,
  columns: MoneyColumns,
  { decimal, zone, properties }: ReadAs,
): (line: number) => number {
  const field = (key: EventField['key']) =>
    file.columns.find(({ means }) => means.is === 'field' && means.field === key) ?? null
  const said = (column: FileColumn | null, line: number) => (column === null ? null : cellSaid(column, line))
  const [customer, code, type, created] = [
    field('customerId'),
    field('eventCode'),
    field('eventType'),
    field('createdAt'),
  ]
  const times = fileTimes(zone)
  const sources = money.names.map((name) => {
    const own = properties.get(name)
    if (own !== undefined) return { column: own.file, isNumber: own.isNumber }
    if (money.amountNames.has(name)) return { column: columns.amount, isNumber: true }
    return { column: money.currencyNames.has(name) ? columns.currency : null, isNumber: false }
  })
  const cellValue = ({ column, isNumber }: (typeof sources)[number], line: number): WorthValue | null => {
    const id = column?.codes[line] ?? 0
    if (column === null || id === 0) return null
    if (!isNumber) return { kind: 'string', text: cellSaid(column, line) ?? '' }
    const number = cellNumber(column.own, id, decimal)
    if (number === null || readDecimal(number) === null) return { kind: 'string', text: column.own.text(id) }
    return { kind: 'number', text: number }
  }
  return (line) => {
    const event: WorthEvent = {
      customerId: said(customer, line),
      eventCode: said(code, line),
      eventType: said(type, line),
      createdAt: times(said(created, line) ?? '')?.at ?? null,
      values: sources.map((source) => cellValue(source, line)),
    }
    return money.takingOf(event)
  }
}
