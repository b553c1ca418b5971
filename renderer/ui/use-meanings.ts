// What the properties of a connection's events mean, as its user said: wherever it is said, all that is drawn hears of it.
import type { PropertyMeanings } from '../../shared/property-meanings.ts'
import { readPropertyMeanings } from '../../shared/remembered-answers.ts'
import { useRemembered } from './use-remembered.ts'

/** `isKnown`: false until it is known what was said; till then it is nothing. */
export function useMeanings(connectionId: string) {
  const [said, changeMeanings] = useRemembered(connectionId, 'property-meanings', readPropertyMeanings)
  return { meanings: said ?? NOTHING_SAID, isKnown: said !== null, changeMeanings }
}

const NOTHING_SAID: PropertyMeanings = []
