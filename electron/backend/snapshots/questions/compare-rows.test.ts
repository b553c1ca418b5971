// Events of two snapshots, by ID or by key, by text or by meaning: against a plain model that tries every event against
// every other.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { EventPart, Segment } from '../../../../shared/snapshot/snapshot-changes.ts'
import type { SnapshotRow } from '../time-slice.ts'
import { type ComparedAs, compareRows, type Differences } from './compare-rows.ts'
import { anyEvents, eventText, MANY_RUNS_MS, type ModelEvent, manyRuns, type Sent } from './fixtures/any-events.ts'
import { plainPairs } from './fixtures/plain-pairs.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'

const field = (name: Extract<EventPart, { of: 'field' }>['field']): EventPart => ({ of: 'field', field: name })
const property = (name: string): EventPart => ({ of: 'property', name })
const ID = [field('eventId')]
const KEY = [field('customerId'), field('eventCode'), field('eventType'), field('createdAt')]

async function* inBatches(rows: readonly SnapshotRow[]): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  for (let at = 0; at < rows.length; at += 7) yield succeeded(rows.slice(at, at + 7))
}

const by = (key: EventPart[], more: { ignored?: EventPart[]; within?: Segment } = {}): ComparedAs => ({
  sameness: 'meaning',
  key,
  ignored: ID,
  within: null,
  ...more,
})

const rowsOf = (events: readonly ModelEvent[]) =>
  events.map((event) => ({ source: eventText(event), misses: event.misses }))

async function differencesOf(...[snapshot, rows, as, turn = anyTurn]: Parameters<typeof compareRows>) {
  const outcome = await compareRows(snapshot, rows, as, turn)
  if (outcome.kind !== 'compared') throw new Error(outcome.kind)
  return outcome.differences
}

/** The same parts in the other snapshot's own numbers. */
function shownPairs({ added, gone, altered, rowsBefore }: Differences) {
  const number = (row: number) => rowsBefore[row] ?? -1
  return {
    onlyHere: added,
    onlyThere: gone.map(number),
    differing: altered.map(([before, after]) => [number(before), after]),
  }
}

const anyPart = fc.constantFrom(
  ...KEY,
  ...ID,
  property('amount'),
  property('currency'),
  property('request_id'),
  property('event_code'),
  property('__proto__'),
)
/** Few events, many times: said otherwise, too. */
const anyTwoLists = fc.record({
  pool: anyEvents,
  here: fc.array(fc.nat({ max: 30 }), { maxLength: 24 }),
  there: fc.array(fc.tuple(fc.nat({ max: 30 }), fc.boolean()), { maxLength: 24 }),
  key: fc.oneof(
    fc.constant(ID),
    fc.constant(KEY),
    fc.uniqueArray(anyPart, { minLength: 1, maxLength: 4, selector: (part) => JSON.stringify(part) }),
  ),
  ignored: fc.uniqueArray(anyPart, { maxLength: 3, selector: (part) => JSON.stringify(part) }),
})

describe('any events, any key', () => {
  test(
    'are paired as the plain model pairs them',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyTwoLists, async ({ pool, here, there, key, ignored }) => {
          const pick = (at: number) => pool.slice(at % Math.max(pool.length, 1)).slice(0, 1)
          const hereEvents = here.flatMap(pick)
          const others = there.flatMap(([at, isTurned]) => pick(at).map((event) => (isTurned ? turned(event) : event)))
          const found = await differencesOf(
            await snapshotOf(hereEvents),
            inBatches(rowsOf(others)),
            by(key, { ignored }),
            anyTurn,
          )
          expect(shownPairs(found)).toEqual(plainPairs(hereEvents, others, { key, ignored }))
          expect(found.fieldsOf.every((fields) => fields.length > 0)).toBe(true)
          expect(found.fieldsOf).toHaveLength(found.altered.length)
        }),
        manyRuns(2_801),
      )
    },
    MANY_RUNS_MS,
  )
})

/** The same, said otherwise; a name that repeats keeps the order of its values. */
function turned(event: ModelEvent): ModelEvent {
  const { fields, properties } = event
  const otherProperties = properties.map(([name, value]): [string, Sent] => [name, sentOtherwise(value)])
  const isRepeated = new Set(properties.map(([name]) => name)).size < properties.length
  const created = fields.created_at
  const at = created?.kind === 'string' && /:\d\dZ$/.test(created.text) ? created.text.replace('Z', '.000Z') : null
  return {
    ...event,
    fields: at === null ? fields : { ...fields, created_at: { kind: 'string', text: at, source: JSON.stringify(at) } },
    properties: isRepeated ? otherProperties : otherProperties.toReversed(),
  }
}

function sentOtherwise(sent: Sent): Sent {
  if (sent.kind !== 'number' || /[eE]/.test(sent.text)) return sent
  const text = sent.text.includes('.') ? `${sent.text}0` : `${sent.text}.0`
  return { ...sent, text, source: text }
}

const plain = (id: string, more: Partial<Record<'at' | 'customer' | 'properties', string>> = {}) => ({
  source: `{"event_id":${JSON.stringify(id)},"customer_id":"${more.customer ?? 'c'}","event_code":"calls","event_type":"debit","created_at":"${more.at ?? '2026-10-01T00:00:00Z'}","event_properties":{${more.properties ?? '"amount":1'}}}`,
  misses: [] as string[],
})

describe('what counts as the same', () => {
  test('a number is its value, a time its instant, and the order of properties does not matter', async () => {
    const here = [plain('a', { at: '2026-10-01T00:00:00Z', properties: '"amount":1.50,"tags":{"x":1,"y":[2]}' })]
    const there = [
      plain('b', { at: '2026-10-01T00:00:00.000Z', properties: '"tags":{"y":[2.0],"x":1e0},"amount":15e-1' }),
    ]
    const found = await differencesOf(await snapshotOfTexts(here), inBatches(there), by(KEY), anyTurn)
    expect(shownPairs(found)).toEqual({ onlyHere: [], onlyThere: [], differing: [] })
    const byAmount = await differencesOf(
      await snapshotOfTexts(here),
      inBatches(there),
      by([property('amount')]),
      anyTurn,
    )
    expect(shownPairs(byAmount)).toEqual({ onlyHere: [], onlyThere: [], differing: [] })
  })

  test('what differs is named, but for what is ignored', async () => {
    const here = [plain('a', { properties: '"amount":1,"region":"eu","request":"r1"' })]
    const there = [plain('b', { properties: '"amount":2,"region":"us","request":"r2"' })]
    const { fieldsOf, fieldNames } = await differencesOf(
      await snapshotOfTexts(here),
      inBatches(there),
      by(KEY, { ignored: [...ID, property('request')] }),
      anyTurn,
    )
    expect(fieldsOf.map((fields) => fields.map((at) => fieldNames[at]))).toEqual([
      ['event_properties.amount', 'event_properties.region'],
    ])
  })

  test('keys that repeat, events without a key and events beyond the segment are counted on both sides', async () => {
    const none = { source: '{"event_properties":{"amount":1}}', misses: [] }
    const within: Segment = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }
    const late = plain('late', { at: '2026-11-01T00:00:00Z' })
    const here = [plain('a'), plain('a2'), plain('x', { customer: 'd' }), none, late]
    const there = [plain('b'), plain('b2', { properties: '"amount":2' }), none, late, late]
    const whole = await differencesOf(await snapshotOfTexts(here), inBatches(there), by(KEY), anyTurn)
    expect(whole.facts).toEqual({
      repeated: { here: 1, there: 2 },
      keyless: { here: 1, there: 1 },
      outside: { here: 0, there: 0 },
    })
    expect(shownPairs(whole)).toEqual({ onlyHere: [2], onlyThere: [4], differing: [[1, 1]] })
    const cut = await differencesOf(await snapshotOfTexts(here), inBatches(there), by(KEY, { within }), anyTurn)
    // An event without a time is in no segment.
    expect(cut.facts.outside).toEqual({ here: 2, there: 3 })
    expect(shownPairs(cut)).toEqual({ onlyHere: [2], onlyThere: [], differing: [[1, 1]] })
  })

  test('more than can be held is said to be too different', async () => {
    const here = await snapshotOfTexts([plain('a')])
    const there = [plain('b'), plain('c'), plain('d')]
    expect(await compareRows(here, inBatches(there), by(ID), anyTurn, 2)).toEqual({ kind: 'too-different', most: 2 })
  })
})

/** So many that trying each against each would take hours. */
const MANY = 20_000
const amountMember = (at: number, side: string) => `"amount":"${side}${at}"`

test.each<[string, EventPart[], (at: number, side: string) => SnapshotRow, differing: number]>([
  [
    'all differ',
    [field('eventCode')],
    (at, side) => plain(`${side}${at}`, { properties: amountMember(at, side) }),
    MANY,
  ],
  ['all are the same', [field('eventCode')], (at, side) => plain(`${side}${at}`), 0],
  ['none has it', [property('none')], (at, side) => plain(`${side}${at}`, { properties: amountMember(at, side) }), 0],
  [
    'their properties are not an object',
    [field('eventCode')],
    (at, side) => ({ source: plain('').source.replace('{"amount":1}', `"${side}${at}"`), misses: [] }),
    MANY,
  ],
  [
    'one name repeats, in any order',
    [field('eventCode')],
    (at, side) => {
      const digits = [...`${at.toString(2).padStart(16, '0')}${(MANY - at).toString(2).padStart(16, '1')}${side}`]
      return plain(side, { properties: digits.map((one) => `"p":"${one}"`).join() })
    },
    MANY,
  ],
])('one key for all events costs no more than many: %s', async (_, key, eventOf, differing) => {
  const list = (side: string) => Array.from({ length: MANY }, (__, at) => eventOf(at, side))
  const { altered } = await differencesOf(await snapshotOfTexts(list('h')), inBatches(list('t')), by(key), anyTurn)
  expect(altered).toHaveLength(differing)
})

test.each([
  ['all are the same', '1', 0],
  ['all differ', '2', MANY],
])('one ID for all events costs no more than many, also by text: %s', async (_, amount, altered) => {
  const list = (text: string) => Array.from({ length: MANY }, () => plain('one', { properties: `"amount":${text}` }))
  const as: ComparedAs = { sameness: 'text', within: null }
  const found = await differencesOf(await snapshotOfTexts(list('1')), inBatches(list(amount)), as, anyTurn)
  expect([found.altered.length, found.added.length, found.gone.length]).toEqual([altered, 0, 0])
})

describe('what is in no column', () => {
  /** More than have a column. */
  const NAMES = 160
  const members = (from: number, value: string) =>
    Array.from({ length: 3 }, (_, at) => `"p${(from + at) % NAMES}":${value}`)
  const list = (side: string, value: (at: number) => string) =>
    Array.from({ length: NAMES }, (_, at) => plain(`${side}${at}`, { customer: `c${at}`, properties: value(at) }))

  test('is compared all the same, in any order, however it is written', async () => {
    const here = await snapshotOfTexts(list('h', (at) => members(at, '1.50').join()))
    const there = list('t', (at) =>
      members(at, at % 40 === 0 ? '2' : '15e-1')
        .toReversed()
        .join(),
    )
    const found = await differencesOf(here, inBatches(there), by([field('customerId')]), anyTurn)
    expect(found.altered).toEqual([0, 40, 80, 120].map((at, before) => [before, at]))
    expect([found.added, found.gone]).toEqual([[], []])
  })

  test('can be ignored, or be of the key', async () => {
    const here = await snapshotOfTexts(list('h', (at) => [...members(at, '1'), `"rare${at}":"h"`].join()))
    const there = list('t', (at) => [...members(at, '1.0'), `"rare${at}":"t"`].join())
    const ignored = [...ID, ...Array.from({ length: NAMES }, (_, at) => property(`rare${at}`))]
    const found = await differencesOf(here, inBatches(there), by([field('customerId')], { ignored }), anyTurn)
    expect(shownPairs(found)).toEqual({ onlyHere: [], onlyThere: [], differing: [] })
    const byRare = await differencesOf(here, inBatches(there), by([property('rare159')]), anyTurn)
    expect(byRare.facts.keyless).toEqual({ here: NAMES - 1, there: NAMES - 1 })
    expect(byRare.added).toContain(159)
  })

  test('is a field that is no text, or properties that are no object', async () => {
    const odd = (id: string, type: string, properties: string) => ({
      source: `{"event_id":"${id}","customer_id":"${id.slice(1)}","event_type":${type},"event_properties":${properties}}`,
      misses: [],
    })
    const here = [odd('h1', '5', '{}'), odd('h2', 'null', '[1, 2]'), odd('h3', 'null', '[1]'), odd('h4', 'true', '{}')]
    const there = [odd('t1', '5.0', '{}'), odd('t2', 'null', '[1,2.0]'), odd('t3', 'null', '[2]'), odd('t4', '1', '{}')]
    const found = await differencesOf(await snapshotOfTexts(here), inBatches(there), by([field('customerId')]), anyTurn)
    expect(found.altered).toEqual([
      [0, 2],
      [1, 3],
    ])
  })
})
