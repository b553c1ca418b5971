import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { eventField } from '../../../../shared/event-fields.ts'
import { type FigurePart, figureScope } from '../../../../shared/figure-scope.ts'
import { runs } from '../../../../shared/fixtures/runs.ts'
import { parseInstant } from '../../../../shared/instant.ts'
import type { KeyValue, Period, SnapshotKey } from '../../../../shared/snapshot-key.ts'
import type { Figure, TotalsAnswer, TotalsCell, TotalsQuestion } from '../../../../shared/snapshot-totals.ts'
import { answerTotals } from './answer-totals.ts'
import {
  anyEvents,
  MANY_RUNS_MS,
  type ModelEvent,
  manyRuns,
  nameOf,
  propertyOf,
  textOf,
} from './fixtures/any-events.ts'
import {
  add,
  compare,
  type Fraction,
  fraction,
  NOTHING,
  negative,
  plain,
  roundedTo,
  times,
} from './fixtures/fraction.ts'
import { anyTurn, snapshotOf, snapshotOfTexts } from './fixtures/table-of.ts'
import { selectRows } from './select-rows.ts'

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe']

const anyKey: fc.Arbitrary<SnapshotKey> = fc.oneof(
  fc
    .constantFrom('customerId' as const, 'eventCode' as const, 'eventType' as const)
    .map((field) => ({ of: 'field' as const, field })),
  fc
    .constantFrom('event_code', 'tier é', '__proto__', 'currency', 'nobody has it')
    .map((name) => ({ of: 'property' as const, name })),
  fc
    .constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const)
    .map((every) => ({ of: 'time' as const, every })),
)

const anyQuestion = fc.record({
  by: fc.array(anyKey, { maxLength: 2 }),
  split: fc.option(anyKey),
  measure: fc.option(
    fc.record({
      properties: fc.constantFrom<[string] | [string, string]>(
        ['amount'],
        ['quantity'],
        ['amount', 'quantity'],
        ['amount', 'amount'],
      ),
      text: fc.boolean(),
    }),
    { freq: 8 },
  ),
  units: fc.constantFrom<string[]>(['currency'], ['currency', 'unit'], [], ['nobody has it']),
  zone: fc.constantFrom(...ZONES, null),
  rounding: fc.option(
    fc.record({ places: fc.constantFrom(0, 1, 2, 9), mode: fc.constantFrom('half-up' as const, 'half-even' as const) }),
  ),
  negativeCredits: fc.constantFrom('add' as const, 'subtract' as const, null),
  misses: fc.boolean(),
})

const questionOf = ({ misses, ...rest }: Partial<TotalsQuestion> & { misses?: boolean }): TotalsQuestion => ({
  ask: 'totals',
  scope: { where: [], misses: misses ?? false },
  by: [],
  split: null,
  measure: null,
  units: [],
  zone: null,
  rounding: null,
  negativeCredits: null,
  order: 'keys',
  offset: 0,
  limit: 10_000,
  ...rest,
})

// ---- The reference: plain loops over the model.

function periodOf(event: ModelEvent, every: Period, zone: string): KeyValue | null {
  const at = parseInstant(textOf(event, 'created_at') ?? '')
  if (at === null) return null
  const here = Temporal.Instant.fromEpochMilliseconds(at.seconds * 1_000).toZonedDateTimeISO(zone)
  const date = here.toPlainDate()
  const texts = {
    hour: () => `${date}T${String(here.hour).padStart(2, '0')}:00${here.offset}`,
    day: () => date.toString(),
    week: () => date.subtract({ days: date.dayOfWeek - 1 }).toString(),
    month: () => date.toPlainYearMonth().toString(),
  }
  return { kind: 'time', text: texts[every]() }
}

function keyOf(event: ModelEvent, key: SnapshotKey, zone: string): KeyValue | null {
  if (key.of === 'time') return periodOf(event, key.every, zone)
  if (key.of === 'property') return propertyOf(event, key.name)
  const text = textOf(event, eventField(key.field).name)
  return text === null ? null : { kind: 'string', text }
}

function numberOf(event: ModelEvent, name: string, text: boolean): Fraction | 'beyond' | null {
  const value = propertyOf(event, name)
  if (value?.kind === 'number') return fraction(value.text)
  if (value?.kind !== 'string' || !text || !/^-?\d+(\.\d+)?$/.test(value.text)) return null
  return plain(value.text)
}

function measuredOf(event: ModelEvent, { properties, text }: NonNullable<TotalsQuestion['measure']>) {
  const all = properties.map((name) => numberOf(event, name, text))
  if (all.includes(null)) return null
  if (all.includes('beyond')) return 'beyond'
  return (all as Fraction[]).reduce(times)
}

const unitOf = (event: ModelEvent, name: string) => {
  const value = propertyOf(event, name)
  return value?.kind === 'string' ? value.text : null
}

interface Sums {
  count: number
  numbers: number
  beyond: number
  credit: Fraction[]
  debit: Fraction[]
  neither: Fraction[]
}

const none = (): Sums => ({ count: 0, numbers: 0, beyond: 0, credit: [], debit: [], neither: [] })
const total = (list: readonly Fraction[]) => (list.length === 0 ? null : list.reduce(add, NOTHING))

function expectFigure(
  figure: Figure | null,
  list: readonly Fraction[],
  rounding: TotalsQuestion['rounding'],
  isLine: boolean,
) {
  const exact = total(list)
  if (exact === null || figure === null) {
    expect([figure, exact]).toEqual([null, null])
    return
  }
  expect(compare(plain(figure.exact), exact)).toBe(0)
  if (rounding === null) expect(figure.perEvent).toBeNull()
  else {
    const { places, mode } = rounding
    const each = list.map((one) => roundedTo(one, places, mode)).reduce(add, NOTHING)
    expect(compare(plain(figure.perEvent ?? ''), each)).toBe(0)
    expect(compare(plain(figure.perTotal ?? ''), roundedTo(exact, places, mode))).toBe(0)
    if (isLine) expect(figure.perLine).toBe(figure.perTotal)
  }
}

function expectCell(
  cell: TotalsCell,
  sums: Sums,
  question: TotalsQuestion,
  credits: 'add' | 'subtract' | null,
  isLine: boolean,
) {
  const { count, numbers, beyond, credit, debit, neither } = sums
  const own = { count: cell.count, numbers: cell.numbers, beyond: cell.beyond, without: cell.without }
  expect(own).toEqual({ count, numbers, beyond, without: count - numbers - beyond })
  expectFigure(cell.credit, credit, question.rounding, isLine)
  expectFigure(cell.debit, debit, question.rounding, isLine)
  expectFigure(cell.neither, neither, question.rounding, isLine)
  const signed = [...debit, ...credit.map((one) => (credits === 'add' ? one : negative(one)))]
  expectFigure(cell.debitMinusCredit, credits === null ? [] : signed, question.rounding, isLine)
  const all = [...credit, ...debit, ...neither].sort(compare)
  const [least, most] = [all[0], all.at(-1)]
  expect(cell.min === null).toBe(least === undefined)
  if (least !== undefined && most !== undefined) {
    expect(compare(plain(cell.min ?? ''), least)).toBe(0)
    expect(compare(plain(cell.max ?? ''), most)).toBe(0)
  }
}

function expectTotals(
  answer: TotalsAnswer,
  events: readonly ModelEvent[],
  question: TotalsQuestion,
  snapshotZone: string,
) {
  const zone = question.zone ?? snapshotZone
  const chosen = events.filter(({ misses }) => question.scope.misses || misses.length === 0)
  const { measure } = question
  const by =
    measure === null ? [] : question.units.filter((name) => chosen.some((event) => unitOf(event, name) !== null))
  const lines = new Map<string, { cells: Map<string, Sums>; total: Sums }>()
  const wholes = new Map<string, Sums>()
  let negativeCredits = 0
  for (const event of chosen) {
    const units = by.map((name) => unitOf(event, name))
    const line = JSON.stringify([question.by.map((key) => nameOf(keyOf(event, key, zone))), units])
    const known = lines.get(line) ?? { cells: new Map<string, Sums>(), total: none() }
    lines.set(line, known)
    const column = question.split === null ? '' : nameOf(keyOf(event, question.split, zone))
    const cell = known.cells.get(column) ?? none()
    known.cells.set(column, cell)
    const whole = wholes.get(JSON.stringify(units)) ?? none()
    wholes.set(JSON.stringify(units), whole)
    const number = measure === null ? null : measuredOf(event, measure)
    const type = textOf(event, 'event_type')
    const sign = type === 'credit' || type === 'debit' ? type : 'neither'
    for (const sums of [cell, known.total, whole]) {
      sums.count += 1
      if (number === 'beyond') sums.beyond += 1
      else if (number !== null) {
        sums.numbers += 1
        sums[sign].push(number)
      }
    }
    if (sign === 'credit' && number !== null && number !== 'beyond' && number.top < 0n) negativeCredits += 1
  }
  const credits = question.negativeCredits ?? (negativeCredits === 0 ? 'subtract' : null)
  expect(answer.negativeCredits).toBe(negativeCredits)
  expect(answer.by).toEqual(by)
  expect(answer.events).toBe(chosen.length)
  expect(answer.lineCount).toBe(lines.size)
  expect(answer.lines).toHaveLength(lines.size)
  for (const line of answer.lines) {
    const wanted = lines.get(JSON.stringify([line.keys.map(nameOf), line.units]))
    if (wanted === undefined) throw new Error(`A line that should not be: ${JSON.stringify(line.keys)}`)
    expectCell(line.total, wanted.total, question, credits, true)
    expect(line.cells).toHaveLength(answer.columns.length)
    if (question.split === null) continue
    answer.columns.forEach((column, at) => {
      const cell = line.cells[at]
      if (cell === undefined) throw new Error('A cell is missing')
      expectCell(cell, wanted.cells.get(nameOf(column)) ?? none(), question, credits, true)
    })
  }
  expect(answer.all).toHaveLength(wholes.size)
  for (const { units, total: whole } of answer.all) {
    expectCell(whole, wholes.get(JSON.stringify(units)) ?? none(), question, credits, false)
    if (question.rounding === null || whole.debit === null) continue
    const { places, mode } = question.rounding
    const ofLines = [...lines].flatMap(([name, { total: line }]) => {
      const sum = JSON.stringify(JSON.parse(name)[1]) === JSON.stringify(units) ? total(line.debit) : null
      return sum === null ? [] : [roundedTo(sum, places, mode)]
    })
    expect(compare(plain(whole.debit.perLine ?? ''), ofLines.reduce(add, NOTHING))).toBe(0)
  }
}

describe('totals', () => {
  test(
    'are what plain loops over fractions find, whatever is sent',
    async () => {
      await fc.assert(
        fc.asyncProperty(anyEvents, anyQuestion, fc.constantFrom(...ZONES), async (events, asked, zone) => {
          const question = questionOf(asked)
          expectTotals(await answerTotals(await snapshotOf(events, zone), question, anyTurn), events, question, zone)
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

  const event = (properties: string, type = 'debit', code = 'api_calls') => ({
    source: `{"event_id":"e","customer_id":"c","event_code":"${code}","event_type":"${type}","created_at":"2026-11-01T00:00:00Z","event_properties":{${properties}}}`,
  })
  const sumOf = (name: string) =>
    questionOf({ measure: { properties: [name], text: false }, units: ['currency', 'unit'] })

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
        debitMinusCredit?.exact,
      ]),
    ).toEqual([
      ['EUR', '0.3', undefined, '0.3'],
      ['USD', '0.0000001', undefined, '0.0000001'],
      [null, undefined, '7', '-7'],
    ])
    expect([without, beyond]).toEqual([1, 1])
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
