// A rate card from CSV, and as CSV: pasted from a spreadsheet or read from a file, with commas, semicolons or tabs. A
// line is a price; lines below it that differ only in "up to" and "price" are its further tiers.
import { parseCsv } from 'hucre/csv'
import { firstProblems, type RatePrice, ratePriceProblems, ratePriceSchema } from './rate-price.ts'

/** In UTF-16 units, and lines: checked before anything is made of them. */
const LONGEST_TEXT = 4_000_000
const MOST_LINES = 100_000
const MOST_PRICES = 10_000

/** `problems` are sentences, each with its line. */
export type RateCardReading = { ok: true; prices: RatePrice[] } | { ok: false; problems: string[] }

/** In the order in which they are printed; they are read in any order and case. */
export const RATE_CARD_HEADS = [
  'code',
  'customer',
  'property',
  'value',
  'kind',
  'valid from',
  'unit',
  'per',
  'begun',
  'included',
  'tiered',
  'minimum',
  'currency',
  'up to',
  'price',
] as const
export type RateCardHead = (typeof RATE_CARD_HEADS)[number]
const NEEDED = ['code', 'price', 'currency'] as const

type Row = Partial<Record<RateCardHead, string>> & { line: number }

/**
 * The first line names the columns. One line at fault refuses all; the first 20 problems are named, and the others
 * counted. A text without lines below the first is a card of no prices.
 */
export function readRateCardCsv(text: string): RateCardReading {
  const bound = boundProblem(text)
  if (bound !== null) return { ok: false, problems: [bound] }
  const cells = parseCsv(text).map((row) => row.map((cell) => String(cell ?? '').trim()))
  const [head = [], ...rest] = cells
  const names = head.map((name) => name.toLowerCase().replaceAll(/[_\s]+/g, ' '))
  const problem = headProblem(names)
  if (problem !== null) return { ok: false, problems: [problem] }
  const rows = rest.flatMap((row, at): Row[] => {
    const filledCells = names.flatMap((name, column): [string, string][] => (row[column] ? [[name, row[column]]] : []))
    return filledCells.length === 0
      ? []
      : [{ ...(Object.fromEntries(filledCells) as Partial<Record<RateCardHead, string>>), line: at + 2 }]
  })
  const groups = tierGroups(rows)
  if (groups.length > MOST_PRICES) {
    return { ok: false, problems: [`${groups.length} prices are more than a rate card can have: ${MOST_PRICES}.`] }
  }
  const read = groups.map(readPrice)
  const faults = read.filter((one) => typeof one === 'string')
  const prices = read.filter((one) => typeof one !== 'string')
  const nameOf = (at: number) => `Line ${groups[at]?.[0]?.line}`
  const problems = faults.length > 0 ? faults : ratePriceProblems(prices, nameOf)
  return problems.length === 0 ? { ok: true, prices } : { ok: false, problems: firstProblems(problems) }
}

function boundProblem(text: string): string | null {
  if (text.length > LONGEST_TEXT) return 'This is too long for a rate card: at most 4 million characters are read.'
  let lines = 1
  let quotes = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) lines += 1
    else if (code === 0x22) quotes += 1
  }
  if (lines > MOST_LINES) return `${lines} lines are more than a rate card can have: ${MOST_LINES}.`
  return quotes % 2 === 0 ? null : 'A quotation mark is opened and never closed.'
}

function headProblem(names: readonly string[]): string | null {
  const known: readonly string[] = RATE_CARD_HEADS
  const missing = NEEDED.find((name) => !names.includes(name))
  if (missing !== undefined) return `The first line names no column “${missing}”.`
  const unknown = names.find((name) => name !== '' && !known.includes(name))
  if (unknown !== undefined) {
    return `The column “${unknown.slice(0, 40)}” is not known here: ${RATE_CARD_HEADS.join(', ')} are.`
  }
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  return twice === undefined ? null : `The column “${twice}” is there twice.`
}

/**
 * The lines of each price. A line without a code, or with all that tells a price apart as in the line above, is a
 * further tier of that price, if its first tier has an end.
 */
function tierGroups(rows: readonly Row[]): Row[][] {
  const keyOf = (row: Row) =>
    JSON.stringify([row.customer, row.code, row.property, row.value, row.kind, row['valid from']])
  const groups: Row[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    const first = last?.[0]
    const isTier = first?.['up to'] !== undefined && (row.code === undefined || keyOf(row) === keyOf(first))
    if (last !== undefined && isTier) last.push(row)
    else groups.push([row])
  }
  return groups
}

const YES = ['yes', 'true', '1']
const NO = ['no', 'false', '0', '']

/** A sentence where it is not a price. */
function readPrice(group: readonly Row[]): RatePrice | string {
  const [first] = group
  if (first === undefined) return 'There is no line.'
  const begun = (first.begun ?? '').toLowerCase()
  if (!YES.includes(begun) && !NO.includes(begun))
    return `Line ${first.line}: begun is yes or no, not “${begun.slice(0, 40)}”.`
  const differing = group.find((row) =>
    RATE_CARD_HEADS.some(
      (head) => !['up to', 'price'].includes(head) && row[head] !== undefined && row[head] !== first[head],
    ),
  )
  if (differing !== undefined)
    return `Line ${differing.line}: a further tier says something else than line ${first.line}.`
  if (first.value !== undefined && first.property === undefined) return `Line ${first.line}: a value needs a property.`
  const written = {
    customer: first.customer,
    code: first.code,
    where:
      first.property === undefined
        ? undefined
        : { name: first.property, kind: first.kind ?? 'string', text: first.value ?? '' },
    validFrom: first['valid from'],
    unit: first.unit,
    per: first.per,
    begun: YES.includes(begun),
    included: first.included,
    tiered: first.tiered,
    tiers: group.map((row) => ({ upTo: row['up to'] ?? null, price: row.price })),
    minimum: first.minimum,
    currency: first.currency,
  }
  const read = ratePriceSchema.safeParse(written)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const step = issue?.path.filter((one) => typeof one === 'string').at(-1) ?? 'price'
  const column = COLUMNS[step] ?? step
  const words =
    issue?.code === 'custom' || issue?.code === 'invalid_format' ? issue.message : 'is missing or cannot be so'
  return `Line ${first.line}: ${column} ${words}.`
}

const COLUMNS: Record<string, string> = {
  validFrom: 'valid from',
  upTo: 'up to',
  where: 'property',
  name: 'property',
  text: 'value',
}

type Cells = Partial<Record<RateCardHead, string | null>>

/** What `readRateCardCsv` reads: a line a price, below it one for each further tier, with its end and price. */
export function printRateCard(prices: readonly RatePrice[]): string {
  const lines = prices.flatMap((price) =>
    price.tiers.map((tier, at): Cells => ({ ...(at === 0 && cellsOf(price)), 'up to': tier.upTo, price: tier.price })),
  )
  const printed = lines.map((cells) => RATE_CARD_HEADS.map((head) => cells[head] ?? ''))
  return [RATE_CARD_HEADS, ...printed].map((cells) => `${cells.map(quoted).join()}\n`).join('')
}

/** All but its tiers. What goes without saying is left out. */
const cellsOf = ({ where, ...price }: RatePrice): Cells => ({
  code: price.code,
  currency: price.currency,
  customer: price.customer,
  property: where?.name ?? null,
  value: where?.text ?? null,
  kind: where?.kind ?? null,
  'valid from': price.validFrom,
  unit: price.unit,
  per: price.per === '1' ? '' : price.per,
  begun: price.begun ? 'yes' : '',
  included: price.included === '0' ? '' : price.included,
  tiered: price.tiered === 'graduated' ? '' : price.tiered,
  minimum: price.minimum,
})

const quoted = (text: string) => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
