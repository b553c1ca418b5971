// What a file is, by its bytes and never by its name. Only text and workbooks are read.
import { isUtf8 } from 'node:buffer'
import type { Refusal } from '../../../shared/check/checked-file.ts'

export type FileKind =
  | { kind: 'workbook' }
  /** `skip`: bytes of its byte order mark. */
  | { kind: 'text'; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | null; skip: number; isJson: boolean }
  | Exclude<Refusal, { kind: 'asks' }>

/** The first bytes of other kinds, and the end of the sentence "This file is …". */
const OTHERS: readonly (readonly [number[], string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF. Ask for the list behind it as CSV or Excel'],
  [[0x1f, 0x8b], 'compressed with gzip. Unpack it first'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file. Export it as CSV'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture. Ask for the list behind it as CSV or Excel'],
  [[0xff, 0xd8, 0xff], 'a picture. Ask for the list behind it as CSV or Excel'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'packed with 7-Zip. Unpack it first'],
  [[0x52, 0x61, 0x72, 0x21], 'packed with RAR. Unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with Zstandard. Unpack it first'],
]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = [0x50, 0x4b]
/** Among so many first bytes a zero is looked for, which text does not have. */
const LOOKED_AT = 64 * 1024
/** No receipt is longer. */
const LONGEST_RECEIPT = 64 * 1024 * 1024

/** @param bytes the whole file. A text's `encoding` is null where it is not UTF-8 and has no byte order mark. */
export function fileKind(bytes: Buffer): FileKind {
  const beginsWith = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (bytes.length === 0) return refused('This file is empty.')
  if (beginsWith(OLE))
    return refused(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? ENCRYPTED : OLD_EXCEL)
  if (beginsWith(ZIP)) return { kind: 'workbook' }
  const other = OTHERS.find(([signature]) => beginsWith(signature))
  if (other !== undefined) return refused(`This file is ${other[1]}.`)
  if (beginsWith([0xff, 0xfe])) return { kind: 'text', encoding: 'utf-16le', skip: 2, isJson: false }
  if (beginsWith([0xfe, 0xff])) return { kind: 'text', encoding: 'utf-16be', skip: 2, isJson: false }
  if (bytes.subarray(0, LOOKED_AT).includes(0)) {
    return refused('This file is neither text nor an Excel workbook. Save it as CSV, Excel (.xlsx) or NDJSON.')
  }
  const skip = beginsWith([0xef, 0xbb, 0xbf]) ? 3 : 0
  const encoding = skip === 3 || isUtf8(bytes) ? 'utf-8' : null
  const first = /\S/.exec(bytes.toString('latin1', skip, Math.min(bytes.length, skip + 4_096)))?.[0]
  if (first === undefined && bytes.length - skip <= 4_096) return refused('This file holds nothing but spaces.')
  if (first === '[') {
    return refused(
      'This file is one JSON list. Save it as NDJSON: one object a line, without brackets and commas around.',
    )
  }
  if (first !== '{') return { kind: 'text', encoding, skip, isJson: false }
  return receiptOf(bytes, skip) ?? { kind: 'text', encoding, skip, isJson: true }
}

/** A receipt is recognized, with the name of its file; it is verified elsewhere. */
function receiptOf(bytes: Buffer, skip: number): FileKind | null {
  if (bytes.length > LONGEST_RECEIPT || !bytes.subarray(0, LOOKED_AT).includes('"resources"')) return null
  const read = jsonOf(bytes.toString('utf8', skip))
  if (typeof read !== 'object' || read === null || !('resources' in read) || !('eventscope' in read)) return null
  const [first] = Array.isArray(read.resources) ? read.resources : []
  const path: unknown = typeof first === 'object' && first !== null && 'path' in first ? first.path : null
  const of = typeof path === 'string' ? path.slice(0, 1_000) : null
  // The receipt of one file names it without a folder.
  return { kind: 'receipt', words: of?.startsWith('dt=') && of.includes('/') ? OF_FOLDER : ofFile(of), of }
}

function ofFile(name: string | null): string {
  const named = name === null ? 'of a file of Eventscope' : `of the file “${name.slice(0, 200)}”`
  return `This is a receipt, ${named}. A receipt is verified together with its file: drop both on the window, or use “Verify a file…” in Settings. It holds no lines to check.`
}

const OF_FOLDER =
  'This is the receipt of a folder of days: “eventscope verify FOLDER” in a terminal checks that folder. It holds no lines to check.'

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const refused = (words: string): FileKind => ({ kind: 'refused', words })
const ENCRYPTED = 'This workbook is encrypted. Open it in Excel, save a copy without a password, and choose that one.'
const OLD_EXCEL = 'This is a workbook of an old Excel (.xls). Open it in Excel and save it as .xlsx or CSV.'
