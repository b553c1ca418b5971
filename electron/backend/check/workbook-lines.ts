// The rows of a sheet in an Excel workbook, read by hucre. yauzl checks the archive's stated sizes first, so that bombs
// and files too large for memory are refused; hucre unpacks no more than was stated.
import type { Readable } from 'node:stream'
import { HucreError } from 'hucre'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { LONGEST_LINE, MOST_COLUMNS } from '../../../shared/check/checked-file.ts'
import { isJsonNumber } from '../../../shared/exact/exact-number.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { type ReadCell, type ReadLines, tooManyColumns } from './ledger-lines.ts'

export interface Workbook {
  sheets: string[]
  lines: (sheet: string) => ReadLines
  /** Sentences about the formulas in its sheets. */
  formulaNotes: string[]
}

const MOST_ENTRIES = 10_000
/** Bytes of an unpacked sheet, which is streamed. */
const LARGEST_SHEET = 1024 * 1024 * 1024
/** Bytes of the shared texts and all other parts, which are held in memory. */
const LARGEST_TEXTS = 96 * 1024 * 1024
const LARGEST_OTHER = 32 * 1024 * 1024

/**
 * Unpacks each sheet once, to see that it is whole and to count formulas; rows are read by `lines`. A sentence: why not.
 * @throws errors that are not the file's fault
 */
export async function openWorkbook(file: Buffer): Promise<Workbook | string> {
  // A copy, as unpacking does not accept shared memory.
  const bytes = new Uint8Array(file)
  const archive = await readArchive(Buffer.from(bytes.buffer))
  if (typeof archive === 'string') return archive
  const sheets: string[] = []
  const named = ({ name }: { name: string }) => sheets.push(name) < 0
  try {
    await readXlsx(bytes, { sheets: named })
  } catch (error) {
    return damaged(error)
  }
  if (sheets.length === 0) return 'This workbook has no sheet.'
  return { sheets, lines: (sheet) => sheetLines(bytes, sheet), formulaNotes: formulaNotes(archive) }
}

function sheetLines(bytes: Uint8Array, sheet: string): ReadLines {
  return async (take, turn, report) => {
    let rows = 0
    try {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
        if (values.length > MOST_COLUMNS && values.slice(MOST_COLUMNS).some((value) => value !== null)) {
          return tooManyColumns(values.length)
        }
        rows += 1
        const cells = values.map(cellOf)
        if (lengthOf(cells) > LONGEST_LINE) return `Line ${grouped(index + 1)} is longer than 1 MiB.`
        if (!take(index + 1, cells)) return null
        if (rows % 256 === 0) {
          report?.(rows)
          await turn.breathe()
        }
      }
    } catch (error) {
      return damaged(error)
    }
    return null
  }
}

const lengthOf = (cells: readonly ReadCell[]) =>
  cells.reduce((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0), 0)

function cellOf(value: unknown): ReadCell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return numberCell(value)
  if (value instanceof Date) return { time: wallText(value) }
  return String(value)
}

/** Spreadsheets keep and show 15 digits; digits beyond that come from calculating with doubles. */
function numberCell(value: number): ReadCell {
  const text = String(Number(value.toPrecision(15)))
  return isJsonNumber(text) ? { number: text === '-0' ? '0' : text } : text
}

/** The date-time that the cell shows, without a zone. Its double is off by some microseconds. */
function wallText(at: Date): string {
  if (Number.isNaN(at.getTime())) return 'no date'
  const rounded = new Date(Math.round(at.getTime() / 10) * 10)
  const text = rounded
    .toISOString()
    .slice(0, -1)
    .replace(/\.000$/, '')
  return text.endsWith('T00:00:00') ? text.slice(0, 10) : text
}

/** @throws errors that are not the file's fault */
function damaged(error: unknown): string {
  // Errors of the platform's inflation have a code.
  const isOfFile = error instanceof HucreError || (error instanceof Error && 'code' in error)
  if (!isOfFile) throw error
  return `This workbook cannot be read: ${error.message.slice(0, 200).replace(/\.$/, '')}. Open it in Excel and save it again, or save it as CSV.`
}

interface Formulas {
  all: number
  /** Formulas stored without the result of their last calculation. */
  withoutResult: number
}

function formulaNotes({ all, withoutResult }: Formulas): string[] {
  if (all === 0) return []
  const cells = (count: number) => (count === 1 ? '1 cell' : `${grouped(count)} cells`)
  const results = `This workbook has formulas in ${cells(all)}: what is read is the result that was saved with them.`
  if (withoutResult === 0) return [results]
  return [
    results,
    `Of ${cells(withoutResult)} no result was saved, so they count as empty. Open the workbook in Excel and save it, so that it has them.`,
  ]
}

/** The formulas of its sheets, or a sentence why it must not be unpacked. */
async function readArchive(bytes: Buffer): Promise<Formulas | string> {
  let zip: ZipFile
  try {
    zip = await new Promise((resolve, reject) =>
      fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) =>
        error ? reject(error) : resolve(opened),
      ),
    )
  } catch (error) {
    return `This file begins as an Excel workbook does, and cannot be opened: ${messageOf(error)}. It may be damaged, or a part of a file.`
  }
  const entries = await entriesOf(zip)
  if (typeof entries === 'string') return entries
  const isWorkbook = entries.some(({ fileName }) => fileName === 'xl/workbook.xml')
  if (!isWorkbook) return otherArchive(entries)
  for (const entry of entries) {
    const problem = sizeProblem(entry)
    if (problem !== null) return problem
  }
  const formulas = { all: 0, withoutResult: 0 }
  for (const entry of entries.filter(isSheet)) {
    const problem = await countFormulas(zip, entry, formulas)
    if (problem !== null) return problem
  }
  return formulas
}

const isSheet = ({ fileName }: Entry) => fileName.startsWith('xl/worksheets/') && fileName.endsWith('.xml')

const FORMULA = /<(?:\w+:)?f[\s>/]/g
/** A formula directly followed by the end of its cell. */
const WITHOUT_RESULT =
  /<(?:\w+:)?f(?:\s[^<>]{0,1000})?(?:\/>|>[^<]{0,10000}<\/(?:\w+:)?f>)\s{0,10}(?:<v\/>|<v><\/v>)?<\/(?:\w+:)?c>/g
/** The end of a whole sheet. hucre would silently read a truncated one as having fewer rows. */
const ENDS_WHOLE = /(?:<\/(?:\w{1,100}:)?worksheet\s{0,10}>|<(?:\w{1,100}:)?worksheet[^<>]{0,10000}\/>)\s{0,10000}$/
/** Characters of a formula with its cell. */
const LONGEST_FORMULA = 16 * 1024

async function countFormulas(zip: ZipFile, entry: Entry, formulas: Formulas): Promise<string | null> {
  try {
    const stream: Readable = await new Promise((resolve, reject) =>
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
    let rest = ''
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const text = rest + chunk.toString('latin1')
      const whole = text.lastIndexOf('</c>')
      const done = text.slice(0, Math.max(0, whole < 0 ? text.length - LONGEST_FORMULA : whole + 4))
      formulas.all += done.match(FORMULA)?.length ?? 0
      formulas.withoutResult += done.match(WITHOUT_RESULT)?.length ?? 0
      rest = text.slice(done.length)
    }
    return ENDS_WHOLE.test(rest)
      ? null
      : 'This workbook is damaged: a sheet ends in the middle. Open it in Excel and save it again.'
  } catch (error) {
    return `This workbook is damaged: ${messageOf(error)}. Open it in Excel and save it again.`
  }
}

function entriesOf(zip: ZipFile): Promise<Entry[] | string> {
  const entries: Entry[] = []
  return new Promise((resolve) => {
    zip.on('error', (error: Error) => resolve(`This workbook is damaged: ${messageOf(error)}.`))
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      if (entries.length > MOST_ENTRIES)
        resolve(`This archive holds more than ${grouped(MOST_ENTRIES)} files: it is not a workbook.`)
      else zip.readEntry()
    })
    zip.readEntry()
  })
}

function otherArchive(entries: readonly Entry[]): string {
  const has = (name: string) => entries.some(({ fileName }) => fileName === name)
  if (has('xl/workbook.bin')) return 'This is a binary workbook (.xlsb). Save it as .xlsx or CSV.'
  if (has('word/document.xml')) return 'This is a Word document. Ask for the list in it as CSV or Excel.'
  if (has('content.xml')) return 'This is an OpenDocument file. Save it as Excel (.xlsx) or CSV.'
  return 'This is an archive, not an Excel workbook. Unpack it, and choose the file that is meant.'
}

/** Deflate compresses at most about a thousandfold. */
const MOST_RATIO = 1_100

function sizeProblem(entry: Entry): string | null {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry
  if (entry.isEncrypted()) return 'This workbook is encrypted. Save a copy without a password, and choose that one.'
  if (compressionMethod !== 0 && compressionMethod !== 8)
    return 'This workbook is compressed in a way that cannot be read. Open it in Excel and save it again.'
  const isRows = isSheet(entry)
  const isTexts = fileName === 'xl/sharedStrings.xml'
  const isRead = isRows || isTexts || fileName.endsWith('.xml') || fileName.endsWith('.rels')
  const most = isRows ? LARGEST_SHEET : isTexts ? LARGEST_TEXTS : LARGEST_OTHER
  if (isRead && (uncompressedSize > most || (uncompressedSize === 0 && compressedSize > 2))) {
    return `This workbook unpacks to more than is read (${grouped(Math.round(uncompressedSize / 1024 / 1024))} MiB in one of its parts). Save it as CSV.`
  }
  return uncompressedSize > compressedSize * MOST_RATIO ? 'This workbook states impossible sizes: it is damaged.' : null
}

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message.slice(0, 200).replace(/\.$/, '') : String(error)
