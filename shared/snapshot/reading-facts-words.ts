// How a reading went, in sentences: in the dialog "How it was read", and in files.
import type { ReadingFacts, SnapshotVerdict } from './snapshot.ts'

/**
 * Stops, clocks, and where the snapshot begins, as far as the verdict's own reasons do not tell of them.
 * @param at an instant as it is to be shown
 */
export function readingFactsWords(
  { stops, clock, begins }: ReadingFacts,
  verdict: Pick<SnapshotVerdict, 'grounds' | 'reasons'> | null,
  at: (instant: string) => string,
): string[] {
  // Without grounds, "stopped" is the reason of a reading that was ended early.
  const isTold = (code: string) =>
    verdict?.grounds !== undefined && verdict.reasons.some((reason) => reason.code === code)
  const words: string[] = []
  if (!isTold('stopped')) {
    for (const { from, to } of stops)
      words.push(`Stopped from ${at(from)} to ${at(to)}: events amended in between show only in witnesses.`)
  }
  if (clock !== null && !isTold('clocks')) {
    words.push(
      `The service's clock showed ${at(clock.service)} when this computer's showed ${at(clock.computer)}; the ${clock.used}'s clock is used.`,
    )
  }
  if (begins !== null && !isTold('begins'))
    words.push(`The service kept deleting its oldest events: the snapshot begins at ${at(begins)}.`)
  return words
}
