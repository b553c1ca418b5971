// This says what a verdict is called, and how the reading went, on the screen, in files and in copied tables.
import { capitalized } from '../exact/grouped-digits.ts'
import type { ReadingFacts, SnapshotSummary, SnapshotVerdict } from './snapshot.ts'

type Named = Pick<SnapshotVerdict, 'kind' | 'soFar' | 'grounds'>

/** Null: it is not read to its end. */
export const verdictOf = ({ status }: Pick<SnapshotSummary, 'status'>): SnapshotVerdict | null =>
  status.state === 'finished' ? status.verdict : null

/** Names the verdict in one line, such as "Incomplete, so far". Null: the snapshot is not read to its end. */
export function verdictName(verdict: Named | null): string {
  const [first, ...rest] = verdictNames(verdict)
  return [first, ...rest.map((name) => name.toLowerCase())].join(', ')
}

/**
 * The name and its sentence in one line, such as "Incomplete, so far. Stopped after 5 events.": a sentence that begins
 * with what the name says already goes on after it. Null: not read to its end.
 */
export function verdictLine(verdict: (Named & Pick<SnapshotVerdict, 'sentence'>) | null): string {
  return verdict === null ? verdictName(null) : lineOfVerdict(verdictName(verdict), verdict)
}

/** @param name as `verdictName`, or as a receipt has it */
export function lineOfVerdict(name: string, verdict: Pick<SnapshotVerdict, 'kind' | 'sentence'>): string {
  const sentence = sentenceAfterName(verdict)
  // It says the same with the number: "All 3,220 events read."
  return name === ALL_READ ? sentence : `${name}. ${sentence}`
}

/** A verdict's sentence where its name stands before it already. */
export function sentenceAfterName({ kind, sentence }: Pick<SnapshotVerdict, 'kind' | 'sentence'>): string {
  const name = `${KIND_NAMES[kind]}: `
  if (!sentence.startsWith(name)) return sentence
  return capitalized(sentence.slice(name.length))
}

/** One by one: "So far" takes the place of "All events read", and is added to any other verdict. */
export function verdictNames(verdict: Named | null): string[] {
  if (verdict === null) return ['Not finished']
  const name = isOfEarlierRule(verdict) ? BY_EARLIER_RULE : KIND_NAMES[verdict.kind]
  if (!verdict.soFar) return [name]
  return name === KIND_NAMES.complete ? ['So far'] : [name, 'So far']
}

/** Whether all events were read by an earlier rule, which asked for less evidence: to be read again. */
export const isOfEarlierRule = ({ kind, grounds }: Named) => kind === 'complete' && grounds === undefined

/** Whether all that matched was read and proved, even if the range is not over. */
export const isAllRead = (verdict: Named | null): verdict is Named =>
  verdict?.kind === 'complete' && !isOfEarlierRule(verdict)

/** Whether all that matched was read and proved, and the range is over: else what is said is said of what was read. */
export const isProved = (verdict: Named | null) => isAllRead(verdict) && !verdict.soFar

/** It stands before what is said of a snapshot that may not hold all events. */
export const OF_WHAT_WAS_READ = 'Of what was read:'

/** "matches", and of a snapshot that may not hold all events "matches, of what was read". */
export const asFarAsRead = (words: string, isWhole: boolean): string => (isWhole ? words : `${words}, of what was read`)

export const ONLY_PROVED_EXTENDS = 'A snapshot can be extended only if all its events were read.'
export const ALL_READ = 'All events read'
export const BY_EARLIER_RULE = 'All events read, by an earlier rule'

const KIND_NAMES: Record<SnapshotVerdict['kind'], string> = {
  complete: ALL_READ,
  partial: 'Incomplete',
  unproven: 'Count not confirmed',
}

/** @param at an instant as it is to be shown */
export const beginsWords = (at: string): string =>
  `The service kept deleting its oldest events: the snapshot begins at ${at}.`

/**
 * How a reading went, in sentences: stops, clocks, and where the snapshot begins, as far as the verdict's own reasons
 * do not tell of them.
 * @param at an instant as it is to be shown
 */
export function readingFactsWords(
  { stops, clock, begins }: ReadingFacts,
  verdict: Pick<SnapshotVerdict, 'grounds' | 'reasons'> | null,
  at: (instant: string) => string,
): string[] {
  // Without evidence items, "stopped" is the reason of a reading that was ended early.
  const isTold = (code: string) =>
    verdict?.grounds !== undefined && verdict.reasons.some((reason) => reason.code === code)
  const words: string[] = []
  if (!isTold('stopped')) {
    for (const { from, to } of stops)
      words.push(`Stopped from ${at(from)} to ${at(to)}: events that were amended in between may not show.`)
  }
  if (clock !== null && !isTold('clocks')) {
    words.push(
      `The service's clock showed ${at(clock.service)} when this computer's showed ${at(clock.computer)}; the ${clock.used}'s clock is used.`,
    )
  }
  if (begins !== null && !isTold('begins')) words.push(beginsWords(at(begins)))
  return words
}
