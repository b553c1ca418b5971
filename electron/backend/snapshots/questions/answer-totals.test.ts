import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { type FigurePart, figureScope } from '../../../../shared/snapshot/scopes.ts'
import type { SnapshotKey } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { TotalsQuestion } from '../../../../shared/snapshot/snapshot-totals.ts'
import { notInSumWords } from '../../../../shared/worth/not-in-sum.ts'
import { fieldColumn } from '../table/loaded-events.ts'
import { selectRows } from '../table/select-rows.ts'
import { answerTotals } from './answer-totals.ts'
import { anyEvents, MANY_RUNS_MS, manyRuns } from './fixtures/any-events.ts'
import { anyQuestion, questionOf, ZONES } from './fixtures/any-totals-question.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'
import { expectTotals } from './fixtures/totals-model.ts'

describe('totals', () => {
  test(
    'are what plain loops over fractions find, whatever is sent',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents, anyQuestion, fc.constantFrom(...ZONES), async (events, asked, zone) => {
          const question = questionOf(asked)
          const answer = await answerTotals(await snapshotOf(events, zone), question, anyTurn)
          expectTotals(answer, events, question, zone)
          for (const { total } of question.measure === null ? [] : [...answer.lines, ...answer.all]) {
            const { parts, untold } = total.notIn ?? { parts: [], untold: 0 }
            const told = parts.reduce((sum, part) => sum + part.events, untold)
            expect(told).toBe(total.without + total.beyond)
          }
        }),
        manyRuns(1401),
      )
    },
    MANY_RUNS_MS,
  )

  test(
    'have each figure show its events: as many as it counts',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents, anyQuestion, fc.constantFrom(...ZONES), async (events, asked, zone) => {
          const question = questionOf(asked)
          const snapshot = await snapshotOf(events, zone)
          const answer = await answerTotals(snapshot, question, anyTurn)
          const rowsOf = async (part: FigurePart) =>
            (await selectRows(snapshot, figureScope(question, answer, part), anyTurn)).length
          for (const line of [...answer.lines, ...answer.all]) {
            const { count, numbers, without, beyond } = line.total
            expect(await rowsOf({ line })).toBe(count)
            for (const [at, column] of answer.columns.entries()) {
              expect(await rowsOf({ line, column })).toBe(line.cells[at]?.count)
            }
            if (question.measure === null) continue
            expect(await rowsOf({ line, measured: 'number' })).toBe(numbers)
            expect(await rowsOf({ line, measured: 'without' })).toBe(without)
            expect(await rowsOf({ line, measured: 'beyond' })).toBe(beyond)
            const signs = ['credit', 'debit', 'neither'] as const
            const counted = await Promise.all(signs.map((sign) => rowsOf({ line, sign })))
            expect(counted.reduce((sum, one) => sum + one, 0)).toBe(count)
          }
          expect(await rowsOf({ line: null })).toBe(answer.events)
        }),
        runs(1415, 50),
      )
    },
    MANY_RUNS_MS,
  )

  test(
    'by code, add no numbers without a unit across event codes, and have each figure show its events',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents, anyQuestion, fc.constantFrom('several', 'each'), async (events, asked, byCode) => {
          const plain = questionOf(asked)
          const question = { ...plain, byCode }
          const snapshot = await snapshotOf(events, 'UTC')
          const answer = await answerTotals(snapshot, question, anyTurn)
          const { codes } = fieldColumn(snapshot.table, 'eventCode')
          const rowsOf = (part: FigurePart) => selectRows(snapshot, figureScope(question, answer, part), anyTurn)
          for (const line of [...answer.lines, ...answer.all]) {
            expect((await rowsOf({ line })).length).toBe(line.total.count)
            if (question.measure === null || line.units.some((unit) => unit !== null)) continue
            const numbered = await rowsOf({ line, measured: 'number' })
            expect(new Set([...numbered].map((row) => codes[row])).size).toBeLessThanOrEqual(1)
          }
          const { lines, numbers, without, beyond } = await answerTotals(snapshot, plain, anyTurn)
          expect([answer.numbers, answer.without, answer.beyond]).toEqual([numbers, without, beyond])
          const unitOf = (all: typeof lines) => all.filter(({ units }) => units.some((unit) => unit !== null))
          expect(unitOf(answer.lines)).toEqual(unitOf(lines))
        }),
        runs(1416, 100),
      )
    },
    MANY_RUNS_MS,
  )

  const event = (properties: string, type = 'debit', code = 'api_calls') => ({
    source: `{"event_id":"e","customer_id":"c","event_code":"${code}","event_type":"${type}","created_at":"2026-11-01T00:00:00Z","event_properties":{${properties}}}`,
  })
  const sumOf = (name: string) =>
    questionOf({ measure: { properties: [name], text: false }, units: ['currency', 'unit'] })

  test('never add calls to gigabytes: without a unit each event code is by itself, and there is no "All"', async () => {
    const snapshot = await snapshotOfTexts([
      event('"quantity":1000000'),
      event('"quantity":500000'),
      event('"quantity":0.4348', 'debit', 'egress_gb'),
      event('"quantity":3,"unit":"GB"', 'debit', 'egress_gb'),
      event('', 'debit', 'seats'),
    ])
    const byCode = { ...sumOf('quantity'), byCode: 'several' as const }
    const none = await answerTotals(snapshot, byCode, anyTurn)
    const sums = (of: typeof none.lines) => of.map(({ units, code, total }) => [units[0], code, total.debit?.exact])
    expect(none.isApart).toBe(true)
    expect(sums(none.all)).toEqual([['GB', undefined, '3']])
    expect(sums(none.lines)).toEqual([
      ['GB', undefined, '3'],
      [null, 'api_calls', '1500000'],
      [null, 'egress_gb', '0.4348'],
      [null, 'seats', undefined],
    ])
    const codes = await answerTotals(snapshot, { ...byCode, by: [{ of: 'field', field: 'eventCode' }] }, anyTurn)
    expect(sums(codes.all)).toEqual([['GB', undefined, '3']])
    expect(codes.lines.map(({ keys, units, total }) => [keys[0]?.text, units[0], total.debit?.exact])).toContainEqual([
      'api_calls',
      null,
      '1500000',
    ])
    // Of one event code there is a sum.
    const one = await snapshotOfTexts([event('"quantity":1'), event('"quantity":2'), event('', 'debit', 'seats')])
    const single = await answerTotals(one, byCode, anyTurn)
    expect([single.isApart, sums(single.all)]).toEqual([undefined, [[undefined, undefined, '3']]])
  })

  test('never add currencies, and say of each sum how much of it has a number', async () => {
    const snapshot = await snapshotOfTexts([
      event('"amount":0.1,"currency":"EUR"'),
      event('"amount":0.2,"currency":"EUR"'),
      event('"amount":1e-7,"currency":"USD"'),
      event('"amount":"12","currency":"USD"'),
      event('"amount":1E1001,"currency":"USD"'),
      event('"amount":7', 'credit'),
    ])
    const { all, by, without, beyond } = await answerTotals(snapshot, sumOf('amount'), anyTurn)
    expect(by).toEqual(['currency'])
    expect(
      all.map(({ units, total: { debit, credit, debitMinusCredit } }) => [
        units[0],
        debit?.exact,
        credit?.exact,
        debitMinusCredit,
      ]),
    ).toEqual([
      ['EUR', '0.3', undefined, null],
      ['USD', '0.0000001', undefined, null],
      [null, undefined, '7', null],
    ])
    expect([without, beyond]).toEqual([1, 1])
    expect(all.map(({ total }) => total.notIn && notInSumWords(total.notIn.parts))).toEqual([
      undefined,
      'without 1 event of api_calls whose amount is text: “12”; 1 event of api_calls whose amount has more than 1,000 digits: 1E1001',
      undefined,
    ])
  })

  test('say what is not in a line, and in “All” also where the line is on another page', async () => {
    const many = Array.from({ length: 100 }, (_, at) => event(`"amount":"${at}"`, 'debit', 'egress_gb'))
    const snapshot = await snapshotOfTexts([event('"amount":1'), ...many, event('"amount":2', 'debit', 'seats')])
    const byCode = { ...sumOf('amount'), by: [{ of: 'field' as const, field: 'eventCode' as const }] }
    const { lines, all } = await answerTotals(snapshot, { ...byCode, limit: 1 }, anyTurn)
    const words = 'without 100 events of egress_gb whose amount is text: “0”, “1”, “2”, and 97 more events'
    expect([...lines, ...all].map(({ total }) => total.notIn && notInSumWords(total.notIn.parts))).toEqual([
      undefined,
      words,
    ])
    const product = {
      ...sumOf('amount'),
      measure: { properties: ['seats', 'amount'] as [string, string], text: false },
    }
    const ofProduct = await answerTotals(
      await snapshotOfTexts([event('"seats":2,"amount":"3"'), event('"amount":4'), event('"seats":5,"amount":6')]),
      product,
      anyTurn,
    )
    expect(notInSumWords(ofProduct.all[0]?.total.notIn?.parts ?? [])).toBe(
      'without 1 event of api_calls without a number in seats; 1 event of api_calls whose amount is text: “3”',
    )
  })

  test('net nothing of what is as sent, whichever signs credits have', async () => {
    const netOf = async (credits: string[], more: Partial<TotalsQuestion> = {}) => {
      const sent = credits.map((amount, at) => event(`"amount":${amount}`, 'credit', `code ${at}`))
      const snapshot = await snapshotOfTexts([event('"amount":10'), ...sent])
      const { all } = await answerTotals(snapshot, { ...sumOf('amount'), ...more }, anyTurn)
      return all[0]?.total.debitMinusCredit?.exact
    }
    expect(await netOf(['-3', '0', '-1'])).toBeUndefined()
    expect(await netOf(['-3', '1'])).toBeUndefined()
    expect(await netOf(['3', '1'])).toBeUndefined()
    const first = [{ kind: 'string' as const, text: 'code 0' }]
    const where = [
      { is: 'one-of' as const, key: { of: 'field' as const, field: 'eventCode' as const }, values: first, zone: null },
    ]
    const scope = { where, misses: false }
    expect(await netOf(['-3', '1'], { scope })).toBeUndefined()
    expect(await netOf(['-3', '-1'], { scope })).toBeUndefined()
  })

  test('add a million times what doubles cannot, and carry what they cannot hold', async () => {
    const rows = Array.from({ length: 3_000 }, () =>
      event('"amount":0.1,"large":999999999999999.1,"wide":99999999999.9999'),
    )
    const snapshot = await snapshotOfTexts(rows)
    const exact = async (name: string) =>
      (await answerTotals(snapshot, sumOf(name), anyTurn)).all[0]?.total.debit?.exact
    expect(await exact('amount')).toBe('300.0')
    expect(await exact('large')).toBe('2999999999999997300.0')
    expect(await exact('wide')).toBe('299999999999999.7000')
  })

  test('are exact where one number is large and another small, and in products that no double holds', async () => {
    const small = event('"amount":0.000000000001,"quantity":99999999.99')
    const snapshot = await snapshotOfTexts([event('"amount":999999999999999,"quantity":0.01'), small])
    const { all } = await answerTotals(snapshot, sumOf('amount'), anyTurn)
    expect(all[0]?.total.debit?.exact).toBe('999999999999999.000000000001')
    const squared = { ...sumOf('quantity'), measure: { properties: ['quantity', 'quantity'], text: false } }
    const product = await answerTotals(snapshot, squared as TotalsQuestion, anyTurn)
    expect(product.all[0]?.total.debit?.exact).toBe('9999999998000000.0002')
  })

  test('keep a property named like a field apart from the field', async () => {
    const snapshot = await snapshotOfTexts([event('"event_code":"inside"'), event('"event_code":2')])
    const keysOf = async (by: SnapshotKey) =>
      (await answerTotals(snapshot, questionOf({ by: [by] }), anyTurn)).lines.map(({ keys }) => keys[0]?.text)
    expect(await keysOf({ of: 'field', field: 'eventCode' })).toEqual(['api_calls'])
    expect(await keysOf({ of: 'property', name: 'event_code' })).toEqual(['2', 'inside'])
  })

  test('stand in the order asked for, a window at a time', async () => {
    const rows = [
      event('"amount":5', 'debit', 'b'),
      event('"amount":1', 'debit', 'a'),
      event('"amount":2', 'debit', 'a'),
    ]
    const snapshot = await snapshotOfTexts([...rows, event('"amount":1', 'debit', '10')])
    const codes = async (order: TotalsQuestion['order'], offset = 0) => {
      const asked = { ...sumOf('amount'), by: [{ of: 'field' as const, field: 'eventCode' as const }], order, offset }
      return (await answerTotals(snapshot, asked, anyTurn)).lines.map(({ keys }) => keys[0]?.text)
    }
    expect(await codes('keys')).toEqual(['10', 'a', 'b'])
    expect(await codes('count')).toEqual(['a', '10', 'b'])
    expect(await codes('amount')).toEqual(['b', 'a', '10'])
    expect(await codes('amount', 2)).toEqual(['10'])
  })

  test('tell days of 23 and of 25 hours by their zone', async () => {
    const at = (created: string) => ({ source: event('').source.replace('2026-11-01T00:00:00Z', created) })
    const hours = (from: number, count: number) =>
      Array.from({ length: count }, (_, hour) => at(new Date(from + hour * 3_600_000).toISOString()))
    const snapshot = await snapshotOfTexts(
      [...hours(Date.UTC(2026, 2, 28, 23), 24), ...hours(Date.UTC(2026, 9, 24, 22), 26)],
      'Europe/Berlin',
    )
    const days = await answerTotals(snapshot, questionOf({ by: [{ of: 'time', every: 'day' }] }), anyTurn)
    expect(days.lines.map(({ keys, total: { count } }) => [keys[0]?.text, count])).toEqual([
      ['2026-03-29', 23],
      ['2026-03-30', 1],
      ['2026-10-25', 25],
      ['2026-10-26', 1],
    ])
    const perHour = await answerTotals(snapshot, questionOf({ by: [{ of: 'time', every: 'hour' }] }), anyTurn)
    expect(perHour.lines.map(({ keys }) => keys[0]?.text)).toContain('2026-10-25T02:00+01:00')
    expect(perHour.lineCount).toBe(50)
  })
})
