// A receipt in a case: what a reader needs to know its file again and to check it.
import { fileNamePart } from '../export/export-file-name.ts'
import { SUM_HEADS } from '../export/verification-outcome.ts'
import { type CaseItem, titleOf } from './case.ts'
import { receiptLine, receiptSumWords, tableWords } from './german-tables.ts'
import { type LetterLanguage, letterFigure } from './letter-language.ts'
import type { CaseSection, PageCell } from './pages.ts'

type ReceiptItem = Extract<CaseItem, { is: 'receipt' }>
type Receipt = ReceiptItem['receipt']
type ReceiptSection = Extract<CaseSection, { is: 'receipt' }>

/** A colleague gets all of it. `masked` only writes the customer in a file name as its ID, which `casePages` masks. */
export const wholeReceipt = (item: ReceiptItem, masked: boolean): CaseSection => {
  const { customerId } = item.receipt
  // The name has the ID, which is masked as anywhere else.
  return receiptSection(item, (file) => (masked ? withPart(file, customerId, customerId ?? '') : file), null)
}

/** A customer gets, in their language, nothing of the connection, and of properties only those that are shown. */
export function receiptFor(item: ReceiptItem, shown: ReadonlySet<string>, language: LetterLanguage): ReceiptSection {
  const section = receiptSection(item, (file) => withPart(file, item.receipt.connection, '…'), shown)
  const { title, facts, sums } = section
  const inManner = (cell: PageCell): PageCell =>
    cell !== null && typeof cell === 'object' && 'number' in cell
      ? { number: cell.number, shown: letterFigure(cell.number, language) }
      : cell
  return {
    is: 'receipt',
    title: language === 'en' ? title : title.replace(/^Receipt of /, 'Beleg zu '),
    facts: facts.map(([name, value]) => receiptLine(name, inManner(value), language)),
    sums: sums && {
      heads: sums.heads.map((head) => tableWords(head, language)),
      // The first names the property.
      rows: sums.rows.map((row) =>
        row.map((cell, at) => {
          const isOurs = typeof cell === 'string' && (at > 0 || BY_RULES.has(cell))
          return isOurs ? receiptSumWords(cell, language) : inManner(cell)
        }),
      ),
    },
  }
}

/** This is what is told of a sum by the price rules in place of a property. */
const BY_RULES: ReadonlySet<string> = new Set(['Charged', 'Taken off', 'Total'])

/** Why it may not be shown to a customer, in a sentence; null: it may. */
export function receiptRefusal(item: ReceiptItem, customerId: string): string | null {
  const { of, customerId: searched, isTheirsAlone } = item.receipt
  const title = `“${titleOf(item)}”`
  if (of === 'figures') return `${title} is of a table of figures, which may hold those of others. Remove it.`
  if (searched === null)
    return `${title} is of a search for all customers. Remove it, or add one of a search for this customer.`
  if (searched !== customerId) return `${title} is of a search for another customer. Remove it.`
  return isTheirsAlone ? null : `${title} does not say that every row is of this customer. Remove it.`
}

/**
 * @param nameOf the name of a file as it may be said
 * @param shown for a customer: the properties that are shown; null: all, and what is internal besides
 */
function receiptSection(
  { receipt, verified }: ReceiptItem,
  nameOf: (file: string) => string,
  shown: ReadonlySet<string> | null,
): ReceiptSection {
  const isShown = (line: Receipt['lines'][number]) =>
    shown === null || line.shown === 'to-all' || (line.shown !== 'to-colleagues' && shown.has(line.shown.property))
  const hidden = receipt.lines.filter((line) => line.isCondition && !isShown(line)).length
  const sums = receipt.sums.filter(({ property }) => shown === null || property === null || shown.has(property))
  const facts: [string, PageCell][] = [
    ['File', nameOf(receipt.file)],
    ...receipt.lines.filter(isShown).map(({ name, value }): [string, PageCell] => [name, value]),
  ]
  if (hidden > 0) facts.push(['Conditions that are not shown', { number: String(hidden) }])
  if (verified === null) facts.push(['Checked against the file', 'not when it was added'])
  else {
    const { at, file, agrees, said } = verified
    const words = agrees ? 'the file agrees with its receipt' : 'the file and its receipt do not agree'
    facts.push(['Checked against the file', `${at}: ${words}`])
    if (shown === null && file !== receipt.file) facts.push(['Its name then', nameOf(file)])
    if (shown === null) facts.push(...said)
  }
  return {
    is: 'receipt',
    title: `Receipt of ${nameOf(receipt.file)}`,
    facts,
    sums: sums.length === 0 ? null : { heads: [...SUM_HEADS], rows: sums.map(({ cells }) => cells) },
  }
}

/** Names that are proposed for files hold the connection's and the customer's, as `fileNamePart` writes them. */
function withPart(file: string, name: string | null, instead: string): string {
  const part = name === null ? '' : fileNamePart(name)
  if (part === '') return file
  return file.replace(new RegExp(`(?<![\\p{L}\\p{N}])${part}(?![\\p{L}\\p{N}])`, 'gu'), () => instead)
}
