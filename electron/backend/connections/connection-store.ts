// Which connections exist: this run's in memory, the saved ones in connections.json. Knows nothing about tokens.
import type { Connection } from '../../../shared/connection/connection.ts'
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { type ConnectionFileEffects, connectionFile, type SavedConnection } from './connection-file.ts'

/** `token` is where its token was last stored. */
export type StoredConnection = SavedConnection & { origin: Connection['origin'] }

export interface ConnectionStore {
  /** Connections of this run only, which are not in the file. */
  ofThisRun(): StoredConnection[]
  isOfThisRun(id: string): boolean
  /** Always read from the file, because another shell may have changed it. */
  saved(): Promise<Result<StoredConnection[]>>
  /** Fails with `no-connection`, or with `disk` if the saved ones cannot be read. */
  find(id: string): Promise<Result<StoredConnection>>
  /** Replaces the connection with the same id, or appends it. This run's connections stay out of the file. */
  keep(next: StoredConnection): Promise<Result<null>>
  keepForThisRun(next: StoredConnection): void
  drop(id: string): Promise<Result<null>>
}

export function createConnectionStore(effects: ConnectionFileEffects): ConnectionStore {
  const file = connectionFile(effects)
  const running = new Map<string, StoredConnection>()

  const saved: ConnectionStore['saved'] = async () => {
    const read = await file.read()
    return read.ok ? succeeded(storedOf(read.value)) : read
  }
  const change = (update: (connections: StoredConnection[]) => StoredConnection[]) =>
    file.change((before) => update(storedOf(before)).map(({ origin: _, ...connection }) => connection))

  return {
    ofThisRun: () => [...running.values()],
    isOfThisRun: (id) => running.has(id),
    saved,
    find: async (id) => {
      const ofThisRun = running.get(id)
      if (ofThisRun !== undefined) return succeeded(ofThisRun)
      const all = await saved()
      if (!all.ok) return all
      const found = all.value.find((one) => one.id === id)
      return found === undefined ? failed({ kind: 'no-connection', connectionId: id }) : succeeded(found)
    },
    keep: async (next) => {
      if (running.has(next.id)) {
        running.set(next.id, next)
        return succeeded(null)
      }
      return change((all) => {
        const at = all.findIndex((one) => one.id === next.id)
        return at === -1 ? [...all, next] : all.with(at, next)
      })
    },
    keepForThisRun: (next) => void running.set(next.id, next),
    drop: async (id) => (running.delete(id) ? succeeded(null) : change((all) => all.filter((one) => one.id !== id))),
  }
}

function storedOf(saved: SavedConnection[]): StoredConnection[] {
  return saved.map((connection) => ({ ...connection, origin: 'saved' }))
}
