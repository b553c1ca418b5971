// proof/ counts and asks again what was read, and comes to a verdict.
// The verdict on a reading, from its account and its evidence alone: its kind, and every sentence about it
// (docs/decisions/snapshot-evidence.md).
import { LIMIT_CAP } from '../../../../../shared/event/event.ts'
import { countWords, grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../../../../shared/failure/failure.ts'
import {
  EVIDENCE,
  EVIDENCE_LETTERS,
  type EvidenceItem,
  type EvidenceLetter,
  type SnapshotVerdict,
} from '../../../../../shared/snapshot/snapshot.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import { countedOf, type TimeSlice } from '../../time-slice.ts'
import {
  AGAINST_CODES,
  againstWords,
  countedMoreWords,
  countedWords,
  factWords,
  goneWords,
  type NotedReading,
  notesOf,
  storedTwice,
  timeWords,
} from './verdict-words.ts'

export interface Read extends NotedReading {
  state: NotedReading['state'] & Pick<ReadingState, 'evidence' | 'sent' | 'soFar' | 'behaviour' | 'rounds'>
  /** Whether it ended because too many answers brought nothing new. */
  isSpent: boolean
}

type Reason = SnapshotVerdict['reasons'][number]

/** Judges a reading that ended; the same reading always has the same verdict. */
export function verdictOf(read: Read): SnapshotVerdict {
  const { state, slices } = read
  const { soFar } = state
  const grounds = EVIDENCE_LETTERS.map((letter) => evidenceItemOf(letter, read))
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

/** The facts of the last round; what was kept against the service stands whenever it was seen. */
function factsOf(letter: EvidenceLetter, { evidence }: Pick<ReadingState, 'evidence'>): Fact[] {
  const last = evidence.reduce((round, fact) => Math.max(round, fact.round), 0)
  return evidence.filter((fact) => fact.letter === letter && (fact.round === last || fact.says === 'against'))
}

function evidenceItemOf(letter: EvidenceLetter, read: Read): EvidenceItem {
  const { state } = read
  const facts = factsOf(letter, state)
  const holds = facts.length > 0 && facts.every(({ says }) => says === 'holds')
  const words = facts.length === 0 ? MISSING[letter].unasked : facts.map((fact) => factWords(fact, read.zone)).join(' ')
  return { letter, holds, words }
}

/** A doubt is looked for in it. */
interface Doubted extends Read {
  /** Events that came, as the service has to count them; and its last count of the whole. */
  received: string
  after: string
  /** The first fact that is kept against the service. */
  against: Fact | undefined
  /** Facts about the counts of the whole that do not hold. */
  counted: Fact | undefined
  gone: Fact | undefined
  countedMore: Fact | undefined
  later: Fact | undefined
  /** Whether counts changed while it was read. */
  hasMoved: boolean
}

/** The first of what is missing or against it, in the words of the sentence. */
function doubtOf(read: Read, grounds: readonly EvidenceItem[]): Reason {
  const { state, slices, zone } = read
  const ofWhole = factsOf(EVIDENCE.counts, state).filter(({ says }) => says !== 'holds')
  const ofCode = (wanted: string) => ofWhole.find(({ code }) => code === wanted)
  const counted = ofCode('counted')
  const counts = state.evidence.filter(({ code }) => code === 'counted').map(({ numbers }) => numbers.after)
  const doubted: Doubted = {
    ...read,
    received: grouped(countedOf(slices)),
    after: grouped(factsOf(EVIDENCE.counts, state)[0]?.numbers.after ?? 0),
    against: state.evidence.find(({ says }) => says === 'against'),
    counted,
    gone: ofCode('gone'),
    countedMore: ofCode('counted-more'),
    later: ofCode('later'),
    hasMoved:
      counted?.numbers.before !== counted?.numbers.after ||
      slices.some(({ total, after }) => after !== null && total !== after) ||
      new Set(counts).size > 1,
  }
  for (const { code, words } of CAUSES) {
    const found = words(doubted)
    if (found) return { code, words: found }
  }
  const missing = grounds.find(({ holds }) => !holds)
  const letter = missing?.letter ?? EVIDENCE.counts
  const facts = factsOf(letter, state).filter(({ says }) => says !== 'holds')
  const words = facts.length === 0 ? (missing?.words ?? '') : facts.map((fact) => factWords(fact, zone)).join(' ')
  return { code: MISSING[letter].code, words: uncapital(words) }
}

/** Each piece of evidence: a code of the doubt where only it is missing, and words where nothing was asked. */
const MISSING: Record<EvidenceLetter, { code: string; unasked: string }> = {
  [EVIDENCE.counts]: { code: 'count-differs', unasked: 'Not counted a second time.' },
  [EVIDENCE.independentCount]: { code: 'not-apart', unasked: 'Not counted apart.' },
  [EVIDENCE.end]: { code: 'no-end', unasked: 'Not asked what comes after the last event.' },
  [EVIDENCE.noContradiction]: { code: 'contradiction', unasked: 'Not asked whether anything contradicts it.' },
  [EVIDENCE.witnesses]: { code: 'witnesses', unasked: 'No event was searched again.' },
}

interface Cause {
  code: string
  /** What follows "Count not confirmed: ", where it is that. */
  words(doubted: Doubted): string | false | undefined
}

/** Why a count may not be confirmed: the first that is so is told. */
const CAUSES: readonly Cause[] = [
  {
    code: 'never-ends',
    words: ({ isSpent, received }) => isSpent && `${received} events read; then too many answers brought nothing new.`,
  },
  {
    code: 'no-total',
    words: ({ state }) =>
      state.behaviour.totals === 'none' &&
      'read to the end, but the service gives no total. Missing events would not show.',
  },
  {
    code: 'page-total',
    words: ({ state }) =>
      state.behaviour.totals === 'page' &&
      "read to the end, but the service's total counts one page only. Missing events would not show.",
  },
  {
    code: 'other-total',
    words: ({ state, received, after }) =>
      state.behaviour.totals === 'other' &&
      `${received} events read to the end, but the service's total is not the number of matches: it says ${after}.`,
  },
  ...AGAINST_CODES.map(
    (code): Cause => ({ code, words: ({ against, zone }) => against?.code === code && againstWords(against, zone) }),
  ),
  { code: 'gone', words: ({ gone, zone }) => gone && `${goneWords(gone.numbers, zone)}.` },
  {
    code: 'no-total',
    words: ({ counted }) =>
      counted && (counted.numbers.before == null || counted.numbers.after == null) && 'the final count failed.',
  },
  {
    code: 'shown-in-parts',
    words: ({ counted, state, received, after }) =>
      counted &&
      state.inParts &&
      `${received} events came in parts of the range; asked as a whole, the service counts ${after}.`,
  },
  {
    code: 'vanished',
    words: ({ counted, hasMoved, slices }) =>
      counted &&
      hasMoved &&
      slices.some(({ fell }) => fell) &&
      'events disappeared while they were being read, and every count changed.',
  },
  {
    code: 'kept-changing',
    words: ({ counted, hasMoved }) =>
      counted && hasMoved && 'events kept arriving while they were being read, and the count never settled.',
  },
  {
    code: 'order',
    words: ({ counted, state, received, after }) =>
      counted &&
      !state.behaviour.orderHolds &&
      `the service's order changes from request to request. It gave ${received} of ${after} events.`,
  },
  {
    code: 'repeated-ids',
    words: ({ counted, slices, after }) => {
      const twice = storedTwice(slices)
      return (
        counted && twice > 0 && `${countWords(twice, 'event')} came twice in the same answers; ${after} were counted.`
      )
    },
  },
  {
    code: 'count-differs',
    words: ({ counted, received, after }) => counted && `${received} events read, but the service counts ${after}.`,
  },
  {
    code: 'vanished',
    words: ({ countedMore, zone }) =>
      countedMore && `events disappeared while they were being read: ${countedMoreWords(countedMore.numbers, zone)}.`,
  },
  {
    code: 'undated',
    words: ({ later }) => {
      const more = (later?.numbers.later ?? 0) - (later?.numbers.most ?? 0)
      return (
        later && `the service counts ${grouped(more)} more events than have a time: events without one may be missing.`
      )
    },
  },
]

function completeWords({ state, slices, zone }: Read): string {
  const events = slices.reduce((sum, { kept }) => sum + kept, 0)
  const [apart] = factsOf(EVIDENCE.independentCount, state)
  const n = (name: string) => grouped(apart?.numbers[name] ?? 0)
  if (events === 0 && countedOf(slices) === 0)
    return `No events: the service counts none, twice, and none ${apart?.code === 'gaps' ? `in ${n('stretches')} parts of the range` : 'in two halves'}.`
  if (events === 0) {
    const outside = countedOf(slices)
    return `No events: the ${grouped(outside)} that the service counts ${outside === 1 ? 'lies' : 'lie'} outside the range.`
  }
  const all = events === 1 ? 'The 1 event was' : `All ${grouped(events)} events`
  const [only] = slices
  // One answer of the first of several parts says nothing.
  const isInParts = apart?.code === 'parts' || apart?.code === 'pieces'
  const one = !isInParts && only !== undefined && isOneAnswer(only) ? ' in one answer' : ''
  return `${all} read${one}: counted before and after, and ${countedWords(apart, zone)}.`
}

/** Few that were gone cost no verdict, and are said. */
function goneSentence({ state, zone }: Read): string {
  const gone = factsOf(EVIDENCE.counts, state).find(({ code }) => code === 'gone')
  return gone === undefined ? '' : ` ${goneWords(gone.numbers, zone, 'more ')}.`
}

/** Several join at a row that comes again, or are read twice and compared. */
const isOneAnswer = ({ nextOffset, account, fingerprint }: TimeSlice) =>
  nextOffset <= LIMIT_CAP && (account?.cameAgain ?? 0) === 0 && fingerprint === null

/** "4 Nov 2026 00:00:00 to 5 Nov 2026 00:00:00 was not read (503)." */
function unreadWords({ from, to, failure }: TimeSlice, { state: { sent }, zone }: Read): string {
  const end = (text: string | null, open: string) => (text === null ? open : timeWords(text, zone))
  const what =
    from === sent.from && to === sent.to ? 'the search' : `${end(from, 'the beginning')} to ${end(to, 'the end')}`
  if (failure === null) return `${what} was not read completely: the service gives the same events for every offset.`
  return `${what} was not read (${failureWord(failure)}).`
}

function failureWord(failure: Failure): string {
  return 'http' in failure ? String(failure.http.status) : failure.kind.replaceAll('-', ' ')
}

function moreWords(slices: readonly TimeSlice[]): string {
  const more = slices.reduce((sum, { total, returned }) => sum + Math.max(0, (total ?? 0) - returned), 0)
  return more > 0 ? ` The service counts ${grouped(more)} more.` : ''
}

const uncapital = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
