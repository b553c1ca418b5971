// What the events of each customer and code come to by the rules: in each stretch of the invoice's periods, and in each month
// where only a whole month has money. In one pass; nothing is kept of a single event.
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { type BillingMonth, billingMonths } from '../../../../../shared/worth/billing-months.ts'
import { createPeriodLines, type PeriodLines, type ReckonedLine } from '../../../../../shared/worth/period-lines.ts'
import type { Quantity } from '../../../../../shared/worth/rule.ts'
import { eventValuer, type ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { fieldColumn } from '../loaded-events.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import { instantsOf } from '../snapshot-valuation.ts'
import type { Turn } from '../turn.ts'
import { valueRows } from '../value-rows.ts'
import type { BillingCalendar } from './billing-calendar.ts'
import type { EventGroup } from './event-groups.ts'
import { addToStretch, type GroupStretch, isMoney, newStretch } from './group-stretch.ts'

/** What a group comes to in one month, where only a whole month has money. */
export interface GroupMonth {
  month: BillingMonth
  lines: ReckonedLine[]
  /** Of the same without events that may be duplicates; null: the group has none. */
  without: ReckonedLine[] | null
}

export interface ValuedGroup extends EventGroup {
  calendar: BillingCalendar
  /** By their number; -1: events in no period. */
  stretches: Map<number, GroupStretch>
  /** Numbers of stretches with events, in the order of time; without those in no period. */
  numbers: number[]
  /** In the order of time. */
  months: GroupMonth[]
  /** Undefined: none was seen; null: they differ. */
  unit: string | null | undefined
  /** How the rules count it; that of the first event which they count. */
  by: Quantity['by'] | null
}

interface Options extends Pick<InvoiceCheckQuestion, 'inHand'> {
  rules: WorthRules
  calendarOf: (customerId: string) => BillingCalendar
  /** Decimals to which the invoice rounds. */
  placesOf: (currency: string | null) => number
  /** Rows that may be duplicates of one before them. */
  again: { has(row: number): boolean }
}

/** One for each of `groups`, in their order. Events without a time are in no stretch and no month. */
export async function valueGroups(
  snapshot: LoadedSnapshot,
  groups: readonly EventGroup[],
  { rules, inHand, calendarOf, placesOf, again }: Options,
  turn: Turn,
): Promise<ValuedGroup[]> {
  const { zone } = snapshot.table.range
  const valuer = eventValuer(rules, zone, billingMonths(zone, instantsOf(inHand)), null)
  const created = fieldColumn(snapshot.table, 'createdAt').codes
  const { seconds } = snapshot.table.instants
  const total = groups.reduce((sum, { dated }) => sum + dated, 0)
  const rows = new Uint32Array(total)
  let filled = 0
  for (const group of groups) {
    rows.set(group.rows.subarray(0, group.dated), filled)
    filled += group.dated
  }
  const valued: ValuedGroup[] = []
  let next = 0
  let open: { group: ValuedGroup; lines: PeriodLines; without: PeriodLines; hasAgain: boolean; left: number } | null =
    null
  const months = new Map<string, BillingMonth>()

  function begin(): NonNullable<typeof open> {
    const group = groups[next] as EventGroup
    next += 1
    const made: ValuedGroup = {
      ...group,
      calendar: calendarOf(group.customerId),
      stretches: new Map(),
      numbers: [],
      months: [],
      unit: undefined,
      by: null,
    }
    valued.push(made)
    return { group: made, lines: createPeriodLines(), without: createPeriodLines(), hasAgain: false, left: group.dated }
  }

  function add(row: number, event: ValuedEvent): void {
    while (open === null || open.left === 0) open = begin()
    const { group } = open
    const at = group.dated - open.left
    open.left -= 1
    const isAgain = again.has(row)
    const stretch = stretchFor(group, group.calendar.stretchAt(seconds[created[row] ?? 0] ?? 0), at)
    const rule = event.rule === null ? null : (rules.rules[event.rule] ?? null)
    if (isMoney(event, rule)) {
      group.by ??= rule?.quantity?.by ?? null
      noteUnit(group, event)
    }
    addToStretch(stretch, event, rule, isAgain, placesOf)
    if (event.line !== null) {
      if (event.line.month !== null) months.set(event.line.month.text, event.line.month)
      open.lines.add(event.line)
      if (isAgain) open.hasAgain = true
      else open.without.add(event.line)
    }
    if (open.left === 0) {
      group.months = monthsOf(open.lines, open.hasAgain ? open.without : null, months)
      open = null
    }
  }

  await valueRows(snapshot, rows, { names: valuer.names, add: valuer.value }, add, turn)
  while (next < groups.length) begin()
  return valued
}

function stretchFor({ stretches, numbers }: ValuedGroup, number: number, at: number): GroupStretch {
  const known = stretches.get(number)
  if (known !== undefined) {
    known.until = at + 1
    return known
  }
  const made = newStretch(at)
  stretches.set(number, made)
  if (number >= 0) numbers.push(number)
  return made
}

function noteUnit(group: ValuedGroup, { quantity, unit }: ValuedEvent): void {
  if (quantity === null) return
  if (group.unit === undefined) group.unit = unit
  else if (group.unit !== unit) group.unit = null
}

function monthsOf(
  lines: PeriodLines,
  without: PeriodLines | null,
  known: ReadonlyMap<string, BillingMonth>,
): GroupMonth[] {
  const months = new Map<string, GroupMonth>()
  const monthOf = ({ line }: ReckonedLine) => {
    const month = line.month === null ? undefined : known.get(line.month)
    if (month === undefined) return null
    const made = months.get(month.text) ?? { month, lines: [], without: without === null ? null : [] }
    months.set(month.text, made)
    return made
  }
  for (const line of lines.lines()) monthOf(line)?.lines.push(line)
  for (const line of without?.lines() ?? []) {
    monthOf(line)?.without?.push(line)
  }
  return [...months.values()].sort((a, b) => a.month.from - b.month.from)
}
