// "Load all" beside the rows and the readings below the panes, wired to the window.
import {
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import { knownTotal } from '../../shared/search/paging.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { ReplaceToken } from '../connections/token-field.tsx'
import type { ConnectionActions } from '../connections/use-connections.ts'
import { searchWords } from '../live/searches/search-words.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import common from '../ui/common.module.css'
import { notifyFailure, notifyOutcome } from '../ui/notify.tsx'
import { unusedName } from '../ui/unused-name.ts'
import {
  isAskedFirst,
  recentSnapshot,
  type SnapshotCost,
  snapshotCost,
  snapshotOrder,
  takingWords,
} from './store/snapshot-order.ts'
import { type FirstView, type PageSnapshots, snapshotNames } from './store/snapshots.ts'
import { type ReadingActions, ReadingRow } from './taking/reading-row.tsx'
import { TakeButton, TakeDialog } from './taking/take-button.tsx'
import styles from './taking/taking.module.css'

interface TakeSnapshotProps extends TakeParts {
  /** Opens a snapshot that is there. */
  onOpen: (snapshotId: string, view: FirstView) => void
  /** "Load all" from elsewhere on the page, opened as said. */
  loadAll: Ref<(view: FirstView) => void>
}

export function TakeSnapshot(props: TakeSnapshotProps) {
  const { cost, unavailable, begin, asked, answer } = useTakeSnapshot(props)
  const onTake = useMemo(() => () => begin(), [begin])
  const onTotals = useMemo(() => () => begin({ tab: 'Totals' }), [begin])
  useImperativeHandle(props.loadAll, () => (view) => {
    if (unavailable === null) begin(view)
    else notifyFailure({ kind: 'invalid', field: 'request', message: unavailable })
  })
  const { subscribe, state } = props.snapshots
  const thisRunOnly = useSyncExternalStore(subscribe, () => state().list?.thisRunOnly ?? null)
  const words = takingWords(cost, props.current.billingZone, props.zone, thisRunOnly !== null)
  return (
    <>
      <TakeButton
        events={cost?.events ?? null}
        cost={words}
        unavailable={unavailable}
        onTake={onTake}
        onTotals={onTotals}
      />
      <TakeDialog
        opened={asked !== null}
        cost={cost}
        recent={asked?.recent ?? null}
        thisRunOnly={thisRunOnly}
        connectionName={props.current.name}
        onTake={() => answer(true)}
        onOpen={(snapshotId) => {
          answer(false)
          props.onOpen(snapshotId, asked?.view ?? EVENTS)
        }}
        onClose={() => answer(false)}
      />
    </>
  )
}

const EVENTS: FirstView = { tab: 'Events' }

/** Readings under way, then waiting, then paused ones. */
const ORDER = ['reading', 'waiting', 'paused']

/** What is asked of exports: a reading that was begun for a file is shown with the file. */
interface ReadingsForFiles {
  isForFile: (snapshotId: string) => boolean
  subscribe: (listener: () => void) => () => void
  /** Another object whenever `isForFile` may have another answer. */
  state: () => unknown
}

interface ReadingsProps {
  snapshots: PageSnapshots
  /** Null until loaded. */
  exports: ReadingsForFiles | null
  connections: Connection[]
  actions: Pick<ConnectionActions, 'replaced' | 'decideAccount'>
}

/** The region "Taking snapshot": every unfinished reading, whatever is on screen and whichever connection is open. */
export function Readings({ snapshots, exports, connections, actions: { replaced, decideAccount } }: ReadingsProps) {
  const { list, paces, returning } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  useSyncExternalStore(exports?.subscribe ?? noChanges, () => exports?.state() ?? null)
  /** Stays while the dialog closes. */
  const [tokenFor, setTokenFor] = useState<{ snapshotId: string; connection: Connection } | null>(null)
  const [isReplacing, setReplacing] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const actions: ReadingActions = {
    pause: (id) => void notifyOutcome(snapshots.pause(id)),
    resume(id, sameAccount) {
      const reading = list?.snapshots.find((one) => one.id === id)
      const known = connections.find((one) => one.id === reading?.connection.id)
      // Rows cached under the earlier key belong to that account too.
      if (sameAccount && known && known.hiddenAccount !== null) decideAccount(known.id, true)
      return notifyOutcome(snapshots.resume(id, sameAccount))
    },
    stop: (id, keep) => void notifyOutcome(snapshots.stop(id, keep)),
    replaceToken(snapshotId, connectionId) {
      const connection = connections.find(({ id }) => id === connectionId)
      if (connection === undefined) return
      setTokenFor({ snapshotId, connection })
      setReplacing(true)
    },
  }
  const readings = (list?.snapshots ?? [])
    .filter(({ id, status: { state } }) => {
      // A paused reading is shown here even if it is for a file, with everything that can be done about it.
      return state === 'paused' ? !hidden.has(id) : ORDER.includes(state) && !exports?.isForFile(id)
    })
    .toSorted((a, b) => ORDER.indexOf(a.status.state) - ORDER.indexOf(b.status.state))
  return (
    <>
      {readings.length > 0 && (
        <section className={styles.region} aria-label="Taking snapshot">
          <ul className={common.list}>
            {readings.map((reading) => (
              <ReadingRow
                key={reading.id}
                reading={reading}
                pace={paces.get(reading.id) ?? null}
                isReturning={returning.has(reading.id)}
                connection={connections.find(({ id }) => id === reading.connection.id) ?? null}
                actions={actions}
                onHide={() => setHidden((before) => new Set(before).add(reading.id))}
              />
            ))}
          </ul>
        </section>
      )}
      {tokenFor !== null && (
        <ReplaceToken
          opened={isReplacing}
          connection={tokenFor.connection}
          onReplaced={(connection) => {
            setReplacing(false)
            replaced(connection)
            void notifyOutcome(snapshots.resume(tokenFor.snapshotId))
          }}
          onClose={() => setReplacing(false)}
        />
      )}
    </>
  )
}

const noChanges = () => () => {}

interface SnapshotTaking {
  /** What it will cost; null where the service does not say how many events there are. */
  cost: SnapshotCost | null
  /** Why there is nothing to take, in a sentence; null where there is. */
  unavailable: string | null
  /** Takes the snapshot, or asks first (`isAskedFirst`). `view`: where it opens once finished. */
  begin: (view?: FirstView) => void
  /** The question that waits for an answer; null: none. */
  asked: Asked | null
  answer: (isWanted: boolean) => void
}

interface Asked {
  view: FirstView
  /** One of the same search that is minutes old. */
  recent: SnapshotSummary | null
}

interface TakeParts {
  session: LiveSession
  current: Connection
  snapshots: PageSnapshots
  /** The time zone of the screen; the snapshot keeps it where its connection has no billing zone. */
  zone: string
}

/** Takes a snapshot of the search on screen, with a confirmation first for a large one. */
function useTakeSnapshot({ session, current, snapshots, zone }: TakeParts): SnapshotTaking {
  const { shown } = useSyncExternalStore(session.search.subscribe, session.search.state)
  const refused = useSyncExternalStore(snapshots.subscribe, () => snapshots.state().list?.refused ?? null)
  const [askedFor, setAskedFor] = useState<Asked | null>(null)
  const events = shown === null ? null : knownTotal(shown.request, shown.answer.page)
  const answerMs = shown?.answer.info.durationMs ?? null
  const cost = useMemo(() => (events === null ? null : snapshotCost(events, answerMs)), [events, answerMs])

  // A ref, which holds at once: the second click of a double click must not begin another snapshot.
  const isBeginning = useRef(false)
  // The same as a state, which disables the buttons meanwhile.
  const [isStarting, setStarting] = useState(false)

  const take = useCallback(
    async (view: FirstView) => {
      const { shown } = session.search.state()
      if (shown === null || isBeginning.current) return
      const { filters } = shown.request
      const read = snapshotOrder(current, filters, zone)
      if (!read.ok) {
        return notifyFailure({ kind: 'invalid', field: 'request', message: read.message })
      }
      const names = snapshotNames(snapshots.state().list, current.id)
      isBeginning.current = true
      setStarting(true)
      const words = searchWords(filters, read.order.range.zone)
      const taken = await snapshots.take({ ...read.order, name: unusedName(words, names) })
      isBeginning.current = false
      setStarting(false)
      if (!taken.ok) notifyFailure(taken.failure)
      else snapshots.opensOn(taken.value.snapshotId, view)
    },
    [session, current, snapshots, zone],
  )
  // Every answer has another duration, hence another cost. A ref keeps `begin` the same: no button is redrawn.
  const latestCost = useRef(cost)
  useEffect(() => {
    latestCost.current = cost
  }, [cost])
  const begin = useCallback(
    (view: FirstView = EVENTS) => {
      const { shown } = session.search.state()
      const read = shown && snapshotOrder(current, shown.request.filters, zone)
      const recent = read?.ok ? recentSnapshot(snapshots.state().list, read.order, Date.now()) : null
      if (latestCost.current !== null && isAskedFirst(latestCost.current, recent !== null))
        setAskedFor({ view, recent })
      else void take(view)
    },
    [take, session, current, snapshots, zone],
  )
  const answer = useCallback(
    (isWanted: boolean) => {
      setAskedFor(null)
      if (isWanted && askedFor !== null) void take(askedFor.view)
    },
    [askedFor, take],
  )
  const unavailable =
    shown === null
      ? 'Search first: a snapshot holds the matches of the search on screen.'
      : isStarting
        ? 'A snapshot is being started.'
        : events === 0
          ? 'No events match this search, so there is nothing to load.'
          : refused
  return { cost, unavailable, begin, asked: askedFor, answer }
}
