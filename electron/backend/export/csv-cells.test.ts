// What stands in the CSV that most spreadsheets open as it is, cell by cell: commas, points, guards.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldCells, fieldCount, fieldHeads, someMembers } from '../../../shared/event/fixtures/some-event.ts'
import { anyText } from '../../../shared/exact/fixtures/any-text.ts'
import { createGuard } from '../../../shared/export/spreadsheet-change.ts'
import { csvFormat } from './csv-format.ts'
import { heldEvents, rowsOf as rowsOfSource } from './event-source.ts'
import { emptyTally } from './file-format.ts'
import { surveyEvents } from './fixtures/survey-events.ts'

const { unguard } = createGuard(',')
const format = csvFormat({ separator: ',', decimal: '.', guarded: true })

async function csvOf(sources: string[]): Promise<string> {
  const source = heldEvents(sources)
  const survey = await surveyEvents(rowsOfSource(source), { sums: [] })
  const batches: Uint8Array[] = []
  for await (const batch of format.bytes({ batches: rowsOfSource(source), survey }, emptyTally())) batches.push(batch)
  return Buffer.concat(batches).toString()
}

const rowsOf = (csv: string): string[][] => parse(csv, { bom: true, relax_column_count: false })

/**
 * The records as a reader sees them that ends one at any line break outside of quotes; csv-parse ends them at the first
 * kind it met.
 */
const recordsOf = (csv: string): string[] => csv.match(/(?:"[^"]*"|[^"\r\n])+/g) ?? []

interface Fields {
  properties?: string
  extra?: string
  id?: string
}

const event = ({ properties = '', extra = '', id = 'evt_1' }: Fields = {}) =>
  `{${someMembers({ eventId: id })},"event_properties":{${properties}}${extra}}`
const heads = `\ufeff${fieldHeads.join()}`

describe('a CSV file', () => {
  test('has the fields, then a column for each property of any row, first seen first', async () => {
    const csv = await csvOf([
      event({ properties: '"amount":0.10,"region":"eu"' }),
      event({ id: 'evt_2', properties: '"tier":"hot","amount":90071992547409949' }),
    ])
    expect(csv).toBe(
      `${heads},amount,region,tier\r\n` +
        `${fieldCells().join()},0.10,eu,\r\n` +
        `${fieldCells({ eventId: 'evt_2' }).join()},90071992547409949,,hot\r\n`,
    )
  })

  test('keeps each of a name that is there twice, and names that are taken', async () => {
    const csv = await csvOf([
      event({ properties: '"a":1,"a":2,"event_id":"x","a (2)":3,"__proto__":"p"', extra: ',"a":[1.0]' }),
    ])
    const [header, row] = rowsOf(csv)
    expect(header?.slice(fieldCount)).toEqual(['a', 'a (2)', 'event_id (2)', 'a (2) (2)', '__proto__', 'a (3)'])
    expect(row?.slice(fieldCount)).toEqual(['1', '2', 'x', '3', 'p', '[1.0]'])
  })

  test('guards strings that a spreadsheet would run, in cells and headers, and no number', async () => {
    const csv = await csvOf([event({ id: '=1+1', properties: '"=a":-12.50,"text":"-12.50 €","@x":" =cmd"' })])
    expect(csv.split('\r\n')).toEqual([
      `${heads},'=a,text,'@x`,
      `${fieldCells({ eventId: "'=1+1" }).join()},-12.50,'-12.50 €,' =cmd`,
      '',
    ])
  })

  test('quotes every cell and header with a line break of any kind, so that none begins a record', async () => {
    for (const end of ['\\n', '\\r', '\\r\\n']) {
      const attack = `"hello${end}=HYPERLINK(1)"`
      const csv = await csvOf([event({ properties: `"n${end}=a":${attack},"j":[1,${JSON.parse(`"${end}"`)}2]` })])
      expect(recordsOf(csv.slice(1))).toHaveLength(2)
      const guarded = JSON.parse(attack).replace('=', "'=")
      expect(rowsOf(csv)[1]?.slice(fieldCount)).toEqual([guarded, `[1,${JSON.parse(`"${end}"`)}2]`])
    }
  })

  test('leaves nothing to run to spreadsheets that end cells at `;`, tabs or line ends, with or without a look at quotes', async () => {
    const attacks = ['x;=1+1', 'x\t=1+1', 'x\n=1+1', 'x;"=1+1"', '=1;\t@A1']
    const list = attacks.map((text, at) => `"p${at}":${JSON.stringify(text)}`)
    const nested = attacks.map((text, at) => `"j${at}":{"a":${JSON.stringify(text)}}`)
    const csv = (await csvOf([event({ properties: [...list, ...nested].join(',') })])).slice(1)
    for (const cell of csv.split(/[,;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@]/)
    // LibreOffice's default import: any of the separators, outside of quotes.
    for (const row of recordsOf(csv))
      for (const cell of row.matchAll(/(?:^|[,;\t])("[^"]*(?:""[^"]*)*"|[^,;\t]*)/g))
        expect(cell[1]).not.toMatch(/^"?=/)
    const row = csv.slice(csv.indexOf('evt_1'))
    expect(parse(row, { delimiter: [',', ';', '\t'] })[0]).toHaveLength(fieldCount + list.length + nested.length)
    const read = rowsOf(csv)[1]!.slice(fieldCount).map(unguard)
    expect(read).toEqual([...attacks, ...attacks.map((text) => JSON.stringify({ a: text }))])
  })

  test('tells a string from what it looks like, and an empty one from none', async () => {
    const csv = await csvOf([
      event({ properties: '"a":"42","b":42,"c":"","d":"null","e":null,"f":true,"g":"{}","h":{"x": 1.0}' }),
      event({ properties: '' }),
    ])
    expect(csv.split('\r\n')[1]).toMatch(/,"42",42,"","null",null,true,"\{\}","\{""x"": 1\.0\}"$/)
    expect(csv.split('\r\n')[2]).toMatch(/Z,,,,,,,,$/)
  })

  test('loses nothing of an event that does not fit', async () => {
    const mismatch =
      '{"event_id":7,"customer_id":"c","event_code":"e","event_type":"credit","created_at":"2026-11-20T12:00:00Z","event_properties":{"a":1}}'
    const rows = rowsOf(await csvOf([event(), mismatch, '"no object"']))
    expect(rows[0]?.at(-1)).toBe('source')
    expect(rows.map((row) => row.at(-1))).toEqual(['source', '', mismatch, '"no object"'])
    expect(rows[2]?.slice(0, 2)).toEqual(['', 'c'])
  })

  test('writes a lone surrogate as JSON escapes it, because UTF-8 has none', async () => {
    const rows = rowsOf(await csvOf([event({ properties: '"a":"x\\ud800y"' })]))
    expect(rows[1]?.at(-1)).toBe('x\\ud800y')
  })

  test('gives every value back, whatever it is', async () => {
    const text = anyText(20).map((one) => one.toWellFormed())
    const formula = fc
      .tuple(
        fc.constantFrom('', ' ', "'", '\t', '\r\n', 'a\n', 'a\r', 'a;', 'a\t'),
        fc.constantFrom('=', '+', '-', '@', ''),
        fc.constantFrom('1', 'a,b', '"', ''),
      )
      .map((parts) => parts.join(''))
    const string = fc.oneof(text, formula).map((value) => ({ source: JSON.stringify(value), value, string: true }))
    const number = fc
      .tuple(fc.bigInt(), fc.constantFrom('', '.10', '.000', 'e5', '.5E-300'))
      .map((parts) => parts.join(''))
      .map((value) => ({ source: value, value, string: false }))
    const other = fc
      .constantFrom('true', 'false', 'null', '[1, 2.50]', '{"b": "x,\\r\\ny"}')
      .map((value) => ({ source: value, value, string: false }))
    const properties = fc.array(
      fc.tuple(
        fc.constantFrom('a', 'b', '=c', 'event_id', '__proto__', 'd,"e"\r\n', ''),
        fc.oneof(string, number, other),
      ),
      { maxLength: 6 },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, properties), { minLength: 1, maxLength: 5 }), async (events) => {
        const sources = events.map(([id, list]) =>
          event({ id, properties: list.map(([name, { source }]) => `${JSON.stringify(name)}:${source}`).join(',') }),
        )
        const csv = await csvOf(sources)
        const [, ...rows] = rowsOf(csv)
        expect(rows).toHaveLength(events.length)
        expect(recordsOf(csv)).toHaveLength(events.length + 1)
        for (const [index, [id, list]] of events.entries()) {
          const cells = rows[index]!
          expect(unguard(cells[0]!)).toBe(id)
          const wanted = list
            .map(([, { value, string }]) => (string ? `s${value}` : `o${value}`))
            .filter((value) => value !== 's')
          for (const value of wanted) {
            const found = cells
              .slice(fieldCount)
              .map((cell) => value[0] + (/^-?\d[\d.eE+-]*$/.test(cell) ? cell : unguard(cell)))
            expect(found).toContain(value)
          }
          const filled = cells.slice(fieldCount).filter((cell) => cell !== '' && !cell.startsWith('{"event_id":'))
          expect(filled).toHaveLength(wanted.length)
        }
      }),
      { seed: 7, numRuns: 60 },
    )
  })
})

describe('a CSV file of rows', () => {
  test('that would grow with the square of them has all properties in one column', async () => {
    // Each row would add a thousand columns of its own.
    const properties = (number: number) => Array.from({ length: 1_000 }, (_, at) => `"p${number}_${at}":1`).join(',')
    const sources = Array.from({ length: 20 }, (_, number) => event({ properties: properties(number) }))
    const rows = rowsOf(await csvOf(sources))
    expect(rows[0]?.slice(fieldCount)).toEqual(['event_properties'])
    expect(rows[20]?.slice(fieldCount)).toEqual([`{${properties(19)}}`])
  })
})
