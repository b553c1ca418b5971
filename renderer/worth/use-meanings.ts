// worth/ is where the user says which properties are amounts, currencies and units.
// What the properties of a connection's events mean, as its user said: wherever it is said, all that is drawn hears of it.
import { readPropertyMeanings } from '../../shared/snapshot/remembered-answers.ts'
import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { useRemembered } from '../ui/use-remembered.ts'

/** `isKnown`: false until it is known what was said; till then it is nothing. */
export function useMeanings(connectionId: string) {
  const [said, changeMeanings] = useRemembered(connectionId, MEANINGS)
  return { meanings: said ?? NOTHING_SAID, isKnown: said !== null, changeMeanings }
}

const MEANINGS = { name: 'property-meanings', read: readPropertyMeanings }
const NOTHING_SAID: PropertyMeanings = []
