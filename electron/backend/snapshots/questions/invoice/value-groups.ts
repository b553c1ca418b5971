// What the events of each customer and code come to by the rules: in each stretch of the invoice's periods, and in each month
// where only a whole month has money. In one pass; nothing is kept of a single event.
import { compareDecimals, type Decimal, plus, rounded } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { type BillingMonth, billingMonths } from '../../../../../shared/worth/billing-months.ts'
import { createPeriodLines, type PeriodLines, type ReckonedLine } from '../../../../../shared/worth/period-lines.ts'
import { type Quantity, withEffect } from '../../../../../shared/worth/rule.ts'
import { eventValuer, type ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import { NOT_VALUED, type NotValued } from '../../../../../shared/worth/worth.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { fieldColumn } from '../loaded-events.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import { instantsOf } from '../snapshot-valuation.ts'
import type { Turn } from '../turn.ts'
import { valueRows } from '../value-rows.ts'
import type { BillingCalendar } from './billing-calendar.ts'
import type { EventGroup } from './event-groups.ts'

/** Money of one currency. */
export interface StretchMoney {
  /** That have a worth of their own, or are in a line that has one. */
  events: number
  worth: Decimal
  /** Each event's worth rounded to the places of the invoice. */
  halfUp: Decimal
  halfEven: Decimal
  /** Of events that may be duplicates; null: none is. */
  doubt: Decimal | null
}

export interface GroupStretch {
  /** Where the first of its events stands in the group's rows, and the one behind its last. */
  from: number
  until: number
  /** Events that no rule takes; that the rules say are no money; whose number is missing. */
  unruled: number
  apart: number
  numberMissing: number
  /** Part of a month's line. */
  ofLines: number
  notValued: Map<NotValued, number> | null
  /** Of what is added event by event. */
  quantity: Decimal | null
  /** Of one: undefined: none was seen; null: they differ. */
  price: Decimal | null | undefined
  money: Map<string | null, StretchMoney>
}

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
    addEvent(group, stretch, event, isAgain, placesOf)
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

  const ruleOf = (event: ValuedEvent) => (event.rule === null ? null : (rules.rules[event.rule] ?? null))
  function addEvent(
    group: ValuedGroup,
    stretch: GroupStretch,
    event: ValuedEvent,
    isAgain: boolean,
    places: Options['placesOf'],
  ): void {
    const rule = ruleOf(event)
    if (rule === null) {
      stretch.unruled += 1
      return
    }
    if (event.bin === 'balance' || event.bin === 'not-money' || rule.money.by === 'none') {
      stretch.apart += 1
      return
    }
    group.by ??= rule.quantity?.by ?? null
    if (rule.quantity !== null && event.quantity !== null) {
      if (group.unit === undefined) group.unit = event.unit
      else if (group.unit !== event.unit) group.unit = null
    }
    if (event.line !== null) {
      stretch.ofLines += 1
      if (event.bin === 'number-missing') stretch.numberMissing += 1
      return
    }
    if (event.bin === 'number-missing') {
      stretch.numberMissing += 1
      return
    }
    if (event.quantity !== null) {
      const quantity = withEffect(rule.effect, event.quantity)
      stretch.quantity = stretch.quantity === null ? quantity : plus(stretch.quantity, quantity)
    }
    const { worth, currency, why } = event
    if (worth === null) {
      const reason = NOT_VALUED.find((one) => one === why) ?? 'no-price'
      stretch.notValued ??= new Map()
      stretch.notValued.set(reason, (stretch.notValued.get(reason) ?? 0) + 1)
      return
    }
    if (event.price !== null) stretch.price = samePrice(stretch.price, event.price)
    addMoney(stretch.money, currency, worth, isAgain, places(currency))
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
  const made: GroupStretch = {
    from: at,
    until: at + 1,
    unruled: 0,
    apart: 0,
    numberMissing: 0,
    ofLines: 0,
    notValued: null,
    quantity: null,
    price: undefined,
    money: new Map(),
  }
  stretches.set(number, made)
  if (number >= 0) numbers.push(number)
  return made
}

export function samePrice(
  one: Decimal | null | undefined,
  other: Decimal | null | undefined,
): Decimal | null | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one !== null && other !== null && compareDecimals(one, other) === 0 ? one : null
}

function addMoney(
  money: GroupStretch['money'],
  currency: string | null,
  worth: Decimal,
  isAgain: boolean,
  places: number,
): void {
  const [halfUp, halfEven] =
    worth.scale <= places ? [worth, worth] : [rounded(worth, places, 'half-up'), rounded(worth, places, 'half-even')]
  const known = money.get(currency)
  if (known === undefined) {
    money.set(currency, { events: 1, worth, halfUp, halfEven, doubt: isAgain ? worth : null })
    return
  }
  known.events += 1
  known.worth = plus(known.worth, worth)
  known.halfUp = plus(known.halfUp, halfUp)
  known.halfEven = plus(known.halfEven, halfEven)
  if (isAgain) known.doubt = known.doubt === null ? worth : plus(known.doubt, worth)
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
