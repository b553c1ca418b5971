// This is what goes on the clipboard: an exact text, or a table as tab-separated text, as HTML and as Markdown, so that
// programs paste what the service sent. Programs that read HTML get each cell's type. In plain text nothing changes
// what was sent but a guard before formulas.
import { keepsItsDigits } from '../../shared/exact/exact-number.ts'
import { escapedHtml, markdownText } from '../../shared/export/escaped-text.ts'
import { beginsLikeFormula } from '../../shared/export/spreadsheet-change.ts'
import type { CopiedTable, FigureValue } from '../../shared/figures/figure-description.ts'
import { say } from './notify.tsx'

/*
 * The guard is an apostrophe in front, a spreadsheet's own sign for "this is text". It goes to a string that begins
 * like a formula: nothing that a service sent may be calculated. Where no HTML goes with the text, nothing else tells a
 * program the type, and so it goes to these too:
 *  - a string that a spreadsheet would turn into a number, a date, a truth value or an error: "00042" stays "00042";
 *  - a number of more than 15 significant digits, or past 1e307: as a number, spreadsheets round it in silence;
 *  - a string that begins with an apostrophe, so that taking one away always gives back the exact value.
 * Any other number is never touched, whatever its sign.
 */
const GUARD = "'"

export interface Copied {
  text: string
  /** The same for programs that take tables; null: there is none. */
  html: string | null
}

/** A table as programs take it from the clipboard. */
export function copiedForSpreadsheet(table: CopiedTable): Copied {
  const html = htmlTable(table)
  return { text: tabSeparated(table, html === null ? 'types' : 'formulas'), html }
}

/**
 * RFC 4180's quoting with tabs between the cells and CRLF between the rows, column heads first.
 * @param guarded what gets an apostrophe; `types`: also what a spreadsheet would take for something else; `nothing`: of
 * a text that is read, in a letter or a chat, where an apostrophe would be taken for part of it
 */
export function tabSeparated({ heads, rows }: CopiedTable, guarded: 'formulas' | 'types' | 'nothing'): string {
  const lines = [heads.map((text): FigureValue => ({ kind: 'string', text })), ...rows]
  const textOf = { types: guardedType, formulas: guardedFormula, nothing: asItIs }[guarded]
  return lines.map((cells) => cells.map((cell) => quoted(textOf(cell))).join('\t')).join('\r\n')
}

/**
 * A table whose text cells say, in Excel's and in LibreOffice's way, that they are text. null where a value holds white
 * space that HTML would swallow: then the tab-separated text alone is exact.
 */
export function htmlTable({ heads, rows }: CopiedTable): string | null {
  const texts = [...heads, ...rows.flatMap((cells) => cells.map((cell) => cell?.text ?? ''))]
  if (texts.some((text) => LOST_IN_HTML.test(text))) return null
  const row = (cells: string[]) => `<tr>${cells.join('')}</tr>`
  const head = row(heads.map((text) => htmlCell('th', { kind: 'string', text })))
  const body = rows.map((cells) => row(cells.map((cell) => htmlCell('td', cell))))
  return `<meta charset="utf-8"><table>${head}${body.join('')}</table>`
}

/** White space at an end, or two in a row, and any control character but a line feed, which becomes a `br`. */
const LOST_IN_HTML = /^\s|\s$|\s\s|[^\P{Cc}\n]/u

/** GitHub's table: a pipe would end a cell and a line break a row, so both are written in another way. */
export function markdownOf({ heads, rows }: CopiedTable): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const body = rows.map((cells) => line(cells.map((cell) => markdownText(cell?.text ?? ''))))
  return [line(heads.map(markdownText)), line(heads.map(() => '---')), ...body].join('\n')
}

const asItIs = (cell: FigureValue): string => cell?.text ?? ''

function guardedFormula(cell: FigureValue): string {
  if (cell === null) return ''
  return isText(cell) && beginsLikeFormula(cell.text) ? GUARD + cell.text : cell.text
}

const isText = ({ kind }: NonNullable<FigureValue>) => kind === 'string' || kind === 'json'

function guardedType(cell: FigureValue): string {
  if (cell === null) return ''
  switch (cell.kind) {
    case 'number':
      return keepsItsDigits(cell.text) ? cell.text : GUARD + cell.text
    case 'boolean':
    case 'null':
    case 'day':
      return cell.text
    case 'string':
    case 'json': {
      const { text } = cell
      return text.startsWith(GUARD) || beginsLikeFormula(text) || isTakenForAnother(text) ? GUARD + text : text
    }
  }
}

/** Excel reads it as a date by itself, and shows it as it stands here. */
const DAY = ` style="mso-number-format:'yyyy\\-mm\\-dd'"`

/** LibreOffice takes the bare words for text. */
const TRUTH_VALUE: ReadonlyMap<string, string> = new Map([
  ['true', ' sdval="1" sdnum="1033;1033;BOOLEAN"'],
  ['false', ' sdval="0" sdnum="1033;1033;BOOLEAN"'],
])

function htmlCell(tag: 'td' | 'th', cell: FigureValue): string {
  if (cell === null) return `<${tag}></${tag}>`
  if (cell.kind === 'day') return `<${tag}${DAY}>${cellHtml(cell.text)}</${tag}>`
  const asText = isText(cell) || (cell.kind === 'number' && !keepsItsDigits(cell.text))
  const type = asText ? ` style="mso-number-format:'\\@'" sdnum="1033;1033;@"` : (TRUTH_VALUE.get(cell.text) ?? '')
  return `<${tag}${type}>${cellHtml(guardedFormula(cell))}</${tag}>`
}

/** Words that do not keep a spreadsheet from reading a date, a time or a number (English; HTML carries the type). */
const DATE_WORD = /^(?:e|a|p|am|pm|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*)$/iu

/** Whether a spreadsheet would read this string as something else than text. */
function isTakenForAnother(text: string): boolean {
  const trimmed = text.trim()
  // An error of a spreadsheet begins with the hash: "#N/A".
  if (/^(?:true|false|null|#.*)$/is.test(trimmed)) return true
  // It has a digit, and no word that a number, a date or a time could not have: "1e5", "3 nov", "12:30 pm".
  return /\p{N}/u.test(trimmed) && (trimmed.match(/\p{L}+/gu) ?? []).every((word) => DATE_WORD.test(word))
}

function quoted(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const cellHtml = (text: string) => escapedHtml(text).replaceAll('\n', '<br style="mso-data-placement:same-cell">')

/**
 * It never rejects; `words` are for people.
 * @param html the same for programs that take tables; null: there is none
 */
export async function copyText(text: string, html: string | null = null): Promise<{ copied: boolean; words: string }> {
  if (html !== null && copyBoth(text, html)) return { copied: true, words: copiedWords(text) }
  if (navigator.clipboard === undefined) {
    return { copied: false, words: 'Not copied: this window has no access to the clipboard' }
  }
  try {
    await navigator.clipboard.writeText(text)
  } catch (error: unknown) {
    return { copied: false, words: `Not copied: ${whyRefused(error)}` }
  }
  return { copied: true, words: copiedWords(text) }
}

/** The clipboard takes well-formed Unicode only and replaces the rest. */
const copiedWords = (text: string) => (text.isWellFormed() ? 'Copied' : 'Copied, with � for a broken character')

/**
 * Copies through a copy event: what `navigator.clipboard.write` takes loses the types of its cells, so that 00042 would
 * be pasted as 42. False where the browser does not let a page copy by itself.
 */
function copyBoth(text: string, html: string): boolean {
  let isSet = false
  const put = (event: ClipboardEvent) => {
    event.preventDefault()
    event.stopImmediatePropagation()
    event.clipboardData?.setData('text/plain', text)
    event.clipboardData?.setData('text/html', html)
    isSet = event.clipboardData !== null
  }
  document.addEventListener('copy', put, { capture: true, once: true })
  try {
    return document.execCommand('copy') && isSet
  } finally {
    document.removeEventListener('copy', put, { capture: true })
  }
}

function whyRefused(error: unknown): string {
  if (error instanceof DOMException && error.name === 'NotAllowedError') {
    return 'the browser does not let this window write to the clipboard'
  }
  return `the clipboard refused (${error instanceof Error && error.message !== '' ? error.message : 'no reason given'})`
}

/** Copies, and says so in a notice: for commands, which have no button to change. */
export function copyAndSay(text: string): void {
  void copyText(text).then(({ copied, words }) => say(words, copied ? 'done' : 'refused'))
}
