// Reads rows of a loaded snapshot as price rules see them: each different value of a property is read once.
import type { EventField } from '../../../../shared/event/event-fields.ts'
import type { ValuedBy } from '../../../../shared/snapshot/snapshot-totals.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import type { WholeRangeInstants } from '../../../../shared/worth/billing-months.ts'
import type { WorthEvent, WorthValue } from '../../../../shared/worth/worth-event.ts'
import { type Column, fieldColumn, rowInstants } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'

/**
 * The function reads rows as rules see them.
 * @param names the properties whose values an event has, in their order
 * @param columns of these, by name
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

/**
 * The value of a property in each row; each different one is made once. Only values that hardly repeat are not kept: a
 * million of them would be a fifth of a gigabyte.
 */
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

/** The whole range that a question says, as instants. */
export function instantsOf(wholeRange: ValuedBy['wholeRange']): WholeRangeInstants | null {
  if (wholeRange === null) return null
  const { from, until } = wholeRange
  return { from: from === null ? null : parseInstant(from), until: until === null ? null : parseInstant(until) }
}
