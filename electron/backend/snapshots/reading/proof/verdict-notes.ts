// What a reader of a verdict has to know besides: what was left out, what was seen on the way, what no reading can see.
import { grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { SnapshotVerdict } from '../../../../../shared/snapshot/snapshot.ts'
import { instantWords } from '../../../../../shared/snapshot/snapshot-range.ts'
import { inZone } from '../../../../../shared/time/instant.ts'
import type { ReadingState } from '../../reading-state.ts'
import type { Slice } from '../../slice.ts'
import { eventsOf } from './fact-words.ts'

type Reason = SnapshotVerdict['reasons'][number]

export interface NotedReading {
  state: Pick<ReadingState, 'stops' | 'clock' | 'begins' | 'afterEnd' | 'until' | 'takenOver'>
  slices: readonly Slice[]
  zone: string
}

/** What no reading can see. */
const UNSEEN: Reason = {
  code: 'not-seen',
  words:
    'An event that the service neither counts nor gives does not show, nor one that was altered after it was read; "Read again and compare" finds the latter.',
}

/** The last is always what no reading can see. */
export function notesOf({ state, slices, zone }: NotedReading): Reason[] {
  const { stops, clock, begins, afterEnd, until, takenOver } = state
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
