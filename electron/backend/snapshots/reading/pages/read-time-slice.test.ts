// Pages of services that answer oddly, each a function from a request to what it gives.
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchRequest } from '../../../../../shared/event/event.ts'
import { succeeded } from '../../../../../shared/failure/failure.ts'
import { parseSearchRows } from '../../../rows/search-rows.ts'
import { anyHeader } from '../../fixtures/journal-contract.ts'
import { createRequests, type ReadingAnswer, type SearchedRows } from '../session/requests.ts'
import { readPages } from './read-time-slice.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `e${index}`)

interface Given {
  ids: string[]
  total?: number | null
  limit?: number
  offset?: number
}

async function read(give: (request: SearchRequest) => Given, isTotalBelieved = true, overlap = true, most = 5_000) {
  const asked: { offset: number; limit: number }[] = []
  const search = async (request: SearchRequest) => {
    asked.push({ offset: request.offset, limit: request.limit })
    await turn()
    return succeeded(answerOf(request, give(request)))
  }
  const effects = { search, now: () => 0, elapsed: () => 0, wait: async () => undefined, random: () => 0.5 }
  const stop = new AbortController().signal
  const requests = createRequests({
    effects,
    stop,
    search: () => anyHeader.search,
    partsKept: 10_000,
    see: () => true,
    onHeld: () => undefined,
  })
  const rows: string[] = []
  const offsets: number[] = []
  const take = async ({ events, offset }: ReadingAnswer, joins: boolean) => {
    rows.push(...events.slice(joins ? 1 : 0).map(({ eventId }) => eventId ?? ''))
    offsets.push(offset)
    return rows.length < most
  }
  const options = { offset: 0, seam: null, first: null, overlap, shortEnds: true, takesBroken: false }
  const end = await readPages(requests, { from: null, to: null }, { ...options, isTotalBelieved }, take)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  return { end: end.kind, rows, asked }
}

function answerOf({ limit, offset }: SearchRequest, given: Given): SearchedRows {
  const events = given.ids.map((id) => ({ event_id: id }))
  const echoed = { limit: given.limit ?? limit, offset: given.offset ?? offset }
  const text = JSON.stringify({ events, total: given.total ?? undefined, ...echoed })
  const parsed = parseSearchRows(Buffer.from(text), 1_000)
  if (!parsed.ok) throw new Error('no page')
  return { page: parsed.page, info: { serviceDate: null } }
}

/** A service that holds so many rows and says `total` of them. */
const holding =
  (count: number, { most = 100, echo = true, total = count as number | null } = {}) =>
  ({ offset, limit }: SearchRequest): Given => {
    const size = Math.min(limit, most)
    return { ids: ids(count).slice(offset, offset + size), total, ...(echo ? { limit: size } : {}) }
  }

const caps = fc.record({
  most: fc.integer({ min: 1, max: 120 }),
  echo: fc.boolean(),
  said: fc.constantFrom('all', 'none', 'less'),
})

test('every row comes once and in order, whatever the cap and the total', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 900 }), caps, fc.boolean(), async (count, cap, isBelieved) => {
      const { most, echo, said } = cap
      const total = said === 'all' ? count : said === 'none' ? null : Math.floor(count / 2)
      // A cap that is neither said nor shown by a total cannot be told from the end.
      fc.pre(echo || most >= 100 || said === 'all')
      const { end, rows } = await read(holding(count, { most, echo, total }), isBelieved)
      expect(end).toBe('end')
      expect(rows).toEqual(ids(count))
    }),
    { numRuns: 150 },
  )
})

test('it ends at a short answer, and never because of a total', async () => {
  expect((await read(holding(150, { total: 150 }))).asked).toHaveLength(2)
  expect((await read(holding(350, { total: 120 }))).rows).toHaveLength(350)
  expect((await read(holding(200), true, false)).asked.at(-1)).toMatchObject({ offset: 200 })
})

test('without a total it ends at an answer that brings nothing: a cap that is not told gives short ones, too', async () => {
  expect((await read(holding(150, { total: null }))).asked).toHaveLength(3)
  expect((await read(holding(60, { total: null, most: 20, echo: false }))).rows).toHaveLength(60)
})

test('of a total that cannot be believed, no more pages are asked for in vain than came', async () => {
  for (const count of [0, 80, 250, 1_000, 3_050]) {
    const { asked } = await read(holding(count, { total: 1_000_000 }), false)
    expect(asked.length).toBeLessThanOrEqual(2 * Math.max(1, Math.ceil(count / 100)) + 1)
  }
})

test('pages that were asked for ahead are not sent once it is over', async () => {
  const { asked } = await read(holding(2_000), true, true, 150)
  const sent = asked.length
  for (let one = 0; one < 9; one += 1) await turn()
  expect(sent).toBeLessThan(7)
  expect(asked).toHaveLength(sent)
})

describe('each page begins with the last row of the one before', () => {
  test('so that rows which went in between show', async () => {
    const shifting = ({ offset, limit }: SearchRequest) => ({
      ids: ids(900).slice(offset === 0 ? 0 : offset + 5, offset + 5 + limit),
      total: 900,
    })
    expect((await read(shifting)).end).toBe('broken')
    expect((await read(shifting, true, false)).end).toBe('end')
  })

  test('and one that lowers offsets to the start of a page is told apart', async () => {
    const lowering = ({ offset, limit }: SearchRequest) => {
      const start = Math.floor(offset / limit) * limit
      return { ids: ids(350).slice(start, start + limit), total: 350 }
    }
    expect((await read(lowering)).end).toBe('floored')
    expect((await read(lowering, true, false)).rows).toEqual(ids(350))
  })
})

describe('a service that goes in circles is seen', () => {
  test('when it ignores the offset', async () => {
    const { end, asked } = await read(() => ({ ids: ids(100), total: 1_000 }), true, false)
    expect(end).toBe('stuck')
    expect(asked.length).toBeLessThan(12)
  })

  test('when it says that it applied another one', async () => {
    expect(await read(() => ({ ids: ids(100), total: 1_000, offset: 0 }), true, false)).toMatchObject({ end: 'stuck' })
  })

  test('but one row that is stored several times, behind a cap of one, is no circle', async () => {
    const twice = ['a', 'b', 'b', 'b', 'c']
    const { end, rows } = await read(({ offset }) => ({ ids: twice.slice(offset, offset + 1), total: 5, limit: 1 }))
    expect([end, rows]).toEqual(['end', twice])
  })
})
