// What a property can mean, in words: in a list to choose from, and in the sentence that offers it.
import {
  offeredMeanings,
  type PropertyMeaning,
  type PropertyMeanings,
  pricedQuantity,
  type SeenProperty,
} from '../../shared/worth/property-meanings.ts'

interface MeaningWords {
  /** In a list. */
  label: string
  /** "looks like …". */
  like: string
}

export const MEANING_WORDS: Record<PropertyMeaning, MeaningWords> = {
  'amount-major': { label: 'Amount, in major units (12.50)', like: 'an amount' },
  'amount-minor': { label: 'Amount, in minor units (1250 cents)', like: 'an amount in minor units' },
  quantity: { label: 'Quantity', like: 'a quantity' },
  'unit-price': { label: 'Unit price', like: 'a unit price' },
  currency: { label: 'Currency', like: 'a currency' },
  unit: { label: 'Unit', like: 'a unit' },
  'request-identifier': { label: 'Request identifier', like: 'a request identifier' },
}

export const NONE_LABEL = 'None of these'
export const NOT_SAID = 'Not set'

/** Nobody reads a longer sentence. */
const MOST_OFFERED = 6

/** @param unasked properties that the user postponed answering for */
export function meaningsToOffer(
  seen: readonly SeenProperty[],
  meanings: PropertyMeanings,
  unasked: readonly string[],
): { name: string; meaning: PropertyMeaning }[] {
  const numeric = seen.filter(({ numbers }) => numbers > 0).map(({ name }) => name)
  // What is called an amount, and has a price beside it but no quantity, is the quantity itself at least in some events.
  const isInDoubt = (name: string) => pricedQuantity(name, numeric, meanings)?.quantities.length === 0
  return offeredMeanings(seen, meanings)
    .filter(({ name, meaning }) => !unasked.includes(name) && !(meaning.startsWith('amount-') && isInDoubt(name)))
    .slice(0, MOST_OFFERED)
}

/** "amount looks like an amount, currency like a currency." */
export function offeredWords(offered: readonly { name: string; meaning: PropertyMeaning }[]): string {
  const parts = offered.map(
    ({ name, meaning }, at) => `${name} ${at === 0 ? 'looks ' : ''}like ${MEANING_WORDS[meaning].like}`,
  )
  return `${parts.join(', ')}.`
}

/** The meanings with these added; a null `meaning` removes one. */
export function withMeanings(
  meanings: PropertyMeanings,
  changed: readonly { name: string; meaning: PropertyMeaning | 'none' | null }[],
): PropertyMeanings {
  const others = meanings.filter(({ name }) => !changed.some((one) => one.name === name))
  return [...others, ...changed.flatMap(({ name, meaning }) => (meaning === null ? [] : [{ name, meaning }]))]
}
