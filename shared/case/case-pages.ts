// A case as it is shown to somebody: what they may see of it, in order, every figure with its exact text and its origin.
import { parseExact } from '../exact/exact-json.ts'
import { fileNamePart } from '../export/export-file-name.ts'
import { SUM_HEADS } from '../export/receipt-facts.ts'
import { type Audience, type Case, type CaseItem, type CaseLine, customersOf, titleOf } from './case.ts'
import { createMasker } from './mask-customers.ts'
import { type CasePages, type CaseSection, mapTexts, type PageCell } from './pages.ts'

export type MadePages =
  | { ok: true; pages: CasePages }
  /** What may not be shown to this customer, and why; nothing is made then. */
  | { ok: false; refused: { id: string; words: string }[] }

/** What the program says of itself, for colleagues: its version, the requests that were sent. */
export interface CaseFacts {
  program: string
  /** This machine's clock, RFC 3339 UTC. */
  at: string
  diagnostics: CaseLine[]
}

/** To a customer, beside amounts. */
const NO_INVOICE = 'This letter is no invoice and no credit note.'

const NOT_SIGNED = 'Notes cannot be changed in Eventscope; the file is not signed.'

/**
 * For a colleague nothing is refused; `masked` hides the customers that entries or checked files name (`createMasker`).
 * For a customer, one entry that is not for them refuses all, and so does a conclusion that
 * nobody confirmed; internal notes and `facts` are left out.
 */
export function casePages(known: Case, audience: Audience, facts: CaseFacts): MadePages {
  const { items, details } = known
  if (audience.is === 'colleague') {
    const title = details.title || 'Case'
    const lines: CaseLine[] = [...detailLines(known), ['Made by', facts.program], ['Made at', facts.at]]
    const sections = [...items.map((item) => wholeSection(item, audience.masked)), ...diagnosticsOf(facts)]
    const pages = { title, lines, sections, remarks: [NOT_SIGNED] }
    return {
      ok: true,
      pages: audience.masked ? mapTexts(pages, createMasker(customersOf(known), known.key, known.names)) : pages,
    }
  }
  const refused = items.flatMap((item) => {
    const words = refusal(item, audience.customerId)
    return words === null ? [] : [{ id: item.id, words }]
  })
  if (details.conclusion !== '' && details.confirmed !== details.conclusion) {
    refused.push({ id: 'conclusion', words: 'The conclusion was not confirmed. Confirm it, or leave it empty.' })
  }
  if (refused.length > 0) return { ok: false, refused }
  const shown = new Set(audience.properties)
  return {
    ok: true,
    pages: {
      title: details.title || 'Case',
      lines: [['Customer', audience.customerId], ...detailLines(known)],
      sections: items.flatMap((item) => customerSection(item, shown)),
      remarks: [NO_INVOICE],
    },
  }
}

function detailLines({ details }: Case): CaseLine[] {
  const { invoiceNumber, claim, disputed, leftOut, notInEvents, conclusion, preparedBy, date } = details
  const lines: CaseLine[] = [
    ['Invoice', invoiceNumber],
    ['Claim', claim],
    ['Disputed amount', disputed],
    ['Left out, and why', leftOut],
    ['Not in events', notInEvents],
    ['Conclusion', conclusion],
    ['Prepared by', preparedBy],
    ['Date', date],
  ]
  return lines.filter(([, words]) => words !== '')
}

function diagnosticsOf({ diagnostics }: CaseFacts): CaseSection[] {
  if (diagnostics.length === 0) return []
  const rows = diagnostics.map(([name, words]) => [name, words])
  return [{ is: 'table', title: 'Diagnostics', heads: ['What', 'Value'], rows, from: [] }]
}

function wholeSection(item: CaseItem, masked: boolean): CaseSection {
  switch (item.is) {
    case 'note':
      return { is: 'note', title: item.isInternal ? 'Internal note' : 'Note', text: item.text }
    case 'event':
      return {
        is: 'event',
        title: item.title,
        lines: eventLines(item.source, null),
        source: item.source,
        from: item.from,
      }
    case 'table':
      return { is: 'table', title: item.title, heads: item.heads, rows: item.rows, from: item.from }
    case 'receipt':
      return wholeReceipt(item, masked)
    default:
      return item satisfies never
  }
}

/** Why it may not be shown to a customer, in a sentence; null: it may. */
function refusal(item: CaseItem, customerId: string): string | null {
  if (item.is === 'note') return null
  if (item.is === 'event') {
    if (item.customerId === customerId) return null
    return item.customerId === null
      ? `“${item.title}” names no customer. Remove it.`
      : `“${item.title}” is an event of another customer. Remove it.`
  }
  if (item.is === 'receipt') return receiptRefusal(item, customerId)
  if (item.customers === null) {
    return `“${item.title}” may hold what is not for this customer. Remove it, or add Totals narrowed to this customer.`
  }
  if (item.rowsForCustomer === undefined && item.heads.join() === STEP_HEADS.join()) {
    return `“${item.title}” was added by an earlier version, and may name others. Remove it, and add it again.`
  }
  const other = item.customers.find((one) => one !== customerId)
  return other === undefined ? null : `“${item.title}” holds figures of another customer. Remove it.`
}

/** Of an explained line: a step, and its figure. */
export const STEP_HEADS = ['Step', 'Figure']

/** Lines of an origin that say nothing of the service, of connections or of what was asked. */
const FOR_CUSTOMERS = [
  'Line',
  'Range',
  'Days',
  'Time zone',
  'Zone',
  'Verdict',
  'Rounding',
  'Measure',
  'Events',
  'Lines',
  'Rows',
]

function customerSection(item: CaseItem, shown: ReadonlySet<string>): CaseSection[] {
  switch (item.is) {
    case 'note':
      return item.isInternal ? [] : [{ is: 'note', title: 'Note', text: item.text }]
    case 'event':
      return [
        {
          is: 'event',
          title: item.title,
          lines: eventLines(item.source, shown),
          source: null,
          from: forCustomers(item.from),
        },
      ]
    case 'table': {
      const kept = item.heads.flatMap((head, at) => (item.properties.includes(head) && !shown.has(head) ? [] : [at]))
      const heads = kept.map((at) => item.heads[at] ?? '')
      const all = item.rowsForCustomer ?? item.rows
      const rows = all.map((row) => kept.map((at) => row[at] ?? null))
      return heads.length === 0 ? [] : [{ is: 'table', title: item.title, heads, rows, from: forCustomers(item.from) }]
    }
    case 'receipt':
      return [receiptFor(item, shown)]
    default:
      return item satisfies never
  }
}

const forCustomers = (from: readonly CaseLine[]) =>
  from
    .filter(([name]) => FOR_CUSTOMERS.includes(name))
    .map(([name, words]): CaseLine => [name, withoutInternals(words)])

/** How many causes were tried, which version of the rules is in force, and of how many others a count is one. */
const withoutInternals = (words: string) =>
  words
    .split(' · ')
    .filter((part) => !/^[\d,]+ causes? tried,/.test(part))
    .join(' · ')
    .replace(/ by the rules, version [^;,. ]+/g, ' by the rules')
    .replace(/^([\d,]+) of [\d,]+/, '$1')

/** @param shown the properties that are shown; null: all, and every other member besides */
function eventLines(source: string, shown: ReadonlySet<string> | null): CaseLine[] {
  const read = parseExact(source)
  if (!read.ok || read.value.kind !== 'object') return shown === null ? [['Text', source]] : []
  return read.value.members.flatMap(({ name, value }): CaseLine[] => {
    const text = value.kind === 'string' ? value.text : value.source
    if (name !== 'event_properties') return shown === null || FIELDS.includes(name) ? [[name, text]] : []
    if (value.kind !== 'object') return shown === null ? [[name, text]] : []
    return value.members.flatMap((property): CaseLine[] => {
      const words = property.value.kind === 'string' ? property.value.text : property.value.source
      return shown === null || shown.has(property.name) ? [[property.name, words]] : []
    })
  })
}

const FIELDS = ['event_id', 'customer_id', 'event_code', 'event_type', 'created_at']

// A receipt in a case: what a reader needs to know its file again and to check it.

type ReceiptItem = Extract<CaseItem, { is: 'receipt' }>
type Receipt = ReceiptItem['receipt']

/** For colleagues. `masked` only writes the customer in a file name as its ID, which `casePages` then masks. */
const wholeReceipt = (item: ReceiptItem, masked: boolean): CaseSection => {
  const { customerId } = item.receipt
  // As the ID, which is masked as anywhere else.
  return receiptSection(item, (file) => (masked ? withPart(file, customerId, customerId ?? '') : file), null)
}

/** Nothing of the connection, and of properties only those that are shown. */
const receiptFor = (item: ReceiptItem, shown: ReadonlySet<string>): CaseSection =>
  receiptSection(item, (file) => withPart(file, item.receipt.connection, '…'), shown)

/** Why it may not be shown to a customer, in a sentence; null: it may. */
function receiptRefusal(item: ReceiptItem, customerId: string): string | null {
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
): CaseSection {
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
