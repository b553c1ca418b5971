// What rows are worth, and what they add up to, against events that are valued and added one by one.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalText } from '../../../../shared/exact/decimal.ts'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import { anyMonth } from '../../../../shared/worth/fixtures/any-month.ts'
import { createGroupedWorth, type GroupWorth } from '../../../../shared/worth/grouped-worth.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import { createValuation } from '../../../../shared/worth/valuation.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import { worthEventReader } from '../../../../shared/worth/worth-event.ts'
import { plainSource } from '../questions/fixtures/plain-source.ts'
import { anyTurn, snapshotOfTexts } from '../questions/fixtures/table-of.ts'
import { groupRows } from '../table/group-rows.ts'
import { takeTurns, unlessDropped } from '../table/turn.ts'
import { instantsOf } from './event-reader.ts'
import { fold } from './fold.ts'
import { askedRules, valuedRows } from './valued-rows.ts'

/** Figures as texts: the same number may be written with other digits. */
const texts = (groups: readonly GroupWorth[]) =>
  groups.map(({ money, unruled }) => ({
    unruled,
    money: money.map(({ charged, reduces, notValued, notIn, ...counts }) => ({
      ...counts,
      charged: charged && decimalText(charged),
      reduces: reduces && decimalText(reduces),
      notValued: [...(notValued ?? [])].sort(),
      notIn: notIn?.figures(),
    })),
  }))

/** Without the place in a list of lines, and what a value keeps once it was read. */
const comparable = ({ line, missing, ...valued }: ValuedEvent) => ({
  ...valued,
  missing: missing && { ...missing, value: missing.value && { kind: missing.value.kind, text: missing.value.text } },
  line: line && {
    ...line,
    value: line.by === 'distinct' && line.value !== null ? `${line.value.kind} ${line.value.text}` : null,
    price: line.price?.at,
    place: -1,
  },
})

/** Rows as they stand, every other one twice over, or few of many. */
const chosen = fc.constantFrom<(count: number) => number[]>(
  (count) => Array.from({ length: count }, (_, row) => row),
  (count) => Array.from({ length: count }, (_, row) => count - 1 - row),
  (count) => Array.from({ length: Math.ceil(count / 9) }, (_, at) => at * 9).filter((row) => row < count),
)

test('rows are worth what their events are, and their parts add up to what events do', async () => {
  await fc.assert(
    fc.asyncProperty(anyMonth, chosen, fc.nat(5), async (month, rowsOf, groupCount) => {
      const sources = month.events.map((event, at) => plainSource(`e${at}`, event))
      const snapshot = await snapshotOfTexts(
        sources.map((source) => ({ source })),
        month.range.zone,
      )
      const rows = Uint32Array.from(rowsOf(sources.length))
      const asked = askedRules({ rules: printRules(month.rules) })
      const wholeRange = instantsOf(month.range.wholeRange)
      const oneByOne = createValuation(asked.rules, { zone: month.range.zone, wholeRange, unruled: null })
      const grouped = { events: createGroupedWorth(), parts: createGroupedWorth() }
      const read = worthEventReader(oneByOne.names)
      const groups = await groupRows(
        rows,
        [{ codes: Uint32Array.from(sources, (_, row) => row % (groupCount + 1)), size: groupCount }],
        anyTurn,
      )
      const wanted = [...rows].map((row, at) => {
        const text = parseEventText(sources[row] ?? '')
        if (!text.ok) throw new Error(text.problems.join())
        const valued = oneByOne.add(read(text.event))
        grouped.events.add(valued, groups.of[at] ?? 0, text.event.eventCode)
        return comparable(valued)
      })

      const valued = await valuedRows(snapshot, asked, rows, anyTurn)
      expect([...rows].map((_, at) => comparable(valued.eventAt(at)))).toEqual(wanted)
      const folded = await fold([{ valued, groups }], asked.rules, wholeRange, anyTurn)
      expect(await folded.worth()).toEqual(oneByOne.worth())
      expect(folded.lines.map(({ line }) => line)).toEqual(oneByOne.lines())
      await folded.each((part) => grouped.parts.add(part.valued, part.group, part.eventCode, part.events))
      for (const hasLines of [false, true]) {
        const joined = (of: typeof grouped.parts) =>
          texts(of.joined((group) => group, { lines: folded.lines, hasLines }))
        expect(joined(grouped.parts)).toEqual(joined(grouped.events))
      }
    }),
    runs(5201, 150),
  )
})

describe('what is kept', () => {
  const RULES = askedRules({
    rules: `{"eventscopeRules":1,"rules":[{"effect":"as-sent","money":{"by":"amount","property":"amount"}}]}`,
  })
  const turn = () => {
    const dropping = new AbortController()
    return { drop: () => dropping.abort(), ...takeTurns(dropping.signal) }
  }

  /** So many rows; how often their properties were read. */
  async function watched(count: number) {
    const rows = Array.from({ length: count }, (_, at) => ({
      source: `{"event_id":"e${at}","event_properties":{"amount":${at}}}`,
    }))
    const snapshot = await snapshotOfTexts(rows)
    const read = { times: 0 }
    const properties: typeof snapshot.properties = (...of) => {
      read.times += 1
      return snapshot.properties(...of)
    }
    return { snapshot: { ...snapshot, properties }, read, every: Uint32Array.from(rows, (_, row) => row) }
  }

  test('columns are made once for all who ask, and again for other rules', async () => {
    const { snapshot, read, every } = await watched(100)
    const asked = [every, every.subarray(0, 50)].map((rows) => valuedRows(snapshot, RULES, rows, anyTurn))
    const [all, half] = await Promise.all(asked)
    expect(read.times).toBe(1)
    expect(half?.columns).toBe(all?.columns)
    const few = await valuedRows(snapshot, RULES, every.subarray(7, 9), anyTurn)
    expect([few.columns, few.eventAt(1).worth]).toEqual([all?.columns, { digits: 8n, scale: 0 }])
    await valuedRows(snapshot, { ...RULES, version: 'other' }, every, anyTurn)
    expect(read.times).toBe(2)
  })

  test('few rows are valued by themselves, and nothing is kept of them', async () => {
    const { snapshot, read, every } = await watched(100)
    for (const rows of [every.subarray(40, 52), every.subarray(40, 52)]) {
      const few = await valuedRows(snapshot, RULES, rows, anyTurn)
      expect([few.columns.kindOf.length, few.eventAt(3).worth]).toEqual([12, { digits: 43n, scale: 0 }])
    }
    expect(read.times).toBe(2)
  })

  test('a build goes on while anybody waits for it, and ends when nobody does', async () => {
    const { snapshot, read, every } = await watched(100_000)
    const [one, other, last] = [turn(), turn(), turn()]
    const first = unlessDropped(() => valuedRows(snapshot, RULES, every, one))
    const second = unlessDropped(() => valuedRows(snapshot, RULES, every, other))
    one.drop()
    expect(await first).toBeUndefined()
    expect((await second)?.eventAt(99_999).worth).toEqual({ digits: 99_999n, scale: 0 })
    expect(read.times).toBe(1)
    const third = unlessDropped(() => valuedRows(snapshot, { ...RULES, version: 'other' }, every, last))
    last.drop()
    expect(await third).toBeUndefined()
    await valuedRows(snapshot, { ...RULES, version: 'other' }, every, anyTurn)
    expect(read.times).toBe(3)
  })

  test('of more than 100,000 numbers that are no doubles nothing is kept, and they are the same', async () => {
    const rows = Array.from({ length: 100_001 }, (_, at) => ({
      source: `{"event_properties":{"amount":9007199254740993.${at}}}`,
    }))
    const snapshot = await snapshotOfTexts(rows)
    const every = Uint32Array.from(rows, (_, row) => row)
    const [one, other] = [
      await valuedRows(snapshot, RULES, every, anyTurn),
      await valuedRows(snapshot, RULES, every, anyTurn),
    ]
    expect(one.columns).not.toBe(other.columns)
    expect(decimalText(other.eventAt(100_000).worth ?? { digits: 0n, scale: 0 })).toBe('9007199254740993.100000')
  })
})
