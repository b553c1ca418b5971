// connections/ is where services and their API keys are added, changed, tested and switched.
// Which connections there are and which one is open. Opening another begins a new session epoch: the panes carry nothing over.
import { useMemo, useState } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'

export interface ConnectionList {
  list: Connection[]
  current: Connection | null
  /** Increases whenever the panes must start from scratch. */
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
  const [{ list, currentId, epoch }, setState] = useState({ list: initial, currentId: openId, epoch: 0 })
  const changes = useMemo(
    (): Pick<ConnectionList, 'open' | 'saved' | 'changed' | 'forgotten' | 'deleted'> => ({
      open: (id) => setState((before) => ({ ...before, currentId: id, epoch: before.epoch + 1 })),
      saved: (connection) =>
        setState(({ list, currentId, epoch }) => {
          const { id, baseUrl } = connection
          const sameRows = id === currentId && list.find((one) => one.id === id)?.baseUrl === baseUrl
          return { list: withConnection(list, connection), currentId: id, epoch: sameRows ? epoch : epoch + 1 }
        }),
      changed: (connection) => setState((before) => ({ ...before, list: withConnection(before.list, connection) })),
      forgotten: (connection) =>
        setState(({ list, currentId, epoch }) => ({
          list: withConnection(list, connection),
          currentId,
          epoch: epoch + 1,
        })),
      deleted: (left) =>
        setState(({ currentId, epoch }) => {
          const stays = left.some(({ id }) => id === currentId)
          return { list: left, currentId: stays ? currentId : null, epoch: stays ? epoch : epoch + 1 }
        }),
    }),
    [],
  )
  return { list, current: list.find(({ id }) => id === currentId) ?? null, epoch, ...changes }
}

function withConnection(list: Connection[], connection: Connection): Connection[] {
  const at = list.findIndex(({ id }) => id === connection.id)
  return at === -1 ? [...list, connection] : list.with(at, connection)
}
