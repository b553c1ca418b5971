// The worker that reads a workbook: its sheets, or the rows of one of them. It lives as long as one reading, in memory
// of its own that is bounded, and is ended where nobody waits for it any more.
import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { CellKind, Meanings, RowTaker, SheetLimits } from './sheet-cells.ts'
import { readSheet, type SeenSheet } from './sheet-rows.ts'
import { type Archive, openArchive } from './workbook-archive.ts'
import { NO_TEXTS, readDateStyles, readIndex, readTexts, type WorkbookIndex } from './workbook-parts.ts'

/**
 * `look` goes through one sheet to see that it is whole: the one of that name, or the only one that can be meant.
 * `readAll` reads the rows of all sheets that have some, but of the one that is left out.
 */
export type WorkbookJob = { bytes: SharedArrayBuffer; limits: SheetLimits } & (
  | { do: 'look'; sheet: string | null }
  | { do: 'read'; sheet: string }
  | { do: 'readAll'; leftOut: readonly string[] }
)

/**
 * Rows of a sheet that follow each other. Three lists have an item for each row (`lines`, `widths`, `ends`), and three
 * one for each cell with something in it (`columns`, `kinds`, `texts`), row after row: lists of few kinds pass from a
 * worker faster than an object for each cell.
 */
export interface RowBatch {
  sheet: string
  lines: number[]
  widths: number[]
  /** Lines that are hidden. */
  hidden: Set<number>
  /** Where the cells of each row end in the lists of cells, and those of the next begin. */
  ends: number[]
  /** From 0. */
  columns: number[]
  kinds: CellKind[]
  texts: string[]
  /** The digits that the file has where they differ from the text, by the place of that number among the texts. */
  written: Map<number, string>
}

export type FromWorkbookWorker =
  /** `hidden`: those of the sheets that are. `looked`: the sheet that was gone through; null: it is not clear which. */
  | { type: 'index'; sheets: string[]; hidden: string[]; looked: { sheet: string; seen: SeenSheet } | null }
  /** Any message answers it, and asks for the next. */
  | { type: 'rows'; batch: RowBatch }
  | { type: 'end' }
  /** A sentence. */
  | { type: 'refused'; words: string }

/** A batch ends with the row that has these. */
const BATCH = { rows: 4_096, cells: 16_384, characters: 512 * 1024 }

/** Posts what it finds. @returns why it goes no further, as a sentence */
async function work(job: WorkbookJob, port: MessagePort): Promise<string | null> {
  const archive = await openArchive(Buffer.from(job.bytes))
  if (typeof archive === 'string') return archive
  const index = await readIndex(archive)
  if (typeof index === 'string') return index
  if (job.do !== 'look') return read(archive, index, job, port)
  const found = await look(archive, index, job.sheet, job.limits)
  if (typeof found === 'string') return found
  port.postMessage(found)
  return null
}

async function look(archive: Archive, { sheets }: WorkbookIndex, wanted: string | null, limits: SheetLimits) {
  const names = sheets.map(({ name }) => name)
  if (names.length === 0) return 'This workbook has no sheet.'
  const hidden = sheets.flatMap(({ name, isHidden }) => (isHidden ? [name] : []))
  const chosen = sheets.find(({ name }) => name === (wanted ?? onlyOne(names, hidden)))
  if (chosen === undefined) return { type: 'index', sheets: names, hidden, looked: null } satisfies FromWorkbookWorker
  if (chosen.path === null) return NO_ROWS
  const seen = await readSheet(archive, chosen.path, limits, null)
  if (typeof seen === 'string') return seen
  return { type: 'index', sheets: names, hidden, looked: { sheet: chosen.name, seen } } satisfies FromWorkbookWorker
}

/** The only one in sight, unless all are hidden. Sheets that Eventscope writes beside the rows are no ledgers. */
function onlyOne(names: readonly string[], hidden: readonly string[]): string | null {
  const inSight = hidden.length < names.length ? names.filter((name) => !hidden.includes(name)) : names
  const offered = inSight.length > 1 ? inSight.filter((name) => !BESIDE_ROWS.includes(name)) : inSight
  return offered.length === 1 ? (offered[0] ?? null) : null
}

const BESIDE_ROWS = ['About', 'Charges']

const NO_ROWS = 'This sheet has no rows: it is a chart, or the like. Choose another.'

async function read(
  archive: Archive,
  { sheets, texts: textsPath, styles, isFrom1904 }: WorkbookIndex,
  job: Exclude<WorkbookJob, { do: 'look' }>,
  port: MessagePort,
): Promise<string | null> {
  const wanted = sheets.flatMap(({ name, path }) => {
    const isWanted = job.do === 'read' ? name === job.sheet : !job.leftOut.includes(name)
    return isWanted && path !== null ? [{ name, path }] : []
  })
  if (wanted.length === 0) return NO_ROWS
  const texts = textsPath === null ? NO_TEXTS : await readTexts(archive, textsPath)
  if (typeof texts === 'string') return texts
  const isDate = styles === null ? () => false : await readDateStyles(archive, styles)
  if (typeof isDate === 'string') return isDate
  const meanings: Meanings = { texts, isDate, isFrom1904 }
  for (const { name, path } of job.do === 'read' ? wanted.slice(0, 1) : wanted) {
    const batches = rowBatches(name, port)
    const found = await readSheet(archive, path, job.limits, { meanings, rows: batches.rows })
    if (typeof found === 'string') return found
    await batches.send()
  }
  port.postMessage({ type: 'end' } satisfies FromWorkbookWorker)
  return null
}

/** Batches that are sent while the one before is taken, and not before. */
function rowBatches(sheet: string, port: MessagePort) {
  let batch = emptyBatch(sheet)
  let characters = 0
  let taken: Promise<unknown> = Promise.resolve()

  async function send(): Promise<void> {
    await taken
    taken = once(port, 'message')
    port.postMessage({ type: 'rows', batch } satisfies FromWorkbookWorker)
    batch = emptyBatch(sheet)
    characters = 0
  }

  const rows: RowTaker = {
    cell(column, kind, text, written) {
      if (written !== undefined) batch.written.set(batch.texts.length, written)
      batch.columns.push(column)
      batch.kinds.push(kind)
      batch.texts.push(text)
      characters += text.length
    },
    row(line, width, isHidden) {
      if (isHidden) batch.hidden.add(line)
      batch.lines.push(line)
      batch.widths.push(width)
      batch.ends.push(batch.texts.length)
      return batch.lines.length < BATCH.rows && batch.texts.length < BATCH.cells && characters < BATCH.characters
    },
    async rest() {
      await send()
      return null
    },
  }
  return { rows, send }
}

const emptyBatch = (sheet: string): RowBatch => ({
  sheet,
  lines: [],
  widths: [],
  hidden: new Set(),
  ends: [],
  columns: [],
  kinds: [],
  texts: [],
  written: new Map(),
})

if (parentPort !== null) {
  const words = await work(workerData as WorkbookJob, parentPort)
  if (words !== null) parentPort.postMessage({ type: 'refused', words } satisfies FromWorkbookWorker)
}
