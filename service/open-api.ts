// The service's OpenAPI 3.1 description, served at /openapi.json.
import { MAX_LIMIT, MAX_PROPERTY_FILTERS } from './search-request.ts'
import type { Gaps } from './service-options.ts'

/** Describes the service as configured: caps, statuses, the shape of errors; `notes` are sentences about its events. */
export function openApiDocument(gaps: Gaps, notes: readonly string[] = []): object {
  const refused = {
    [gaps.unauthorized]: { description: 'The token is missing, malformed or wrong.', ...errorContent(gaps) },
  }
  const error = (description: string) => ({ description, ...errorContent(gaps) })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Event retrieval service',
      version: '1',
      description: [
        'Fetches one usage event, and searches them with filters and pagination. Events are only read.',
        ...notes,
      ].join(' '),
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: {
      '/v1/events/{event_id}': {
        get: {
          operationId: 'fetchEvent',
          summary: 'Fetch one event by its identifier',
          parameters: [{ name: 'event_id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: answer('The event.', 'Event'),
            400: error('The path is not valid percent-encoding.'),
            ...refused,
            404: error('There is no event with this identifier.'),
            default: error('Anything else.'),
          },
        },
      },
      '/v1/events/search': {
        post: {
          operationId: 'searchEvents',
          summary: 'Search events with filters',
          description: searchDescription(gaps),
          requestBody: { required: true, content: json('SearchRequest') },
          responses: {
            200: { ...answer('One page of events.', 'SearchResult'), headers: warningsHeader },
            400: error('The body is not valid JSON, or one of its fields does not fit; the error names it.'),
            ...refused,
            413: error('The body is longer than 1 MiB.'),
            415: error('The body is not application/json in UTF-8.'),
            default: error('Anything else.'),
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Event: eventSchema,
        SearchRequest: searchRequestSchema(gaps),
        SearchResult: searchResultSchema,
        Properties: propertiesSchema,
        Instant: instantSchema,
        ...errorSchemas(gaps.errors),
      },
    },
  }
}

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER }
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: string) => ({ 'application/json': { schema: reference(name) } })
const answer = (description: string, name: string) => ({ description, content: json(name) })

const warningsHeader = {
  Warnings: { description: 'Names the fields of the body that were ignored.', schema: { type: 'string' } },
}

const instantSchema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt]\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?([Zz]|[+-]\\d{2}:\\d{2})$',
  description:
    'RFC 3339. Answers are in UTC; requests may carry any offset. The fraction is compared to its last digit.',
}

const propertiesSchema = {
  type: 'object',
  additionalProperties: { type: ['string', 'number'] },
  description: 'Numbers are decimals of any size and are returned digit by digit as they were given.',
}

const eventType = { type: 'string', enum: ['credit', 'debit'] }

const eventSchema = {
  type: 'object',
  required: ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at', 'event_properties'],
  additionalProperties: false,
  properties: {
    event_id: { type: 'string', minLength: 1 },
    customer_id: { type: 'string' },
    event_code: { type: 'string' },
    event_type: eventType,
    created_at: reference('Instant'),
    event_properties: reference('Properties'),
  },
}

const searchResultSchema = {
  type: 'object',
  required: ['events', 'total', 'limit', 'offset'],
  additionalProperties: false,
  properties: {
    events: { type: 'array', items: reference('Event'), maxItems: MAX_LIMIT },
    total: count,
    limit: { ...count, maximum: MAX_LIMIT },
    offset: count,
  },
}

function searchRequestSchema(gaps: Gaps): object {
  return {
    type: 'object',
    additionalProperties: !gaps.strictBody,
    properties: {
      customer_id: { type: 'string' },
      event_code: { type: 'string' },
      event_type: eventType,
      created_at_from: reference('Instant'),
      created_at_to: reference('Instant'),
      event_id: { type: 'string' },
      event_property_filters: {
        ...propertiesSchema,
        maxProperties: MAX_PROPERTY_FILTERS,
        description: 'Wanted values.',
      },
      limit: { ...count, default: 50, ...(gaps.overLimit === 'reject' ? { maximum: MAX_LIMIT } : {}) },
      offset: { ...count, default: 0 },
    },
  }
}

function errorContent({ errors }: Gaps): object {
  switch (errors) {
    case 'json':
      return { content: json('Error') }
    case 'problem':
      return { content: { 'application/problem+json': { schema: reference('Problem') } } }
    case 'text':
      return { content: { 'text/plain': { schema: { type: 'string' } } } }
    case 'html':
      return { content: { 'text/html': { schema: { type: 'string' } } } }
    case 'empty':
      return {}
  }
}

const status = { type: 'integer', minimum: 400, maximum: 599 }
const field = { type: 'string', description: 'What to change in the request.' }

function errorSchemas(errors: Gaps['errors']): object {
  if (errors === 'problem') {
    const properties = {
      type: { const: 'about:blank' },
      title: { type: 'string' },
      status,
      detail: { type: 'string' },
      field,
    }
    return {
      Problem: {
        type: 'object',
        required: ['type', 'title', 'status', 'detail'],
        additionalProperties: false,
        properties,
      },
    }
  }
  if (errors !== 'json') return {}
  const properties = { status, message: { type: 'string' }, field }
  const error = { type: 'object', required: ['status', 'message'], additionalProperties: false, properties }
  return { Error: { type: 'object', required: ['error'], additionalProperties: false, properties: { error } } }
}

// How the service searches, in sentences for its OpenAPI description.

/** Describes the chosen way of each gap that a search shows. */
export function searchDescription(gaps: Gaps): string {
  const { combine, bounds, order, propertyMatch, overLimit, clampTo } = gaps
  const cap = clampTo ?? MAX_LIMIT
  return [
    `An event is returned when it matches ${combine === 'and' ? 'every filter' : 'one of the filters'}.`,
    `The bounds of the range are ${bounds}${precisionWords[gaps.rangePrecision]}; the order is ${order}.`,
    `Property values are compared ${propertyMatch === 'typed' ? 'with their type' : 'as text'}.`,
    `total counts ${totalWords[gaps.total]}${gaps.totalCap === null ? '' : `, but at most ${gaps.totalCap}`}.`,
    ...(overLimit === 'clamp' || cap < MAX_LIMIT ? [`A limit above ${cap} is lowered to ${cap}.`] : []),
    ...(overLimit === 'reject' ? [`A limit above ${MAX_LIMIT} is refused.`] : []),
  ].join(' ')
}

const precisionWords: Record<Gaps['rangePrecision'], string> = {
  exact: '',
  seconds: ' and compared to the second',
  days: ' and compared to the day',
  'bound-seconds': ' and lose their fractions of a second',
  'bound-days': ' and lose their time of day',
}

const totalWords: Record<Gaps['total'], string> = {
  all: 'all matches',
  page: 'the events of the page',
  unfiltered: 'all events, whatever the filters',
}
