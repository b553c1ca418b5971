// Proposes what the names on an invoice stand for, by their words alone: a customer or an event code where only one can
// be meant, or a line that no event stands behind. Proposed, never taken for granted.
import type { ItemMeaning, NotFromEvents } from '../../../shared/check/checked-file.ts'

/** Characters of a name that are looked at. */
const LONGEST_NAME = 1_000

/** Lower-case words, each once, in alphabetical order: the same for "API calls" and "api_calls". */
const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .slice(0, LONGEST_NAME)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ].sort()

/** The same for "apiCalls" as well. Names of companies and taxes have capitals inside, and are no codes: GmbH, MwSt. */
const wordsOfCode = (text: string): string[] =>
  wordsOf(text.slice(0, LONGEST_NAME).replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2'))

/** Good enough for a key: “calls” and “call” become the same. */
const singular = (word: string) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word)
const keyOf = (words: readonly string[]) => words.join(' ')

/** The name that has a key; null: several have it. */
type Index = Map<string, string | null>
function noteName(index: Index, key: string, name: string): void {
  if (key !== '') index.set(key, index.has(key) && index.get(key) !== name ? null : name)
}

/**
 * @param codes all that events or rules have
 * @returns for an item, what its lines are; null where its words do not say that
 */
export function itemProposer(codes: Iterable<string>): (item: string) => ItemMeaning | null {
  const exact = new Set<string>()
  const byWords: Index = new Map()
  const bySingulars: Index = new Map()
  for (const code of codes) {
    const words = wordsOfCode(code)
    exact.add(code)
    noteName(byWords, keyOf(words), code)
    noteName(bySingulars, keyOf(words.map(singular).sort()), code)
  }
  const codeOf = (text: string): string | null => {
    const words = wordsOfCode(text)
    return byWords.get(keyOf(words)) ?? bySingulars.get(keyOf(words.map(singular).sort())) ?? null
  }
  return (item) => {
    const withoutNotes = item.slice(0, LONGEST_NAME).replaceAll(/\([^()]*\)/g, ' ')
    const code = exact.has(item) ? item : (codeOf(item) ?? codeOf(withoutNotes))
    return code === null ? otherMeaning(wordsOf(item)) : { is: 'code', code }
  }
}

const WORDS_OF_TOTALS = new Set(
  'total subtotal gesamt gesamtbetrag gesamtsumme summe zwischensumme endbetrag endsumme rechnungsbetrag rechnungssumme nettosumme bruttosumme nettobetrag bruttobetrag sum totals somme suma imponible'.split(
    ' ',
  ),
)
/** Words that may stand beside the words of totals: a text of these and those alone names a total. */
const BESIDE_TOTALS = new Set(
  'sub grand base net gross netto brutto amount due invoice balance excl incl excluding including vat tax ust mwst ohne mit inkl exkl zzgl zu zahlen rechnung eur usd gbp chf sous montant général general importe facture factura ht ttc tva iva sin con de la a à payer pagar'.split(
    ' ',
  ),
)
const WORDS_OF_SUBTOTALS = new Set('subtotal sub sous zwischensumme'.split(' '))

/** Whether the item of a total says that it is a subtotal. */
export const isSubtotal = (item: string) => wordsOf(item).some((word) => WORDS_OF_SUBTOTALS.has(word))

/** Words that name a total together, though none does alone. */
const TOTALS = new Set(
  ['amount due', 'balance due', 'net à payer', 'net a payer', 'zu zahlen', 'a pagar'].map((text) =>
    keyOf(wordsOf(text)),
  ),
)
const MAY_BE_OF_TOTALS = /tot|sum|somm|gesamt|betrag|due|impon|pay|zahlen|pagar/i

/** Whether a total's word is among others, as in “Subtotal North”, and in “Total Energies”. */
export const hasWordOfTotals = (text: string) =>
  text.length <= 100 && MAY_BE_OF_TOTALS.test(text) && wordsOf(text).some((word) => WORDS_OF_TOTALS.has(word))

/** Whether a text by words alone names a total: “Total”, “Gesamtsumme (EUR)”; “Total Energies” does not. */
export const isTotal = (text: string) =>
  text.length <= 100 && MAY_BE_OF_TOTALS.test(text) && otherMeaning(wordsOf(text))?.is === 'total'

const NOT_FROM_EVENTS: readonly (readonly [NotFromEvents, RegExp])[] = [
  ['tax', /^(?:vat|tax|taxes|gst|tva|iva|mwst|ust|.*(?:umsatz|mehrwert)steuer|steuer)$/u],
  ['discount', /^(?:discount|rebate|.*rabatt|skonto|nachlass)$/u],
  ['proration', /^(?:proration|prorated|prorata|rata|anteilig|anteilige)$/u],
  ['fee', /^(?:fee|fees|surcharge|subscription|.*gebühr|.*gebühren|.*gebuehr|.*pauschale|abo|zuschlag)$/u],
]

/** What words that are no code say of a line: a total, or something that no event stands behind. */
function otherMeaning(words: readonly string[]): ItemMeaning | null {
  const isOnlyOfTotals = words.every(
    (word) => WORDS_OF_TOTALS.has(word) || BESIDE_TOTALS.has(word) || /^\d+$/.test(word),
  )
  if (isOnlyOfTotals && words.some((word) => WORDS_OF_TOTALS.has(word))) return { is: 'total' }
  if (TOTALS.has(keyOf(words))) return { is: 'total' }
  for (const [what, pattern] of NOT_FROM_EVENTS) {
    if (words.some((word) => pattern.test(word))) return { is: 'not-from-events', what }
  }
  return null
}

/** Words that IDs have before a customer's name. */
const BEFORE_NAMES = new Set('cus cust customer client kunde kd acct account org tenant'.split(' '))
/** A word that more customers share identifies none of them. */
const MOST_OF_ONE_WORD = 20

interface Customer {
  id: string
  words: string[]
}

/**
 * @param ids all that events have
 * @returns for a name on the invoice, the only ID whose words are all in it; null where there is none, or several
 */
export function customerProposer(ids: Iterable<string>): (name: string) => string | null {
  const byWords: Index = new Map()
  const customers: Customer[] = []
  const counts = new Map<string, number>()
  for (const id of ids) {
    const words = wordsOf(id).filter((word) => !BEFORE_NAMES.has(word))
    noteName(byWords, keyOf(words), id)
    customers.push({ id, words })
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  // Each customer is found by the rarest of its words alone, as the name has to have all of them.
  const byRarest = new Map<string, Customer[]>()
  for (const customer of customers) {
    if (!customer.words.some((word) => /\p{L}{3}/u.test(word))) continue
    const rarest = customer.words.reduce((best, word) =>
      (counts.get(word) ?? 0) < (counts.get(best) ?? 0) ? word : best,
    )
    const list = byRarest.get(rarest) ?? []
    byRarest.set(rarest, list)
    // One more than the most is kept, which shows that there are too many.
    if (list.length <= MOST_OF_ONE_WORD) list.push(customer)
  }
  return (name) => {
    const words = wordsOf(name).filter((word) => !BEFORE_NAMES.has(word))
    const known = byWords.get(keyOf(words))
    if (known !== undefined) return known
    const found: string[] = []
    for (const word of words) {
      const list = byRarest.get(word) ?? []
      if (list.length > MOST_OF_ONE_WORD) return null
      for (const candidate of list) if (candidate.words.every((one) => words.includes(one))) found.push(candidate.id)
    }
    return found.length === 1 ? (found[0] ?? null) : null
  }
}
