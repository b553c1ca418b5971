// Counts a range that begins and ends a part of a page within what came. A service whose pages leave out what lies where they
// meet, and that counts what its pages show, agrees with itself in each part that was read: here its pages meet elsewhere.
import { NO_ROWS } from '../../../../../shared/snapshot/account.ts'
import type { Fact } from '../../reading-state.ts'
import { countedOf, inOrderOfTime, type Slice, wholeAccount } from '../../slice.ts'
import { rfc3339Of, SECOND } from '../course/instants.ts'
import type { Reading } from '../course/reading.ts'
import type { Bounds } from '../course/requests.ts'
import { eachKept } from './kept-events.ts'

/** Where it begins and ends, in pages from the first event and from the last: neither is where a page ends. */
const [FROM_START, FROM_END] = [0.5, 0.3]
/** Seconds from one event to the next where a range may begin or end: however bounds are read, no event is near. */
const CLEAR = 4

/** In seconds since the epoch, and how many came that lie outside of it on that side. */
interface Edge {
  at: number
  outside: number
}

/**
 * One request. Adds a fact of letter b; asks nothing where times of day do not count, or where events lie so close that a range
 * could begin at none but at one of them.
 */
export async function countAcross(reading: Reading): Promise<Fact['says']> {
  const { slices, state, requests } = reading
  if (state.behaviour.times === false || !state.behaviour.rangesHold) return 'holds'
  const parts = inOrderOfTime(slices.values()).filter(({ kept }) => kept > 0)
  const [first, last] = [parts[0], parts.at(-1)]
  if (first === undefined || last === undefined) return 'holds'
  const oldest = await secondsOf(reading, first)
  const newest = first === last ? oldest : await secondsOf(reading, last)
  if (oldest === null || newest === null) return unasked(reading)
  const page = requests.pageSize()
  const start = clearEdge(oldest, page * FROM_START)
  const fromEnd = clearEdge(newest.map((second) => -second).reverse(), page * FROM_END)
  if (start === null || fromEnd === null || start.at >= -fromEnd.at) return 'holds'
  const end = { ...fromEnd, at: -fromEnd.at }
  const bounds: Bounds = { from: instantOf(start), to: instantOf(end) }
  const answer = await requests.count(bounds)
  if (!answer.ok || answer.value.total === null) return unasked(reading)
  const { total } = answer.value
  const account = wholeAccount(slices.values()) ?? NO_ROWS
  const came = countedOf(slices.values()) - account.before - start.outside - end.outside - account.after
  // Nobody can tell on which side these lie.
  const uncertain = account.storedTwice + account.otherText + account.undated
  const beside = total === came ? 0 : await countBeside(reading, start, end)
  const says = Math.abs(total - came) <= uncertain + beside ? 'holds' : 'moved'
  reading.prove({ letter: 'b', code: 'across', says, numbers: { counted: total, came } })
  return says
}

function unasked(reading: Reading): 'unasked' {
  reading.prove({ letter: 'b', code: 'across', says: 'unasked', numbers: {} })
  return 'unasked'
}

const instantOf = ({ at }: Edge) => rfc3339Of(BigInt(at) * SECOND)

/** What a service that compares by minutes or hours has at the two ends. */
async function countBeside({ requests }: Reading, ...edges: readonly Edge[]): Promise<number> {
  let beside = 0
  for (const edge of edges) {
    const answer = await requests.count({ from: instantOf(edge), to: instantOf(edge) })
    beside += answer.ok ? (answer.value.total ?? 0) : 0
  }
  return beside
}

/** Of what is kept with a time, in order; null where the journal cannot be read. */
async function secondsOf(reading: Reading, slice: Slice): Promise<number[] | null> {
  const seconds: number[] = []
  const isWhole = await eachKept(reading, [slice], ({ at }) => {
    if (at !== null) seconds.push(Number(at / SECOND))
  })
  return isWhole ? seconds.sort((a, b) => a - b) : null
}

/** Between the two events nearest to the wanted place that are far enough apart; null where none are. */
function clearEdge(seconds: readonly number[], wanted: number): Edge | null {
  let nearest: Edge | null = null
  for (const [at, second] of seconds.entries()) {
    const before = seconds[at - 1]
    if (before === undefined || second - before < CLEAR) continue
    const isNearer = nearest === null || Math.abs(at - wanted) < Math.abs(nearest.outside - wanted)
    if (isNearer) nearest = { at: Math.floor((before + second) / 2), outside: at }
  }
  return nearest
}
