// What a line's amount comes to, beside the event that was found for it; and whether it is what the event says.
import type { DecimalSign, FileChoices } from '../../../../shared/check/checked-file.ts'
import type { EventField } from '../../../../shared/event/event-fields.ts'
import { readDecimal } from '../../../../shared/exact/decimal.ts'
import type { WorthEvent, WorthValue } from '../../../../shared/worth/worth-event.ts'
import { fileTimes } from '../../check/cell-text.ts'
import { type ComparedColumn, cellNumber } from './ledger-columns.ts'
import { cellTextAt, type FileColumn, type LedgerFile } from './ledger-file.ts'
import { type EventMoney, negativeText } from './ledger-money.ts'

export interface MoneyColumns {
  amount: FileColumn | null
  currency: FileColumn | null
}

export interface LineMoney {
  /** Numbers of the event money's lists; `amount` 0: the line has none. */
  taking: number
  currency: number
  amount: number
}

interface ReadAs {
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
      const lineCurrency = currencyOf?.[currency?.codes[line] ?? 0] ?? 0
      const ofEvent = row < 0 ? 0 : (money.currency[row] ?? 0)
      return {
        taking: row < 0 ? aloneAs(line) : (money.taking[row] ?? 0),
        currency: lineCurrency || fixed || ofEvent,
        amount: amountOf?.[amount?.codes[line] ?? 0] ?? 0,
      }
    },
    amount: amount === null || amountOf === null ? null : amountColumn(amount, amountOf, money),
  }
}

/** By the number of a cell's value; 0: it is not a number. */
function amountIds({ dictionary }: FileColumn, { amounts }: EventMoney, decimal: DecimalSign): Uint32Array {
  const ids = new Uint32Array(dictionary.size + 1)
  for (let id = 1; id <= dictionary.size; id += 1) {
    const number = cellNumber(dictionary, id, decimal)
    ids[id] = number === null ? 0 : amounts.of(number)
  }
  return ids
}

function currencyIds({ dictionary }: FileColumn, { currencies }: EventMoney): Uint32Array {
  return Uint32Array.from({ length: dictionary.size + 1 }, (_, id) =>
    id === 0 ? 0 : currencies.of(dictionary.text(id).trim()),
  )
}

/** Compared where the event has money of its own; what reduces may stand with either sign. */
function amountColumn(file: FileColumn, ids: Uint32Array, money: EventMoney): ComparedColumn {
  const { expected, taking, takings, amounts, reduced } = money
  const takingOf = (row: number) => takings[taking[row] ?? 0]
  // Numbers of what reduces are odd. A cell that is not a number is the same as nothing.
  const reducing = reducedIds(ids, money)
  return {
    file,
    ofRow(row) {
      const id = expected[row] ?? 0
      if (id === 0 || takingOf(row)?.sign !== 'reduces') return id * 2
      return (reduced.get(id) ?? id) * 2 + 1
    },
    ofLine(line) {
      const code = file.codes[line] ?? 0
      return code === 0 ? 0 : (ids[code] ?? 0) * 2 || 1
    },
    otherOfLine(line) {
      const id = reducing?.[file.codes[line] ?? 0] ?? 0
      return id === 0 ? 0 : id * 2 + 1
    },
    ignores: (row) => takingOf(row)?.of === 'unvalued',
    rowText(row) {
      const wanted = expected[row] ?? 0
      return wanted === 0 || takingOf(row)?.of === 'unvalued' ? null : amounts.text(wanted)
    },
    isUnread: (code) => code !== 0 && ids[code] === 0,
  }
}

/** The numbers of amounts as what reduces them comes to; null: nothing reduces. */
function reducedIds(ids: Uint32Array, { amounts, takings }: EventMoney): Uint32Array | null {
  if (takings.every(({ sign }) => sign !== 'reduces')) return null
  // Only those that an event comes to: others are not the same as any.
  return ids.map((id) => (id === 0 ? 0 : amounts.values.find('number', negativeText(amounts.text(id)))))
}

/** Compared where the event has money. */
export function currencyColumn(file: FileColumn, money: EventMoney): ComparedColumn {
  const ids = currencyIds(file, money)
  return {
    file,
    ofRow: (row) => money.currency[row] ?? 0,
    ofLine: (line) => ids[file.codes[line] ?? 0] ?? 0,
    ignores: (row) => money.takings[money.taking[row] ?? 0]?.of === 'unvalued' || money.worth[row] === 0,
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
  const textOf = (column: FileColumn | null, line: number) => (column === null ? null : cellTextAt(column, line))
  const [customer, code, type, created] = [
    field('customerId'),
    field('eventCode'),
    field('eventType'),
    field('createdAt'),
  ]
  const times = fileTimes(zone)
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
    const alike = type === null ? money.takingOfCode(textOf(code, line) ?? '') : undefined
    if (alike !== undefined) return alike
    const event: WorthEvent = {
      customerId: textOf(customer, line),
      eventCode: textOf(code, line),
      eventType: textOf(type, line),
      createdAt: times(textOf(created, line) ?? '')?.at ?? null,
      values: sources.map((source) => cellValue(source, line)),
    }
    return money.takingOf(event)
  }
}
