// proof/ counts and asks again what was read, and comes to a verdict.
// The verdict on a reading, from its account and its evidence alone: its kind, and every sentence about it
// (docs/decisions/snapshots.md).
import { LIMIT_CAP } from '../../../../../shared/event/event.ts'
import { grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../../../shared/failure/failure.ts'
import type { Ground, SnapshotVerdict } from '../../../../../shared/snapshot/snapshot.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import { countedOf, type Slice } from '../../slice.ts'
import {
  AGAINST,
  FIELD_WORDS,
  factWords,
  goneWords,
  type NotedReading,
  notesOf,
  timeWords,
  UNASKED,
} from './verdict-words.ts'

export interface Read extends NotedReading {
  state: NotedReading['state'] & Pick<ReadingState, 'evidence' | 'sent' | 'soFar' | 'behaviour' | 'rounds'>
  /** Whether it ended because too many answers brought nothing new. */
  isSpent: boolean
}

type Reason = SnapshotVerdict['reasons'][number]

const LETTERS = ['a', 'b', 'c', 'd', 'e'] as const

export function verdictOf(read: Read): SnapshotVerdict {
  const { state, slices } = read
  const { soFar } = state
  const grounds = LETTERS.map((letter) => groundOf(letter, read))
  const notes = notesOf(read)
  const unread = slices.filter(({ state: at }) => at === 'failed')
  if (unread.length > 0) {
    const words = `${unread.map((slice) => unreadWords(slice, read)).join(' ')}${moreWords(slices)}`
    return {
      kind: 'partial',
      soFar,
      sentence: `Incomplete: ${words}`,
      reasons: [{ code: 'not-read', words }, ...notes],
      grounds,
    }
  }
  if (!read.isSpent && grounds.every(({ holds }) => holds))
    return { kind: 'complete', soFar, sentence: `${completeWords(read)}${goneSentence(read)}`, reasons: notes, grounds }
  const doubt = doubtOf(read, grounds)
  const sentence = `Count not confirmed: ${doubt.words}`
  return { kind: 'unproven', soFar, sentence, reasons: [doubt, ...notes], grounds }
}

/** Of the last round; what was kept against the service stands whenever it was seen. */
function factsOf(letter: Fact['letter'], { evidence }: Pick<ReadingState, 'evidence'>): Fact[] {
  const last = evidence.reduce((round, fact) => Math.max(round, fact.round), 0)
  return evidence.filter((fact) => fact.letter === letter && (fact.round === last || fact.says === 'against'))
}

function groundOf(letter: Fact['letter'], read: Read): Ground {
  const { state } = read
  const facts = factsOf(letter, state)
  const holds = facts.length > 0 && facts.every(({ says }) => says === 'holds')
  const words = facts.length === 0 ? UNASKED[letter] : facts.map((fact) => factWords(fact, read.zone)).join(' ')
  return { letter, holds, words }
}

/** The first of what is missing or against it, in the words of the sentence. */
function doubtOf(read: Read, grounds: readonly Ground[]): Reason {
  const { state, slices, isSpent } = read
  const received = grouped(countedOf(slices))
  if (isSpent)
    return { code: 'never-ends', words: `${received} events read, and too many answers brought none that is new.` }
  switch (state.behaviour.totals) {
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
    case 'other': {
      const says = grouped(factsOf('a', state)[0]?.numbers.after ?? 0)
      return {
        code: 'other-total',
        words: `${received} events read to the end, but the service's total is not the number of matches: it says ${says}.`,
      }
    }
    case 'matches':
    case 'wrong':
    case null:
      break
    default:
      state.behaviour.totals satisfies never
  }
  const against = state.evidence.find(({ says }) => says === 'against')
  if (against !== undefined)
    return {
      code: against.code,
      words: `${AGAINST[against.code]?.((name) => grouped(against.numbers[name] ?? 0)) ?? against.code}.`,
    }
  const gone = factsOf('a', state).find(({ code, says }) => code === 'gone' && says !== 'holds')
  if (gone !== undefined) return { code: 'gone', words: `${goneWords(gone.numbers, read.zone)}.` }
  const [counted] = factsOf('a', state).filter(({ code }) => code === 'counted')
  if (counted !== undefined && counted.says !== 'holds') return countDoubt(counted, read)
  const later = factsOf('a', state).find(({ code, says }) => code === 'later' && says !== 'holds')
  if (later !== undefined) {
    const words = `the service counts ${grouped((later.numbers.later ?? 0) - (later.numbers.most ?? 0))} more events than have a time: events without one may be missing.`
    return { code: 'undated', words }
  }
  const missing = grounds.find(({ holds }) => !holds)
  const differing = factsOf(missing?.letter ?? 'a', state).filter(({ says }) => says !== 'holds')
  const words =
    differing.length === 0 ? (missing?.words ?? '') : differing.map((fact) => factWords(fact, read.zone)).join(' ')
  return { code: DOUBTS[missing?.letter ?? 'a'], words: uncapital(words) }
}

const DOUBTS: Record<Fact['letter'], string> = {
  a: 'count-differs',
  b: 'not-apart',
  c: 'no-end',
  d: 'contradiction',
  e: 'witnesses',
}

function countDoubt({ numbers }: Fact, { state, slices }: Read): Reason {
  const { before, after } = numbers
  const read = grouped(countedOf(slices))
  if (before == null || after == null) return { code: 'no-total', words: 'the final count failed.' }
  const moving = slices.filter(({ total, after: then }) => then !== null && total !== then)
  if (state.inParts)
    return {
      code: 'shown-in-parts',
      words: `${read} events came in parts of the range; asked as a whole, the service counts ${grouped(after)}.`,
    }
  const counts = state.evidence.filter(({ code }) => code === 'counted').map((fact) => fact.numbers.after)
  const hasMoved = before !== after || moving.length > 0 || new Set(counts).size > 1
  if (hasMoved && slices.some(({ fell }) => fell))
    return { code: 'vanished', words: 'events disappeared while they were being read, and every count changed.' }
  if (hasMoved)
    return {
      code: 'kept-changing',
      words: 'events kept arriving while they were being read, and the count never settled.',
    }
  const doubled = slices.reduce((sum, slice) => sum + (slice.account?.storedTwice ?? 0), 0)
  if (!state.behaviour.orderHolds) {
    const words = `the service's order changes from request to request. It gave ${read} of ${grouped(after)} events.`
    return { code: 'order', words }
  }
  if (doubled > 0)
    return {
      code: 'repeated-ids',
      words: `${grouped(doubled)} events came twice in the same answers; ${grouped(after)} were counted.`,
    }
  return { code: 'count-differs', words: `${read} events read, but the service counts ${grouped(after)}.` }
}

function completeWords({ state, slices }: Read): string {
  const events = slices.reduce((sum, { kept }) => sum + kept, 0)
  const [apart] = factsOf('b', state)
  const n = (name: string) => grouped(apart?.numbers[name] ?? 0)
  if (events === 0 && countedOf(slices) === 0)
    return `No events: the service counts none, twice, and none ${apart?.code === 'gaps' ? `in ${n('stretches')} parts of the range` : 'in two halves'}.`
  if (events === 0) {
    const outside = countedOf(slices)
    return `No events: the ${grouped(outside)} that the service counts ${outside === 1 ? 'lies' : 'lie'} outside the range.`
  }
  const all = events === 1 ? 'The 1 event was' : `All ${grouped(events)} events`
  const parts = apart?.code === 'pieces' ? n('pieces') : n('parts')
  if (apart?.code === 'parts' || apart?.code === 'pieces')
    return `${all} read: counted before and after, and again in ${parts} parts.`
  const [only] = slices
  const one = only !== undefined && isOneAnswer(only) ? ' in one answer' : ''
  if (apart?.code === 'halves' && !apart.numbers.overlap)
    return `${all} read${one}: counted before and after, and again as ${n('first')} + ${n('second')}.`
  if (apart?.code === 'halves')
    return `${all} read${one}: counted before and after, and again as ${n('first')} + ${n('second')} − ${n('overlap')} in both.`
  if (apart?.code === 'gaps')
    return `${all} read${one}: counted before and after, and nothing else in ${n('stretches')} stretches of the range.`
  if (apart?.code === 'around') return `${all} read${one}: counted before and after, and again around their instant.`
  return `${all} read${one}: counted before and after, and again by ${FIELD_WORDS[apart?.code ?? ''] ?? 'parts'}.`
}

/** Of few that were gone: they cost no verdict, and are said. */
function goneSentence({ state, zone }: Read): string {
  const gone = factsOf('a', state).find(({ code }) => code === 'gone')
  return gone === undefined ? '' : ` ${goneWords(gone.numbers, zone, 'more ')}.`
}

/** Several join at a row that comes again, or are read twice and compared. */
const isOneAnswer = ({ nextOffset, account, fingerprint }: Slice) =>
  nextOffset <= LIMIT_CAP && (account?.cameAgain ?? 0) === 0 && fingerprint === null

/** "4 Nov 2026 00:00:00 to 5 Nov 2026 00:00:00 was not read (503)." */
function unreadWords({ from, to, failure }: Slice, { state: { sent }, zone }: Read): string {
  const end = (text: string | null, open: string) => (text === null ? open : timeWords(text, zone))
  const what =
    from === sent.from && to === sent.to ? 'the search' : `${end(from, 'the beginning')} to ${end(to, 'the end')}`
  if (failure === null) return `${what} was not read completely: the service gives the same events for every offset.`
  return `${what} was not read (${failureWord(failure)}).`
}

function failureWord(failure: Failure): string {
  return 'http' in failure ? String(failure.http.status) : failure.kind.replaceAll('-', ' ')
}

function moreWords(slices: readonly Slice[]): string {
  const more = slices.reduce((sum, { total, returned }) => sum + Math.max(0, (total ?? 0) - returned), 0)
  return more > 0 ? ` The service counts ${grouped(more)} more.` : ''
}

const uncapital = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
