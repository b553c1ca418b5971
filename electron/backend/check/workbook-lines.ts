// The rows of a sheet in an Excel workbook. A worker reads them: whatever is in the file, its memory and its time are
// bounded, and it ends as soon as nobody waits for the rows any more.
import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { LONGEST_LINE, MOST_COLUMNS } from '../../../shared/check/checked-file.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { Breathing, ReadCell, ReadLines } from './read-lines.ts'
import type { CellKind, SheetLimits } from './sheet-cells.ts'
import type { MergedCell, SeenSheet } from './sheet-rows.ts'
import type { FromWorkbookWorker, RowBatch, WorkbookJob } from './workbook-worker.ts'

export interface Workbook {
  sheets: string[]
  /** The sheet that was chosen, or the only one that can be meant; null: it has to be chosen. */
  chosen: { sheet: string; lines: ReadLines; merged: readonly MergedCell[]; hidden: number; notes: string[] } | null
}

export interface WorkbookLimits {
  sheet: SheetLimits
  /** The worker's heap, in MiB. What it unpacks lies outside of it, and is bounded by the reading itself. */
  heapMb: number
  /** Milliseconds that are waited for the worker, in all of a workbook's readings together. */
  waitMs: number
}

/** 1 MiB and 500 columns a line are read of any file; the others keep a workbook below 20 seconds and 600 MiB. */
export const LEDGER_LIMITS: WorkbookLimits = {
  sheet: {
    bytes: 512 * 1024 * 1024,
    tags: 50_000_000,
    columns: MOST_COLUMNS,
    rowLength: LONGEST_LINE,
    cellBytes: 512 * 1024 * 1024,
    emptyTexts: false,
  },
  heapMb: 128,
  waitMs: 18_000,
}

const YOUNG_MB = 16
const TOO_MUCH_MEMORY = 'This workbook needs too much memory to be read. Save the sheet you need as CSV.'
const tooSlow = (waitMs: number) =>
  `This workbook takes longer than ${grouped(Math.round(waitMs / 1_000))} seconds to read, so reading was stopped. Save the sheet you need as CSV.`

/**
 * Goes through the sheet that is meant once, to see that it is whole and to count formulas; its rows are read by
 * `lines`. A sentence: why not.
 * @param wanted the name of a sheet; null: none was chosen
 */
export async function openWorkbook(
  bytes: SharedArrayBuffer,
  wanted: string | null,
  turn: Breathing,
  limits = LEDGER_LIMITS,
): Promise<Workbook | string> {
  const patience: Patience = { leftMs: limits.waitMs, of: limits.waitMs }
  const job: WorkbookJob = { do: 'look', bytes, sheet: wanted, limits: limits.sheet }
  for await (const message of messagesOf(job, limits, turn, patience)) {
    if (message.type === 'refused') return message.words
    if (message.type !== 'index') continue
    const { sheets, hidden, looked } = message
    if (looked === null) return { sheets, chosen: null }
    const { sheet, seen } = looked
    const lines = sheetLines(bytes, sheet, limits, patience)
    return {
      sheets,
      chosen: {
        sheet,
        lines,
        merged: seen.merged,
        hidden: seen.hidden,
        notes: [...hiddenNotes(hidden, sheet), ...notesOn(seen)],
      },
    }
  }
  return TOO_MUCH_MEMORY
}

function sheetLines(bytes: SharedArrayBuffer, sheet: string, limits: WorkbookLimits, patience: Patience): ReadLines {
  return async (take, turn, report) => {
    let rows = 0
    const job: WorkbookJob = { do: 'read', bytes, sheet, limits: limits.sheet }
    for await (const message of messagesOf(job, limits, turn, patience)) {
      if (message.type === 'refused') return message.words
      if (message.type === 'end') return null
      if (message.type !== 'rows') continue
      for (const [line, cells] of rowsOf(message.batch)) {
        if (!take(line, cells, message.batch.hidden.has(line))) return null
        rows += 1
        if (rows % 256 === 0) await turn.breathe()
      }
      report?.(rows)
      await turn.breathe()
    }
    return TOO_MUCH_MEMORY
  }
}

/**
 * The rows of every sheet but those that are left out, sheet by sheet.
 * @throws what `unreadable` makes of the words, where it is not read, or not further
 */
export async function* workbookRows(
  bytes: SharedArrayBuffer,
  leftOut: readonly string[],
  limits: WorkbookLimits,
  unreadable: (words: string) => Error,
): AsyncGenerator<{ sheet: string; line: number; cells: readonly ReadCell[] }, void, undefined> {
  const patience: Patience = { leftMs: limits.waitMs, of: limits.waitMs }
  const turn: Breathing = { breathe: () => undefined, signal: new AbortController().signal }
  const job: WorkbookJob = { do: 'readAll', bytes, leftOut, limits: limits.sheet }
  for await (const message of messagesOf(job, limits, turn, patience)) {
    if (message.type === 'refused') throw unreadable(message.words)
    if (message.type === 'end') return
    if (message.type !== 'rows') continue
    const { sheet } = message.batch
    for (const [line, cells] of rowsOf(message.batch)) yield { sheet, line, cells }
  }
  throw unreadable(TOO_MUCH_MEMORY)
}

function* rowsOf(batch: RowBatch): Generator<[number, ReadCell[]], void, undefined> {
  let at = 0
  for (const [row, line] of batch.lines.entries()) {
    const cells: ReadCell[] = new Array<ReadCell>(batch.widths[row] ?? 0).fill(null)
    for (const end = batch.ends[row] ?? 0; at < end; at += 1) {
      const text = batch.texts[at] ?? ''
      cells[batch.columns[at] ?? 0] = cellOf(batch.kinds[at] ?? 0, text, batch.written.get(at))
    }
    yield [line, cells]
  }
}

/** A text is of kind 0, a number of kind 1, a time of kind 2. */
function cellOf(kind: CellKind, text: string, written: string | undefined): ReadCell {
  switch (kind) {
    case 0:
      return text
    case 1:
      return written === undefined ? { number: text } : { number: text, written }
    case 2:
      return { time: text }
  }
}

/** How long a worker may still be waited for. What its rows are used for takes its own time, which is not counted. */
interface Patience {
  leftMs: number
  readonly of: number
}

/**
 * Tells what a worker posts on the job, until it has nothing more to say; and it is ended when nothing more is asked
 * for. Ends without a last word where the worker's memory did.
 */
async function* messagesOf(
  job: WorkbookJob,
  { heapMb }: WorkbookLimits,
  turn: Breathing,
  patience: Patience,
): AsyncGenerator<FromWorkbookWorker, void, undefined> {
  await turn.breathe()
  const late = new AbortController()
  const worker = new Worker(workerFile(), {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  try {
    const messages = on(worker, 'message', { signal: AbortSignal.any([turn.signal, late.signal]), close: ['exit'] })
    while (true) {
      const { done, value } = await waitFor(() => messages.next(), patience, late)
      if (done) return
      const message = value[0] as FromWorkbookWorker
      // The next are read while these are taken.
      if (message.type === 'rows') worker.postMessage('next')
      yield message
    }
  } catch (error) {
    // Where nobody waits any more, this throws what a turn then does.
    await turn.breathe()
    if (late.signal.aborted) yield { type: 'refused', words: tooSlow(patience.of) }
    else if (!isOutOfMemory(error)) throw error
  } finally {
    await worker.terminate()
  }
}

/** Aborts `late` where it takes longer than is left. */
async function waitFor<T>(next: () => Promise<T>, patience: Patience, late: AbortController): Promise<T> {
  const since = performance.now()
  const timer = setTimeout(() => late.abort(), Math.max(0, patience.leftMs))
  try {
    return await next()
  } finally {
    clearTimeout(timer)
    patience.leftMs -= performance.now() - since
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** The built one where this is built too: into a file beside it, or one folder below. */
function workerFile(): URL {
  if (import.meta.url.endsWith('.ts')) return new URL('./workbook-worker.ts', import.meta.url)
  const isBelow = /\/(?:chunks|command)\/[^/]*$/.test(import.meta.url)
  return new URL(isBelow ? '../workbook-worker.js' : './workbook-worker.js', import.meta.url)
}

const MOST_NAMED = 5
const LONGEST_NAMED = 60

/** @param sheet the one that is read */
function hiddenNotes(hidden: readonly string[], sheet: string): string[] {
  const others = hidden.filter((name) => name !== sheet)
  const named = others.slice(0, MOST_NAMED).map((name) => `“${name.slice(0, LONGEST_NAMED)}”`)
  const more = others.length > MOST_NAMED ? ` and ${grouped(others.length - MOST_NAMED)} more` : ''
  return [
    ...(hidden.includes(sheet)
      ? [`The sheet “${sheet.slice(0, LONGEST_NAMED)}” is read, although it is hidden in the workbook.`]
      : []),
    ...(others.length === 0
      ? []
      : [
          `Hidden in the workbook, and not read: the ${others.length === 1 ? 'sheet' : 'sheets'} ${named.join(', ')}${more}.`,
        ]),
  ]
}

function notesOn({ formulas: { all, withoutResult }, lastLine, statedEnd }: SeenSheet): string[] {
  const notes: string[] = []
  if (all > 0)
    notes.push(
      `This sheet has formulas in ${countWords(all, 'cell')}: what is read is the result that was saved with them.`,
    )
  if (withoutResult > 0) {
    notes.push(
      `No result was saved for ${countWords(withoutResult, 'cell')}, which count as empty. Open the workbook in Excel and save it to store the results.`,
    )
  }
  if (statedEnd !== null && lastLine > statedEnd) {
    notes.push(
      `This sheet says that it ends with row ${grouped(statedEnd)}, but goes on to row ${grouped(lastLine)}: all its rows are read.`,
    )
  }
  return notes
}
