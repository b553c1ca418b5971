// Parts of a range that a service in memory answers oddly: what is kept of each, what is learned, and how often it is
// asked.
import { describe, expect, test } from 'vitest'
import {
  type Answers,
  at,
  events,
  HOUR,
  readingInMemory,
  refused,
  type Sent,
  serving,
} from '../../fixtures/reading-in-memory.ts'

/** Where two pages do not join: the second begins so many rows later than it should. */
const leaping =
  (all: readonly Sent[], by: number, total = (_offset: number) => all.length): Answers =>
  ({ offset, limit }) => {
    const start = offset === 0 ? 0 : offset + by
    return { events: all.slice(start, start + limit), total: total(offset) }
  }

describe('one reading of a part', () => {
  test('counts as one only where it came to its end', async () => {
    const one = await readingInMemory((request, number) =>
      number === 1 ? refused : serving(events(5))(request, number),
    )
    expect(await one.read(one.part())).toMatchObject({ kind: 'failed' })
    const [failing] = one.journal.slices()
    expect(failing).toMatchObject({ state: 'failed', readings: 0, failure: { kind: 'rejected' } })
    expect(await one.read(failing ?? one.part())).toMatchObject({ kind: 'read' })
    expect(one.journal.slices()).toMatchObject([
      { state: 'read', readings: 1, failure: null, kept: 5, takenOver: false },
    ])
    const circle = await readingInMemory(() => ({ events: events(100), total: 1_000 }), { aligned: true })
    expect(await circle.read(circle.part())).toEqual({ kind: 'stuck' })
    expect(circle.journal.slices()).toMatchObject([{ state: 'failed', readings: 0 }])
  })

  test('replaces the one before, and forgets neither that its count fell nor who held its rows', async () => {
    let all = events(9)
    const { reading, journal, part, read } = await readingInMemory((...asked) => serving(all)(...asked))
    const slice = part({ takenOver: true })
    await read(slice)
    for (const [count, fell] of [
      [7, true],
      [8, true],
    ] as const) {
      all = events(count)
      expect(await read(journal.slices()[0] ?? slice)).toEqual({ kind: 'read' })
      expect(journal.slices()).toMatchObject([{ kept: count, shared: 0, fell, takenOver: false }])
      let rows = 0
      for await (const segment of journal.rows(slice.id)) rows += segment.ok ? segment.value.length : Number.NaN
      expect(rows).toBe(count)
    }
    expect(reading.slices.size).toBe(1)
  })

  test('is against a service whose pages do not join, unless something moved, or there is no order', async () => {
    const against = async (answers: Answers) => {
      const { part, read } = await readingInMemory(answers)
      const end = await read(part())
      return end.kind === 'broken' ? end.isAgainst : end.kind
    }
    const all = events(400)
    expect(await against(leaping(all, 5))).toBe(true)
    expect(await against(leaping(all, 5, (offset) => (offset === 0 ? 400 : 401)))).toBe(false)
    const tied = all.map((one, n) => ({ ...one, created_at: at(n < 99 ? n : 99 + Math.floor((n - 99) / 10)) }))
    expect(await against(leaping(tied, 3))).toBe(false)
    const jumbled = all.map((one, n) => ({ ...one, created_at: at((n * 7) % 400) }))
    expect(await against(leaping(jumbled, 5))).toBe(false)
    // Rows of the second page alone go the other way.
    const turned = all.map((one, n) => ({ ...one, created_at: at(n < 104 ? n : 1_000 - n) }))
    expect(await against(leaping(turned, 5))).toBe(false)
    expect(await against(leaping(all, 0))).toBe('read')
  })

  test('shows rows outside of its bounds, and far more than the total, where a part was asked for', async () => {
    const outside = await readingInMemory(() => ({ events: events(20, 0, 400), total: 20 }))
    expect(await outside.read(outside.part())).toEqual({ kind: 'outside' })
    outside.reading.state = { ...outside.reading.state, method: 'offset' }
    const whole = outside.part()
    expect(await outside.read(whole)).toEqual({ kind: 'read' })
    expect([...outside.reading.oddities.outside]).toEqual([[whole.id, { before: 0, after: 10, far: 0 }]])
    const more = await readingInMemory(({ offset, limit }) => ({ events: events(limit, offset, 0.1), total: 500 }))
    expect(await more.read(more.part())).toEqual({ kind: 'more' })
    expect(more.asked.length).toBeLessThan(60)
  })

  test('is sure only of an equal one where pages cannot overlap, and of totals that held still', async () => {
    const { journal, part, read } = await readingInMemory(serving(events(250)), { aligned: true })
    expect(await read(part({ total: 250 }))).toMatchObject({ kind: 'differs' })
    const [first] = journal.slices()
    expect(await read(first ?? part())).toEqual({ kind: 'read' })
    expect(await read({ ...(first ?? part()), fingerprint: `${first?.fingerprint}0` })).toMatchObject({
      kind: 'differs',
    })
    const unsteady = await readingInMemory(leaping(events(150), 0, (offset) => (offset === 0 ? 150 : 151)))
    expect(await unsteady.read(unsteady.part())).toMatchObject({ kind: 'differs' })
  })

  test('continues where it stopped, and begins anew where the row there has another text', async () => {
    for (const isAltered of [false, true]) {
      const all = events(4_500, 0, 0.5)
      const one = await readingInMemory((...asked) => serving(all)(...asked), {}, { method: 'offset' })
      const slice = one.part()
      const isFull = () => one.journal.slices().some(({ kept }) => kept > 0)
      expect(await one.read(slice, { isStopped: isFull })).toEqual({ kind: 'halted' })
      const [stopped] = one.journal.slices()
      expect(stopped).toMatchObject({ state: 'reading', kept: 4_060, readings: 0 })
      const before = one.asked.length
      all[4_059] = { event_id: 'e4059', created_at: at(isAltered ? 2_029.75 : 2_029.5) }
      expect(await one.readAll(stopped ?? slice)).toBe('done')
      expect(one.requests(before)[0]).toEqual([0, 4_059])
      expect(one.asked.length - before > 40).toBe(isAltered)
      expect(one.journal.slices()).toMatchObject([{ state: 'read', kept: 4_500, readings: 1 }])
      expect(['e0', 'e4499'].every((id) => one.reading.index.has(id))).toBe(true)
    }
  })

  test.each([serving(events(150)), () => refused])(
    'keeps nothing of what came once it is stopped: %#',
    async (last) => {
      let isStopped = false
      const { journal, part, read } = await readingInMemory((request, number) => {
        isStopped = number === 2
        return number === 1 ? serving(events(150))(request, number) : last(request, number)
      })
      expect(await read(part(), { isStopped: () => isStopped })).toEqual({ kind: 'halted' })
      expect(journal.slices()).toEqual([])
    },
  )
})

describe('parts of a range', () => {
  test('are two at once while one request is under way', async () => {
    const { part, readAll, requests } = await readingInMemory(serving(events(300)))
    expect(await readAll(part({}, 0, 149), part({}, 150, 299))).toBe('done')
    expect(requests().slice(0, 3)).toEqual([
      [0, 0],
      [150, 0],
      [0, 99],
    ])
  })

  test('of which an answer fails are not taken for such as leave out their first instant', async () => {
    const all = serving(events(1_800))
    const failing: Answers = (request, number) =>
      request.filters.createdAtFrom !== at(0) && request.offset === 0 ? refused : all(request, number)
    const { reading, journal, part, readAll } = await readingInMemory(failing)
    expect(await readAll(part({}, 0, 1_799))).toBe('done')
    expect(reading.state.behaviour.fromIncluded).toBe(true)
    expect(journal.slices()).toMatchObject([{ state: 'read' }, { state: 'failed', failure: { kind: 'rejected' } }])
  })

  test('are read again, and once more, where offsets are lowered to the start of a page', async () => {
    const lowering: Answers = (request, number) =>
      serving(events(250))({ ...request, offset: Math.floor(request.offset / request.limit) * request.limit }, number)
    const { reading, journal, part, readAll } = await readingInMemory(lowering)
    expect(await readAll(part())).toBe('done')
    expect(reading.state.behaviour.aligned).toBe(true)
    expect(journal.slices()).toMatchObject([{ state: 'read', kept: 250, readings: 2 }])
  })

  test('say nothing of the order where pages did not join once, and cut it where they never do', async () => {
    const all = events(250)
    const once = await readingInMemory((request, number) =>
      (number === 2 ? leaping(all, 5) : serving(all))(request, number),
    )
    expect(await once.readAll(once.part())).toBe('done')
    expect([once.reading.state.behaviour.orderHolds, once.reading.state.evidence]).toEqual([true, []])
    const always = await readingInMemory(leaping(all, 5))
    await always.readAll(always.part())
    expect(always.reading.state.evidence).toMatchObject([{ code: 'gap', says: 'against' }])
    // Where pages need not join, ten rows of the second are of the first, and ten are in none.
    const jumbled: Answers = (request, number) =>
      serving(all)({ ...request, offset: request.offset - (request.offset === request.limit ? 10 : 0) }, number)
    const mixed = all.map((one, n) => ({ ...one, created_at: at((n * 7) % 250) }))
    for (const [answers, aligned] of [
      [jumbled, true],
      [leaping(mixed, 5), false],
    ] as const) {
      const within: Answers = (request, number) =>
        request.filters.createdAtTo === at(HOUR) && request.filters.createdAtFrom === at(0)
          ? answers(request, number)
          : serving(all)(request, number)
      const { reading, journal, part, readAll } = await readingInMemory(within, { aligned })
      expect(await readAll(part())).toBe('done')
      expect(reading.state.behaviour.orderHolds).toBe(false)
      const slices = journal.slices()
      expect(slices.length).toBeGreaterThan(2)
      expect(slices.map(({ state }) => state)).toEqual(slices.map(() => 'read'))
      expect(slices.reduce((sum, { kept }) => sum + kept, 0)).toBe(250)
    }
    // Of what one answer could hold nothing is cut.
    const short = await readingInMemory(
      ({ offset }) => ({
        events: all
          .slice(0, 60)
          .slice(offset === 20 ? 10 : offset)
          .slice(0, 20),
        total: 60,
      }),
      { aligned: true },
    )
    await short.readAll(short.part())
    expect(short.journal.slices()).toMatchObject([{ state: 'unproven', returned: 50 }])
    expect(short.reading.state.behaviour.orderHolds).toBe(true)
  })

  test('show whether totals count all matches', async () => {
    for (const [total, totals] of [
      ['none', 'none'],
      ['page', 'page'],
      ['all', null],
    ] as const) {
      const { reading, part, readAll } = await readingInMemory((request, number) => {
        const given = serving(events(250))(request, number)
        if ('kind' in given) return given
        return total === 'all' ? given : { ...given, total: total === 'none' ? null : given.events.length }
      })
      await readAll(part())
      expect(reading.state.behaviour.totals).toBe(totals)
    }
  })

  test('that are large are cut into parts that are read in order of time, each from its first answer on', async () => {
    const { reading, journal, asked, part, readAll, requests } = await readingInMemory(serving(events(2_000, 0, 1.8)))
    expect(await readAll(part())).toBe('done')
    expect(reading.state).toMatchObject({ method: 'slices', behaviour: { totals: 'matches', orderHolds: true } })
    const slices = journal.slices()
    expect(slices.map(({ kept }) => kept)).toEqual([1_001, 999])
    const texts = asked.map((request) => JSON.stringify(request))
    expect(new Set(texts).size).toBe(texts.length)
    const starts = requests()
      .filter(([, offset]) => offset === 99)
      .map(([from]) => from ?? 0)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  })

  test('that leave out their first instant are cut so that they overlap', async () => {
    const all = events(3_000, 1)
    const exclusive: Answers = (request, number) => {
      const { createdAtFrom = '', createdAtTo = '' } = request.filters
      const [from, to] = [Date.parse(createdAtFrom) + 1, Date.parse(createdAtTo) - 1].map((ms) =>
        new Date(ms).toISOString(),
      )
      return serving(all)({ ...request, filters: { ...request.filters, createdAtFrom: from, createdAtTo: to } }, number)
    }
    const { reading, journal, part, readAll } = await readingInMemory(exclusive, {
      takesFractions: false,
      fractions: false,
    })
    expect(await readAll(part())).toBe('done')
    expect(reading.state.behaviour.fromIncluded).toBe(false)
    expect(journal.slices().reduce((sum, { kept }) => sum + kept, 0)).toBe(3_000)
  })

  test('that a cut does not make smaller are not cut again, nor is any other of their length', async () => {
    const quarters: Answers = (request, number) => {
      const { createdAtFrom = at(0), createdAtTo = at(HOUR) } = request.filters
      const ends = [Date.parse(createdAtFrom), Date.parse(createdAtTo)].map((ms) => Math.floor(ms / 900_000) * 900_000)
      const [from, to] = [ends[0] ?? 0, (ends[1] ?? 0) + 899_999].map((ms) => new Date(ms).toISOString())
      return serving(events(3_600))(
        { ...request, filters: { ...request.filters, createdAtFrom: from, createdAtTo: to } },
        number,
      )
    }
    const { reading, asked, part, readAll, requests } = await readingInMemory(quarters, { orderHolds: false })
    reading.state = { ...reading.state, method: 'offset' }
    await readAll(part({}, 0, 899))
    const before = asked.length
    expect(new Set(requests().map(([from]) => from)).size).toBeGreaterThan(1)
    await readAll(part({}, 900, 1_799))
    expect(new Set(requests(before).map(([from]) => from))).toEqual(new Set([900]))
  })

  test('that show one instant first are cut by what their last answer shows', async () => {
    const all = events(200).map((one, n) => ({ ...one, created_at: at(n < 150 ? 100 : 100.4) }))
    const { journal, part, readAll } = await readingInMemory(serving(all), { orderHolds: false, fractions: false })
    expect(await readAll(part())).toBe('done')
    expect(journal.slices().map(({ kept }) => kept)).toContain(50)
  })

  test('that one answer holds are not cut, however large it is', async () => {
    const { asked, part, readAll } = await readingInMemory(() => ({ events: events(250), total: 250 }), {
      orderHolds: false,
    })
    expect(await readAll(part())).toBe('done')
    expect(asked.every(({ filters }) => filters.createdAtFrom === at(0))).toBe(true)
  })
})
