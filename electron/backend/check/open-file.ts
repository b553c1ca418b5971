// A file before its lines are read: what it is, and what has to be chosen before its columns can be told.
import {
  type Encoding,
  type FileChoices,
  type LedgerFormat,
  type Refusal,
  SEPARATORS,
  type Separator,
} from '../../../shared/check/checked-file.ts'
import { delimitedLines, fittingSeparators } from './delimited-lines.ts'
import { type FileKind, fileKind } from './file-kind.ts'
import type { HeldFile } from './held-files.ts'
import type { ReadLines } from './ledger-lines.ts'
import { ndjsonHeads, ndjsonLines } from './ndjson-lines.ts'
import { type TextEncoding, textBeginning } from './text-pieces.ts'
import { openWorkbook } from './workbook-lines.ts'

export interface OpenedFile {
  kind: 'opened'
  format: LedgerFormat
  separator: Separator | null
  encoding: Encoding | 'utf-16' | null
  sheet: string | null
  sheets: string[]
  /** Names of the columns where the format says them with each line; null: a line of the file has them. */
  heads: string[] | null
  lines: ReadLines
  /** In the units that `lines` reports. Null: not known. */
  size: number | null
  notes: string[]
}

type Choices = Pick<FileChoices, 'separator' | 'encoding' | 'sheet'>

/** A refusal asks for the sheet, encoding or separator where it cannot be told, or says why the file is not read. */
export async function openFile({ bytes: shared }: HeldFile, choices: Choices): Promise<OpenedFile | Refusal> {
  const bytes = Buffer.from(shared)
  const kind = fileKind(bytes)
  switch (kind.kind) {
    case 'refused':
    case 'receipt':
      return kind
    case 'workbook':
      return openedWorkbook(bytes, choices)
    case 'text':
      return openedText(bytes, kind, choices)
    default:
      return kind satisfies never
  }
}

async function openedWorkbook(bytes: Buffer, choices: Choices): Promise<OpenedFile | Refusal> {
  const opened = await openWorkbook(bytes)
  if (!opened.ok) return { kind: 'refused', words: opened.words }
  const { sheets, lines, formulaNotes } = opened
  // What Eventscope itself writes beside the rows is no ledger.
  const offered = sheets.length > 1 ? sheets.filter((name) => name !== 'About') : sheets
  const sheet = choices.sheet ?? (offered.length === 1 ? (offered[0] ?? null) : null)
  if (sheet === null || !sheets.includes(sheet)) {
    const words = 'This workbook has several sheets. Choose the one whose rows are the lines.'
    return { kind: 'asks', asks: [{ ask: 'sheet', words, sheets }] }
  }
  return {
    kind: 'opened',
    format: 'xlsx',
    separator: null,
    encoding: null,
    sheet,
    sheets,
    heads: null,
    lines: lines(sheet),
    size: null,
    notes: formulaNotes,
  }
}

async function openedText(
  bytes: Buffer,
  { encoding: found, skip, isJson }: Extract<FileKind, { kind: 'text' }>,
  choices: Choices,
): Promise<OpenedFile | Refusal> {
  const encoding: TextEncoding | null = found ?? (choices.encoding === 'windows-1252' ? choices.encoding : null)
  if (encoding === null) return { kind: 'asks', asks: [encodingAsked(bytes, skip)] }
  const shownEncoding = encoding.startsWith('utf-16') ? 'utf-16' : (encoding as Encoding)
  const common = {
    kind: 'opened',
    encoding: shownEncoding,
    sheet: null,
    sheets: [],
    size: bytes.length,
    notes: [],
  } as const
  if (isJson) {
    const source = { bytes, encoding, skip }
    const heads = await ndjsonHeads(source)
    if (typeof heads === 'string') return { kind: 'refused', words: heads }
    return {
      ...common,
      sheets: [],
      notes: [],
      format: 'ndjson',
      separator: null,
      heads,
      lines: ndjsonLines(source, heads),
    }
  }
  const separator = choices.separator ?? knownSeparator(bytes, encoding, skip)
  if (typeof separator !== 'string') return separator
  const lines = delimitedLines(bytes, encoding, skip, separator)
  return { ...common, sheets: [], notes: [], format: 'delimited', separator, heads: null, lines }
}

/** The only one that fits; any will do for a text of one column. */
function knownSeparator(bytes: Buffer, encoding: TextEncoding, skip: number): Separator | Refusal {
  const { fitting, possible } = fittingSeparators(bytes, encoding, skip)
  const [only] = fitting
  if (only !== undefined && fitting.length === 1) return only.separator
  const isOneColumn = possible.length === 0 && !hasSeparator(textBeginning(bytes, encoding, skip, FIRST_LINE))
  if (isOneColumn) return '\t'
  const [choices, isLong] = [fitting.length > 1 ? fitting : possible, isFirstLineLong(bytes, encoding, skip)]
  if (choices.length === 0 && isLong) return { kind: 'refused', words: LONG_FIRST_LINE }
  const words =
    fitting.length > 1
      ? 'Several separators fit this file. Choose the one that stands between its columns.'
      : 'By no separator do the first lines have equally many cells. Choose the one that stands between the columns.'
  const offered = choices.length > 0 ? choices : choicesOf(textBeginning(bytes, encoding, skip, FIRST_LINE))
  return { kind: 'asks', asks: [{ ask: 'separator', words, choices: offered }] }
}

const FIRST_LINE = 64 * 1024

const LONG_FIRST_LINE = 'Line 1 is longer than 64 KiB: this is no list of lines.'

const firstLineOf = (text: string) => text.split(/[\r\n]/, 1)[0] ?? ''
const hasSeparator = (text: string) => SEPARATORS.some((separator) => firstLineOf(text).includes(separator))

const isFirstLineLong = (bytes: Buffer, encoding: TextEncoding, skip: number) =>
  bytes.length - skip > FIRST_LINE && !/[\r\n]/.test(textBeginning(bytes, encoding, skip, FIRST_LINE))

const MOST_HEADS = 20

/** Where quotation marks stand in the way of all: those that the first line has, with what is between them. */
function choicesOf(text: string): { separator: Separator; heads: string[] }[] {
  const first = firstLineOf(text)
  return SEPARATORS.filter((separator) => first.includes(separator)).map((separator) => ({
    separator,
    heads: first.split(separator, MOST_HEADS).map((head) => head.slice(0, 100)),
  }))
}

/** Characters around the first byte that is no UTF-8. */
function encodingAsked(bytes: Buffer, skip: number): Extract<Refusal, { kind: 'asks' }>['asks'][number] {
  const at = firstOther(bytes, skip)
  const around = bytes.subarray(Math.max(skip, at - 20), at + 20)
  const text = new TextDecoder('windows-1252').decode(around).replaceAll(/\s+/g, ' ')
  return {
    ask: 'encoding',
    words: `This file is not UTF-8. Read as Windows-1252 it says “${text}”: choose that if it is right, else save the file as UTF-8.`,
    samples: [{ encoding: 'windows-1252', text }],
  }
}

/** Where the first byte stands that no UTF-8 has there. */
function firstOther(bytes: Buffer, skip: number): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const STEP = 4_096
  for (let at = skip; at < bytes.length; at += STEP) {
    try {
      decoder.decode(bytes.subarray(at, at + STEP), { stream: true })
    } catch {
      const within = bytes.subarray(at, at + STEP).findIndex((byte) => byte >= 0x80)
      return at + Math.max(0, within)
    }
  }
  return skip
}
