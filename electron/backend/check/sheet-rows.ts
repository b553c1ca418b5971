// Goes through a sheet, in its XML, from its first row to its end: rows and cells have to stand where they can, and
// what is in them goes to who builds them.
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { cellBuilder, LAST_COLUMN, type Meanings, type RowTaker, type SheetLimits } from './sheet-cells.ts'
import { type Archive, damaged } from './workbook-archive.ts'
import { scanPart } from './workbook-parts.ts'
import { createXmlScanner, type XmlAttributes } from './xml-scanner.ts'

/** The last row of a sheet in Excel. */
const LAST_ROW = 1_048_576

export interface Formulas {
  all: number
  /** Formulas stored without the result of their last calculation. */
  withoutResult: number
}

/** This is what was seen of a sheet that was gone through. */
export interface SeenSheet {
  formulas: Formulas
  /** The number of the last row with something in it; 0: there is none. */
  lastLine: number
  /** Where the sheet says that its rows end; null: it does not say. */
  statedEnd: number | null
  /** Rows with something in them that are hidden, by hand or by a filter. */
  hidden: number
  /** Cells that are merged over several rows, in the order of the sheet. */
  merged: MergedCell[]
}

/** The last line of a merged cell that has its text in `from`; `column` from 0. */
export interface MergedCell {
  column: number
  from: number
  until: number
}

/** More are not a list of lines. */
const MOST_MERGED = 100_000

const NAMES = ['worksheet', 'sheetData', 'row', 'c', 'v', 'f', 'is', 't', 'rPh', 'dimension', 'mergeCell']
const [WORKSHEET, SHEET_DATA, ROW, CELL, VALUE, FORMULA, INLINE, TEXT, PHONETIC, DIMENSION, MERGED] = NAMES.keys()
/** The scanner is in one of these parts of a sheet. */
const [BEFORE, HEAD, DATA, FOOT, ENDED] = [0, 1, 2, 3, 4]

/**
 * Goes through all of a sheet. A sentence: why it is not read, or not further.
 * @param built what its cells mean, and what takes its rows; null: nothing is built, and its formulas alone are counted
 */
export async function readSheet(
  archive: Archive,
  path: string,
  limits: SheetLimits,
  built: { meanings: Meanings; rows: RowTaker } | null,
): Promise<SeenSheet | string> {
  const seen: SeenSheet = {
    formulas: { all: 0, withoutResult: 0 },
    lastLine: 0,
    statedEnd: null,
    hidden: 0,
    merged: [],
  }
  const build = built === null ? null : cellBuilder(built.meanings, built.rows, limits, refuse)
  let refusal: string | null = null
  let place = BEFORE
  // The number of the last row, whether the scanner is still in it, whether it is hidden, and how many cells it has.
  let line = 0
  let isRow = false
  let isHidden = false
  let cells = 0
  // Whether it is in a cell, what was seen of that, and whether it is in the cell's own text, or in how that is spoken.
  let isCell = false
  let hasFormula = false
  let hasValue = false
  let isInline = false
  let isPhonetic = false

  const scanner = createXmlScanner(NAMES, {
    open(name, attributes) {
      scanner.wantsText = false
      switch (name) {
        case VALUE:
          scanner.wantsText = isCell
          break
        case TEXT:
          scanner.wantsText = isInline && !isPhonetic
          break
        case CELL:
          if (isRow) beginCell(attributes)
          break
        case FORMULA:
          if (!isCell) break
          hasFormula = true
          seen.formulas.all += 1
          break
        case INLINE:
          isInline = isCell
          break
        case PHONETIC:
          isPhonetic = true
          break
        case ROW:
          beginRow(attributes)
          break
        case SHEET_DATA:
          if (place >= FOOT) refuse(GOES_ON)
          if (place === HEAD) place = DATA
          break
        case WORKSHEET:
          if (place === BEFORE) place = HEAD
          break
        case DIMENSION:
          if (place === HEAD) seen.statedEnd = rangeOf(attributes)?.until ?? null
          break
        case MERGED: {
          const range = place === FOOT ? rangeOf(attributes) : null
          if (range === null || range.until <= range.from) break
          if (seen.merged.length === MOST_MERGED) refuse(TOO_MANY_MERGED)
          else seen.merged.push(range)
          break
        }
        default:
          if (place === ENDED) refuse(GOES_ON)
      }
    },
    close(name) {
      scanner.wantsText = false
      switch (name) {
        case CELL:
          if (isCell) endCell()
          break
        case ROW:
          if (isRow) endRow()
          break
        case INLINE:
          isInline = false
          break
        case PHONETIC:
          isPhonetic = false
          break
        case SHEET_DATA:
          if (isRow) refuse(cut(line))
          if (place === DATA) place = FOOT
          break
        case WORKSHEET:
          if (place === DATA) refuse(ENDS_EARLY)
          place = ENDED
          // Nothing but space may follow.
          scanner.wantsText = true
          break
        default:
      }
    },
    text(bytes, from, to, isRaw) {
      if (place === ENDED) {
        if (/\S/.test(bytes.toString('latin1', from, to))) refuse(GOES_ON)
        return
      }
      if (!isInline) hasValue = true
      seen.lastLine = line
      build?.text(bytes, from, to, isRaw, isInline)
    },
  })

  /** The first refusal is the one that is told. */
  function refuse(words: string): void {
    refusal ??= words
    scanner.pause()
  }

  function beginRow(attributes: XmlAttributes): void {
    if (isRow) refuse(cut(line))
    let number = line + 1
    isHidden = false
    while (attributes.next()) {
      if (attributes.isNamed('r')) number = attributes.integer()
      else if (attributes.isNamed('hidden')) isHidden = /^(?:1|true)$/.test(attributes.text(10) ?? '')
    }
    if (place < DATA) refuse(damaged(`row ${grouped(number)} comes before the start of its sheet`))
    else if (place > DATA) refuse(damaged(`row ${grouped(number)} comes after the end of its sheet`))
    else if (number < 1) refuse(damaged(`the row after row ${grouped(line)} has no valid number`))
    else if (number > LAST_ROW) refuse(behindLast(number))
    else if (number <= line) refuse(damaged(`row ${grouped(number)} comes after row ${grouped(line)}`))
    line = number
    cells = 0
    isRow = true
    build?.beginRow()
  }

  function endRow(): void {
    isRow = false
    if (isCell) refuse(cut(line))
    if (isHidden && seen.lastLine === line) seen.hidden += 1
    if (build?.endRow(line, isHidden) === false) scanner.pause()
  }

  function beginCell(attributes: XmlAttributes): void {
    if (isCell) refuse(cut(line))
    isCell = true
    hasFormula = false
    hasValue = false
    cells += 1
    if (cells > LAST_COLUMN) refuse(damaged(`row ${grouped(line)} has more than ${grouped(LAST_COLUMN)} cells`))
    build?.beginCell(line, attributes)
  }

  function endCell(): void {
    isCell = false
    isInline = false
    if (hasFormula && !hasValue) seen.formulas.withoutResult += 1
    build?.endCell(line)
  }

  const part = { path, most: limits.bytes, what: 'a sheet', mostTags: limits.tags }
  const wrong = await scanPart(archive, part, scanner, () => refusal ?? built?.rows.rest() ?? null)
  return wrong ?? (place === ENDED ? seen : ENDS_EARLY)
}

/** The rows of a range such as A1:F100, and its first column. Some programs write a single cell for any sheet. */
function rangeOf(attributes: XmlAttributes): MergedCell | null {
  while (attributes.next()) {
    if (!attributes.isNamed('ref')) continue
    const [, letters, from, until] = /^([A-Z]{1,3})(\d{1,9}):[A-Z]{1,3}(\d{1,9})$/.exec(attributes.text(50) ?? '') ?? []
    if (letters === undefined) return null
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
    return { column, from: Number(from), until: Number(until) }
  }
  return null
}

const TOO_MANY_MERGED = `This sheet has more than ${grouped(MOST_MERGED)} merged cells. Save it as CSV.`

const behindLast = (row: number) =>
  damaged(`it has a row ${grouped(row)}, and no sheet has more than ${grouped(LAST_ROW)}`)
const GOES_ON = damaged('a sheet continues after its end')
const ENDS_EARLY = damaged('a sheet ends in the middle')
const cut = (line: number) => damaged(`row ${grouped(line)} is cut`)
