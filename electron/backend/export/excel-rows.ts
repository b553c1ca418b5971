// Reads the rows of an Excel file written earlier, to check it.
import { HucreError } from 'hucre'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { checkHeads, columnsOf, namedCells, type ReadCell, whyHiddenInColumns } from './column-rows.ts'
import { type FileBytes, type RowReader, readWhole, UnreadableFile } from './row-reader.ts'

export const excelRows: RowReader = {
  async *rows(file, receipt) {
    let current: string | null = null
    const { headerRows } = receipt.resources[0].dialect
    const heads = Array.isArray(headerRows) ? (headerRows[0] ?? 1) : 1
    for await (const { sheet, number, cells } of sheetRows(file)) {
      // Totals stand above the heads of the first sheet.
      if (current === null && number < heads) continue
      if (sheet === current) yield namedCells(cells, receipt, (text) => text)
      else checkHeads(cells, receipt)
      current = sheet
    }
  },
  whyHidden(sum, receipt) {
    const hidden = whyHiddenInColumns(sum, receipt)
    if (hidden !== null) return hidden
    const { numbersAsText } = receipt.eventscope.altered
    if (columnsOf(sum.property, receipt).some(({ name }) => numbersAsText.some(({ column }) => column === name)))
      return 'some of its numbers stand as text'
    return sum.figures.some(({ units }) => units.includes(''))
      ? 'a unit is empty text, which Excel does not tell from none'
      : null
  },
}

/** The cells of a table's rows, each sheet's heads first. @throws UnreadableFile where it is no Excel file */
export async function* tableRows(file: FileBytes): AsyncGenerator<{ cells: (ReadCell | null)[]; isHeads: boolean }> {
  let current: string | null = null
  for await (const { sheet, cells } of sheetRows(file)) {
    yield { cells, isHeads: sheet !== current }
    current = sheet
  }
}

/** Of all sheets but "About", with their numbers from 1. */
async function* sheetRows(
  file: FileBytes,
): AsyncGenerator<{ sheet: string; number: number; cells: (ReadCell | null)[] }> {
  // Compressed as it is.
  const bytes = await readWhole(file)
  const sheets: string[] = []
  const sheetNames = ({ name }: { name: string }) => sheets.push(name) < 0
  try {
    await readXlsx(bytes, { sheets: sheetNames })
    for (const sheet of sheets.filter((name) => name !== 'About')) {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
        const cells = values.map((value) =>
          value === null ? null : { text: String(value), isNumber: typeof value === 'number' },
        )
        yield { sheet, number: index + 1, cells }
      }
    }
  } catch (error) {
    throw error instanceof HucreError ? new UnreadableFile(error.message) : error
  }
}
