// An explained line of an invoice as a letter needs it: figures, the events that make its difference, causes by their
// codes. Nothing in it is of anybody else.
import { z } from 'zod'
import { decimalText, minus, readPlain } from '../exact/decimal.ts'
import { isJsonNumber, NOT_A_NUMBER } from '../exact/exact-number.ts'
import { countWords, listWords } from '../exact/grouped-digits.ts'
import { isMonth, letterMoney, monthName } from './letter-language.ts'

/** A plain decimal. */
export const figure = z.string().max(1_000).refine(isJsonNumber, NOT_A_NUMBER)
const word = z.string().max(1_000)
const day = z.iso.date()

/** By what something differs, each as a size without a sign. */
const sides = z.object({ tooMuch: figure, tooLittle: figure, notBilled: figure, inDoubt: figure })
type Sides = z.infer<typeof sides>

export const explainedLineSchema = z.object({
  /** The invoice calls the item so; events on no line have their code. */
  item: word,
  /** The invoice calls the customer so. */
  customerName: word.nullable(),
  /** Both days belong to it. */
  period: z.object({ from: day, until: day }).nullable(),
  /** The days of the period begin in this zone. */
  zone: z.string().max(100),
  currency: word.nullable(),
  unit: word.nullable(),
  /** Null: the events are on no line of the invoice. */
  invoiced: z.object({ quantity: figure.nullable(), price: figure.nullable(), amount: figure.nullable() }).nullable(),
  /** What the customer's own events come to, but for those `unvalued`; null: no events stand behind the line. */
  used: z
    .object({
      events: z.number().int().min(0),
      unvalued: z.number().int().min(0).default(0),
      quantity: figure.nullable(),
      price: figure.nullable(),
      worth: figure,
    })
    .nullable(),
  /** How `used` comes about, where it is more than a quantity at one price; 0: included. */
  steps: z.array(z.object({ quantity: figure, price: figure, worth: figure })).max(50),
  /** Amount less worth. */
  difference: figure.nullable(),
  /** What the events in it that may be repeats are worth. */
  doubt: figure.nullable(),
  /** Codes of the causes that fit, without those that tell of others. */
  causes: z.array(z.string().max(100)).max(50),
  /** Whether nothing but that one cause fits. */
  isOnlyCause: z.boolean(),
  /** The events that make the difference, in the order of time. */
  events: z
    .array(
      z.object({
        eventId: word.nullable(),
        at: z.iso.datetime(),
        quantity: figure.nullable(),
        side: z.enum(['left-out', 'on-line', 'repeat']),
      }),
    )
    .max(200),
  /** It counts all that make it. */
  eventCount: z.number().int().min(0),
  /** Whether the invoice has its tax in lines of its own. */
  isNet: z.boolean(),
  /** Whether all events of the period were read. */
  isWhole: z.boolean(),
  /**
   * By what the whole invoice differs in the line's currency, and what of that is the line's own. Left out: an
   * earlier version kept the line, and said what else differs in `beside`.
   */
  invoice: z
    .object({
      checkId: z.string().max(100),
      /** Which line of the check it is, or which events on none: what was added twice counts once. */
      part: z.string().max(1_100),
      all: sides,
      own: sides,
    })
    .optional(),
  /** This is what else is to be known before a letter is sent, a sentence each: in none. */
  beside: z.array(z.string().max(1_000)).max(20),
})
export type ExplainedLineFacts = z.infer<typeof explainedLineSchema>
export type LetterEvent = ExplainedLineFacts['events'][number]

/** Causes whose words are the prices, figures or names of others. */
export const CAUSES_OF_OTHERS: ReadonlySet<string> = new Set([
  'other-customer',
  'other-customer-price',
  'other-value-price',
  'list-price',
])

/** Causes by which the same usage may be on the invoice of another month. */
const MOVING: ReadonlySet<string> = new Set([
  'utc',
  'shown-zone',
  'end-included',
  'day-missing',
  'month-before',
  'late-left-out',
])

/** Says what is to be known before a letter about these lines is sent, a sentence each; it says none of it. */
export function besideLetter(lines: readonly ExplainedLineFacts[]): string[] {
  return [...new Set([...lines.flatMap(besideLine), ...elsewhere(lines), ...lines.flatMap(({ beside }) => beside)])]
}

function besideLine({ causes, period, isWhole, used }: ExplainedLineFacts): string[] {
  const moves = causes.some((code) => MOVING.has(code))
  return [
    ...(moves ? [`Check the invoices ${neighbourWords(period)}: the same usage may be on them.`] : []),
    ...(isWhole ? [] : ['Not all events of the period were read: figures are of those that were.']),
    ...(used === null || used.unvalued === 0
      ? []
      : [`${countWords(used.unvalued, 'event')} of this line cannot be valued, and what they are worth is not in it.`]),
  ]
}

/**
 * Tells what else differs on each invoice that lines of the letter are of: by what the invoice as a whole differs in a
 * currency, less what each of these lines has of that.
 */
function elsewhere(lines: readonly ExplainedLineFacts[]): string[] {
  const invoices = new Map<string, { items: string[]; parts: Set<string>; currency: string | null; rest: Sides }>()
  for (const { invoice, item, currency } of lines) {
    if (invoice === undefined) continue
    const key = JSON.stringify([invoice.checkId, currency])
    const known = invoices.get(key) ?? { items: [], parts: new Set(), currency, rest: invoice.all }
    invoices.set(key, known)
    if (known.parts.has(invoice.part)) continue
    known.parts.add(invoice.part)
    known.items.push(`“${item.slice(0, 200)}”`)
    known.rest = {
      tooMuch: less(known.rest.tooMuch, invoice.own.tooMuch),
      tooLittle: less(known.rest.tooLittle, invoice.own.tooLittle),
      notBilled: less(known.rest.notBilled, invoice.own.notBilled),
      inDoubt: less(known.rest.inDoubt, invoice.own.inDoubt),
    }
  }
  return [...invoices.values()].flatMap(({ items, currency, rest }) => {
    const differs = SIDES.flatMap(({ side, words }) =>
      /[1-9]/.test(rest[side]) ? [`${letterMoney(rest[side], currency, 'en')} ${words}`] : [],
    )
    return differs.length === 0 ? [] : [`Besides ${listWords(items)}, this invoice differs by: ${differs.join(', ')}.`]
  })
}

const SIDES: readonly { side: keyof Sides; words: string }[] = [
  { side: 'tooMuch', words: 'charged too much' },
  { side: 'tooLittle', words: 'charged too little' },
  { side: 'notBilled', words: 'not billed' },
  { side: 'inDoubt', words: 'possibly charged twice' },
]

const less = (sum: string, part: string) => decimalText(minus(readPlain(sum), readPlain(part)))

/** "of September and November", with the year where it is another one. */
function neighbourWords(period: ExplainedLineFacts['period']): string {
  if (period === null || !isMonth(period)) return 'before and after this one'
  const [year = 0, month = 0] = period.from.split('-').map(Number)
  const names = [month - 2, month].map((at) => {
    const first = new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
    const other = first.slice(0, 4) === period.from.slice(0, 4) ? '' : ` ${first.slice(0, 4)}`
    return `${monthName(first, 'en')}${other}`
  })
  return `of ${names.join(' and ')}`
}
