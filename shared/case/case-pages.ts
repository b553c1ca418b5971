// A case as it is shown to somebody: what they may see of it, in order, every figure with its exact text and its
// origin.
import { type ExactMember, parseExact } from '../exact/exact-json.ts'
import { type Audience, type Case, type CaseItem, type CaseLine, namedCustomers } from './case.ts'
import { letterOf } from './letter.ts'
import { createMasker } from './mask-customers.ts'
import { type CasePages, type CaseSection, mapTexts } from './pages.ts'
import { receiptRefusal, wholeReceipt } from './receipt-section.ts'

export type MadePages =
  | { ok: true; pages: CasePages }
  /** This is what may not be shown to this customer, and why; nothing is made then. */
  | { ok: false; refused: { id: string; words: string }[] }

/** This is what the program says of itself, for colleagues: its version, the requests that were sent. */
export interface CaseFacts {
  program: string
  /** This machine's clock, RFC 3339 UTC. */
  at: string
  diagnostics: CaseLine[]
}

const NOT_SIGNED = 'Notes cannot be changed in Eventscope; the file is not signed.'

/**
 * Nothing is refused for a colleague; `masked` hides the customers that entries or checked files name (`createMasker`).
 * For a customer, one entry that is not for them refuses all, and so does a conclusion that nobody confirmed; internal
 * notes and `facts` are left out.
 * @param redact takes API keys out of a text: before customers are masked, whose names may be part of one
 */
export function casePages(
  known: Case,
  audience: Audience,
  facts: CaseFacts,
  redact: (text: string) => string = (text) => text,
): MadePages {
  const { items, details } = known
  if (audience.is === 'colleague') {
    const title = details.title || 'Report'
    const lines: CaseLine[] = [...detailLines(known), ['Made by', facts.program], ['Made at', facts.at]]
    const sections = [...items.map((item) => wholeSection(item, audience.masked)), ...diagnosticsOf(facts)]
    const pages = mapTexts({ title, lines, sections, remarks: [NOT_SIGNED] }, redact)
    return { ok: true, pages: audience.masked ? mapTexts(pages, maskerOf(known)) : pages }
  }
  const refused = items.flatMap((item) => {
    const words = refusal(item, audience.customerId)
    return words === null ? [] : [{ id: item.id, words }]
  })
  if (details.conclusion !== '' && details.confirmed !== details.conclusion) {
    refused.push({ id: 'conclusion', words: 'The conclusion was not confirmed. Confirm it, or leave it empty.' })
  }
  if (refused.length > 0) return { ok: false, refused }
  return { ok: true, pages: mapTexts(letterOf(known, audience, facts.at).pages, redact) }
}

/** The masker knows also what the case's own files call a customer, and what its user typed where there is one. */
function maskerOf(known: Case) {
  const customers = namedCustomers(known)
  const names = known.items.flatMap((item) => {
    if (item.is !== 'table' || !item.line?.customerName) return []
    const [is = ''] = item.customers ?? []
    return is === '' ? [] : [{ said: item.line.customerName, is }]
  })
  const [only, ...others] = customers
  const said = known.details.customerName.trim()
  const typed = said !== '' && only !== undefined && others.length === 0 ? [{ said, is: only }] : []
  return createMasker(customers, known.key, [...known.names, ...names, ...typed])
}

/** These are the names of a letter's fields that hold whole sentences. */
export const TEXT_LABELS = {
  claim: 'What the customer wrote',
  leftOut: 'Not part of this letter, and why',
  notInEvents: 'Fees, discounts and tax',
  conclusion: 'Conclusion',
} as const

function detailLines({ details }: Case): CaseLine[] {
  const { invoiceNumber, claim, disputed, leftOut, notInEvents, conclusion, preparedBy, date } = details
  const lines: CaseLine[] = [
    ['Customer’s name', details.customerName],
    ['Their reference', details.theirReference],
    ['Our reference', details.ourReference],
    ['Ticket', details.ticket],
    ['Invoice', invoiceNumber],
    ['Invoice date', details.invoiceDate],
    [TEXT_LABELS.claim, claim],
    ['Disputed amount', disputed],
    [TEXT_LABELS.leftOut, leftOut],
    [TEXT_LABELS.notInEvents, notInEvents],
    [TEXT_LABELS.conclusion, conclusion],
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
        lines: eventLines(item.source),
        source: item.source,
        from: item.from,
      }
    case 'table':
      return { is: 'table', title: item.title, heads: item.heads, rows: item.rows, from: item.from }
    case 'receipt':
      return wholeReceipt(item, masked)
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
  if (item.customers === null || item.isInternal) {
    return `“${item.title}” may hold what is not for this customer. Remove it, or add Totals narrowed to this customer.`
  }
  if (item.line === undefined && item.origin === undefined) {
    return `“${item.title}” was added by an earlier version, and may name others. Remove it, and add it again.`
  }
  const other = item.customers.find((one) => one !== customerId)
  return other === undefined ? null : `“${item.title}” holds figures of another customer. Remove it.`
}

/** All of it: its members, and the properties one by one. */
function eventLines(source: string): CaseLine[] {
  const read = parseExact(source)
  if (!read.ok || read.value.kind !== 'object') return [['Text', source]]
  const lineOf = ({ name, value }: ExactMember): CaseLine => [name, value.kind === 'string' ? value.text : value.source]
  return read.value.members.flatMap((member): CaseLine[] => {
    const { name, value } = member
    return name === 'event_properties' && value.kind === 'object' ? value.members.map(lineOf) : [lineOf(member)]
  })
}
