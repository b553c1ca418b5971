// Violations of each rule, planted between the suite and a service that keeps them all.
import type { RuleId } from './report.ts'
import {
  type Answered,
  type Asked,
  answering,
  asking,
  authorized,
  besides,
  type Forward,
  fetching,
  isSearch,
  type Json,
  laterWithout,
  noneOfSeveral,
  offByOne,
  overTheCap,
  replaceCount,
} from './tampering.ts'

/** How many events the service must hold: one violation reports it as every total. */
export const EVENTS = 160

/** Each violation in words, the rule that it breaks, and how it changes what is asked or answered. */
export const violations: [string, RuleId, (asked: Asked, send: Forward) => Promise<Answered>][] = [
  ['an omitted limit is 20', 'default-limit', asking((body) => (body.limit ??= 20))],
  ['an omitted offset is 1', 'default-offset', asking((body) => (body.offset ??= 1))],
  ['limit is ignored', 'limit-applied', asking((body) => delete body.limit)],
  ['limit is one too many', 'limit-applied', asking((body) => (body.limit = Math.min(100, (body.limit ?? 50) + 1)))],
  ['limit is echoed wrongly', 'limit-applied', replaceCount('limit', () => 50)],
  ['a limit above 100 is honoured', 'limit-cap', overTheCap],
  ['offset is ignored', 'offset-applied', asking((body) => delete body.offset)],
  ['offset counts pages', 'offset-applied', asking((body) => (body.offset = (body.offset ?? 0) * (body.limit ?? 50)))],
  ['offset is echoed as 0', 'offset-applied', replaceCount('offset', () => 0)],
  ['offset skips one too many', 'offset-applied', offByOne],
  ['total is one too many', 'total-counts', replaceCount('total', (total) => total + 1)],
  [
    'total counts what is left',
    'total-counts',
    replaceCount('total', (total, body) => Math.max(0, total - (body.offset ?? 0))),
  ],
  ['total counts all events, whatever the filter', 'total-counts', replaceCount('total', () => EVENTS)],
  ['customer_id is ignored', 'filter-customer-id', asking((body) => delete body.customer_id)],
  ['event_code is ignored', 'filter-event-code', asking((body) => delete body.event_code)],
  ['event_type is ignored', 'filter-event-type', asking((body) => delete body.event_type)],
  [
    'event_type is turned round',
    'filter-event-type',
    asking((body) => {
      if (body.event_type !== undefined) body.event_type = body.event_type === 'credit' ? 'debit' : 'credit'
    }),
  ],
  ['event_id is ignored', 'filter-event-id', asking((body) => delete body.event_id)],
  [
    'event_id finds nothing',
    'filter-event-id',
    asking((body) => {
      if (body.event_id !== undefined) body.event_id += 'x'
    }),
  ],
  ['created_at_from is ignored', 'filter-created-at-from', asking((body) => delete body.created_at_from)],
  ['created_at_to is ignored', 'filter-created-at-to', asking((body) => delete body.created_at_to)],
  [
    'created_at_to is a day late',
    'filter-created-at-to',
    asking((body) => {
      const to = Date.parse(body.created_at_to ?? '')
      if (to > 0 && to < Date.parse('9000-01-01')) body.created_at_to = new Date(to + 86_400_000).toISOString()
    }),
  ],
  ['property filters are ignored', 'filter-string-property', asking((body) => delete body.event_property_filters)],
  [
    'number filters find nothing',
    'filter-number-property',
    asking((body) => {
      const filters: Json = body.event_property_filters ?? {}
      for (const [name, value] of Object.entries(filters)) if (typeof value === 'number') filters[name] = 'x'
    }),
  ],
  [
    'both bounds are ignored beside customer_id',
    'filters-together',
    besides('customer_id', 'created_at_from', 'created_at_to'),
  ],
  ['several filters return what matches none', 'filters-together', noneOfSeveral],
  ['created_at_to is ignored beside created_at_from', 'filters-together', besides('created_at_from', 'created_at_to')],
  ['created_at_from is ignored beside created_at_to', 'filters-together', besides('created_at_to', 'created_at_from')],
  ['event_type is ignored beside customer_id', 'filters-together', besides('customer_id', 'event_type')],
  ['properties are ignored beside event_code', 'filters-together', besides('event_code', 'event_property_filters')],
  ['event_code is ignored beside customer_id', 'filters-together', besides('customer_id', 'event_code')],
  ['customer_id is ignored beside created_at_from', 'filters-together', besides('created_at_from', 'customer_id')],
  ['customer_id is ignored beside event_id', 'filters-together', besides('event_id', 'customer_id')],
  ['event_id is ignored beside event_type', 'filters-together', besides('event_type', 'event_id')],
  ['customer_id is ignored after the first page', 'filter-customer-id', laterWithout('customer_id')],
  ['created_at_from is ignored after the first page', 'filter-created-at-from', laterWithout('created_at_from')],
  ['properties are ignored after the first page', 'filter-string-property', laterWithout('event_property_filters')],
  [
    'a missing event is 200 and null',
    'fetch-missing',
    fetching((answer) => (answer.status === 404 ? { status: 200, text: 'null' } : answer)),
  ],
  [
    'a missing event is 410',
    'fetch-missing',
    fetching((answer) => (answer.status === 404 ? { ...answer, status: 410 } : answer)),
  ],
  [
    'an event is fetched with other numbers',
    'fetch-event',
    fetching(({ status, text }) => ({ status, text: text.replace(/("unit_price":)[^,]+/, '$10.2') })),
  ],
  [
    'an event is fetched in an envelope',
    'event-shape',
    fetching(({ status, text }) => ({ status, text: `{"event":${text}}` })),
  ],
  ['an existing event is not found', 'fetch-event', fetching(() => ({ status: 404, text: '{}' }))],
  ['events lack created_at', 'event-shape', answering((text) => text.replace(/"created_at":"[^"]*",/, ''))],
  ['created_at has no zone', 'event-shape', answering((text) => text.replace(/("created_at":"[^"]*)Z"/, '$1"'))],
  [
    'created_at is local time',
    'event-shape',
    answering((text) => text.replace(/("created_at":"[^"]*)Z"/, '$1+01:00"')),
  ],
  ['event_type is in capitals', 'event-shape', answering((text) => text.replaceAll('"debit"', '"DEBIT"'))],
  [
    'events come twice',
    'unique-id',
    answering((text) => text.replace(/^\{"events":\[(\{.*?\}\}),\{.*?\}\}/, '{"events":[$1,$1')),
  ],
  ['a result lacks its offset', 'result-shape', answering((text) => text.replace(/,"offset":\d+\}$/, '}'))],
  ['a result is a list', 'result-shape', answering((text) => `[${text}]`)],
  [
    'searches are 201',
    'search-answers',
    async (asked, send) => {
      const answer = await send(asked)
      return isSearch(asked) && answer.status === 200 ? { ...answer, status: 201 } : answer
    },
  ],
  ['no token is asked for', 'token-missing', authorized(() => true)],
  ['any token will do', 'token-wrong', authorized((header) => header !== null)],
  ['fetching asks for no token', 'token-missing', authorized((_header, asked) => !isSearch(asked))],
]
