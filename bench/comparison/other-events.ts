// The other side of a comparison: the same events under other IDs and requests. Of a thousand three are missing, five
// have another amount, one is another customer's, and one more is there alone.
import { closeSync, openSync, writeSync } from 'node:fs'
import { type QuestionEvent, questionEvents } from '../questions/question-events.ts'

export function* otherEvents(count: number): Generator<QuestionEvent> {
  let at = 0
  for (const event of questionEvents(count)) {
    const remainder = at % 1_000
    const other = { ...event, id: `other-${at}`, request: `other_${at}` }
    if (remainder >= 3 && remainder < 8) yield { ...other, amount: `${event.amount}1` }
    else if (remainder === 8) yield { ...other, customer: `${event.customer}-other` }
    else if (remainder >= 3) yield other
    if (remainder === 9) yield { ...other, id: `other-${at}-more`, customer: 'cus_more' }
    at += 1
  }
}

const COLUMNS = ['customer', 'code', 'type', 'created', 'amount', 'price', 'currency', 'region', 'tier'] as const
const BATCH = 10_000

/** As CSV, without what is not compared. @returns its path */
export function writeTable(path: string, events: Iterable<QuestionEvent>): string {
  const out = openSync(path, 'w')
  let batch: string[] = [COLUMNS.join()]
  const write = () => writeSync(out, `${batch.join('\n')}\n`)
  for (const event of events) {
    // A number and a text are two values.
    batch.push(COLUMNS.map((name) => (name === 'tier' ? `${typeof event.tier} ${event.tier}` : event[name])).join())
    if (batch.length < BATCH) continue
    write()
    batch = []
  }
  if (batch.length > 0) write()
  closeSync(out)
  return path
}
