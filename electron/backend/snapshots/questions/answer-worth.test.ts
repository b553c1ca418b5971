// What the sample company's October is worth, and what makes it so, as its story tells it; and that every event of any
// events is in one money kind and one line.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import type { KindsAnswer, WorthAnswer, WorthQuestion } from '../../../../shared/snapshot/snapshot-worth.ts'
import { anyRules } from '../../../../shared/worth/fixtures/any-month.ts'
import { notInSumWords } from '../../../../shared/worth/not-in-sum.ts'
import { printRules, readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../../../shared/worth/sample-company-files.ts'
import { NO_RULES } from '../../../../shared/worth/worth-rules.ts'
import { groupKey } from '../money/duplicate-groups.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { takeTurns, unlessDropped } from '../table/turn.ts'
import { answerKinds } from './answer-kinds.ts'
import { answerWorth } from './answer-worth.ts'
import { anyEvents } from './fixtures/any-events.ts'
import { OCTOBER, sampleOctober } from './fixtures/sample-october.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'

const ALL = { where: [], misses: false }
const MEANINGS = [
  { name: 'amount', meaning: 'amount-major' as const },
  { name: 'quantity', meaning: 'quantity' as const },
  { name: 'unit_price', meaning: 'unit-price' as const },
  { name: 'currency', meaning: 'currency' as const },
]

let october: LoadedSnapshot
beforeAll(async () => {
  october = await sampleOctober()
})

const worthQuestion = (changed: Partial<WorthQuestion> = {}): WorthQuestion => ({
  ask: 'worth',
  scope: ALL,
  rules: SAMPLE_COMPANY_RULES,
  wholeRange: OCTOBER,
  duplicates: { windowSeconds: 5, ignored: ['idempotency_key'], legitimate: [] },
  unruled: { measure: { properties: ['amount'], text: false }, units: ['currency'] },
  ...changed,
})

async function valued(question: WorthQuestion, snapshot = october): Promise<WorthAnswer & { kind: 'valued' }> {
  const answer = await answerWorth(snapshot, question, anyTurn)
  if (answer.kind !== 'valued') throw new Error(answer.problems.join())
  return answer
}

const kindsOf = async (rules: string, snapshot = october): Promise<KindsAnswer & { kind: 'answered' }> => {
  const question = { ask: 'kinds' as const, scope: ALL, rules, meanings: MEANINGS, wholeRange: OCTOBER }
  const answer = await answerKinds(snapshot, question, anyTurn)
  if (answer.kind !== 'answered') throw new Error(answer.problems.join())
  return answer
}

const money = (text: string | null) => text?.replace(/(\.\d\d)0+$/, '$1') ?? null
const netsOf = ({ currencies }: WorthAnswer & { kind: 'valued' }) =>
  Object.fromEntries(currencies.map(({ currency, net }) => [currency, money(net)]))

describe('worth', () => {
  test('what came twice without a number is in no sum of it, and said', async () => {
    const batch = (id: string, code: string, properties: string, type = 'debit') => ({
      source: `{"event_id":"${id}","customer_id":"c","event_code":"${code}","event_type":"${type}","created_at":"2026-10-05T12:00:00Z","event_properties":{${properties}}}`,
    })
    const sms = '"quantity":1,"unit_price":0.05,"amount":0.05,"currency":"EUR","idempotency_key":"a"'
    const lost = '"amount":"0.05","currency":"EUR","idempotency_key":"b"'
    const minutes = '"quantity":"150","idempotency_key":"d"'
    const snapshot = await snapshotOfTexts([
      ...['1', '2'].map((id) => batch(id, 'sms', sms)),
      ...['3', '4'].map((id) => batch(id, 'sms', lost)),
      ...['5', '6'].map((id) => batch(id, 'refund', lost, 'credit')),
      ...['7', '8'].map((id) => batch(id, 'build_minutes', minutes)),
    ])
    const { charged, credited } = await valued(worthQuestion({ wholeRange: null }), snapshot)
    expect(charged).toMatchObject([{ events: 3, sums: [{ currency: 'EUR', sum: '0.05' }] }])
    const wordsOf = ([figure]: typeof charged) =>
      figure?.notInSums.map(({ currency, parts }) => [currency, notInSumWords(parts)])
    expect(wordsOf(charged)).toEqual([
      [
        'EUR',
        'without 1 event of sms whose amount is text: “0.05”; 1 event of build_minutes whose quantity is text: “150”',
      ],
    ])
    expect(credited).toMatchObject([{ events: 1, sums: [] }])
    expect(wordsOf(credited)).toEqual([['EUR', 'without 1 event of refund whose amount is text: “0.05”']])
  })

  test('without rules quantities of which no unit is known stand code by code', async () => {
    const measure = { properties: ['quantity'] as [string], text: false }
    const unruled = { measure, units: [], byCode: 'several' as const }
    const { apart } = await valued(worthQuestion({ rules: printRules(NO_RULES), unruled }))
    const debits = apart.flatMap(({ code, total }) => (total.debit === null ? [] : [[code, total.debit.exact]]))
    expect(debits).toContainEqual(['sms', '43900'])
    expect(debits.map(([code]) => code).sort()).toEqual([
      'api_calls',
      'build_minutes',
      'egress_gb',
      'seats',
      'sms',
      'storage_gb_days',
      'tokens',
    ])
  })

  test('net, bins and what came twice, by the rules', async () => {
    const answer = await valued(worthQuestion())
    expect(netsOf(answer)).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
    expect(answer.invoiced).toEqual([
      { currency: 'EUR', sum: '42803.30' },
      { currency: 'USD', sum: '64916.00' },
      { currency: 'GBP', sum: '3843.70' },
    ])
    expect(answer.moneyKinds.map(({ moneyKind, events }) => [moneyKind, events])).toEqual([
      ['charged', 3212],
      ['reduces', 4],
      ['balance', 1],
      ['not-money', 0],
      ['number-missing', 3],
      ['no-rule', 0],
    ])
    expect(answer.moneyKinds.every(({ rows, events }) => rows.length === events)).toBe(true)
    const figures = (list: typeof answer.charged) =>
      list.map(({ evidence, events, sums }) => [
        evidence,
        events,
        sums.map(({ currency, sum }) => [currency, money(sum)]),
      ])
    expect(figures(answer.charged)).toEqual([['key', 12, [['EUR', '480.00']]]])
    expect(figures(answer.credited)).toEqual([['key', 1, [['EUR', '-49.60']]]])
    expect(answer.charged[0]?.rows).toHaveLength(12)
    const rules = readRules(SAMPLE_COMPANY_RULES)
    expect(answer.version).toBe(rules.ok && rulesVersion(rules.rules))
  })

  test('without rules nothing is netted: debit and credit are apart', async () => {
    const answer = await valued(worthQuestion({ rules: printRules(NO_RULES) }))
    expect(answer.currencies).toEqual([])
    expect(answer.charged).toEqual([])
    const eur = answer.apart.find(({ units }) => units[0] === 'EUR')?.total
    expect([money(eur?.credit?.exact ?? null), eur?.debitMinusCredit]).toEqual(['249.20', null])
    expect(answer.noRule.reduce((sum, { events }) => sum + events, 0)).toBe(3_220)
  })

  test('in a part of the month, lines of the month have no money', async () => {
    const answer = await valued(worthQuestion({ wholeRange: null, duplicates: null }))
    expect(answer.notValued.map(({ why }) => why)).toEqual(['part-of-line'])
    expect(Number(netsOf(answer).EUR)).toBeLessThan(42_803.3)
  })

  test('groups that are right as they are do not count, nor do those with a key each', async () => {
    const each = await snapshotOfTexts(
      ['a', 'b'].map((key) => ({
        source: `{"event_id":"e_${key}","customer_id":"c","event_code":"x","event_type":"debit","created_at":"2026-10-05T00:00:00Z","event_properties":{"amount":1,"idempotency_key":"${key}"}}`,
      })),
    )
    const rules = `{"eventscopeRules":1,"rules":[{"effect":"as-sent","money":{"by":"amount","property":"amount"}}]}`
    expect((await valued(worthQuestion({ rules }), each)).charged).toEqual([])
    const alike = { windowSeconds: 5 as const, ignored: ['idempotency_key', 'amount'], legitimate: [] }
    expect((await valued(worthQuestion({ rules, duplicates: alike }), each)).charged).toEqual([])
    const both = { ...alike, ignored: ['amount'] }
    const same = await snapshotOfTexts(
      ['a', 'b'].map((id) => ({
        source: `{"event_id":"e_${id}","customer_id":"c","event_code":"x","event_type":"debit","created_at":"2026-10-05T00:00:00Z","event_properties":{"amount":1}}`,
      })),
    )
    expect((await valued(worthQuestion({ rules, duplicates: both }), same)).charged).toMatchObject([{ events: 1 }])
    const marked = { ...both, legitimate: [groupKey(same.table, [0, 1])] }
    expect((await valued(worthQuestion({ rules, duplicates: marked }), same)).charged).toEqual([])
  })

  test('what says no rules is refused with its problems, and a dropped question ends', async () => {
    const answer = await answerWorth(october, worthQuestion({ rules: 'no' }), anyTurn)
    expect(answer).toEqual({ kind: 'no-rules', problems: ['This is not a set of price rules: it is not JSON.'] })
    const turn = takeTurns(AbortSignal.abort())
    expect(await unlessDropped(() => answerWorth(october, worthQuestion(), turn))).toBeUndefined()
  })
})

describe('kinds', () => {
  test('a line a code, type and sign, and what the rules make of it', async () => {
    const { kinds, events } = await kindsOf(SAMPLE_COMPANY_RULES)
    expect(events).toBe(3_220)
    expect(kinds.reduce((sum, one) => sum + one.events, 0)).toBe(events)
    const grant = kinds.find(({ eventCode }) => eventCode === 'credit_grant')
    expect(grant).toMatchObject({ type: 'credit', events: 1, takes: [{ rule: 4, events: 1 }] })
    expect(grant?.moneyKinds).toEqual([{ moneyKind: 'balance', events: 1 }])
    const below = kinds.find(({ sign }) => sign === 'below-zero')
    expect(below).toMatchObject({
      eventCode: 'api_calls',
      events: 1,
      moneyKinds: [{ moneyKind: 'reduces', events: 1 }],
    })
    expect(below?.worth.map(({ currency, sum }) => [currency, money(sum)])).toEqual([['EUR', '-412.5']])
    const seats = kinds.find(({ eventCode }) => eventCode === 'seats')
    expect(seats?.notValued).toEqual([{ why: 'part-of-line', events: seats?.events }])
  })

  test('every event is in one line, one bin and taken once, whatever events and rules there are', async () => {
    await fc.assert(
      fc.asyncProperty(anyEvents, anyRules, async (events, rules) => {
        const snapshot = await snapshotOf(events)
        const { kinds, otherEvents, events: all } = await kindsOf(printRules(rules), snapshot)
        const count = (list: readonly { events: number }[]) => list.reduce((sum, one) => sum + one.events, 0)
        expect(count(kinds) + otherEvents).toBe(all)
        for (const { events: kindEvents, takes, moneyKinds } of kinds)
          expect([count(takes), count(moneyKinds)]).toEqual([kindEvents, kindEvents])
      }),
      runs(272, 50),
    )
  })
})
