import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDataFile } from './data-file.ts'
import { EVENT_FIELDS, type EventRecord, writeEvent } from './event-record.ts'
import { anyEvents } from './fixtures/event-arbitrary.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'

async function fileOf(name: string, content: string | Buffer): Promise<string> {
  const path = join(await temporaryFolder(), name)
  await writeFile(path, content)
  return path
}

const event = (eventId: string): EventRecord => ({
  eventId,
  customerId: 'cus_1',
  eventCode: 'api_calls',
  eventType: 'debit',
  createdAt: '2026-03-01T00:00:00Z',
  properties: [{ name: 'amount', kind: 'number', text: '0.10' }],
})
const line = (eventId: string) => writeEvent(event(eventId))

function csvOf(events: EventRecord[]): string {
  const rows = events.map((record) => {
    const { event_properties: _properties, ...fields } = JSON.parse(writeEvent(record)) as Record<string, string>
    // Cut from the event's text, because JSON.parse would round numbers.
    const text = writeEvent(record)
    return [...Object.values(fields), text.slice(text.indexOf('"event_properties":') + 19, -1)]
  })
  return stringify([[...EVENT_FIELDS], ...rows])
}

describe('readDataFile', () => {
  test('reads back every event from NDJSON and from CSV', async () => {
    // CSV is UTF-8, which cannot hold a lone surrogate.
    const isUtf8 = (record: EventRecord) =>
      [record.eventId, record.customerId, record.eventCode].every((text) => text.isWellFormed())
    await fc.assert(
      fc.asyncProperty(anyEvents(8), async (events) => {
        const ndjson = await readDataFile(
          await fileOf('e.ndjson', events.map((record) => `${writeEvent(record)}\n`).join('')),
        )
        expect(ndjson).toEqual({ events, badLines: [] })
        const plain = events.filter(isUtf8).filter(({ eventId }) => !eventId.includes('"event_properties":'))
        expect(await readDataFile(await fileOf('e.csv', csvOf(plain)))).toEqual({ events: plain, badLines: [] })
      }),
      { seed: 7, numRuns: 30 },
    )
  })

  test('names the bad lines of NDJSON by number and goes on', async () => {
    const bad = Buffer.concat([Buffer.from('{"event_id":"'), Buffer.from([0xff]), Buffer.from('"}\n')])
    const text = `\uFEFF${line('a')}\r\n\n{"event_id":\n${line('a')}\n`
    const content = Buffer.concat([
      Buffer.from(text),
      bad,
      Buffer.from(`${line('b').replace('debit', 'loan')}\n${line('c')}`),
    ])
    const { events, badLines } = await readDataFile(await fileOf('e.jsonl', content))
    expect(events.map(({ eventId }) => eventId)).toEqual(['a', 'c'])
    expect(badLines).toEqual([
      { line: 3, problem: expect.stringContaining('not valid JSON') },
      { line: 4, problem: 'event_id a is that of line 1' },
      { line: 5, problem: 'the line is not valid UTF-8' },
      { line: 6, problem: 'event_type must be credit or debit' },
    ])
  })

  test('names the bad lines of CSV by the number on which they begin', async () => {
    const rows = [
      '\uFEFFcustomer_id,event_id,event_code,event_type,created_at,event_properties',
      'cus_1,a,"api\ncalls",debit,2026-03-01T00:00:00Z,"{""amount"":0.10}"',
      'cus_1,b,api_calls,loan,2026-03-01T00:00:00Z,{}',
      '',
      'cus_1,c,api_calls',
      'cus_1,"d\n",api_calls,debit,2026-03-01,{}',
      'cus_1,e,api_calls,debit,2026-03-01T00:00:00Z,',
      'cus_1,f,api_calls,debit,2026-03-01T00:00:00Z,{}',
    ]
    const { events, badLines } = await readDataFile(await fileOf('e.csv', rows.join('\r\n')))
    expect(events.map(({ eventId }) => eventId)).toEqual(['a', 'f'])
    expect(events[0]).toMatchObject({ eventCode: 'api\ncalls', properties: [{ text: '0.10' }] })
    expect(badLines).toEqual([
      { line: 4, problem: 'event_type must be credit or debit' },
      { line: 6, problem: 'has 3 cells where the header has 6' },
      { line: 7, problem: expect.stringContaining('created_at must be an RFC 3339') },
      { line: 9, problem: expect.stringContaining('event_properties is not valid JSON') },
    ])
  })

  test('counts a broken quote as a bad line', async () => {
    const header = 'event_id,customer_id,event_code,event_type,created_at,event_properties'
    const rows = [header, 'a,b"c,d,debit,2026-03-01T00:00:00Z,{}', 'b,c,d,debit,2026-03-01T00:00:00Z,{}']
    const { events, badLines } = await readDataFile(await fileOf('e.csv', rows.join('\n')))
    expect(badLines).toEqual([{ line: 2, problem: expect.stringContaining('not valid CSV') }])
    expect(events.map(({ eventId }) => eventId)).toEqual(['b'])
  })

  const columns = 'event_id,customer_id,event_code,event_type,created_at,event_properties'
  const rowsOf = (...ids: string[]) => ids.map((id) => `${id},c,"k",debit,2026-03-01T00:00:00Z,"{""amount"":1}"`)
  const plainOf = (...ids: string[]) => ids.map((id) => `${id},c,k,debit,2026-03-01T00:00:00Z,{}`)

  test.each([
    ['closes too early', 'x,"abc"d,k,debit,2026-03-01T00:00:00Z,{}'],
    ['is not closed', 'x,"abc,k,debit,2026-03-01T00:00:00Z,{}'],
    ['is not closed, at the end of a line', 'x,abc,k,debit,2026-03-01T00:00:00Z,"{}'],
  ])('loses no other line of CSV where a quote %s', async (_name, bad) => {
    for (const rows of [rowsOf, plainOf]) {
      const after = Array.from({ length: 50 }, (_item, index) => `b${index}`)
      const text = [columns, ...rows('a'), bad, ...rows(...after), ''].join('\n')
      const { events, badLines } = await readDataFile(await fileOf('e.csv', text))
      expect(events.map(({ eventId }) => eventId)).toEqual(['a', ...after])
      expect(badLines).toEqual([{ line: 3, problem: expect.stringContaining('is not valid CSV') }])
    }
  })

  test('gives an open quote up after a thousand lines, so that no file is read as one cell', async () => {
    const cell = (lines: number) => `x,"${'y\n'.repeat(lines - 1)}",k,debit,2026-03-01T00:00:00Z,{}`
    const linesOf = async (lines: number) =>
      readDataFile(await fileOf('e.csv', [columns, cell(lines), ...plainOf('b')].join('\n')))
    expect((await linesOf(1000)).events).toHaveLength(2)
    const { events, badLines } = await linesOf(1001)
    expect(events.map(({ eventId }) => eventId)).toEqual(['b'])
    expect(badLines[0]).toEqual({ line: 2, problem: expect.stringContaining('never closed') })
  })

  test('leaves out the one line of CSV that is not UTF-8', async () => {
    const bad = Buffer.concat([
      Buffer.from('x,'),
      Buffer.from([0xff]),
      Buffer.from(',k,debit,2026-03-01T00:00:00Z,{}\n'),
    ])
    const content = [Buffer.from(`${[columns, ...rowsOf('a')].join('\n')}\n`), bad, Buffer.from(plainOf('b').join())]
    const { events, badLines } = await readDataFile(await fileOf('e.csv', Buffer.concat(content)))
    expect(events.map(({ eventId }) => eventId)).toEqual(['a', 'b'])
    expect(badLines).toEqual([{ line: 3, problem: 'the line is not valid UTF-8' }])
  })

  test.each([
    ['e.csv', 'event_id,customer_id\na,b\n', 'does not name event_code'],
    ['e.csv', 'event_id,customer_id,event_code,event_type,created_at,event_properties,note\n', 'names "note"'],
    ['e.csv', 'event_id,customer_id,event_code,event_type,created_at,event_properties,event_id\n', 'a field twice'],
    ['e.csv', Buffer.from([0x61, 0xff, 0x0a]), 'its header cannot be read: the line is not valid UTF-8'],
    ['e.json', '[]', 'must end in .ndjson'],
  ])('refuses %s as a whole: %j', async (name, content, problem) => {
    await expect(readDataFile(await fileOf(name, content))).rejects.toThrow(problem)
  })

  test.each(['none.csv', 'none.ndjson'])('refuses a file that is not there: %s', async (name) => {
    await expect(readDataFile(join(await temporaryFolder(), name))).rejects.toThrow('ENOENT')
  })
})
