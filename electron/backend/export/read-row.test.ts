import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_FIELDS, FIELD_KEYS } from '../../../shared/event/event-fields.ts'
import { anyText } from '../../../shared/exact/fixtures/any-text.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { parsedRow, readRow } from './read-row.ts'

/** The table has no use for how a string was escaped. */
const plain = ({ misfit, ...row }: ReturnType<typeof readRow>) => {
  const without = (list: typeof row.properties) => list.map(({ name, kind, text }) => ({ name, kind, text }))
  const lists = { properties: without(row.properties), extra: without(row.extra) }
  const texts = Object.fromEntries(FIELD_KEYS.map((key) => [key, row[key]]))
  return { ...texts, misfit, source: misfit ? row.source : '', ...lists }
}

const space = fc.constantFrom('', '', ' ', '\n', '\r\n\t ')
const string = anyText(10).map((text) => JSON.stringify(text))
const escaped = fc.constantFrom('"\\u0061"', '"a\\/b"', '"\\"\\\\"', '"\\\\"', '"\\ud800"', '"}"', '"]{["', '""')
const number = fc.constantFrom('0', '-0', '1.50', '12345678901234567890', '1E+400', '-2.5e-7')
const scalar = fc.oneof(string, escaped, number, fc.constantFrom('true', 'false', 'null'))
const nested = fc.constantFrom('{}', '[]', '[1, "}"]', '{"a":{"b":[null]}}', '[[[]]]', '{"a":1,"a":2}')
const value = fc.oneof({ weight: 5, arbitrary: scalar }, { weight: 1, arbitrary: nested })
const propertyName = fc.oneof(fc.constantFrom('"a"', '"__proto__"', '"event_id"', '"\\u0061"', '""'), string)

const written = (members: [string, string][], gap: string) =>
  `{${gap}${members.map(([name, text]) => `${name}${gap}:${gap}${text}`).join(`${gap},${gap}`)}${gap}}`
const object = fc
  .tuple(fc.array(fc.tuple(propertyName, value), { maxLength: 5 }), space)
  .map(([members, gap]) => written(members, gap))

const field = fc.oneof({ weight: 12, arbitrary: fc.oneof(string, escaped) }, { weight: 1, arbitrary: value })
const fields = fc.tuple(
  ...EVENT_FIELDS.map(({ name }) => fc.tuple(fc.constant(`"${name}"`), field)),
  fc.tuple(
    fc.constant('"event_properties"'),
    fc.oneof({ weight: 12, arbitrary: object }, { weight: 1, arbitrary: value }),
  ),
)
const extra = fc.array(fc.tuple(fc.oneof(propertyName, fc.constantFrom('"event_id"', '"event\\u005fid"')), value), {
  maxLength: 2,
})
const event = fc
  .tuple(fields, fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, extra), fc.nat(6), space)
  .chain(([own, more, left, gap]) =>
    fc
      .shuffledSubarray([...own, ...more], { minLength: own.length + more.length - (left === 0 ? 1 : 0) })
      .map((members) => `${gap}${written(members, gap)}${gap}`),
  )

test('a plain event is read as parsing reads it, and so is any other', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 9, arbitrary: event }, { weight: 1, arbitrary: value }), (source) => {
      expect(JSON.parse(source)).not.toBe(undefined)
      expect(plain(readRow(source))).toEqual(plain(parsedRow(source)))
    }),
    runs(15, 2000),
  )
})

test('what is no object is a row of which only the source is known', () => {
  expect(readRow('"x"')).toMatchObject({ eventId: null, properties: [], misfit: true, source: '"x"' })
})
