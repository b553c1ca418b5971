// Adds up what rows are worth: those of one kind and group are one part with their exact sums, in the order in which they first come.
// What is made of the parts is what the same makes of the events one by one: the order of the parts decides where theirs would.
import type { SumType } from '../../../../shared/exact/exact-sum.ts'
import { isMonthInHand, type RangeInHand } from '../../../../shared/worth/billing-months.ts'
import { createGroupedWorth } from '../../../../shared/worth/grouped-worth.ts'
import { createPeriodLines, type PeriodLines, type ReckonedLine } from '../../../../shared/worth/period-lines.ts'
import { withEffect } from '../../../../shared/worth/rule.ts'
import { createWorthTally, worthFigures } from '../../../../shared/worth/valuation.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import type { Worth } from '../../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { dividedGroups, type Groups } from '../table/group-rows.ts'
import { fieldColumn } from '../table/loaded-events.ts'
import { inSteps, type Turn } from '../table/turn.ts'
import { createExactSums, type ExactNumbers, type ExactSums } from './exact-numbers.ts'
import type { ValuedKind, ValuedRows } from './valued-rows.ts'

/** Events of one kind in one group: as one that has their sums, and the price of the first. A line of a month is one of their line's. */
export interface FoldedPart {
  valued: ValuedEvent
  events: number
  eventCode: string | null
  eventType: SumType
  /** Of which of the tables its rows are, and their group there. */
  table: number
  group: number
  /** Where the first and the last of its rows stand. */
  first: number
  last: number
}

export interface Fold {
  /** Gives the parts one by one: there may be as many as rows. */
  each(take: (part: FoldedPart) => void): Promise<void>
  /** In the order of their places. */
  lines: readonly ReckonedLine[]
  worth(): Promise<Worth>
  /** By the groups of the rows. */
  grouped(): Promise<ReturnType<typeof createGroupedWorth>>
  /** Those of one table whose parts are wanted, in their order. */
  rowsOf(isWanted: (part: FoldedPart) => boolean, table?: number): Promise<Uint32Array>
}

export interface FoldedRows {
  valued: ValuedRows
  /** By which rows are kept apart; null: by none. */
  groups?: Groups | null
  /** Whether those of different prices are kept apart as well. */
  byPrice?: boolean
}

/**
 * @param tables rows of one or several, one after the other: a line of a month may be of all of them
 * @param inHand what all of these rows are of
 */
export async function fold(
  tables: readonly FoldedRows[],
  { rules }: Pick<WorthRules, 'rules'>,
  inHand: RangeInHand | null,
  turn: Turn,
): Promise<Fold> {
  const months = createPeriodLines(isMonthInHand(inHand))
  const made: TableParts[] = []
  for (const [table, rows] of tables.entries()) {
    const divided = await dividedByKind(rows, turn)
    const parts = await summedParts(rows, table, divided, turn)
    await addLines(rows, parts, months, turn)
    made.push(parts)
  }
  const lines = months.lines()
  const count = made.reduce((sum, parts) => sum + parts.count, 0)
  const held: FoldedPart[] = []

  async function each(take: (part: FoldedPart) => void): Promise<void> {
    let number = 0
    for (const { count: ofTable, partAt } of made) {
      for (let at = 0; at < ofTable; at += 1) {
        if (number % 1_024 === 0) await turn.breathe()
        const part = held[number] ?? partAt(at)
        if (count <= MOST_HELD) held[number] = part
        take(part)
        number += 1
      }
    }
  }

  return {
    each,
    lines,
    async worth() {
      const tally = createWorthTally({ rules })
      await each(({ valued, events, ...event }) => tally.add(valued, event, events))
      return worthFigures(tally, lines)
    },
    async grouped() {
      const grouped = createGroupedWorth()
      await each(({ valued, group, eventCode, events }) => grouped.add(valued, group, eventCode, events))
      return grouped
    },
    async rowsOf(isWanted, table = 0) {
      const parts = made[table]
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

/** More parts are made anew each time: one takes half a kilobyte. */
const MOST_HELD = 100_000

/** The parts of one table, in the order in which they first come. */
interface TableParts {
  count: number
  /** Of each of its rows. */
  of: Uint32Array
  firsts: Uint32Array
  /** Of those with a line, its place among all lines; set as the lines are added. */
  linePlaces: Int32Array
  partAt(part: number): FoldedPart
}

/** Rows that share a group, a kind and, where they have one, the line of a month, what was sent in place of a number, and the price. */
async function dividedByKind({ valued, groups, byPrice }: FoldedRows, turn: Turn): Promise<Groups> {
  const { snapshot, columns, places, rows } = valued
  const { kinds, kindOf, values, price } = columns
  const one = {
    of: new Uint32Array(rows.length),
    count: Math.min(rows.length, 1),
    codes: [],
    parents: new Uint32Array(1),
  }
  let divided = await dividedGroups(groups ?? one, places, { codes: kindOf, size: kinds.length }, turn)
  const standing = rows.map((_, at) => at)
  /** By what only some kinds are divided. */
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
    divided = await dividedGroups(divided, standing, { codes, size }, turn)
  }
  const hasLine = ({ like }: ValuedKind) => like.line !== null
  if (kinds.some(hasLine)) {
    const customers = fieldColumn(snapshot.table, 'customerId')
    await divide(hasLine, customers.values.size, (at) => customers.codes[rows[at] ?? 0] ?? 0)
    const months = await snapshot.codes({ of: 'time', every: 'month' }, null, turn)
    await divide(hasLine, months.size, (at) => months.codes[rows[at] ?? 0] ?? 0)
  }
  const sentInstead = ({ like }: ValuedKind) => values.get(like.missing?.property ?? '')
  const most = [...values.values()].reduce((size, column) => Math.max(size, column.values.size), 0)
  await divide(
    ({ like }) => like.missing !== null,
    most,
    (at, kind) => sentInstead(kind)?.codes[rows[at] ?? 0] ?? 0,
  )
  if (byPrice !== true) return divided
  const known = new Map<number | string, number>()
  const priceNumber = (at: number) => {
    const name = price.nameAt(places[at] ?? 0)
    const number = known.get(name) ?? known.size + 1
    known.set(name, number)
    return number
  }
  await divide(({ like }) => like.price !== null, rows.length, priceNumber)
  return divided
}

async function summedParts(
  { valued, groups }: FoldedRows,
  table: number,
  { of, count }: Groups,
  turn: Turn,
): Promise<TableParts> {
  const { columns, places, rows, rules } = valued
  const { kinds, kindOf } = columns
  const [firsts, lasts] = [new Uint32Array(count), new Uint32Array(count)]
  const events = new Uint32Array(count)
  const linePlaces = new Int32Array(kinds.some(({ like }) => like.line !== null) ? count : 0).fill(-1)
  const sums = { sent: createExactSums(count), quantity: createExactSums(count), differs: createExactSums(count) }
  const names = ['sent', 'quantity', 'differs'] as const
  const added = kinds.map(({ like }): readonly [ExactNumbers, ExactSums][] =>
    names.flatMap((name) => (like[name] === null ? [] : [[columns[name], sums[name]]])),
  )
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const part = of[at] ?? 0
      if (events[part] === 0) firsts[part] = at
      lasts[part] = at
      events[part] = (events[part] ?? 0) + 1
      const place = places[at] ?? 0
      for (const [numbers, sum] of added[kindOf[place] ?? 0] ?? []) numbers.addTo(sum, part, place)
    }
  })

  function partAt(part: number): FoldedPart {
    const first = firsts[part] ?? 0
    const { eventCode, type, isAdded } = valued.kindAt(first)
    const one = valued.eventAt(first)
    const effect = one.rule === null ? 'as-sent' : (rules.rules[one.rule]?.effect ?? 'as-sent')
    const sent = one.sent && sums.sent.total(part)
    const quantity = one.quantity && sums.quantity.total(part)
    const many = events[part] ?? 0
    const ofLine = one.line && { ...one.line, events: many, place: linePlaces[part] ?? -1 }
    return {
      valued: {
        ...one,
        sent,
        worth: one.worth && sent && withEffect(effect, sent),
        quantity,
        differs: one.differs && sums.differs.total(part),
        line: ofLine && isAdded ? { ...ofLine, quantity: quantity && withEffect(effect, quantity) } : ofLine,
      },
      events: many,
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

/** Each part once, where its first row stands; of those that are not added up also the rows that decide their line. */
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

/** A mark for each row that its part's line needs besides the first: the largest, the last and what ties with it, each different value. */
async function decisiveRows(
  { snapshot, columns, rows, places, kindAt }: ValuedRows,
  { of, count }: TableParts,
  turn: Turn,
): Promise<Uint8Array> {
  const marks = new Uint8Array(rows.length)
  if (columns.kinds.every(({ like, isAdded }) => like.line === null || isAdded)) return marks
  /** By part, where the row stands that decides so far, and one more; then where one does that contradicts it. */
  const [deciding, tied] = [new Uint32Array(count), new Uint32Array(count)]
  const seen = new Set<number>()
  const width = 1 + [...columns.values.values()].reduce((size, { values }) => Math.max(size, values.size), 0)
  const created = fieldColumn(snapshot.table, 'createdAt').codes
  const { seconds, nanoseconds } = snapshot.table.instants
  const larger = (at: number, known: number) => columns.quantity.compare(places[at] ?? 0, places[known] ?? 0)
  const later = (at: number, known: number) => {
    const [one, other] = [created[rows[at] ?? 0] ?? 0, created[rows[known] ?? 0] ?? 0]
    return (seconds[one] ?? 0) - (seconds[other] ?? 0) || (nanoseconds[one] ?? 0) - (nanoseconds[other] ?? 0)
  }
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const { like, isAdded } = kindAt(at)
      if (like.line === null || like.quantity === null || isAdded) continue
      const { by, property } = like.line
      const part = of[at] ?? 0
      if (by === 'distinct') {
        const value = part * width + (columns.values.get(property ?? '')?.codes[rows[at] ?? 0] ?? 0)
        if (!seen.has(value)) marks[at] = 1
        seen.add(value)
        continue
      }
      if (by === 'last' && Number.isNaN(seconds[created[rows[at] ?? 0] ?? 0])) continue
      const known = (deciding[part] ?? 0) - 1
      const order = known < 0 ? 1 : by === 'last' ? later(at, known) : larger(at, known)
      if (order > 0) {
        deciding[part] = at + 1
        tied[part] = 0
      } else if (by === 'last' && order === 0 && tied[part] === 0 && larger(at, known) !== 0) tied[part] = at + 1
    }
  })
  for (const places of [deciding, tied]) for (const place of places) if (place > 0) marks[place - 1] = 1
  return marks
}
