// Each question beside the bare SQL that comes to the same over the plain table.
import { NO_SIGNS } from '../../shared/shape/expected-shapes.ts'
import { printShapes } from '../../shared/shape/print-shapes.ts'
import { PLAIN_TOTALS } from '../../shared/snapshot/scopes.ts'
import type { SnapshotKey } from '../../shared/snapshot/snapshot-condition.ts'
import type { SnapshotQuestion } from '../../shared/snapshot/snapshot-question.ts'

/** Debits as they are sent, credits taken off. */
export const RULES = `{"eventscopeRules":1,"rules":[
  {"type":"debit","effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}},
  {"type":"credit","effect":"reduces","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}
]}`

const property = { required: true, values: null, from: null, to: null, signs: NO_SIGNS }
const SHAPES = printShapes({
  codes: ['api_calls', 'storage_gb_hours', 'egress_gb', 'tokens_out', 'seat_month', 'refund'],
  shapes: ['api_calls', 'storage_gb_hours', 'egress_gb', 'tokens_out', 'seat_month', 'refund'].map((code) => ({
    code,
    properties: [
      { ...property, name: 'amount', kinds: ['number'], to: '8999' },
      { ...property, name: 'unit_price', kinds: ['number'] },
      { ...property, name: 'currency', kinds: ['string'], values: ['EUR', 'USD'] },
      { ...property, name: 'region', kinds: ['string'] },
      { ...property, name: 'request_id', kinds: ['string'] },
      { ...property, name: 'tier', kinds: ['string', 'number'] },
    ],
  })),
})

/** `ask` takes the round. */
export function questionCases(): { name: string; sql: string[]; ask: (round: number) => SnapshotQuestion }[] {
  // No two rounds share it, so that no view of an earlier one is answered from.
  const scope = (round: number) => ({ where: [], misses: round % 2 === 0 })
  const totals = (by: SnapshotKey[], round: number): SnapshotQuestion => ({
    ...PLAIN_TOTALS,
    scope: scope(round),
    by,
    measure: { properties: ['amount'], text: false },
    units: ['currency'],
  })
  const sums = 'currency, type, count(*), sum(amount), min(amount), max(amount)'
  const columns = [
    'id',
    'customer',
    'code',
    'type',
    'created',
    'amount',
    'unit_price',
    'currency',
    'region',
    'request',
    'tier',
  ]
  return [
    {
      name: 'Totals by customer and code',
      sql: [`SELECT customer, code, ${sums} FROM event GROUP BY customer, code, currency, type`],
      ask: (round) => totals([field('customerId'), field('eventCode')], round),
    },
    {
      name: 'Totals by day',
      sql: [`SELECT seconds / 86400, ${sums} FROM event GROUP BY seconds / 86400, currency, type`],
      ask: (round) => totals([{ of: 'time', every: 'day' }], round),
    },
    {
      name: 'Values of every column',
      sql: columns.flatMap((name) => [
        `SELECT typeof(${name}), count(*), count(DISTINCT ${name}), min(${name}), max(${name}) FROM event GROUP BY 1`,
        `SELECT ${name}, count(*) FROM event GROUP BY 1 ORDER BY 2 DESC LIMIT 10`,
      ]),
      ask: (round) => ({ ask: 'values', scope: scope(round), keys: null, byCode: false }),
    },
    {
      name: 'Possible duplicates',
      sql: [
        'SELECT customer, code, type, amount, unit_price, currency, region, tier, count(*), min(seconds), max(seconds) FROM event GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING count(*) > 1',
      ],
      ask: (round) => ({
        ask: 'duplicates',
        scope: scope(round),
        windowSeconds: 60,
        ignored: ['request_id'],
        rules: RULES,
        wholeRange: null,
        unruled: null,
        legitimate: [],
        offset: 0,
        limit: 100,
      }),
    },
    {
      name: 'Unexpected shapes',
      sql: [
        "SELECT count(*) FROM event WHERE typeof(amount) <> 'real' OR amount > 8999 OR currency NOT IN ('EUR', 'USD') OR region IS NULL",
      ],
      ask: (round) => ({ ask: 'shapes', scope: scope(round), rules: RULES, shapes: SHAPES }),
    },
    {
      name: 'What could be expected',
      sql: [
        'SELECT code, count(*), count(amount), min(amount), max(amount), count(currency), count(region), count(tier) FROM event GROUP BY code',
      ],
      ask: (round) => ({ ask: 'learn', scope: scope(round) }),
    },
    {
      name: 'Sort by a property',
      sql: ['SELECT rowid FROM event ORDER BY amount DESC LIMIT 100 OFFSET 500000'],
      ask: (round) => ({
        ask: 'rows',
        scope: scope(round),
        sort: { key: { of: 'property', name: 'amount' }, descending: round % 2 === 0 },
        offset: 500_000,
        limit: 100,
      }),
    },
    {
      name: 'Sort by event ID',
      sql: ['SELECT rowid FROM event ORDER BY id LIMIT 100 OFFSET 500000'],
      ask: (round) => ({
        ask: 'rows',
        scope: scope(round),
        sort: { key: field('eventId'), descending: round % 2 === 0 },
        offset: 500_000,
        limit: 100,
      }),
    },
  ]
}

function field(name: 'eventId' | 'customerId' | 'eventCode'): SnapshotKey {
  return { of: 'field', field: name }
}
