// "Load all 9,128": every match of the search on screen becomes a snapshot. The page's one filled button; its tooltip
// says what that gives, and its cost; a long reading is asked about first.
import { Button, Group, Modal, Tooltip } from '@mantine/core'
import { IconStack2 } from '@tabler/icons-react'
import {
  memo,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { knownTotal } from '../../../shared/search/paging.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { searchWords } from '../../live/searches/search-words.ts'
import type { LiveSession } from '../../live/store/live-session.ts'
import { ageWords } from '../../ui/age-and-size-words.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { notifyFailure } from '../../ui/notify.tsx'
import { useCommandTarget } from '../../ui/tool-popover.tsx'
import { unusedName } from '../../ui/unused-name.ts'
import { type FirstView, type PageSnapshots, snapshotNames } from '../store/page-snapshots.ts'
import {
  isAskedFirst,
  isLarge,
  readAt,
  recentOfferWords,
  recentSnapshot,
  recentWords,
  requestsWords,
  type SnapshotCost,
  snapshotCost,
  snapshotOrder,
  takingWords,
} from '../store/snapshot-order.ts'
import styles from './taking.module.css'

interface TakeSnapshotProps extends TakeParts {
  /** Opens a snapshot that is there. */
  onOpen: (snapshotId: string, view: FirstView) => void
  /** "Load all" from elsewhere on the page, opened as said. */
  loadAll: Ref<(view: FirstView) => void>
}

export function TakeSnapshot(props: TakeSnapshotProps) {
  const { cost, unavailable, begin, asked, answer } = useTakeSnapshot(props)
  const onTake = useCallback(() => begin(), [begin])
  const onTotals = useCallback(() => begin({ tab: 'Totals' }), [begin])
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

interface SnapshotQueueing {
  /** This is what it will cost; null where the service does not say how many events there are. */
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
function useTakeSnapshot({ session, current, snapshots, zone }: TakeParts): SnapshotQueueing {
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

interface TakeButtonProps {
  /** How many there are, of which 0 is not said; null: the service gives no total. */
  events: number | null
  /** It says what reading them costs. */
  cost: string
  /** Why there is nothing to take, in a sentence; null where there is. */
  unavailable: string | null
  onTake: () => void
  /** The same, opened on its totals. */
  onTotals: () => void
}

const GIVES = 'For totals, checks, comparisons and files of all of them'

/** Memoised across pages. `aria-disabled` instead of `disabled`: the keyboard still reaches it and its reason. */
const TakeButton = memo(function TakeButton({ events, cost, unavailable, onTake, onTotals }: TakeButtonProps) {
  const words = unavailable ?? `${GIVES}. ${cost}`
  const button = useRef<HTMLButtonElement>(null)
  const take = () => {
    if (unavailable === null) onTake()
  }
  useCommandTarget('Load all', button, take)
  useCommandTarget('Totals', button, unavailable === null ? onTotals : null)
  return (
    <Tooltip label={words} events={{ hover: true, focus: true, touch: false }}>
      <Button
        ref={button}
        variant="filled"
        leftSection={<IconStack2 size={15} stroke={1.7} />}
        classNames={{ root: styles.take ?? '', label: styles.takeLabel ?? '', section: styles.takeIcon ?? '' }}
        aria-label="Load all"
        aria-description={events ? `${countWords(events, 'event')}. ${words}` : words}
        aria-disabled={unavailable !== null || undefined}
        data-disabled={unavailable !== null}
        onClick={take}
      >
        Load all
        {(events !== null || unavailable !== null) && (
          <span className={styles.takeCount} data-count={events ? grouped(events) : ''} />
        )}
      </Button>
    </Tooltip>
  )
})

interface TakeDialogProps {
  opened: boolean
  cost: SnapshotCost | null
  /** One of the same search that is minutes old; null where there is none. */
  recent: SnapshotSummary | null
  /** Why it will not be there in the next run, in sentences; null where it will. */
  thisRunOnly: string | null
  connectionName: string
  onTake: () => void
  onOpen: (snapshotId: string) => void
  onClose: () => void
}

/** Asks before a long reading: how many requests it takes, and about how long; and offers a snapshot that is there. */
function TakeDialog(props: TakeDialogProps) {
  const { opened, cost, recent, thisRunOnly, connectionName, onTake, onOpen, onClose } = props
  const title = cost !== null && isLarge(cost) ? `Load all ${grouped(cost.events)} events?` : 'Load all again?'
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={440}>
      {recent !== null && <Recent snapshot={recent} onOpen={() => onOpen(recent.id)} />}
      {cost !== null && (
        <>
          <p className={styles.words}>
            {countWords(cost.events, 'event')} from “{connectionName}”: <b>{requestsWords(cost)}</b>.
          </p>
          <p className={styles.words}>
            You can keep working meanwhile. Reading can be paused and resumed later
            {thisRunOnly === null ? ', even after a restart.' : `. ${thisRunOnly}`}
          </p>
        </>
      )}
      <Group justify="flex-end" mt="md">
        <Button size="sm" variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button size="sm" data-autofocus onClick={onTake}>
          Load all
        </Button>
      </Group>
    </Modal>
  )
}

function Recent({ snapshot, onOpen }: { snapshot: SnapshotSummary; onOpen: () => void }) {
  const [now] = useState(() => Date.now())
  return (
    <p className={styles.words}>
      {recentWords(snapshot.name, snapshot.rows)}{' '}
      <LinkButton onClick={onOpen}>{recentOfferWords(ageWords(readAt(snapshot), now))}</LinkButton>
    </p>
  )
}
