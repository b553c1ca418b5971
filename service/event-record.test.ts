import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readEvent, writeEvent } from './event-record.ts'
import { anyEvent } from './fixtures/event-arbitrary.ts'

const text = (changes: Record<string, unknown>) =>
  JSON.stringify({
    event_id: 'evt_1',
    customer_id: 'cus_1',
    event_code: 'api_calls',
    event_type: 'debit',
    created_at: '2026-03-01T09:30:00Z',
    event_properties: {},
    ...changes,
  })

describe('readEvent', () => {
  test('reads back every event as it was written', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(readEvent(writeEvent(event))).toEqual({ ok: true, event })
      }),
      { seed: 7, numRuns: 200 },
    )
  })

  test('keeps numbers digit by digit, and properties in their order', () => {
    const properties = '{"z":0.10,"a":9007199254740993,"2":1e-7,"1":-0,"__proto__":"x","e":"00042"}'
    const reading = readEvent(text({}).replace('"event_properties":{}', `"event_properties":${properties}`))
    if (!reading.ok) throw new Error(reading.problem)
    expect(writeEvent(reading.event)).toContain(`"event_properties":${properties}}`)
  })

  test('writes created_at in UTC, its fraction unchanged', () => {
    const reading = readEvent(text({ created_at: '2026-03-01T00:30:00.120+02:00' }))
    expect(reading).toMatchObject({ event: { createdAt: '2026-02-28T22:30:00.120Z' } })
  })

  test.each([
    [text({ event_id: undefined }), 'event_id is missing'],
    [text({ event_id: '' }), 'event_id must not be empty'],
    [text({ customer_id: 42 }), 'customer_id must be a string'],
    [text({ event_code: null }), 'event_code must be a string'],
    [text({ event_type: 'Credit' }), 'event_type must be credit or debit'],
    [text({ created_at: '2026-02-30T00:00:00Z' }), 'created_at names a day that does not exist'],
    [text({ event_properties: [] }), 'event_properties must be a JSON object'],
    [text({ event_properties: { a: true } }), 'event_properties.a must be a string or a number'],
    [text({ event_properties: { a: { b: 1 } } }), 'event_properties.a must be a string or a number'],
    [text({}).replace('{}', '{"a":1,"a":2}'), 'event_properties.a is given twice'],
    [text({}).replace('{', '{"event_id":"x",'), 'event_id is given twice'],
    [text({ amount: 1 }), 'amount is not a field of an event'],
    ['{', 'the event is not valid JSON'],
    ['[]', 'the event must be a JSON object'],
  ])('%s is refused: %s', (line, problem) => {
    expect(readEvent(line)).toEqual({ ok: false, problem: expect.stringContaining(problem) })
  })
})
