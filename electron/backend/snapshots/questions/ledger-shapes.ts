// What stands in columns that should hold numbers: which decimal sign they have, and whether they are numbers at all.
import type { Asks, CellSample, DecimalSign } from '../../../../shared/check/checked-file.ts'
import { countWords, grouped, trueMinus } from '../../../../shared/exact/grouped-digits.ts'
import { looksLikeDate } from '../../check/file-times.ts'
import { isLineNumberHead } from '../../check/propose-columns.ts'
import { cellText, type ReadCell } from '../../check/read-lines.ts'
import { jsonNumber, type NumberWay, numberDress, numberShape, numberWay } from '../../check/read-number.ts'
import { headOf } from './amount-sides.ts'
import { type Beginning, codeOfOwn, type FileColumn, type LedgerFile } from './ledger-file.ts'

const MOST_SAMPLES = 5
const LONGEST_SAMPLE = 100

/**
 * The decimal sign of a file, with notes on its columns of numbers; what is asked where these leave it open.
 * @param mayBeDays whether it is noted of a column that all of its numbers may be days of a spreadsheet
 */
export function numbersOf<Means>(
  file: LedgerFile<Means>,
  columns: readonly FileColumn<Means>[],
  chosen: DecimalSign | null,
  mayBeDays: (column: FileColumn<Means>) => boolean = () => true,
): { decimal: DecimalSign; notes: string[] } | Asks {
  const decimal = decimalOf(file, columns, chosen)
  if (typeof decimal !== 'string') return decimal
  const notes: string[] = []
  for (const column of columns) {
    const found = numbersProblem(file, column, decimal)
    if (found.asks !== null) return found.asks
    notes.push(...(mayBeDays(column) ? found.notes : []), ...found.readings)
  }
  return { decimal, notes }
}

/** The sign that stands before fractions, if one cell settles it; else what is asked. */
function decimalOf(
  file: LedgerFile<unknown>,
  columns: readonly FileColumn<unknown>[],
  chosen: DecimalSign | null,
): DecimalSign | Asks {
  if (chosen !== null) return chosen
  const found: Record<'.' | ',' | 'either', CellSample[]> = { '.': [], ',': [], either: [] }
  for (const column of columns) {
    for (let id = 1; id <= column.dictionary.size; id += 1) {
      if (column.dictionary.kind(id) !== 'string') continue
      const shape = numberShape(column.dictionary.text(id))
      if (shape === 'none' || shape === 'no-number' || found[shape].length === MOST_SAMPLES) continue
      found[shape].push(sampleOf(file, column, id))
    }
  }
  if (found['.'].length > 0 && found[','].length > 0) {
    const [point, comma] = [found['.'][0], found[','][0]]
    return asked(
      `Both decimal signs are used: “${point?.text}” on line ${grouped(point?.line ?? 0)}, “${comma?.text}” on line ${grouped(comma?.line ?? 0)}. Choose the right one; what does not fit it is listed as not a number.`,
      [...found['.'].slice(0, 2), ...found[','].slice(0, 2)],
    )
  }
  if (found['.'].length > 0) return '.'
  if (found[','].length > 0) return ','
  const [first] = found.either
  if (first === undefined) return '.'
  const byComma = jsonNumber(first.text, ',') ?? ''
  const byPoint = jsonNumber(first.text, '.') ?? ''
  return asked(`“${first.text}” can be ${byPoint} or ${byComma}. Choose the decimal sign of this file.`, found.either)
}

function asked(words: string, samples: readonly CellSample[]): Asks {
  const read = (text: string, decimal: DecimalSign) => jsonNumber(text, decimal) ?? 'no number'
  return {
    ask: 'decimal',
    words,
    samples: samples.map((one) => ({ ...one, byPoint: read(one.text, '.'), byComma: read(one.text, ',') })),
  }
}

/** The first cell of a column that has a value. @param id the value's number in the column's dictionary, from 1 */
function sampleOf(file: LedgerFile<unknown>, column: FileColumn<unknown>, id: number): CellSample {
  const at = column.codes.indexOf(codeOfOwn(column, id))
  return {
    line: file.lineNumbers[at] ?? 0,
    head: column.head,
    text: column.dictionary.text(id).slice(0, LONGEST_SAMPLE),
  }
}

/** What the cells of a column are. A value is named by its number in the column's dictionary; 0: there is none. */
interface ColumnContent {
  /** Ways of writing a number that have to be told, as (30.00): the first value of each, and how many cells have it. */
  ways: Map<NumberWay, { id: number; cells: number }>
  /** How many cells are not empty, and how many of these are numbers and dates. */
  cells: number
  numbers: number
  dates: number
  /** The first value that is a date, and the first that is neither a number nor a date. */
  firstDate: number
  firstOther: number
  /** Whether all numbers are whole and lie between `FIRST_DAY` and `LAST_DAY`. */
  areDays: boolean
}

/** The first days of 2000 and of 2050, as spreadsheets count days. */
const [FIRST_DAY, LAST_DAY] = [36_526, 54_789]

/**
 * Whether a column that should hold numbers does.
 * @returns `asks`: for another column, with the reason why it is none; null where it is one; `notes`: what to look at;
 * `readings`: cells that are read as something else than they look like
 */
function numbersProblem(
  file: LedgerFile<unknown>,
  column: FileColumn<unknown>,
  decimal: DecimalSign,
): { asks: Asks | null; notes: string[]; readings: string[] } {
  const counts = new Uint32Array(column.dictionary.size + 1)
  for (let line = 0; line < file.lines; line += 1) {
    const code = column.codes[line] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  const content: ColumnContent = {
    ways: new Map(),
    cells: 0,
    numbers: 0,
    dates: 0,
    firstDate: 0,
    firstOther: 0,
    areDays: true,
  }
  for (let id = 1; id <= column.dictionary.size; id += 1) noteValue(content, column, id, counts[id] ?? 0, decimal)
  const name = `The column “${column.head}”`
  const areMostDates = content.dates * 2 > content.cells
  if (areMostDates) {
    const { text, line } = sampleOf(file, column, content.firstDate)
    return columnAsked(
      `${name} holds dates, such as ${text} on line ${grouped(line)}, and no numbers. Choose another column.`,
    )
  }
  const areFewNumbers = content.numbers * 2 < content.cells
  if (areFewNumbers) {
    const { text, line } = sampleOf(file, column, content.firstOther)
    return columnAsked(`${name} holds no numbers: “${text}” on line ${grouped(line)} is none. Choose another column.`)
  }
  const notes: string[] = []
  if (content.numbers >= 3 && content.areDays) {
    notes.push(
      `All numbers in “${column.head}” are whole and lie between ${grouped(FIRST_DAY)} and ${grouped(LAST_DAY)}, as the days of a spreadsheet do: check whether they are dates.`,
    )
  }
  return { asks: null, notes, readings: readingsOf(file, column, decimal, content) }
}

/** Notes a value. @param id its number in the dictionary @param cells how many cells have it */
function noteValue(
  content: ColumnContent,
  { dictionary }: FileColumn<unknown>,
  id: number,
  cells: number,
  decimal: DecimalSign,
): void {
  const text = dictionary.text(id)
  const kind = dictionary.kind(id)
  const number = kind === 'number' ? text : kind === 'string' ? jsonNumber(text, decimal) : null
  content.cells += cells
  if (number !== null) {
    content.numbers += cells
    const value = Number(number)
    if (!Number.isInteger(value) || value < FIRST_DAY || value > LAST_DAY) content.areDays = false
    const way = kind === 'string' ? numberWay(text) : null
    const known = way === null ? undefined : content.ways.get(way)
    if (known !== undefined) known.cells += cells
    else if (way !== null) content.ways.set(way, { id, cells })
  } else if (kind === 'json' || looksLikeDate(text)) {
    content.dates += cells
    content.firstDate ||= id
  } else content.firstOther ||= id
}

/** What numbers are read as that are written in some way that has to be told: a sentence for each way. */
function readingsOf(
  file: LedgerFile<unknown>,
  column: FileColumn<unknown>,
  decimal: DecimalSign,
  { ways }: ColumnContent,
): string[] {
  return [...ways.values()].map(({ id, cells }) => {
    const { text, line } = sampleOf(file, column, id)
    const [only, another] = numberDress(text)?.currencies ?? []
    const money = only !== undefined && another === undefined ? ` ${only}` : ''
    const number = trueMinus(jsonNumber(text, decimal) ?? '')
    const more = cells > 1 ? `, and ${countWords(cells - 1, 'more cell')} of “${column.head}” alike` : ''
    return `“${text}” on line ${grouped(line)} is read as ${number}${money}${more}.`
  })
}

/** Whether a column only numbers the lines: its head says so, and its whole numbers grow from line to line. */
function areLineNumbers(head: string, cells: readonly (ReadCell | undefined)[]): boolean {
  if (!isLineNumberHead(head)) return false
  const numbers = cells.map((cell) => /^(\d{1,9})\.?$/.exec(cellText(cell).trim())?.[1])
  return numbers.every((text, at) => text !== undefined && (at === 0 || Number(text) > Number(numbers[at - 1])))
}

/**
 * A note on columns of numbers that nothing is compared with: the amount may be among them.
 * @param used the places of the columns that have a meaning
 * @param amount the head of the column that is read as the amount; null: there is none
 */
export function unusedNumbers(
  { heads, lines }: Pick<Beginning, 'heads' | 'lines'>,
  used: readonly number[],
  amount: string | null,
): string[] {
  const unused = heads.flatMap((head, column) => {
    const cells = lines.map(({ cells }) => cells[column]).filter((cell) => cellText(cell).trim() !== '')
    const numbers = cells.filter((cell) =>
      typeof cell === 'object' && cell !== null ? 'number' in cell : numberShape(cellText(cell)) !== 'no-number',
    )
    const areNumbers = numbers.length > 0 && numbers.length * 2 >= cells.length
    const isUnused = areNumbers && !used.includes(column) && !areLineNumbers(head, cells)
    return isUnused ? [headOf(heads, column)] : []
  })
  if (unused.length === 0) return []
  const named = unused.slice(0, MOST_SAMPLES).map((head) => `“${head.slice(0, LONGEST_SAMPLE)}”`)
  const more = unused.length > MOST_SAMPLES ? ` and ${grouped(unused.length - MOST_SAMPLES)} more` : ''
  const chosen = amount === null ? '' : `“${amount.slice(0, LONGEST_SAMPLE)}” is read as the amount. `
  return [
    `${chosen}${named.join(', ')}${more} ${unused.length === 1 ? 'holds' : 'hold'} numbers and ${unused.length === 1 ? 'is' : 'are'} compared with nothing. Say what ${unused.length === 1 ? 'it is' : 'they are'}, if ${unused.length === 1 ? 'it is' : 'one is'} the amount.`,
  ]
}

const columnAsked = (words: string) => ({ asks: { ask: 'columns', words } satisfies Asks, notes: [], readings: [] })
