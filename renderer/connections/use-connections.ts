// connections/ is where services and their API keys are added, changed, tested and switched. Which connections there
// are and which one is open, and what is done with them. Opening another begins a new session epoch: the panes carry
// nothing over.
import type { QueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import { type Bridge, failureOf } from '../bridge.ts'
import type { EventSession } from '../event/store/detail-session.ts'
import type { LiveSession } from '../live/store/live-session.ts'
import { notifyError, notifyNotice } from '../ui/notify.tsx'

/** Chooses what opens at startup: the connection in the address, else of the variables, the last one, the only one. */
export function firstToOpen(list: Connection[], lastId: string | null, addressed: string | null): string | null {
  const chosen =
    list.find(({ id }) => id === addressed) ??
    list.find(({ origin }) => origin === 'environment') ??
    list.find(({ id }) => id === lastId) ??
    (list.length === 1 ? list[0] : undefined)
  return chosen?.id ?? null
}

export type ConnectionList = ReturnType<typeof useConnections>

/** `openId`: the one that is open at the start. */
export function useConnections(initial: Connection[], openId: string | null) {
  const [{ list, currentId, epoch }, setState] = useState({ list: initial, currentId: openId, epoch: 0 })
  const changes = useMemo(
    () => ({
      open: (id: string) => setState((before) => ({ ...before, currentId: id, epoch: before.epoch + 1 })),
      /** A connection that was saved or added is opened; one with a changed base URL starts over. */
      saved: (connection: Connection) =>
        setState(({ list, currentId, epoch }) => {
          const { id, baseUrl } = connection
          const sameRows = id === currentId && list.find((one) => one.id === id)?.baseUrl === baseUrl
          return { list: withConnection(list, connection), currentId: id, epoch: sameRows ? epoch : epoch + 1 }
        }),
      /** Changed in place: everything on screen stays. */
      changed: (connection: Connection) =>
        setState((before) => ({ ...before, list: withConnection(before.list, connection) })),
      /** Its API key was forgotten, and its rows go too. */
      forgotten: (connection: Connection) =>
        setState(({ list, currentId, epoch }) => ({
          list: withConnection(list, connection),
          currentId,
          epoch: epoch + 1,
        })),
      /** `left` are those that remain after one was deleted. */
      deleted: (left: Connection[]) =>
        setState(({ currentId, epoch }) => {
          const stays = left.some(({ id }) => id === currentId)
          return { list: left, currentId: stays ? currentId : null, epoch: stays ? epoch : epoch + 1 }
        }),
    }),
    [],
  )
  return {
    list,
    current: list.find(({ id }) => id === currentId) ?? null,
    /** Increases whenever the panes must start from scratch. */
    epoch,
    ...changes,
  }
}

function withConnection(list: Connection[], connection: Connection): Connection[] {
  const at = list.findIndex(({ id }) => id === connection.id)
  return at === -1 ? [...list, connection] : list.with(at, connection)
}

// Actions on connections, with what each entails: cached rows that must go, which connection opens next time.

export type ConnectionActions = ReturnType<typeof useConnectionActions>

/** The session of the open connection, as far as these actions change it. */
interface OpenSession extends Pick<LiveSession, 'search' | 'answers'>, Pick<EventSession, 'details'> {
  adopt: (connection: Connection) => void
}

/** To be called once: it also takes over new settings when a call is refused because another window changed them. */
export function useConnectionActions(
  { bridge, queryClient }: { bridge: Bridge; queryClient: QueryClient },
  connections: ConnectionList,
  session: OpenSession | null,
  change: (last: Pick<Settings, 'lastConnectionId'>) => void,
  /** Opening a connection shows it, in place of an open snapshot. */
  backToLive: () => void,
) {
  const { current, open, saved, changed, forgotten, deleted } = connections
  // A call begun in a dialog may end after another connection was opened.
  const latest = useRef({ current, session })
  useEffect(() => {
    latest.current = { current, session }
  })
  const actions = useMemo(() => {
    function dropRows(id: string) {
      queryClient.removeQueries({ queryKey: ['search', id] })
      queryClient.removeQueries({ queryKey: ['event', id] })
    }
    function remember({ id, origin }: Pick<Connection, 'id' | 'origin'>) {
      if (origin === 'saved') change({ lastConnectionId: id })
    }
    /** Returns the session that continues with it; null where it is not open. */
    function adopted(connection: Connection): OpenSession | null {
      const { current, session } = latest.current
      changed(connection)
      if (session === null || current?.id !== connection.id) return null
      session.adopt(connection)
      return session
    }
    function replaced(connection: Connection) {
      const session = adopted(connection)
      session?.search.retry()
      session?.details.retry()
    }
    function openSaved(connection: Connection) {
      const { current } = latest.current
      const sameRows = connection.id === current?.id && connection.baseUrl === current.baseUrl
      const sameKey = connection.account === current?.account && connection.token.place === current.token.place
      // Only the key is another: what is on screen stays, and what failed for want of it is asked again.
      if (sameRows && !sameKey) replaced(connection)
      else {
        saved(connection)
        if (!sameRows) backToLive()
      }
      remember(connection)
    }
    return {
      open(id: string): void {
        const connection = connections.list.find((connection) => connection.id === id)
        if (connection) remember(connection)
        backToLive()
        open(id)
      },
      /**
       * After the connection form: opens it, or asks again where only the API key changed. If the form was closed
       * meanwhile, no other connection is opened.
       */
      saved(connection: Connection, isFormGone: boolean): void {
        if (isFormGone && connection.id !== latest.current.current?.id) changed(connection)
        else openSaved(connection)
      },
      /** It follows a new API key: everything on screen stays, and what failed is asked again. */
      replaced,
      /** It follows once the API key was forgotten. */
      forgotten(connection: Connection): void {
        forgotten(connection)
        dropRows(connection.id)
      },
      /** It follows once the connection was deleted; `left` are those that remain. */
      deleted(id: string, left: Connection[]): void {
        deleted(left)
        dropRows(id)
        change({ lastConnectionId: null })
      },
      exploreSampleData(): void {
        const { session } = latest.current
        bridge.connections.exploreSampleData().then((connection) => {
          if (latest.current.session === session) openSaved(connection)
          else changed(connection)
        }, notifyError)
      },
      /** A customer's invoice, to be checked against the sample data. */
      saveSampleInvoice(): void {
        Promise.all([bridge.connections.saveSampleInvoice(), import('../ui/download.ts')]).then(
          ([outcome, { saySaved }]) => saySaved(outcome, 'Invoice'),
          notifyError,
        )
      },
      /** Shows the rows cached with the previous key if the account is the same, and deletes them if not. */
      decideAccount(id: string, same: boolean): void {
        bridge.connections.decideAccount({ connectionId: id, same }).then((connection) => {
          const session = adopted(connection)
          if (same) session?.search.reveal()
        }, notifyError)
      },
      /** Clears the cache, writes under way and hidden rows included. Rejects if that fails. */
      async clearCache(): Promise<void> {
        await latest.current.session?.answers.stopKeeping()
        await bridge.cache.clear()
        const { current, session } = latest.current
        session?.answers.clear()
        if (current && current.hiddenAccount !== null) changed({ ...current, hiddenAccount: null })
      },
    }
  }, [bridge, queryClient, connections.list, open, saved, changed, forgotten, deleted, change, backToLive])
  useChangesElsewhere(bridge, queryClient, latest, actions.saved)
  return actions
}

/** Where a call is refused because another window changed the open connection, its settings are used, with a notice. */
function useChangesElsewhere(
  bridge: Bridge,
  queryClient: QueryClient,
  latest: RefObject<{ current: Connection | null }>,
  onChanged: ConnectionActions['saved'],
): void {
  useEffect(() => {
    let underWay = false
    async function reload(id: string) {
      underWay = true
      try {
        const next = (await bridge.connections.list()).find((one) => one.id === id)
        if (next === undefined || latest.current.current?.id !== id) return
        onChanged(next, false)
        notifyNotice(`“${next.name}” was changed in another window. Its new settings are used now.`)
      } catch (error) {
        notifyError(error)
      } finally {
        underWay = false
      }
    }
    return queryClient.getQueryCache().subscribe((event) => {
      if (underWay || event.type !== 'updated' || event.action.type !== 'error') return
      const failure = failureOf(event.action.error)
      if (failure.kind === 'connection-changed') void reload(failure.connectionId)
    })
  }, [bridge, queryClient, latest, onChanged])
}
