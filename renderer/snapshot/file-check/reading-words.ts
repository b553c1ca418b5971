// A file and how it is read, in words: on the buttons that ask, in the choices, in the line about it; why it cannot be checked.
import type {
  AmountUnits,
  Asks,
  DayOrder,
  DecimalSign,
  Encoding,
  LastDays,
  Separator,
} from '../../../shared/check/checked-file.ts'
import { countWords, listWords } from '../../../shared/exact/grouped-digits.ts'
import { checkedWords, invoiceWords } from '../../../shared/snapshot/checked-words.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import { shortened } from '../../ui/excerpt.ts'
import {
  againstOf,
  type CheckedFile,
  type FileCheckState,
  type HeldAgainst,
  type LookedFile,
} from '../store/file-check-state.ts'
import type { Chosen } from '../store/file-choices.ts'

export const SEPARATOR_WORDS: Record<Separator, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
}

export const DECIMAL_WORDS: Record<DecimalSign, string> = { '.': 'Decimal point', ',': 'Decimal comma' }

export const DAY_ORDER_WORDS: Record<DayOrder, string> = { 'day-first': 'Day first', 'month-first': 'Month first' }

export const AMOUNT_UNITS_WORDS: Record<AmountUnits, string> = {
  minor: 'Minor units, such as cents',
  'as-written': 'As they stand',
}

export const LAST_DAYS_WORDS: Record<LastDays, string> = { included: 'Included', excluded: 'Not included' }

export const ENCODING_WORDS: Record<Encoding, string> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' }

/** What is to be chosen before a file can be checked, in the middle of a sentence. */
const ASKED_WORDS: Record<Exclude<Asks['ask'], 'columns'>, string> = {
  amounts: 'how amounts of credits stand',
  charged: 'which column is charged',
  days: 'which of day and month comes first',
  'last-days': 'whether last days belong to their periods',
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

/** Why it cannot be checked now, in a sentence; null: it can. Columns that are asked about may have been changed by then. */
export function whyNotWords({ typed, file, kind, choices, look, asks, refusal, work }: FileCheckState): string | null {
  if (work !== null) return work.step === 'checking' ? 'It is being checked.' : 'The file is being read.'
  if (kind === 'ledger' && choices.ledger.key?.length === 0)
    return 'Choose at least one column by which lines are found.'
  if (file === null) return typed.trim() === '' ? 'Paste lines or choose a file first.' : null
  if (refusal !== null && look === null) return 'The file cannot be read as it is chosen now.'
  const open = asks.flatMap(({ ask }) => (ask === 'columns' ? [] : [ASKED_WORDS[ask]]))
  return open.length === 0 ? null : `Choose ${open.join(' and ')} first.`
}

/** Said once: of a file that is there what it is and what is asked of it, of one that was checked what came of it. */
export function announcedWords({ file, look, asks, work, checked }: FileCheckState, isWhole: boolean): string {
  if (file === null || work !== null) return ''
  if (checked !== null && asks.length === 0) return outcomeWords(checked, isWhole)
  const next = asks.length > 0 ? ` ${asks.map(({ words }) => words).join(' ')}` : ''
  return `${shortened(file.name, 80)}: ${factsOf(look, file.bytes.size)}.${next}`
}

const outcomeWords = (checked: CheckedFile, isWhole: boolean) =>
  checked.kind === 'ledger' ? checkedWords(checked.answer, isWhole) : invoiceWords(checked.answer, isWhole)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Why what was checked is not what would be checked now, in a sentence. */
export function staleWords({ kind, choices, against }: CheckedFile, now: Chosen, nowAgainst: HeldAgainst): string {
  const { scope, ...others } = againstOf(kind, against)
  const { scope: nowScope, ...nowOthers } = againstOf(kind, nowAgainst)
  const changed = [
    ...(isSame(choices, now.choices[kind]) ? [] : ['how the file is read']),
    ...(isSame(scope, nowScope) ? [] : ['the conditions']),
    ...(isSame(worthOf(others), worthOf(nowOthers)) ? [] : ['what events are worth']),
    ...(kind === 'invoice' && against.shownZone !== nowAgainst.shownZone ? ['the time zone'] : []),
    ...(kind === 'invoice' && !isSame(against.duplicates, nowAgainst.duplicates)
      ? ['what counts as possible duplicates']
      : []),
    ...(kind === 'invoice' && against.closed !== nowAgainst.closed ? ['the closing copy'] : []),
  ]
  return `This is the outcome as it was checked: ${listWords(changed)} changed since then.`
}

const worthOf = (against: { rules: string | null; sent?: unknown }) => [against.rules, against.sent]
