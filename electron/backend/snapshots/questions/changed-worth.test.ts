// What came twice and what changed, as differences of two valuations: against those of a reference of its own, for
// months of any events and rules.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { type Result, succeeded } from '../../../../shared/failure/failure.ts'
import type { ChangesQuestion, KindWorth, RecheckedQuestion } from '../../../../shared/snapshot/snapshot-changes.ts'
import type { DuplicatesQuestion } from '../../../../shared/snapshot/snapshot-checks.ts'
import { type AnyMonth, anyMonth } from '../../../../shared/worth/fixtures/any-month.ts'
import type { PlainEvent } from '../../../../shared/worth/fixtures/plain-event.ts'
import { compared, minusOf, NOUGHT, number, type Rational, sum } from '../../../../shared/worth/fixtures/rational.ts'
import { referenceWorth } from '../../../../shared/worth/fixtures/reference-worth.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import type { SnapshotRow } from '../time-slice.ts'
import { answerChanges, answerRechecked } from './answer-changes.ts'
import { answerDuplicates } from './answer-duplicates.ts'
import { answerWorth } from './answer-worth.ts'
import { compareRows, type Differences } from './compare-rows.ts'
import { plainSource } from './fixtures/plain-source.ts'
import { anyTurn, snapshotOfTexts } from './fixtures/table-of.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const settings = (seed: number) => (isLong ? { numRuns: 900 } : runs(seed, 60))

/** An event and its ID. */
interface Numbered {
  id: string
  event: PlainEvent
}

const rowsOf = (events: readonly Numbered[]) =>
  events.map((one) => ({ source: plainSource(one.id, one.event), misses: [] as string[] }))

/** Charged and reduces by currency, as the reference finds them. */
function referenceSums(events: readonly Numbered[], { rules, range }: AnyMonth): Map<string, Rational> {
  const { sums } = referenceWorth(
    events.map(({ event }) => event),
    rules,
    range,
  )
  return new Map([...sums].filter(([key]) => /^\["(charged|reduces)"/.test(key)))
}

const sumAt = (sums: ReadonlyMap<string, Rational>, moneyKind: string, currency: string | null) =>
  sums.get(JSON.stringify([moneyKind, currency])) ?? NOUGHT

function expectDifference(
  found: KindWorth['all'],
  then: ReadonlyMap<string, Rational>,
  now: ReadonlyMap<string, Rational>,
  isNetted: boolean,
) {
  const byCurrency = new Map(found.map((one) => [one.currency, one]))
  const named = [...then.keys(), ...now.keys()].map((key) => (JSON.parse(key) as [string, string | null])[1])
  for (const currency of new Set([...named, ...byCurrency.keys()])) {
    const one = byCurrency.get(currency)
    const [charged, reduces] = (['charged', 'reduces'] as const).map((moneyKind) => {
      const difference = sum(sumAt(now, moneyKind, currency), minusOf(sumAt(then, moneyKind, currency)))
      expect(compared(number(one?.[moneyKind] ?? '0'), difference)).toBe(0)
      return difference
    })
    if (one === undefined) continue
    expect(one.net === null).toBe(!isNetted)
    if (one.net !== null) expect(compared(number(one.net), sum(charged!, reduces!))).toBe(0)
  }
}

async function* chunks(rows: readonly SnapshotRow[]): AsyncGenerator<Result<readonly SnapshotRow[]>> {
  yield succeeded(rows)
}

const anyChange = fc.tuple(
  anyMonth,
  fc.array(fc.constantFrom('same', 'same', 'added', 'gone', 'altered'), { minLength: 1, maxLength: 24 }),
)

test('what changed is V(now) − V(then), in steps that add up, in all and by group', async () => {
  await fc.assert(
    fc.asyncProperty(anyChange, async ([month, ways]) => {
      const { events, rules, range } = month
      const wayOf = (at: number) => ways[at % ways.length] ?? 'same'
      // What was altered was what the next event is.
      const then = events.flatMap((event, at): Numbered[] => {
        if (wayOf(at) === 'added') return []
        return [{ id: `e${at}`, event: wayOf(at) === 'altered' ? (events[at + 1] ?? event) : event }]
      })
      const now = events.flatMap((event, at): Numbered[] => (wayOf(at) === 'gone' ? [] : [{ id: `e${at}`, event }]))
      const isGone = ({ id }: Numbered) => wayOf(Number(id.slice(1))) === 'gone'
      const isAdded = ({ id }: Numbered) => wayOf(Number(id.slice(1))) === 'added'
      const steps = [then, then.filter((one) => !isGone(one)), now.filter((one) => !isAdded(one)), now]
      const sums = steps.map((one) => referenceSums(one, month))

      const snapshot = await snapshotOfTexts(rowsOf(now), range.zone)
      const differences = await compareRows(snapshot, chunks(rowsOf(then)), { sameness: 'text', within: null }, anyTurn)
      if (differences.kind !== 'compared') throw new Error(differences.kind)
      const worth = async (by: ChangesQuestion['worth'] & object) => {
        const question: ChangesQuestion = {
          ask: 'changes',
          other: 'earlier',
          within: null,
          scope: { where: [], misses: true },
          worth: by,
          kind: null,
          offset: 0,
          limit: 1,
          rows: false,
        }
        return (await answerChanges(snapshot, differences.differences, question, anyTurn)).worth!
      }
      const valuedBy = { rules: printRules(rules), wholeRange: range.wholeRange, unruled: null }
      const byCode = await worth({ ...valuedBy, by: [{ of: 'field', field: 'eventCode' }] })
      const byDay = await worth({ ...valuedBy, by: [{ of: 'time', every: 'day' }] })
      for (const [at, kind] of (['gone', 'altered', 'added'] as const).entries()) {
        const isNetted = [steps[at]!, steps[at + 1]!].every((step) =>
          referenceWorth(
            step.map(({ event }) => event),
            rules,
            range,
          ).events.every(({ moneyKind }) => moneyKind !== 'no-rule'),
        )
        expectDifference(byCode[kind].all, sums[at]!, sums[at + 1]!, isNetted)
        expect(byDay[kind].all).toEqual(byCode[kind].all)
        const nets = [...byCode[kind].groups, ...byDay[kind].groups].map(({ net }) => net)
        expect(nets.every((net) => (net === null) !== isNetted)).toBe(true)
        // Codes hold whole lines of months, so that they add up to all; days have none.
        for (const { currency, charged, reduces } of byCode[kind].all) {
          const groups = byCode[kind].groups.filter((group) => group.currency === currency)
          const total = (moneyKind: 'charged' | 'reduces') =>
            groups.map((group) => number(group[moneyKind])).reduce(sum, NOUGHT)
          expect([compared(total('charged'), number(charged)), compared(total('reduces'), number(reduces))]).toEqual([
            0, 0,
          ])
        }
        const events_ = (side: 'before' | 'after', { groups, unvalued, asSent }: KindWorth) =>
          [...groups, ...unvalued].reduce((count, group) => count + group[side], 0) +
          asSent.lines.reduce((count, line) => count + (line[side]?.count ?? 0), 0)
        for (const side of ['before', 'after'] as const) {
          expect(events_(side, byDay[kind])).toBe(events_(side, byCode[kind]))
        }
      }
    }),
    settings(2501),
  )
})

test('what may have come twice is V(all) − V(all without these), in Checks and in the headlines alike', async () => {
  const anyCopies = fc.tuple(anyMonth, fc.array(fc.nat({ max: 79 }), { minLength: 1, maxLength: 12 }))
  await fc.assert(
    fc.asyncProperty(anyCopies, async ([month, copies]) => {
      const { rules, range } = month
      const events = [
        ...month.events,
        ...copies.flatMap((at) => month.events[at % Math.max(month.events.length, 1)] ?? []),
      ]
      const all = events.map((event, at): Numbered => ({ id: `e${at}`, event }))
      const snapshot = await snapshotOfTexts(rowsOf(all), range.zone)
      const sought = { windowSeconds: 5 as const, ignored: [] }
      const scope = { where: [], misses: true }
      const valuedBy = { rules: printRules(rules), wholeRange: range.wholeRange, unruled: null }
      const question: DuplicatesQuestion = {
        ask: 'duplicates',
        scope,
        ...sought,
        ...valuedBy,
        legitimate: [],
        offset: 0,
        limit: 500,
      }
      const { groups, charged, credited } = await answerDuplicates(snapshot, question, anyTurn)
      const headlines = await answerWorth(
        snapshot,
        { ask: 'worth', scope, ...valuedBy, duplicates: { ...sought, legitimate: [] } },
        anyTurn,
      )
      expect(headlines).toMatchObject({ charged, credited })

      const again = new Set(groups.flatMap(({ events: groupEvents }) => groupEvents.slice(1).map(({ row }) => row)))
      // What has no number is of the side that its rule takes it for, and in no sum of it.
      const moneyKinds = referenceWorth(events, rules, range).events.map(({ moneyKind, rule }) => {
        const effect = moneyKind === 'number-missing' && rule !== null ? rules.rules[rule]?.effect : undefined
        return effect === 'as-sent' ? 'charged' : effect === 'reduces' || effect === 'reversed' ? 'reduces' : moneyKind
      })
      const sums = referenceSums(all, month)
      for (const [figures, moneyKind] of [
        [charged, 'charged'],
        [credited, 'reduces'],
      ] as const) {
        const repeated = new Set([...again].filter((row) => moneyKinds[row] === moneyKind))
        expect(figures.map((figure) => figure.events)).toEqual(repeated.size === 0 ? [] : [repeated.size])
        const without = referenceSums(
          all.filter((_, row) => !repeated.has(row)),
          month,
        )
        const found = new Map(figures.flatMap((figure) => figure.sums.map((one) => [one.currency, one.sum])))
        const currencies = [...sums.keys(), ...without.keys()].map(
          (key) => (JSON.parse(key) as [string, string | null])[1],
        )
        for (const currency of new Set(currencies)) {
          const difference = ['charged', 'reduces']
            .map((one) => sum(sumAt(sums, one, currency), minusOf(sumAt(without, one, currency))))
            .reduce(sum, NOUGHT)
          expect(compared(number(found.get(currency) ?? '0'), difference)).toBe(0)
        }
      }
    }),
    settings(2502),
  )
})

/** Days that differ, of a month in which an event may be anywhere. */
const DAYS = [
  { from: '2026-09-30T22:00:00Z', until: '2026-10-15T00:00:00Z' },
  { from: '2026-10-31T12:00:00Z', until: '2026-11-02T00:00:00Z' },
]

test('days that were read again are one sum: the closed month with them as they are now, less the closed month', async () => {
  await fc.assert(
    fc.asyncProperty(anyChange, async ([month, ways]) => {
      const { events, rules, range } = month
      const wayOf = (at: number) => ways[at % ways.length] ?? 'same'
      const dayOf = ({ event: { at } }: Numbered) =>
        DAYS.findIndex(
          ({ from, until }) => at !== null && Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(until),
        )
      const all = events.map((event, at): Numbered => ({ id: `e${at}`, event }))
      const isWay = ({ id }: Numbered, way: string) => wayOf(Number(id.slice(1))) === way
      // What was altered had the properties of the next event.
      const then = all
        .filter((one) => !isWay(one, 'added'))
        .map((one, at): Numbered => {
          const properties = all[at + 1]?.event.properties ?? one.event.properties
          return isWay(one, 'altered') ? { ...one, event: { ...one.event, properties } } : one
        })
      const now = all.filter((one) => !isWay(one, 'gone'))
      const known = [...then.filter((one) => dayOf(one) < 0), ...now.filter((one) => dayOf(one) >= 0)]

      const closed = await snapshotOfTexts(rowsOf(then), range.zone)
      const days: Differences[] = []
      for (const [at, within] of DAYS.entries()) {
        const day = rowsOf(now.filter((one) => dayOf(one) === at))
        const compared = await compareRows(closed, chunks(day), { sameness: 'text', within }, anyTurn)
        if (compared.kind !== 'compared') throw new Error(compared.kind)
        days.push(compared.differences)
      }
      const question: RecheckedQuestion = {
        ask: 'rechecked',
        days: DAYS.map((within) => ({ other: '', within })),
        scope: { where: [], misses: true },
        worth: { rules: printRules(rules), wholeRange: range.wholeRange, unruled: null },
      }
      const answer = await answerRechecked(closed, days, question, anyTurn)
      if (answer.kind !== 'compared') throw new Error(answer.kind)
      const isNetted = [then, known].every((side) =>
        referenceWorth(
          side.map(({ event }) => event),
          rules,
          range,
        ).events.every(({ moneyKind }) => moneyKind !== 'no-rule'),
      )
      expectDifference(answer.all, referenceSums(then, month), referenceSums(known, month), isNetted)
    }),
    settings(2503),
  )
})
