// The fixed parts of an Excel file: what binds its sheets together (ECMA-376, part 1).
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { createTextChunks } from './file-format.ts'

/** Styles of cells, by their place in `STYLES_XML`; those of numbers follow, in `numberStyle`. */
export const STYLE = { general: 0, text: 1, dateTime: 2, head: 3, numberHead: 4, numberAsText: 5, day: 6 } as const

/** Decimals for which there is a style; the digits of a number with more are shown as Excel likes. */
const MOST_DECIMALS = 12
const FIRST_NUMBER_STYLE = Object.keys(STYLE).length

/**
 * The style that shows exactly the decimals that a number was sent with.
 * @param number as JSON has it
 * @param isGrouped whether its thousands are apart
 */
export function numberStyle(number: string, isGrouped: boolean): number {
  if (/[eE]/.test(number)) return STYLE.general
  const point = number.indexOf('.')
  const decimals = point < 0 ? 0 : number.length - point - 1
  if (decimals > MOST_DECIMALS) return STYLE.general
  return FIRST_NUMBER_STYLE + decimals + (isGrouped ? MOST_DECIMALS + 1 : 0)
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** Excel's own formats: a text stays text, also after someone has edited it. */
const GENERAL = 0
const TEXT = 49
/** The formats of a file begin here. */
const FIRST_OF_FILE = 164

const decimalFormats = (whole: string) =>
  Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) =>
    decimals === 0 ? whole : `${whole}.${'0'.repeat(decimals)}`,
  )
const DAY_FORMAT = 'yyyy\\-mm\\-dd'
const TIME_FORMATS = [`${DAY_FORMAT}\\ hh:mm:ss.000`, DAY_FORMAT]
/** Excel calls all of these number formats: first those of times and days, then those of numbers. */
const NUMBER_FORMATS = [...TIME_FORMATS, ...decimalFormats('0'), ...decimalFormats('#,##0')]

interface Look {
  bold?: boolean
  align?: 'left' | 'right'
}

const cellFormat = (format: number, { bold = false, align }: Look = {}) =>
  `<xf numFmtId="${format}" fontId="${bold ? 1 : 0}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"${bold ? ' applyFont="1"' : ''}${align ? ` applyAlignment="1"><alignment horizontal="${align}"/></xf>` : '/>'}`

/** They are in the order of `STYLE`, then of `numberStyle`. */
const CELL_FORMATS = [
  cellFormat(GENERAL),
  cellFormat(TEXT),
  cellFormat(FIRST_OF_FILE),
  cellFormat(TEXT, { bold: true }),
  cellFormat(TEXT, { bold: true, align: 'right' }),
  cellFormat(TEXT, { align: 'right' }),
  // A day is what rows of a table of figures are grouped by: it stands at the left, under its head, as texts do.
  cellFormat(FIRST_OF_FILE + 1, { align: 'left' }),
  ...NUMBER_FORMATS.slice(TIME_FORMATS.length).map((_, at) => cellFormat(FIRST_OF_FILE + TIME_FORMATS.length + at)),
]

const STYLES_XML = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${NUMBER_FORMATS.length}">${NUMBER_FORMATS.map((code, at) => `<numFmt numFmtId="${FIRST_OF_FILE + at}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${CELL_FORMATS.length}">${CELL_FORMATS.join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

/** The path of the sheet of this number, from 1. */
const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`

/** Writes what is before a sheet's first row. @param heads the row that stays in sight with those above it; 0: none */
export function sheetOpening(widths: readonly number[], heads = 1): string {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  const pane =
    heads === 0 ? '' : `<pane ySplit="${heads}" topLeftCell="A${heads + 1}" activePane="bottomLeft" state="frozen"/>`
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${columns.join('')}</cols><sheetData>`
}

/** Writes what is behind a sheet's last row. @param filter cells to set a filter over, such as "A1:K100"; null: none */
const sheetClosing = (filter: string | null) =>
  `</sheetData>${filter === null ? '' : `<autoFilter ref="${filter}"/>`}</worksheet>`

/** A sheet of lines that are at hand. `isTitled`: the first of them stays in sight. */
export const linesSheet = (
  lines: readonly string[],
  { widths, isTitled }: { widths: readonly number[]; isTitled: boolean },
) => sheetOpening(widths, isTitled ? 1 : 0) + lines.join('') + sheetClosing(null)

/** Every part but the sheets, by path. @param names of all sheets in their order, none with a sign that XML escapes */
function packageParts(names: readonly string[]): [path: string, xml: string][] {
  const sheets = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const targets = names.map((_, at) => relation(at + 1, `${OFFICE}/worksheet`, `worksheets/sheet${at + 1}.xml`))
  const types = names.map((_, at) => override(`/${sheetPath(at + 1)}`, 'worksheet'))
  const relations = (list: string[]) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
  return [
    ['xl/styles.xml', STYLES_XML],
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([...targets, relation(names.length + 1, `${OFFICE}/styles`, 'styles.xml')]),
    ],
    ['_rels/.rels', relations([relation(1, `${OFFICE}/officeDocument`, 'xl/workbook.xml')])],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${types.join('')}</Types>`,
    ],
  ]
}

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`

const override = (path: string, kind: string) =>
  `<Override PartName="${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`

// An Excel file is a ZIP file of XML parts: written as they come, so that memory does not grow with them.

/** How much of a part's XML waits between one stage and the next, in bytes. */
const WAITING = 512 * 1024
/** The level of deflate: the next ones take more time than they save bytes. */
const LEVEL = 2

export type AddPart = (path: string, xml: AsyncIterable<Uint8Array>) => Promise<void>

/** A sheet of rows, from its header to its last one. */
export interface RowsSheet<Row> {
  /** The number of the row with the column heads, from 1. */
  heads: number
  columns: number
  /** All down to the heads. @param first rows whose texts say how wide the columns are */
  header(first: readonly Row[]): string
  /** @param number of the row, from 1 */
  row(number: number, row: Row): string
  /** Told how many more bytes are written, behind some rows each time. */
  onBytes?: (bytes: number) => void
}

interface Sheets<Row> {
  /** The first sheet's; others have their number behind it. */
  name: string
  batches: AsyncIterable<readonly Row[]>
  sheet: (isFirst: boolean) => RowsSheet<Row>
  /** The rows of a sheet, its heads included. */
  mostRows: number
  /** The last one, "About", asked for once all rows are written. @param sheets how many there are before it */
  about: (sheets: number) => string
}

/** Adds sheets as long as there are rows, then `more`, "About" and every other part. */
export async function addSheets<Row>(
  { name, batches, sheet, mostRows, about }: Sheets<Row>,
  add: AddPart,
  more: readonly { name: string; xml: () => AsyncIterable<Uint8Array> }[] = [],
): Promise<void> {
  const rows = createRowCursor(batches)
  const names: string[] = []
  try {
    do {
      names.push(names.length === 0 ? name : `${name} ${names.length + 1}`)
      await add(sheetPath(names.length), sheetBytes(rows, sheet(names.length === 1), mostRows))
    } while (await rows.isMore())
  } finally {
    await rows.close()
  }
  const sheets = names.length
  for (const one of more) {
    names.push(one.name)
    await add(sheetPath(names.length), one.xml())
  }
  await add(sheetPath(names.length + 1), bytesOf(about(sheets)))
  for (const [path, xml] of packageParts([...names, 'About'])) await add(path, bytesOf(xml))
}

/** A sheet of rows that are at hand. */
export async function* heldSheet<Row>(rows: readonly Row[], sheet: RowsSheet<Row>): AsyncGenerator<Uint8Array> {
  const batches = (async function* () {
    yield rows
  })()
  yield* sheetBytes(createRowCursor(batches), sheet, Number.POSITIVE_INFINITY)
}

/** Rows whose texts say how wide the columns are, and that are written at once. */
const ROWS_AT_ONCE = 250

async function* sheetBytes<Row>(
  rows: RowCursor<Row>,
  { heads, columns, header, row, onBytes }: RowsSheet<Row>,
  mostRows: number,
): AsyncGenerator<Uint8Array> {
  const chunks = createTextChunks()
  const told = (full: Uint8Array[]) => {
    onBytes?.(full.reduce((sum, { length }) => sum + length, 0))
    return full
  }
  chunks.add(header((await rows.isMore()) ? rows.next(ROWS_AT_ONCE) : []))
  let last = heads
  while (last < mostRows && (await rows.isMore())) {
    for (const one of rows.take(Math.min(ROWS_AT_ONCE, mostRows - last))) {
      last += 1
      chunks.add(row(last, one))
    }
    yield* told(chunks.full())
  }
  chunks.add(sheetClosing(columns === 0 ? null : `A${heads}:${columnLetters(columns - 1)}${last}`))
  yield* told(chunks.rest())
}

/** `A` to `XFD`, from 0. */
export function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
}

/** All rows, of which a sheet takes as many as it has room for. */
type RowCursor<Row> = ReturnType<typeof createRowCursor<Row>>

function createRowCursor<Row>(all: AsyncIterable<readonly Row[]>) {
  const batches = all[Symbol.asyncIterator]()
  let batch: readonly Row[] = []
  let at = 0
  return {
    isMore: async (): Promise<boolean> => {
      while (at === batch.length) {
        const next = await batches.next()
        if (next.done === true) return false
        batch = next.value
        at = 0
      }
      return true
    },
    /** It gives at most so many of the batch that is at hand, which stay. */
    next: (most: number) => batch.slice(at, at + most),
    /** It takes at most so many of it. */
    take: (most: number) => {
      const taken = batch.slice(at, at + most)
      at += taken.length
      return taken
    },
    close: () => batches.return?.(),
  }
}

async function* bytesOf(xml: string) {
  yield Buffer.from(xml)
}

/** What `write` adds, as a ZIP file; parts are asked for as they are taken. `isLarge`: it may be above 4 GiB. */
export async function* zipped(isLarge: boolean, write: (add: AddPart) => Promise<void>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error) => output.destroy(error))
  /** The part that was added last: parts are added one after the other, so that it is the one being read. */
  let part: Readable | null = null
  const add: AddPart = (path, xml) => {
    const stream = Readable.from(xml, { objectMode: false, highWaterMark: WAITING })
    part = stream
    // A fixed time: the same rows are the same bytes.
    zip.addReadStream(stream, path, { mtime: new Date(1980, 0, 1), forceZip64Format: isLarge, compressionLevel: LEVEL })
    return finished(stream)
  }
  const writing = write(add).then(
    () => zip.end({ forceZip64Format: isLarge, comment: '' }),
    (error: Error) => void output.destroy(error),
  )
  try {
    for await (const chunk of output) yield chunk as Buffer
  } finally {
    // Where nobody reads on, the part that waits for a reader ends, and with it the source of its rows, and `write`.
    ;(part as Readable | null)?.destroy()
    await writing
  }
}
