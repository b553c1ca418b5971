// Events by customer and event code, in the order of time, and what they come to by the price rules: in each segment of
// the invoice's periods, and in each month where only a whole month has money.
import type { InvoiceCheckQuestion } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import { type BillingMonth, isWholeMonth } from '../../../../../shared/worth/billing-months.ts'
import { type ComputedLine, createPeriodLines, type PeriodLines } from '../../../../../shared/worth/period-lines.ts'
import type { Quantity } from '../../../../../shared/worth/rule.ts'
import { rulesVersion } from '../../../../../shared/worth/rules-text.ts'
import type { ValuedEvent } from '../../../../../shared/worth/value-event.ts'
import type { WorthRules } from '../../../../../shared/worth/worth-rules.ts'
import { instantsOf } from '../../money/event-reader.ts'
import { type ValuedRows, valuedRows } from '../../money/valued-rows.ts'
import type { Dictionary } from '../../table/dictionary.ts'
import { compareTimes, fieldColumn, type LoadedEvents } from '../../table/loaded-events.ts'
import type { LoadedSnapshot } from '../../table/loaded-snapshot.ts'
import type { Turn } from '../../table/turn.ts'
import type { BillingCalendar } from './billing-calendar.ts'
import {
  addToSegment,
  type GroupMonth,
  type GroupSegment,
  isMoney,
  newSegment,
  type PeriodGroup,
} from './period-worth.ts'

/** The events of one customer and code. */
export interface EventGroup {
  customerId: string
  /** Their event code; null: they have none. */
  eventCode: string | null
  /** Their rows, in the order of time; those without a time are last. */
  rows: Uint32Array
  /** How many have a time. */
  dated: number
}

interface GroupedEvents {
  groups: EventGroup[]
  /** How many events are in none of them. */
  ofOthers: number
}

/** Which events are grouped: those of these customers and these codes; null: of any. */
interface Grouping {
  customers: ReadonlySet<string> | null
  codes: ReadonlySet<string> | null
  /** Customers beyond so many of one code are left out; null: none is. */
  mostOfCode: number | null
}

/** Groups events. Groups come in the order of their first rows; an event without a customer is in none. */
export async function groupEvents(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  { customers, codes, mostOfCode }: Grouping,
  turn: Turn,
): Promise<GroupedEvents> {
  const [customer, code] = [fieldColumn(table, 'customerId'), fieldColumn(table, 'eventCode')]
  const [isOfCustomer, isOfCode] = [wanted(customer.values, customers), wanted(code.values, codes)]
  /** How many groups each code has. */
  const groupsOfCode = new Uint32Array(code.values.size + 1)
  /** The rows of each group, by one number for its customer and code. */
  const lists = new Map<number, number[]>()
  const codeCount = code.values.size + 1
  let ofOthers = 0
  for (let at = 0; at < rows.length; at += 1) {
    if (at % 16_384 === 0) await turn.breathe()
    const row = rows[at] ?? 0
    const [customerId, codeId] = [customer.codes[row] ?? 0, code.codes[row] ?? 0]
    const key = customerId * codeCount + codeId
    const list = lists.get(key)
    if (list !== undefined) {
      list.push(row)
      continue
    }
    const isWanted = customerId !== 0 && isOfCustomer[customerId] === 1 && isOfCode[codeId] === 1
    if (!isWanted || groupsOfCode[codeId] === mostOfCode) {
      ofOthers += 1
      continue
    }
    groupsOfCode[codeId] = (groupsOfCode[codeId] ?? 0) + 1
    lists.set(key, [row])
  }
  const created = fieldColumn(table, 'createdAt').codes
  const secondOf = rowSeconds(table)
  const groups: EventGroup[] = []
  for (const [key, list] of lists) {
    await turn.breathe()
    const dated = list.filter((row) => !Number.isNaN(secondOf(row)))
    dated.sort((a, b) => compareTimes(table.instants, created[a] ?? 0, created[b] ?? 0) || a - b)
    const undated = dated.length === list.length ? [] : list.filter((row) => Number.isNaN(secondOf(row)))
    const codeId = key % codeCount
    groups.push({
      customerId: customer.values.text((key - codeId) / codeCount),
      eventCode: codeId === 0 ? null : code.values.text(codeId),
      rows: Uint32Array.from(dated.concat(undated)),
      dated: dated.length,
    })
  }
  return { groups, ofOthers }
}

/** When each row was created; NaN: its time cannot be read. */
function rowSeconds(table: LoadedEvents): (row: number) => number {
  const created = fieldColumn(table, 'createdAt').codes
  const { seconds } = table.instants
  return (row) => seconds[created[row] ?? 0] ?? Number.NaN
}

/** Marks with 1, by their numbers in the dictionary, the values that are wanted. @param names null: all are */
function wanted(values: Dictionary, names: ReadonlySet<string> | null): Uint8Array {
  const isWanted = new Uint8Array(values.size + 1)
  if (names === null) return isWanted.fill(1)
  for (const name of names) isWanted[values.find('string', name)] = 1
  isWanted[0] = 0
  return isWanted
}

/** The same events, with what they come to by time. */
export interface ValuedGroup extends EventGroup, PeriodGroup {
  /** The unit of their quantities; undefined: none has a quantity; null: they have several units, or none. */
  unit: string | null | undefined
  /** How the rules count the first of them which they count; null: they count none. */
  by: Quantity['by'] | null
  /** What an event is worth that has a time. @param at its index in `rows` */
  valuedAt(at: number): ValuedEvent
}

interface Options extends Pick<InvoiceCheckQuestion, 'wholeRange'> {
  rules: WorthRules
  /** The periods of a customer's lines, which cut time into segments. */
  calendarOf: (customerId: string) => BillingCalendar
  places: PeriodGroup['places']
  /** Rows that may be duplicates of one before them. */
  repeated: { has(row: number): boolean }
}

/** Values groups, in their order. Events without a time are in no segment and no month. */
export async function valueGroups(
  snapshot: LoadedSnapshot,
  groups: readonly EventGroup[],
  options: Options,
  turn: Turn,
): Promise<ValuedGroup[]> {
  const { rules } = options
  const rows = new Uint32Array(groups.reduce((sum, { dated }) => sum + dated, 0))
  let filled = 0
  for (const group of groups) {
    rows.set(group.rows.subarray(0, group.dated), filled)
    filled += group.dated
  }
  const events = await valuedRows(snapshot, { rules, version: rulesVersion(rules) }, rows, turn)
  const valued: ValuedGroup[] = []
  let first = 0
  for (const group of groups) {
    valued.push(await valuedGroup(group, events, first, options, turn))
    first += group.dated
  }
  return valued
}

/** @param first the index in `events` of the group's first row: its other dated rows follow */
async function valuedGroup(
  group: EventGroup,
  events: ValuedRows,
  first: number,
  { rules, wholeRange, calendarOf, places, repeated }: Options,
  turn: Turn,
): Promise<ValuedGroup> {
  const secondOf = rowSeconds(events.snapshot.table)
  const made: ValuedGroup = {
    ...group,
    calendar: calendarOf(group.customerId),
    places,
    segments: new Map(),
    numbers: [],
    months: [],
    unit: undefined,
    by: null,
    valuedAt: (at) => events.eventAt(first + at),
  }
  const newLines = () => createPeriodLines(isWholeMonth(instantsOf(wholeRange)))
  /** What its months come to, and what they come to without events that may be duplicates. */
  const [lines, linesWithout] = [newLines(), newLines()]
  let hasRepeated = false
  const months = new Map<string, BillingMonth>()
  for (let at = 0; at < group.dated; at += 1) {
    if ((first + at) % 4_096 === 0) await turn.breathe()
    const row = group.rows[at] ?? 0
    const event = made.valuedAt(at)
    const isRepeated = repeated.has(row)
    const rule = event.rule === null ? null : (rules.rules[event.rule] ?? null)
    if (isMoney(event, rule)) {
      made.by ??= rule?.quantity?.by ?? null
      noteUnit(made, event)
    }
    addToSegment(segmentFor(made, made.calendar.segmentAt(secondOf(row)), at), event, rule, isRepeated, places)
    if (event.line === null) continue
    if (event.line.month !== null) months.set(event.line.month.text, event.line.month)
    lines.add(event.line)
    if (isRepeated) hasRepeated = true
    else linesWithout.add(event.line)
  }
  made.months = monthsOf(lines, hasRepeated ? linesWithout : null, months)
  return made
}

/**
 * The segment of an event, which reaches to that event from then on.
 * @param number of the segment; -1: the event is in no period
 * @param at the index of the event in the group's rows
 */
function segmentFor({ segments, numbers }: ValuedGroup, number: number, at: number): GroupSegment {
  const known = segments.get(number)
  if (known !== undefined) {
    known.until = at + 1
    return known
  }
  const made = newSegment(at)
  segments.set(number, made)
  if (number >= 0) numbers.push(number)
  return made
}

function noteUnit(group: ValuedGroup, { quantity, unit }: ValuedEvent): void {
  if (quantity === null) return
  if (group.unit === undefined) group.unit = unit
  else if (group.unit !== unit) group.unit = null
}

/** The lines of a group, month by month. @param known the months, by their texts, as `2026-10` */
function monthsOf(
  lines: PeriodLines,
  without: PeriodLines | null,
  known: ReadonlyMap<string, BillingMonth>,
): GroupMonth[] {
  const months = new Map<string, GroupMonth>()
  const monthOf = ({ line }: ComputedLine) => {
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
