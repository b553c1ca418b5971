// The events of the questions as a plain in-memory table, which adds as REAL.
import { DatabaseSync } from 'node:sqlite'
import { questionEvents } from './question-events.ts'

/** One column for each field and property; created_at also as the seconds that a day is cut from. */
export function plainTable(events: number): DatabaseSync {
  const table = new DatabaseSync(':memory:')
  table.exec(
    'CREATE TABLE event (id TEXT, customer TEXT, code TEXT, type TEXT, created TEXT, seconds INTEGER, amount REAL, unit_price REAL, currency TEXT, region TEXT, request TEXT, tier)',
  )
  const insert = table.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  table.exec('BEGIN')
  for (const one of questionEvents(events)) {
    const seconds = Math.floor(Date.parse(one.created) / 1_000)
    const { amount, price, currency, region, request, tier } = one
    insert.run(
      one.id,
      one.customer,
      one.code,
      one.type,
      one.created,
      seconds,
      Number(amount),
      Number(price),
      currency,
      region,
      request,
      tier,
    )
  }
  table.exec('COMMIT')
  return table
}
