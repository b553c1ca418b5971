// The equation of an invoice, currency by currency: the amounts of usage lines less what the events are worth is what
// lines charge too much and too little, and what is on no line. The two sides are added up from different figures, so
// that one checks the other.
import { type Decimal, minus, plus, ZERO } from '../../../../../shared/exact/decimal.ts'
import type { InvoiceEquation } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { plainMoney } from '../../../../../shared/worth/money-text.ts'
import type { Turn } from '../../table/turn.ts'
import type { PlacedPeriod } from './billing-calendar.ts'
import { added, isEqual, negated } from './causes/figures.ts'
import { groupKey, type JudgedLine, type LineClass } from './judged-line.ts'
import { type GroupMonth, type GroupSegment, monthsWithin, segmentsWithin } from './period-worth.ts'
import type { ValuedGroup } from './value-groups.ts'

/** Lines, or groups on no line, added up. */
interface Sum {
  /** How many are in it. */
  lines: number
  sum: Decimal
  /** Whether the amount of one of them could not be read: then the sum is not known. */
  isUnread: boolean
}

const none = (): Sum => ({ lines: 0, sum: ZERO, isUnread: false })

/** The sums of one currency; those in quotes are of the lines with this verdict, on no side of the equation. */
const newBlock = () => ({
  usage: ZERO,
  tooMuch: none(),
  tooLittle: none(),
  notBilled: none(),
  inDoubt: ZERO,
  'not-from-events': none(),
  'no-rule': none(),
  'not-covered': none(),
})
type Block = ReturnType<typeof newBlock>

/**
 * One equation for each currency, in the order in which lines name currencies, then events do; what has none is last.
 * @param lines all lines of the invoice, judged
 */
export function invoiceEquation(lines: readonly JudgedLine[], { unbilled, worth }: OnNoLine): InvoiceEquation[] {
  const blocks = new Map<string | null, Block>()
  const blockOf = (currency: string | null) => {
    const known = blocks.get(currency) ?? newBlock()
    blocks.set(currency, known)
    return known
  }
  for (const line of lines) noteLine(blockOf(line.currency), line)
  for (const one of unbilled) add(blockOf(one.currency).notBilled, negated(one.worth))
  // A currency that events alone have gets an equation too.
  for (const [currency, sum] of worth) if (sum.digits !== 0n) blockOf(currency)
  return [...blocks]
    .map(([currency, block]) => equationOf(currency, block, worth.get(currency) ?? ZERO))
    .sort((a, b) => Number(a.currency === null) - Number(b.currency === null))
}

function noteLine(block: Block, { verdict, paper, difference, doubt }: JudgedLine): void {
  const amount = paper.amount ?? ZERO
  if (verdict === 'total') return
  if (verdict === 'not-from-events' || verdict === 'no-rule' || verdict === 'not-covered') {
    add(block[verdict], amount)
    if (paper.unread.includes('amount')) block[verdict].isUnread = true
    return
  }
  block.usage = plus(block.usage, amount)
  if (verdict === 'in-doubt' && doubt !== null) block.inDoubt = plus(block.inDoubt, doubt)
  if (difference !== null && difference.digits !== 0n) {
    add(difference.digits > 0n ? block.tooMuch : block.tooLittle, difference)
  }
}

function add(sum: Sum, value: Decimal): void {
  sum.lines += 1
  sum.sum = plus(sum.sum, value)
}

function equationOf(currency: string | null, block: Block, worth: Decimal): InvoiceEquation {
  const difference = minus(block.usage, worth)
  const parts = plus(plus(block.tooMuch.sum, block.tooLittle.sum), block.notBilled.sum)
  const figure = ({ lines, sum }: Sum) => ({ lines, sum: plainMoney(sum, currency) })
  const apart = (sum: Sum) => (sum.isUnread ? { lines: sum.lines, sum: null } : figure(sum))
  return {
    currency,
    usage: plainMoney(block.usage, currency),
    worth: plainMoney(worth, currency),
    difference: plainMoney(difference, currency),
    tooMuch: figure(block.tooMuch),
    tooLittle: figure(block.tooLittle),
    notBilled: { groups: block.notBilled.lines, sum: plainMoney(block.notBilled.sum, currency) },
    holds: isEqual(difference, parts),
    inDoubt: plainMoney(block.inDoubt, currency),
    notFromEvents: apart(block['not-from-events']),
    noRule: apart(block['no-rule']),
    notCovered: apart(block['not-covered']),
  }
}

// This is what is on no line: events of the customers of an invoice, in its periods, that no line of their code and
// currency has.

/** Events of one customer and code, in one period and currency, that no line has. */
export interface Unbilled {
  group: ValuedGroup
  /** The period of the invoice that they lie in; null: they lie in none as a whole. */
  placed: PlacedPeriod | null
  /** The currency of their money; null: it has none. */
  currency: string | null
  events: number
  worth: Decimal
  quantity: Decimal | null
  /** Segments of the group's rows. */
  ranges: { from: number; until: number }[]
}

export interface OnNoLine {
  unbilled: Unbilled[]
  /** Events on no line that have no money by the rules, though they are no balance and not said to be no money. */
  unvalued: number
  /** What all events are worth that lines can be held against, by currency: added up apart from lines and groups. */
  worth: Map<string | null, Decimal>
}

/** The lines of an invoice say this of a group's events in one segment of time, or in one month. */
interface Claim {
  /** Currencies of lines that were held against these events: money in such a currency is on a line. */
  on: Set<string | null>
  /**
   * Whether there is a line for these events that could not be held against them. Money in other currencies may then be
   * on that line or on none, and is left out of the equation.
   */
  isOpen: boolean
}
/** Claims by the number of a segment, or by where a month begins; what is not among them is on no line. */
type Claimed = Map<number, Claim>

/**
 * Finds what is on no line, and adds up what all events are worth that lines can be held against.
 * @param groups all events of the invoice's customers; the result has their order, and leaves out what comes to 0
 * @param classes whose lines are judged already
 */
export async function unbilledGroups(
  groups: readonly ValuedGroup[],
  classes: readonly LineClass[],
  turn: Turn,
): Promise<OnNoLine> {
  const byGroup = Map.groupBy(classes, ({ customerId, code }) => groupKey(customerId, code))
  const found: OnNoLine = { unbilled: [], unvalued: 0, worth: new Map() }
  for (const group of groups) {
    await turn.breathe()
    const classesOfGroup =
      group.eventCode === null ? [] : (byGroup.get(groupKey(group.customerId, group.eventCode)) ?? [])
    noteGroup(found, group, classesOfGroup)
  }
  return found
}

/** Whether a line of the class was held against its events. */
const isHeld = ({ overlaps, lines }: LineClass) =>
  overlaps === null && lines.some(({ difference }) => difference !== null)

function noteGroup(found: OnNoLine, group: ValuedGroup, classes: readonly LineClass[]): void {
  const [segments, months] = [new Map(), new Map()] as [Claimed, Claimed]
  for (const lineClass of classes) {
    if (lineClass.overlaps !== null) continue
    for (const [number] of segmentsWithin(group, lineClass.placed)) claim(segments, number, lineClass)
    for (const { month } of monthsWithin(group, lineClass.placed)) claim(months, month.from, lineClass)
  }
  const made = new Map<string, Unbilled>()
  /** The entry of a period and currency, which is made once something of it is found. */
  const unbilledFor = (placed: PlacedPeriod | null, currency: string | null) => {
    const key = JSON.stringify([placed?.period ?? null, currency])
    const known = made.get(key) ?? { group, placed, currency, events: 0, worth: ZERO, quantity: null, ranges: [] }
    made.set(key, known)
    return known
  }
  for (const number of group.numbers) {
    const segment = group.segments.get(number)
    if (segment === undefined) continue
    noteSegment(found, group, number, segment, segments.get(number) ?? null, unbilledFor)
  }
  for (const month of group.months) noteMonth(found, group, month, months.get(month.month.from) ?? null, unbilledFor)
  for (const unbilled of made.values()) if (unbilled.worth.digits !== 0n) found.unbilled.push(unbilled)
}

type UnbilledFor = (placed: PlacedPeriod | null, currency: string | null) => Unbilled

/** Notes the events of a segment that are worth something by themselves. */
function noteSegment(
  found: OnNoLine,
  group: ValuedGroup,
  number: number,
  segment: GroupSegment,
  claimed: Claim | null,
  unbilledFor: UnbilledFor,
): void {
  if (claimed === null) {
    found.unvalued += segment.unruled
    for (const events of segment.notValued.values()) found.unvalued += events
    // Where lines of a month are made of these events, those without a number may be in such a line.
    if (segment.ofLines === 0) found.unvalued += segment.numberMissing
  }
  for (const [currency, { worth, events }] of segment.money) {
    // A quantity belongs to all money of the segment, so it is told only where that has one currency.
    const quantity = segment.money.size === 1 ? segment.quantity : null
    const placed = group.calendar.periodOf(number)
    noteMoney(found, claimed, { placed, currency, events, worth, quantity, ranges: [segment] }, unbilledFor)
  }
}

/** Notes what only a whole month is worth, such as tiers. */
function noteMonth(
  found: OnNoLine,
  group: ValuedGroup,
  { month, lines }: GroupMonth,
  claimed: Claim | null,
  unbilledFor: UnbilledFor,
): void {
  if (!group.calendar.covers(month)) return
  const first = group.calendar.periodOf(group.calendar.segmentAt(month.from))
  // A period that ends before the month does not hold all of it.
  const placed = first !== null && first.until >= month.until ? first : null
  const ranges = Array.from(segmentsWithin(group, month), ([, segment]) => segment)
  for (const { line, worth, quantity } of lines) {
    if (worth === null) {
      if (claimed === null) found.unvalued += line.events
      continue
    }
    const { currency, events } = line
    noteMoney(found, claimed, { placed, currency, events, worth, quantity, ranges }, unbilledFor)
  }
}

/** Notes money of a segment or month: in the worth of all events, and, where no line has it, on no line. */
function noteMoney(
  found: OnNoLine,
  claimed: Claim | null,
  { placed, currency, events, worth, quantity, ranges }: Omit<Unbilled, 'group'>,
  unbilledFor: UnbilledFor,
): void {
  const isOn = claimed?.on.has(currency) ?? false
  if (!isOn && claimed?.isOpen) return
  found.worth.set(currency, added(found.worth.get(currency) ?? null, worth))
  if (isOn) return
  const unbilled = unbilledFor(placed, currency)
  unbilled.events += events
  unbilled.worth = plus(unbilled.worth, worth)
  if (quantity !== null) unbilled.quantity = added(unbilled.quantity, quantity)
  for (const { from, until } of ranges) unbilled.ranges.push({ from, until })
}

/** Notes that the lines of a class are for the events of a segment or month. */
function claim(claimed: Claimed, number: number, lineClass: LineClass): void {
  const known = claimed.get(number) ?? { on: new Set(), isOpen: false }
  claimed.set(number, known)
  if (isHeld(lineClass)) known.on.add(lineClass.currency)
  else known.isOpen = true
}
