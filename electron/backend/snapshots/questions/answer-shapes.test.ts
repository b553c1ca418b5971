// Worlds with planted faults: each is found, and nothing else. EVENTSCOPE_LONG=1 draws 300 of them, from new seeds.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parseEventText } from '../../../../shared/search/search-page.ts'
import { anyProperty, type ExpectedShapes, NO_SIGNS } from '../../../../shared/shape/expected-shapes.ts'
import { eventJudge, type UnexpectedValue } from '../../../../shared/shape/judge-event.ts'
import { printShapes, shapesVersion } from '../../../../shared/shape/print-shapes.ts'
import type { ShapesQuestion } from '../../../../shared/snapshot/snapshot-shapes.ts'
import { notInSumWords } from '../../../../shared/worth/not-in-sum.ts'
import { printRules } from '../../../../shared/worth/rules-text.ts'
import { NO_RULES } from '../../../../shared/worth/worth-rules.ts'
import { answerShapeRows, answerShapes } from './answer-shapes.ts'
import {
  anyWorld,
  coded,
  confirmed,
  type PlantedFault,
  plant,
  seeded,
  type WorldEvent,
  worldSnapshot,
  worldText,
} from './fixtures/shaped-world.ts'
import { anyTurn } from './fixtures/table-of.ts'
import { learnShapes } from './learn-shapes.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const WORLDS = isLong ? 300 : 30
const FIRST = Number(process.env.EVENTSCOPE_SEED ?? (isLong ? Math.floor(Math.random() * 2 ** 30) : 1))

const ALL = { where: [], misses: false }
const askOf = (shapes: ExpectedShapes, changed: Partial<ShapesQuestion> = {}): ShapesQuestion => ({
  ask: 'shapes',
  scope: ALL,
  rules: printRules(NO_RULES),
  shapes: printShapes(shapes),
  ...changed,
})

const WHATS: UnexpectedValue[] = ['missing', 'kind', 'value', 'range', 'sign']
const NOT_MET = 'unknown-code'

/** Faults in about one event in ten; each has one at most. */
function plantedIn(events: readonly WorldEvent[], { shapes }: ExpectedShapes, random: () => number): PlantedFault[] {
  const planted: PlantedFault[] = []
  for (const event of events) {
    if (random() > 0.1) continue
    if (random() < 0.1) {
      event.code = `no_${event.code}`
      planted.push({ id: event.id, what: NOT_MET, property: null, isFine: false })
      continue
    }
    const properties = shapes.find(({ code }) => code === event.code)?.properties ?? []
    const shape = properties[Math.floor(random() * properties.length)]
    const what = WHATS[Math.floor(random() * WHATS.length)]
    const fault = shape && what && plant(event, shape, what, random)
    if (fault) planted.push(fault)
  }
  return planted
}

const named = ({ id, what, property }: PlantedFault) => `${id} ${what} ${property ?? ''}`

test('each planted fault is found, none is invented, and another validator says the same of each event', async () => {
  const counts = new Map<string, number>()
  for (let seed = FIRST; seed < FIRST + WORLDS; seed += 1) {
    const random = seeded(seed)
    const { events } = anyWorld(random, 20, 120)
    const shapes = confirmed(await learnShapes(await worldSnapshot(events), { ask: 'learn', scope: ALL }, anyTurn))
    expect(await answerShapes(await worldSnapshot(events), askOf(shapes), anyTurn)).toMatchObject({ unexpected: 0 })

    const planted = plantedIn(events, shapes, random)
    const answer = await answerShapes(await worldSnapshot(events), askOf(shapes), anyTurn)
    const found = answer.groups.flatMap(({ what, property, rows }) =>
      rows.map((row) => named({ id: events[row]?.id ?? '', what, property, isFine: false })),
    )
    expect(found.toSorted(), `seed ${seed}`).toEqual(planted.map(named).toSorted())
    expect(answer.unexpected).toBe(planted.length)
    expect(answer.groups.reduce((sum, group) => sum + group.events, 0)).toBe(planted.length)
    for (const { what } of planted) counts.set(what, (counts.get(what) ?? 0) + 1)

    const validate = new Ajv2020({ ownProperties: true, strictTypes: false, strictRequired: false }).compile(
      JSON.parse(printShapes(shapes)),
    )
    const judge = eventJudge(shapes)
    const faulty = new Map(planted.map((fault) => [fault.id, fault]))
    for (const [at, event] of events.entries()) {
      const source = worldText(event, at)
      const fault = faulty.get(event.id)
      const read = parseEventText(source)
      expect(read.ok && judge(read.event).map(({ what }) => what), source).toEqual(fault ? [fault.what] : [])
      // What only the last of thirty digits says, no double says.
      expect(validate(JSON.parse(source)), `seed ${seed}: ${source}`).toBe(fault === undefined || fault.isFine)
    }
  }
  expect([...counts.keys()].toSorted()).toEqual([...WHATS, NOT_MET].toSorted())
})

describe('what is not as expected', () => {
  const shapes: ExpectedShapes = {
    codes: ['api'],
    shapes: [{ code: 'api', properties: [{ ...anyProperty('amount'), kinds: ['number'], to: '100', required: true }] }],
  }
  const ruleOf = (type: string, effect: string) =>
    `{"type":"${type}","effect":"${effect}","quantity":{"by":"events"},"money":{"by":"amount","property":"amount"},"currency":{"fixed":"EUR"}}`
  const rules = `{"eventscopeRules":1,"rules":[${ruleOf('debit', 'as-sent')},${ruleOf('credit', 'reduces')}]}`

  test('is in groups, with what is charged and what reduces apart, and no event twice in the sum', async () => {
    const snapshot = await coded([
      ['api', 'debit', '"amount": 5'],
      ['api', 'debit', '"amount": 200.50'],
      ['api', 'debit', '"amount": 100.5'],
      ['api', 'credit', '"amount": 120'],
      ['api', 'debit', '"amount": "5"'],
      ['api', 'debit', ''],
      ['call', 'debit', '"amount": 7'],
      [null, 'debit', '"amount": 1, "amount": 2'],
    ])
    const answer = await answerShapes(snapshot, askOf(shapes, { rules }), anyTurn)
    const eur = (events: number, sum: string) => [{ currency: 'EUR', events, sum }]
    expect(answer).toMatchObject({
      shapes: shapesVersion(shapes),
      events: 8,
      unexpected: 7,
      charged: eur(3, '308.00'),
      reduces: eur(1, '-120.00'),
      without: 3,
      groupCount: 5,
    })
    expect(
      answer.groups.map(({ example: { text, ...example }, notIn, ...group }) => {
        return { ...group, text, id: example.eventId, lacks: notInSumWords(notIn) }
      }),
    ).toEqual([
      {
        what: 'range',
        kind: 'number',
        code: 'api',
        property: 'amount',
        events: 3,
        rows: [1, 2, 3],
        charged: eur(2, '301.00'),
        reduces: eur(1, '-120.00'),
        without: 0,
        text: '200.50',
        id: 'e1',
        lacks: null,
      },
      {
        what: 'unknown-code',
        kind: null,
        code: null,
        property: null,
        events: 1,
        rows: [7],
        charged: [],
        reduces: [],
        without: 1,
        text: null,
        id: 'e7',
        lacks: 'without 1 event without a number in amount: [1,2]',
      },
      {
        what: 'kind',
        kind: 'string',
        code: 'api',
        property: 'amount',
        events: 1,
        rows: [4],
        charged: [],
        reduces: [],
        without: 1,
        text: '5',
        id: 'e4',
        lacks: 'without 1 event of api whose amount is text: “5”',
      },
      {
        what: 'missing',
        kind: null,
        code: 'api',
        property: 'amount',
        events: 1,
        rows: [5],
        charged: [],
        reduces: [],
        without: 1,
        text: null,
        id: 'e5',
        lacks: 'without 1 event of api without a number in amount',
      },
      {
        what: 'unknown-code',
        kind: null,
        code: 'call',
        property: null,
        events: 1,
        rows: [6],
        charged: eur(1, '7.00'),
        reduces: [],
        without: 0,
        text: 'call',
        id: 'e6',
        lacks: null,
      },
    ])
  })

  test('is looked for in what conditions leave', async () => {
    const snapshot = await coded([
      ['api', 'debit', '"amount": 200'],
      ['api', 'credit', '"amount": 300'],
    ])
    const scope = { where: [{ is: 'sign' as const, sign: 'credit' as const }], misses: false }
    const { events, unexpected, groups } = await answerShapes(snapshot, askOf(shapes, { scope }), anyTurn)
    expect([events, unexpected, groups[0]?.rows]).toEqual([1, 1, [1]])
  })

  test('a property beyond the columns is found as well, and rows are named all or not at all', async () => {
    const names = Array.from({ length: 150 }, (_, at) => `"p${at}":1`).join()
    const wide = Array.from({ length: 6_000 }, (): [string, string, string] => ['api', 'debit', '"rare":"x"'])
    const snapshot = await coded([['api', 'debit', names], ['api', 'debit', names], ...wide])
    const rare = {
      codes: null,
      shapes: [
        {
          code: 'api',
          properties: ['p149', 'rare'].map((name) => ({
            ...anyProperty(name),
            required: true,
            kinds: ['string' as const],
          })),
        },
      ],
    }
    const { groups } = await answerShapes(snapshot, askOf(rare), anyTurn)
    expect(groups.map(({ what, property, events, rows }) => [what, property, events, rows.length])).toEqual([
      ['missing', 'p149', 6_000, 0],
      ['kind', 'p149', 2, 2],
      ['missing', 'rare', 2, 2],
    ])
  })

  test('of a code for each event the commonest are listed and all are counted', async () => {
    const snapshot = await coded(
      Array.from({ length: 1_500 }, (_, at): [string, string, string] => [`c${at % 1_400}`, 'debit', '']),
    )
    const { groups, groupCount, unexpected } = await answerShapes(snapshot, askOf(shapes), anyTurn)
    expect([groups.length, groups[0]?.events, groupCount, unexpected]).toEqual([1_000, 2, 1_400, 1_500])
  })

  test('text that is not a schema expects nothing', async () => {
    const snapshot = await coded([['api', 'debit', '']])
    expect(await answerShapes(snapshot, askOf(shapes, { shapes: 'nonsense' }), anyTurn)).toMatchObject({
      unexpected: 0,
      groups: [],
    })
  })
})

test('the events of a line that are more than its answer names are those that are asked for', async () => {
  const many = 5_001
  const shapes: ExpectedShapes = {
    codes: ['api'],
    shapes: [
      {
        code: 'api',
        properties: [
          { ...anyProperty('amount'), kinds: ['number'], to: '100', signs: { ...NO_SIGNS, debit: 'above-zero' } },
        ],
      },
    ],
  }
  const snapshot = await coded([
    ...Array.from({ length: many }, (): [string, string, string] => ['api', 'debit', '"amount": 200']),
    ['api', 'debit', '"amount": 5'],
    ...Array.from({ length: many }, (): [string, string, string] => ['api', 'debit', '"amount": -5']),
    ['call', 'debit', '"amount": 200'],
  ])
  const { groups } = await answerShapes(snapshot, askOf(shapes), anyTurn)
  const large = groups.filter(({ events, rows }) => events > rows.length)
  expect(large.map(({ what }) => what).toSorted()).toEqual(['range', 'sign'])
  const first = { range: 0, sign: many + 1 }
  for (const { what, code, property, kind } of large) {
    const of = { what, code, property, kind }
    const question = { ask: 'shapeRows' as const, scope: ALL, shapes: printShapes(shapes), of }
    const answer = await answerShapeRows(snapshot, question, anyTurn)
    expect(answer.events).toBe(many)
    expect(answer.rows).toEqual(Array.from({ length: many }, (_, at) => first[what as keyof typeof first] + at))
  }
})
