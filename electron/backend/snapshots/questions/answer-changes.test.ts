import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import {
  CHANGE_KINDS,
  type ChangesQuestion,
  type EventPart,
  type NotInChange,
  type PairsQuestion,
} from '../../../../shared/snapshot/snapshot-changes.ts'
import { anyMonth } from '../../../../shared/worth/fixtures/any-month.ts'
import type { PlainEvent } from '../../../../shared/worth/fixtures/plain-event.ts'
import { compared, minusOf, NOUGHT, number, sum } from '../../../../shared/worth/fixtures/rational.ts'
import { referenceWorth } from '../../../../shared/worth/fixtures/reference-worth.ts'
import { notInSumWords } from '../../../../shared/worth/not-in-sum.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../../../shared/worth/sample-company-files.ts'
import { NO_RULES } from '../../../../shared/worth/worth-rules.ts'
import type { SnapshotRow } from '../time-slice.ts'
import { answerChanges, answerPairs } from './answer-changes.ts'
import { type ComparedAs, compareRows } from './compare-rows.ts'
import {
  anyEvents,
  eventText,
  MANY_RUNS_MS,
  type ModelEvent,
  manyRuns,
  propertyOf,
  textOf,
} from './fixtures/any-events.ts'
import { add, compare, type Fraction, fraction, NOTHING, negative, plain } from './fixtures/fraction.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'

const questionOf = (changed: Partial<ChangesQuestion> = {}): ChangesQuestion => ({
  ask: 'changes',
  other: 'earlier',
  within: null,
  scope: { where: [], misses: false },
  worth: {
    by: [{ of: 'field', field: 'eventCode' }],
    rules: printRules(NO_RULES),
    wholeRange: null,
    unruled: { measure: { properties: ['amount'], text: false }, units: ['currency'] },
  },
  kind: null,
  offset: 0,
  limit: 500,
  rows: false,
  ...changed,
})

async function* chunks(rows: readonly SnapshotRow[]): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  for (let at = 0; at < rows.length; at += 5) yield succeeded(rows.slice(at, at + 5))
}

async function answered(
  before: readonly SnapshotRow[],
  after: readonly { source: string; misses?: string[] }[],
  question = questionOf(),
) {
  const snapshot = await snapshotOfTexts(after)
  const compared = await compareRows(snapshot, chunks(before), { sameness: 'text', within: question.within }, anyTurn)
  if (compared.kind !== 'compared') throw new Error(compared.kind)
  return answerChanges(snapshot, compared.differences, question, anyTurn)
}

type Pair = [before: ModelEvent | null, after: ModelEvent | null]

/** First those of one text, then those of one ID, one by one in their order. */
function differences(before: readonly ModelEvent[], after: readonly ModelEvent[]): Pair[] {
  const [was, is] = [[...before], [...after]]
  for (let at = 0; at < was.length; ) {
    const same = is.findIndex((one) => eventText(one) === eventText(was[at]!))
    if (same < 0) at += 1
    else {
      was.splice(at, 1)
      is.splice(same, 1)
    }
  }
  const pairs = was.map((one): Pair => {
    const id = textOf(one, 'event_id')
    const same = id === null ? -1 : is.findIndex((other) => textOf(other, 'event_id') === id)
    return [one, same < 0 ? null : (is.splice(same, 1)[0] ?? null)]
  })
  return [...pairs, ...is.map((one): Pair => [null, one])]
}

const kindOf = ([was, is]: Pair) => (was === null ? 'added' : is === null ? 'gone' : 'altered')

function debits(pairs: readonly Pair[]): Map<string, Fraction> {
  const sums = new Map<string, Fraction>()
  for (const pair of pairs) {
    for (const [side, event] of pair.entries()) {
      if (event === null || textOf(event, 'event_type') !== 'debit') continue
      const value = propertyOf(event, 'amount')
      const number = value?.kind === 'number' ? fraction(value.text) : null
      if (number === null || number === 'beyond') continue
      const currency = propertyOf(event, 'currency')
      const unit = currency?.kind === 'string' ? currency.text : null
      const key = JSON.stringify([textOf(event, 'event_code'), unit])
      sums.set(key, add(sums.get(key) ?? NOTHING, side === 0 ? negative(number) : number))
    }
  }
  return sums
}

test('changes in money say which events are not in them, in all and in the line of their group', async () => {
  const batch = (id: string, code: string, properties: string) => ({
    source: `{"event_id":"${id}","customer_id":"c","event_code":"${code}","event_type":"debit","created_at":"2026-10-05T12:00:00Z","event_properties":{${properties}}}`,
    misses: [],
  })
  const sms = (amount: string) => `"quantity":1,"unit_price":0.05,"amount":${amount},"currency":"EUR"`
  const then = [batch('1', 'sms', sms('0.05')), batch('2', 'sms', sms('"0.10"')), batch('3', 'sms', sms('0.20'))]
  const now = [
    batch('1', 'sms', sms('0.05')),
    batch('3', 'sms', sms('"0.20"')),
    batch('4', 'sms', sms('0.40')),
    batch('5', 'sms', sms('"0.80"')),
    batch('6', 'seats', '"quantity":8'),
    batch('7', 'build_minutes', '"quantity":"150"'),
  ]
  const worth = {
    by: [{ of: 'field' as const, field: 'eventCode' as const }],
    rules: SAMPLE_COMPANY_RULES,
    wholeRange: null,
    unruled: null,
  }
  const changed = (await answered(then, now, questionOf({ worth }))).worth
  const wordsOf = ({ before, after }: NotInChange) =>
    [before, after].map((side) => side.map(({ currency, parts }) => `${currency} ${notInSumWords(parts)}`))
  expect(CHANGE_KINDS.map((kind) => changed && wordsOf(changed[kind].notIn))).toEqual([
    [
      [],
      [
        'EUR without 1 event of sms whose amount is text: “0.80”; 1 event of build_minutes whose quantity is text: “150”; 1 event of seats billed by the month, not per event: quantity 8',
      ],
    ],
    [['EUR without 1 event of sms whose amount is text: “0.10”'], []],
    [[], ['EUR without 1 event of sms whose amount is text: “0.20”']],
  ])
  expect(changed?.added.groups.map(({ net, notIn }) => [net, ...wordsOf(notIn)])).toEqual([
    ['0.40', [], ['EUR without 1 event of sms whose amount is text: “0.80”']],
  ])
  expect(changed?.added.unvalued.map(({ notIn }) => notInSumWords(notIn))).toEqual([
    'without 1 event of build_minutes whose quantity is text: “150”',
    null,
    'without 1 event of sms whose amount is text: “0.80”',
  ])
})

describe('changes', () => {
  test(
    'are those that comparing each with each finds, with money for each group',
    async () => {
      const both = fc.tuple(anyEvents, anyEvents, fc.array(fc.nat({ max: 23 }), { maxLength: 12 }))
      await fc.assert(
        fc.asyncProperty(both, async ([before, now, kept]) => {
          const plainEvents = (events: readonly ModelEvent[]) => events.map((event) => ({ ...event, misses: [] }))
          const was = plainEvents(before)
          const is = plainEvents([...now, ...kept.flatMap((at) => before[at] ?? [])])
          const rows = (events: readonly ModelEvent[]) =>
            events.map((event) => ({ source: eventText(event), misses: [] }))
          const answer = await answered(rows(was), rows(is))
          const expected = differences(was, is)
          const texts = (pair: readonly (string | null)[]) => JSON.stringify(pair)
          expect(answer.changes.map(({ before: one, after }) => texts([one, after])).sort()).toEqual(
            expected.map((pair) => texts(pair.map((one) => one && eventText(one)))).sort(),
          )
          for (const kind of ['added', 'gone', 'altered'] as const) {
            const pairs = expected.filter((pair) => kindOf(pair) === kind)
            expect(answer.counts[kind]).toBe(pairs.length)
            const money = answer.worth?.[kind].asSent
            const sums = debits(pairs)
            const found = new Set<string>()
            for (const { keys, units, changes } of money?.lines ?? []) {
              if (changes.debit === null) continue
              const key = JSON.stringify([keys[0]?.text ?? null, money?.by.length === 0 ? null : units[0]])
              found.add(key)
              expect(compare(plain(changes.debit.difference), sums.get(key) ?? NOTHING)).toBe(0)
            }
            expect(found).toEqual(new Set(sums.keys()))
          }
        }),
        manyRuns(1409),
      )
    },
    MANY_RUNS_MS,
  )

  const event = (id: number, amount: string, type = 'debit') => ({
    source: `{"event_id":"e${id}","event_type":"${type}","event_properties":{"amount":${amount},"currency":"EUR"}}`,
    misses: [],
  })

  test('say what it comes to: a late event, one that vanished, one altered in place', async () => {
    const before = [event(1, '10.00'), event(2, '5'), event(3, '7.25')]
    const answer = await answered(before, [event(1, '10.00'), event(3, '7.50'), event(4, '36.45')])
    expect(answer.counts).toEqual({ added: 1, gone: 1, altered: 1 })
    const difference = (kind: 'added' | 'gone' | 'altered') => answer.worth?.[kind].asSent.all[0]?.changes.debit
    expect(difference('added')).toEqual({ difference: '36.45', percent: null })
    expect(difference('gone')).toEqual({ difference: '-5', percent: '-100.00' })
    expect(difference('altered')).toEqual({ difference: '0.25', percent: '3.45' })
  })

  test('are in no currency where a price stands beside the number', async () => {
    const used = (id: number, amount: string) => ({
      source: `{"event_id":"e${id}","event_type":"debit","event_properties":{"amount":${amount},"unit_price":0.10,"currency":"EUR"}}`,
      misses: [],
    })
    const question = questionOf()
    const priced = { prices: ['unit_price'], quantities: [], currencies: ['currency'] }
    const unruled = question.worth?.unruled && { ...question.worth.unruled, priced }
    const worth = question.worth && unruled ? { ...question.worth, by: [], unruled } : null
    const answer = await answered([used(1, '5')], [used(1, '8'), used(2, '4'), event(3, '36.45')], {
      ...question,
      worth,
    })
    const found = (kind: 'added' | 'altered') =>
      answer.worth?.[kind].asSent.all.map(({ units, changes }) => [units[0] ?? null, changes.debit?.difference])
    expect(found('altered')).toEqual([[null, '3']])
    expect(found('added')).toEqual([
      ['EUR', '36.45'],
      [null, '4'],
    ])
  })

  test('name the rows that are here now, and those that are gone where they were, all of them whatever is listed', async () => {
    const before = [event(1, '1'), event(2, '2'), event(3, '3')]
    const after = [event(1, '1'), event(2, '2.0'), event(4, '4'), event(5, '5')]
    const answer = await answered(before, after, questionOf({ kind: 'gone', limit: 1, rows: true }))
    expect(answer.rows).toEqual({ added: [2, 3], altered: [1], gone: [2] })
    const all = await answered(before, after, questionOf())
    expect(all.changes.map(({ kind, row, rowBefore }) => [kind, row, rowBefore])).toEqual([
      ['added', 2, null],
      ['added', 3, null],
      ['altered', 1, 1],
      ['gone', null, 2],
    ])
    expect((await answered(before, after)).rows).toBeNull()
  })

  test('hold a filter on either side, each side as far as it is in it', async () => {
    const where = [{ is: 'sign' as const, sign: 'credit' as const }]
    const question = questionOf({ scope: { where, misses: false } })
    const before = [event(1, '1', 'credit'), event(2, '1')]
    const answer = await answered(before, [event(1, '1'), event(2, '2'), event(3, '-4', 'credit')], question)
    expect(answer.counts).toEqual({ added: 1, gone: 0, altered: 1 })
    const changesOf = (kind: 'added' | 'altered') => answer.worth?.[kind].asSent.all[0]?.changes
    expect(changesOf('added')).toMatchObject({ credit: { difference: '-4' }, debitMinusCredit: null })
    // It is a debit now, which is not what was asked about.
    expect(changesOf('altered')).toMatchObject({ credit: { difference: '-1' }, debit: null })
  })

  test('of what has no unit, add nothing across event codes, of whatever kind of change', async () => {
    const of = (id: string, code: string, properties: string) => ({
      source: `{"event_id":"${id}","event_code":"${code}","event_type":"debit","event_properties":{${properties}}}`,
      misses: [],
    })
    const before = [of('e1', 'calls', '"amount":1000'), of('e2', 'texts', '"amount":2')]
    const late = [
      of('e3', 'calls', '"amount":250000'),
      of('e4', 'gigabytes', '"amount":"7"'),
      of('e5', 'gigabytes', '"amount":5'),
      of('e6', 'gigabytes', '"amount":1.5,"currency":"EUR"'),
    ]
    const { worth } = questionOf()
    const allOf = async (byCode: 'several' | 'each', after: typeof before, by: NonNullable<typeof worth>['by']) => {
      const unruled = worth?.unruled && { ...worth.unruled, byCode }
      const answer = await answered(
        before,
        after,
        questionOf({ worth: worth && unruled ? { ...worth, unruled, by } : null }),
      )
      return (['added', 'gone'] as const).map((kind) =>
        answer.worth?.[kind].asSent.all.map(({ units, code, changes, after }) => [
          units[0] ?? null,
          code,
          changes.debit?.difference,
          ...(after?.notIn === undefined ? [] : [notInSumWords(after.notIn.parts)]),
        ]),
      )
    }
    const missed = 'without 1 event of gigabytes whose amount is text: “7”'
    const eventCode = { of: 'field' as const, field: 'eventCode' as const }
    for (const by of [[], [eventCode], [{ of: 'field' as const, field: 'customerId' as const }]]) {
      const [added, gone] = await allOf('several', late, by)
      expect(added).toHaveLength(3)
      expect(added).toEqual(
        expect.arrayContaining([
          ['EUR', undefined, '1.5'],
          [null, 'calls', '250000'],
          [null, 'gigabytes', '5', missed],
        ]),
      )
      expect(gone).toEqual([
        [null, 'calls', '-1000'],
        [null, 'texts', '-2'],
      ])
    }
    // What is of one code alone needs no code, unless it is held beside others.
    const more = [...before, of('e3', 'calls', '"amount":5')]
    expect(await allOf('several', more, [])).toEqual([[[null, undefined, '5']], []])
    expect(await allOf('each', more, [])).toEqual([[[null, 'calls', '5']], []])
  })

  test('of a segment leave out on both sides what lies outside of it', async () => {
    const at = (id: number, created: string) => ({
      source: `{"event_id":"e${id}","created_at":"2026-11-${created}Z","event_type":"debit","event_properties":{"amount":1}}`,
      misses: [],
    })
    const before = [at(1, '03T23:59:59.999'), at(2, '04T00:00:00'), at(3, '04T12:00:00'), at(4, '05T00:00:00')]
    const after = [at(2, '04T00:00:00'), at(5, '04T23:59:59.9'), at(6, '05T00:00:00')]
    const within = { from: '2026-11-04T00:00:00Z', until: '2026-11-05T00:00:00Z' }
    const answer = await answered(before, after, questionOf({ within }))
    expect(answer.changes.map(({ kind, before: was, after: is }) => [kind, was, is])).toEqual([
      ['added', null, after[1]?.source],
      ['gone', before[2]?.source, null],
    ])
  })

  test('of two snapshots that share nothing end before they fill the memory', async () => {
    const snapshot = await snapshotOf([])
    const rows = Array.from({ length: 20 }, (_, id) => event(id, '1'))
    expect(await compareRows(snapshot, chunks(rows), { sameness: 'text', within: null }, anyTurn, 19)).toEqual({
      kind: 'too-different',
      most: 19,
    })
  })
})

// What pairs come to: here less there, by one set of rules, whatever the key.

const isLong = process.env.EVENTSCOPE_LONG === '1'
const settings = isLong ? { numRuns: 900 } : runs(2_802, 60)

function sourceOf({ customer, code, type, at, properties }: PlainEvent, id: string): string {
  const fields = { event_id: id, customer_id: customer, event_code: code, event_type: type, created_at: at }
  const sent = Object.entries(fields).flatMap(([name, text]) =>
    text === null ? [] : [`"${name}":${JSON.stringify(text)}`],
  )
  const values = [...properties].flatMap(([name, { kind, text }]) =>
    (kind === 'repeated' ? text.slice(1, -1).split(',') : [kind === 'string' ? JSON.stringify(text) : text]).map(
      (one) => `${JSON.stringify(name)}:${one}`,
    ),
  )
  return `{${[...sent, `"event_properties":{${values.join()}}`].join()}}`
}

async function* whole(rows: readonly SnapshotRow[]): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  yield succeeded(rows)
}

const field = (name: Extract<EventPart, { of: 'field' }>['field']): EventPart => ({ of: 'field', field: name })
const question: Omit<PairsQuestion, 'worth' | 'key'> = {
  ask: 'pairs',
  other: 'other',
  within: null,
  ignored: [field('eventId')],
  scope: { where: [], misses: true },
  kind: null,
  offset: 0,
  limit: 500,
  rows: false,
}

const byKey = (key: EventPart[]): ComparedAs => ({
  sameness: 'meaning',
  key,
  ignored: question.ignored,
  within: null,
})

const anyTwoSides = fc.record({
  month: anyMonth,
  ways: fc.array(fc.constantFrom('same', 'same', 'here', 'there', 'another'), { minLength: 1, maxLength: 24 }),
  key: fc.constantFrom<EventPart[]>(
    [field('eventId')],
    [field('customerId'), field('eventCode'), field('eventType'), field('createdAt')],
    [field('eventCode')],
  ),
})

test('only here, only there and differing add up to what is here less what is there, and every event is in one of them', async () => {
  await fc.assert(
    fc.asyncProperty(anyTwoSides, async ({ month: { events, rules, range }, ways, key }) => {
      const wayOf = (at: number) => ways[at % ways.length] ?? 'same'
      const here = events.filter((_, at) => wayOf(at) !== 'there')
      const there = events.flatMap((event, at) => {
        if (wayOf(at) === 'here') return []
        return [wayOf(at) === 'another' ? (events[at + 1] ?? event) : event]
      })
      const rowsOf = (list: readonly PlainEvent[], side: string) =>
        list.map((event, at) => ({ source: sourceOf(event, `${side}${at}`), misses: [] as string[] }))
      const snapshot = await snapshotOfTexts(rowsOf(here, 'h'), range.zone)
      const outcome = await compareRows(snapshot, whole(rowsOf(there, 't')), byKey(key), anyTurn)
      if (outcome.kind !== 'compared') throw new Error(outcome.kind)
      const worth = { rules: printRules(rules), wholeRange: range.wholeRange, unruled: null, by: [] }
      const answer = await answerPairs(snapshot, outcome.differences, { ...question, key, worth }, anyTurn)
      const { counts, facts } = answer
      expect(counts.added + counts.altered + facts.same).toBe(here.length)
      expect(counts.gone + counts.altered + facts.same).toBe(there.length)

      const [hereSums, thereSums] = [here, there].map((list) => referenceWorth(list, rules, range).sums)
      const currencies = new Set(
        [...(hereSums ?? []), ...(thereSums ?? [])].flatMap(([name]) => {
          const [moneyKind, currency] = JSON.parse(name) as [string, string | null]
          return moneyKind === 'charged' || moneyKind === 'reduces' ? [currency] : []
        }),
      )
      for (const currency of currencies) {
        for (const moneyKind of ['charged', 'reduces'] as const) {
          const at = JSON.stringify([moneyKind, currency])
          const wanted = sum(hereSums?.get(at) ?? NOUGHT, minusOf(thereSums?.get(at) ?? NOUGHT))
          const found = CHANGE_KINDS.map((kind) => {
            const one = answer.worth?.[kind].all.find((all) => all.currency === currency)
            return number(one?.[moneyKind] ?? '0')
          }).reduce(sum, NOUGHT)
          expect(compared(found, wanted)).toBe(0)
        }
      }
    }),
    settings,
  )
}, 600_000)

const event = (id: string, customer: string, amount: string) => ({
  source: `{"event_id":"${id}","customer_id":"${customer}","event_code":"calls","event_type":"debit","created_at":"2026-10-01T00:00:00Z","event_properties":{"amount":${amount}}}`,
  misses: [] as string[],
})

test('conditions narrow what is counted, and which fields are said to differ', async () => {
  const here = [event('a', 'one', '1'), event('b', 'two', '2'), event('c', 'two', '5')]
  const there = [event('x', 'one', '9'), event('y', 'two', '3'), event('z', 'two', '5')]
  const snapshot = await snapshotOfTexts(here)
  const key = [field('customerId')]
  const outcome = await compareRows(snapshot, whole(there), byKey(key), anyTurn)
  if (outcome.kind !== 'compared') throw new Error(outcome.kind)
  const of = async (customer: string) => {
    const where = [
      {
        is: 'one-of' as const,
        key: field('customerId'),
        values: [{ kind: 'string' as const, text: customer }],
        zone: null,
      },
    ]
    const asked = { ...question, key, worth: null, scope: { where, misses: true } }
    const { counts, facts, changes } = await answerPairs(snapshot, outcome.differences, asked, anyTurn)
    return { counts, same: facts.same, fields: facts.fields, pairs: changes.length }
  }
  const fields = [{ field: 'event_properties.amount', pairs: 1 }]
  expect(await of('one')).toEqual({ counts: { added: 0, gone: 0, altered: 1 }, same: 0, fields, pairs: 1 })
  expect(await of('two')).toEqual({ counts: { added: 0, gone: 0, altered: 1 }, same: 1, fields, pairs: 1 })
  expect(await of('three')).toEqual({ counts: { added: 0, gone: 0, altered: 0 }, same: 0, fields: [], pairs: 0 })
})

test('what lies beyond the segment that is compared is not among what is the same', async () => {
  const rows = [event('a', 'one', '1'), event('b', 'two', '2')]
  const beyond = { ...event('c', 'three', '3') }
  beyond.source = beyond.source.replace('2026-10-01', '2026-11-01')
  const snapshot = await snapshotOfTexts([...rows, beyond])
  const key = [field('customerId')]
  const within = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z' }
  const outcome = await compareRows(snapshot, whole(rows), { ...byKey(key), within }, anyTurn)
  if (outcome.kind !== 'compared') throw new Error(outcome.kind)
  const { counts, facts } = await answerPairs(snapshot, outcome.differences, { ...question, key, worth: null }, anyTurn)
  expect(counts).toEqual({ added: 0, gone: 0, altered: 0 })
  expect(facts).toMatchObject({ same: 2, outside: { here: 1, there: 0 } })
})
