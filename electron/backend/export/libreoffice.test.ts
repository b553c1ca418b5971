// The long run only: LibreOffice takes seconds to start and has to be installed.
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cell } from '../../../shared/event/event-table.ts'
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import { keepsItsDigits } from '../../../shared/exact/exact-number.ts'
import { createGuard } from '../../../shared/export/spreadsheet-change.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { csvFormat } from './csv-format.ts'
import { heldEvents } from './event-source.ts'
import { excelFormat } from './excel-format.ts'
import { excelColumns } from './excel-row.ts'
import type { FileFormat } from './file-format.ts'
import { hostileEvent } from './fixtures/hostile-events.ts'
import { asLibreOfficeReads, cellsByLibreOffice } from './fixtures/libreoffice.ts'
import { readRow } from './read-row.ts'
import { type EventFile, writeEventFile } from './write-event-file.ts'

const ZONE = 'Europe/Berlin'
/** Each starts LibreOffice once; hostile events are many in one file instead. */
const RUNS = { numRuns: 8, endOnFailure: true }
const hostileEvents = fc.array(hostileEvent, { minLength: 60, maxLength: 150 })

async function write(sources: readonly string[], format: FileFormat): Promise<EventFile> {
  const path = join(await temporaryFolder(), `events.${format.extension}`)
  const order = { path, source: heldEvents(sources), format, sums: [], subject: null, now: () => 0 }
  const written = await writeEventFile(order)
  if (!written.ok) throw new Error(JSON.stringify(written.failure))
  return written.value
}

describe.runIf(process.env.EVENTSCOPE_LONG === '1')(
  'LibreOffice reads every cell as it was sent, less what was counted',
  () => {
    test.each([',', ';', '\t'] as const)('from CSV with %j', async (separator) => {
      const format = csvFormat({ separator, decimal: '.', guarded: true })
      const { guard } = createGuard(separator)
      await fc.assert(
        fc.asyncProperty(hostileEvents, async (sources) => {
          const { path, survey, tally } = await write(sources, format)
          const { columns, cells } = survey.table
          let guards = 0
          let halfPairs = columns.filter(({ name }) => !name.isWellFormed()).length
          const inCell = (text: string) => {
            if (!text.isWellFormed()) halfPairs += 1
            const whole = wellFormed(text)
            const guarded = guard(whole)
            guards += guarded.length - whole.length
            return asLibreOfficeReads(guarded)
          }
          const inFile = (cell: Cell) =>
            cell?.kind === 'string' || cell?.kind === 'json' ? inCell(cell.text) : (cell?.text ?? '')
          const expected = [
            columns.map(({ head }) => inCell(head)),
            ...sources.map((source) => cells(readRow(source)).map(inFile)),
          ]
          const read = await cellsByLibreOffice({ path, csv: { separator, columns: columns.length } })
          expect(filled(read, expected)).toEqual(expected)
          expect({ guards: tally.guards, halfPairs: tally.halfPairs }).toEqual({ guards, halfPairs })
        }),
        RUNS,
      )
    })

    test('from Excel files', async () => {
      const format = excelFormat({ zone: ZONE, about: () => [['About']] })
      await fc.assert(
        fc.asyncProperty(hostileEvents, async (sources) => {
          const { path, survey } = await write(sources, format)
          const columns = excelColumns(survey, ZONE)
          const [heads, ...read] = await cellsByLibreOffice({ path, sheet: 'Events' })
          expect(columns.map((_, at) => asLibreOfficeReads(heads?.[at] ?? ''))).toEqual(
            columns.map(({ head }) => asLibreOfficeReads(head)),
          )
          for (const [row, source] of sources.entries()) {
            const cells = survey.table.cells(readRow(source))
            for (const [at, column] of columns.entries()) {
              const where = `row ${row}, ${column.head}: ${source}`
              expectCell(read[row]?.[at] ?? '', cells[column.from] ?? null, column.isDateTime, where)
            }
          }
        }),
        RUNS,
      )
    })
  },
)

function expectCell(found: string, cell: Cell, isDateTime: boolean, where: string): void {
  if (isDateTime) expectDateTime(found, cell, where)
  // No reader tells -0 from 0.
  else if (cell?.kind === 'number' && keepsItsDigits(cell.text))
    expect(Number(found), where).toBe(Number(cell.text) + 0)
  else if (cell?.kind === 'boolean') expect(found, where).toBe(cell.text.toUpperCase())
  else expect(asLibreOfficeReads(found), where).toBe(asLibreOfficeReads(wellFormed(cell?.text ?? '')))
}

/** Rows and cells at the end that are empty are left out of what LibreOffice writes. */
function filled(read: string[][], expected: string[][]): string[][] {
  return expected.map((cells, row) => cells.map((_, at) => asLibreOfficeReads(read[row]?.[at] ?? '')))
}

/** Shown to the millisecond; days are doubles, so that some readers cut where others round. */
function expectDateTime(found: string, cell: Cell, where: string): void {
  const seen = cell === null ? null : inZone(cell.text, ZONE)
  if (seen === null || seen.date < '1900-03-01') {
    expect(found, where).toBe('')
    return
  }
  const shown = Date.parse(`${seen.date}T${seen.time}${seen.fraction.slice(0, 4)}Z`)
  expect(Math.abs(Date.parse(`${found.replace(' ', 'T')}Z`) - shown), where).toBeLessThanOrEqual(1)
}
