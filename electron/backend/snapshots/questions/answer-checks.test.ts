import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { EVENT_FIELDS, hyphened } from '../../../../shared/event/event-fields.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import type { DuplicatesAnswer, DuplicatesQuestion } from '../../../../shared/snapshot/snapshot-checks.ts'
import { notInSumWords } from '../../../../shared/worth/not-in-sum.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../../../shared/worth/sample-company-files.ts'
import { NO_RULES } from '../../../../shared/worth/worth-rules.ts'
import { selectRows } from '../table/select-rows.ts'
import { answerChecks } from './answer-checks.ts'
import { answerDuplicates } from './answer-duplicates.ts'
import {
  anyEvents,
  eventText,
  MANY_RUNS_MS,
  type ModelEvent,
  manyRuns,
  propertyOf,
  textOf,
} from './fixtures/any-events.ts'
import { add, compare, type Fraction, fraction, NOTHING, plain, times } from './fixtures/fraction.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'
import { nanosecondsOf } from './fixtures/value-order.ts'

const NO_RULES_TEXT = printRules(NO_RULES)
const UNRULED = { measure: { properties: ['amount'] as [string], text: false }, units: ['currency'] }

const questionOf = (changed: Partial<DuplicatesQuestion> = {}): DuplicatesQuestion => ({
  ask: 'duplicates',
  scope: { where: [], misses: false },
  windowSeconds: 60,
  ignored: ['request_id'],
  rules: NO_RULES_TEXT,
  wholeRange: null,
  unruled: UNRULED,
  legitimate: [],
  offset: 0,
  limit: 500,
  ...changed,
})

const nanoseconds = (event: ModelEvent) => nanosecondsOf(textOf(event, 'created_at'))

/** Numbers are alike by their value. */
function numberValue(text: string): string {
  const read = fraction(text)
  if (read === null || read === 'beyond') return text
  let { top, bottom } = read
  for (; bottom > 1n && top % 10n === 0n; bottom /= 10n) top /= 10n
  return `${top}/${bottom}`
}

/** Everything that duplicates have in common. */
function likeness(event: ModelEvent, ignored: readonly string[]): string {
  const properties = event.properties
    .filter(([name]) => !ignored.includes(name))
    .map(([name, { kind, text, source }]) => [
      name,
      kind,
      kind === 'string' ? text : kind === 'number' ? numberValue(text) : source,
    ])
  // The order of one name's own values counts, that of names does not.
  properties.sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : (a[0] ?? '') > (b[0] ?? '') ? 1 : 0))
  return JSON.stringify([
    textOf(event, 'customer_id'),
    textOf(event, 'event_code'),
    textOf(event, 'event_type'),
    properties,
  ])
}

interface Row {
  row: number
  event: ModelEvent
  at: bigint
}

/** Each row against those before it, one by one. */
function groupsOf(events: readonly ModelEvent[], { windowSeconds, ignored, scope }: DuplicatesQuestion): Row[][] {
  const rows = events
    .map((event, row) => ({ event, row, at: nanoseconds(event) }))
    .filter((one): one is Row => one.at !== null && (scope.misses || one.event.misses.length === 0))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.row - b.row))
  const groups: Row[][] = []
  for (const one of rows) {
    const open = groups.findLast((group) => likeness(group[0]!.event, ignored) === likeness(one.event, ignored))
    const isNear = open !== undefined && one.at - open[0]!.at <= BigInt(windowSeconds) * 1_000_000_000n
    if (!isNear) groups.push([one])
    else {
      const id = textOf(one.event, 'event_id')
      if (id === null || open.every(({ event }) => textOf(event, 'event_id') !== id)) open.push(one)
    }
  }
  return groups.filter(({ length }) => length > 1)
}

function amountOf(event: ModelEvent): Fraction | null {
  const value = propertyOf(event, 'amount')
  const read = value?.kind === 'number' ? fraction(value.text) : null
  return read === 'beyond' ? null : read
}

function expectDuplicates(answer: DuplicatesAnswer, events: readonly ModelEvent[], question: DuplicatesQuestion): void {
  const wanted = groupsOf(events, question)
  const rowsOf = (rows: readonly { row: number }[]) => rows.map(({ row }) => row)
  const byFirst = (a: number[], b: number[]) => (a[0] ?? 0) - (b[0] ?? 0)
  expect(answer.groups.map(({ events }) => rowsOf(events)).sort(byFirst)).toEqual(wanted.map(rowsOf).sort(byFirst))
  const sums = new Map<string, Fraction>()
  for (const group of wanted) {
    const first = group[0]!.event
    const each = amountOf(first)
    const answered = answer.groups.find(({ events }) => events[0]?.row === group[0]!.row)
    expect(answered?.amount === null).toBe(each === null)
    if (each === null) continue
    const more = times(each, { top: BigInt(group.length - 1), bottom: 1n })
    expect(compare(plain(answered?.tooMuch ?? ''), more)).toBe(0)
    const currency = propertyOf(first, 'currency')
    const type = textOf(first, 'event_type')
    const sign = type === 'credit' || type === 'debit' ? type : 'neither'
    const key = `${sign} ${currency?.kind === 'string' ? JSON.stringify(currency.text) : null}`
    sums.set(key, add(sums.get(key) ?? NOTHING, more))
    const later = events.flatMap((event, row) => {
      const amount = amountOf(event)
      const at = nanoseconds(event)
      const isSame =
        amount !== null &&
        amount.top !== 0n &&
        (compare(amount, each) === 0 || compare(amount, times(each, { top: -1n, bottom: 1n })) === 0)
      const isCredit = textOf(event, 'event_type') === 'credit' && sign === 'debit' && event.misses.length === 0
      const customer = textOf(first, 'customer_id')
      const unit = propertyOf(event, 'currency')
      const isUnit =
        (unit?.kind === 'string' ? unit.text : null) === (currency?.kind === 'string' ? currency.text : null)
      const isIn = isCredit && customer !== null && textOf(event, 'customer_id') === customer && isSame && isUnit
      return isIn && at !== null && at >= group[1]!.at ? [row] : []
    })
    expect(rowsOf(answered?.laterCredits ?? [])).toEqual(later.slice(0, 3))
  }
  const answered = answer.tooMuch.flatMap(({ sign, units, amount }) =>
    amount === null
      ? []
      : [[`${sign} ${units[0] === null || units.length === 0 ? null : JSON.stringify(units[0])}`, amount] as const],
  )
  expect(new Set(answered.map(([key]) => key))).toEqual(new Set(sums.keys()))
  for (const [key, amount] of answered) expect(compare(plain(amount), sums.get(key) ?? NOTHING)).toBe(0)
}

describe('possible duplicates', () => {
  test(
    'are those that comparing each with each finds',
    async () => {
      // Few different events, so that many are alike.
      const likely = fc
        .tuple(anyEvents, fc.array(fc.nat(), { maxLength: 12 }))
        .map(([events, copies]) => [
          ...events,
          ...copies.flatMap((at) => events[at % Math.max(events.length, 1)] ?? []),
        ])
        .map((events) =>
          events.map((event, row) => ({ ...event, fields: { ...event.fields, event_id: sent(`e${row % 30}`) } })),
        )
      const asked = fc.record({
        windowSeconds: fc.constantFrom(0 as const, 5 as const, 60 as const),
        ignored: fc.constantFrom(['request_id'], [], ['request_id', 'amount'], ['nobody has it']),
      })
      await fc.assert(
        fc.asyncProperty(likely, asked, async (events, changed) => {
          const question = questionOf({ ...changed, ignored: [...changed.ignored] })
          expectDuplicates(await answerDuplicates(await snapshotOf(events), question, anyTurn), events, question)
        }),
        manyRuns(1405),
      )
    },
    MANY_RUNS_MS,
  )

  const event = (id: string, at: string, properties: string, type = 'debit') => ({
    source: `{"event_id":"${id}","customer_id":"c","event_code":"api","event_type":"${type}","created_at":"2026-11-20T14:${at}Z","event_properties":{${properties}}}`,
  })

  test('are alike where their numbers are one value, however each is written', async () => {
    const snapshot = await snapshotOfTexts([
      event('a', '00:00', '"amount":3,"currency":"EUR"'),
      event('b', '00:01', '"amount":3.0,"currency":"EUR"'),
      event('c', '00:02', '"amount":0.3e1,"currency":"EUR"'),
      event('d', '00:03', '"amount":"3","currency":"EUR"'),
      event('e', '10:00', '"amount":1.50,"currency":"EUR"'),
      event('f', '10:01', '"amount":1.500,"currency":"EUR"'),
    ])
    const { groups } = await answerDuplicates(snapshot, questionOf({ ignored: [] }), anyTurn)
    expect(groups.map(({ events }) => events.map(({ eventId }) => eventId).join('')).sort()).toEqual(['abc', 'ef'])
  })

  test('say what speaks for it and against it, and which credit may have made up for it', async () => {
    const keyed = (key: string) => `"amount":12.50,"currency":"EUR","idempotency_key":"${key}"`
    const snapshot = await snapshotOfTexts([
      event('a', '00:00', keyed('k1')),
      event('b', '00:04.9', keyed('k1')),
      event('c', '10:00', keyed('k2')),
      event('d', '10:01', keyed('k3')),
      event('e', '20:00', '"amount":12.5,"currency":"EUR"', 'credit'),
      event('f', '30:00', '"currency":"EUR","amount":12.50'),
      event('g', '30:01', '"amount":12.50,"currency":"EUR"'),
      event('h', '30:07', '"amount":12.50,"currency":"EUR"'),
    ])
    const asked = questionOf({ ignored: ['idempotency_key'], windowSeconds: 5 })
    const { groups, tooMuch, against } = await answerDuplicates(snapshot, asked, anyTurn)
    expect(
      groups.map(({ events, evidence, laterCredits }) => [
        events.map(({ eventId }) => eventId).join(''),
        evidence,
        laterCredits.length,
      ]),
    ).toEqual([
      ['ab', 'strong', 1],
      ['fg', 'plain', 0],
      // In no figure.
      ['cd', 'against', 1],
    ])
    expect(tooMuch).toEqual([{ sign: 'debit', units: ['EUR'], groups: 2, amount: '25.00' }])
    expect(against).toBe(1)
  })

  test('are made up for only by a credit since the second of them, of the same amount and currency', async () => {
    const amount = '"amount":5,"currency":"EUR"'
    const rows = [
      event('a', '00:00', amount),
      event('early', '00:02', amount, 'credit'),
      event('b', '00:04', amount),
      event('then', '00:04', '"amount":-5.0,"currency":"EUR"', 'credit'),
      event('other', '00:05', '"amount":5,"currency":"USD"', 'credit'),
      event('less', '00:06', '"amount":4.99,"currency":"EUR"', 'credit'),
    ]
    const asked = questionOf({ scope: { where: [{ is: 'sign', sign: 'debit' }], misses: false } })
    const { groups } = await answerDuplicates(await snapshotOfTexts(rows), asked, anyTurn)
    expect(groups.map(({ laterCredits }) => laterCredits.map(({ eventId }) => eventId))).toEqual([['then']])
  })

  test('that are marked legitimate stay so, whatever else is there, and count for nothing', async () => {
    const rows = [event('a', '00:00', '"amount":1'), event('b', '00:00', '"amount":1')]
    const first = await answerDuplicates(await snapshotOfTexts(rows), questionOf(), anyTurn)
    const key = first.groups[0]?.key ?? ''
    const legitimate = [{ key, note: 'two seats' }]
    const again = await answerDuplicates(
      await snapshotOfTexts([event('z', '59:00', '"amount":3'), ...rows.toReversed()]),
      questionOf({ legitimate }),
      anyTurn,
    )
    expect([again.groups[0]?.legitimate, again.marked, again.tooMuch]).toEqual(['two seats', 1, []])
    const third = await snapshotOfTexts([...rows, event('c', '00:01', '"amount":1')])
    expect((await answerDuplicates(third, questionOf({ legitimate }), anyTurn)).marked).toBe(0)
  })
})

describe('where a price stands beside it', () => {
  const twins = (code: string, properties: string) =>
    ['1', '2'].map((id) => ({
      source: `{"event_id":"${code}${id}","customer_id":"c","event_code":"${code}","event_type":"debit","created_at":"2026-11-01T00:00:00Z","event_properties":{${properties},"currency":"EUR"}}`,
    }))
  const priced = { prices: ['unit_price'], quantities: ['quantity'], currencies: ['currency'] }

  test('a number is a quantity, and too much of it is in no currency', async () => {
    const snapshot = await snapshotOfTexts([
      ...twins('calls', '"amount":250000,"unit_price":0.0004'),
      ...twins('gigabytes', '"amount":100,"unit_price":0.10,"unit":"GB"'),
      ...twins('seats', '"amount":58.00,"unit_price":29.00,"quantity":2'),
      ...twins('refund', '"amount":12.50'),
      ...twins('texts', '"amount":3,"unit_price":"0.10"'),
    ])
    const question = questionOf({ unruled: { ...UNRULED, units: ['currency', 'unit'], priced } })
    const { tooMuch, groups } = await answerDuplicates(snapshot, question, anyTurn)
    expect(tooMuch.map(({ units, amount }) => [...units, amount])).toEqual([
      [null, null, '250000'],
      [null, 'GB', '100'],
      ['EUR', null, '73.50'],
    ])
    expect(groups.map(({ eventCode, units }) => [eventCode, units[0]])).toEqual([
      // By how much is too much: that of most groups first.
      ['seats', 'EUR'],
      ['refund', 'EUR'],
      ['texts', 'EUR'],
      ['gigabytes', null],
      ['calls', null],
    ])
  })

  test('of what has no unit, nothing is too much across event codes', async () => {
    const calls = twins('calls', '"amount":250000,"unit_price":0.0004')
    const texts = twins('texts', '"amount":3,"unit_price":0.10')
    const inUnits = twins('gigabytes', '"amount":100,"unit_price":0.10,"unit":"GB"')
    const unruled = { ...UNRULED, units: ['currency', 'unit'], priced, byCode: 'several' as const }
    const tooMuchOf = async (...events: (typeof calls)[]) => {
      const snapshot = await snapshotOfTexts(events.flat())
      const { tooMuch } = await answerDuplicates(snapshot, questionOf({ unruled }), anyTurn)
      return tooMuch.map(({ units, code, amount }) => [...units, code, amount])
    }
    expect(await tooMuchOf(calls, texts, inUnits)).toEqual([
      [null, 'calls', '250000'],
      [null, 'texts', '3'],
      ['GB', undefined, '100'],
    ])
    // Of a single code there is nothing to tell apart.
    expect(await tooMuchOf(calls, inUnits)).toEqual([
      [null, undefined, '250000'],
      ['GB', undefined, '100'],
    ])
  })

  test('the events of such a figure are found again', async () => {
    const snapshot = await snapshotOfTexts([
      ...twins('calls', '"amount":250000,"unit_price":0.0004'),
      ...twins('refund', '"amount":12.50'),
    ])
    const rowsOf = async (unit: string | null) => {
      const where = [{ is: 'units' as const, by: ['currency'], units: [unit], priced }]
      return [...(await selectRows(snapshot, { where, misses: false }, anyTurn))]
    }
    expect([await rowsOf(null), await rowsOf('EUR')]).toEqual([
      [0, 1],
      [2, 3],
    ])
  })
})

describe('checks', () => {
  test('name the codes within which the kinds of a property differ', async () => {
    const coded = (code: string, amount: string) => ({
      source: `{"event_code":"${code}","event_properties":{"amount":${amount}}}`,
    })
    const rows = [coded('a', '1'), coded('a', '2'), coded('b', '3'), coded('b', '"3"'), coded('c', '"4"')]
    const question = { ask: 'checks' as const, scope: { where: [], misses: false }, rules: NO_RULES_TEXT }
    const { mixedKinds } = await answerChecks(await snapshotOfTexts(rows), question, anyTurn)
    expect(mixedKinds).toEqual([{ name: 'amount', kinds: { number: 3, string: 2 }, codes: ['b'] }])
  })

  test('say which events amounts were not compared of, and what these sent', async () => {
    const sms = (id: string, properties: string, code = 'sms') => ({
      source: `{"event_id":"${id}","customer_id":"c","event_code":"${code}","event_type":"debit","created_at":"2026-10-05T12:00:00Z","event_properties":{${properties}}}`,
    })
    const snapshot = await snapshotOfTexts([
      sms('1', '"quantity":1,"unit_price":0.05,"amount":0.05'),
      sms('2', '"quantity":2,"unit_price":0.05,"amount":0.20'),
      sms('3', '"quantity":1,"unit_price":"0.05","amount":0.05'),
      sms('4', '"unit_price":0.05,"amount":0.05'),
      sms('5', '"quantity":1,"unit_price":0.05,"amount":"0.05"'),
      sms('6', '"quantity":"150"', 'build_minutes'),
    ])
    const question = { ask: 'checks' as const, scope: { where: [], misses: false }, rules: SAMPLE_COMPANY_RULES }
    const { differing, notCompared } = await answerChecks(snapshot, question, anyTurn)
    expect(differing.sums.map(({ sum }) => sum)).toEqual(['0.1'])
    expect(notInSumWords(notCompared)).toBe(
      'without 1 event of sms without a number in quantity; 1 event of sms whose unit_price is text: “0.05”; 1 event of sms whose amount is text: “0.05”',
    )
  })

  test(
    'name mismatches as the page does, mixed kinds and repeated IDs',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents, async (events) => {
          const answer = await answerChecks(
            await snapshotOf(events),
            { ask: 'checks', scope: { where: [], misses: false }, rules: NO_RULES_TEXT },
            anyTurn,
          )
          const counted = Object.fromEntries(answer.mismatches.map(({ misfit: mismatch, rows }) => [mismatch, rows]))
          const rowsWhere = (test: (event: ModelEvent) => boolean) =>
            events.flatMap((event, row) => (test(event) ? [row] : []))
          const problems = (event: ModelEvent) => {
            const read = parseEventText(eventText(event))
            return read.ok ? read.event.problems : []
          }
          const has = (field: string, message?: string) => (event: ModelEvent) =>
            problems(event).some(
              (one) => one.field === field && (message === undefined || one.message.includes(message)),
            )
          const expected = {
            filters: rowsWhere(({ misses }) => misses.length > 0),
            ...Object.fromEntries(EVENT_FIELDS.map(({ name }) => [hyphened(name), rowsWhere(has(name))])),
            'created-at': rowsWhere((event) => has('created_at')(event) && !has('created_at', 'not in UTC')(event)),
            'not-utc': rowsWhere(has('created_at', 'not in UTC')),
            'property-kinds': rowsWhere(({ properties }) =>
              properties.some(([, { kind }]) => kind !== 'string' && kind !== 'number'),
            ),
            'repeated-names': rowsWhere(
              ({ properties }) => new Set(properties.map(([name]) => name)).size < properties.length,
            ),
          }
          expect(counted).toEqual(Object.fromEntries(Object.entries(expected).filter(([, rows]) => rows.length > 0)))
          expect(answer.mismatchEvents).toBe(new Set(Object.values(expected).flat()).size)
          const ids = events.map((event) => textOf(event, 'event_id'))
          const repeated = new Set(ids.filter((id, at) => id !== null && ids.indexOf(id) !== at))
          expect(answer.repeatedIdCount).toBe(repeated.size)
          for (const { eventId, rows, texts } of answer.repeatedIds) {
            expect(rows).toEqual(ids.flatMap((id, row) => (id === eventId ? [row] : [])))
            expect(texts).toBe(new Set(rows.map((row) => eventText(events[row]!))).size)
          }
          const names = new Set(events.flatMap(({ properties }) => properties.map(([name]) => name)))
          const mixed = [...names].filter(
            (name) => new Set(events.flatMap((event) => propertyOf(event, name)?.kind ?? [])).size > 1,
          )
          expect(new Set(answer.mixedKinds.map(({ name }) => name))).toEqual(new Set(mixed))
        }),
        manyRuns(1407),
      )
    },
    MANY_RUNS_MS,
  )
})

const sent = (text: string) => ({ kind: 'string' as const, text, source: JSON.stringify(text) })
