// One sentence for each piece of evidence, and for each letter of which there is none.
import { grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { SnapshotVerdict } from '../../../../../shared/snapshot/snapshot.ts'
import { instantWords } from '../../../../../shared/snapshot/snapshot-range.ts'
import { inZone } from '../../../../../shared/time/instant.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import type { Slice } from '../../slice.ts'

/** Of a letter without a fact. */
export const UNASKED: Record<Fact['letter'], string> = {
  a: 'Not counted a second time.',
  b: 'Not counted apart.',
  c: 'Not asked what comes after the last event.',
  d: 'Not asked whether anything contradicts it.',
  e: 'No event was searched again.',
}

/** One sentence a fact. @param zone of its times */
export function factWords({ code, says, numbers }: Fact, zone: string): string {
  const n = (name: string) => (numbers[name] == null ? 'nothing' : grouped(numbers[name]))
  const holds = says === 'holds'
  switch (code) {
    case 'counted':
      return holds
        ? `The service counted ${n('after')} before and after, and ${n('counted')} came.`
        : `The service counted ${n('before')} before and ${n('after')} after; ${n('counted')} came.`
    case 'later':
      if (says === 'unasked') return 'What is dated later could not be counted.'
      if (holds && numbers.later === 0) return 'Nothing is dated later.'
      return holds
        ? `${n('later')} more are dated later and left out, as the service counts them.`
        : `${n('later')} more are in the whole; the service counts between ${n('least')} and ${n('most')} that are dated later.`
    case 'altered':
      return `${n('altered')} events came with another text than before.`
    case 'unkept':
      return `${n('unkept')} events of the search came in other answers and not in its pages.`
    case 'kept-otherwise':
      return `${n('otherwise')} events of the search came in other answers with another text than in its pages.`
    case 'held-once':
      return 'Events disappeared or were altered while they were being read, and it was seen only once that nothing changes any more.'
    case 'parts':
      return `Counted again in ${n('parts')} parts: ${n('sum')}${holds ? '' : `, beside ${n('whole')} as a whole`}.`
    case 'across':
      if (says === 'unasked') return 'It could not be counted in a range within its own.'
      return `Counted again in a range within its own: ${n('counted')}${holds ? '' : `, beside ${n('came')} that came there`}.`
    case 'gaps':
      if (numbers.ofDays)
        return `Counted again in ${n('stretches')} stretches without an event: exactly those of their days, as ranges go by days.`
      return holds
        ? `Counted again in ${n('stretches')} stretches without an event: none but those at the ends of the range.`
        : `Counted again in ${n('stretches')} stretches without an event: ${n('found')}.`
    case 'pieces':
      return `Counted again in ${n('pieces')} pieces of the range: ${n('sum')}${holds ? '' : `, beside ${n('whole')} as a whole`}.`
    case 'halves':
      if (says === 'unasked') return 'It could not be counted in two halves.'
      return `Counted again as ${n('first')} + ${n('second')}${numbers.overlap ? ` − ${n('overlap')} in both` : ''}${holds ? '' : `, beside ${n('whole')} as a whole`}.`
    case 'by-eventType':
    case 'by-eventCode':
    case 'by-customerId':
      return `Counted again by ${FIELD_WORDS[code]}: ${n('sum')}${holds ? '' : `, beside ${n('whole')} as a whole`}.`
    case 'one-type': {
      const type = numbers.isCredit ? 'Credits' : 'Debits'
      if (says === 'unasked') return `${type} could not be counted alone.`
      return `${type} counted alone: ${n('counted')}${holds ? '' : `, beside ${n('came')} that came`}.`
    }
    case 'selection':
      if (says === 'unasked')
        return `Its counts are all multiples of ${n('unit')}, and none could be asked that is not: they may be rounded.`
      return `One kind of its events, counted alone: ${n('selected')}${holds ? '' : `, beside ${n('came')} that came`}.`
    case 'around':
      return `Counted again before, in and after the instant of its events: ${n('before')} + ${n('within')} + ${n('after')}${holds ? '' : `, beside ${n('whole')} as a whole`}.`
    case 'gone':
      return `${goneWords(numbers, zone)}.`
    case 'outside': {
      const outside = [numbers.before, numbers.after].filter((count) => count != null)
      const sides = [
        ...(numbers.before == null ? [] : [`before the oldest event${sinceWords(numbers.since)}`]),
        ...(numbers.after == null ? [] : ['after the newest']),
      ].join(' and ')
      if (says === 'unasked') return `What lies ${sides} could not be counted apart.`
      const found = outside.reduce((sum, count) => sum + count, 0)
      return `Counted apart ${sides}: ${holds ? 'none of the range' : grouped(found)}.`
    }
    case 'end':
      if (says === 'unasked') return 'What comes after the last event could not be asked.'
      return holds ? 'Nothing comes after the last event.' : `${n('unknown')} more came after the last event.`
    case 'no-contradiction':
      return numbers.amended
        ? `Nothing contradicts it; ${n('amended')} ${numbers.amended === 1 ? 'event was' : 'events were'} altered while being read, and the later text is kept.`
        : 'Nothing contradicts it.'
    case 'beside':
      if (says === 'unasked') return 'It could not be asked whether such a range finds anything.'
      if (!holds) return 'An equally wide range finds nothing where the service has events.'
      return numbers.found
        ? 'An equally wide range around another event finds that event.'
        : 'The search finds no event at any time.'
    case 'counts-further':
      if (says === 'unasked') return 'It could not be asked whether totals count more than their page.'
      return holds
        ? `A search of its kind that finds ${n('came')} or more counts them further on as well.`
        : `A search of its kind finds ${n('came')} or more and counts fewer further on: its total may be of a page.`
    case 'witnesses':
      if (holds)
        return `${n('asked')} ${numbers.asked === 1 ? 'event was' : 'events were'} searched again and found as kept.`
      return says === 'unasked'
        ? `${n('failed')} of ${n('asked')} events could not be searched again.`
        : `${n('differ')} of ${n('asked')} events that were searched again were not found as kept.`
    default:
      return `${capital(AGAINST[code]?.(n) ?? code)}.`
  }
}

export const FIELD_WORDS: Record<string, string> = {
  'by-eventType': 'event type',
  'by-eventCode': 'event code',
  'by-customerId': 'customer',
}

/** What is kept against the service, by code; without a capital and a full stop. */
export const AGAINST: Record<string, (n: (name: string) => string) => string> = {
  gap: () => 'two pages of one search do not join, twice, although nothing moved: events may be missing between them',
  'two-texts': (n) => `one answer held two texts of one event ID (${n('ids')} IDs)`,
  'repeated-ids': (n) =>
    `IDs came twice in the same answers, and the service does not count them twice (${n('differ')} of ${n('ids')} asked)`,
  'gone-is-there': (n) =>
    `events came that a later answer left out, and that the service has where they are asked for by their ID (${n('there')} of them)`,
  'filters-missed': (n) => `events came that do not match a filter of the search (${n('rows')} of them)`,
  'outside-range': (n) => `events came that lie outside the range (${n('rows')} of them)`,
  'unreadable-times': (n) =>
    `events have a time that cannot be read, so they may be outside the range (${n('rows')} of them)`,
}

/** "40 events came at 12:00:01 and were gone at 12:00:03". @param more what follows their number */
export function goneWords({ gone, cameAt, goneAt }: Fact['numbers'], zone: string, more = ''): string {
  const at = (ms: number | null | undefined) =>
    ms == null ? '' : ` at ${timeWords(new Date(ms).toISOString().replace(/\.\d+/, ''), zone)}`
  const [events, were] = gone === 1 ? ['event', 'was'] : ['events', 'were']
  return `${grouped(gone ?? 0)} ${more}${events} came${at(cameAt)} and ${were} gone${at(goneAt) || ' later'}`
}

/** Where the search has no start, the one that was sent in its place, in seconds since the epoch. */
const sinceWords = (since: number | null | undefined) =>
  since == null ? '' : ` (from ${instantWords(new Date(since * 1000).toISOString(), 'UTC')} on)`

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
/** "1 event", "2,000 events". */
const eventsOf = (count: number) => `${grouped(count)} ${count === 1 ? 'event' : 'events'}`

// What a reader of a verdict has to know besides: what was left out, what was seen on the way, what no reading can see.

type Reason = SnapshotVerdict['reasons'][number]

export interface NotedReading {
  state: Pick<
    ReadingState,
    'stops' | 'clock' | 'begins' | 'afterEnd' | 'until' | 'takenOver' | 'explicitFrom' | 'inParts'
  >
  slices: readonly Slice[]
  zone: string
}

/** What no reading can see. */
const UNSEEN: Reason = {
  code: 'not-seen',
  words:
    'An event that the service neither counts nor gives does not show, nor one that was altered after it was read; "Read all again" finds the latter.',
}

/** The last is always what no reading can see. */
export function notesOf({ state, slices, zone }: NotedReading): Reason[] {
  const { stops, clock, begins, afterEnd, until, takenOver, explicitFrom, inParts } = state
  const notes: Reason[] = []
  const misses = slices.reduce((sum, { missing }) => sum + missing, 0)
  if (misses > 0)
    notes.push({
      code: 'checked-here',
      words: `Events that came do not fit the search (${grouped(misses)}); they are marked, and left out of figures and files.`,
    })
  const twice = slices.reduce((sum, slice) => sum + (slice.account?.storedTwice ?? 0), 0)
  if (twice > 0)
    notes.push({
      code: 'stored-twice',
      words: `The service stores ${eventsOf(twice)} twice; kept once.`,
    })
  if (explicitFrom !== null)
    notes.push({
      code: 'early-start',
      words: `The service looks back only so far unless a start is sent: it was asked from ${timeWords(explicitFrom, zone)} on.`,
    })
  if (inParts)
    notes.push({
      code: 'in-parts',
      words:
        'Parts of the range showed events that the whole range left out: it was read in those parts, and all that came is kept.',
    })
  if (begins !== null)
    notes.push({
      code: 'begins',
      words: `The service kept deleting its oldest events: the snapshot begins at ${timeWords(begins, zone)}.`,
    })
  if (clock !== null) {
    const other = clock.used === 'service' ? "this computer's" : "the service's"
    const words = `The clocks differ: the service's says ${timeWords(clock.service, zone)}, this computer's ${timeWords(clock.computer, zone)}; the snapshot goes by ${clock.used === 'service' ? "the service's" : "this computer's"}, because ${other} does not fit the events.`
    notes.push({ code: 'clocks', words })
  }
  if (afterEnd !== null && until !== null && afterEnd > 0)
    notes.push({
      code: 'later',
      words: `Dated after ${timeWords(until, zone)} and left out: ${eventsOf(afterEnd)}.`,
    })
  for (const { from, to } of stops)
    notes.push({
      code: 'stopped',
      words: `It was stopped from ${timeWords(from, zone)} to ${timeWords(to, zone)}; what was altered in between shows only in the events that were searched again.`,
    })
  if (takenOver !== null) notes.push({ code: 'taken-over', words: takenOverWords(takenOver, zone) })
  return [...notes, UNSEEN]
}

/** Of how many events the snapshot shows what an earlier one read, and when. */
export function takenOverWords({ events, from, to }: NonNullable<ReadingState['takenOver']>, zone: string): string {
  const [first, last] = [from, to].map((at) => instantWords(at.replace(/\.\d+/, ''), zone))
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`
  return `Of these, ${eventsOf(events)} ${events === 1 ? 'was' : 'were'} read ${when} for an earlier snapshot, and only counted again since. What was altered since then, or came to a part for as many that went, shows only in the events that were searched again.`
}

/** In the zone of the snapshot. */
export function timeWords(text: string, zone: string): string {
  const seen = inZone(text, zone)
  return seen === null ? text : `${seen.date} ${seen.time}`
}
