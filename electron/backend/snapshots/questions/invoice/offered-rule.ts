// For a line whose events have no rule: a reading of the events that explains the amounts of several lines of that code.
import type { ExplainedLine } from '../../../../../shared/snapshot/snapshot-invoice.ts'
import type { WorthValue } from '../../../../../shared/worth/worth-event.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import type { Turn } from '../turn.ts'
import { eventReader } from '../value-rows.ts'
import { offeredReading, type UnruledEvent, type UnruledLine } from './causes/offered-reading.ts'
import type { CheckedInvoice } from './checked-invoice.ts'
import { type JudgedLine, lineRows } from './judged-line.ts'
import type { LineClass } from './line-classes.ts'

/** Only the commonest properties are tried. */
const MOST_PROPERTIES = 50
const MOST_LINES = 200
/** Events of all these lines together. */
const MOST_EVENTS = 100_000

/** Null if its events have a rule, or if no single reading fits three customers or periods. */
export async function offeredRule(
  line: JudgedLine,
  { classOf, options }: CheckedInvoice,
  snapshot: LoadedSnapshot,
  turn: Turn,
): Promise<ExplainedLine['offered']> {
  const lineClass = classOf.get(line)
  if (lineClass === undefined || !isUnruled(lineClass)) return null
  const names = snapshot.table.names.slice(0, MOST_PROPERTIES).map(({ name }) => name)
  const eventOf = await unruledEvents(snapshot, names, turn)
  const lines: UnruledLine[] = []
  let events = 0
  for (const other of new Set(classOf.values())) {
    const [only] = other.lines
    if (other.code !== lineClass.code || !isUnruled(other) || other.lines.length !== 1 || only === undefined) continue
    const rows = lineRows(only)
    events += rows.length
    if (lines.length === MOST_LINES || events > MOST_EVENTS) break
    await turn.breathe()
    const { paper } = only
    if (paper.amount === null) continue
    lines.push({
      customerId: other.customerId,
      period: { from: other.placed.from, until: other.placed.until },
      quantity: paper.quantity,
      unitPrice: paper.unitPrice,
      amount: paper.amount,
      currency: paper.currency,
      places: options.places(paper.currency),
      events: Array.from(rows, eventOf),
    })
  }
  return offeredReading(lineClass.code, lines)
}

/** Whether no rule takes any of its events. */
const isUnruled = ({ lines, worth }: LineClass) =>
  worth !== null &&
  worth.events > 0 &&
  worth.unruled === worth.events &&
  lines.every(({ verdict }) => verdict === 'no-rule')

async function unruledEvents(
  snapshot: LoadedSnapshot,
  names: readonly string[],
  turn: Turn,
): Promise<(row: number) => UnruledEvent> {
  const read = await eventReader(snapshot, names, snapshot.table.rows, turn)
  return (row) => {
    const { createdAt, eventType, values } = read(row)
    const found = new Map<string, WorthValue>()
    for (const [at, value] of values.entries()) if (value !== null) found.set(names[at] ?? '', value)
    return { at: createdAt, type: eventType, values: found }
  }
}
