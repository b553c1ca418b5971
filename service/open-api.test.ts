// The description must agree with the server: every response fits the schema of its status, and a body is refused
// exactly if its schema refuses it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { NOW, type ServiceUnderTest, serviceUnderTest } from './fixtures/service-under-test.ts'
import { isSqlite } from './fixtures/store-under-test.ts'
import { searchDescription } from './open-api.ts'
import { sampleEvents } from './sample-events.ts'
import { defaultGaps, type Gaps, gapChoices } from './service-options.ts'

type Schema = Parameters<typeof z.fromJSONSchema>[0]
type Content = Record<string, { schema: Schema }>
type Operation = {
  description?: string
  responses: Record<string, { content?: Content; headers?: object }>
  requestBody?: { content: Content }
}
type Description = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
}

const records = [...sampleEvents({ count: 30, seed: 1, now: NOW })]
const FETCH = '/v1/events/{event_id}'
const SEARCH = '/v1/events/search'

async function described(gaps: Partial<Gaps> = {}): Promise<{ service: ServiceUnderTest; document: Description }> {
  const service = await serviceUnderTest({ records, gaps })
  const response = await fetch(`${service.url}/openapi.json`)
  expect(response.headers.get('content-type')).toBe('application/json')
  return { service, document: (await response.json()) as Description }
}

/** Inlines references. Drops formats, which only annotate in JSON Schema 2020-12: patterns decide. */
function resolved(value: unknown, document: Description): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(item, document))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) {
    const name = String(value.$ref).replace('#/components/schemas/', '')
    expect(document.components.schemas).toHaveProperty(name)
    return resolved(document.components.schemas[name], document)
  }
  const members = Object.entries(value).filter(([key]) => key !== 'format' && key !== 'default')
  return Object.fromEntries(members.map(([key, member]) => [key, resolved(member, document)]))
}

function schemaOf(content: Content | undefined, type: string, document: Description): z.ZodType {
  expect(Object.keys(content ?? {})).toEqual([type])
  return z.fromJSONSchema(resolved(content?.[type]?.schema, document) as Schema)
}

/** Checks a response against the description of its status. */
async function expectDescribed(response: Response, operation: Operation, document: Description): Promise<void> {
  const description = operation.responses[response.status] ?? operation.responses.default
  const text = await response.text()
  const type = response.headers.get('content-type')?.split(';')[0]
  if (description?.content === undefined) {
    expect(text).toBe('')
    return
  }
  const schema = schemaOf(description.content, String(type), document)
  schema.parse(type?.endsWith('json') ? JSON.parse(text) : text)
}

/** The same check must fail for a response that is not as described. */
async function expectUndescribed(
  body: string,
  status: number,
  operation: Operation,
  document: Description,
): Promise<void> {
  const answer = new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
  await expect(expectDescribed(answer, operation, document)).rejects.toThrow()
}

const operations = ({ paths }: Description) => ({ fetching: paths[FETCH]!.get!, searching: paths[SEARCH]!.post! })

describe('the OpenAPI description', () => {
  test('describes the two operations and the token', async () => {
    const { document } = await described()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual([FETCH, SEARCH])
    expect(document.components.securitySchemes).toEqual({ token: { type: 'http', scheme: 'bearer' } })
  })

  test.each<[Partial<Gaps>, string]>([
    [{}, 'A limit above 100 is refused.'],
    [{ clampTo: 20 }, 'A limit above 20 is lowered to 20. A limit above 100 is refused.'],
    [{ clampTo: 100 }, 'A limit above 100 is refused.'],
    [{ overLimit: 'clamp' }, 'A limit above 100 is lowered to 100.'],
    [{ overLimit: 'clamp', clampTo: 20 }, 'A limit above 20 is lowered to 20.'],
  ])('says of large limits what is done with them: %j', async (gaps, words) => {
    const { service, document } = await described(gaps)
    const { description = '' } = operations(document).searching
    expect(description.slice(description.indexOf('A limit'))).toBe(words)
    const answers: string[] = []
    for (const limit of [21, 101]) {
      const response = await service.search({ limit })
      const { limit: applied } = (await response.json()) as { limit?: number }
      answers.push(response.status === 400 ? 'refused' : String(applied))
    }
    const lowered = String(Math.min(21, gaps.clampTo ?? 100))
    expect(answers).toEqual([lowered, gaps.overLimit === 'clamp' ? String(gaps.clampTo ?? 100) : 'refused'])
  })

  const settings: Partial<Gaps>[] = [
    ...gapChoices.errors.map((errors) => ({ errors })),
    { unauthorized: 403 },
    { overLimit: 'clamp' },
    { clampTo: 10 },
    { strictBody: true },
    { total: 'page', order: isSqlite ? 'unstable' : 'oldest' },
  ]
  test.each(settings)('fits the answers of every status with %j', async (gaps) => {
    const { service, document } = await described(gaps)
    const { fetching, searching } = operations(document)
    const wrong = { Authorization: 'Bearer wrong' }
    const fetched: [number, Response][] = [
      [200, await service.get(`/v1/events/${records[0]!.eventId}`)],
      [400, await service.get('/v1/events/%25%ZZ')],
      [gaps.unauthorized ?? 401, await service.get('/v1/events/x', wrong)],
      [404, await service.get('/v1/events/x')],
      [
        405,
        await fetch(`${service.url}/v1/events/x`, {
          method: 'DELETE',
          headers: { Authorization: 'Bearer test-token' },
        }),
      ],
    ]
    const searched: [number, Response][] = [
      [200, await service.search({ limit: 100 })],
      [gaps.strictBody ? 400 : 200, await service.search({ unknown: 1 })],
      [400, await service.search({ limit: -1 })],
      [400, await service.search('{')],
      [gaps.unauthorized ?? 401, await service.search({}, wrong)],
      [413, await service.search(' '.repeat(1024 * 1024 + 1))],
      [415, await service.search({}, { 'Content-Type': 'text/plain' })],
    ]
    for (const [status, response] of fetched) {
      expect(response.status).toBe(status)
      await expectDescribed(response, fetching, document)
    }
    for (const [status, response] of searched) {
      expect(response.status).toBe(status)
      if (response.headers.has('warnings')) expect(searching.responses['200']?.headers).toHaveProperty('Warnings')
      await expectDescribed(response, searching, document)
    }
    // Expected statuses must be described by themselves, not by the default.
    for (const status of [200, 400, gaps.unauthorized ?? 401, 404])
      expect(fetching.responses).toHaveProperty(String(status))
    for (const status of [200, 400, gaps.unauthorized ?? 401, 413, 415])
      expect(searching.responses).toHaveProperty(String(status))
  })

  test('does not fit other answers', async () => {
    const { service, document } = await described()
    const { fetching, searching } = operations(document)
    const event = await (await service.get(`/v1/events/${records[0]!.eventId}`)).text()
    await expectUndescribed(event.replace('"event_code"', '"code"'), 200, fetching, document)
    await expectUndescribed(event.replace(/"(debit|credit)"/, '"loan"'), 200, fetching, document)
    await expectUndescribed(event.replace(/"created_at":"[^"]*/, '"created_at":"yesterday'), 200, fetching, document)
    await expectUndescribed(
      event.replace('"event_properties":{', '"event_properties":{"a":null,'),
      200,
      fetching,
      document,
    )
    await expectUndescribed('{"events":[],"total":-1,"limit":50,"offset":0}', 200, searching, document)
    await expectUndescribed('{"events":[],"total":0,"limit":101,"offset":0}', 200, searching, document)
    await expectUndescribed('{"message":"no"}', 404, fetching, document)
  })

  test.each<Partial<Gaps>>([{}, { overLimit: 'clamp' }, { strictBody: true }])(
    'refuses the bodies that the service refuses, with %j',
    async (gaps) => {
      const { service, document } = await described(gaps)
      const schema = schemaOf(operations(document).searching.requestBody?.content, 'application/json', document)
      const value = fc.oneof(
        fc.constantFrom<unknown>('x', 'credit', 'debit', '', 0, 1, 50, 100, 101, -1, 1.5, null, true),
        fc.constant([]),
        fc.constant({}),
      )
      const instant = fc.constantFrom<unknown>(
        '2026-03-01T00:00:00Z',
        '2026-03-01t00:00:00.5+01:00',
        '2026-03-01',
        'x',
        5,
      )
      const filters = fc.dictionary(
        fc.string(),
        fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), value),
        { maxKeys: 3 },
      )
      const body = fc.record(
        {
          customer_id: value,
          event_code: value,
          event_type: value,
          event_id: value,
          created_at_from: instant,
          created_at_to: instant,
          event_property_filters: fc.oneof(value, filters),
          limit: value,
          offset: value,
          unknown: value,
        },
        { requiredKeys: [] },
      )
      const verdicts = new Set<boolean>()
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(body, fc.record({ limit: value, event_property_filters: filters }, { requiredKeys: [] }), value),
          async (asked) => {
            const text = JSON.stringify(asked)
            const valid = schema.safeParse(JSON.parse(text)).success
            verdicts.add(valid)
            expect({ text, status: (await service.search(text)).status }).toEqual({ text, status: valid ? 200 : 400 })
          },
        ),
        { seed: 7, numRuns: 150 },
      )
      expect(verdicts.size).toBe(2)
    },
  )
})

test.each<[Partial<Gaps>, string]>([
  [{}, 'The bounds of the range are inclusive; the order is newest.'],
  [{}, 'total counts all matches.'],
  [{ total: 'unfiltered', totalCap: 10_000 }, 'total counts all events, whatever the filters, but at most 10000.'],
  [{ bounds: 'half-open', rangePrecision: 'days' }, 'The bounds of the range are half-open and compared to the day;'],
  [{ rangePrecision: 'bound-seconds' }, 'The bounds of the range are inclusive and lose their fractions of a second;'],
])('%j is described', (gaps, sentence) => {
  expect(searchDescription({ ...defaultGaps, ...gaps })).toContain(sentence)
})

test.each(['total', 'rangePrecision', 'bounds', 'order', 'combine', 'propertyMatch'] as const)(
  'every choice of %s is described in its own words',
  (gap) => {
    const descriptions = gapChoices[gap].map((choice) => searchDescription({ ...defaultGaps, [gap]: choice }))
    expect(new Set(descriptions).size).toBe(descriptions.length)
  },
)
