// The verdict on a reading: its kind, its sentence and its reasons (docs/decisions/snapshots.md).

import type { Failure } from '../../../../shared/failure.ts'
import { inZone } from '../../../../shared/instant.ts'
import type { SnapshotVerdict } from '../../../../shared/snapshot.ts'
import type { ReadingState } from '../reading-state.ts'
import type { Slice } from '../slice.ts'
import { unionOf } from './recount.ts'

export interface Read {
  state: ReadingState
  slices: readonly Slice[]
  zone: string
  /** `Recount.difference` of the last recount; 0 if a single slice proved itself. */
  difference: number | null
}

/** What counting cannot see. */
const UNSEEN =
  'Counts do not show an altered event, or as many arrivals as disappearances between two counts; "Read again and compare" finds them.'

export function verdictOf(read: Read): SnapshotVerdict {
  const { state, slices } = read
  const events = slices.reduce((sum, { kept }) => sum + kept, 0)
  const unread = slices.filter(({ state: at }) => at === 'failed')
  const soFar = state.soFar
  if (unread.length > 0) {
    const words = `${unread.map((slice) => unreadWords(slice, read.zone)).join(' ')}${moreWords(read)}`
    return { kind: 'partial', soFar, sentence: `Incomplete: ${words}`, reasons: [{ code: 'not-read', words }] }
  }
  const doubt = doubtOf(read)
  if (doubt !== null) {
    const sentence = `Count not confirmed: ${doubt.words}`
    return { kind: 'unproven', soFar, sentence, reasons: [doubt, { code: 'not-seen', words: UNSEEN }] }
  }
  return { kind: 'complete', soFar, sentence: completeWords(events), reasons: [{ code: 'not-seen', words: UNSEEN }] }
}

type Doubt = SnapshotVerdict['reasons'][number]

/** Why the counts prove nothing; null where they prove it. */
function doubtOf({ state, slices, difference }: Read): Doubt | null {
  const { totals, orderHolds } = state.behaviour
  const read = unionOf(slices)
  switch (totals) {
    case 'none':
      return {
        code: 'no-total',
        words: 'read to the end, but the service gives no total. Missing events would not show.',
      }
    case 'page':
      return {
        code: 'page-total',
        words: "read to the end, but the service's total counts one page only. Missing events would not show.",
      }
    case 'other':
      return {
        code: 'other-total',
        words: `${grouped(read)} events read to the end, but the service's total is not the number of matches: it says ${grouped(slices[0]?.total ?? 0)}.`,
      }
    case 'wrong':
      return {
        code: 'wrong-total',
        words: `${grouped(read)} events read to the end, but the service's counts of parts of the range add up to more than the whole.`,
      }
    case 'matches':
    case null:
      break
    default:
      totals satisfies never
  }
  const unsure = slices.filter(({ state: at }) => at !== 'read')
  const counted = unsure.reduce((sum, { total }) => sum + (total ?? 0), 0)
  const came = unsure.reduce((sum, { returned }) => sum + returned, 0)
  const off = `${grouped(came)} of ${grouped(counted)} events`
  if (unsure.some(({ fell }) => fell)) {
    return { code: 'vanished', words: 'events disappeared while they were being read, and no two readings agreed.' }
  }
  if (unsure.some(({ steady }) => !steady)) {
    return {
      code: 'kept-changing',
      words: 'events kept arriving while they were being read, and the count never settled.',
    }
  }
  if (unsure.length > 0 && !orderHolds) {
    return {
      code: 'order',
      words: `the service's order changes from request to request. Where one answer was not enough, it gave ${off}.`,
    }
  }
  if (unsure.some(({ repeats }) => repeats > 0)) {
    const words = `some event IDs came in several answers, because events are stored twice or the order changes: ${off} were distinct.`
    return { code: 'repeated-ids', words }
  }
  if (unsure.length > 0) return { code: 'count-differs', words: `the service gave ${off} that it counts.` }
  if (difference === null) return { code: 'no-total', words: 'the final count failed.' }
  if (difference > 0 && state.sent.to === null) {
    const words = `the service counts ${grouped(difference)} more events than have a time: events without one may be missing.`
    return { code: 'undated', words }
  }
  if (difference !== 0) {
    return {
      code: 'count-differs',
      words: `${grouped(read)} events read, but the service counts ${grouped(read + difference)}.`,
    }
  }
  if (state.asOf === null) {
    return {
      code: 'kept-changing',
      words: 'every recount found changes, so the events are not all from one moment.',
    }
  }
  return null
}

function completeWords(events: number): string {
  const later = 'Events that arrive later are not in it.'
  if (events === 0) return `No events: the service counts none, before and after. ${later}`
  const all = events === 1 ? 'The 1 event was' : `All ${grouped(events)} events`
  return `${all} read; the service's count agreed before and after. ${later}`
}

/** "4 Nov 2026 00:00:00 to 5 Nov 2026 00:00:00 was not read (503)." */
function unreadWords({ from, to, failure }: Slice, zone: string): string {
  const end = (text: string | null, open: string) => {
    const seen = text === null ? null : inZone(text, zone)
    return seen === null ? open : `${seen.date} ${seen.time}`
  }
  const what = from === null && to === null ? 'the search' : `${end(from, 'the beginning')} to ${end(to, 'the end')}`
  if (failure === null) return `${what} was not read completely: the service gives the same events for every offset.`
  return `${what} was not read (${failureWord(failure)}).`
}

function failureWord(failure: Failure): string {
  return 'http' in failure ? String(failure.http.status) : failure.kind.replaceAll('-', ' ')
}

function moreWords({ slices, difference }: Read): string {
  const counted = slices.reduce((sum, { total, returned }) => sum + Math.max(0, (total ?? 0) - returned), 0)
  const more = Math.max(counted, difference ?? 0)
  return more > 0 ? ` The service counts ${grouped(more)} more.` : ''
}

const grouped = (count: number) => count.toLocaleString('en-US')
