// Whatever a text holds, the work on it grows linearly with its length, and only an excerpt of a long one is drawn.
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import type { ActivityEntry } from '../../shared/contract/contract.ts'
import type { Event, SearchPage, SearchRequest } from '../../shared/event/event.ts'
import { eventDifferences } from '../../shared/event/event-difference.ts'
import { growthProblems, growthProblemsOf, HOSTILE_EVENTS } from '../../shared/exact/fixtures/linear-work.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { failureWords } from '../../shared/failure/failure-words.ts'
import { parseEventText } from '../../shared/search/search-page.ts'
import { compareEvents, differencesText } from '../event/compare/compare-events.ts'
import { type DetailActions, DetailActionsProvider } from '../event/details/detail-actions.tsx'
import { DetailPane } from '../event/details/detail-pane.tsx'
import { nonStringValues, unplacedProblems } from '../event/details/event-facts.tsx'
import { EventDifferences } from '../event/details/event-history.tsx'
import { blocksOfTokens, jsonSpans, jsonTokens, RawEvent } from '../event/details/json-text.tsx'
import { findProperties, repeatedNames } from '../event/details/property-list.tsx'
import { PropertyRow } from '../event/details/property-row.tsx'
import { joinedLines } from '../find/find-box.tsx'
import { idsWithin, namesWithin, pastedIds } from '../find/pasted-ids.ts'
import { wholeText } from '../grid/cell-text.ts'
import { putOnClipboard, SELECTION_FORMATS } from '../grid/copied-text.ts'
import { EventRow } from '../grid/event-row.tsx'
import { fittingProperties } from '../grid/grid-measures.ts'
import { sameAgain } from '../grid/same-again.ts'
import { currentRow, inGridOrder, inPlaces, withSelected } from '../grid/use-row-selection.ts'
import { draftOf, readFiltersDraft } from '../live/filters/filters-draft.ts'
import { rowsNotes } from '../live/results/bar-notes.tsx'
import { NoRows } from '../live/results/no-rows.tsx'
import { observedOrder } from '../live/results/results-bar.tsx'
import { rowMarks } from '../live/results/row-marks.ts'
import { answerIn, keptText } from '../live/store/answers.ts'
import { eventCurl, searchCurl } from '../live/store/curl.ts'
import { sameFilters } from '../live/store/filters-meaning.ts'
import { createSeenValues } from '../live/store/seen-values.ts'
import { visibleRuns } from '../ui/exact-text.tsx'
import { beginning, excerpt, firstMatch, ONE_LINE, searchPattern, shortened, splitAtMatches } from '../ui/excerpt.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { clockWords, momentWords } from '../ui/instant-words.ts'
import { ActivityRow } from './activity/activity-drawer.tsx'

const LONG = 100_000
const ZONE = 'Europe/Berlin'
const INFO = {
  receivedAt: '2026-11-20T14:52:57.133Z',
  serviceDate: null,
  durationMs: 4,
  attempts: 1,
  requestId: null,
  bytes: 2,
}
const CLOCK = { zone: ZONE, days: ZONE, now: INFO.receivedAt }
const none = () => undefined
const DETAIL_ACTIONS: DetailActions = {
  close: none,
  retry: none,
  showNewer: none,
  replaceToken: none,
  editConnection: none,
  findOthers: none,
  firstSeen: async () => null,
  offersFor: () => null,
}

test.each<[string, (text: string) => unknown]>([
  ['visibleRuns', visibleRuns],
  ['pastedIds', pastedIds],
  ['idsWithin', (text) => idsWithin(text, ['evt_1', text])],
  ['namesWithin', (text) => namesWithin(text, 'customerId', createSeenValues())],
  ['idsWithin of words', (text) => idsWithin(`see ${text.replaceAll('a', 'evt_1 ')}`, ['evt_1'])],
  ['joinedLines', joinedLines],
  ['beginning', (text) => beginning(text, ONE_LINE)],
  ['excerpt', (text) => excerpt(text, 400, text.length - 1)],
  ['shortened', (text) => shortened(text, 400)],
  ['jsonTokens', jsonTokens],
  ['jsonSpans', (text) => jsonSpans(jsonTokens(text))],
  ['blocksOfTokens', (text) => blocksOfTokens(JSON.stringify(text), 4_000)],
  ['searchPattern', searchPattern],
  ['splitAtMatches', (text) => splitAtMatches(text, patternOf('1'), text.length)],
  ['firstMatch', (text) => firstMatch(text, patternOf('no such words'))],
  ['eventCurl', (text) => eventCurl('https://a.example', text)],
  ['searchCurl', (text) => searchCurl('https://a.example', requestWith(text.slice(0, text.length / 6)))],
  ['failureWords', (text) => failuresWith(text).map(failureWords)],
  ['momentWords', (text) => momentWords(text, ZONE)],
  ['clockWords', (text) => clockWords(`2026-11-20T14:52:57.${digits(text)}Z`, ZONE, INFO.receivedAt)],
  ['readFiltersDraft', (text) => readFiltersDraft(draftOf(requestWith(text).filters, CLOCK), CLOCK)],
  ['sameFilters', (text) => sameFilters(requestWith(text).filters, requestWith(`${text} `).filters)],
])('%s', (_, run) => expect(growthProblems(run)).toEqual([]))

interface Pair {
  one: Event
  other: Event
  selected: ReturnType<typeof withSelected>
}

const OF_EVENTS: [string, (pair: Pair) => unknown][] = [
  ['putOnClipboard', ({ one, other }) => putOnClipboard({ setData: none }, [one, other])],
  ...SELECTION_FORMATS.map(
    ({ name, copied }) =>
      [name, ({ one, other }: Pair) => copied([one, other], [{ field: 'eventId' }])] satisfies [string, unknown],
  ),
  ['compareEvents', ({ one, other }) => differencesText([one, other], compareEvents([one, other]))],
  ['findProperties', ({ one: { properties } }) => findProperties(properties, patternOf('zz'))],
  ['repeatedNames', ({ one: { properties } }) => repeatedNames(properties)],
  ['nonStringValues', ({ one }) => [nonStringValues(one), unplacedProblems(one)]],
  ['fittingProperties', ({ one }) => fittingProperties(one.properties, 2_000)],
  ['observedOrder', ({ one, other }) => observedOrder([one, other])],
  ['rowMarks', ({ one, other }) => rowMarks([one, other], requestWith(one.eventId ?? '').filters)],
  ['rowsNotes', ({ one, other }) => rowsNotes(requestWith(one.eventId ?? ''), pageOf([one, other]))],
  ['wholeText', ({ one }) => (['created', 'eventId', 'type', 'properties'] as const).map((id) => wholeText(one, id))],
  ['keptText', ({ one, other }) => keptText({ page: pageOf([one, other]), info: INFO })],
  ['answerIn', ({ one }) => answerIn(keptText({ page: pageOf([one]), info: INFO }))],
  [
    'withSelected',
    ({ one, other }) => withSelected(new Map(), { page: [one, other], chosen: [one], isSelected: true }),
  ],
  ['inGridOrder', ({ one, other, selected }) => inGridOrder(selected, [one, other])],
  ['inPlaces', ({ selected }) => inPlaces(selected, new Map())],
  ['currentRow', ({ one, other }) => currentRow([one, other], { row: 0, event: one })],
  ['a row', ({ one }) => drawn(rowOf(one))],
  ['the details', ({ one }) => drawn(detailsOf(one))],
  ['the raw event', ({ one }) => drawn(<RawEvent event={one} info={INFO} zone={ZONE} />)],
]

test('what is done with events', () => {
  const growth = growthProblemsOf((text) => pairOf(eventWith(text), eventWith(`${text} `)), OF_EVENTS)
  expect(growth).toEqual([])
})

test('what is done with events of many properties', () => {
  const make = (text: string) => pairOf(text, text.replaceAll('1', '2'))
  expect(growthProblemsOf(make, OF_EVENTS, HOSTILE_EVENTS)).toEqual([])
})

/** What is drawn of a text that stands wherever it can. */
const DRAWN: [string, (text: string) => ReactNode][] = [
  ['a row', (text) => rowOf(eventOf(eventWith(text)))],
  ['the details', (text) => detailsOf(eventOf(eventWith(text)))],
  ['the details of another event', (text) => detailsOf(eventOf(eventWith(text)), eventOf(eventWith(`${text}1`)))],
  ['the raw event', (text) => <RawEvent event={eventOf(eventWith(text))} info={INFO} zone={ZONE} />],
  ['what changed', (text) => changesOf(eventWith(text), eventWith(`${text}1`))],
  ['an open value', (text) => propertyOf(text)],
  [
    'the request that found nothing',
    (text) => <NoRows {...emptyOf(text)} seen={createSeenValues()} onPage={none} onFilters={none} />,
  ],
  ['a request', (text) => <ActivityRow entry={entryOf(text)} zone={ZONE} onRunAgain={none} />],
  ...failuresWith('').map(
    ({ kind }, at) =>
      [`a failure: ${kind}`, (text) => <FailureNotice failure={failuresWith(text)[at] as Failure} />] satisfies [
        string,
        (text: string) => ReactNode,
      ],
  ),
]

test.each(DRAWN)('%s is drawn in part where it is long', (_, node) => {
  expect(drawn(node('x'.repeat(20 * LONG))).length).toBeLessThan(200_000)
  for (const piece of ['א ', '\u202e\u202c', '\n', '\u{e0067}']) {
    const markup = drawn(node(piece.repeat(LONG / piece.length)))
    expect(markup.split('<').length).toBeLessThan(8_000)
  }
})

test.each<[string, (event: Event) => ReactNode]>([
  ['a row', rowOf],
  ['the details', (event) => detailsOf(event)],
  ['the details of another event', (event) => detailsOf(event, eventOf(event.source.replaceAll('1', '2')))],
  ['the raw event', (event) => <RawEvent event={event} info={INFO} zone={ZONE} />],
  ['what changed', ({ source }) => changesOf(source, source.replaceAll('1', '2'))],
])('%s with 10,000 properties is drawn in part', (_, node) => {
  for (const textOf of Object.values(HOSTILE_EVENTS)) {
    expect(drawn(node(eventOf(textOf(LONG)))).split('<').length).toBeLessThan(10_000)
  }
})

/** As HTML, without the attributes that carry exact texts for programs and the style sheets. */
function drawn(node: ReactNode): string {
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <DetailActionsProvider value={DETAIL_ACTIONS}>{node}</DetailActionsProvider>
    </MantineProvider>,
  )
  return markup.replaceAll(/<style[^<]*<\/style>| data-[a-z-]+="[^"]*"/g, '')
}

function rowOf(event: Event): ReactNode {
  return (
    <table>
      <tbody>
        <EventRow
          event={event}
          row={0}
          drawing={{
            columns: [
              ...(['created', 'eventId', 'customerId', 'eventCode', 'type', 'properties'] as const).map(
                (id) => ({ id, builtIn: id, name: id, characters: 20 }) as const,
              ),
              ...event.properties
                .slice(0, 4)
                .map(
                  ({ name }) => ({ id: name, builtIn: null, name, characters: 12, numeric: true, places: 4 }) as const,
                ),
            ],
            zone: ZONE,
            instants: { years: true, offsets: true, offset: null },
            propertiesRoom: 1_000,
            numbered: false,
            names: undefined,
            idPrefix: 'grid',
          }}
          selected={false}
          open={false}
          tabStop={null}
          mark={rowMarks([event], requestWith(event.eventId ?? '').filters).get(event) ?? null}
          again={sameAgain(event, { ...event, eventId: 'another' })}
        />
      </tbody>
    </table>
  )
}

function detailsOf(event: Event, before: Event | null = null): ReactNode {
  const differences = before === null ? [] : eventDifferences(before.source, event.source)
  return (
    <DetailPane
      steps={{ position: null, among: 'on this page', previous: null, next: null }}
      connection={someConnection}
      view={{
        state: 'event',
        event,
        info: INFO,
        source: { from: 'service', receivedAt: INFO.receivedAt, withPage: false, unrefreshed: null },
        newer: null,
      }}
      change={before && { kind: 'changed', since: INFO.receivedAt, before, after: event, differences }}
      zone={ZONE}
      now={() => INFO.receivedAt}
    />
  )
}

function changesOf(before: string, after: string): ReactNode {
  return <EventDifferences differences={eventDifferences(before, after)} most={200} />
}

function propertyOf(text: string): ReactNode {
  return (
    <PropertyRow
      property={{ name: text, kind: 'string', text, raw: text }}
      index={0}
      what="property"
      repeat={{ nth: 1, of: 2 }}
      highlight={patternOf('x')}
      whole
      onWhole={none}
    />
  )
}

const quoted = (text: string) => JSON.stringify(text)
const digits = (text: string) => text.replaceAll(/\D/g, '5')

/** As long as the text, which is in its fields, a property and its name, and a field the interface lacks. */
function eventWith(whole: string): string {
  const text = whole.slice(0, whole.length / 8)
  return `{"event_id":${quoted(text)},"customer_id":${quoted(text)},"event_code":${quoted(text)},"created_at":${quoted(`2026-11-20T14:52:57.${digits(text)}Z`)},"event_type":${quoted(text)},${quoted(text)}:1,"event_properties":{${quoted(text)}:${quoted(text)},"n":1${digits(text)}}}`
}

function pairOf(one: string, other: string): Pair {
  const [first, second] = [eventOf(one), eventOf(other)]
  return {
    one: first,
    other: second,
    selected: withSelected(new Map(), { page: [first, second], chosen: [first], isSelected: true }),
  }
}

function eventOf(source: string): Event {
  const read = parseEventText(source)
  if (!read.ok) throw new Error(read.problems.join())
  return read.event
}

function patternOf(query: string): RegExp {
  const pattern = searchPattern(query)
  if (pattern === null) throw new Error('An empty query has no pattern')
  return pattern
}

const requestWith = (text: string): SearchRequest => ({
  filters: {
    customerId: text,
    eventId: text,
    createdAtFrom: text,
    propertyFilters: [
      { name: text, kind: 'string', text },
      { name: `${text}1`, kind: 'number', text: `1${digits(text)}` },
    ],
  },
  limit: 50,
  offset: 0,
})

const pageOf = (events: Event[]): SearchPage => ({
  events,
  sent: events.length,
  total: null,
  limit: null,
  offset: null,
  problems: [],
})

const emptyOf = (text: string) => ({
  shown: { request: requestWith(text), answer: { page: pageOf([]), info: INFO }, fromCache: false, turn: 1 },
})

const entryOf = (text: string): ActivityEntry => ({
  id: 1,
  startedAt: INFO.receivedAt,
  connectionName: 'One',
  method: 'GET',
  url: `https://one.example/v1/events/${encodeURIComponent(text.toWellFormed())}`,
  body: text,
  attempts: 1,
  durationMs: 1,
  outcome: { state: 'failed', failure: failuresWith(text)[0] as Failure },
})

/** One of each kind that carries words from outside. */
function failuresWith(text: string): Failure[] {
  const http = { status: 500, requestId: text, serviceMessage: text }
  const tried = { attempts: 2, durationMs: 1 }
  return [
    { kind: 'not-the-interface', problems: [text], contentType: text, body: text, http, ...tried },
    { kind: 'unreachable', reason: 'other', detail: text, ...tried },
    { kind: 'rejected', http, ...tried },
    { kind: 'not-found', eventId: text, http, ...tried },
    { kind: 'redirect', location: text, http, ...tried },
    { kind: 'no-token', connectionId: 'c', why: text },
    { kind: 'keychain', name: text, why: text },
    { kind: 'invalid', field: 'request', message: text },
    { kind: 'bridge', reason: 'other', detail: text },
  ]
}
