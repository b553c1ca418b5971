// The ledger of a bench: of a thousand events three are missing, three have another amount, two stand twice, one more
// is of nobody; in no order of the events. And the events as CSV, for whoever loads them elsewhere.
import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { questionEvents } from '../questions/question-events.ts'

const HEADS = 'event_id,customer_id,event_code,event_type,created_at,amount,currency\n'
const BATCH = 10_000

export function writeLedger(folder: string, count: number) {
  const [ledger, events] = [join(folder, 'ledger.csv'), join(folder, 'events.csv')]
  const all: string[] = []
  const kept = openSync(events, 'w')
  writeSync(kept, HEADS)
  let batch: string[] = []
  let at = 0
  for (const { id, customer, code, type, created, amount, currency } of questionEvents(count)) {
    const line = (idCell: string, sum: string) =>
      `${idCell},${customer},${code},${type},${created},${sum},${currency}\n`
    const remainder = at % 1_000
    batch.push(line(id, amount))
    if (remainder >= 3) all.push(line(id, remainder < 6 ? `${amount}1` : amount))
    if (remainder === 6 || remainder === 7) all.push(line(id, amount))
    if (remainder === 8) all.push(line(`${id}-none`, amount))
    at += 1
    if (batch.length < BATCH && at < count) continue
    writeSync(kept, batch.join(''))
    batch = []
  }
  closeSync(kept)
  const out = openSync(ledger, 'w')
  writeSync(out, HEADS)
  // A step that shares no divisor with the number of lines comes to each of them once.
  const step = coprime(all.length, 7_368_787)
  for (let from = 0; from < all.length; from += BATCH) {
    const part = Array.from(
      { length: Math.min(BATCH, all.length - from) },
      (_, offset) => all[((from + offset) * step) % all.length],
    )
    writeSync(out, part.join(''))
  }
  closeSync(out)
  return { ledger, events, lines: all.length, bytes: statSync(ledger).size }
}

function coprime(count: number, wanted: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))
  let step = wanted % count
  while (divisor(step, count) !== 1) step += 1
  return step
}
