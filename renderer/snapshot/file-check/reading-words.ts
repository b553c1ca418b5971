// How a file is read, in words: on the buttons that ask, in the choices, and in the line about a file.
import type { Asks, DecimalSign, Encoding, Separator } from '../../../shared/check/checked-file.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { LookedFile } from '../store/file-check-state.ts'

export const SEPARATOR_WORDS: Record<Separator, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

export const DECIMAL_WORDS: Record<DecimalSign, string> = { '.': 'Decimal point', ',': 'Decimal comma' }

export const ENCODING_WORDS: Record<Encoding, string> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' }

/** What is to be chosen before a file can be checked, in the middle of a sentence. */
export const ASKED_WORDS: Record<Exclude<Asks['ask'], 'columns'>, string> = {
  separator: 'the separator',
  decimal: 'the decimal sign',
  encoding: 'the encoding',
  sheet: 'the sheet',
}

const FORMAT_WORDS: Record<LookedFile['format'], string> = { delimited: 'CSV', xlsx: 'Excel', ndjson: 'NDJSON' }

/** "3,220 lines, 9 columns · CSV with semicolons, UTF-8 · 214 kB". @param checkedLines all of them, once they are known */
export function factsOf(look: LookedFile | null, bytes: number, checkedLines?: number): string {
  if (look === null) return sizeWords(bytes)
  const { columns, sheet, sheets } = look
  const lineCount = checkedLines ?? look.lineCount
  const lines = lineCount === null ? 'more than a thousand lines' : countWords(lineCount, 'line')
  const ofSheet = sheet !== null && sheets.length > 1 ? [`sheet ${shortened(sheet, 40)}`] : []
  return [`${lines}, ${countWords(columns.length, 'column')}`, formatWords(look), ...ofSheet, sizeWords(bytes)].join(
    ' · ',
  )
}

function formatWords({ format, separator, encoding }: LookedFile): string {
  if (format !== 'delimited') return FORMAT_WORDS[format]
  const name = separator === '\t' ? 'TSV' : FORMAT_WORDS[format]
  const by = separator === null || separator === '\t' || separator === ',' ? '' : ` with ${SEPARATED_BY[separator]}`
  return `${name}${by}${encoding === null ? '' : `, ${encoding === 'utf-16' ? 'UTF-16' : ENCODING_WORDS[encoding]}`}`
}

const SEPARATED_BY = { ';': 'semicolons', '|': 'vertical bars' } as const
