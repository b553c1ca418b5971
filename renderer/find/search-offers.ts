// Offers to run a whole search: a copied, a saved or a recent one.
import type { Connection } from '../../shared/connection/connection.ts'
import { searchWords } from '../live/searches/search-words.ts'
import type { readCopiedSearch } from '../live/store/place.ts'
import { type FindSources, type Found, MOST_OF_A_KIND, type Offer } from './offer.ts'
import { excerptOf, nameScore, wordsOf } from './typed-words.ts'

/** A search that was copied, here or elsewhere: on which connection is for its user to say. */
export function copiedOffers(copied: NonNullable<ReturnType<typeof readCopiedSearch>>, sources: FindSources): Found {
  const { name, baseUrl, reading } = copied
  const isComplete = name !== '' && baseUrl !== ''
  const from = `“${excerptOf(name)}” (${excerptOf(baseUrl)})`
  if (!reading.ok) {
    const which = isComplete ? `This search from ${from}` : 'This search'
    return { offers: [], note: `${which} cannot be run. ${reading.problems.join(' ')}` }
  }
  const { place } = reading
  const isSame = (one: Connection) => one.baseUrl === baseUrl
  const same = sources.connections.filter(isSame)
  const ordered = [...same, ...sources.connections.filter((one) => !isSame(one))]
  const offers = ordered.map(
    (one): Offer => ({
      group: `Run ${searchWords(place.filters, sources.zone, sources.days)}`,
      label: `Run in ${one.name}`,
      detail: isSame(one) ? (one.name === name ? 'Where it was copied' : 'Same service') : 'Different service',
      focus: 'rows',
      take: () => sources.goTo(one.id, place),
    }),
  )
  if (same.length > 0) return { offers, note: null }
  const note = isComplete
    ? `Copied from ${from}, which is not one of your connections.`
    : 'It does not say which connection it was copied from.'
  return { offers, note }
}

/** Found by name, or by any word of their filters. */
export function searchOffers(text: string, { searches, current, goTo, search, zone, days }: FindSources): Offer[] {
  const words = wordsOf(text)
  const isNamed = (label: string, others = '') => text === '' || nameScore(words, label, others) > 0
  const saved = searches.saved
    .map(({ name, place }) => ({ name, place, asks: searchWords(place.filters, zone, days) }))
    .filter(({ name, asks }) => isNamed(name, `saved ${asks}`))
    .map(
      ({ name, place, asks }): Offer => ({
        group: 'Saved searches',
        label: `Search ${name}`,
        detail: asks,
        focus: 'rows',
        take: () => goTo(current.id, place),
      }),
    )
  const recent = searches.recent
    .map((filters) => ({ filters, asks: searchWords(filters, zone, days) }))
    .filter(({ asks }) => isNamed(asks, 'recent'))
    .map(
      ({ filters, asks }): Offer => ({
        group: 'Recent searches',
        label: `Search ${asks}`,
        focus: 'rows',
        take: () => search(filters),
      }),
    )
  return [...saved.slice(0, MOST_OF_A_KIND), ...recent.slice(0, MOST_OF_A_KIND)]
}
