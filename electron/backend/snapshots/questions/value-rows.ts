// Values rows of a loaded snapshot by the price rules that a question names: each different value of a property is read
// once.
import type { EventField } from '../../../../shared/event/event-fields.ts'
import type { ValuedBy } from '../../../../shared/snapshot/snapshot-totals.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import type { RangeInHand } from '../../../../shared/worth/billing-months.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { createValuation, type Valuation } from '../../../../shared/worth/valuation.ts'
import type { WorthEvent, WorthValue } from '../../../../shared/worth/worth-event.ts'
import { NO_RULES, type WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { type Column, fieldColumn, rowInstants } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import type { Turn } from './turn.ts'

/**
 * Adds rows to a valuation, or to whatever takes events, in their order.
 * @param take is called for each row with what it is worth
 */
export async function valueRows<Worth>(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  valuation: { names: readonly string[]; add(event: WorthEvent): Worth },
  turn: Turn,
  take?: (row: number, worth: Worth) => unknown,
): Promise<void> {
  const properties = await snapshot.properties(valuation.names, turn)
  const eventOf = eventReader(snapshot, valuation.names, properties, rows.length)
  for (let at = 0; at < rows.length; at += 1) {
    // Two microseconds a row.
    if (at % 4_096 === 0) await turn.breathe()
    const row = rows[at] ?? 0
    const worth = valuation.add(eventOf(row))
    take?.(row, worth)
  }
}

/**
 * Reads rows as rules see them.
 * @param names the properties whose values an event brings
 * @param columns of these
 * @param count how many rows it will be asked for
 */
export function eventReader(
  { table }: LoadedSnapshot,
  names: readonly string[],
  columns: ReadonlyMap<string, Column>,
  count: number,
): (row: number) => WorthEvent {
  const values = names.map((name) => valuesOf(columns.get(name), count))
  const textOf = (field: EventField['key']) => textsOf(fieldColumn(table, field))
  const [customer, code, type] = [textOf('customerId'), textOf('eventCode'), textOf('eventType')]
  const instantOf = rowInstants(table)
  return (row) => ({
    customerId: customer(row),
    eventCode: code(row),
    eventType: type(row),
    createdAt: instantOf(row),
    values: values.map((value) => value(row)),
  })
}

/** The text of a field in each row; each different one is read once. */
export function textsOf({ codes, values }: Column): (row: number) => string | null {
  const texts: (string | null)[] = [null]
  return (row) => {
    const code = codes[row] ?? 0
    const known = texts[code]
    if (known !== undefined) return known
    const text = values.text(code)
    texts[code] = text
    return text
  }
}

/** Those of a property whose values hardly repeat are not kept: a million of them would be a fifth of a gigabyte. */
function valuesOf(column: Column | undefined, rows: number): (row: number) => WorthValue | null {
  if (column === undefined) return () => null
  const { codes, values } = column
  const isKept = values.size * 4 <= rows || values.size < 10_000
  const known: WorthValue[] = []
  return (row) => {
    const code = codes[row] ?? 0
    if (code === 0) return null
    const kept = known[code]
    if (kept !== undefined) return kept
    const made = { kind: values.kind(code), text: values.text(code) }
    if (isKept) known[code] = made
    return made
  }
}

interface SnapshotValuation {
  rules: WorthRules
  version: string
  /** Why the text says no rules, a sentence each; empty where it says some. */
  problems: string[]
  /** A new one, in which no event is yet. */
  start(): Valuation
}

/** Text that says no rules has none: then no event has one, and nothing is netted. */
export function snapshotValuation(
  { table }: LoadedSnapshot,
  { rules: text, inHand }: Pick<ValuedBy, 'rules' | 'inHand'>,
): SnapshotValuation {
  const read = readRules(text)
  const rules = read.ok ? read.rules : NO_RULES
  const options = { zone: table.range.zone, inHand: instantsOf(inHand), unruled: null }
  return {
    rules,
    version: rulesVersion(rules),
    problems: read.ok ? [] : read.problems,
    start: () => createValuation(rules, options),
  }
}

/** What is said to be in hand. */
export function instantsOf(inHand: ValuedBy['inHand']): RangeInHand | null {
  if (inHand === null) return null
  const { from, until } = inHand
  return { from: from === null ? null : parseInstant(from), until: until === null ? null : parseInstant(until) }
}
