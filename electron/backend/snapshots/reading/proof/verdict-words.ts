// The words of a verdict: one sentence for each piece of evidence, and for what its reader has to know besides.
import { capitalized, countWords, grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { SnapshotVerdict } from '../../../../../shared/snapshot/snapshot.ts'
import { instantWords } from '../../../../../shared/snapshot/snapshot-range.ts'
import { beginsWords } from '../../../../../shared/snapshot/verdict-name.ts'
import { inZone } from '../../../../../shared/time/instant.ts'
import type { Fact, FactCode, ReadingState } from '../../reading-state.ts'
import type { TimeSlice } from '../../time-slice.ts'

/** A sentence without its full stop, in which `{name}` stands for that number of the fact: "2,000", or "nothing". */
type Words = string | ((numbers: Fact['numbers'], zone: string) => string)

/** How a fact is shown. */
interface FactWords {
  /** Said where the fact holds, and where it could not be asked, unless `unasked` says that otherwise. */
  holds?: Words
  unasked?: Words
  /** It is said where it does not hold. */
  moved?: Words
  /** What is kept against the service; without a capital, since it follows "Count not confirmed: ". */
  against?: Words
  /** What follows "All 1,234 events read: counted before and after, and ", where it holds. */
  counted?: Words
}

/** A count, beside what it is held against where the two differ. */
const beside = (counted: string, other: string) => ({ holds: counted, moved: `${counted}, beside ${other}` })
const WHOLE = '{whole} as a whole'
const CAME = '{came} that came'

/** A count by the values of a field. */
const byField = (field: string) => ({
  ...beside(`Counted again by ${field}: {sum}`, WHOLE),
  counted: `again by ${field}`,
})

const typeOf = ({ isCredit }: Fact['numbers']) => (isCredit ? 'Credits' : 'Debits')

const FACTS: Record<FactCode, FactWords> = {
  counted: {
    holds: 'The service counted {after} before and after, and {counted} came',
    moved: 'The service counted {before} before and {after} after; {counted} came',
  },
  later: {
    holds: ({ later }) =>
      later === 0 ? 'Nothing is dated later' : '{later} more are dated later and left out, as the service counts them',
    moved: '{later} more are in the whole; the service counts between {least} and {most} that are dated later',
    unasked: 'What is dated later could not be counted',
  },
  gone: { moved: (numbers, zone) => goneWords(numbers, zone) },
  'counted-more': { moved: (numbers, zone) => capitalized(countedMoreWords(numbers, zone)) },
  'held-once': {
    moved:
      'Events disappeared or were altered while they were being read, and it was seen only once that nothing changes any more',
  },
  parts: {
    ...beside('Counted again in {parts} parts: {sum}', WHOLE),
    counted: 'again in {parts} parts',
  },
  pieces: {
    ...beside('Counted again in {pieces} pieces of the range: {sum}', WHOLE),
    counted: 'again in {pieces} parts',
  },
  halves: {
    holds: (numbers) => `Counted again as ${halvesOf(numbers)}`,
    moved: (numbers) => `Counted again as ${halvesOf(numbers)}, beside ${WHOLE}`,
    unasked: 'It could not be counted in two halves',
    counted: (numbers) => `again as ${halvesOf(numbers)}`,
  },
  gaps: {
    holds: ({ ofDays }) =>
      ofDays
        ? 'Counted again in {stretches} stretches without an event: exactly those of their days, as ranges go by days'
        : 'Counted again in {stretches} stretches without an event: none but those at the ends of the range',
    moved: 'Counted again in {stretches} stretches without an event: {found}',
    counted: 'nothing else in {stretches} stretches of the range',
  },
  around: {
    ...beside('Counted again before, in and after the instant of its events: {before} + {within} + {after}', WHOLE),
    counted: 'again around their instant',
  },
  across: {
    ...beside('Counted again in a range within its own: {counted}', `${CAME} there`),
    unasked: 'It could not be counted in a range within its own',
  },
  'by-eventType': byField('event type'),
  'by-eventCode': byField('event code'),
  'by-customerId': byField('customer'),
  'one-type': {
    holds: (numbers) => `${typeOf(numbers)} counted alone: {counted}`,
    moved: (numbers) => `${typeOf(numbers)} counted alone: {counted}, beside ${CAME}`,
    unasked: (numbers) => `${typeOf(numbers)} could not be counted alone`,
  },
  selection: {
    ...beside('One kind of its events, counted alone: {selected}', CAME),
    unasked: 'Its counts are all multiples of {unit}, and none could be asked that is not: they may be rounded',
  },
  outside: {
    holds: (numbers) => `Counted apart ${sidesOf(numbers)}: none of the range`,
    moved: (numbers) => `Counted apart ${sidesOf(numbers)}: ${grouped((numbers.before ?? 0) + (numbers.after ?? 0))}`,
    unasked: (numbers) => `What lies ${sidesOf(numbers)} could not be counted apart`,
  },
  end: {
    holds: 'Nothing comes after the last event',
    moved: '{unknown} more came after the last event',
    unasked: 'What comes after the last event could not be asked',
  },
  'no-contradiction': {
    holds: ({ amended }) =>
      amended
        ? `Nothing contradicts it; {amended} ${amended === 1 ? 'event was' : 'events were'} altered while being read, and the later text is kept`
        : 'Nothing contradicts it',
  },
  gap: {
    against: 'two pages of one search do not join, twice, although nothing moved: events may be missing between them',
  },
  'two-texts': { against: 'one answer held two texts of one event ID ({ids} IDs)' },
  'repeated-ids': {
    against: 'IDs came twice in the same answers, and the service does not count them twice ({differ} of {ids} asked)',
  },
  'gone-is-there': {
    against:
      'events came that a later answer left out, and that the service has where they are asked for by their ID ({there} of them)',
  },
  'filters-missed': { against: 'events came that do not match a filter of the search ({rows} of them)' },
  'outside-range': { against: 'events came that lie outside the range ({rows} of them)' },
  'unreadable-times': {
    against: 'events have a time that cannot be read, so they may be outside the range ({rows} of them)',
  },
  witnesses: {
    holds: ({ asked }) => `{asked} ${asked === 1 ? 'event was' : 'events were'} searched again and found as kept`,
    moved: '{differ} of {asked} events that were searched again were not found as kept',
    unasked: '{failed} of {asked} events could not be searched again',
  },
  altered: { moved: '{altered} events came with another text than before' },
  unkept: { moved: '{unkept} events of the search came in other answers and not in its pages' },
  'kept-otherwise': {
    moved: '{otherwise} events of the search came in other answers with another text than in its pages',
  },
  beside: {
    holds: ({ found }) =>
      found ? 'An equally wide range around another event finds that event' : 'The search finds no event at any time',
    moved: 'An equally wide range finds nothing where the service has events',
    unasked: 'It could not be asked whether such a range finds anything',
  },
  'counts-further': {
    holds: 'A search of its kind that finds {came} or more counts them further on as well',
    moved: 'A search of its kind finds {came} or more and counts fewer further on: its total may be of a page',
    unasked: 'It could not be asked whether totals count more than their page',
  },
}

/** Those of a fact that an earlier version added, and this one does not know, are none. */
const wordsOf = ({ code }: Fact): FactWords => (Object.hasOwn(FACTS, code) ? FACTS[code as FactCode] : {})

function said(words: Words, { numbers }: Fact, zone: string): string {
  const text = typeof words === 'string' ? words : words(numbers, zone)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => (numbers[name] == null ? 'nothing' : grouped(numbers[name])))
}

/** One sentence a fact. @param zone of its times */
export function factWords(fact: Fact, zone: string): string {
  const { moved, holds = moved, unasked = moved } = wordsOf(fact)
  const words = { holds, moved, unasked, against: moved }[fact.says]
  return words === undefined ? capitalized(againstWords(fact, zone)) : `${said(words, fact, zone)}.`
}

/** The codes of all that can be kept against the service. */
export const AGAINST_CODES: readonly string[] = Object.entries(FACTS).flatMap(([code, { against }]) =>
  against === undefined ? [] : [code],
)

/** What is kept against the service, to follow "Count not confirmed: ". */
export const againstWords = (fact: Fact, zone: string): string =>
  `${said(wordsOf(fact).against ?? fact.code, fact, zone)}.`

/** How a reading that is complete was counted apart, to follow "counted before and after, and ". */
export function countedWords(fact: Fact | undefined, zone: string): string {
  const words = fact && wordsOf(fact).counted
  return fact === undefined || words === undefined ? 'again by parts' : said(words, fact, zone)
}

/** "7 + 3", "7 + 4 − 1 in both". */
const halvesOf = ({ overlap }: Fact['numbers']) => `{first} + {second}${overlap ? ' − {overlap} in both' : ''}`

/** Says where events may lie outside of all that came, as far as it was asked. */
const sidesOf = ({ before, after, since }: Fact['numbers']) =>
  [
    ...(before == null ? [] : [`before the oldest event${sinceWords(since)}`]),
    ...(after == null ? [] : ['after the newest']),
  ].join(' and ')

/** "40 events came at 12:00:01 and were gone at 12:00:03". @param more what follows their number */
export function goneWords({ gone, cameAt, goneAt }: Fact['numbers'], zone: string, more = ''): string {
  const [events, were] = gone === 1 ? ['event', 'was'] : ['events', 'were']
  const [came, went] = [atWords(cameAt, zone), atWords(goneAt, zone)]
  return `${grouped(gone ?? 0)} ${more}${events} came${came} and ${were} gone${went || ' later'}`
}

/** "the service counted 2,180 at 12:00:01, and 2,036 at 12:00:03" */
export const countedMoreWords = ({ most, mostAt, last, lastAt }: Fact['numbers'], zone: string): string =>
  `the service counted ${grouped(most ?? 0)}${atWords(mostAt, zone)}, and ${grouped(last ?? 0)}${atWords(lastAt, zone)}`

/** " at 12:00:01"; nothing where the time is not known. @param ms since the epoch */
const atWords = (ms: number | null | undefined, zone: string) =>
  ms == null ? '' : ` at ${timeWords(new Date(ms).toISOString().replace(/\.\d+/, ''), zone)}`

/** Says which start was sent in place of none, in seconds since the epoch. */
const sinceWords = (since: number | null | undefined) =>
  since == null ? '' : ` (from ${instantWords(new Date(since * 1000).toISOString(), 'UTC')} on)`

// What a reader of a verdict has to know besides: what was left out, what was seen on the way, what no reading can see.

type Reason = SnapshotVerdict['reasons'][number]

export interface NotedReading {
  state: Pick<
    ReadingState,
    'stops' | 'clock' | 'begins' | 'afterEnd' | 'until' | 'takenOver' | 'explicitFrom' | 'inParts'
  >
  slices: readonly TimeSlice[]
  zone: string
}

/** Events that the service stores more than once. */
export const storedTwice = (slices: readonly TimeSlice[]): number =>
  slices.reduce((sum, { account }) => sum + (account?.storedTwice ?? 0), 0)

interface Note {
  code: string
  /** A sentence, or several; null where it does not apply. */
  words(read: NotedReading): string | readonly string[] | null
}

/** What a reading may leave to be known, in the order in which it is told; what no reading can see comes last. */
const NOTES: readonly Note[] = [
  {
    code: 'checked-here',
    words: ({ slices }) => {
      const misses = slices.reduce((sum, { missing }) => sum + missing, 0)
      if (misses === 0) return null
      return `Events that came do not fit the search (${grouped(misses)}); they are marked, and left out of figures and files.`
    },
  },
  {
    code: 'stored-twice',
    words: ({ slices }) =>
      storedTwice(slices) === 0
        ? null
        : `The service stores ${countWords(storedTwice(slices), 'event')} twice; they are kept once.`,
  },
  {
    code: 'early-start',
    words: ({ state: { explicitFrom }, zone }) =>
      explicitFrom &&
      `The service looks back only so far unless a start is sent: it was asked from ${timeWords(explicitFrom, zone)} on.`,
  },
  {
    code: 'in-parts',
    words: ({ state }) =>
      state.inParts
        ? 'Parts of the range showed events that the whole range left out: it was read in those parts, and all that came is kept.'
        : null,
  },
  {
    code: 'begins',
    words: ({ state: { begins }, zone }) => begins && beginsWords(timeWords(begins, zone)),
  },
  { code: 'clocks', words: ({ state: { clock }, zone }) => clock && clockWords(clock, zone) },
  {
    code: 'later',
    words: ({ state: { afterEnd, until }, zone }) =>
      until && afterEnd
        ? `Dated after ${timeWords(until, zone)} and left out: ${countWords(afterEnd, 'event')}.`
        : null,
  },
  {
    code: 'stopped',
    words: ({ state: { stops }, zone }) =>
      stops.map(
        ({ from, to }) =>
          `It was stopped from ${timeWords(from, zone)} to ${timeWords(to, zone)}; what was altered in between shows only in the events that were searched again.`,
      ),
  },
  { code: 'taken-over', words: ({ state: { takenOver }, zone }) => takenOver && takenOverWords(takenOver, zone) },
  {
    code: 'not-seen',
    words: () =>
      'An event that the service neither counts nor gives does not show, nor one that was altered after it was read; "Read all again" finds the latter.',
  },
]

/** The last is always what no reading can see. */
export const notesOf = (read: NotedReading): Reason[] =>
  NOTES.flatMap(({ code, words }) => [words(read) ?? []].flat().map((one) => ({ code, words: one })))

function clockWords({ used, service, computer }: NonNullable<ReadingState['clock']>, zone: string): string {
  const [ours, other] = used === 'service' ? ["the service's", "this computer's"] : ["this computer's", "the service's"]
  return `The clocks differ: the service's says ${timeWords(service, zone)}, this computer's ${timeWords(computer, zone)}; the snapshot goes by ${ours}, because ${other} does not fit the events.`
}

/** Says how many events the snapshot shows as an earlier one read them, and when. */
export function takenOverWords({ events, from, to }: NonNullable<ReadingState['takenOver']>, zone: string): string {
  const [first, last] = [from, to].map((at) => instantWords(at.replace(/\.\d+/, ''), zone))
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`
  return `Of these, ${countWords(events, 'event')} ${events === 1 ? 'was' : 'were'} read ${when} for an earlier snapshot, and only counted again since. What was altered since then, or arrived in a part while as many were deleted from it, shows only in the events that were searched again.`
}

/** Writes it in the zone of the snapshot. */
export function timeWords(text: string, zone: string): string {
  const seen = inZone(text, zone)
  return seen === null ? text : `${seen.date} ${seen.time}`
}
