// Invalid requests: the interface leaves all answers to them open (docs/interface.md 7).
import { type Context, describeAnswer } from './context.ts'
import { integerOf, membersOf } from './exact-json.ts'
import type { Answer } from './service-client.ts'

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
