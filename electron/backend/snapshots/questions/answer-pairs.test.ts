// What pairs come to: here less there, by one set of rules, whatever the key.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import { CHANGE_KINDS, type EventPart, type PairsQuestion } from '../../../../shared/snapshot/snapshot-changes.ts'
import { anyMonth } from '../../../../shared/worth/fixtures/any-month.ts'
import type { PlainEvent } from '../../../../shared/worth/fixtures/plain-event.ts'
import { compared, minusOf, NOUGHT, number, sum } from '../../../../shared/worth/fixtures/rational.ts'
import { referenceWorth } from '../../../../shared/worth/fixtures/reference-worth.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import type { SnapshotRow } from '../slice.ts'
import { answerPairs } from './answer-pairs.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'
import { pairRows } from './pair-rows.ts'

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
      const by = { key, ignored: question.ignored, within: null }
      const outcome = await pairRows(snapshot, whole(rowsOf(there, 't')), by, anyTurn)
      if (outcome.kind !== 'paired') throw new Error(outcome.kind)
      const worth = { rules: printRules(rules), inHand: range.inHand, unruled: null, by: [] }
      const answer = await answerPairs(snapshot, outcome.pairing, { ...question, key, worth }, anyTurn)
      const { counts, facts } = answer
      expect(counts.added + counts.altered + facts.same).toBe(here.length)
      expect(counts.gone + counts.altered + facts.same).toBe(there.length)

      const [hereSums, thereSums] = [here, there].map((list) => referenceWorth(list, rules, range).sums)
      const currencies = new Set(
        [...(hereSums ?? []), ...(thereSums ?? [])].flatMap(([name]) => {
          const [bin, currency] = JSON.parse(name) as [string, string | null]
          return bin === 'charged' || bin === 'reduces' ? [currency] : []
        }),
      )
      for (const currency of currencies) {
        for (const bin of ['charged', 'reduces'] as const) {
          const at = JSON.stringify([bin, currency])
          const wanted = sum(hereSums?.get(at) ?? NOUGHT, minusOf(thereSums?.get(at) ?? NOUGHT))
          const found = CHANGE_KINDS.map((kind) => {
            const one = answer.worth?.[kind].all.find((all) => all.currency === currency)
            return number(one?.[bin] ?? '0')
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
  const outcome = await pairRows(snapshot, whole(there), { key, ignored: question.ignored, within: null }, anyTurn)
  if (outcome.kind !== 'paired') throw new Error(outcome.kind)
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
    const { counts, facts, changes } = await answerPairs(snapshot, outcome.pairing, asked, anyTurn)
    return { counts, same: facts.same, fields: facts.fields, pairs: changes.length }
  }
  const fields = [{ field: 'event_properties.amount', pairs: 1 }]
  expect(await of('one')).toEqual({ counts: { added: 0, gone: 0, altered: 1 }, same: 0, fields, pairs: 1 })
  expect(await of('two')).toEqual({ counts: { added: 0, gone: 0, altered: 1 }, same: 1, fields, pairs: 1 })
  expect(await of('three')).toEqual({ counts: { added: 0, gone: 0, altered: 0 }, same: 0, fields: [], pairs: 0 })
})
