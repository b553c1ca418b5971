// Prepares the sample data as a company would have it once its last month is closed: rules of what events are worth,
// and a snapshot of that month that is marked as closed.

import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result } from '../../../shared/failure/failure.ts'
import { readSnapshotRange } from '../../../shared/snapshot/snapshot-range.ts'
import { SAMPLE_COMPANY_RULES } from '../../../shared/worth/sample-company-files.ts'
import type { Remembered } from '../connections/remembered.ts'
import { lastMonth } from '../connections/sample-data.ts'
import { linkSignals } from '../http/linked-signal.ts'
import type { OpenSnapshots } from '../snapshots/queue/open-snapshots.ts'

export interface SampleMonthParts {
  remembered: Pick<Remembered, 'read' | 'write'>
  /** Whose what is remembered of a connection is. */
  ownerOf: (connectionId: string) => Promise<string>
  take: OpenSnapshots['take']
  snapshots: Pick<OpenSnapshots['snapshots'], 'outcome' | 'close'>
  now: () => number
  /** Aborted when the program ends. */
  signal: AbortSignal
}

const RULES = 'worth-rules'
/** A busy machine takes its time, and without the closed month the sample tells half of its story. */
const LONGEST_MS = 60_000

/** Rules that somebody changed stay. Fails as a snapshot does, or with `cancelled` where its reading did not end. */
export async function closeSampleMonth(
  { id: connectionId, account, billingZone }: Connection,
  { remembered, ownerOf, take, snapshots, now, signal }: SampleMonthParts,
): Promise<Result<null>> {
  const zone = billingZone ?? 'UTC'
  const owner = await ownerOf(connectionId)
  const kept = await remembered.read(owner, RULES)
  // Rules that cannot be kept on the disk hold for this run.
  if (kept === null) await remembered.write(owner, RULES, SAMPLE_COMPANY_RULES)

  const month = lastMonth(now(), zone)
  const read = readSnapshotRange({ from: month, to: month, zone })
  if (!read.ok) return failed({ kind: 'invalid', field: 'request', message: read.message })
  const order = { connectionId, account, search: { propertyFilters: [] }, range: read.range }
  const taken = await take(order, `${month}, as closed`)
  if (!taken.ok) return taken
  const { snapshotId } = taken.value
  // A reading that pauses does not end, and somebody waits for the sample.
  const until = linkSignals(signal, AbortSignal.timeout(LONGEST_MS))
  const aborted = new Promise<null>((resolve) => {
    if (until.signal.aborted) resolve(null)
    until.signal.addEventListener('abort', () => resolve(null), { once: true })
  })
  const ended = await Promise.race([snapshots.outcome(snapshotId), aborted]).finally(until.release)
  if (ended?.kind !== 'finished') return failed({ kind: 'cancelled' })
  return snapshots.close(snapshotId, 'The month’s invoices were sent.', { signal, rules: kept ?? SAMPLE_COMPANY_RULES })
}
