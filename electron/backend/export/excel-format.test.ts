import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import readExcelFile from 'read-excel-file/node'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Cell } from '../../../shared/event/event-table.ts'
import { fieldCount, someMembers } from '../../../shared/event/fixtures/some-event.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { keepsItsDigits } from '../../../shared/exact/exact-number.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { writeWholeFile } from '../storage/fixtures/write-whole-file.ts'
import { heldEvents, rowsOf } from './event-source.ts'
import { type ExcelOptions, excelFormat } from './excel-format.ts'
import { emptyTally, type Tally } from './file-format.ts'
import { hostileEvent } from './fixtures/hostile-events.ts'
import { surveyEvents } from './fixtures/survey-events.ts'
import { readRow } from './read-row.ts'
import type { Survey } from './survey.ts'

let path = ''
beforeEach(async () => {
  path = join(await temporaryFolder(), 'events.xlsx')
})

const ZONE = 'Europe/Berlin'

async function write(sources: readonly string[], options: Partial<ExcelOptions> = {}) {
  const source = heldEvents(sources)
  const survey = await surveyEvents(rowsOf(source), { sums: [] })
  const tally = emptyTally()
  const format = excelFormat({ zone: ZONE, about: () => [['About']], ...options })
  const written = await writeWholeFile(path, format.bytes({ batches: rowsOf(source), survey }, tally))
  expect(written.ok).toBe(true)
  return { tally, survey, fields: format.fields(survey, tally) }
}

const MOST_TEXT = 32_767

/** What a reader is to find in a cell; counts what the file counts. */
function expected(cell: Cell, counted: Tally, column: string): string | number | boolean | null {
  if (cell === null) return null
  const { kind, text } = cell
  if (kind === 'number' && keepsItsDigits(text)) return Number(text)
  if (kind === 'number') counted.numbersAsText.set(column, (counted.numbersAsText.get(column) ?? 0) + 1)
  if (kind === 'boolean') return text === 'true'
  if (!text.isWellFormed()) counted.halfPairs += 1
  const whole = wellFormed(text)
  if (whole.length <= MOST_TEXT) return whole
  counted.cut += 1
  const mark = ` … (cut: ${whole.length} characters)`
  const kept = whole.slice(0, MOST_TEXT - mark.length)
  return (kept.isWellFormed() ? kept : kept.slice(0, -1)) + mark
}

/** The wall clock that a date-time cell shows, as UTC milliseconds; null where Excel's calendar has no such day. */
function wallClock(text: string): number | null {
  const seen = inZone(text, ZONE)
  if (seen === null || seen.date < '1900-03-01') return null
  return Date.parse(`${seen.date}T${seen.time}${seen.fraction.slice(0, 4)}Z`)
}

type Read = (string | number | boolean | Date | null | undefined)[][]

function expectSameCells(rows: Read, sources: readonly string[], survey: Survey, counted: Tally): void {
  const { columns, cells } = survey.table
  // A reader may leave out rows at the end that have no cell.
  expect(rows.length).toBeLessThanOrEqual(sources.length)
  for (const [at, source] of sources.entries()) {
    const found = [...(rows[at] ?? [])]
    for (const [place, cell] of cells(readRow(source)).entries()) {
      // Readers tell neither an empty text from none, nor -0 from 0.
      const alike = (one: unknown) => (one === '' || one === undefined ? null : one === 0 ? 0 : one)
      const value = alike(found.shift())
      expect(value).toBe(alike(expected(cell, counted, columns[place]?.head ?? '')))
      if (columns[place]?.of !== 'field' || columns[place]?.name !== 'created_at') continue
      const date = found.shift() ?? null
      const wall = cell === null ? null : wallClock(cell.text)
      if (cell !== null && wall === null) counted.withoutDateTime += 1
      if (wall === null) expect(date).toBeNull()
      // Days are doubles, and some readers cut where others round.
      else expect(Math.abs(Number(date) - wall)).toBeLessThanOrEqual(1)
    }
  }
}

describe('an Excel file', () => {
  test('gives every cell back to two readers that are not ours, less what was counted', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileEvent, { minLength: 1, maxLength: 6 }), async (sources) => {
        const { tally, survey, fields } = await write(sources)
        const sheets = await readExcelFile(path, { trim: false })
        expect(sheets.map(({ sheet }) => sheet)).toEqual(['Events', 'About'])
        const workbook = await readXlsx(await readFile(path))
        const read = [sheets[0]?.data, workbook.sheets[0]?.rows] as Read[]
        for (const [heads = [], ...rows] of read) {
          expect(fields.map((_, at) => heads[at] ?? '')).toEqual(fields.map(({ name }) => name))
          const counted = emptyTally()
          for (const { name } of survey.table.columns) if (!name.isWellFormed()) counted.halfPairs += 1
          expectSameCells(rows, sources, survey, counted)
          expect(tally).toEqual({ ...counted, rows: sources.length })
        }
      }),
      runs(16, 100),
    )
  })

  const event = (id: string, properties = '') => `{${someMembers({ eventId: id })},"event_properties":{${properties}}}`

  test('cuts what no cell takes, not in the middle of a character, and says so', async () => {
    const long = ['x'.repeat(MOST_TEXT), 'x'.repeat(MOST_TEXT + 1), `${'x'.repeat(32_736)}👩`.padEnd(40_000, '👩')]
    const { tally, survey } = await write(long.map((text) => event(text)))
    const sheets = await readExcelFile(path, { trim: false })
    const counted = emptyTally()
    expectSameCells(
      (sheets[0]?.data ?? []).slice(1) as Read,
      long.map((text) => event(text)),
      survey,
      counted,
    )
    expect(tally.cut).toBe(2)
    for (const row of sheets[0]?.data.slice(1) ?? []) expect(String(row[0]).length).toBeLessThanOrEqual(MOST_TEXT)
    expect(sheets[0]?.data[2]?.[0]).toMatch(/x … \(cut: 32768 characters\)$/)
  })

  test('keeps text text and numbers numbers in Excel itself, by the formats of its cells', async () => {
    await write([event('=1+1', '"a":"00042","n":1.50,"big":12345678901234567890')])
    const workbook = await readXlsx(await readFile(path), { readStyles: true })
    const cell = (place: string) => workbook.sheets[0]?.cells?.get(place)
    expect(cell('1,0')).toMatchObject({ value: '=1+1', style: { numFmt: '@' } })
    // Behind the fields stands the date-time, then the properties.
    const property = (number: number) => cell(`1,${fieldCount + number}`)
    expect(property(1)).toMatchObject({ value: '00042', style: { numFmt: '@' } })
    // With the decimals that were sent.
    expect(property(2)?.style?.numFmt).toBe('0.00')
    expect(property(3)).toMatchObject({ value: '12345678901234567890', style: { numFmt: '@' } })
    expect(property(0)?.style?.numFmt).toBe('yyyy\\-mm\\-dd\\ hh:mm:ss.000')
  })

  test('rolls over with its heads at the most rows of a sheet, and loses none', async () => {
    for (const count of [0, 1, 3, 4, 9, 10]) {
      const ids = Array.from({ length: count }, (_, at) => `evt_${at}`)
      const { tally } = await write(
        ids.map((id) => event(id)),
        { mostRows: 4 },
      )
      expect(tally.rows).toBe(count)
      const sheets = (await readExcelFile(path)).filter(({ sheet }) => sheet !== 'About')
      expect(sheets.map(({ sheet }) => sheet)).toEqual(
        Array.from({ length: Math.max(1, Math.ceil(count / 3)) }, (_, at) =>
          at === 0 ? 'Events' : `Events ${at + 1}`,
        ),
      )
      for (const { data } of sheets) expect(data[0]?.[0]).toBe('event_id')
      expect(sheets.flatMap(({ data }) => data.slice(1).map(([id]) => id))).toEqual(ids)
    }
  })

  test('has all properties in one column where Excel has too few', async () => {
    const properties = Array.from({ length: 16_400 }, (_, at) => `"p${at}":${at}`).join(',')
    const { survey } = await write([event('e', '"p1":1'), event('f', properties)])
    expect(survey.table.columns.map(({ head }) => head)).toContain('event_properties')
    for await (const { values } of streamXlsxRows(await readFile(path), { sheet: 'Events' })) {
      expect(values).toHaveLength(fieldCount + 2)
    }
  })

  test('is readable as ZIP64, which a large one needs', async () => {
    const source = heldEvents([event('e', '"n":1')])
    const survey = { ...(await surveyEvents(rowsOf(source), { sums: [] })), characters: 1e9 }
    const format = excelFormat({ zone: ZONE, about: () => [['About']] })
    await writeWholeFile(path, format.bytes({ batches: rowsOf(source), survey }, emptyTally()))
    const bytes = await readFile(path)
    // The version needed to read its first entry, in the directory at the end: 4.5 is that of ZIP64.
    expect(bytes.readUInt16LE(bytes.indexOf('PK\x01\x02', 'latin1') + 6)).toBe(45)
    const rows: unknown[] = []
    for await (const { values } of streamXlsxRows(bytes, { sheet: 'Events' })) rows.push(values[0])
    expect(rows).toEqual(['event_id', 'e'])
  })

  test('lets go of its source when nobody reads on', async () => {
    let closed = false
    const source = {
      async *batches() {
        try {
          for (;;) yield { ok: true as const, value: Array.from({ length: 1_000 }, () => ({ source: event('e') })) }
        } finally {
          closed = true
        }
      },
    }
    const survey = await surveyEvents(rowsOf(heldEvents([event('e')])), { sums: [] })
    const bytes = excelFormat({ zone: ZONE, about: () => [] }).bytes({ batches: rowsOf(source), survey }, emptyTally())
    for (let size = 0; size < 10_000; ) size += (await bytes.next()).value?.length ?? 0
    expect(closed).toBe(false)
    await bytes.return(undefined)
    expect(closed).toBe(true)
  })
})
