// Takes a snapshot of the search on screen, with a confirmation first for a large one.
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { FailureError } from '../bridge.ts'
import { searchWords } from '../live/searches/search-words.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import { notifyFailure } from '../ui/notify-failure.ts'
import { unusedName } from '../ui/unused-name.ts'
import { isLarge, matchCount, type SnapshotCost, snapshotCost } from './store/snapshot-cost.ts'
import { snapshotOrder } from './store/snapshot-order.ts'
import type { SnapshotTabName } from './store/snapshot-tab.ts'
import type { PageSnapshots } from './use-snapshots.ts'

export interface SnapshotTaking {
  /** What it will cost; null where the service does not say how many events there are. */
  cost: SnapshotCost | null
  /** Why there is nothing to take, in a sentence; null where there is. */
  unavailable: string | null
  /** Begins, or asks first where it is large. `tab`: the one it opens on once finished. */
  begin: (tab?: SnapshotTabName) => void
  /** Whether a large one waits for its confirmation. */
  asked: boolean
  answer: (isWanted: boolean) => void
}

interface TakeParts {
  session: LiveSession
  current: Connection
  snapshots: PageSnapshots
  /** Of display; the snapshot keeps it where its connection has no billing zone. */
  zone: string
}

export function useTakeSnapshot({ session, current, snapshots, zone }: TakeParts): SnapshotTaking {
  const { shown } = useSyncExternalStore(session.search.subscribe, session.search.state)
  const refused = useSyncExternalStore(snapshots.subscribe, () => snapshots.state().list?.refused ?? null)
  const [askedFor, setAskedFor] = useState<SnapshotTabName | null>(null)
  const events = shown === null ? null : matchCount(shown.answer.page, shown.request.limit)
  const answerMs = shown?.answer.info.durationMs ?? null
  const cost = useMemo(() => (events === null ? null : snapshotCost(events, answerMs)), [events, answerMs])

  /** The second click of a double click must not begin another one. */
  const isBeginning = useRef(false)
  // Shown too: what does nothing must not look as if it did.
  const [isStarting, setStarting] = useState(false)

  const take = useCallback(
    async (tab: SnapshotTabName) => {
      const { shown } = session.search.state()
      if (shown === null || isBeginning.current) return
      const { filters } = shown.request
      const read = snapshotOrder(current, filters, zone)
      if (!read.ok) {
        return notifyFailure(new FailureError({ kind: 'invalid', field: 'request', message: read.message }))
      }
      const names = snapshots.state().list?.snapshots.map(({ name }) => name) ?? []
      isBeginning.current = true
      setStarting(true)
      const words = searchWords(filters, read.order.range.zone)
      const taken = await snapshots.take({ ...read.order, name: unusedName(words, names) })
      isBeginning.current = false
      setStarting(false)
      if (!taken.ok) notifyFailure(new FailureError(taken.failure))
      else if (tab !== 'Events') snapshots.opensOn(taken.value.snapshotId, tab)
    },
    [session, current, snapshots, zone],
  )
  // Every answer has a different duration, which must not redraw the buttons.
  const latest = useRef(cost)
  useEffect(() => {
    latest.current = cost
  }, [cost])
  const begin = useCallback(
    (tab: SnapshotTabName = 'Events') => {
      if (latest.current !== null && isLarge(latest.current)) setAskedFor(tab)
      else void take(tab)
    },
    [take],
  )
  const answer = useCallback(
    (isWanted: boolean) => {
      setAskedFor(null)
      if (isWanted && askedFor !== null) void take(askedFor)
    },
    [askedFor, take],
  )
  const unavailable =
    shown === null
      ? 'Search first: a snapshot holds the matches of the search on screen.'
      : isStarting
        ? 'A snapshot is being started.'
        : refused
  return { cost, unavailable, begin, asked: askedFor !== null, answer }
}
