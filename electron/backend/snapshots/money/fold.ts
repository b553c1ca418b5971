// Adds up what rows are worth: those of one kind and group are one part with their exact sums. Parts stand in the order
// of their first rows. What is added up of parts comes out as it would of the events one by one, also where their order
// decides something, such as which currencies come first.
import type { Decimal } from '../../../../shared/exact/decimal.ts'
import type { SumType } from '../../../../shared/exact/exact-sum.ts'
import { isWholeMonth, type WholeRangeInstants } from '../../../../shared/worth/billing-months.ts'
import { createGroupedWorth } from '../../../../shared/worth/grouped-worth.ts'
import { createPeriodLines, type PeriodLines } from '../../../../shared/worth/period-lines.ts'
import { withEffect } from '../../../../shared/worth/rule.ts'
import { createWorthTally, worthFigures } from '../../../../shared/worth/valuation.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import type { Worth } from '../../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { dividedGroups, type Groups, groupRows } from '../table/group-rows.ts'
import { compareTimes, fieldColumn } from '../table/loaded-events.ts'
import { allRows } from '../table/select-rows.ts'
import { inSteps, type Turn } from '../table/turn.ts'
import { createExactSums, type ExactNumbers, type ExactSums } from './exact-numbers.ts'
import type { ValuedColumns, ValuedKind, ValuedRows } from './valued-rows.ts'

/** Events of one kind in one group, and of one line of a month where they have one. */
export interface FoldedPart {
  /** The part as one event: `sent`, `worth`, `quantity` and `differs` are sums, and all else is its first row's. */
  valued: ValuedEvent
  /** The sum of their quantities, with the sign of the effect; null: there is none, or single events decide it. */
  counted: Decimal | null
  events: number
  eventCode: string | null
  eventType: SumType
  /** The index of the table that its rows are of, and their group there. */
  table: number
  group: number
  /** The first and the last of its rows, as indexes into the rows of the table. */
  first: number
  last: number
}

export type Fold = Awaited<ReturnType<typeof fold>>

export interface FoldedRows {
  valued: ValuedRows
  /** Rows of two groups are never in one part; null: all rows are of one group. */
  groups?: Groups | null
  /** Whether those of different prices are kept apart as well. */
  byPrice?: boolean
}

/**
 * Adds up rows to parts, and those that are worth something only together to lines: what a customer's event code comes
 * to in a month, such as its maximum.
 * @param tables rows of one or several, one after the other: a line may be of rows of all of them
 * @param wholeRange the range of which these are all events: a rate card prices only months that lie in it; null: the
 * rows are a part, in which no month is whole
 */
export async function fold(
  tables: readonly FoldedRows[],
  { rules }: Pick<WorthRules, 'rules'>,
  wholeRange: WholeRangeInstants | null,
  turn: Turn,
) {
  const months = createPeriodLines(isWholeMonth(wholeRange))
  const partsOfTables: TableParts[] = []
  for (const [table, rows] of tables.entries()) {
    const divided = await dividedByKind(rows, turn)
    const parts = await summedParts(rows, table, divided, turn)
    await addLines(rows, parts, months, turn)
    partsOfTables.push(parts)
  }
  const lines = months.lines()
  const count = partsOfTables.reduce((sum, parts) => sum + parts.count, 0)
  /** The parts of all tables as they were made first, where they are few enough to be kept. */
  const kept: FoldedPart[] = []

  async function each(take: (part: FoldedPart) => void): Promise<void> {
    let number = 0
    for (const { count: ofTable, partAt } of partsOfTables) {
      for (let at = 0; at < ofTable; at += 1) {
        if (number % 1_024 === 0) await turn.breathe()
        const part = kept[number] ?? partAt(at)
        if (count <= MOST_KEPT) kept[number] = part
        take(part)
        number += 1
      }
    }
  }

  return {
    /** Gives the parts one by one: there may be as many as rows. */
    each,
    /** The lines of months, each at its `place`. */
    lines,
    async worth(): Promise<Worth> {
      const tally = createWorthTally({ rules })
      await each(({ valued, events, ...event }) => tally.add(valued, event, events))
      return worthFigures(tally, lines)
    },
    /** Adds the parts up by the groups that the rows were given. */
    async grouped(): Promise<ReturnType<typeof createGroupedWorth>> {
      const grouped = createGroupedWorth()
      await each(({ valued, group, eventCode, events }) => grouped.add(valued, group, eventCode, events))
      return grouped
    },
    /** The rows of one table whose parts are wanted, in their order. */
    async rowsOf(isWanted: (part: FoldedPart) => boolean, table = 0): Promise<Uint32Array> {
      const parts = partsOfTables[table]
      const wanted = new Uint8Array(parts?.count ?? 0)
      let at = 0
      await each((part) => {
        if (part.table !== table) return
        wanted[at] = Number(isWanted(part))
        at += 1
      })
      return tables[table]?.valued.rows.filter((_, row) => wanted[parts?.of[row] ?? 0] === 1) ?? new Uint32Array()
    },
  }
}

/** Where there are more parts, each is made anew each time it is asked for: one takes half a kilobyte. */
const MOST_KEPT = 100_000

/** The parts of one table, numbered from 0 in the order in which they first come. */
interface TableParts {
  count: number
  /** Indexed by the rows of the table: the number of the row's part. */
  of: Uint32Array
  /** Indexed by part: the index of its first row. */
  firsts: Uint32Array
  /**
   * Indexed by part: the place of its line among the lines of all tables. `addLines` sets it; until then, and for parts
   * without a line, it is -1. Empty where the table has no lines.
   */
  linePlaces: Int32Array
  partAt(part: number): FoldedPart
}

/**
 * Divides the rows into parts: the given groups by kind, and then rows of one kind once more by what a kind does not
 * say of its rows. A part has one customer and one month where it is of a line, one value where its rows sent something
 * that is no number, and, where that is asked for, one price.
 */
async function dividedByKind({ valued, groups, byPrice }: FoldedRows, turn: Turn): Promise<Groups> {
  const { snapshot, columns, places, rows } = valued
  const { kinds, kindOf, values, price } = columns
  const undivided = groups ?? (await groupRows(rows, [], turn))
  let divided = await dividedGroups(undivided, places, { codes: kindOf, size: kinds.length }, turn)
  const indexes = allRows(rows.length)
  /**
   * Divides once more the rows of some kinds, so that each part has one code. All rows of other kinds have code 0.
   * @param isOf whether rows of the kind are divided
   * @param size the largest code
   * @param codeOf the code of a row, by its index into `rows`, and its kind
   */
  async function divide(
    isOf: (kind: ValuedKind) => boolean,
    size: number,
    codeOf: (at: number, kind: ValuedKind) => number,
  ) {
    const isDivided = Uint8Array.from(kinds, (kind) => Number(isOf(kind)))
    if (!isDivided.includes(1)) return
    const codes = new Uint32Array(rows.length)
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const kind = kindOf[places[at] ?? 0] ?? 0
        if (isDivided[kind] === 1) codes[at] = codeOf(at, kinds[kind] as ValuedKind)
      }
    })
    divided = await dividedGroups(divided, indexes, { codes, size }, turn)
  }
  const hasLine = ({ like }: ValuedKind) => like.line !== null
  if (kinds.some(hasLine)) {
    const customers = fieldColumn(snapshot.table, 'customerId')
    await divide(hasLine, customers.values.size, (at) => customers.codes[rows[at] ?? 0] ?? 0)
    const months = await snapshot.codes({ of: 'time', every: 'month' }, null, turn)
    await divide(hasLine, months.size, (at) => months.codes[rows[at] ?? 0] ?? 0)
  }
  // Rows whose number is `missing` tell what they sent in its place, which is counted value by value.
  const columnInPlaceOfNumber = ({ like }: ValuedKind) => values.get(like.missing?.property ?? '')
  await divide(
    ({ like }) => like.missing !== null,
    largestCode(columns),
    (at, kind) => columnInPlaceOfNumber(kind)?.codes[rows[at] ?? 0] ?? 0,
  )
  if (byPrice !== true) return divided
  const priceNumbers = new Map<number | string, number>()
  const priceNumber = (at: number) => {
    const name = price.nameAt(places[at] ?? 0)
    const number = priceNumbers.get(name) ?? priceNumbers.size + 1
    priceNumbers.set(name, number)
    return number
  }
  await divide(({ like }) => like.price !== null, rows.length, priceNumber)
  return divided
}

/** Adds up the rows of each part: in typed arrays, with an object only for a part that is asked for. */
async function summedParts(
  { valued, groups }: FoldedRows,
  table: number,
  { of, count }: Groups,
  turn: Turn,
): Promise<TableParts> {
  const { columns, places, rows } = valued
  const { kinds, kindOf } = columns
  const [firsts, lasts] = [new Uint32Array(count), new Uint32Array(count)]
  const events = new Uint32Array(count)
  const linePlaces = new Int32Array(kinds.some(({ like }) => like.line !== null) ? count : 0).fill(-1)
  const sums = { sent: createExactSums(count), quantity: createExactSums(count), differs: createExactSums(count) }
  const names = ['sent', 'quantity', 'differs'] as const
  /** Indexed by kind: the numbers that its rows have, each with the sums to which they are added. */
  const sumsOfKind = kinds.map(({ like }): readonly [ExactNumbers, ExactSums][] =>
    names.flatMap((name) => (like[name] === null ? [] : [[columns[name], sums[name]]])),
  )
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const part = of[at] ?? 0
      if (events[part] === 0) firsts[part] = at
      lasts[part] = at
      events[part] = (events[part] ?? 0) + 1
      const place = places[at] ?? 0
      for (const [numbers, sum] of sumsOfKind[kindOf[place] ?? 0] ?? []) numbers.addTo(sum, part, place)
    }
  })

  function partAt(part: number): FoldedPart {
    const first = firsts[part] ?? 0
    const { eventCode, type, effect, isAdded } = valued.kindAt(first)
    const firstEvent = valued.eventAt(first)
    const sent = firstEvent.sent && sums.sent.total(part)
    const quantity = firstEvent.quantity && sums.quantity.total(part)
    const counted = isAdded && quantity ? withEffect(effect, quantity) : null
    const eventCount = events[part] ?? 0
    const line = firstEvent.line && { ...firstEvent.line, events: eventCount, place: linePlaces[part] ?? -1 }
    return {
      valued: {
        ...firstEvent,
        sent,
        worth: firstEvent.worth && sent && withEffect(effect, sent),
        quantity,
        differs: firstEvent.differs && sums.differs.total(part),
        line: line && isAdded ? { ...line, quantity: counted } : line,
      },
      counted,
      events: eventCount,
      eventCode,
      eventType: type,
      table,
      group: groups?.of[first] ?? 0,
      first,
      last: lasts[part] ?? 0,
    }
  }

  return { count, of, firsts, linePlaces, partAt }
}

/**
 * Adds the rows of lines to the lines of months, in the order of the rows, and notes the place of each part's line. A
 * part is added once, where its first row stands, with the events and the sum of all its rows. A later row is added
 * only where it decides a line that is no sum, and then with 0 events, as its part has counted it.
 */
async function addLines({ valued }: FoldedRows, parts: TableParts, months: PeriodLines, turn: Turn): Promise<void> {
  const { of, firsts, linePlaces, partAt } = parts
  if (linePlaces.length === 0) return
  const isDecisive = await decisiveRows(valued, parts, turn)
  for (let at = 0; at < of.length; at += 1) {
    if (at % 4_096 === 0) await turn.breathe()
    const part = of[at] ?? 0
    const isFirst = firsts[part] === at
    if (valued.kindAt(at).like.line === null || !(isFirst || isDecisive[at] === 1)) continue
    const { line } = isFirst ? partAt(part).valued : valued.eventAt(at)
    if (line === null) continue
    months.add(isFirst ? line : { ...line, events: 0 })
    if (isFirst) linePlaces[part] = line.place
  }
}

/**
 * Marks with 1, by index into the rows, those that decide a line which is no sum. A maximum is decided by the first of
 * the part's largest quantities; a last value by the first row of the latest time, and, as the line then has no last
 * value, by the first row of that time with another quantity; a number of different values by the first row of each.
 */
async function decisiveRows(
  { snapshot, columns, rows, places, kindAt }: ValuedRows,
  { of, count }: TableParts,
  turn: Turn,
): Promise<Uint8Array> {
  const marks = new Uint8Array(rows.length)
  if (columns.kinds.every(({ like, isAdded }) => like.line === null || isAdded)) return marks
  /** By part, as indexes into the rows: the one that decides so far, and one of the same time that contradicts it. */
  const [deciding, contradicting] = [new Int32Array(count).fill(NO_ROW), new Int32Array(count).fill(NO_ROW)]
  /** Values that a part has, each as one number: the part times `width`, more than any value's code, plus the code. */
  const seen = new Set<number>()
  const width = 1 + largestCode(columns)
  const created = fieldColumn(snapshot.table, 'createdAt').codes
  const { instants } = snapshot.table
  const timeOf = (at: number) => created[rows[at] ?? 0] ?? 0
  const compareQuantities = (at: number, other: number) => columns.quantity.compare(places[at] ?? 0, places[other] ?? 0)

  function noteLargest(part: number, at: number): void {
    const known = deciding[part] ?? NO_ROW
    if (known === NO_ROW || compareQuantities(at, known) > 0) deciding[part] = at
  }
  function noteLast(part: number, at: number): void {
    if (Number.isNaN(instants.seconds[timeOf(at)])) return
    const known = deciding[part] ?? NO_ROW
    const order = known === NO_ROW ? 1 : compareTimes(instants, timeOf(at), timeOf(known))
    if (order > 0) {
      deciding[part] = at
      contradicting[part] = NO_ROW
    } else if (order === 0 && contradicting[part] === NO_ROW && compareQuantities(at, known) !== 0) {
      contradicting[part] = at
    }
  }
  function noteValue(part: number, at: number, property: string): void {
    const value = part * width + (columns.values.get(property)?.codes[rows[at] ?? 0] ?? 0)
    if (!seen.has(value)) marks[at] = 1
    seen.add(value)
  }

  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const { like, isAdded } = kindAt(at)
      if (like.line === null || like.quantity === null || isAdded) continue
      const { by, property } = like.line
      const part = of[at] ?? 0
      if (by === 'distinct') noteValue(part, at, property ?? '')
      else if (by === 'last') noteLast(part, at)
      else noteLargest(part, at)
    }
  })
  for (const found of [deciding, contradicting]) for (const at of found) if (at !== NO_ROW) marks[at] = 1
  return marks
}

/** It stands in place of a row's index. */
const NO_ROW = -1

/** The largest code in any of the columns whose values are part of a row's worth. */
const largestCode = ({ values }: ValuedColumns) =>
  [...values.values()].reduce((largest, column) => Math.max(largest, column.values.size), 0)
