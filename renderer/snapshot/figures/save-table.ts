// Saves a table as an Excel file. Figures that a spreadsheet would round become text, which the notice says.
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { ExportedTable, ExportedTableOutcome } from '../../../shared/export/exported-table.ts'
import { bridge } from '../../bridge.ts'
import type { CopiedTable } from '../../ui/copied-table.ts'
import { download } from '../../ui/download.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'
import { chunksOf, MOST_CHUNK_BYTES } from '../../ui/row-chunks.ts'
import { say, sayWithButton } from '../../ui/say.ts'
import type { CopiedSource } from './snapshot-source.ts'

/** @param name what the table is, in its file's name. Reports the outcome; never rejects. */
export async function saveTable(table: CopiedTable, source: CopiedSource, name: string): Promise<void> {
  try {
    const { rows, ...head } = exportedTable(table, source, name)
    const { tableId } = await bridge.exports.openTable(head)
    for (const piece of chunksOf(rows, MOST_CHUNK_BYTES)) await bridge.exports.addToTable({ tableId, rows: piece })
    const outcome = await bridge.exports.saveTable({ tableId })
    if (outcome.kind === 'dismissed') return
    if (outcome.kind === 'saved') {
      say(savedWords(outcome))
      return
    }
    download(outcome.address)
    // A page that fetches two files at once is asked about by the browser.
    const { receipt } = outcome
    sayWithButton(savedWords(outcome), 'Save its receipt', () => download(receipt))
  } catch (error) {
    notifyFailure(error)
  }
}

/** More than a cell of Excel takes, which says itself where it cuts: one line is within what a call takes. */
const MOST_CHARACTERS = 40_000

/** What is before the snapshot's name (snapshot-source.ts). */
const SNAPSHOT = '; snapshot '

export function exportedTable({ heads, rows }: CopiedTable, source: CopiedSource, name: string): ExportedTable {
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

function savedWords({ asText, ...outcome }: Exclude<ExportedTableOutcome, { kind: 'dismissed' }>): string {
  const done = outcome.kind === 'saved' ? `Saved ${outcome.path} and its receipt` : 'Excel file created'
  return asText === 0 ? done : `${done}: ${countWords(asText, 'figure')} of more than 15 digits as text`
}
