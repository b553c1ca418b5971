// One workbook in a process of its own: written, or read from its first byte to its last row, by the backend's reader
// or by hucre.
import { writeFileSync } from 'node:fs'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { HOSTILE_WORKBOOKS } from '../../electron/backend/check/fixtures/hostile-workbooks.ts'
import { packedWorkbook, type WorkbookParts } from '../../electron/backend/check/fixtures/packed-workbook.ts'
import { openFile } from '../../electron/backend/check/open-file.ts'
import { takeTurns } from '../../electron/backend/snapshots/table/turn.ts'
import { NOTHING_CHOSEN } from '../../shared/check/checked-file.ts'
import { bytesOf } from '../check/bytes-of.ts'
import { answerJob, measured } from '../questions/beside-duckdb.ts'

/** `name` of a hostile one; null: a ledger as programs write them. */
export type WorkbookJob =
  | { how: 'written'; path: string; name: string | null }
  | { how: 'ours' | 'hucre'; path: string }

export interface ReadWorkbook {
  rows: number
  /** Those that are not empty. */
  cells: number
  /** Milliseconds until its rows could be read. */
  openMs: number
  /** Why it was not read, or not further; null: it was read. */
  words: string | null
}

export const LEDGER_ROWS = 1_000_000

// This is imported for its types and its numbers too.
if (process.send !== undefined) {
  answerJob((job: WorkbookJob) => {
    const { path, how } = job
    if (how === 'written') return measured(() => written(job.name, path))
    const bytes = bytesOf(path)
    return measured(() => (how === 'ours' ? ours(bytes) : hucre(bytes)))
  })
}

const nothingYet = (): ReadWorkbook => ({ rows: 0, cells: 0, openMs: 0, words: null })

async function written(name: string | null, path: string): Promise<ReadWorkbook> {
  const hostile = name === null ? undefined : HOSTILE_WORKBOOKS[name]
  writeFileSync(path, await packedWorkbook(hostile?.parts() ?? ledger()))
  return nothingYet()
}

function ledger(): WorkbookParts {
  return {
    sheets: { Ledger: chunks('<worksheet><sheetData>', ledgerRow, '</sheetData></worksheet>') },
    texts: chunks('<sst>', (row) => `<si><t>evt_${String(row * 7_919).padStart(20, '0')}</t></si>`, '</sst>'),
    styles: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>',
  }
}

/** Shared texts, a time and numbers, as Excel writes them. */
const ledgerRow = (row: number) =>
  `<row r="${row}" spans="1:8"><c r="A${row}" t="s"><v>${row - 1}</v></c><c r="B${row}" t="s"><v>${row % 10}</v></c><c r="C${row}" t="s"><v>${row % 7}</v></c><c r="D${row}" t="s"><v>1</v></c><c r="E${row}" s="1"><v>${45_931 + row / 1e6}</v></c><c r="F${row}"><v>${(row % 10_007) / 100}</v></c><c r="G${row}" t="s"><v>2</v></c><c r="H${row}"><v>${row}</v></c></row>`

function* chunks(before: string, one: (row: number) => string, after: string): Generator<string> {
  yield before
  for (let from = 1; from <= LEDGER_ROWS; from += 1_000) {
    yield Array.from({ length: 1_000 }, (_, at) => one(from + at)).join('')
  }
  yield after
}

async function ours(bytes: SharedArrayBuffer): Promise<ReadWorkbook> {
  const found = nothingYet()
  const turn = takeTurns(new AbortController().signal)
  const startedAt = performance.now()
  const opened = await openFile({ name: 'any.xlsx', bytes }, NOTHING_CHOSEN, turn)
  found.openMs = performance.now() - startedAt
  if (opened.kind === 'asks') return { ...found, words: opened.asks.map(({ words }) => words).join(' ') }
  if (opened.kind !== 'opened') return { ...found, words: opened.words }
  found.words = await opened.lines((_, cells) => {
    found.rows += 1
    for (const cell of cells) if (cell !== null) found.cells += 1
    return true
  }, turn)
  return found
}

async function hucre(shared: SharedArrayBuffer): Promise<ReadWorkbook> {
  const found = nothingYet()
  const startedAt = performance.now()
  try {
    // A copy, as it does not unpack shared memory.
    const bytes = new Uint8Array(new Uint8Array(shared))
    const sheets: string[] = []
    await readXlsx(bytes, { sheets: ({ name }: { name: string }) => sheets.push(name) < 0 })
    found.openMs = performance.now() - startedAt
    for await (const { values } of streamXlsxRows(bytes, { sheet: sheets[0] ?? '' })) {
      found.rows += 1
      for (const value of values) if (value !== null) found.cells += 1
    }
  } catch (error) {
    found.words = String(error)
  }
  return found
}
