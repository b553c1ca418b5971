// What is proposed of worlds of events, in which a fault is planted here and there. EVENTSCOPE_LONG=1 draws 300 of
// them.
import { describe, expect, test } from 'vitest'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import { anyProperty, type ExpectedShapes } from '../../../../shared/shape/expected-shapes.ts'
import { eventJudge } from '../../../../shared/shape/judge-event.ts'
import { anyWorld, coded, confirmed, plant, seeded, worldSnapshot, worldText } from './fixtures/shaped-world.ts'
import { anyTurn } from './fixtures/table-of.ts'
import { learnShapes } from './learn-shapes.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const WORLDS = isLong ? 300 : 30
const FIRST = Number(process.env.EVENTSCOPE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 30) : 1))

const ALL = { where: [], misses: false }

/** What was planted may have been the smallest number, or the largest. */
const withoutRanges = ({ codes, shapes }: ExpectedShapes) => ({
  codes,
  shapes: shapes.map(({ code, properties }) => ({
    code,
    properties: properties.map((one) => ({ ...one, from: null, to: null })),
  })),
})

test('what is learned is what at least 99 of 100 show, and names each event that does not show it', async () => {
  let exceptions = 0
  for (let seed = FIRST; seed < FIRST + WORLDS; seed += 1) {
    const random = seeded(seed)
    const { codes, events } = anyWorld(random, 200, 260)
    const before = confirmed(await learnShapes(await worldSnapshot(events), { ask: 'learn', scope: ALL }, anyTurn))
    // One in each code, as far as one was drawn that can be.
    for (const { code } of codes) {
      const shapesOfCode = before.shapes.find((one) => one.code === code)?.properties ?? []
      const shape = shapesOfCode[Math.floor(random() * shapesOfCode.length)]
      const event = events.find((one) => one.code === code)
      if (shape && event)
        plant(event, shape, (['missing', 'kind', 'value'] as const)[Math.floor(random() * 3)] ?? 'kind', random)
    }
    const snapshot = await worldSnapshot(events)
    const learned = await learnShapes(snapshot, { ask: 'learn', scope: ALL }, anyTurn)
    for (const { code, events: all, shape, exceptions: lineExceptions } of learned.lines) {
      const sum = lineExceptions.reduce((total, one) => total + one.events, 0)
      exceptions += sum
      expect(sum * 100, `seed ${seed}: ${code} ${shape.name}`).toBeLessThanOrEqual(all)
      const judge = eventJudge({ codes: null, shapes: [{ code, properties: [shape] }] })
      const missing = events.filter((event, at) => {
        const read = parseEventText(worldText(event, at))
        return read.ok && judge(read.event).length > 0
      })
      expect(missing).toHaveLength(sum)
      for (const { example } of lineExceptions) expect(missing.map(({ id }) => id)).toContain(example.eventId)
    }
    expect(withoutRanges(confirmed(learned)), `seed ${seed}`).toEqual(withoutRanges(before))
  }
  expect(exceptions).toBeGreaterThan(WORLDS)
})

describe('what is learned', () => {
  const learned = async (events: readonly [string | null, string, string][]) =>
    learnShapes(await coded(events), { ask: 'learn', scope: ALL }, anyTurn)
  const times = (count: number, of: (at: number) => [string, string, string]) =>
    Array.from({ length: count }, (_, at) => of(at))

  test('of fewer than 20 events is nothing: their codes are named', async () => {
    const answer = await learned([
      ...times(19, () => ['few', 'debit', '"amount":1']),
      ...times(20, () => ['api', 'debit', '"amount":1']),
    ])
    expect(answer.codes).toEqual([{ code: 'api', events: 20 }])
    expect(answer.rareCodes).toEqual([{ code: 'few', events: 19, example: { row: 0, eventId: 'e0', text: 'few' } }])
    expect(answer.lines.map(({ code }) => code)).toEqual(['api'])
  })

  test('leaves one far number in 200 outside of the range, and names it', async () => {
    const answer = await learned(
      times(200, (at) => ['api', 'debit', `"amount":${at === 7 ? '94059.00' : `${10 + (at % 50)}.50`}`]),
    )
    const [line] = answer.lines
    expect(line?.shape).toMatchObject({
      required: true,
      kinds: ['number'],
      from: '10.50',
      to: '59.50',
      signs: { credit: null, debit: 'above-zero' },
    })
    expect(line?.exceptions).toEqual([
      { what: 'range', events: 1, example: { row: 7, eventId: 'e7', text: '94059.00' } },
    ])
  })

  test('of three in 200 they are no exceptions any more', async () => {
    const answer = await learned(
      times(200, (at) => ['api', 'debit', at < 3 ? '"amount":"5"' : `"amount":${10 + (at % 50)}`]),
    )
    expect(answer.lines[0]).toMatchObject({ shape: { kinds: ['string', 'number'], values: null }, exceptions: [] })
  })

  test('that each part of a line fits 99 of 100 is not enough: the line has to', async () => {
    const amountOf = (at: number) => (at < 4 ? '' : at < 7 ? '"amount":"5"' : `"amount":${10 + (at % 50)}`)
    const [line] = (await learned(times(400, (at) => ['api', 'debit', amountOf(at)]))).lines
    expect(line?.shape).toEqual({ ...anyProperty('amount'), required: true })
    expect(line?.exceptions).toMatchObject([{ what: 'missing', events: 4 }])
  })

  test('texts that hardly repeat are not a list', async () => {
    const answer = await learned(
      times(40, (at) => ['api', 'debit', `"note":"n${at}","currency":"${at % 2 === 0 ? 'EUR' : 'USD'}"`]),
    )
    expect(answer.lines.map(({ shape: { name, values } }) => [name, values])).toEqual([
      ['note', null],
      ['currency', ['EUR', 'USD']],
    ])
  })
})
