// What an invoice's names stand for by their words alone: customers and event codes where only one can be meant, and lines that
// no event stands behind. Proposed, never taken for granted.
import type { ItemMeaning, NotFromEvents } from '../../../shared/check/checked-file.ts'

const LONGEST = 1_000

/** Lower-case words, each once, in the order of the alphabet: of "API calls" and "api_calls" the same. */
const wordsOf = (text: string): string[] =>
  [
    ...new Set(
      text
        .slice(0, LONGEST)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ].sort()

/** Of "apiCalls" as well. Names of companies and taxes have capitals inside: GmbH, MwSt. */
const wordsOfCode = (text: string): string[] =>
  wordsOf(text.slice(0, LONGEST).replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2'))

const singular = (word: string) => (word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word)
const keyOf = (words: readonly string[]) => words.join(' ')

/** Null: several names have this key. */
type Index = Map<string, string | null>
function note(index: Index, key: string, name: string): void {
  if (key !== '') index.set(key, index.has(key) && index.get(key) !== name ? null : name)
}

/** @param codes all that events or rules have. @returns what lines with an item are; null where its words do not say it. */
export function itemProposer(codes: Iterable<string>): (item: string) => ItemMeaning | null {
  const [exact, same, loose] = [new Set<string>(), new Map(), new Map()] as [Set<string>, Index, Index]
  for (const code of codes) {
    const words = wordsOfCode(code)
    exact.add(code)
    note(same, keyOf(words), code)
    note(loose, keyOf(words.map(singular).sort()), code)
  }
  const codeOf = (text: string): string | null => {
    const words = wordsOfCode(text)
    return same.get(keyOf(words)) ?? loose.get(keyOf(words.map(singular).sort())) ?? null
  }
  return (item) => {
    const code = exact.has(item)
      ? item
      : (codeOf(item) ?? codeOf(item.slice(0, LONGEST).replaceAll(/\([^()]*\)/g, ' ')))
    return code === null ? otherMeaning(wordsOf(item)) : { is: 'code', code }
  }
}

const TOTALS = new Set(
  'total subtotal gesamt gesamtbetrag gesamtsumme summe zwischensumme endbetrag endsumme rechnungsbetrag rechnungssumme nettosumme bruttosumme nettobetrag bruttobetrag'.split(
    ' ',
  ),
)
/** That may stand beside them. */
const BESIDE_TOTALS = new Set(
  'sub grand net gross netto brutto amount due invoice balance excl incl excluding including vat tax ust mwst ohne mit inkl exkl zzgl zu zahlen rechnung eur usd gbp chf'.split(
    ' ',
  ),
)
const SUBTOTALS = new Set('subtotal sub zwischensumme'.split(' '))

/** Whether a row of a sum says that it is one of a part. */
export const isSubtotal = (item: string) => wordsOf(item).some((word) => SUBTOTALS.has(word))

const OTHERS: readonly (readonly [NotFromEvents, RegExp])[] = [
  ['tax', /^(?:vat|tax|taxes|gst|tva|iva|mwst|ust|.*(?:umsatz|mehrwert)steuer|steuer)$/u],
  ['discount', /^(?:discount|rebate|.*rabatt|skonto|nachlass)$/u],
  ['proration', /^(?:proration|prorated|prorata|rata|anteilig|anteilige)$/u],
  ['fee', /^(?:fee|fees|surcharge|subscription|.*gebühr|.*gebühren|.*gebuehr|.*pauschale|abo|zuschlag)$/u],
]

function otherMeaning(words: readonly string[]): ItemMeaning | null {
  const areOfTotals = words.every((word) => TOTALS.has(word) || BESIDE_TOTALS.has(word) || /^\d+$/.test(word))
  if (areOfTotals && words.some((word) => TOTALS.has(word))) return { is: 'total' }
  if (keyOf(words) === 'amount due') return { is: 'total' }
  for (const [what, pattern] of OTHERS) {
    if (words.some((word) => pattern.test(word))) return { is: 'not-from-events', what }
  }
  return null
}

/** What IDs have before the name of a customer. */
const BEFORE_NAMES = new Set('cus cust customer client kunde kd acct account org tenant'.split(' '))
/** A word that more customers have tells none of them. */
const MOST_OF_ONE_WORD = 20

/** @param ids all that events have. @returns the only one whose words all stand in what is said; null where there is none. */
export function customerProposer(ids: Iterable<string>): (name: string) => string | null {
  const same: Index = new Map()
  const named: { id: string; words: string[] }[] = []
  const counts = new Map<string, number>()
  for (const id of ids) {
    const words = wordsOf(id).filter((word) => !BEFORE_NAMES.has(word))
    note(same, keyOf(words), id)
    named.push({ id, words })
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const byRarest = new Map<string, { id: string; words: string[] }[]>()
  for (const customer of named) {
    if (!customer.words.some((word) => /\p{L}{3}/u.test(word))) continue
    const rarest = customer.words.reduce((best, word) =>
      (counts.get(word) ?? 0) < (counts.get(best) ?? 0) ? word : best,
    )
    const list = byRarest.get(rarest) ?? []
    byRarest.set(rarest, list)
    if (list.length <= MOST_OF_ONE_WORD) list.push(customer)
  }
  return (name) => {
    const words = wordsOf(name).filter((word) => !BEFORE_NAMES.has(word))
    const known = same.get(keyOf(words))
    if (known !== undefined) return known
    const found: string[] = []
    for (const word of words) {
      const list = byRarest.get(word) ?? []
      if (list.length > MOST_OF_ONE_WORD) return null
      for (const candidate of list) if (candidate.words.every((part) => words.includes(part))) found.push(candidate.id)
    }
    return found.length === 1 ? (found[0] ?? null) : null
  }
}
