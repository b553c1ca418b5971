// snapshot/ shows every match of a search as it was kept: taken, listed, opened, added up, checked, compared.
// The page's snapshots: one store for all connections, read once the page is complete.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { bridge } from '../bridge.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import { later } from '../ui/later.ts'
import { onceControlsThere } from '../ui/on-demand.tsx'
import type { OpenedSnapshot } from './store/opened-snapshot.ts'
import { createSnapshots, type FirstView, type PageSnapshots, type Snapshots } from './store/page-snapshots.ts'
import { snapshotKey } from './store/snapshot-query.ts'

/** The window's snapshots, and how they are taken, opened and closed. @param session null: no connection is open */
export function useSnapshots(opened: OpenedSnapshot, session: LiveSession | null): PageSnapshots {
  const queryClient = useQueryClient()
  const [snapshots] = useState(() => {
    const onDeleted = (id: string) => queryClient.removeQueries({ queryKey: snapshotKey(id) })
    return createSnapshots({ bridge, now: () => Date.now(), later, isHidden, onDeleted })
  })
  /** What `opensOn` said of a snapshot, by its ID; null: it does not open by itself. */
  const [views] = useState(() => new Map<string, FirstView | null>())
  /** The latest `take`: its reading may finish before the caller of `take` could call `opensOn`. */
  const beginning = useRef<Promise<unknown>>(Promise.resolve())
  const latestSession = useRef(session)
  /** When a snapshot or another connection was opened last, as Date.now(). */
  const openedAt = useRef(0)
  useEffect(() => {
    if (latestSession.current !== null && latestSession.current !== session) openedAt.current = Date.now()
    // Sample data come with a snapshot, which the list does not have yet.
    if (latestSession.current !== session && snapshots.state().list !== null) void snapshots.refresh()
    latestSession.current = session
  }, [session, snapshots])

  useEffect(() => {
    let stop = () => {}
    let isGone = false
    onceControlsThere(() =>
      // It waits until the controls are painted.
      requestAnimationFrame(() => {
        if (!isGone) stop = snapshots.start()
      }),
    )
    // Another window may have changed the snapshots.
    const refresh = () => void (document.visibilityState === 'visible' && snapshots.refresh())
    addEventListener('focus', refresh)
    return () => {
      isGone = true
      removeEventListener('focus', refresh)
      stop()
    }
  }, [snapshots])

  useEffect(() => {
    let isGone = false
    const stopWatching = opened.subscribe(() => {
      if (opened.state().kind === 'opening') openedAt.current = Date.now()
    })
    const stopListening = snapshots.onFinished((snapshot) => {
      void Promise.all([import('./show-finished.ts'), beginning.current]).then(([{ showFinished }]) => {
        const view = views.get(snapshot.id)
        if (view === null) return
        const pageState = () => ({ opened, snapshots, session: latestSession.current, openedAt: openedAt.current })
        void showFinished(snapshot, view ?? { tab: 'Events' }, () => (isGone ? null : pageState()))
      })
    })
    return () => {
      isGone = true
      stopWatching()
      stopListening()
    }
  }, [snapshots, opened, views])

  return useMemo(() => {
    const take: Snapshots['take'] = (order) => {
      const taken = snapshots.take(order)
      beginning.current = taken
      return taken
    }
    return { ...snapshots, take, opensOn: (id, view) => void views.set(id, view) }
  }, [snapshots, views])
}

const isHidden = () => document.visibilityState === 'hidden'
