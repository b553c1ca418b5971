import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_FIELDS, PROPERTIES_FIELD } from '../../../../shared/event/event-fields.ts'
import { anyEventText } from '../../../../shared/event/fixtures/any-event-text.ts'
import type { ExactNode } from '../../../../shared/exact/exact-json.ts'
import { referenceJson } from '../../../../shared/exact/fixtures/reference-json.ts'
import { runs } from '../../../../shared/exact/fixtures/runs.ts'
import { createEventScanner, type ScannedToken, UTF16_MARK } from './event-scanner.ts'

test('reports what a slow parser finds, wherever in a buffer the event lies', () => {
  fc.assert(
    fc.property(anyEventText, fc.string(), fc.string(), (text, before, after) => {
      expect(scanned(text, before, after)).toEqual(expected(text))
    }),
    runs(17, 1_000),
  )
})

test('reports the same whatever events were read before', () => {
  const scan = createScanner()
  const texts = [
    '{"event_id":"a","customer_id":"b","event_properties":{"c":1}}',
    '{"event_id2":"a","customer_id":"b","event_properties":{"c":1}}',
    '{"event_i":"a","customer_id":"b"}',
    '{"customer_id":"b","event_id":"a"}',
    '{"event_id":"a","event_id":"b","x":1,"event_code":"c"}',
    '{"\\u0065vent_id":"a","customer_i\\u0064":"b"}',
    '{"event_properties":3,"event_id":null}',
    '{"event_properties":{"c":1},"event_id":"a","event_properties":{"d":2}}',
  ]
  for (const text of [...texts, ...texts.toReversed()]) expect(scan(text)).toEqual(expected(text))
})

type Report = readonly (string | number | boolean)[]

const scanned = (text: string, before: string, after: string) => createScanner()(text, before, after)

function createScanner() {
  let reports: Report[] = []
  const scan = createEventScanner({
    field: (field, found) => reports.push(['field', field, found.kind, textOf(found)]),
    properties: (isObject, isAgain) => reports.push(['properties', isObject, isAgain]),
    property: (name, value) => reports.push(['property', textOf(name), value.kind, textOf(value)]),
  })
  return (text: string, before = '', after = ''): Report[] => {
    reports = []
    const start = Buffer.byteLength(before)
    scan(Buffer.from(before + text + after), start, start + Buffer.byteLength(text))
    return reports
  }
}

function textOf({ bytes, start, end }: ScannedToken): string {
  const token = Buffer.from(bytes.subarray(start, end))
  return token[0] === UTF16_MARK ? token.toString('utf16le', 1) : token.toString('utf8')
}

function expected(text: string): Report[] {
  const event = referenceJson(text)
  if (event?.kind !== 'object') return []
  const first = event.members.findIndex(({ name }) => name === PROPERTIES_FIELD)
  return event.members.flatMap(({ name, value }, at): Report[] => {
    if (name !== PROPERTIES_FIELD) {
      const field = EVENT_FIELDS.findIndex((one) => one.name === name)
      return field < 0 ? [] : [['field', field, ...kindAndText(value)]]
    }
    if (value.kind !== 'object') return [['properties', false, at > first]]
    const properties = value.members.map((member): Report => ['property', member.name, ...kindAndText(member.value)])
    return [['properties', true, at > first], ...properties]
  })
}

const kindAndText = (node: ExactNode): [string, string] => [
  node.kind === 'object' || node.kind === 'array' ? 'json' : node.kind,
  node.kind === 'string' ? node.text : node.source,
]
