import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import { isCutValue, LONGEST_VALUE, type ValueSummary } from '../../../../shared/snapshot/snapshot-rows.ts'
import { answerValues } from './answer-values.ts'
import { anyEvents, MANY_RUNS_MS, type ModelEvent, manyRuns, nameOf, textOf } from './fixtures/any-events.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'
import { compareTexts, compareTimes, compareWholes, valueOfKey, wholeNumber } from './fixtures/value-order.ts'

function expectSummary(summary: ValueSummary, events: readonly ModelEvent[]): void {
  const { key } = summary
  const values = events.map((event) => valueOfKey(event, key))
  const kinds: Record<string, number> = {}
  const counts = new Map<string, number>()
  for (const value of values) {
    const kind = value?.kind ?? 'missing'
    kinds[kind] = (kinds[kind] ?? 0) + 1
    if (value !== null) counts.set(nameOf(value), (counts.get(nameOf(value)) ?? 0) + 1)
  }
  expect(summary.kinds).toEqual(kinds)
  expect(summary.distinct).toBe(counts.size)
  const commonest = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 10)
  expect(summary.commonest.map(({ value, count }) => [nameOf(value), count])).toEqual(commonest)
  const numbers = values.flatMap((value) => (value?.kind === 'number' ? [value.text] : []))
  expect(summary.numbers === null).toBe(numbers.length === 0)
  if (summary.numbers !== null) {
    const sorted = numbers.map(wholeNumber).sort(compareWholes)
    expect([wholeNumber(summary.numbers.smallest), wholeNumber(summary.numbers.largest)]).toEqual([
      sorted[0],
      sorted.at(-1),
    ])
  }
  const isTime = key.of === 'field' && key.field === 'createdAt'
  const texts = values.flatMap((value) => (value?.kind === 'string' ? [value.text] : []))
  texts.sort((a, b) => (isTime && compareTimes(a, b)) || compareTexts(a, b))
  expect(summary.texts).toEqual(texts.length === 0 ? null : { smallest: texts[0], largest: texts.at(-1) })
}

describe('values', () => {
  test(
    'are what plain loops count, over all events and for each code',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents, fc.boolean(), async (events, misses) => {
          const chosen = events.filter((event) => misses || event.misses.length === 0)
          const asked = { ask: 'values' as const, scope: { where: [], misses }, keys: null, byCode: true }
          const answer = await answerValues(await snapshotOf(events), asked, anyTurn)
          expect(answer.events).toBe(chosen.length)
          for (const summary of answer.summaries) expectSummary(summary, chosen)
          const codes = new Set(chosen.map((event) => textOf(event, 'event_code')))
          expect(new Set(answer.codes.map(({ code }) => code))).toEqual(codes)
          for (const { code, events: count, summaries } of answer.codes) {
            const ofCode = chosen.filter((event) => textOf(event, 'event_code') === code)
            expect(count).toBe(ofCode.length)
            for (const summary of summaries) expectSummary(summary, ofCode)
          }
          const names = new Set(events.flatMap(({ properties }) => properties.map(([name]) => name)))
          expect(new Set(answer.names.map(({ name }) => name))).toEqual(names)
        }),
        manyRuns(1403),
      )
    },
    MANY_RUNS_MS,
  )

  test('tell a number from its text, and a large number from one with an exponent', async () => {
    const rows = ['4', '"4"', '1E400', '-1e999', 'null'].map((amount) => ({
      source: `{"event_id":"e","event_properties":{"amount":${amount}}}`,
    }))
    const keys: SnapshotKey[] = [{ of: 'property', name: 'amount' }]
    const asked = { ask: 'values' as const, scope: { where: [], misses: false }, keys, byCode: false }
    const { summaries } = await answerValues(await snapshotOfTexts([...rows, { source: '{}' }]), asked, anyTurn)
    expect(summaries[0]).toMatchObject({
      kinds: { number: 3, string: 1, null: 1, missing: 1 },
      distinct: 5,
      numbers: { smallest: '-1e999', largest: '1E400' },
      texts: { smallest: '4', largest: '4' },
    })
  })

  const scope = { where: [], misses: false }
  const charactersIn = (value: unknown): number =>
    typeof value === 'string'
      ? value.length
      : typeof value === 'object' && value !== null
        ? Object.values(value).reduce((sum: number, part) => sum + charactersIn(part), 0)
        : 0

  test.each([['a'], ['文'], ['👩'], ['\ud83d']])(
    'of a text longer than any that is shown only the beginning is given, no pair split: %j',
    async (chunk) => {
      const lengths = [LONGEST_VALUE - 1, LONGEST_VALUE, LONGEST_VALUE + 1, LONGEST_VALUE + 2, 9_000]
      for (const before of ['', 'x']) {
        for (const length of lengths) {
          const text = (before + chunk.repeat(length)).slice(0, length)
          const source = `{"event_id":"e","event_properties":{"note":${JSON.stringify(text)}}}`
          const keys: SnapshotKey[] = [{ of: 'property', name: 'note' }]
          const snapshot = await snapshotOfTexts([{ source }])
          const { summaries } = await answerValues(snapshot, { ask: 'values', scope, keys, byCode: false }, anyTurn)
          const shown = summaries[0]?.commonest[0]?.value.text ?? ''
          expect(summaries[0]?.texts).toEqual({ smallest: shown, largest: shown })
          expect(isCutValue(shown)).toBe(length > LONGEST_VALUE)
          if (length <= LONGEST_VALUE) expect(shown).toBe(text)
          else {
            expect(shown.endsWith('…')).toBe(true)
            expect(text.startsWith(shown.slice(0, -1))).toBe(true)
            expect(shown.length).toBeLessThanOrEqual(LONGEST_VALUE + 2)
            if (chunk !== '\ud83d') expect(shown.isWellFormed()).toBe(true)
          }
        }
      }
    },
  )

  test('are an answer of what is shown, however long they are, and so are names and codes', async () => {
    const long = (at: number) => String.fromCharCode(97 + at) + 'x'.repeat(200_000)
    const rows = Array.from({ length: 12 }, (_, at) => ({
      source: `{"event_id":"${long(at)}","event_code":"${at < 2 ? 'short' : long(at)}","event_properties":{"note":"${long(at)}","more":[${`${at},`.repeat(100_000)}0],"digits":${at + 1}${'7'.repeat(200_000)},"${long(at)}":1}}`,
    }))
    const snapshot = await snapshotOfTexts(rows)
    const answer = await answerValues(snapshot, { ask: 'values', scope, keys: null, byCode: true }, anyTurn)
    expect(charactersIn(answer)).toBeLessThan(400_000)
    expect(answer.codes.map(({ code }) => code)).toEqual(['short'])
    expect(answer.otherCodes).toBe(10)
    expect(answer.names.map(({ name }) => name)).toEqual(['note', 'more', 'digits'])
    expect(answer.nameCount).toBe(15)
    const digits = answer.summaries.find(({ key }) => key.of === 'property' && key.name === 'digits')
    expect(digits?.numbers?.smallest.slice(0, 3)).toBe('177')
    expect(digits?.numbers?.largest.slice(0, 4)).toBe('1277')
  })

  test('are read no further than they are shown', async () => {
    const source = `{"event_id":"e","event_properties":{"note":"${'x'.repeat(1_000_000)}"}}`
    const snapshot = await snapshotOfTexts([{ source }])
    const decoded = vi.spyOn(Buffer.prototype, 'toString')
    onTestFinished(() => decoded.mockRestore())
    const keys: SnapshotKey[] = [{ of: 'property', name: 'note' }]
    await answerValues(snapshot, { ask: 'values', scope, keys, byCode: false }, anyTurn)
    const lengths = decoded.mock.contexts.map(({ length }) => length)
    expect(Math.max(...lengths)).toBeGreaterThanOrEqual(LONGEST_VALUE)
    // Three bytes for each of them, and for two behind them.
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3 * (LONGEST_VALUE + 2))
  })

  test('name no more properties than a list shows, by number and by length together', async () => {
    const namesOf = async (count: number, length: number) => {
      const members = Array.from({ length: count }, (_, at) => `"${String(at).padStart(length, 'n')}":1`)
      const snapshot = await snapshotOfTexts([{ source: `{"event_id":"e","event_properties":{${members}}}` }])
      const { names, nameCount } = await answerValues(
        snapshot,
        { ask: 'values', scope, keys: [], byCode: false },
        anyTurn,
      )
      expect(nameCount).toBe(count)
      return names.length
    }
    expect(await namesOf(10_001, 5)).toBe(10_000)
    expect(await namesOf(600, LONGEST_VALUE)).toBe(1_000_000 / LONGEST_VALUE)
  })

  test('of properties that are not columns are read as those of columns are, many at once', async () => {
    const rows = Array.from({ length: 6 }, (_, row) => {
      const members = Array.from({ length: 400 }, (_, at) => `"p${at}":${(row + at) % 3 === 0 ? '"x"' : row}`)
      return { source: `{"event_id":"e${row}","event_properties":{${members.join()}}}` }
    })
    const snapshot = await snapshotOfTexts([...rows, { source: '{}' }])
    const scope = { where: [], misses: false }
    const asked = { ask: 'values' as const, scope, keys: null, byCode: false }
    const usual = await answerValues(snapshot, asked, anyTurn)
    expect(usual.nameCount).toBe(400)
    const listed = new Set(usual.summaries.flatMap(({ key }) => (key.of === 'property' ? [key.name] : [])))
    const others = usual.names.filter(({ name }) => !listed.has(name)).map(({ name }) => name)
    expect(others.length).toBeGreaterThan(200)
    const keys = [...others.slice(0, 40), 'not there', 'p0'].map((name): SnapshotKey => ({ of: 'property', name }))
    const { summaries } = await answerValues(snapshot, { ...asked, keys }, anyTurn)
    expect(summaries.map(({ key }) => key)).toEqual(keys)
    for (const { key, kinds, distinct } of summaries) {
      const at = key.of === 'property' ? Number(key.name.slice(1)) : 0
      const texts = [0, 1, 2, 3, 4, 5].filter((row) => (row + at) % 3 === 0).length
      const wanted = Number.isNaN(at) ? { missing: 7 } : { string: texts, number: 6 - texts, missing: 1 }
      expect(kinds).toEqual(wanted)
      expect(distinct).toBe(Number.isNaN(at) ? 0 : 7 - texts)
    }
  })
})
