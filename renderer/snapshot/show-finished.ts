// A finished snapshot opens by itself if its search is still on screen and nothing else was opened in the meantime;
// once nobody is in a dialog or the find box, which would lose the focus and what is typed.
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { verdictName } from '../../shared/snapshot/verdict-name.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import { focusIsFree } from '../ui/focus.ts'
import { notifyOffer } from '../ui/notify.tsx'
import { comparisonOf } from './opened/opened-context.ts'
import type { OpenedSnapshot } from './store/opened-snapshot.ts'
import type { FirstView, Snapshots } from './store/page-snapshots.ts'
import { isOfSearch } from './store/snapshot-order.ts'
import type { FinishedSnapshot } from './store/watched-readings.ts'

interface PageAsItIs {
  opened: OpenedSnapshot
  snapshots: Snapshots
  session: LiveSession | null
  /** Another snapshot or connection was opened last then, as Date.now(); 0: never. */
  openedAt: number
}

/**
 * Otherwise a notice offers "Open", until it is opened by whatever way.
 * @param view what it shows when it opens
 * @param page the page as it is then; null: it is gone
 */
export async function showFinished(
  snapshot: FinishedSnapshot,
  view: FirstView,
  page: () => PageAsItIs | null,
): Promise<void> {
  await focusIsFree()
  const asItIs = page()
  if (asItIs === null) return
  const { opened, snapshots, session, openedAt } = asItIs
  const { id } = snapshot
  const now = opened.state()
  const { about, pair } = comparisonOf({ opened, snapshots }).state()
  // Somebody who is on "Changes" sees it arrive there.
  if (now.kind === 'open' && now.tab === 'Changes' && about.includes(id)) return
  // One that was read to be compared is told of with its comparison.
  if (pair?.ids.includes(id)) return
  const open = () => opened.open(id, view)
  const isUndisturbed = Date.parse(snapshot.begunAt) >= openedAt && now.kind === 'live'
  if (isUndisturbed && isOnScreen(snapshot, session)) return open()
  if (isOpen(opened, id)) return
  const unsubscribe = opened.subscribe(() => isOpen(opened, id) && close())
  const close = notifyOffer({
    id,
    words: finishedWords(snapshot),
    action: 'Open',
    onAction: () => {
      unsubscribe()
      open()
    },
    onClose: unsubscribe,
  })
}

function isOpen(opened: OpenedSnapshot, id: string): boolean {
  const now = opened.state()
  return now.kind !== 'live' && now.id === id
}

function isOnScreen(snapshot: FinishedSnapshot, session: LiveSession | null): boolean {
  const { shown, loading } = session?.search.state() ?? { shown: null, loading: null }
  // A search under way counts as another one, unless it repeats the one on screen.
  const isStill = session !== null && shown !== null && (loading === null || loading.behind)
  return isStill && isOfSearch(snapshot, session.connection.id, shown.request.filters)
}

function finishedWords({ name, rows, status: { verdict } }: FinishedSnapshot): string {
  return `Snapshot “${name}” is ready: ${countWords(rows, 'event')}. ${verdictName(verdict)}.`
}
