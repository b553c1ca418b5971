// Concludes a reading that the user stopped for good but keeps: incomplete, with the rows read so far.
import { grouped } from '../../../../shared/exact/grouped-digits.ts'
import type { Result } from '../../../../shared/failure/failure.ts'
import { succeeded } from '../../../../shared/failure/failure.ts'
import type { SnapshotVerdict } from '../../../../shared/snapshot/snapshot.ts'
import type { SnapshotJournal } from '../snapshot-journal.ts'
import { takenOverWords } from './proof/verdict-notes.ts'
import { takenOverEvents } from './taken-over-parts.ts'

/** Writes the verdict; an existing one stays. Fails with `disk`. @param now milliseconds since the epoch */
export async function concludeStopped(journal: SnapshotJournal, now: number): Promise<Result<null>> {
  const state = journal.state()
  if (state.verdict !== null) return succeeded(null)
  const slices = journal.slices()
  const kept = slices.reduce((sum, slice) => sum + slice.kept, 0)
  const takenOver = takenOverEvents(slices)
  const total = state.totalAtStart?.total ?? null
  const more = total === null || total <= kept ? '' : ` The service counted ${grouped(total - kept)} more.`
  const words = `stopped after ${grouped(kept)} ${kept === 1 ? 'event' : 'events'}.${more}`
  const verdict: SnapshotVerdict = {
    kind: 'partial',
    soFar: state.soFar,
    sentence: `Incomplete: ${words}`,
    reasons: [{ code: 'stopped', words }],
  }
  if (takenOver !== null)
    verdict.reasons.push({ code: 'taken-over', words: takenOverWords(takenOver, journal.header.range.zone) })
  return journal.commit({ state: { ...state, verdict, takenOver, asOf: null, endedAt: new Date(now).toISOString() } })
}
