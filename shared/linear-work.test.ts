// Every function of this folder that is given a text: its work grows as the text does, whatever is in it.
import { expect, test } from 'vitest'
import { readBaseUrl, readBillingZone, readToken } from './connection/connection-input.ts'
import { readLink } from './connection/link.ts'
import { type Event, eventPath, type Filters } from './event/event.ts'
import { contentDifferences, eventDifferences } from './event/event-difference.ts'
import { buildEventTable, tableRow, uniqueNames } from './event/event-table.ts'
import { readDecimal } from './exact/decimal.ts'
import { canonicalJson, formatExact, isJson, parseExact, wellFormed } from './exact/exact-json.ts'
import { decimalValue, isJsonNumber, jsonNumberProblem, normalDecimal, sameDecimal } from './exact/exact-number.ts'
import { createExactSums } from './exact/exact-sum.ts'
import { growthProblems, HOSTILE_EVENTS } from './exact/fixtures/linear-work.ts'
import { exportFileName } from './export/export-file-name.ts'
import { beginsLikeFormula, createGuard, spreadsheetChange } from './export/spreadsheet-change.ts'
import { failureSentence } from './failure/failure-words.ts'
import { filtersLine } from './search/filter-words.ts'
import { mismatches } from './search/matches.ts'
import { readSearchBody, searchBody } from './search/search-body.ts'
import { parseEventText, parseSearchPage, whyNoEvent } from './search/search-page.ts'
import { hasSign, valueJudge } from './shape/judge-event.ts'
import { readShapes } from './shape/read-shapes.ts'
import { conditionsWords } from './snapshot/condition-words.ts'
import { readPropertyMeanings } from './snapshot/remembered-answers.ts'
import { readSnapshotRange } from './snapshot/snapshot-range.ts'
import { readDateInput } from './time/date-input.ts'
import { daysWithin, readDateWords } from './time/date-words.ts'
import { compareInstants, inZone, isZone, parseInstant, readDateTime, usualInstant, zoneName } from './time/instant.ts'
import {
  isIdempotencyName,
  isIdentifierName,
  isRequestName,
  offeredMeanings,
  pricedQuantity,
} from './worth/property-meanings.ts'
import { readRateCardCsv } from './worth/rate-card-csv.ts'
import { readRules } from './worth/rules-text.ts'
import { numberOf } from './worth/worth-event.ts'

const quoted = (text: string) => JSON.stringify(text)
const event = (text: string) =>
  `{"event_id":${quoted(text)},"created_at":${quoted(text)},${quoted(text)}:1,"event_properties":{${quoted(text)}:${quoted(text)}}}`
const digits = (text: string) => text.replaceAll(/\D/g, '5')

test.each<[string, (text: string) => unknown]>([
  ['readBaseUrl', readBaseUrl],
  ['readShapes', readShapes],
  ['readShapes of names', (text) => readShapes(`{${quoted(text)}:1,"allOf":[{${quoted(text)}:{}}]}`)],
  ['hasSign of digits', (text) => hasSign(`0.${digits(text)}`, 'above-zero')],
  [
    'valueJudge',
    (text) =>
      valueJudge({
        name: 'a',
        required: true,
        kinds: [],
        values: null,
        from: '0.1',
        to: '5',
        signs: { credit: null, debit: 'above-zero' },
      })({ kind: 'number', text: `5.${digits(text)}` }, 'debit'),
  ],
  ['readBaseUrl of a path', (text) => readBaseUrl(`https://a.example/${text}`)],
  ['readBillingZone', readBillingZone],
  [
    'readLink',
    (text) => readLink(`eventscope://open?connection=a&base_url=${encodeURIComponent(text.toWellFormed())}`),
  ],
  ['readLink of parameters', (text) => readLink(`eventscope://open?${text}`)],
  ['sameDecimal', (text) => sameDecimal(text, `${text}0`)],
  ['sameDecimal of digits', (text) => sameDecimal(digits(text), `0.${digits(text)}e9`)],
  ['decimalValue of digits', (text) => decimalValue(`0.${digits(text)}`)],
  ['normalDecimal of digits', (text) => normalDecimal(`${digits(text)}000.${digits(text)}e9`)],
  ['canonicalJson', (text) => canonicalJson(`{${quoted(text)}:[1],"a":${quoted(text)}}`)],
  ['canonicalJson of many', (text) => canonicalJson(`[${text}]`)],
  ['contentDifferences', (text) => contentDifferences(event(text), event(`${text} `), new Set(['event_id']))],
  ['eventDifferences', (text) => eventDifferences(event(text), event(`${text} `))],
  ['eventDifferences of what is not an event', (text) => eventDifferences(text, `${text} `)],
  ['eventPath', eventPath],
  ['parseExact', parseExact],
  ['parseExact of a string', (text) => parseExact(quoted(text))],
  ['parseExact of a raw string', (text) => parseExact(`["${text}"]`)],
  ['isJson', isJson],
  ['formatExact', (text) => formatExact(`[${text}]`, 2)],
  ['formatExact of strings', (text) => formatExact(event(text), 2)],
  ['isJsonNumber', isJsonNumber],
  ['jsonNumberProblem', jsonNumberProblem],
  [
    'exportFileName',
    (text) =>
      exportFileName({
        connectionName: text,
        customerId: text,
        period: { from: null, until: null, zone: 'UTC' },
        what: 'page',
        format: 'csv',
        now: 0,
      }),
  ],
  ['spreadsheetChange', (text) => spreadsheetChange({ kind: 'string', text }, true)],
  [
    'conditionsWords',
    (text) => conditionsWords({ where: [{ is: 'contains', key: { of: 'property', name: text }, text }] }, 'UTC'),
  ],
  ['filtersLine', (text) => filtersLine({ customerId: text, propertyFilters: [{ name: text, kind: 'string', text }] })],
  ['beginsLikeFormula', beginsLikeFormula],
  ['guard', createGuard(',').guard],
  ['guard behind a semicolon', (text) => createGuard(';').guard(`a;${text}`)],
  ['unguard', createGuard('\t').unguard],
  ['isIdempotencyName', isIdempotencyName],
  ['pricedQuantity', (text) => pricedQuantity(text, [text], [])],
  [
    'offeredMeanings',
    (text) => offeredMeanings([{ name: text, strings: 2, numbers: 0, distinct: 2, commonest: [text] }], []),
  ],
  ['readPropertyMeanings', readPropertyMeanings],
  ['readRules', readRules],
  ['readRules of names', (text) => readRules(`{"eventscopeRules":1,"units":[${quoted(text)}],${quoted(text)}:[]}`)],
  ['readRateCardCsv', readRateCardCsv],
  [
    'readRateCardCsv of a cell',
    (text) => readRateCardCsv(`code,price,currency\n"${text.replaceAll('"', '""')}",1,EUR`),
  ],
  [
    'numberOf of digits',
    (text) => numberOf({ kind: 'string', text: `0${digits(text)}.${digits(text)}` }, { isTextRead: true }),
  ],
  ['parseInstant', parseInstant],
  ['parseInstant of a fraction', (text) => parseInstant(`2026-11-20T14:52:57.${digits(text)}Z`)],
  ['inZone', (text) => inZone(`2026-11-20T14:52:57.${digits(text)}Z`, 'Europe/Berlin')],
  ['compareInstants', (text) => compareInstants(instant(text), instant(`${text}1`))],
  ['readDateInput', (text) => readDateInput(text, 'Europe/Berlin', 'from')],
  ['readDateInput of a fraction', (text) => readDateInput(`2026-11-20 14:52:57.${digits(text)}`, 'UTC', 'to')],
  ['readDateInput of spaces', (text) => readDateInput(`2026-11-20 ${text} 14:52`, 'UTC', 'to')],
  ['isZone', isZone],
  ['zoneName', zoneName],
  [
    'searchBody',
    (text) =>
      searchBody({
        filters: { eventId: text, propertyFilters: [{ name: text, kind: 'string', text }] },
        limit: 1,
        offset: 0,
      }),
  ],
  ['parseSearchPage', (text) => parseSearchPage(`{"events":[${event(text)},${quoted(text)}],"total":${quoted(text)}}`)],
  ['parseSearchPage of what is none', parseSearchPage],
  ['parseEventText', (text) => parseEventText(event(text))],
  ['whyNoEvent', whyNoEvent],
  ['wellFormed', wellFormed],
  ['readToken', (text) => readToken(`Bearer ${text}`)],
  ['readSnapshotRange', (text) => readSnapshotRange({ from: text, until: `2026-11-20 ${text}`, zone: 'UTC' })],
  ['readDateWords', (text) => readDateWords(text, 'Europe/Berlin', '2026-11-20T14:52:57Z')],
  ['daysWithin', (text) => daysWithin(text, 'Europe/Berlin', '2026-11-20T14:52:57Z', 2)],
  ['readDateTime', readDateTime],
  ['usualInstant', usualInstant],
  ['readDecimal', (text) => readDecimal(`1${digits(text)}.${digits(text)}`)],
  ['createExactSums', (text) => createExactSums().add('debit', text, `1${digits(text)}`)],
  ['isRequestName', isRequestName],
  ['isIdentifierName', isIdentifierName],
  [
    'readSearchBody',
    (text) => readSearchBody(`{"customer_id":${quoted(text)},"event_properties":{${quoted(text)}:1}}`),
  ],
  ['uniqueNames', (text) => uniqueNames([text, text, ...text.slice(0, text.length / 10)])],
  ['failureSentence', (text) => failureSentence({ kind: 'disk', detail: text })],
])('%s', (_, run) => expect(growthProblems(run)).toEqual([]))

test.each<[string, (text: string) => unknown]>([
  ['parseEventText', parseEventText],
  ['eventDifferences', (text) => eventDifferences(text, text.replaceAll('1', '2'))],
  ['buildEventTable', (text) => tableOf([eventOf(text), eventOf(text.replaceAll('1', '2'))])],
  ['mismatches', (text) => mismatches(eventOf(text), manyFilters)],
])('%s of an event with many properties', (_, run) => expect(growthProblems(run, HOSTILE_EVENTS)).toEqual([]))

const manyFilters: Filters = {
  propertyFilters: Array.from({ length: 20 }, (_, index) => ({ name: `k${index}`, kind: 'number', text: '0' })),
}

function eventOf(text: string): Event {
  const read = parseEventText(text)
  if (!read.ok) throw new Error(read.problems.join())
  return read.event
}

function tableOf(events: Event[]) {
  const builder = buildEventTable()
  const rows = events.map(tableRow)
  for (const row of rows) builder.note(row)
  const table = builder.table()
  return rows.map((row) => table.cells(row))
}

function instant(text: string) {
  const read = parseInstant(`2026-11-20T14:52:57.${digits(text)}Z`)
  if (read === null) throw new Error('That is an instant')
  return read
}
