import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DuplicatesAnswer, DuplicatesQuestion } from '../../../../shared/snapshot/snapshot-checks.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../../../shared/worth/sample-company-files.ts'
import { NO_RULES } from '../../../../shared/worth/worth-rules.ts'
import { answerDuplicates } from '../questions/answer-duplicates.ts'
import { MANY_RUNS_MS, manyRuns } from '../questions/fixtures/any-events.ts'
import { OCTOBER, sampleOctober } from '../questions/fixtures/sample-october.ts'
import { anyTurn, snapshotOfTexts } from '../questions/fixtures/table-of.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'

const UNRULED = { measure: { properties: ['amount'] as [string], text: false }, units: ['currency'] }

function ask(snapshot: LoadedSnapshot, changed: Partial<DuplicatesQuestion> = {}): Promise<DuplicatesAnswer> {
  const question: DuplicatesQuestion = {
    ask: 'duplicates',
    scope: { where: [], misses: false },
    windowSeconds: 5,
    ignored: ['idempotency_key'],
    rules: SAMPLE_COMPANY_RULES,
    wholeRange: OCTOBER,
    unruled: UNRULED,
    legitimate: [],
    offset: 0,
    limit: 500,
    ...changed,
  }
  return answerDuplicates(snapshot, question, anyTurn)
}

const alike = (snapshot: LoadedSnapshot, changed: Partial<DuplicatesQuestion> = {}) =>
  ask(snapshot, { ...changed, butFor: true })

const idsOf = ({ groups }: DuplicatesAnswer) =>
  groups.map(({ events }) => events.map(({ eventId }) => eventId).join(' '))

/** Of October 5, at so many seconds. */
function event(id: string, seconds: number, properties: object, code = 'tokens') {
  const createdAt = new Date(Date.UTC(2026, 9, 5, 8, 0, 0) + seconds * 1_000).toISOString()
  const fields = { event_id: id, customer_id: 'cus_a', event_code: code, event_type: 'debit', created_at: createdAt }
  return { source: JSON.stringify({ ...fields, event_properties: properties }) }
}

const DAY = 86_400
const usage = { amount: 12.5, currency: 'USD' }
/** One usage three times, one twice, one once. */
const sent = (name: string, value: (at: number) => unknown) =>
  [0, 1, 2, DAY, DAY + 0.5, 2 * DAY].map((seconds, at) =>
    event(`evt_${at + 1}`, seconds, { ...usage, [name]: value(at) }),
  )

test('one usage under several transaction IDs is found to the cent, and is no duplicate', async () => {
  const names = ['transaction_id', 'message_id', 'event_uuid', 'txn']
  for (const name of names) {
    const snapshot = await snapshotOfTexts(sent(name, (at) => `txn_${at}`))
    expect(await ask(snapshot)).toMatchObject({ groupCount: 0, charged: [], tooMuch: [], butFor: null })
    const answer = await alike(snapshot)
    expect(idsOf(answer)).toEqual(['evt_1 evt_2 evt_3', 'evt_4 evt_5'])
    expect(answer).toMatchObject({
      butFor: { names: [name], events: 3 },
      charged: [{ evidence: 'alike', events: 3, sums: [{ currency: 'USD', sum: '37.50' }] }],
      credited: [],
      tooMuch: [],
    })
    expect(answer.groups[0]?.identifiers).toEqual([{ name, values: 'different' }])
    const unruled = await alike(snapshot, { rules: printRules(NO_RULES) })
    expect(unruled.tooMuch).toEqual([{ sign: 'debit', units: ['USD'], groups: 2, amount: '37.5' }])
  }
})

test('numbers and times are identifiers only where their name says so, and money never is', async () => {
  const found = async (name: string, value: (at: number) => unknown) =>
    (await alike(await snapshotOfTexts(sent(name, value)))).butFor?.names
  expect(await found('transaction_id', (at) => 1_000 + at)).toEqual(['transaction_id'])
  expect(await found('latency', (at) => 1_000 + at)).toEqual([])
  expect(await found('latency', (at) => `${at}.5`)).toEqual([])
  expect(await found('begun', (at) => `2026-10-05T08:00:0${at}Z`)).toEqual([])
  expect(await found('quantity', (at) => at)).toEqual([])
  expect(await found('idempotency_key', (at) => `k${at}`)).toEqual([])
  // One value in five comes again.
  expect(await found('batch_id', (at) => `b${Math.min(at, 4)}`)).toEqual([])
})

test('several identifiers are let differ at once, and events that lack one are not alike those that have it', async () => {
  const ids = (at: string | number) => ({ ...usage, transaction_id: `t${at}`, message_id: `m${at}` })
  const snapshot = await snapshotOfTexts([
    event('a', 0, ids(1)),
    event('b', 1, ids(2)),
    event('c', 1, { ...usage, transaction_id: 't3' }),
    event('d', 2, usage),
    event('e', 2, usage),
  ])
  const answer = await alike(snapshot)
  expect([idsOf(answer), answer.butFor]).toEqual([['a b'], { names: ['transaction_id', 'message_id'], events: 1 }])
  expect(idsOf(await ask(snapshot))).toEqual(['d e'])
})

test('events with an idempotency key each are not alike', async () => {
  const keyed = (at: number) => ({ ...usage, transaction_id: `t${at}`, idempotency_key: `k${at}` })
  const snapshot = await snapshotOfTexts([event('a', 0, keyed(1)), event('b', 1, keyed(2))])
  expect(await alike(snapshot)).toMatchObject({ groupCount: 0, butFor: { names: [], events: 0 } })
})

test('the sample company has nothing of the kind, and its duplicates are as they were', async () => {
  const snapshot = await sampleOctober()
  expect(await alike(snapshot)).toMatchObject({ groupCount: 0, charged: [], credited: [], tooMuch: [] })
  expect(await ask(snapshot)).toMatchObject({
    groupCount: 13,
    charged: [{ sums: [{ currency: 'EUR', sum: '480.00' }] }],
    credited: [{ sums: [{ currency: 'EUR', sum: '-49.60' }] }],
  })
})

test(
  'no event is too much both as a possible duplicate and as alike but for its identifier, and each of a group has its own',
  async () => {
    const rows = fc.array(
      fc.record({
        seconds: fc.integer({ min: 0, max: 20 }),
        amount: fc.constantFrom(1, 2),
        own: fc.boolean(),
        other: fc.nat({ max: 10 }),
        lacks: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
      }),
      { minLength: 2, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(rows, fc.nat({ max: 3 }), async (all, copies) => {
        // So many that the property is an identifier although three others share a value.
        const far = Array.from({ length: 30 }, (_, at) =>
          event(`far${at}`, (at + 1) * 60, { ...usage, txn_id: `f${at}` }),
        )
        const near = all.map(({ seconds, amount, own, other, lacks }, at) => {
          const id = own || at >= copies ? `t${at}` : `t${other}`
          return event(`e${at}`, seconds, { amount, currency: 'USD', ...(lacks ? {} : { txn_id: id }) })
        })
        const snapshot = await snapshotOfTexts([...far, ...near])
        const [duplicates, butFor] = [await ask(snapshot), await alike(snapshot)]
        const later = ({ groups }: DuplicatesAnswer) =>
          groups.flatMap(({ events }) => events.slice(1).map(({ row }) => row))
        const [twice, apart] = [new Set(later(duplicates)), later(butFor)]
        expect(apart.filter((row) => twice.has(row))).toEqual([])
        expect(butFor.butFor?.events).toBe(apart.length)
        for (const { identifiers } of butFor.groups)
          expect(identifiers).toEqual([{ name: 'txn_id', values: 'different' }])
        // What is in neither are events of another usage, or further apart than is asked.
        const seconds = new Map<string, number[]>()
        for (const [at, one] of all.entries()) {
          const row = far.length + at
          if (one.lacks || twice.has(row) || apart.includes(row)) continue
          const of = seconds.get(String(one.amount)) ?? []
          expect(of.every((other) => Math.abs(other - one.seconds) > 5)).toBe(true)
          seconds.set(String(one.amount), [...of, one.seconds])
        }
      }),
      manyRuns(4712),
    )
  },
  MANY_RUNS_MS,
)
