import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { createGuard } from '../../../shared/export/spreadsheet-change.ts'
import { type CsvOptions, cellWriter, csvFormat } from './csv-format.ts'
import { heldEvents, rowsOf } from './event-source.ts'
import { emptyTally } from './file-format.ts'
import { hostileEvent, hostileText } from './fixtures/hostile-events.ts'
import { surveyEvents } from './fixtures/survey-events.ts'
import { readRow } from './read-row.ts'

const options: fc.Arbitrary<CsvOptions> = fc.record({
  separator: fc.constantFrom(',' as const, ';' as const, '\t' as const),
  decimal: fc.constantFrom('.' as const, ',' as const),
  guarded: fc.boolean(),
})

async function written(sources: readonly string[], how: CsvOptions) {
  const source = heldEvents(sources)
  const survey = await surveyEvents(rowsOf(source), { sums: [] })
  const tally = emptyTally()
  const format = csvFormat(how)
  const batches: Uint8Array[] = []
  for await (const batch of format.bytes({ batches: rowsOf(source), survey }, tally)) batches.push(batch)
  return { text: Buffer.concat(batches).toString(), tally, survey, fields: format.fields(survey, tally) }
}

const isFormulaLike = (text: string) => /^[\s\p{C}\p{Z}"]*[=+\-@＝＋－＠]/u.test(text)

describe('a CSV file', () => {
  test('gives csv-parse every cell back, less what was counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileEvent, { maxLength: 6 }), options, async (sources, how) => {
        const { text, tally, survey, fields } = await written(sources, how)
        expect(text.startsWith('\ufeff')).toBe(true)
        const [heads = [], ...rows] = parse(text, { bom: true, delimiter: how.separator, record_delimiter: '\r\n' })
        expect(rows).toHaveLength(sources.length)
        expect(tally.rows).toBe(sources.length)
        expect(fields.map(({ name }) => name)).toEqual(heads)

        let guards = 0
        let halfPairs = 0
        const plain = (cell: string) => {
          const text = how.guarded ? createGuard(how.separator).unguard(cell) : cell
          guards += cell.length - text.length
          return text
        }
        const sent = (text: string) => {
          if (!text.isWellFormed()) halfPairs += 1
          return wellFormed(text)
        }
        for (const [at, { head, name }] of survey.table.columns.entries()) {
          expect(plain(heads[at] ?? '')).toBe(head)
          if (!name.isWellFormed()) halfPairs += 1
        }
        for (const [at, source] of sources.entries()) {
          for (const [column, cell] of survey.table.cells(readRow(source)).entries()) {
            const found = rows[at]?.[column] ?? ''
            if (cell?.kind === 'number') expect(found.replace(how.decimal, '.')).toBe(cell.text)
            else if (cell === null || cell.kind === 'boolean' || cell.kind === 'null')
              expect(found).toBe(cell?.text ?? '')
            else expect(plain(found)).toBe(sent(cell.text))
          }
        }
        expect({ guards: tally.guards, halfPairs: tally.halfPairs }).toEqual({ guards, halfPairs })
      }),
      runs(11, 150),
    )
  })

  test('leaves nothing to run wherever a program ends cells, guarded as it is', async () => {
    let guards = 0
    await fc.assert(
      fc.asyncProperty(fc.array(hostileEvent, { minLength: 1, maxLength: 4 }), options, async (sources, how) => {
        const { text, survey, tally } = await written(sources, { ...how, guarded: true })
        guards += tally.guards
        const rows = parse(text, { bom: true, delimiter: how.separator, record_delimiter: '\r\n' })
        for (const [at, record] of rows.entries()) {
          const cells = at === 0 ? null : survey.table.cells(readRow(sources[at - 1] ?? ''))
          for (const [column, cell] of record.entries()) {
            if (cells?.[column]?.kind === 'number') continue
            for (const part of cell.split(how.separator === ',' ? /[;\t\r\n]/ : /[,;\t\r\n]/)) {
              expect(isFormulaLike(part)).toBe(false)
            }
          }
        }
      }),
      runs(12, 100),
    )
    expect(guards).toBeGreaterThan(0)
  })

  test('tells an empty column from no row at all', async () => {
    const source = heldEvents(['{}', '{}'])
    const survey = await surveyEvents(rowsOf(source), { chosen: [{ property: 'a' }], sums: [] })
    const batches: Uint8Array[] = []
    const format = csvFormat({ separator: ',', decimal: '.', guarded: true })
    for await (const batch of format.bytes({ batches: rowsOf(source), survey }, emptyTally())) batches.push(batch)
    expect(Buffer.concat(batches).toString()).toBe('\ufeffa\r\n""\r\n""\r\n')
  })

  test('has the time by the clock of a zone beside the one that was sent, and nothing beside it in UTC', async () => {
    const times = ['2026-09-30T22:30:00.5Z', '2026-10-25T01:30:00Z', 'soon']
    const sources = [...times.map((time) => `{"created_at":"${time}"}`), '{"created_at (Europe/Berlin)":7}']
    const how = { separator: ',', decimal: '.', guarded: true } as const
    const { text, fields } = await written(sources, { ...how, zone: 'Europe/Berlin' })
    const cells = (parse(text, { bom: true, columns: true }) as Record<string, string>[]).map((row) => [
      row.created_at,
      row['created_at (Europe/Berlin)'],
      row['created_at (Europe/Berlin) (2)'],
    ])
    expect(cells).toEqual([
      ['2026-09-30T22:30:00.5Z', '2026-10-01T00:30:00.5+02:00', ''],
      ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00', ''],
      ['soon', '', ''],
      ['', '', '7'],
    ])
    expect(fields.map(({ name }) => name)).toContain('created_at (Europe/Berlin)')
    const { text: inUtc } = await written(sources.slice(0, 3), { ...how, zone: 'UTC' })
    expect(inUtc).not.toContain('created_at (')
  })

  test.each([
    [{ separator: ';', decimal: ',', guarded: true } as const, '﻿n;t\r\n-12,50;"a,\'=1"\r\n'],
    [{ separator: ',', decimal: ',', guarded: true } as const, '﻿n,t\r\n"-12,50","a,=1"\r\n'],
    [{ separator: '\t', decimal: '.', guarded: false } as const, '﻿n\tt\r\n-12.50\t"a,=1"\r\n'],
  ])('is written as %j', async (how, text) => {
    const source = heldEvents(['{"event_properties":{"n":-12.50,"t":"a,=1"}}'])
    const survey = await surveyEvents(rowsOf(source), { chosen: [{ property: 'n' }, { property: 't' }], sums: [] })
    const batches: Uint8Array[] = []
    for await (const batch of csvFormat(how).bytes({ batches: rowsOf(source), survey }, emptyTally()))
      batches.push(batch)
    expect(Buffer.concat(batches).toString()).toBe(text)
  })
})

describe('a cell', () => {
  /** The same by csv-stringify, which is a third as fast. */
  function reference({ separator, decimal, guarded }: CsvOptions, cell: Cell): string {
    const { guard } = createGuard(separator)
    const safe = (text: string) => (guarded ? guard(wellFormed(text)) : wellFormed(text))
    const readsAsOther = /^(true|false|null|-?\d[\d.eE+-]*|[[{].*)?$/s
    return stringify([[cell, 'x']], {
      delimiter: separator,
      record_delimiter: '\r\n',
      eof: false,
      quote_record_delimiter: true,
      quoted_match: /[,;\t\r\n]/,
      cast: {
        string: (text) => text,
        object: (value) => {
          const { kind, text } = value as Exclude<Cell, null>
          if (kind === 'number') return { value: text.replace('.', decimal), quoted_match: false as unknown as RegExp }
          if (kind === 'string' && readsAsOther.test(text))
            return { value: safe(text), quoted: true, quoted_empty: true }
          return kind === 'string' || kind === 'json' ? safe(text) : text
        },
      },
      // Cuts off the second cell, which is there so that an empty first cell is not an empty line.
    }).slice(0, -2)
  }

  const cell: fc.Arbitrary<Cell> = fc.oneof(
    fc.constant(null),
    hostileText.map((text) => ({ kind: 'string' as const, text })),
    fc.constantFrom('0', '-12.50', '1e5', '1E+400').map((text) => ({ kind: 'number' as const, text })),
    fc.constantFrom('true', 'false').map((text) => ({ kind: 'boolean' as const, text })),
    hostileText.map((text) => ({ kind: 'json' as const, text: JSON.stringify({ a: text }) })),
  )

  test('is written as csv-stringify writes it', () => {
    fc.assert(
      fc.property(options, cell, (how, one) => {
        expect(cellWriter(how, emptyTally())(one)).toBe(reference(how, one))
      }),
      runs(13, 2000),
    )
  })
})
