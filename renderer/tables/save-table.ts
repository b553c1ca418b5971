// Saves a table as a file, piece by piece as its lines come. Figures that a spreadsheet would round become text in an Excel file,
// which the notice says.
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import type { ExportedTable, ExportedTableOutcome, TableFormat } from '../../shared/export/exported-table.ts'
import { FILE_FORMAT_NAMES } from '../../shared/export/file-formats.ts'
import type { CopiedTable } from '../../shared/figures/figure-table.ts'
import { type Bridge, bridge } from '../bridge.ts'
import { download } from '../ui/download.ts'
import { notifyError, say, sayWithButton } from '../ui/notify.tsx'
import { chunksOf, MOST_CHUNK_BYTES } from '../ui/row-chunks.ts'

/** The lines under a table that leaves the page, which say where its figures come from. */
export type CopiedSource = readonly (readonly [name: string, words: string])[]

/** A table whose lines are asked for while it is written: each piece has the same heads. */
export interface TableInPieces {
  pieces: () => AsyncIterable<CopiedTable>
  /** Of all pieces; null: not known. */
  lines: number | null
  source: CopiedSource
}

/** @param name what the table is, in its file's name. Reports progress and outcome; never rejects. */
export async function saveTable(table: TableInPieces, name: string, format: TableFormat): Promise<void> {
  const cancelling = new AbortController()
  let saidAt = performance.now()
  const report = (done: number) => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return
    saidAt = performance.now()
    sayWithButton(progressWords(done, table.lines), 'Cancel', () => cancelling.abort())
  }
  try {
    const outcome = await sentTable(
      table,
      { name, format },
      { calls: bridge.exports, download, report },
      cancelling.signal,
    )
    if (outcome === 'dismissed') return
    if (outcome === 'cancelled') say('Cancelled: nothing was saved', true)
    else if (outcome.kind === 'saved') say(savedWords(outcome, format))
    else {
      // A page that fetches two files at once is asked about by the browser.
      const { receipt } = outcome
      sayWithButton(savedWords(outcome, format), 'Save its receipt', () => download(receipt))
    }
  } catch (error) {
    notifyError(error)
  }
}

interface SendingEffects {
  calls: Pick<Bridge['exports'], 'openTable' | 'addToTable' | 'saveTable' | 'cancelTable'>
  /** Makes the browser download from an address. */
  download: (address: string) => void
  /** Told after each piece how many lines there are so far, while there are more to come. */
  report: (done: number) => void
}

/** Rejects with what its pieces or the bridge reject with; then nothing half is left, as after cancelling. */
export async function sentTable(
  { pieces, lines, source }: TableInPieces,
  { name, format }: Pick<ExportedTable, 'name' | 'format'>,
  { calls, download: fetched, report }: SendingEffects,
  signal: AbortSignal,
): Promise<ExportedTableOutcome | 'dismissed' | 'cancelled'> {
  let tableId: string | null = null
  let done = 0
  try {
    for await (const table of pieces()) {
      const { rows, ...head } = exportedTable(table, source, name)
      if (tableId === null) {
        const opened = await calls.openTable({ ...head, format })
        if (opened.kind === 'dismissed') return 'dismissed'
        tableId = opened.tableId
        if (opened.address !== null) fetched(opened.address)
      }
      for (const piece of chunksOf(rows, MOST_CHUNK_BYTES)) await calls.addToTable({ tableId, rows: piece })
      done += rows.length
      if (signal.aborted) break
      if (lines === null || done < lines) report(done)
    }
    if (tableId === null) throw new TypeError('There is no table.')
    if (!signal.aborted) return await calls.saveTable({ tableId })
    await calls.cancelTable({ tableId })
    return 'cancelled'
  } catch (error) {
    if (tableId !== null) await calls.cancelTable({ tableId }).catch(() => null)
    throw error
  }
}

/** More often nobody reads it. */
const SAID_EVERY_MS = 2_000

const progressWords = (done: number, lines: number | null) =>
  `Saving: ${grouped(done)}${lines === null ? '' : ` of ${grouped(lines)}`} lines`

/** More than a cell of Excel takes, which says itself where it cuts: one line is within what a call takes. */
const MOST_CHARACTERS = 40_000

/** What is before the snapshot's name (snapshot-source.ts). */
const SNAPSHOT = '; snapshot '

/** Texts are cut to 40,000 UTF-16 units. @param source names the snapshot, or is empty @param name what the table is */
export function exportedTable(
  { heads, rows }: CopiedTable,
  source: CopiedSource,
  name: string,
): Omit<ExportedTable, 'format'> {
  const of = source.find(([line]) => line === 'Source')?.[1] ?? ''
  return {
    of: of.slice(of.indexOf(SNAPSHOT) + SNAPSHOT.length),
    name,
    heads,
    rows: rows.map((row) =>
      row.map((cell) => {
        if (cell === null) return null
        if (cell.kind === 'day') return { day: cell.text }
        return cell.kind === 'number' ? { number: cell.text } : cell.text.slice(0, MOST_CHARACTERS)
      }),
    ),
    source: source.map(([line, words]) => [line, words]),
  }
}

function savedWords({ asText, ...outcome }: ExportedTableOutcome, format: TableFormat): string {
  const done =
    outcome.kind === 'saved' ? `Saved ${outcome.path} and its receipt` : `${FILE_FORMAT_NAMES[format]} file created`
  return `${done}${asTextWords(asText)}`
}

/** What follows where figures were too long for a spreadsheet's numbers; nothing where none was. */
export const asTextWords = (figures: number): string =>
  figures === 0 ? '' : `: ${countWords(figures, 'figure')} of more than 15 digits as text`
