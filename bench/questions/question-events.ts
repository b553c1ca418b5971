// A month of events with six properties each, the same every time: as values, and as the file of a snapshot.

import { createSnapshotFile } from '../../electron/backend/snapshots/store/snapshot-file.ts'
import { unreadSlice } from '../../electron/backend/snapshots/time-slice.ts'

export interface QuestionEvent {
  id: string
  customer: string
  code: string
  type: string
  created: string
  amount: string
  price: string
  currency: string
  region: string
  request: string
  /** A number in some events. */
  tier: string | number
}

const BEGIN = Date.UTC(2026, 10, 1)
const MONTH_MS = 30 * 86_400_000
const CODES = ['api_calls', 'storage_gb_hours', 'egress_gb', 'tokens_out', 'seat_month', 'refund']
const REGIONS = ['eu-central-1', 'us-east-1', 'us-west-2', 'ap-southeast-2', 'sa-east-1']

export function* questionEvents(count: number): Generator<QuestionEvent> {
  for (let at = 0; at < count; at += 1) {
    // One in a thousand is sent again a moment later, as a request of its own.
    const like = at % 1_000 === 999 ? at - 1 : at
    const mixed = Math.imul(like, 2_654_435_761) >>> 0
    const created = new Date(BEGIN + Math.floor((at * MONTH_MS) / count)).toISOString().slice(0, -1)
    yield {
      id: `evt_01JD${String((at * 61_803_399) % 100_000_000_000).padStart(11, '0')}`,
      customer: `cus_${(mixed % 300).toString(36).padStart(6, '0')}`,
      code: CODES[mixed % CODES.length] ?? '',
      type: like % 16 === 0 ? 'credit' : 'debit',
      created: `${created}${String(at % 1_000).padStart(3, '0')}Z`,
      amount: `${mixed % 9_000}.${String(mixed % 97).padStart(2, '0')}`,
      price: ['0.0004', '0.10', '0.090', '1e-7', '29.00'][mixed % 5] ?? '',
      currency: mixed % 7 === 0 ? 'USD' : 'EUR',
      region: REGIONS[mixed % REGIONS.length] ?? '',
      request: `req_${at.toString(36)}${mixed.toString(36)}`,
      tier: like % 11 === 0 ? 3 : '3',
    }
  }
}

function sourceOf(one: QuestionEvent): string {
  const fields = `"event_id":"${one.id}","customer_id":"${one.customer}","event_code":"${one.code}","event_type":"${one.type}","created_at":"${one.created}"`
  const properties = `"amount":${one.amount},"unit_price":${one.price},"currency":"${one.currency}","region":"${one.region}","request_id":"${one.request}","tier":${JSON.stringify(one.tier)}`
  return `{${fields},"event_properties":{${properties}}}`
}

/** A complete snapshot of so many, in slices of 50,000. */
export const writeSnapshot = (path: string, count: number) => writeEvents(path, 'bench', questionEvents(count))

/** The same of any events in the order of their time. */
export async function writeEvents(path: string, id: string, events: Iterable<QuestionEvent>) {
  const key = Buffer.alloc(32, 7)
  const range = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'Europe/Berlin' }
  const connection = { id: 'c1', name: 'Bench', baseUrl: 'http://127.0.0.1:1', account: 1 }
  const header = { id, connection, search: { propertyFilters: [] }, range, begunAt: '2026-12-01T08:00:00.000Z' }
  const file = createSnapshotFile({ path, key, id }, header, { name: 'Bench', closed: null, deleteAfterDays: null })
  if (!file.ok) throw new Error(JSON.stringify(file.failure))
  let sliceId = 0
  for (const slice of inSlices(events, 50_000)) {
    sliceId += 1
    const rows = slice.map((one) => ({ source: sourceOf(one), misses: [] }))
    const done = await file.value.commit({
      slices: [
        {
          ...unreadSlice(sliceId, { from: slice[0]?.created ?? null, to: null }),
          state: 'read',
          readings: 1,
          total: rows.length,
          returned: rows.length,
          kept: rows.length,
        },
      ],
      rows: { sliceId, how: 'replace', rows },
    })
    if (!done.ok) throw new Error(JSON.stringify(done.failure))
  }
  await file.value.close()
  return { path, key, id }
}

function* inSlices<T>(all: Iterable<T>, length: number): Generator<T[]> {
  let slice: T[] = []
  for (const one of all) {
    slice.push(one)
    if (slice.length < length) continue
    yield slice
    slice = []
  }
  if (slice.length > 0) yield slice
}
