import { expect, test } from 'vitest'
import { comparedTotals } from '../../../shared/snapshot/compare-totals.ts'
import { PLAIN_TOTALS } from '../../../shared/snapshot/scopes.ts'
import type { TotalsAnswer, TotalsLine, TotalsQuestion } from '../../../shared/snapshot/snapshot-totals.ts'
import { allLines, areOfOneCode, eachCode } from './groups-part.tsx'

const question: TotalsQuestion = { ...PLAIN_TOTALS, scope: { where: [], misses: true } }

const lineOf = (name: string): TotalsLine => ({
  keys: [{ kind: 'string', text: name }],
  units: [],
  cells: [],
  total: { count: 1, credit: null, debit: null, neither: null, debitMinusCredit: null } as TotalsLine['total'],
})

/** The answer from an offset, of at most ten lines. */
const answerOf = (names: readonly string[], offset = 0, lineCount = names.length): TotalsAnswer => ({
  by: [],
  columns: [],
  otherColumns: 0,
  lines: names.slice(offset, offset + 10).map(lineOf),
  offset,
  lineCount,
  all: [],
  cut: [],
  events: names.length,
  numbers: 0,
  without: 0,
  beyond: 0,
})

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `group ${from + at}`)

test('groups of one side alone are compared once every line of both is there', async () => {
  const [before, after] = [names(0, 32), names(5, 41)]
  const asked: number[] = []
  const whole = (all: string[]) =>
    allLines({ question, answer: answerOf(all) }, async ({ offset }) => {
      asked.push(offset)
      return answerOf(all, offset)
    })
  const first = comparedTotals(answerOf(before), answerOf(after))
  expect(first.lines.length).toBeLessThan(first.lineCount)
  const { lines, lineCount } = comparedTotals(await whole(before), await whole(after))
  expect([lines.length, lineCount]).toEqual([41, 41])
  expect(asked).toEqual([10, 20, 30, 10, 20, 30])
})

test('more groups than are held are refused in words, and an answer that ends early ends the reading', async () => {
  const never = async () => answerOf([])
  await expect(allLines({ question, answer: answerOf(names(0, 10), 0, 200_001) }, never)).rejects.toMatchObject({
    failure: { message: expect.stringContaining('more than 200,000 groups') },
  })
  expect((await allLines({ question, answer: answerOf(names(0, 10), 0, 20) }, never)).lines).toHaveLength(10)
})

test('both sides are asked for each event code, whatever is added up: all as sent, or what no rule takes', () => {
  const measure = { properties: ['quantity'] as [string], text: false }
  expect(eachCode({ ...question, measure, byCode: 'several' })).toMatchObject({ byCode: 'each' })
  const unruled = { measure, units: [], byCode: 'several' as const }
  const byRules = { ...question, worth: { rules: '', wholeRange: null, unruled } }
  expect(eachCode(byRules)).toEqual({
    ...byRules,
    worth: { ...byRules.worth, unruled: { ...unruled, byCode: 'each' } },
  })
  // What is said to be money is not told apart by code.
  expect(eachCode(question)).toEqual(question)
})

test('sides of one code alone, each another one, are told apart by it; of the same one they are held against each other', () => {
  const sum = { exact: '5' } as NonNullable<TotalsLine['total']['debit']>
  const side = (...lines: { code?: string; key?: string; unit?: string }[]): TotalsAnswer => ({
    ...answerOf([]),
    lineCount: lines.length,
    lines: lines.map(({ code, key = 'cus_1', unit = null }) => ({
      ...lineOf(key),
      units: [unit],
      ...(code !== undefined && { code }),
      total: { ...lineOf(key).total, debit: sum },
    })),
  })
  const byCustomer = [{ of: 'field', field: 'customerId' }] as const
  const [calls, egress] = [side({ code: 'api_calls' }), side({ code: 'egress_gb' })]
  expect(areOfOneCode([calls, egress], byCustomer)).toBe(false)
  expect(areOfOneCode([calls, calls], byCustomer)).toBe(true)
  expect(areOfOneCode([calls, side()], byCustomer)).toBe(true)
  expect(areOfOneCode([side({ code: 'api_calls' }, { code: 'sms' }), calls], byCustomer)).toBe(false)
  expect(areOfOneCode([side({ unit: 'GB' }), side()], byCustomer)).toBe(false)
  const byCode = [{ of: 'field', field: 'eventCode' }] as const
  const ofCode = (key: string, unit?: string) => side({ key, ...(unit !== undefined && { unit }) })
  expect(areOfOneCode([ofCode('api_calls'), ofCode('egress_gb')], byCode)).toBe(false)
  expect(areOfOneCode([ofCode('api_calls'), ofCode('api_calls')], byCode)).toBe(true)
  expect(areOfOneCode([ofCode('api_calls'), ofCode('egress_gb', 'GB')], byCode)).toBe(true)
  // What is not seen may be of another code.
  expect(areOfOneCode([{ ...calls, lineCount: 2 }, calls], byCustomer)).toBe(false)
})
