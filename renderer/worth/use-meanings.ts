// worth/ is where the user says which properties are amounts, currencies and units.
// What the properties of a connection's events mean, as its user said: every part of the page sees a change at once.
import { readPropertyMeanings } from '../../shared/snapshot/remembered-answers.ts'
import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { useRemembered } from '../ui/use-remembered.ts'

/** `isKnown`: false until they are loaded; `meanings` is empty until then. */
export function useMeanings(connectionId: string) {
  const [known, changeMeanings] = useRemembered(connectionId, MEANINGS)
  return { meanings: known ?? NO_MEANINGS, isKnown: known !== null, changeMeanings }
}

const MEANINGS = { name: 'property-meanings', read: readPropertyMeanings }
const NO_MEANINGS: PropertyMeanings = []
