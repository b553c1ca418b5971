// The suite passes on every setting of the reference service, and names what each setting does.
import { describe, expect, test } from 'vitest'
import { isSqlite, newDatabase } from '../service/fixtures/store-under-test.ts'
import { sampleEvents } from '../service/sample-events.ts'
import { type ServiceOptions, startService } from '../service/server.ts'
import {
  type Faults,
  type FaultTrigger,
  type Gaps,
  readFaultTrigger,
  type SampleTraits,
  usualSamples,
} from '../service/service-options.ts'
import type { ContractResult } from './report.ts'
import { runContract } from './run-contract.ts'

const NOW = Date.parse('2026-03-01T00:00:00Z')
const generated = (count: number, traits: Partial<SampleTraits> = {}) => [
  ...sampleEvents({ count, seed: 4, now: NOW, traits: { ...usualSamples, ...traits } }),
]
const records = generated(220)
const when = (text: string): FaultTrigger => readFaultTrigger(text) ?? { kind: 'share', share: 0 }

async function contractOf(options: Partial<ServiceOptions>): Promise<ContractResult> {
  const database = await newDatabase()
  const service = await startService({ token: 'token', records, drain: 100, database, ...options })
  try {
    return await runContract({
      url: `${service.url}/`,
      token: 'token',
      fetch,
      budget: 300,
      timeout: 15_000,
      nonce: 'nonce-5f1c',
    })
  } finally {
    await service.close()
  }
}

function expectKept({ rules, stopped, requests }: ContractResult): void {
  expect(rules.filter(({ verdict }) => verdict !== 'kept')).toEqual([])
  expect(stopped).toBeNull()
  expect(requests).toBeLessThanOrEqual(300)
}

const answerTo = ({ gaps }: ContractResult, question: string) => gaps.find((gap) => gap.question === question)?.answer

const TOTAL = 'What total counts'
const FROM = 'Whether created_at_from includes its own instant'
const TO = 'Whether created_at_to includes its own instant'
const ORDER = 'The order of the returned events'
const COMBINE = 'How several filters combine'
const STRING = 'A string as the filter of a number ("42" for 42)'
const NUMBER = 'A number as the filter of a string (42 for "42")'
const DECIMAL = 'A number written differently (0.100 for 0.10)'
const OVER = 'A limit above 100'
const CAP = 'A cap on the limit of its own'
const ERROR = 'The body of an error'
const FINE = 'How finely created_at is compared'
const KINDS = 'Properties that are now a string, now a number'
const CROWD = 'The most events of one instant'
const STILL = 'Whether events hold still while the suite runs'

const defaults = {
  [TOTAL]: 'all matches',
  [FROM]: 'yes',
  [TO]: 'yes',
  [ORDER]: 'newest first',
  [COMBINE]: 'all must match',
  [STRING]: 'does not match',
  [NUMBER]: 'does not match',
  [DECIMAL]: 'matches',
  [OVER]: 'refuses with 400',
  [CAP]: 'none below 100',
  [ERROR]: 'application/json with error (404), application/json with error (malformed body)',
  'A missing token': 'refuses with 401, with WWW-Authenticate',
  'An unknown field in the body': 'answers 200 with 1 event, with a warning',
  [FINE]: 'to the nanosecond',
  [STILL]: 'yes',
}

const shuffled: [Partial<Gaps>, Record<string, string>][] = [
  [{ order: 'shuffled' }, { [ORDER]: 'none by created_at' }],
  [{ order: 'unstable' }, { [ORDER]: 'none by created_at; another one for each request' }],
]

const settings: [Partial<Gaps>, Record<string, string>][] = [
  [{}, {}],
  [{ total: 'page' }, { [TOTAL]: "the page's events" }],
  [{ bounds: 'half-open' }, { [TO]: 'no' }],
  [{ bounds: 'exclusive' }, { [FROM]: 'no', [TO]: 'no' }],
  [{ rangePrecision: 'seconds' }, { [FINE]: 'to the second' }],
  [
    { rangePrecision: 'bound-seconds' },
    { [FINE]: expect.stringMatching(/^to the second, .* is truncated/), [TO]: 'no' },
  ],
  [
    { rangePrecision: 'seconds', combine: 'or' },
    { [FINE]: 'to the second', [COMBINE]: 'one must match' },
  ],
  [{ order: 'oldest' }, { [ORDER]: 'oldest first' }],
  [{ order: 'insertion' }, { [ORDER]: 'none by created_at' }],
  ...(isSqlite ? shuffled : []),
  [{ combine: 'or' }, { [COMBINE]: 'one must match' }],
  [{ propertyMatch: 'text' }, { [STRING]: 'matches', [NUMBER]: 'matches', [DECIMAL]: 'does not match' }],
  [{ overLimit: 'clamp' }, { [OVER]: 'lowers it to 100' }],
  [{ clampTo: 20 }, { [CAP]: '20, to which larger limits are lowered' }],
  [{ clampTo: 1 }, { [CAP]: '1, to which larger limits are lowered' }],
  [
    { clampTo: 30, overLimit: 'clamp' },
    { [OVER]: 'lowers it to 30', [CAP]: '30, to which larger limits are lowered' },
  ],
  [
    { errors: 'problem' },
    { [ERROR]: expect.stringMatching(/^application\/problem\+json with type, title, status, detail/) },
  ],
  [{ errors: 'text' }, { [ERROR]: 'text/plain (404), text/plain (malformed body)' }],
  [{ errors: 'html' }, { [ERROR]: 'text/html (404), text/html (malformed body)' }],
  [{ errors: 'empty' }, { [ERROR]: 'empty (404), empty (malformed body)' }],
  [{ unauthorized: 403 }, { 'A missing token': 'refuses with 403, without WWW-Authenticate' }],
  [{ strictBody: true }, { 'An unknown field in the body': 'refuses with 400' }],
]

/** One setting of each gap; all of them in the long tests. */
const first = settings.filter(([gaps], index) => {
  const gapOf = (of: Partial<Gaps>) => Object.keys(of)[0]
  return settings.findIndex(([other]) => gapOf(other) === gapOf(gaps)) === index
})

describe('on each setting of a gap', () => {
  test.each(process.env.EVENTSCOPE_LONG === '1' ? settings : first)(
    '%j: every rule is kept, and the gap named',
    async (gaps, answers) => {
      const result = await contractOf({ gaps })
      expectKept(result)
      for (const [question, answer] of Object.entries({ ...defaults, ...answers })) {
        // Pages of one event are too small for most probes.
        if (gaps.clampTo === 1 && question !== CAP) continue
        expect({ question, answer: answerTo(result, question) }).toEqual({ question, answer })
      }
    },
  )

  test('all the unusual ones together', async () => {
    const gaps = {
      total: 'page',
      bounds: 'exclusive',
      order: isSqlite ? 'unstable' : 'insertion',
      combine: 'or',
      propertyMatch: 'text',
    } as const
    const result = await contractOf({
      gaps: { ...gaps, overLimit: 'clamp', clampTo: 40, errors: 'empty', unauthorized: 403 },
    })
    expectKept(result)
  })
})

describe('a setting that breaks a rule is named', () => {
  test.each<[Partial<Gaps>, string[], Record<string, string>]>([
    [{ total: 'unfiltered' }, ['total-counts'], { [TOTAL]: 'all events, whatever the filters' }],
    [{ totalCap: 120 }, ['total-counts'], { [TOTAL]: 'all matches, but at most 120' }],
    [
      { total: 'unfiltered', totalCap: 120 },
      ['total-counts'],
      { [TOTAL]: 'all events, whatever the filters, but at most 120' },
    ],
    [
      { rangePrecision: 'days' },
      ['filter-created-at-from', 'filter-created-at-to', 'filters-together'],
      { [FINE]: 'to the day' },
    ],
    [
      { rangePrecision: 'bound-days' },
      ['filter-created-at-from', 'filter-created-at-to', 'filters-together'],
      { [FINE]: expect.stringMatching(/^to the day, .* is truncated/), [FROM]: 'no', [TO]: 'no' },
    ],
  ])('%j', async (gaps, broken, answers) => {
    const result = await contractOf({ gaps })
    expect(result.rules.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toEqual(broken)
    expect(result.stopped).toBeNull()
    for (const [question, answer] of Object.entries(answers)) expect(answerTo(result, question)).toEqual(answer)
  })
})

describe('what events hold is told', () => {
  test('a property of mixed kinds', async () => {
    const result = await contractOf({ records: generated(220, { mixedKinds: 0.1, textAmounts: 0.1 }) })
    expectKept(result)
    expect(answerTo(result, KINDS)).toBe('"amount", "account", "plan"')
  })

  test('an instant of more events than a page holds', async () => {
    const result = await contractOf({ records: generated(300, { burst: 150 }) })
    expectKept(result)
    expect(answerTo(result, CROWD)).toMatch(/^1\d\d in the sample of 200$/)
  })
})

describe.runIf(isSqlite)('movement is told', () => {
  // Advances with every reading, so that movements do not depend on this machine's speed.
  const ticking = () => {
    let now = NOW
    return () => (now += 5)
  }

  test.each<[Partial<Faults>, RegExp]>([
    [{ late: 5 }, /^total went from 220 to 2\d\d$/],
    [{ vanish: 20 }, /^total went from 220 to 1\d\d, [1-5] of [1-5] that were looked up are gone$/],
    [{ amend: 30 }, /^\d+ of 200 events came with other values$/],
  ])('%j', async (faults, answer) => {
    expect(answerTo(await contractOf({ faults, clock: ticking() }), STILL)).toMatch(answer)
  })
})

describe('with faults that a client has to live with', () => {
  test.each<[string, Partial<Faults>]>([
    [
      'gateways that fail',
      {
        fail: [
          { status: 503, when: when('#3,#20,#60-61') },
          { status: 502, when: when('#40') },
        ],
      },
    ],
    ['bodies that are cut', { cutBody: when('#5,#33') }],
    ['answers that take their time', { latency: { ms: 1, jitter: 1 } }],
    ...(isSqlite ? [['events that arrive meanwhile', { grow: 20 }] as [string, Partial<Faults>]] : []),
  ])('%s: every rule is kept', async (_name, faults) => {
    expectKept(await contractOf({ faults }))
  })

  test.runIf(isSqlite)('an event that is stored twice breaks the rule of unique ids', async () => {
    const { rules } = await contractOf({ faults: { duplicateIds: 0.2 } })
    expect(rules.filter(({ verdict }) => verdict === 'broken').map(({ id }) => id)).toContain('unique-id')
  })
})

test('a service without events leaves open what only events can tell', async () => {
  const result = await contractOf({ records: [] })
  expect(result.stopped).toBeNull()
  const unchecked = result.rules.filter(({ verdict }) => verdict === 'unchecked').map(({ id }) => id)
  expect(unchecked).toEqual(
    expect.arrayContaining(['fetch-event', 'event-shape', 'filter-customer-id', 'filter-number-property']),
  )
  expect(result.rules.filter(({ verdict }) => verdict === 'broken')).toEqual([])
})

test('the suite keeps to its requests', async () => {
  const service = await startService({ token: 'token', records })
  const result = await runContract({ url: service.url, token: 'token', fetch, budget: 10, timeout: 15_000, nonce: 'n' })
  await service.close()
  expect(result.stopped).toBe('The suite has spent its 10 requests.')
  expect(result.requests).toBe(10)
  expect(result.rules.some(({ verdict }) => verdict === 'unchecked')).toBe(true)
})

test('a service that does not answer is told so', async () => {
  const service = await startService({ token: 'token', events: 0 })
  await service.close()
  const result = await runContract({ url: service.url, token: 'token', fetch, budget: 10, timeout: 15_000, nonce: 'n' })
  expect(result.stopped).toMatch(/does not answer: .*ECONNREFUSED/)
})
