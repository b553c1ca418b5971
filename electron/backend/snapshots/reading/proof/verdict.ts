// The verdict on a reading, from its account and its evidence alone: its kind, and every sentence about it
// (docs/decisions/snapshots.md).
import type { Failure } from '../../../../../shared/failure/failure.ts'
import type { Ground, SnapshotVerdict } from '../../../../../shared/snapshot/snapshot.ts'
import { inZone } from '../../../../../shared/time/instant.ts'
import type { Fact, ReadingState } from '../../reading-state.ts'
import { countedOf, type Slice } from '../../slice.ts'

export interface Read {
  state: Pick<
    ReadingState,
    'evidence' | 'sent' | 'soFar' | 'behaviour' | 'stops' | 'clock' | 'begins' | 'afterEnd' | 'until' | 'rounds'
  >
  slices: readonly Slice[]
  zone: string
  /** Whether it ended because too many answers brought nothing new. */
  isSpent: boolean
}

type Reason = SnapshotVerdict['reasons'][number]

const LETTERS = ['a', 'b', 'c', 'd', 'e'] as const

/** What no reading can see. */
const UNSEEN: Reason = {
  code: 'not-seen',
  words:
    'An event that the service neither counts nor gives does not show, nor one that was altered after it was read; "Read again and compare" finds the latter.',
}

export function verdictOf(read: Read): SnapshotVerdict {
  const { state, slices } = read
  const { soFar } = state
  const grounds = LETTERS.map((letter) => groundOf(letter, read))
  const notes = [...notesOf(read), UNSEEN]
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
    return { kind: 'complete', soFar, sentence: completeWords(read), reasons: notes, grounds }
  const doubt = doubtOf(read, grounds)
  const sentence = `Count not confirmed: ${doubt.words}`
  return { kind: 'unproven', soFar, sentence, reasons: [doubt, ...notes], grounds }
}

/** Of the last round; what was kept against the service stands whenever it was seen. */
function factsOf(letter: Fact['letter'], { evidence }: Pick<ReadingState, 'evidence'>): Fact[] {
  const last = evidence.reduce((round, fact) => Math.max(round, fact.round), 0)
  return evidence.filter((fact) => fact.letter === letter && (fact.round === last || fact.says === 'against'))
}

function groundOf(letter: Fact['letter'], { state }: Read): Ground {
  const facts = factsOf(letter, state)
  const holds = facts.length > 0 && facts.every(({ says }) => says === 'holds')
  const words = facts.length === 0 ? UNASKED[letter] : facts.map(factWords).join(' ')
  return { letter, holds, words }
}

const UNASKED: Record<Fact['letter'], string> = {
  a: 'Not counted a second time.',
  b: 'Not counted apart.',
  c: 'Not asked what comes after the last event.',
  d: 'Not asked whether anything contradicts it.',
  e: 'No event was searched again.',
}

/** One sentence a fact. */
function factWords({ code, says, numbers }: Fact): string {
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
      return `${n('altered')} times an event came with another text than before.`
    case 'unkept':
      return `${n('unkept')} events of the search came in other answers and not in its pages.`
    case 'held-once':
      return 'Events disappeared or were altered while they were being read, and it was seen only once that nothing changes any more.'
    case 'parts':
      return `Counted again in ${n('parts')} parts: ${n('sum')}${holds ? '' : `, beside ${n('whole')} as a whole`}.`
    case 'gaps':
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
    case 'around':
      return `Counted again before, in and after the instant of its events: ${n('before')} + ${n('within')} + ${n('after')}${holds ? '' : `, beside ${n('whole')} as a whole`}.`
    case 'end':
      if (says === 'unasked') return 'What comes after the last event could not be asked.'
      return holds ? 'Nothing comes after the last event.' : `${n('unknown')} more came after the last event.`
    case 'no-contradiction':
      return numbers.amended
        ? `Nothing contradicts it; ${n('amended')} ${numbers.amended === 1 ? 'event was' : 'events were'} altered while being read, and the later text is kept.`
        : 'Nothing contradicts it.'
    case 'beside':
      if (says === 'unasked') return 'It could not be asked whether such a range finds anything.'
      if (!holds) return 'A range as wide finds nothing where the service has events.'
      return numbers.found
        ? 'A range as wide, around an event of another time, finds it.'
        : 'The search finds no event at any time.'
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

const FIELD_WORDS: Record<string, string> = {
  'by-eventType': 'event type',
  'by-eventCode': 'event code',
  'by-customerId': 'customer',
}

/** What is kept against the service. */
const AGAINST: Record<string, (n: (name: string) => string) => string> = {
  gap: () => 'two pages of one search do not join, twice, although nothing moved: events may be missing between them',
  'two-texts': (n) => `one answer held two texts of one event ID (${n('ids')} IDs)`,
  'repeated-ids': (n) =>
    `IDs came twice in the same answers, and the service does not count them twice (${n('differ')} of ${n('ids')} asked)`,
  'filters-missed': (n) => `events came that do not match a filter of the search (${n('rows')} of them)`,
  'outside-range': (n) => `events came that lie outside the range (${n('rows')} of them)`,
  'unreadable-times': (n) =>
    `events have a time that cannot be read, so they may be outside the range (${n('rows')} of them)`,
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
  const [counted] = factsOf('a', state).filter(({ code }) => code === 'counted')
  if (counted !== undefined && counted.says !== 'holds') return countDoubt(counted, read)
  const later = factsOf('a', state).find(({ code, says }) => code === 'later' && says !== 'holds')
  if (later !== undefined) {
    const words = `the service counts ${grouped((later.numbers.later ?? 0) - (later.numbers.most ?? 0))} more events than have a time: events without one may be missing.`
    return { code: 'undated', words }
  }
  const missing = grounds.find(({ holds }) => !holds)
  return { code: DOUBTS[missing?.letter ?? 'a'], words: uncapital(missing?.words ?? '') }
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

/** What a reader has to know besides. */
function notesOf({ state, slices, zone }: Read): Reason[] {
  const { stops, clock, begins, afterEnd, until } = state
  const notes: Reason[] = []
  const misses = slices.reduce((sum, { missing }) => sum + missing, 0)
  if (misses > 0)
    notes.push({
      code: 'checked-here',
      words: `${grouped(misses)} events that came do not fit the search; they are marked, and left out of figures and files.`,
    })
  const twice = slices.reduce((sum, slice) => sum + (slice.account?.storedTwice ?? 0), 0)
  if (twice > 0)
    notes.push({
      code: 'stored-twice',
      words: `The service stores ${grouped(twice)} events twice; they are kept once.`,
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
      words: `${grouped(afterEnd)} events are dated after ${timeWords(until, zone)} and left out.`,
    })
  for (const { from, to } of stops)
    notes.push({
      code: 'stopped',
      words: `It was stopped from ${timeWords(from, zone)} to ${timeWords(to, zone)}; what was altered in between shows only in the events that were searched again.`,
    })
  return notes
}

function completeWords({ state, slices }: Read): string {
  const events = slices.reduce((sum, { kept }) => sum + kept, 0)
  const [apart] = factsOf('b', state)
  const n = (name: string) => grouped(apart?.numbers[name] ?? 0)
  if (events === 0 && countedOf(slices) === 0)
    return `No events: the service counts none, twice, and none ${apart?.code === 'gaps' ? `in ${n('stretches')} parts of the range` : 'in two halves'}.`
  const all = events === 1 ? 'The 1 event was' : `All ${grouped(events)} events`
  const parts = apart?.code === 'pieces' ? n('pieces') : n('parts')
  if (apart?.code === 'parts' || apart?.code === 'pieces')
    return `${all} read: counted before and after, and again in ${parts} parts.`
  const [only] = slices
  const one = only !== undefined && only.nextOffset <= 100 ? ' in one answer' : ''
  if (apart?.code === 'halves' && !apart.numbers.overlap)
    return `${all} read${one}: counted before and after, and again as ${n('first')} + ${n('second')}.`
  if (apart?.code === 'halves')
    return `${all} read${one}: counted before and after, and again as ${n('first')} + ${n('second')} − ${n('overlap')} in both.`
  if (apart?.code === 'gaps')
    return `${all} read${one}: counted before and after, and nothing else in ${n('stretches')} stretches of the range.`
  if (apart?.code === 'around') return `${all} read${one}: counted before and after, and again around their instant.`
  return `${all} read${one}: counted before and after, and again by ${FIELD_WORDS[apart?.code ?? ''] ?? 'parts'}.`
}

/** "4 Nov 2026 00:00:00 to 5 Nov 2026 00:00:00 was not read (503)." */
function unreadWords({ from, to, failure }: Slice, { state: { sent }, zone }: Read): string {
  const end = (text: string | null, open: string) => (text === null ? open : timeWords(text, zone))
  const what =
    from === sent.from && to === sent.to ? 'the search' : `${end(from, 'the beginning')} to ${end(to, 'the end')}`
  if (failure === null) return `${what} was not read completely: the service gives the same events for every offset.`
  return `${what} was not read (${failureWord(failure)}).`
}

function timeWords(text: string, zone: string): string {
  const seen = inZone(text, zone)
  return seen === null ? text : `${seen.date} ${seen.time}`
}

function failureWord(failure: Failure): string {
  return 'http' in failure ? String(failure.http.status) : failure.kind.replaceAll('-', ' ')
}

function moreWords(slices: readonly Slice[]): string {
  const more = slices.reduce((sum, { total, returned }) => sum + Math.max(0, (total ?? 0) - returned), 0)
  return more > 0 ? ` The service counts ${grouped(more)} more.` : ''
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const uncapital = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
const grouped = (count: number) => count.toLocaleString('en-US')
