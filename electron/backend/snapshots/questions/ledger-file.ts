// Reads a file: its beginning, which says where its heads are and what its columns seem to mean, then its columns,
// which are held as those of a snapshot are: for each line the number of its cell's value. A value that events have as
// well has the number that it has there, so that a million event IDs are held once.
import {
  type Cell,
  type FileChoices,
  type HiddenRows,
  type Meaning,
  MOST_COLUMNS,
  MOST_LINES,
} from '../../../../shared/check/checked-file.ts'
import { decimalText, plus, readDecimal } from '../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../shared/exact/grouped-digits.ts'
import { READ_LIKE_OTHERS } from '../../../../shared/snapshot/checked-words.ts'
import { meaningsOfRules } from '../../../../shared/worth/rules-of-meanings.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { keptText } from '../../check/changed-ids.ts'
import { filledWidth, findHeads } from '../../check/find-heads.ts'
import type { OpenedFile } from '../../check/open-file.ts'
import { proposedMeanings } from '../../check/propose-columns.ts'
import { isTotal } from '../../check/propose-names.ts'
import { cellText, isBlank, type ReadCell, TOO_MANY_LINES, writtenText } from '../../check/read-lines.ts'
import { jsonNumber, numberDress, numberShape } from '../../check/read-number.ts'
import type { MergedCell } from '../../check/sheet-rows.ts'
import { createDictionary, type Dictionary } from '../table/dictionary.ts'
import { type ScannedToken, textBytes } from '../table/event-scanner.ts'
import type { LoadedEvents } from '../table/loaded-events.ts'
import type { Turn } from '../table/turn.ts'
import { type BesideColumn, type FirstLines, sideColumn, sidedText } from './amount-sides.ts'

const MOST_FIRST_LINES = 1_000
const LONGEST_HEAD = 1_000
const LONGEST_SAMPLE = 100

export interface Beginning extends FirstLines {
  /** The line of the heads, from 1; 0: there are none. */
  headLine: number
  /** Lines above the heads that were found, which are not read; blank ones do not count. */
  above: number
  /** Whether these are all lines. */
  isWhole: boolean
}

/** Finds the heads of a file, and reads its first lines. @returns a sentence where it cannot be read */
export async function readBeginning(
  opened: OpenedFile,
  { headLine }: Pick<FileChoices, 'headLine'>,
  turn: Turn,
): Promise<Beginning | string> {
  const chosenLine = opened.heads !== null ? 0 : headLine
  const all: Beginning['lines'] = []
  let isWhole = true
  const wrong = await opened.lines((line, cells) => {
    if (isBlank(cells) || (chosenLine !== null && line < chosenLine)) return true
    all.push({ line, cells })
    isWhole = all.length <= MOST_FIRST_LINES
    return isWhole
  }, turn)
  if (wrong !== null) return wrong
  if (chosenLine !== null && chosenLine > 0 && all[0]?.line !== chosenLine)
    return `The file has no line ${chosenLine} that could be the header row. Choose another.`
  const at = chosenLine === null ? findHeads(all.slice(0, MOST_FIRST_LINES).map(({ cells }) => cells)) : 0
  const isHeaded = chosenLine !== 0
  const headCells = isHeaded ? (all[at]?.cells ?? []) : []
  const lines = isHeaded ? all.slice(at + 1) : all
  if (lines.length === 0) return 'This file has no lines below its header row.'
  const width = lines.reduce((most, { cells }) => Math.max(most, filledWidth(cells)), filledWidth(headCells))
  const heads =
    opened.heads ??
    Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, place) =>
      cellText(headCells[place]).trim().slice(0, LONGEST_HEAD),
    )
  return { headLine: isHeaded ? (all[at]?.line ?? 0) : 0, above: isHeaded ? at : 0, heads, lines, isWhole }
}

/** That lines stand above the heads; none where the first line has them. */
export const headNotes = ({ above, headLine }: Pick<Beginning, 'above' | 'headLine'>): string[] =>
  above === 0
    ? []
    : [
        `The header row was found on line ${grouped(headLine)}: ${countWords(above, 'line')} above ${above === 1 ? 'is' : 'are'} not read.`,
      ]

/**
 * What each column seems to mean: by its head, by what rules call such a property, and by its cells where they say
 * sides.
 */
export function meaningsProposed(
  beginning: Pick<Beginning, 'heads' | 'lines'>,
  { names }: Pick<LoadedEvents, 'names'>,
  rules: WorthRules,
): (Meaning | null)[] {
  const meanings = meaningsOfRules(rules)
  const called = (...wanted: string[]) =>
    meanings.flatMap(({ name, meaning }) => (wanted.includes(meaning) ? [name] : []))
  const known = {
    names: new Set(names.map(({ name }) => name)),
    amounts: called('amount-major', 'amount-minor'),
    currencies: called('currency'),
    quantities: called('quantity'),
  }
  return proposedMeanings(beginning.heads, known, sideColumn(beginning))
}

/** A cell as the page shows it: a date-time as its text, and a number that may be an ID with the digits of the file. */
export const shownCell = (cell: ReadCell | undefined): Cell => {
  if (cell === null || cell === undefined || typeof cell === 'string') return cell ?? null
  if (!('number' in cell)) return cell.time
  return cell.written ?? { number: cell.number }
}

/** Heads as a text, under which the choices for a file are remembered; cut to 20,000 UTF-16 units. */
export const headsText = (heads: readonly string[]) => JSON.stringify(heads).slice(0, 20_000)

export interface WantedColumn<Means = Meaning> {
  /** Its place in the file, from 0. */
  column: number
  head: string
  means: Means
  /**
   * The values that events have in place of the column, whose numbers are used; null: it has numbers of its own alone.
   */
  base: Dictionary | null
  /** Names that events call otherwise, with what these call them. */
  called: ReadonlyMap<string, string>
  /** Whether a merged cell holds for all of its rows: where it is a name or a period, and never a figure or an ID. */
  isMergeable?: boolean
  /** Whether numbers of it are names, which keep the digits of the file; where `base` is there they always do. */
  isText?: boolean
  /** The column beside an amount that belongs to it, as taxes do; null or absent: there is none. */
  beside?: BesideColumn | null
}

/**
 * A column of the file. The *code* of a cell is the number of its value: in `base` where an event has it, else behind
 * those of `base` (`ownId`); 0: the cell is empty.
 */
export interface FileColumn<Means = Meaning> extends WantedColumn<Means> {
  /** Indexed by line. */
  codes: Uint32Array
  /**
   * Merged cells that hold for more lines than their own: the first one's line, how many, and for how many lines more.
   */
  merged: { line: number; cells: number; lines: number }
  /**
   * Cells that a spreadsheet was made to keep as texts, as `="00042"` is read as 00042, by their first character: the
   * first of them, and how many there are.
   */
  kept: Map<string, { line: number; text: string; read: string; cells: number }>
  /**
   * Values of the file that no event has, each once. Kinds: `string` and `number` as the format has them; `json`: a
   * date-time of a workbook.
   */
  dictionary: Dictionary
  /**
   * The codes of cells by their texts, in a column of few values, so that most cells are looked up here; null: it has
   * many.
   */
  few: Map<string, number> | null
}

/** Columns with more different texts than these have no `few`. */
const MOST_FEW = 1_000

export interface LedgerFile<Means = Meaning> {
  /** How many lines are read. A line is named by its place among them, from 0. */
  lines: number
  /** The number that each line has in the file, from 1. */
  lineNumbers: Uint32Array
  columns: FileColumn<Means>[]
  /** How many lines have fewer cells than the heads. */
  shortLines: number
  /** Lines that are read though they are hidden in the workbook, and how many hidden ones are left out. */
  hidden: { lines: number[]; leftOut: number }
  /** Lines that may be rows of totals by a cell that names one, such as “Total”, with that cell (`nameOfTotal`). */
  totalNames: ReadonlyMap<number, string>
}

const FIRST_LINES = 1 << 16

/** More lines than these are refused in these words. */
const LEDGER_BOUND = { lines: MOST_LINES, words: TOO_MANY_LINES }

/**
 * Reads the columns that are wanted.
 * @param headLine the line of the heads, from 1; 0: there are none
 * @param report receives how much is read, in the unit of the file's `size`
 * @returns a sentence where it cannot be read
 */
export async function readLedgerFile<Means = Meaning>(
  opened: OpenedFile,
  headLine: number,
  wanted: readonly WantedColumn<Means>[],
  turn: Turn,
  report: (done: number) => void,
  most = LEDGER_BOUND,
): Promise<LedgerFile<Means> | string> {
  const columns = wanted.map(
    (one): FileColumn<Means> => ({
      ...one,
      codes: new Uint32Array(FIRST_LINES),
      merged: { line: 0, cells: 0, lines: 0 },
      kept: new Map(),
      dictionary: createDictionary(),
      few: new Map(),
    }),
  )
  let lineNumbers = new Uint32Array(FIRST_LINES)
  let lines = 0
  let shortLines = 0
  let width = 0
  const hidden: LedgerFile['hidden'] = { lines: [], leftOut: 0 }
  // Without heads, and in a workbook, a line may have cells that have no name.
  const hasWidth = opened.format === 'delimited' && headLine > 0
  let problem: string | null = null
  const totalNames = new Map<number, string>()

  function grow(): void {
    const size = Math.min(lines * 4, Math.max(most.lines, FIRST_LINES))
    lineNumbers = grown(lineNumbers, size)
    for (const column of columns) column.codes = grown(column.codes, size)
  }

  const merging = columns.map((column) =>
    column.isMergeable === true ? mergedCodes(column, opened.merged ?? []) : null,
  )
  /** The code of a line's cell in a column, or of the merged cell that it is in. */
  const codeIn = (at: number, column: FileColumn<Means>, line: number, cells: readonly ReadCell[]): number => {
    const cell = cellOf(column, cells)
    const isEmpty = cell === null || cell === undefined || cell === ''
    const code = isEmpty ? 0 : codeOf(column, cell, line)
    return merging[at]?.codeOf(line, code) ?? code
  }
  const take = (line: number, cells: readonly ReadCell[], isHidden = false): boolean => {
    if (line <= headLine) {
      if (line === headLine) width = filledWidth(cells)
      return true
    }
    if (isBlank(cells)) return true
    if (isHidden && opened.hidden?.areLeftOut === true) {
      hidden.leftOut += 1
      // Nothing of the row is read, but where a merged cell begins in it, which holds for its other rows all the same.
      for (const [at, column] of columns.entries()) if (merging[at]?.beginsAt(line)) codeIn(at, column, line, cells)
      return true
    }
    if (lines === most.lines) {
      problem = most.words
      return false
    }
    if (lines === lineNumbers.length) grow()
    if (cells.length < width) shortLines += 1
    else if (hasWidth && filledWidth(cells) > width) {
      problem = `Line ${grouped(line)} has ${filledWidth(cells)} cells and the header row ${width}: a cell that holds the separator must be in quotation marks.`
      return false
    }
    lineNumbers[lines] = line
    const totalName = nameOfTotal(cells)
    if (totalName !== undefined) totalNames.set(lines, totalName)
    for (const [at, column] of columns.entries()) column.codes[lines] = codeIn(at, column, line, cells)
    if (isHidden) hidden.lines.push(lines)
    lines += 1
    return true
  }
  const wrong = await opened.lines(take, turn, report)
  if (wrong !== null || problem !== null) return wrong ?? problem ?? ''
  const short = opened.format === 'delimited' ? shortLines : 0
  return { lines, lineNumbers, columns, shortLines: short, hidden, totalNames }
}

/**
 * The cell of a line that names a total. A row of totals leaves empty what it has no value for, so any cell may be it
 * where one is empty; else the first alone, as a file may have little more than IDs and amounts.
 */
function nameOfTotal(cells: readonly ReadCell[]): string | undefined {
  const hasEmpty = cells.some((cell) => cell === null || cell === '')
  return (hasEmpty ? cells : cells.slice(0, 1)).find(
    (cell): cell is string => typeof cell === 'string' && isTotal(cell),
  )
}

/**
 * The merged cells of a column. `codeOf` gives the code of a line's cell: its own, or, where that is empty, the one of
 * the merged cell that it is in. It has to be asked in the order of the file, as it notes the code of each merged
 * cell's first row. `beginsAt`: whether a merged cell begins on a line, which is to be asked before.
 */
function mergedCodes(column: FileColumn<unknown>, all: readonly MergedCell[]) {
  const ofColumn = all.filter((one) => one.column === column.column).sort((a, b) => a.from - b.from)
  const { merged } = column
  let at = 0
  /** The merged cell whose first row came last; `isCounted`: it has been found to hold for another line. */
  let current = { from: 0, code: 0, isCounted: false }
  /** Where the merged cell of a line begins, or the next one; undefined: there is none. */
  function fromAt(line: number): number | undefined {
    while ((ofColumn[at]?.until ?? Number.POSITIVE_INFINITY) < line) at += 1
    return ofColumn[at]?.from
  }
  return {
    beginsAt: (line: number): boolean => fromAt(line) === line,
    codeOf(line: number, code: number): number {
      const from = fromAt(line)
      if (from === undefined || line < from) return code
      if (line === from) {
        current = { from, code, isCounted: false }
        return code
      }
      // A merged cell whose first row was not read, such as one that begins above the heads, says nothing.
      const isFirstRowRead = current.from === from
      if (code !== 0 || !isFirstRowRead || current.code === 0) return code
      merged.line ||= from
      merged.lines += 1
      if (!current.isCounted) merged.cells += 1
      current.isCounted = true
      return current.code
    },
  }
}

/** How many rows of a workbook are hidden, and what they come to, as a text behind a colon; null: none is. */
export function hiddenRows(
  { hidden, lineNumbers }: Pick<LedgerFile<unknown>, 'hidden' | 'lineNumbers'>,
  money: string,
): HiddenRows | null {
  const { lines, leftOut } = hidden
  if (leftOut > 0) {
    const words = `${countWords(leftOut, 'row')} ${leftOut === 1 ? 'is' : 'are'} hidden in the workbook, and left out.`
    return { words, areLeftOut: true }
  }
  const [first] = lines
  if (first === undefined) return null
  const isOne = lines.length === 1
  const at = isOne ? 'on line' : 'the first on line'
  const words = `${countWords(lines.length, 'row')} ${isOne ? 'is' : 'are'} hidden in the workbook or by a filter, ${at} ${grouped(lineNumbers[first] ?? 0)}, and ${isOne ? 'is' : 'are'} ${READ_LIKE_OTHERS}${money}.`
  return { words, areLeftOut: false }
}

/** What is to be known of rows that are hidden, of merged cells, and of texts that a spreadsheet was made to keep. */
export const rowNotes = (file: LedgerFile<unknown>, hidden: HiddenRows | null): string[] => [
  ...(hidden === null ? [] : [hidden.words]),
  ...mergedNotes(file),
  ...keptNotes(file),
]

/** That lines end early; none where no line does. */
export const shortLinesNotes = ({ shortLines }: Pick<LedgerFile<unknown>, 'shortLines'>): string[] =>
  shortLines === 0
    ? []
    : [
        `${countWords(shortLines, 'line has', 'lines have')} fewer cells than the header row; the missing ones count as empty.`,
      ]

/** That merged cells hold for the rows over which they are merged. */
const mergedNotes = ({ columns }: Pick<LedgerFile<unknown>, 'columns'>): string[] =>
  columns.flatMap(({ head, merged: { line, cells, lines } }) =>
    cells === 0
      ? []
      : [
          `“${head}” has ${countWords(cells, 'merged cell')}, the first on line ${grouped(line)}, which ${cells === 1 ? 'holds' : 'hold'} for ${countWords(lines, 'more line')}.`,
        ],
  )

/** The cell of a column, joined with the one of the column beside it that belongs to it. */
function cellOf({ column, beside }: WantedColumn<unknown>, cells: readonly ReadCell[]): ReadCell | undefined {
  const cell = cells[column]
  switch (beside?.are) {
    case undefined:
      return cell
    case 'taxes':
      return withoutTaxes(cell, cells[beside.column])
    case 'credits':
      return oneAmount(cell, cells[beside.column])
    case 'sides': {
      const text = cellText(cell).trim()
      const sided = sidedText(text, cellText(cells[beside.column]).trim(), beside.taken)
      if (sided === text) return cell
      const isNumber = typeof cell === 'object' && cell !== null && 'number' in cell && sided === `-${text}`
      return isNumber ? { number: sided } : sided
    }
  }
}

/**
 * The amount of a line that has debits and credits in two columns: the debit, or the credit below zero. Empty, or a
 * zero, is nothing. Where both have a figure, the amount is the text "12.00 and 5.00", which is no number.
 */
function oneAmount(debit: ReadCell | undefined, credit: ReadCell | undefined): ReadCell {
  const [charged, taken] = [cellText(debit).trim(), cellText(credit).trim()]
  const isNothing = (text: string) => !/[1-9]/.test(text) && (text === '' || numberDress(text) !== null)
  if (isNothing(taken)) return debit ?? null
  if (!isNothing(charged)) return `${charged} and ${taken}`
  // A credit that is below zero already stands as it is; one that is no number is left to be told as unread.
  if (numberDress(taken)?.isBelowZero !== false) return credit ?? null
  const text = `-${taken.replace(/^\+/, '')}`
  return typeof credit === 'object' && credit !== null && 'number' in credit ? { number: text } : text
}

/**
 * An amount less the taxes that it includes, with the decimal sign of the two. Where one of them is not surely a
 * number, as 1.234 may be two, it is the text "1.234 less 0.19", which is none.
 */
function withoutTaxes(amount: ReadCell | undefined, taxes: ReadCell | undefined): ReadCell {
  const texts = [cellText(amount).trim(), cellText(taxes).trim()]
  if (texts.includes('')) return amount ?? null
  const isNumber = typeof amount === 'object' && amount !== null && 'number' in amount
  // A number of a workbook has a point; a text says by its shape which decimal sign it has.
  const shapes = texts.map((text, at) => (typeof [amount, taxes][at] === 'object' ? '.' : numberShape(text)))
  const sign = shapes.includes(',') ? ',' : '.'
  const [one, other] = texts.map((text, at) =>
    shapes[at] === 'none' || shapes[at] === sign ? readDecimal(jsonNumber(text, sign) ?? '') : null,
  )
  if (one == null || other == null || one === 'beyond' || other === 'beyond') return texts.join(' less ')
  const net = decimalText(plus(one, { ...other, digits: -other.digits }))
  return isNumber ? { number: net } : net.replace('.', sign)
}

/** The number in the column's `dictionary` of a value that no event has; 0: an event has it, or the cell is empty. */
export const ownId = ({ base }: Pick<FileColumn, 'base'>, code: number): number => Math.max(0, code - (base?.size ?? 0))

/** The reverse: the code of a value by its number in the column's `dictionary`, from 1. */
export const codeOfOwn = ({ base }: Pick<FileColumn, 'base'>, id: number): number => (base?.size ?? 0) + id

/** @param code a number in the column's `codes` other than 0, which is an empty cell */
export function fileText(column: Pick<FileColumn, 'base' | 'dictionary'>, code: number): string {
  const id = ownId(column, code)
  return id === 0 && column.base !== null ? column.base.text(code) : column.dictionary.text(id)
}

/** The text of a cell; null: it is empty. */
export function cellTextAt(column: FileColumn, line: number): string | null {
  const code = column.codes[line] ?? 0
  return code === 0 ? null : fileText(column, code)
}

/** The code of a cell that is not empty, which is added to the column's `dictionary` where no event has its value. */
function codeOf(column: FileColumn<unknown>, cell: Exclude<ReadCell, null>, line: number): number {
  if (typeof cell !== 'string') return newCode(column, cell, line)
  const known = column.few?.get(cell)
  if (known !== undefined) return known
  const code = newCode(column, cell, line)
  // Each cell that a spreadsheet was made to keep is counted.
  if (column.few !== null && keptText(cell) === null) column.few.set(cell, code)
  if (column.few?.size === MOST_FEW) column.few = null
  return code
}

/** `codeOf` without `few`: a value of the events as it stands, else as a text that was kept, else one of the file. */
function newCode(column: FileColumn<unknown>, cell: Exclude<ReadCell, null>, line: number): number {
  const { base, dictionary, called } = column
  const isText = typeof cell === 'string'
  const text = base === null && column.isText !== true ? cellText(cell) : writtenText(cell)
  const known = knownCode(column, text)
  if (known !== 0) return known
  const kept = isText ? keptText(text) : null
  const keptCode = kept === null ? 0 : knownCode(column, kept)
  // An apostrophe before a letter may as well belong to a name, unless events have it without.
  const isKept = kept !== null && (keptCode !== 0 || !/^'\D/.test(text))
  if (isKept) noteKept(column.kept, line, text, kept)
  if (keptCode !== 0) return keptCode
  const said = isKept ? kept : text
  const named = called.get(said) ?? said
  if (base !== null) return codeOfOwn(column, dictionary.add(token('string', named)))
  return dictionary.add(token(isText ? 'string' : 'number' in cell ? 'number' : 'json', named))
}

/** The code of a value that events have; 0: none has it. */
function knownCode({ base, called }: FileColumn<unknown>, text: string): number {
  if (base === null) return 0
  const named = called.size === 0 ? text : (called.get(text) ?? text)
  return base.has(token('string', named)) || otherwiseKnown(base, named)
}

function noteKept(all: FileColumn['kept'], line: number, text: string, read: string): void {
  const known = all.get(text.charAt(0))
  if (known === undefined) all.set(text.charAt(0), { line, text, read, cells: 1 })
  else known.cells += 1
}

/** What texts are read as that a spreadsheet was made to keep, a sentence for each way to do that. */
const keptNotes = ({ columns }: Pick<LedgerFile<unknown>, 'columns'>): string[] =>
  columns.flatMap(({ head, kept }) =>
    [...kept.values()].map(({ line, text, read, cells }) => {
      const more = cells > 1 ? `, and ${countWords(cells - 1, 'more cell')} of “${head}” alike` : ''
      const [shown, is] = [text, read].map((one) => one.slice(0, LONGEST_SAMPLE))
      return `“${shown}” on line ${grouped(line)} is read as ${is}${more}.`
    }),
  )

/** The code of a text without the spaces around it, or of a boolean that is written so; 0: no event has it. */
function otherwiseKnown(base: Dictionary, text: string): number {
  const trimmed = text.trim()
  if (trimmed !== text && trimmed !== '') return base.has(token('string', trimmed))
  return text === 'true' || text === 'false' ? base.has(token('boolean', text)) : 0
}

const scratch = Buffer.allocUnsafeSlow(1 << 16)
const shared: ScannedToken = { kind: 'string', bytes: scratch, start: 0, end: 0 }

/** A text as a dictionary takes it: one object that is reused, with bytes that last until the next call. */
export function token(kind: ScannedToken['kind'], text: string): ScannedToken {
  shared.kind = kind
  if (text.length <= LONGEST_BY_UNIT && isWrittenAsAscii(text)) {
    shared.bytes = scratch
    shared.end = text.length
  } else if (text.length * 3 <= scratch.length && text.isWellFormed()) {
    shared.bytes = scratch
    shared.end = scratch.write(text)
  } else {
    shared.bytes = textBytes(text)
    shared.end = shared.bytes.length
  }
  return shared
}

/** A call into the platform takes longer than to write so few units one by one. */
const LONGEST_BY_UNIT = 64

/** Writes a text of ASCII alone to `scratch`; false: it has other characters. */
function isWrittenAsAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f) return false
    scratch[at] = unit
  }
  return true
}

function grown(from: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(size)
  to.set(from)
  return to
}
