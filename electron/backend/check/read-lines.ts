// This is what the reader of each file format provides: the lines in order, each cell as written.
import { MOST_COLUMNS, MOST_LINES } from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'

/**
 * Text as written; null: empty. `number`: a JSON number, if the format has numbers; `written`: its digits where the
 * file has others, such as more than 15 or zeros in front, which matter where it is an ID. `time`: a date-time of a
 * workbook, which has no offset.
 */
export type ReadCell = string | null | { number: string; written?: string } | { time: string }

/** @returns whether to continue. @param line the number of its first line, from 1. @param isHidden of a workbook */
export type TakeLine = (line: number, cells: readonly ReadCell[], isHidden?: boolean) => boolean

/** It is a `Turn` of the questions: awaited between steps, and throws once nobody waits for the work any more. */
export interface Breathing {
  breathe(): Promise<void> | undefined
  /** Aborted once nobody waits. */
  readonly signal: AbortSignal
}

/** Reads all lines, and reports how many bytes were read. Resolves to null, or to why it stopped, as a sentence. */
export type ReadLines = (take: TakeLine, turn: Breathing, report?: (bytes: number) => void) => Promise<string | null>

/** A refusal, as a sentence. */
export const tooManyColumns = (columns: number, of: 'file' | 'sheet' = 'file', most = MOST_COLUMNS) =>
  `This ${of} has ${grouped(columns)} columns, and at most ${grouped(most)} are read. Leave out those you do not need.`

/** @param more of which lines no more are read, where not of all; `by`: how the file can be split */
export const tooManyLines = (most: number, more: string, by: string) =>
  `This file has more than ${grouped(most)} lines, and no more${more} are read. Split it by ${by}, and check each part.`

export const TOO_MANY_LINES = tooManyLines(MOST_LINES, '', 'days or by customers')

/** Whether all cells of a line are empty. */
export const isBlank = (cells: readonly ReadCell[]) => cells.every((cell) => cell === null || cell === '')

/** A cell of any kind as text. */
export function cellText(cell: ReadCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'string' ? cell : 'number' in cell ? cell.number : cell.time
}

/** The same, of a number with the digits that the file has. */
export const writtenText = (cell: ReadCell | undefined): string =>
  typeof cell === 'object' && cell !== null && 'number' in cell ? (cell.written ?? cell.number) : cellText(cell)

/** The text of a file: what follows its byte order mark, of so many bytes, whatever it is encoded in. */
export interface TextSource {
  bytes: Buffer
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  skip: number
}

const CHUNK_BYTES = 1024 * 1024

/**
 * Reads a text as UTF-8 in chunks, which end anywhere, also inside a character. `read`: bytes of the file behind it.
 */
export function* textChunks({ bytes, encoding, skip }: TextSource): Generator<{ chunk: Buffer; read: number }> {
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding)
  for (let at = skip; at < bytes.length; at += CHUNK_BYTES) {
    const read = Math.min(bytes.length, at + CHUNK_BYTES)
    const part = bytes.subarray(at, read)
    const chunk = decoder === null ? part : Buffer.from(decoder.decode(part, { stream: read < bytes.length }))
    yield { chunk, read }
  }
}

/** Reads as text at most so many bytes of its beginning. */
export function textBeginning({ bytes, encoding, skip }: TextSource, most: number): string {
  return new TextDecoder(encoding).decode(bytes.subarray(skip, skip + most))
}
