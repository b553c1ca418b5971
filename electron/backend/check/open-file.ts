// Opens a file without reading its lines yet: what it is, and what has to be chosen before its columns are known.
import { isUtf8 } from 'node:buffer'
import type { Encoding, FileChoices, LedgerFormat, Refusal, Separator } from '../../../shared/check/checked-file.ts'
import { delimitedLines, textTable } from './delimited-lines.ts'
import type { HeldFile } from './held-files.ts'
import { ndjsonHeads, ndjsonLines } from './ndjson-lines.ts'
import type { Breathing, ReadLines, TextSource } from './read-lines.ts'
import type { MergedCell } from './sheet-rows.ts'
import { openWorkbook } from './workbook-lines.ts'

export interface OpenedFile {
  kind: 'opened'
  format: LedgerFormat
  separator: Separator | null
  encoding: Encoding | 'utf-16' | null
  sheet: string | null
  sheets: string[]
  /** Names of the columns where the format repeats them in each line; null: one line of the file has them. */
  heads: string[] | null
  lines: ReadLines
  /** A workbook's hidden rows, and whether they are left out. */
  hidden?: { rows: number; areLeftOut: boolean }
  /** They are a workbook's cells that are merged over several rows; absent: none. */
  merged?: readonly MergedCell[]
  /** It is in the units that `lines` reports. Null: not known. */
  size: number | null
  notes: string[]
}

type Choices = Pick<FileChoices, 'separator' | 'encoding' | 'sheet' | 'headLine' | 'hidden'>

/**
 * A refusal asks for the sheet, encoding or separator where the file leaves it open, or says why the file is not read.
 */
export async function openFile(
  { bytes: shared }: HeldFile,
  choices: Choices,
  turn: Breathing,
): Promise<OpenedFile | Refusal> {
  const bytes = Buffer.from(shared)
  const file = fileKind(bytes)
  switch (file.kind) {
    case 'refused':
    case 'receipt':
      return file
    case 'workbook':
      return openedWorkbook(shared, choices, turn)
    case 'text':
      return openedText(bytes, file, choices, turn)
  }
}

async function openedWorkbook(
  bytes: SharedArrayBuffer,
  choices: Choices,
  turn: Breathing,
): Promise<OpenedFile | Refusal> {
  const opened = await openWorkbook(bytes, choices.sheet, turn)
  if (typeof opened === 'string') return { kind: 'refused', words: opened }
  const { sheets, chosen } = opened
  if (chosen === null) {
    const has = choices.sheet === null ? 'several sheets' : `no sheet “${choices.sheet}”`
    const words = `This workbook has ${has}. Choose the sheet that holds the lines.`
    return { kind: 'asks', asks: [{ ask: 'sheet', words, sheets }] }
  }
  return {
    kind: 'opened',
    format: 'xlsx',
    separator: null,
    encoding: null,
    sheet: chosen.sheet,
    sheets,
    heads: null,
    lines: chosen.lines,
    merged: chosen.merged,
    hidden: { rows: chosen.hidden, areLeftOut: choices.hidden === 'leave-out' },
    size: null,
    notes: chosen.notes,
  }
}

async function openedText(
  bytes: Buffer,
  { encoding: found, skip, isJson }: Extract<FileKind, { kind: 'text' }>,
  choices: Choices,
  turn: Breathing,
): Promise<OpenedFile | Refusal> {
  const westernText = found === null && choices.encoding === null ? await textThatIsWestern(bytes, skip, turn) : null
  const encoding: TextSource['encoding'] | null =
    found ?? (choices.encoding === 'windows-1252' || westernText !== null ? 'windows-1252' : null)
  if (encoding === null) return { kind: 'asks', asks: [encodingAsked(bytes, skip)] }
  const source: TextSource = { bytes, encoding, skip }
  const common = {
    kind: 'opened' as const,
    encoding: encoding === 'utf-16le' || encoding === 'utf-16be' ? ('utf-16' as const) : encoding,
    sheet: null,
    sheets: [],
    size: bytes.length,
    notes: westernText === null ? [] : [`Opened as Windows-1252: it says “${westernText}”.`],
  }
  if (isJson) {
    const heads = await ndjsonHeads(source, turn)
    if (typeof heads === 'string') return { kind: 'refused', words: heads }
    return { ...common, format: 'ndjson', separator: null, heads, lines: ndjsonLines(source, heads) }
  }
  const table = textTable(source, choices)
  if (!('separator' in table)) return table
  const { separator, from } = table
  return { ...common, format: 'delimited', separator, heads: null, lines: delimitedLines(source, separator, from) }
}

/** Letters beyond ASCII that texts of one language have. */
const WESTERN_LETTERS = [
  'äöüÄÖÜßé',
  'àâæçéèêëîïôœùûüÀÂÆÇÉÈÊËÎÏÔŒÙÛÜ',
  'áéíñóúüÁÉÍÑÓÚÜ',
  'àáâãçéêíóôõúüÀÁÂÃÇÉÊÍÓÔÕÚÜ',
  'àèéìíîòóùúÀÈÉÌÍÎÒÓÙÚ',
  'åäöæøéÅÄÖÆØÉ',
  'äëéèïöüáíóúÄËÉÈÏÖÜ',
].map((letters) => new RegExp(`^[${letters}]*$`))

/**
 * Bytes of another encoding look so as Windows-1252: a sign that no text of Western Europe has, a sign within a word,
 * or three letters beyond ASCII in a row.
 */
const MISREAD = /[^\p{L}\d\s!-~€£§°²³µ·«»–—“”„‚‘’…´¿¡º½¼¾®©]|\p{L}[^\p{L}\d\s!-~’‘´–—·]\p{L}|[À-ÿ]{3}/u
/** A letter beyond ASCII; the last three are signs, which texts of every language have. */
const LETTER_BEYOND_ASCII = /[\p{L}--[\p{ASCII}ªºµ]]/gv
/** A word with a letter beyond ASCII, or € or £ by a figure or in brackets: its reader sees whether that is right. */
const TELLING_TEXT = /[\p{L}.\-]{0,40}[\p{L}--\p{ASCII}][\p{L}.\-]{0,40}|\d ?[€£]|[€£] ?\d|[\(\[][€£][\)\]]/v
const BLOCKS_A_TURN = 256

/**
 * The first telling text of bytes that are Windows-1252 beyond doubt: nothing of it looks misread, and all its letters
 * are those of one language. Null: they may be in another encoding.
 * @param skip bytes of a byte order mark
 */
async function textThatIsWestern(bytes: Buffer, skip: number, turn: Breathing): Promise<string | null> {
  const letters = new Set<string>()
  let telling: string | null = null
  const decoder = new TextDecoder('windows-1252')
  for (let at = skip, segment = 0; at < bytes.length; at += BLOCK, segment += 1) {
    if (segment % BLOCKS_A_TURN === 0) await turn.breathe()
    const text = decoder.decode(bytes.subarray(at, at + BLOCK), { stream: true })
    if (MISREAD.test(text)) return null
    for (const [letter] of text.matchAll(LETTER_BEYOND_ASCII)) letters.add(letter)
    telling ??= TELLING_TEXT.exec(text)?.[0] ?? null
  }
  const all = [...letters].join('')
  return WESTERN_LETTERS.some((language) => language.test(all)) ? telling : null
}

/** Asks for the encoding, with the characters around the first byte that is not UTF-8. */
function encodingAsked(bytes: Buffer, skip: number): Extract<Refusal, { kind: 'asks' }>['asks'][number] {
  const at = firstNotUtf8(bytes, skip)
  const around = bytes.subarray(Math.max(skip, at - 20), at + 20)
  const text = new TextDecoder('windows-1252').decode(around).replaceAll(/\s+/g, ' ')
  return {
    ask: 'encoding',
    words: `This file is not UTF-8. As Windows-1252 it says “${text}”. Choose that if it is right; otherwise save the file as UTF-8 and choose it again.`,
    samples: [{ encoding: 'windows-1252', text }],
  }
}

/** Bytes that are decoded at once. */
const BLOCK = 4_096

/**
 * The offset of the first byte that is not UTF-8. A strict decoder only says in which block that is; another puts a
 * replacement character in its place there.
 */
function firstNotUtf8(bytes: Buffer, skip: number): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = skip; at < bytes.length; at += BLOCK) {
    try {
      decoder.decode(bytes.subarray(at, at + BLOCK), { stream: true })
    } catch {
      // A character may have begun in the block before: its further bytes are those with the bits 10 in front.
      const isWithinCharacter = (byte = 0) => (byte & 0xc0) === 0x80
      let from = at
      while (from > skip && isWithinCharacter(bytes[from])) from -= 1
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, at + BLOCK))
      const replaced = text.indexOf('\ufffd')
      return from + Buffer.byteLength(text.slice(0, Math.max(0, replaced)))
    }
  }
  return skip
}

type FileKind =
  | { kind: 'workbook' }
  /** `skip`: bytes of its byte order mark. */
  | { kind: 'text'; encoding: Exclude<TextSource['encoding'], 'windows-1252'> | null; skip: number; isJson: boolean }
  | Exclude<Refusal, { kind: 'asks' }>

/** The first bytes of other kinds, and the end of the sentence "This file is …". */
const OTHER_KINDS: readonly (readonly [number[], string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'a PDF. Ask for the list behind it as CSV or Excel'],
  [[0x1f, 0x8b], 'compressed with gzip. Unpack it first'],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file. Export it as CSV'],
  [[0x89, 0x50, 0x4e, 0x47], 'a picture. Ask for the list behind it as CSV or Excel'],
  [[0xff, 0xd8, 0xff], 'a picture. Ask for the list behind it as CSV or Excel'],
  [[0x37, 0x7a, 0xbc, 0xaf], 'packed with 7-Zip. Unpack it first'],
  [[0x52, 0x61, 0x72, 0x21], 'packed with RAR. Unpack it first'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'compressed with Zstandard. Unpack it first'],
]
/** Texts are told by their first 4 KiB. */
const OTHER_TEXTS: readonly (readonly [RegExp, string])[] = [
  [
    /^\s*(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|body|meta|style|table|div)\b/is,
    'a web page, whatever its name says. Open it in a spreadsheet and save it as CSV or Excel (.xlsx)',
  ],
  [/^\s*<.*camt\.05[234]/s, 'a bank statement in CAMT format. Ask the bank or the accounting program for it as CSV'],
  [
    /^\s*<.*(?:CrossIndustryInvoice|ubl:schema:xsd:Invoice|:Invoice-2)/s,
    'an electronic invoice (XRechnung, ZUGFeRD). Ask for its lines as CSV or Excel',
  ],
  [/^\s*<\?xml/, 'XML. Save it as CSV, Excel (.xlsx) or NDJSON'],
  [/^\s*(?:\{1:|:20:)/, 'a bank statement in MT940 format. Ask the bank or the accounting program for it as CSV'],
  [/^"?(?:EXTF|DTVF)"?;/, 'a batch of bookings in DATEV format. Export the list behind it as CSV'],
]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]
/** The beginning in which a zero, which text does not have, and a mark of receipts are looked for. */
const BEGINNING_BYTES = 64 * 1024
/** No receipt is longer. */
const LONGEST_RECEIPT = 64 * 1024 * 1024

/**
 * Tells what a file is, by its bytes and never by its name. Only text and workbooks are read.
 * @param bytes the whole file. A text's `encoding` is null where it is not UTF-8, whatever its byte order mark says.
 */
function fileKind(bytes: Buffer): FileKind {
  const beginsWith = (signature: readonly number[]) => signature.every((byte, at) => bytes[at] === byte)
  if (bytes.length === 0) return refused('This file is empty.')
  if (beginsWith(OLE))
    return refused(bytes.includes(Buffer.from('EncryptedPackage', 'utf16le')) ? ENCRYPTED : OLD_EXCEL)
  if (beginsWith(ZIP) || beginsWith(EMPTY_ZIP)) {
    return bytes.subarray(30, 120).includes('opendocument.spreadsheet') ? refused(OPEN_DOCUMENT) : { kind: 'workbook' }
  }
  const other = OTHER_KINDS.find(([signature]) => beginsWith(signature))
  if (other !== undefined) return refused(`This file is ${other[1]}.`)
  if (beginsWith([0xff, 0xfe])) return { kind: 'text', encoding: 'utf-16le', skip: 2, isJson: false }
  if (beginsWith([0xfe, 0xff])) return { kind: 'text', encoding: 'utf-16be', skip: 2, isJson: false }
  const unmarked = utf16Without(bytes)
  if (unmarked !== null) return { kind: 'text', encoding: unmarked, skip: 0, isJson: false }
  if (bytes.subarray(0, BEGINNING_BYTES).includes(0)) {
    return refused('This file is neither text nor an Excel workbook. Save it as CSV, Excel (.xlsx) or NDJSON.')
  }
  const skip = beginsWith([0xef, 0xbb, 0xbf]) ? 3 : 0
  const encoding = isUtf8(bytes) ? 'utf-8' : null
  const beginning = bytes.toString('latin1', skip, Math.min(bytes.length, skip + 4_096))
  const first = /\S/.exec(beginning)?.[0]
  if (first === undefined && bytes.length - skip <= 4_096) return refused('This file holds nothing but spaces.')
  const otherText = OTHER_TEXTS.find(([pattern]) => pattern.test(beginning))
  if (otherText !== undefined) return refused(`This file is ${otherText[1]}.`)
  // Heads may begin with a bracket, too.
  if (/^\s*\[\s*[[{\]]/.test(beginning)) {
    return refused(
      'This file is one JSON list. Save it as NDJSON: one object per line, without the list’s brackets and commas.',
    )
  }
  if (!/^\s*\{\s*["}]/.test(beginning)) return { kind: 'text', encoding, skip, isJson: false }
  return receiptOf(bytes, skip) ?? { kind: 'text', encoding, skip, isJson: true }
}

/** UTF-16 without a byte order mark: every second byte of plain text is zero; null: it is not. */
function utf16Without(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  const sample = bytes.subarray(0, 4_096)
  if (bytes.length % 2 === 1 || sample.length < 4) return null
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = sample.length * 0.3
  if (even === 0 && odd > most) return 'utf-16le'
  return odd === 0 && even > most ? 'utf-16be' : null
}

/** A refusal with the name of the receipt's file, as receipts are verified elsewhere; null: it is not a receipt. */
function receiptOf(bytes: Buffer, skip: number): FileKind | null {
  if (bytes.length > LONGEST_RECEIPT || !bytes.subarray(0, BEGINNING_BYTES).includes('"resources"')) return null
  const read = jsonOf(bytes.toString('utf8', skip))
  if (typeof read !== 'object' || read === null || !('resources' in read) || !('eventscope' in read)) return null
  const [first] = Array.isArray(read.resources) ? read.resources : []
  const path: unknown = typeof first === 'object' && first !== null && 'path' in first ? first.path : null
  const of = typeof path === 'string' ? path.slice(0, 1_000) : null
  // The receipt of one file names it without a folder.
  return {
    kind: 'receipt',
    words: of?.startsWith('dt=') && of.includes('/') ? RECEIPT_OF_FOLDER : receiptWords(of),
    of,
  }
}

function receiptWords(name: string | null): string {
  const named = name === null ? 'of a file of Eventscope' : `of the file “${name.slice(0, 200)}”`
  return `This is a receipt, ${named}. A receipt is verified together with its file: drop both on the window, or use “Verify a file…” in Settings. It holds no lines to check.`
}

const RECEIPT_OF_FOLDER =
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
const OPEN_DOCUMENT = 'This is an OpenDocument spreadsheet (.ods). Open it and save it as Excel (.xlsx) or CSV.'
const OLD_EXCEL = 'This is an old Excel workbook (.xls). Open it in Excel and save it as .xlsx or CSV.'
