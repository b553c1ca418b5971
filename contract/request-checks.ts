// Single requests: with and without the right token, events fetched one by one, and requests that are not valid.
import { type Context, describeAnswer } from './context.ts'
import { integerOf, membersOf } from './parse-exact.ts'
import type { RuleId } from './report.ts'
import { pathOf } from './sample.ts'
import { readEvent, type SeenEvent, sameEvent } from './seen-event.ts'
import type { Answer } from './service-client.ts'

// Requests without the right token must be refused (docs/interface.md 5); how they are refused is a gap.

/** Reports whether a missing and a wrong token are refused, and what another scheme gets. */
export async function checkAuthorization(context: Context): Promise<void> {
  const { report, sample } = context
  await refuses(context, 'token-missing', null, 'A missing token')
  await refuses(context, 'token-wrong', `Bearer ${sample.nonce}`, 'A wrong token')
  const [scheme] = await askWith(context, `Basic ${btoa(`user:${sample.nonce}`)}`)
  if (scheme !== undefined) report.gap('5', 'Another scheme (Basic)', describeAnswer(scheme))
}

async function refuses(context: Context, rule: RuleId, header: string | null, question: string): Promise<void> {
  const answers = await askWith(context, header)
  for (const { status } of answers) {
    context.report.expect(
      rule,
      status < 200 || status > 299,
      () => `a request without the right token is answered with ${status}`,
    )
  }
  const challenge = answers.some(({ headers }) => headers.has('www-authenticate'))
  const words = [...new Set(answers.map(describeAnswer))].join('; ')
  context.report.gap('5', question, `${words}, ${challenge ? 'with' : 'without'} WWW-Authenticate`)
}

async function askWith({ client, searcher, sample }: Context, authorization: string | null): Promise<Answer[]> {
  const headers = { Authorization: authorization }
  const path = sample.events.map(({ eventId }) => pathOf(eventId)).find((path) => path !== null)
  return [
    await client.send({ path: path ?? `/v1/events/${sample.nonce}`, headers }),
    await searcher.raw('{"limit":1}', headers),
  ]
}

// Fetching one event (docs/interface.md 4.1): the same one as in searches, or 404.

/** Reports whether events that are fetched are those that were searched, and whether an unknown ID is 404. */
export async function checkFetch(context: Context): Promise<void> {
  const { client, report, sample } = context
  const { events, nonce } = sample
  const paths = events.flatMap((event) => {
    const path = pathOf(event.eventId)
    return path === null ? [] : [{ event, path }]
  })
  const some = [paths[0], paths[Math.floor(paths.length / 2)], paths.at(-1)].filter((one) => one !== undefined)
  for (const { event, path } of some) await checkFetched(context, event, path)
  if (events.length === 0) report.cannotCheck('fetch-event', 'the service holds no event')
  else if (some.length === 0) report.cannotCheck('fetch-event', 'no event of the sample has an id that a URL can carry')

  for (const path of [`/v1/events/${nonce}`, `/v1/events/evt_${nonce}`]) {
    const answer = await client.send({ path })
    report.expect('fetch-missing', answer.status === 404, () => `${path} is answered with ${answer.status}`)
  }
  const odd = await client.send({ path: `/v1/events/${encodeURIComponent(`${nonce} ä/?#%`)}` })
  report.gap('4.1', 'An id with a slash and other reserved characters, percent-encoded', describeAnswer(odd))
}

async function checkFetched({ client, report }: Context, event: SeenEvent, path: string): Promise<void> {
  const answer = await client.send({ path })
  const { event: fetched, problems } = readEvent(answer.json)
  report.expect('fetch-event', answer.status === 200, () => `${path} is answered with ${answer.status}`)
  if (answer.status !== 200) return
  report.expect('event-shape', problems.length === 0, () => `${path}: ${problems.join('; ')}`)
  if (fetched === null) return
  report.expect('fetch-event', sameEvent(fetched, event), () => `${path} is not the event that a search shows`)
}

// Invalid requests: the interface leaves all answers to them open (docs/interface.md 7).

const BODIES: [question: string, body: string][] = [
  ['limit 0', '{"limit":0}'],
  ['A negative limit', '{"limit":-1}'],
  ['A fractional limit', '{"limit":1.5}'],
  ['A limit written as 1e1', '{"limit":1e1}'],
  ['A limit as a string', '{"limit":"10"}'],
  ['A negative offset', '{"offset":-1}'],
  ['A fractional offset', '{"offset":0.5}'],
  ['An unknown event_type', '{"event_type":"transfer"}'],
  ['A customer_id that is a number', '{"customer_id":42}'],
  ['A customer_id that is null', '{"customer_id":null}'],
  ['An empty customer_id', '{"customer_id":""}'],
  ['A date that does not exist', '{"created_at_from":"2026-02-30T00:00:00Z"}'],
  ['A date without a time', '{"created_at_from":"2026-02-01"}'],
  ['A time without a zone', '{"created_at_from":"2026-02-01T00:00:00"}'],
  ['Property filters that are a list', '{"event_property_filters":[]}'],
  ['A field given twice', '{"limit":1,"limit":2}'],
  ['A body that is a list', '[]'],
  ['A body that is not JSON', '{"limit":'],
  ['An empty body', ''],
]

/** Reports what the service answers to bodies and values that a search cannot have. */
export async function checkBadInput(context: Context): Promise<void> {
  const { client, searcher, report, sample } = context
  for (const [question, body] of BODIES) report.gap('7', question, words(await searcher.raw(body)))
  const unknown = await searcher.raw(JSON.stringify({ [sample.nonce]: 1, limit: 1 }))
  const warned = unknown.headers.has('warnings') || unknown.headers.has('warning')
  report.gap('7', 'An unknown field in the body', `${describeAnswer(unknown)}${warned ? ', with a warning' : ''}`)
  report.gap(
    '7',
    'A search without Content-Type',
    describeAnswer(await searcher.raw('{"limit":1}', { 'Content-Type': null })),
  )
  report.gap('7', 'A search with the method PUT', describeAnswer(await put(context)))
  report.gap('7', 'A path that does not exist', describeAnswer(await client.send({ path: `/v1/${sample.nonce}` })))
  const missing = await client.send({ path: `/v1/events/${sample.nonce}` })
  report.gap(
    '7',
    'The body of an error',
    `${shapeOf(missing)} (404), ${shapeOf(await searcher.raw('{"limit":'))} (malformed body)`,
  )
}

function put({ client }: Context): Promise<Answer> {
  return client.send({ method: 'PUT', path: '/v1/events/search', body: '{}' })
}

function words(answer: Answer): string {
  const members = membersOf(answer.json)
  const [limit, offset] = [integerOf(members?.get('limit')), integerOf(members?.get('offset'))]
  const echo = answer.status === 200 ? `, limit ${limit} and offset ${offset}` : ''
  return `${describeAnswer(answer)}${echo}`
}

function shapeOf({ headers, text, json }: Answer): string {
  if (text === '') return 'empty'
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? 'no Content-Type'
  const names = [...(membersOf(json)?.keys() ?? [])]
  return names.length > 0 ? `${type} with ${names.join(', ')}` : type
}
