import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EVENT_FIELDS, FIELD_KEYS, PROPERTIES_FIELD } from '../../../shared/event/event-fields.ts'
import { anyEventText } from '../../../shared/event/fixtures/any-event-text.ts'
import type { ExactMember } from '../../../shared/exact/exact-json.ts'
import { damaged, referenceJson } from '../../../shared/exact/fixtures/reference-json.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { parsedRow, plainRow, readRow } from './read-row.ts'

/** The table has no use for how a string was escaped. */
const plain = ({ misfit: mismatch, ...row }: ReturnType<typeof readRow>) => {
  const without = (list: typeof row.properties) => list.map(({ name, kind, text }) => ({ name, kind, text }))
  const lists = { properties: without(row.properties), extra: without(row.extra) }
  const texts = Object.fromEntries(FIELD_KEYS.map((key) => [key, row[key]]))
  return { ...texts, misfit: mismatch, source: mismatch ? row.source : '', ...lists }
}

test('an event is read as parsing reads it, whichever way it goes', () => {
  fc.assert(
    fc.property(anyEventText, (source) => {
      expect(plain(readRow(source))).toEqual(plain(parsedRow(source)))
    }),
    runs(15, 2000),
  )
})

test('a plain event is gone through once, and nothing else is', () => {
  let plainEvents = 0
  fc.assert(
    fc.property(damaged(anyEventText), (source) => {
      const expected = referenceRow(source)
      if (expected !== null) plainEvents += 1
      expect(plainRow(source)).toEqual(expected)
    }),
    runs(16, 2000),
  )
  expect(plainEvents).toBeGreaterThan(100)
})

/** The row of a plain event, made of what the reference parser reads; null for any other text. */
function referenceRow(source: string) {
  const event = referenceJson(source)
  if (event?.kind !== 'object') return null
  const named = (name: string) => event.members.filter((member) => member.name === name).map(({ value }) => value)
  const isOwn = (name: string) => name === PROPERTIES_FIELD || EVENT_FIELDS.some((field) => field.name === name)
  const texts = EVENT_FIELDS.map(({ key, name }) => {
    const [value, ...others] = named(name)
    return [key, value?.kind === 'string' && others.length === 0 ? value.text : null]
  })
  const [properties, ...others] = named(PROPERTIES_FIELD)
  const extra = event.members.filter(({ name }) => !isOwn(name))
  if (properties?.kind !== 'object' || others.length > 0 || texts.some(([, text]) => text === null)) return null
  if (![...properties.members, ...extra].every(({ value }) => isScalar(value.kind))) return null
  const lists = { properties: properties.members.map(asProperty), extra: extra.map(asProperty) }
  return { ...Object.fromEntries(texts), ...lists, misfit: false, source }
}

const isScalar = (kind: string) => ['string', 'number', 'boolean', 'null'].includes(kind)

const asProperty = ({ name, value }: ExactMember) => ({
  name,
  kind: value.kind,
  text: value.kind === 'string' ? value.text : value.source,
})

test('what is not an object is a row of which only the source is known', () => {
  expect(readRow('"x"')).toMatchObject({ eventId: null, properties: [], misfit: true, source: '"x"' })
})
