// The rows of a slice however they come: in pages of any size, in any order, twice, amended, outside the range.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NO_ROWS, receivedRows } from '../../../../../shared/snapshot/account.ts'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import { anyHeader } from '../../fixtures/journal-contract.ts'
import { unreadSlice } from '../../time-slice.ts'
import { createOddities } from '../session/observations.ts'
import type { ReadingAnswer } from '../session/requests.ts'
import { createRowIndex, type RowIndex } from '../session/row-index.ts'
import { createTimeSliceRows } from './time-slice-rows.ts'

const range = { from: '2026-11-01T00:00:00Z', until: '2026-11-02T00:00:00Z' }
const TIMES = [
  '2026-10-31T23:59:59.9Z',
  range.from,
  '2026-11-01T12:00:00Z',
  '2026-11-01T13:00:00+01:00',
  '2026-11-01T23:59:59.999Z',
  range.until,
  '2026-11-02T00:00:00.1Z',
  'soon',
]

interface Row {
  id: string
  at: string
  customer: string
  text?: string
}

const anyRows: fc.Arbitrary<Row[]> = fc
  .array(
    fc.record({
      at: fc.constantFrom(...TIMES),
      customer: fc.constantFrom('cus_1', 'cus_2'),
      times: fc.constantFrom(1, 1, 1, 2),
    }),
    { maxLength: 12 },
  )
  .map((rows) =>
    rows.flatMap(({ times, ...row }, at) => Array.from({ length: times }, () => ({ ...row, id: `e${at}` }))),
  )

function answerOf(rows: readonly Row[], offset: number, total: number): ReadingAnswer {
  const events = rows.map(({ id, at, customer, text = '' }) => ({
    event_id: id,
    created_at: at,
    customer_id: customer,
    text,
  }))
  const parsed = parseSearchRows(Buffer.from(JSON.stringify({ events, total, limit: 100, offset })), 1_000)
  if (!parsed.ok) throw new Error('no page')
  const request = { filters: { propertyFilters: [] }, limit: 100, offset }
  return { ...parsed.page, total, limit: 100, offset, keptOffset: true, serviceDate: null, askedAt: 0, request }
}

interface Kept {
  index?: RowIndex
  owner?: number
  isBounded?: boolean
  wantsFingerprint?: boolean
}

function rowsOf({ index = createRowIndex(), owner = 1, isBounded = true, wantsFingerprint = false }: Kept = {}) {
  const oddities = createOddities()
  const bounds = isBounded ? range : { from: null, until: null }
  const rows = createTimeSliceRows({
    header: { ...anyHeader, search: { customerId: 'cus_1', propertyFilters: [] }, range: { ...bounds, zone: 'UTC' } },
    range: bounds,
    slice: unreadSlice(1, { from: bounds.from, to: bounds.until }),
    begun: false,
    index,
    owner,
    oddities,
    wantsFingerprint,
  })
  return { rows, oddities }
}

/** Adds the rows in pages of `size`, each of which begins with the last row of the one before where they overlap. */
function addInPages({ rows }: ReturnType<typeof rowsOf>, all: readonly Row[], size: number, overlap: boolean): number {
  let sent = 0
  let offset = 0
  for (;;) {
    const page = all.slice(offset, offset + size)
    rows.add(answerOf(page, offset, all.length), offset > 0 && overlap)
    sent += page.length
    if (page.length < size) return sent
    offset += overlap ? size - 1 : size
  }
}

const idOf = (source: string) => (JSON.parse(source) as { event_id: string }).event_id
const atOf = (source: string) => (JSON.parse(source) as { created_at: string }).created_at

test('every row is of one kind; each event that lies in the range is kept once, with what it misses, oldest first', () => {
  fc.assert(
    fc.property(
      anyRows,
      fc.integer({ min: 2, max: 7 }),
      fc.boolean(),
      fc.boolean(),
      (all, size, overlap, isBounded) => {
        const kept = rowsOf({ isBounded })
        const sent = addInPages(kept, all, size, overlap)
        const facts = kept.rows.facts()
        expect(receivedRows(facts.account ?? NO_ROWS)).toBe(sent)
        expect(facts).toMatchObject({ nextOffset: all.length, total: all.length, steady: true, shared: 0, twoTexts: 0 })
        const isLeftOut = ({ at }: Row) => isBounded && [0, 5, 6].includes(TIMES.indexOf(at))
        const events = [...new Map(all.map((row) => [row.id, row])).values()]
        const inRange = events.filter((row) => !isLeftOut(row))
        const count = (...at: number[]) =>
          isBounded ? events.filter((row) => at.includes(TIMES.indexOf(row.at))).length : 0
        const isMissing = ({ customer, at }: Row) => customer !== 'cus_1' || (isBounded && at === 'soon')
        expect(facts).toMatchObject({
          kept: inRange.length,
          leftOut: { before: count(0), after: count(5, 6), atEnd: count(5) },
          missing: inRange.filter(isMissing).length,
        })
        expect(kept.rows.pending()).toBe(inRange.length)
        const taken = kept.rows.take(true)
        expect(kept.rows.pending()).toBe(0)
        expect(taken.map(({ source }) => idOf(source)).sort()).toEqual(inRange.map(({ id }) => id).sort())
        for (const { source, misses } of taken) {
          const row = inRange.find(({ id }) => id === idOf(source))
          const ends = isBounded && row?.at === 'soon' ? ['From', 'To'] : []
          expect(misses).toEqual([...(row?.customer === 'cus_1' ? [] : ['Customer ID']), ...ends])
        }
        const times = taken.map(({ source }) => Date.parse(atOf(source)) || 0)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 300 },
  )
})

test('a service that stores an event twice is counted as it counts; how often is asked of the most that came at once', () => {
  const twice = Array.from({ length: 3 }, () => ({ id: 'e1', at: TIMES[2] ?? '', customer: 'cus_1' }))
  const { rows, oddities } = rowsOf()
  rows.add(answerOf(twice, 0, 3), false)
  // The next page begins with the last of them, and has one more.
  rows.add(answerOf([...twice.slice(0, 2), { id: 'e2', at: TIMES[2] ?? '', customer: 'cus_1' }], 2, 3), true)
  expect(rows.facts()).toMatchObject({ returned: 4, kept: 2, repeats: 4, account: { storedTwice: 2, cameAgain: 2 } })
  expect([...oddities.doubled]).toEqual([['e1', 3]])
})

test('two texts of one event in an answer are both kept, and one that is amended later is kept as it came last', () => {
  const row = (id: string, text: string, at = TIMES[2] ?? '') => ({ id, text, at, customer: 'cus_1' })
  const { rows, oddities } = rowsOf()
  rows.add(answerOf([row('e1', 'a'), row('e1', 'b'), row('e2', 'a'), row('e3', 'a')], 0, 4), false)
  rows.add(answerOf([row('e3', 'a'), row('e2', 'b')], 3, 4), true)
  expect([oddities.twoTexts, oddities.amended]).toEqual([1, 1])
  expect(rows.facts()).toMatchObject({ steady: false, kept: 4, twoTexts: 1, returned: 4 })
  // One that was moved out of the range meanwhile stays until it is read again.
  rows.add(answerOf([row('e3', 'b', TIMES[0]), row('e4', 'a')], 5, 4), false)
  rows.add(answerOf([row('e4', 'b')], 7, 4), false)
  const texts = rows.take(false).map(({ source }) => `${idOf(source)} ${(JSON.parse(source) as { text: string }).text}`)
  expect(texts.sort()).toEqual(['e1 a', 'e1 b', 'e2 b', 'e3 a', 'e4 b'])
})

test('each text of one event is kept once, however often it comes and whichever comes first', () => {
  const row = (id: string, text: string) => ({ id, text, at: TIMES[2] ?? '', customer: 'cus_1' })
  const { rows } = rowsOf()
  rows.add(answerOf([row('e1', 'a'), row('e1', 'a'), row('e1', 'b'), row('e2', 'a')], 0, 6), false)
  // The next page begins with the row of another text, and has the one that came before behind it.
  rows.add(answerOf([row('e2', 'b'), row('e2', 'a')], 3, 6), true)
  // A third text comes beside the two that are kept.
  rows.add(answerOf([row('e1', 'b'), row('e1', 'a'), row('e1', 'c'), row('e1', 'c')], 5, 6), false)
  expect(rows.facts()).toMatchObject({ kept: 5, twoTexts: 3, account: { kept: 2, otherText: 3, storedTwice: 1 } })
  const texts = rows.take(false).map(({ source }) => `${idOf(source)} ${(JSON.parse(source) as { text: string }).text}`)
  expect(texts.sort()).toEqual(['e1 a', 'e1 b', 'e1 c', 'e2 a', 'e2 b'])
})

test('what another slice holds is counted as shared and kept there; what comes again in this one is no other', () => {
  const index = createRowIndex()
  const all = ['e1', 'e2', 'e3'].map((id) => ({ id, at: TIMES[2] ?? '', customer: 'cus_1' }))
  const first = rowsOf({ index, owner: 1 })
  first.rows.add(answerOf(all.slice(0, 2), 0, 2), false)
  // A row that is gone when the next page is asked for leaves the end where it was.
  first.rows.add(answerOf([], 1, 2), false)
  expect(first.rows.facts().nextOffset).toBe(2)
  const second = rowsOf({ index, owner: 2 })
  second.rows.add(answerOf(all, 0, 3), false)
  second.rows.add(answerOf(all.slice(2), 3, 2), false)
  expect(second.rows.facts()).toMatchObject({ shared: 2, kept: 1, returned: 3, steady: false, total: 3 })
  expect([second.rows.cameAgain(), second.oddities.fell, first.oddities.fell]).toEqual([1, true, false])
})

test('the row that joins two pages is counted once, whoever holds it, also where it is stored twice', () => {
  const index = createRowIndex()
  const row = (id: string) => ({ id, at: TIMES[2] ?? '', customer: 'cus_1' })
  rowsOf({ index, owner: 1 }).rows.add(answerOf([row('e1')], 0, 1), false)
  const beside = rowsOf({ index, owner: 2 })
  beside.rows.add(answerOf([row('e0'), row('e1')], 0, 4), false)
  beside.rows.add(answerOf([row('e1'), row('e1'), row('e2')], 1, 4), true)
  expect(beside.rows.facts()).toMatchObject({
    returned: 4,
    kept: 2,
    shared: 1,
    account: { cameAgain: 2, storedTwice: 1 },
  })
  // The page before was read by an earlier run, and left it out.
  const resumed = rowsOf()
  resumed.rows.add(answerOf([row('e1'), row('e1')], 1, 3), true)
  expect(resumed.rows.facts()).toMatchObject({ kept: 0, account: { cameAgain: 1, storedTwice: 1 } })
})

test('two readings have one fingerprint where all rows are the same, in whatever order; another text has another', () => {
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 2, max: 7 }), (all, size) => {
      const print = (rows: readonly Row[], pages: number) => {
        const kept = rowsOf({ wantsFingerprint: true })
        addInPages(kept, rows, pages, false)
        return kept.rows.fingerprint()
      }
      const unique = [...new Map(all.map((row) => [row.id, row])).values()]
      expect(print(unique.toReversed(), size)).toBe(print(unique, 100))
      if (unique.length > 0)
        expect(print(unique.with(0, { ...(unique[0] as Row), text: 'b' }), 100)).not.toBe(print(unique, 100))
    }),
    { numRuns: 50 },
  )
  expect(rowsOf().rows.fingerprint()).toBeNull()
})
