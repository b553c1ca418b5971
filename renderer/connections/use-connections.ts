// connections/ is where services and their API keys are added, changed, tested and switched.
// Which connections there are and which one is open. Opening another begins a new session epoch: the panes carry nothing over.
import { useCallback, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'

interface ConnectionListState {
  list: Connection[]
  currentId: string | null
  /** Increases whenever the panes must start from scratch. */
  epoch: number
}

export interface ConnectionList {
  list: Connection[]
  current: Connection | null
  epoch: number
  open: (id: string) => void
  /** A connection that was saved or added is opened; one with a changed base URL starts over. */
  saved: (connection: Connection) => void
  /** Changed in place: everything on screen stays. */
  changed: (connection: Connection) => void
  /** Its API key was forgotten, and its rows go too. */
  forgotten: (connection: Connection) => void
  /** `left` are those that remain after one was deleted. */
  deleted: (left: Connection[]) => void
}

/** What opens at startup: the connection in the address, else of the environment variables, the last one, the only one. */
export function firstToOpen(list: Connection[], lastId: string | null, addressed: string | null): string | null {
  const chosen =
    list.find(({ id }) => id === addressed) ??
    list.find(({ origin }) => origin === 'environment') ??
    list.find(({ id }) => id === lastId) ??
    (list.length === 1 ? list[0] : undefined)
  return chosen?.id ?? null
}

/** `openId`: the one that is open at the start. */
export function useConnections(initial: Connection[], openId: string | null): ConnectionList {
  const [state, setState] = useState<ConnectionListState>({ list: initial, currentId: openId, epoch: 0 })
  const open = useCallback((id: string) => {
    setState((before) => ({ ...before, currentId: id, epoch: before.epoch + 1 }))
  }, [])
  const saved = useCallback((connection: Connection) => {
    setState(({ list, currentId, epoch }) => {
      const before = list.find(({ id }) => id === connection.id)
      const sameRows = connection.id === currentId && before?.baseUrl === connection.baseUrl
      return { list: withConnection(list, connection), currentId: connection.id, epoch: sameRows ? epoch : epoch + 1 }
    })
  }, [])
  const changed = useCallback((connection: Connection) => {
    setState((before) => ({ ...before, list: withConnection(before.list, connection) }))
  }, [])
  const forgotten = useCallback((connection: Connection) => {
    setState((before) => ({ ...before, list: withConnection(before.list, connection), epoch: before.epoch + 1 }))
  }, [])
  const deleted = useCallback((left: Connection[]) => {
    setState(({ currentId, epoch }) => {
      const stays = left.some(({ id }) => id === currentId)
      return { list: left, currentId: stays ? currentId : null, epoch: stays ? epoch : epoch + 1 }
    })
  }, [])
  const current = state.list.find(({ id }) => id === state.currentId) ?? null
  return { list: state.list, current, epoch: state.epoch, open, saved, changed, forgotten, deleted }
}

function withConnection(list: Connection[], connection: Connection): Connection[] {
  const at = list.findIndex(({ id }) => id === connection.id)
  return at === -1 ? [...list, connection] : list.with(at, connection)
}
