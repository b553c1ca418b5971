// Excel files, written as they are read: sheets of rows that roll over at Excel's limit, and a last one, "About".
import type { TableRow } from '../../../shared/event/event-table.ts'
import { type AddPart, packageParts, SHEET_CLOSING, STYLE, sheetOpening, sheetPath, zipped } from './excel-package.ts'
import { type ExcelColumn, excelColumns, excelRowWriter, textRow } from './excel-row.ts'
import { cellText } from './excel-text.ts'
import { type FileContent, type FileFormat, fieldOf, nothingCounted, sameColumns, type Tally } from './file-format.ts'
import type { Survey } from './survey.ts'
import { createTextChunks } from './text-chunks.ts'

export const EXCEL_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

export interface ExcelOptions {
  /** The zone of the date-times. */
  zone: string
  /** The lines of "About", asked for once all rows are written. */
  about: (survey: Survey, tally: Tally) => readonly (readonly string[])[]
  /** Of a sheet, its heads included. */
  mostRows?: number
}

/** Excel's own limit. */
const MOST_ROWS = 1_048_576
/** Sizes above it need ZIP64; some way under the 4 GiB that the older records can say. */
const ZIP64_FROM = 3.9e9

export function excelFormat({ zone, about, mostRows = MOST_ROWS }: ExcelOptions): FileFormat {
  return {
    extension: 'xlsx',
    mediaType: EXCEL_MEDIA_TYPE,
    dialect: () => ({ header: true, sheetName: sheetName(1) }),
    fields: ({ table }, { numbersAsText }) =>
      excelColumns(table, zone).map(({ head, column, isDateTime }) => {
        if (isDateTime) return { name: head, type: 'datetime' }
        return {
          ...fieldOf(column, cellText(head, nothingCounted())),
          ...(numbersAsText.has(column.head) ? { type: 'any' } : {}),
        }
      }),
    suits: (first, all) => sameColumns(first, all) && (mayBeLarge(first) || !mayBeLarge(all)),
    bytes: (content, tally) =>
      zipped(mayBeLarge(content.survey), (add) => writeSheets({ content, tally, zone, about, mostRows, add })),
  }
}

/** Bytes of XML at most: an escape for each character, and what stands around each cell. */
const mayBeLarge = ({ rows, characters, table }: Survey) =>
  rows * (table.columns.length + 1) * 64 + characters * 7 > ZIP64_FROM

interface Sheets extends Required<ExcelOptions> {
  content: FileContent
  tally: Tally
  add: AddPart
}

async function writeSheets({ content, tally, zone, about, mostRows, add }: Sheets): Promise<void> {
  const { table } = content.survey
  const columns = excelColumns(table, zone)
  const write = excelRowWriter(columns, zone, tally)
  const rows = createRowCursor(content.pieces)
  const heads = columns.map(({ head }) => head)
  for (const { name } of table.columns) if (!name.isWellFormed()) tally.halfPairs += 1
  const names: string[] = []

  async function* sheet() {
    // Heads that are repeated count once.
    const counting = names.length === 1 ? tally : nothingCounted()
    const chunks = createTextChunks()
    chunks.add(sheetOpening(columns.map(widthOf)) + textRow(1, heads, STYLE.head, counting))
    let row = 2
    while (row <= mostRows && (await rows.isMore())) {
      for (const one of rows.take(mostRows - row + 1)) {
        chunks.add(write(row, table.cells(one)))
        row += 1
        tally.rows += 1
      }
      yield* chunks.full()
      content.onRows?.(tally.rows)
    }
    chunks.add(SHEET_CLOSING)
    yield* chunks.rest()
  }

  try {
    do {
      names.push(sheetName(names.length + 1))
      await add(sheetPath(names.length), sheet())
    } while (await rows.isMore())
  } finally {
    await rows.close()
  }
  names.push('About')
  await add(sheetPath(names.length), aboutSheet(about(content.whole?.() ?? content.survey, tally)))
  for (const [path, xml] of packageParts(names)) await add(path, bytesOf(xml))
}

async function* aboutSheet(lines: readonly (readonly string[])[]) {
  let xml = sheetOpening([40, 60])
  for (const [at, line] of lines.entries()) {
    xml += textRow(at + 1, line, at === 0 ? STYLE.head : STYLE.text, nothingCounted())
  }
  yield Buffer.from(xml + SHEET_CLOSING)
}

/** "Events", "Events 2", … */
const sheetName = (number: number) => (number === 1 ? 'Events' : `Events ${number}`)

async function* bytesOf(xml: string) {
  yield Buffer.from(xml)
}

/** Wide enough for an instant or an identifier, in characters. */
const widthOf = ({ head, isDateTime }: ExcelColumn) => (isDateTime ? 24 : head === 'created_at' ? 30 : 18)

/** All rows, of which a sheet takes as many as it has room for. */
function createRowCursor(all: FileContent['pieces']) {
  const pieces = all[Symbol.asyncIterator]()
  let piece: readonly TableRow[] = []
  let at = 0
  return {
    isMore: async (): Promise<boolean> => {
      while (at === piece.length) {
        const next = await pieces.next()
        if (next.done === true) return false
        piece = next.value
        at = 0
      }
      return true
    },
    /** At most so many of the piece that is at hand. */
    take: (most: number) => {
      const taken = piece.slice(at, at + most)
      at += taken.length
      return taken
    },
    close: () => pieces.return?.(),
  }
}
