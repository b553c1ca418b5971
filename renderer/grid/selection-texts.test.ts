import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldCount, someMembers } from '../../shared/event/fixtures/some-event.ts'
import { anyText } from '../../shared/exact/fixtures/any-text.ts'
import { parseEventText } from '../../shared/search/search-page.ts'
import { SELECTION_FORMATS } from './selection-texts.ts'

function event(id: string, properties = '{}') {
  const parsed = parseEventText(`{${someMembers({ eventId: id })},"event_properties":${properties}}`)
  if (!parsed.ok) throw new Error(parsed.problems.join())
  return parsed.event
}

const textOf = (name: string, ids: string[]) =>
  SELECTION_FORMATS.find((format) => format.name === name)?.text(ids.map((id) => event(id)))

test('IDs are copied one a line, or as a JSON array that reads back', () => {
  expect(textOf('Event IDs, one per line', ['a', 'b'])).toBe('a\nb')
  fc.assert(
    fc.property(fc.array(anyText()), (ids) => {
      expect(JSON.parse(textOf('Event IDs as a JSON array', ids) ?? '')).toEqual(ids)
    }),
  )
})

test('JSON is copied as it was sent, to the digit', () => {
  const sent = event('a', '{"n":1.000000000000000000001}')
  const text = SELECTION_FORMATS.find(({ name }) => name === 'JSON as sent')?.text([sent, sent])
  expect(text).toBe(`[${sent.source},\n${sent.source}]`)
})

test('a Markdown table has a row for each event and no cell that breaks out of its own', () => {
  fc.assert(
    fc.property(fc.array(anyText(), { minLength: 1, maxLength: 5 }), (ids) => {
      const lines = (textOf('Markdown table', ids) ?? '').split('\n')
      expect(lines).toHaveLength(ids.length + 2)
      for (const line of lines) expect(line.match(/(?<!\\)(?:\\\\)*\|/g)).toHaveLength(fieldCount + 1)
    }),
  )
  expect(textOf('Markdown table', ['<script>a_b*c'])).toContain('&lt;script>a\\_b\\*c')
})
