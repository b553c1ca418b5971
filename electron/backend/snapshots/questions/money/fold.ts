// Adds up what rows are worth: those of one kind and group are one part with their exact sums, in the order in which they first come.
// What is made of the parts is what the same makes of the events one by one: the order of the parts decides where theirs would.
import type { SumType } from '../../../../../shared/exact/exact-sum.ts'
import { isMonthInHand, type RangeInHand } from '../../../../../shared/worth/billing-months.ts'
import { createGroupedWorth } from '../../../../../shared/worth/grouped-worth.ts'
import { createPeriodLines, type PeriodLines, type ReckonedLine } from '../../../../../shared/worth/period-lines.ts'
import { withEffect } from '../../../../../shared/worth/rule.ts'
import { createWorthTally, worthFigures } from '../../../../../shared/worth/valuation.ts'
import type { ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import type { Worth } from '../../../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { dividedGroups, type Groups } from '../group-rows.ts'
import { fieldColumn } from '../loaded-events.ts'
import { inSteps, type Turn } from '../turn.ts'
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
  parts: readonly FoldedPart[]
  /** In the order of their places. */
  lines: readonly ReckonedLine[]
  worth(): Worth
  /** By the groups of the rows. */
  grouped(): ReturnType<typeof createGroupedWorth>
  /** Those of one table whose parts are wanted, in their order. */
  rowsOf(isWanted: (part: FoldedPart) => boolean, table?: number): Uint32Array
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
  const parts: FoldedPart[] = []
  const partOf: Uint32Array[] = []
  for (const [table, rows] of tables.entries()) {
    const divided = await dividedByKind(rows, turn)
    const made = await summedParts(rows, table, divided, turn)
    await addLines(rows, divided, made, months, turn)
    partOf.push(parts.length === 0 ? divided.of : divided.of.map((part) => part + parts.length))
    for (const part of made) parts.push(part)
  }
  const lines = months.lines()
  return {
    parts,
    lines,
    worth() {
      const tally = createWorthTally({ rules })
      for (const { valued, events, ...event } of parts) tally.add(valued, event, events)
      return worthFigures(tally, lines)
    },
    grouped() {
      const grouped = createGroupedWorth()
      for (const { valued, group, eventCode, events } of parts) grouped.add(valued, group, eventCode, events)
      return grouped
    },
    rowsOf(isWanted, table = 0) {
      const wanted = Uint8Array.from(parts, (part) => Number(isWanted(part)))
      const of = partOf[table]
      return tables[table]?.valued.rows.filter((_, at) => wanted[of?.[at] ?? 0] === 1) ?? new Uint32Array()
    },
  }
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
): Promise<FoldedPart[]> {
  const { columns, places, rows, rules } = valued
  const { kinds, kindOf } = columns
  const [firsts, lasts] = [new Uint32Array(count), new Uint32Array(count)]
  const events = new Uint32Array(count)
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
  const parts: FoldedPart[] = []
  for (let part = 0; part < count; part += 1) {
    if (part % 4_096 === 0) await turn.breathe()
    const first = firsts[part] ?? 0
    const { eventCode, type } = valued.kindAt(first)
    const one = valued.eventAt(first)
    const effect = one.rule === null ? 'as-sent' : (rules.rules[one.rule]?.effect ?? 'as-sent')
    const sent = one.sent && sums.sent.total(part)
    const summed: ValuedEvent = {
      ...one,
      sent,
      worth: one.worth && sent && withEffect(effect, sent),
      quantity: one.quantity && sums.quantity.total(part),
      differs: one.differs && sums.differs.total(part),
    }
    const stands = { table, group: groups?.of[first] ?? 0, first, last: lasts[part] ?? 0 }
    parts.push({ valued: summed, events: events[part] ?? 0, eventCode, eventType: type, ...stands })
  }
  return parts
}

/** What is added to a line comes once for each part; of a maximum, a last or different values, each row does. */
async function addLines(
  { valued }: FoldedRows,
  { of }: Groups,
  parts: readonly FoldedPart[],
  months: PeriodLines,
  turn: Turn,
): Promise<void> {
  const { rows, rules, kindAt, eventAt } = valued
  if (!parts.some((part) => part.valued.line !== null)) return
  for (let at = 0; at < rows.length; at += 1) {
    if (at % 4_096 === 0) await turn.breathe()
    const part = parts[of[at] ?? 0]
    if (part === undefined || part.valued.line === null) continue
    const { line } = part.valued
    if (!kindAt(at).isAdded) {
      const share = eventAt(at).line
      if (share !== null) months.add(share)
      line.place = share?.place ?? -1
    } else if (part.first === at) {
      const { quantity } = part.valued
      line.events = part.events
      line.quantity = quantity && withEffect(rules.rules[line.rule]?.effect ?? 'as-sent', quantity)
      months.add(line)
    }
  }
}
