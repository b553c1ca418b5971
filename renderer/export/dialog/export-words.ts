// The dialog "Export" in words: what goes into the file, and what a spreadsheet would make of it.
import { countWords, grouped, listWords } from '../../../shared/exact/grouped-digits.ts'
import type { ExportPreview } from '../../../shared/export/file-export.ts'
import { FILE_FORMAT_NAMES, type FileFormatName, HAS_CELLS } from '../../../shared/export/file-formats.ts'
import type { SpreadsheetChange } from '../../../shared/export/spreadsheet-change.ts'
import { costWords, type SnapshotCost } from '../../snapshot/store/snapshot-order.ts'
import { shortened } from '../../ui/excerpt.ts'
import type { DialogSubject } from './export-subject.ts'

/** "50 rows: all of this page". */
export function subjectWords(subject: DialogSubject, preview: ExportPreview | null): string {
  switch (subject.of) {
    case 'page':
      return `${rowCountWords(subject.events.length)}: all of this page`
    case 'selection':
      return `${rowCountWords(subject.events.length)}: all selected rows, from every page`
    case 'all': {
      const { cost } = subject
      return `${allWords(cost, subject.events.length)}. ${costWords(cost)}; then the file is written. What was read stays until the export leaves the list, or Eventscope is started again.`
    }
    case 'snapshot':
      return `${preview?.words ?? 'All rows'} of the snapshot “${subject.name}”`
  }
}

/** A total that is no more than the page has may count the page alone, so that it is not promised as what will come. */
function allWords(cost: SnapshotCost | null, onPage: number): string {
  if (cost === null) return 'All matches'
  return cost.events > onPage
    ? `All ${grouped(cost.events)} matches`
    : `All matches; the service counts ${grouped(cost.events)}`
}

/** Says where the file has what its events are worth, and by which version of the rules; null: nowhere. */
export function worthWords(
  { rules, areRulesUnreadable }: Pick<ExportPreview, 'rules' | 'areRulesUnreadable'>,
  { format, hasReceipt, isPart }: { format: FileFormatName; hasReceipt: boolean; isPart: boolean },
): { words: string; title?: string } | null {
  if (areRulesUnreadable)
    return {
      words:
        'The price rules of this connection cannot be read, so nothing is valued or totalled. “Price rules” in Totals shows what is wrong.',
    }
  if (rules === null) return null
  const places = [...(format === 'xlsx' ? IN_EXCEL : []), ...(hasReceipt ? ['in the receipt'] : [])]
  const where = places.length === 0 ? 'shown with the export once it is written' : listWords(places)
  const part = isPart ? ' These rows are only part of the events, so what is billed by the month is not valued.' : ''
  // Nobody should find a file that was not announced.
  const beside =
    format !== 'xlsx' && hasReceipt
      ? ' What is billed by the month, if anything is, comes in a second file beside it.'
      : ''
  return {
    words: `By your price rules: what its events are worth is ${where}.${beside}${part}`,
    title: `Version ${rules}`,
  }
}

const IN_EXCEL = ['above its rows', 'beside each event', 'in “Charges”', 'in “About”']

const NAME_CHARACTERS = 40

/** Which column of a Parquet file is the number: the other holds what was sent. Null: none is of numbers. */
export function parquetNumbersWords(properties: readonly { name: string; numbers: number }[]): string | null {
  const name = properties.find(({ numbers }) => numbers > 0)?.name
  if (name === undefined) return null
  const shown = shortened(name, NAME_CHARACTERS)
  return `Numbers have two columns: “${shown}” is the text as it was sent, “${shown}_decimal” is the number to calculate with.`
}

const CHANGES: Readonly<Record<SpreadsheetChange, (cells: string) => string>> = {
  digits: (cells) => `${cells} would lose digits of a number`,
  number: (cells) => `${cells} of text would become a number`,
  date: (cells) => `${cells} of text would become a date`,
  boolean: (cells) => `${cells} of text would become true or false`,
  cut: (cells) => `${cells} would be cut`,
  apostrophe: (cells) => `${cells} would show an apostrophe`,
  formula: (cells) => `${cells} would be run as a formula`,
}

/** How a spreadsheet would change one cell, as a sentence. */
export const CHANGE_OF_CELL: Readonly<Record<SpreadsheetChange, string>> = {
  digits: 'A spreadsheet would keep only 15 digits of this number.',
  number: 'A spreadsheet would turn this text into a number.',
  date: 'A spreadsheet would turn this text into a date.',
  boolean: 'A spreadsheet would turn this text into true or false.',
  cut: 'A spreadsheet would cut this text: a cell holds 32,767 characters.',
  formula: 'A spreadsheet would run this text as a formula.',
  apostrophe: 'The apostrophe keeps a spreadsheet from running this text; it stays in the cell.',
}

export interface ChangedWords {
  /** It reads, for example, "A spreadsheet would change 38 cells of this CSV." */
  title: string
  /** Each kind of change, with its number of cells. */
  ways: string
}

/** Null where a spreadsheet would change nothing, or does not open this format. */
export function changedWords(
  { changed, looked, rows: all }: Pick<ExportPreview, 'changed' | 'looked' | 'rows'>,
  format: FileFormatName,
): ChangedWords | null {
  const total = changed.reduce((sum, { cells }) => sum + cells, 0)
  if (total === 0 || !HAS_CELLS[format]) return null
  const where = looked < all ? ` in the first ${rowCountWords(looked)}` : ''
  const ways = changed.map(({ how, cells: count }) => CHANGES[how](cells(count))).join('; ')
  return format === 'csv'
    ? {
        title: `A spreadsheet would change ${cells(total)} of this CSV${where}.`,
        ways: `${ways}. An Excel file keeps them.`,
      }
    : {
        title: `This ${FILE_FORMAT_NAMES[format]} file keeps ${cells(total)}${where} that a spreadsheet would change in a CSV.`,
        ways: `In a CSV, ${ways}.`,
      }
}

/** "1 row", "1,234 rows". */
export function rowCountWords(count: number): string {
  return countWords(count, 'row')
}

const cells = (count: number) => countWords(count, 'cell')
