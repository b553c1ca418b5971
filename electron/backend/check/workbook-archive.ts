// The parts of a workbook in its ZIP archive, each unpacked chunk by chunk up to the size that the archive states, and
// held against its checksum.
import type { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { Entry, fromBuffer, type ZipFile } from 'yauzl'
import { grouped } from '../../../shared/exact/grouped-digits.ts'

export interface Archive {
  has(path: string): boolean
  /** Bytes of the part, unpacked. */
  size(path: string): number
  /**
   * Hands its bytes to `take`, in order, until that says why to stop. Resolves to null, or to why it stopped or cannot
   * be read, as a sentence.
   */
  read(path: string, take: TakeChunk): Promise<string | null>
}

type TakeChunk = (chunk: Buffer) => Promise<string | null> | string | null

const MOST_ENTRIES = 10_000
const LONGEST_PATH = 1_000
/** Bytes of the shared texts, and of any other part but a sheet, unpacked. */
export const LARGEST_TEXTS = 96 * 1024 * 1024
export const LARGEST_OTHER = 32 * 1024 * 1024
/** Deflate compresses at most about a thousandfold. */
const MOST_RATIO = 1_100
/** Bytes that are unpacked at a time. */
const CHUNK_BYTES = 128 * 1024

/** A sentence: why not. */
export async function openArchive(bytes: Buffer): Promise<Archive | string> {
  let zip: ZipFile
  try {
    zip = await new Promise((resolve, reject) =>
      fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) =>
        error ? reject(error) : resolve(opened),
      ),
    )
  } catch (error) {
    return `This file begins like an Excel workbook but cannot be opened: ${messageOf(error)}. It may be damaged or incomplete.`
  }
  const parts = await partsOf(zip)
  if (typeof parts === 'string') return parts
  return {
    has: (path) => parts.has(path),
    size: (path) => parts.get(path)?.uncompressedSize ?? 0,
    async read(path, take) {
      const part = parts.get(path)
      if (part === undefined) return damaged(`it has no “${path}”`)
      const chunks = await unpacked(zip, part)
      if (typeof chunks === 'string') return damaged(chunks)
      try {
        return await takeAll(path, part, chunks, take)
      } catch (error) {
        if (isOfUnpacking(error)) return damaged(`“${path}” cannot be unpacked, ${messageOf(error)}`)
        throw error
      }
    },
  }
}

/** @param what a part of a sentence */
export const damaged = (what: string) => `This workbook is damaged: ${what}. Open it in Excel and save it again.`

/** Its bytes, chunk by chunk; or why there are none, as a part of a sentence. */
async function unpacked(zip: ZipFile, part: Entry): Promise<AsyncIterable<Buffer> | string> {
  let packed: Readable
  try {
    packed = await new Promise((resolve, reject) =>
      zip.openReadStream(part, { decodeFileData: false }, (error, opened) => (error ? reject(error) : resolve(opened))),
    )
  } catch (error) {
    return messageOf(error)
  }
  if (part.compressionMethod === 0) return packed
  const inflate = createInflateRaw({ chunkSize: CHUNK_BYTES })
  packed.on('error', (error) => inflate.destroy(error))
  return packed.pipe(inflate)
}

/** Errors of the platform's inflation, as Z_DATA_ERROR. */
const isOfUnpacking = (error: unknown) =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

async function takeAll(path: string, part: Entry, chunks: AsyncIterable<Buffer>, take: TakeChunk) {
  let sum = 0
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > part.uncompressedSize) return damaged(`“${path}” is larger than stated`)
    sum = crc32(chunk, sum)
    const stops = await take(chunk)
    if (stops !== null) return stops
  }
  if (size < part.uncompressedSize) return damaged(`“${path}” is smaller than stated`)
  return sum === part.crc32 ? null : damaged(`the checksum of “${path}” is wrong`)
}

/** Tells what can be read of it by path, or why it must not be unpacked. */
async function partsOf(zip: ZipFile): Promise<Map<string, Entry> | string> {
  const parts = new Map<string, Entry>()
  const others = new Set<string>()
  let problem: string | null = null
  const ended = await new Promise<string | null>((resolve) => {
    let count = 0
    zip.on('error', (error: Error) => resolve(`This workbook is damaged: ${messageOf(error)}.`))
    zip.on('end', () => resolve(null))
    zip.on('entry', (entry: Entry) => {
      count += 1
      if (count > MOST_ENTRIES) {
        resolve(`This archive holds more than ${grouped(MOST_ENTRIES)} files: it is not a workbook.`)
        return
      }
      const { fileName: path } = entry
      if (OTHER_ARCHIVES.has(path)) others.add(path)
      problem ??= sizeProblem(entry)
      if (path.length <= LONGEST_PATH && (path.endsWith('.xml') || path.endsWith('.rels'))) {
        if (parts.has(path)) problem ??= damaged(`it has two parts “${path.slice(0, 100)}”`)
        parts.set(path, essentials(entry))
      }
      zip.readEntry()
    })
    zip.readEntry()
  })
  if (ended !== null) return ended
  if (!parts.has('xl/workbook.xml')) return otherArchive(others)
  return problem ?? parts
}

/** Leaves out what the directory says besides, which can be 190 kB. */
const essentials = (entry: Entry): Entry =>
  Object.assign(Object.create(Entry.prototype), {
    relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    compressionMethod: entry.compressionMethod,
    generalPurposeBitFlag: entry.generalPurposeBitFlag,
    crc32: entry.crc32,
  })

const isSheet = (path: string) => path.startsWith('xl/worksheets/') && path.endsWith('.xml')

/** Files by which other archives are told apart, and what they are. */
const OTHER_ARCHIVES = new Map([
  ['xl/workbook.bin', 'This is a binary workbook (.xlsb). Save it as .xlsx or CSV.'],
  ['word/document.xml', 'This is a Word document. Ask for the list in it as CSV or Excel.'],
  ['content.xml', 'This is an OpenDocument file. Save it as Excel (.xlsx) or CSV.'],
])

function otherArchive(found: ReadonlySet<string>): string {
  for (const [path, words] of OTHER_ARCHIVES) if (found.has(path)) return words
  return 'This is an archive, not an Excel workbook. Unpack it, and choose the file you need.'
}

function sizeProblem(entry: Entry): string | null {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry
  if (entry.isEncrypted()) return 'This workbook is encrypted. Save a copy without a password, and choose that one.'
  if (compressionMethod !== 0 && compressionMethod !== 8)
    return 'This workbook is compressed in a way that cannot be read. Open it in Excel and save it again.'
  // Sheets that nobody chooses may be large: the one that is read is looked at then.
  const isHeld = !isSheet(fileName) && (fileName.endsWith('.xml') || fileName.endsWith('.rels'))
  const most = fileName === 'xl/sharedStrings.xml' ? LARGEST_TEXTS : LARGEST_OTHER
  if (isHeld && uncompressedSize > most) return tooLarge(uncompressedSize)
  return uncompressedSize > compressedSize * MOST_RATIO
    ? 'This workbook is damaged: it states impossible sizes. Open it in Excel and save it again.'
    : null
}

/** @param bytes of one of its parts */
export const tooLarge = (bytes: number) =>
  `This workbook is too large once unpacked (${grouped(Math.round(bytes / 1024 / 1024))} MiB in one of its parts). Save the sheet you need as CSV.`

const messageOf = (error: unknown) =>
  error instanceof Error ? error.message.slice(0, 200).replace(/\.$/, '') : String(error)
