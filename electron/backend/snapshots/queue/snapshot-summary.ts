// An entry of the store as the bridge tells it: with how far its reading is, without the keys of anything.
import type { AskedSample } from '../../../../shared/snapshot/asked-sample.ts'
import type {
  LastRecheck,
  SnapshotList,
  SnapshotStatus,
  SnapshotStep,
  SnapshotSummary,
} from '../../../../shared/snapshot/snapshot.ts'
import type { ReadingState } from '../reading-state.ts'
import type { SnapshotEntry } from '../store/snapshot-list.ts'

type Readable = Extract<SnapshotEntry, { kind: 'readable' }>

/** `stepOf`: the state of one that this run reads; null for one that is not being read. */
export function summariesOf(
  entries: readonly SnapshotEntry[],
  stepOf: (id: string) => SnapshotStep | null,
): Pick<SnapshotList, 'snapshots' | 'unreadable'> {
  const list: Pick<SnapshotList, 'snapshots' | 'unreadable'> = { snapshots: [], unreadable: [] }
  for (const entry of entries) {
    const { id, bytes } = entry
    if (entry.kind === 'readable') list.snapshots.push(summaryOf(entry, stepOf(id)))
    else list.unreadable.push({ id, bytes, why: entry.why, words: entry.words })
  }
  return list
}

function summaryOf(
  { id, header, label, state, rows, account, bytes }: Readable,
  step: SnapshotStep | null,
): SnapshotSummary {
  const { connection, search, range, begunAt } = header
  const { closed, name, deleteAfterDays, sample, madeFor = null } = label
  const { until, endedAt, asOf, requests, totalAtEnd, stops, clock, begins } = state
  return {
    id,
    name,
    connection,
    search,
    range,
    until,
    begunAt,
    endedAt,
    asOf,
    rows,
    requests,
    account,
    counted: totalAtEnd?.total ?? null,
    stops,
    clock,
    begins,
    bytes,
    deleteAfterDays,
    closed: closed && {
      note: closed.note,
      at: closed.at,
      rulesVersion: closed.rules?.version ?? null,
      rechecked: lastRecheck(closed),
    },
    madeFor,
    sample: sample === undefined ? null : withoutList(sample),
    status: step?.status ?? restingStatus(state),
    progress: step?.progress ?? null,
  }
}

function withoutList({ eventIds: _, ...sample }: NonNullable<Readable['label']['sample']>): AskedSample {
  return sample
}

function lastRecheck({ recheckedAt }: NonNullable<Readable['label']['closed']>): LastRecheck {
  if (recheckedAt === undefined) return 'unknown'
  return recheckedAt === null ? 'never' : { at: recheckedAt }
}

/** Tells the status of a snapshot that is not being read. */
export function restingStatus({ verdict }: Pick<ReadingState, 'verdict'>): SnapshotStatus {
  return verdict === null ? { state: 'paused', because: null } : { state: 'finished', verdict }
}
