import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChosenColumn } from '../../../shared/event/event-table.ts'
import { fieldHeads } from '../../../shared/event/fixtures/some-event.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { heldEvents, rowsOf } from './event-source.ts'
import { emptyTally } from './file-format.ts'
import { hostileEvent } from './fixtures/hostile-events.ts'
import { surveyEvents } from './fixtures/survey-events.ts'
import { ndjsonFormat } from './ndjson-format.ts'

async function written(sources: readonly string[], chosen?: readonly ChosenColumn[]) {
  const source = heldEvents(sources)
  const survey = await surveyEvents(rowsOf(source), { chosen, sums: [] })
  const tally = emptyTally()
  const batches: Uint8Array[] = []
  for await (const batch of ndjsonFormat().bytes({ batches: rowsOf(source), survey }, tally)) batches.push(batch)
  const text = Buffer.concat(batches).toString()
  expect(text === '' || text.endsWith('\n')).toBe(true)
  return { lines: text.split('\n').slice(0, -1), tally, fields: ndjsonFormat().fields(survey, tally) }
}

/** Sources of numbers, so that a digit that is lost shows. */
const exact = (text: string) => {
  const digits = (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? { digits: context?.source } : value
  return JSON.parse(text, digits as (key: string, value: unknown) => unknown)
}

describe('an NDJSON file', () => {
  test('is the texts as they were sent, a line each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileEvent, { maxLength: 6 }), async (sources) => {
        const { lines, tally } = await written(sources)
        expect(tally).toEqual({ ...emptyTally(), rows: sources.length })
        expect(lines).toEqual(sources.map((source) => source.replaceAll(/[\r\n]+/g, ' ')))
        for (const [at, line] of lines.entries()) expect(exact(line)).toEqual(exact(sources[at] ?? ''))
      }),
      runs(14, 150),
    )
  })

  test('writes half a pair that stands in the text itself as its escape, and counts it', async () => {
    const { lines, tally } = await written(['{"event_id":"\ud800"}'])
    expect(lines).toEqual(['{"event_id":"\\ud800"}'])
    expect(tally.halfPairs).toBe(1)
  })

  test('names its fields, extra ones too', async () => {
    const { fields } = await written(['{"event_id":"e","x":1,"x":2}', '{"y":1}'])
    expect(fields.map(({ name }) => name)).toEqual([...fieldHeads, 'event_properties', 'x', 'y'])
  })

  test('has the chosen fields and properties only, each as sent', async () => {
    const chosen = [{ field: 'eventId' as const }, { property: 'a' }, { property: '__proto__' }]
    const source =
      '{"customer_id":"c","event_properties":{"b":1,"a":1.50,"a":"\\u0061","__proto__":9007199254740993},\n"event_id":"e","x":1}'
    const { lines, fields } = await written([source, '7', '{"event_properties":[1]}'], chosen)
    expect(lines).toEqual([
      '{"event_properties":{"a":1.50,"a":"\\u0061","__proto__":9007199254740993},"event_id":"e"}',
      '{}',
      '{}',
    ])
    expect(fields.map(({ name }) => name)).toEqual(['event_id', 'event_properties'])
  })
})
