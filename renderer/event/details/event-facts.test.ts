import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEventText } from '../../../shared/search/search-page.ts'
import { nonStringValues, unplacedProblems } from './event-facts.tsx'

function read(text: string) {
  const answer = parseEventText(text)
  if (!answer.ok) throw new Error(answer.problems.join())
  return answer.event
}

describe('nonStringValues', () => {
  it('holds what came in place of a string, as it was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        const event = read(`{"event_id":"e","customer_id": ${text}}`)
        const expected = typeof JSON.parse(text) === 'string' ? undefined : text
        expect(nonStringValues(event).get('customer_id')?.text).toBe(expected)
      }),
      { seed: 1 },
    )
  })

  it('goes by the last of several, as the event does', () => {
    expect(nonStringValues(read('{"event_id":42,"event_id":"e"}')).has('event_id')).toBe(false)
    expect(nonStringValues(read('{"event_id":"e","event_id":4.20}')).get('event_id')).toEqual({
      name: 'event_id',
      kind: 'number',
      text: '4.20',
    })
  })
})

describe('unplacedProblems', () => {
  it('leaves out what is marked at a field, a property or an extra field', () => {
    expect(unplacedProblems(read('{"event_id":42,"event_properties":{"a":null},"x":1,"x":2}'))).toEqual([])
  })

  it('keeps the rest', () => {
    const problem = { field: 'events[3]', message: 'is a number, not an object' }
    expect(unplacedProblems({ ...read('{}'), source: '42', problems: [problem] })).toEqual([problem])
  })
})
