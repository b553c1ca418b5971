// What a field completes to: values that were seen where the field looks.
import type { SeenPlace, SeenValues } from '../store/seen-values.ts'

/** More are no list to read. */
const MOST_SUGGESTED = 6

/** The newest that begin with the text, then those that hold it; of an empty text the newest. */
export const suggestOf = (seen: Pick<SeenValues, 'matching'>, place: SeenPlace) => (text: string) =>
  seen.matching(place, text.trim(), MOST_SUGGESTED)
