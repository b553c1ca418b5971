// The connection that an export reads from: one of Eventscope's by its name, or the one that the variables give.
import { type Connection, RESERVED_NAME } from '../../shared/connection/connection.ts'
import { failureSentence } from '../../shared/failure/failure-words.ts'
import type { Access } from '../backend/connections/connection-access.ts'
import { accountMark } from '../backend/connections/connection-accounts.ts'
import { type Connections, createConnections } from '../backend/connections/connections.ts'
import { addEnvironmentConnection, type EnvironmentVariables } from '../backend/connections/environment-connection.ts'
import type { Keychain } from '../backend/keychain/keychain.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-header.ts'

export interface ChosenConnection {
  connection: SnapshotHeader['connection']
  /** In which days are meant unless --zone says otherwise; null: none. */
  billingZone: string | null
  access: Access
  /** As `OrderedFile.accountMark`. */
  accountMark: string
}

/** `code` is the exit code that goes with the message. */
export type Choice = { ok: true; chosen: ChosenConnection } | { ok: false; message: string; code: 1 | 2 }

export interface ConnectionEffects {
  /** The user-data folder. */
  folder: string
  keychain: Keychain
  /** The store's. */
  key: Buffer
  variables: EnvironmentVariables
  now: () => number
  randomId: () => string
  say: (line: string) => void
}

/** @param begun the connection of the reading to continue; null for a new one */
export async function chooseConnection(
  name: string | undefined,
  begun: SnapshotHeader | null,
  effects: ConnectionEffects,
): Promise<Choice> {
  const { folder, keychain, now, randomId, say, variables } = effects
  const connections = createConnections({ folder, now, notice: say, keychain, randomId, hasRows: async () => false })
  const notices: string[] = []
  await addEnvironmentConnection(variables, connections, (text) => void notices.push(text))
  const all = await connections.list()
  const wanted = begun?.connection.name ?? name ?? RESERVED_NAME
  if (begun !== null && name !== undefined && name !== wanted) {
    return refused(`--connection differs: this reading was started with the connection "${wanted}".`)
  }
  const isWanted = (one: Connection) => (begun === null ? one.name === wanted : one.id === begun.connection.id)
  const connection = all.find(isWanted)
  if (connection === undefined || (connection.origin === 'environment' && notices.length > 0)) {
    return refused(wanted === RESERVED_NAME ? variablesWords(notices, all) : namesWords(wanted, all))
  }
  return accessTo(connections, connection, begun, effects)
}

async function accessTo(
  connections: Connections,
  { id, name, baseUrl, account, billingZone }: Connection,
  begun: SnapshotHeader | null,
  { key }: ConnectionEffects,
): Promise<Choice> {
  const access = await connections.access(id)
  if (!access.ok) return { ok: false, message: `${name}: ${failureSentence(access.failure)}`, code: 1 }
  const mark = accountMark(key, baseUrl, await connections.cacheOwner(id))
  if (begun?.file !== undefined && begun.file.accountMark !== mark) {
    return refused(
      `${name} has another base URL or API key than when this reading was started, so it may be another account's: leave --resume out to start over.`,
    )
  }
  return {
    ok: true,
    chosen: { connection: { id, name, baseUrl, account }, billingZone, access: access.value, accountMark: mark },
  }
}

const refused = (message: string): Choice => ({ ok: false, message, code: 2 })

function variablesWords(notices: readonly string[], all: readonly Connection[]): string {
  if (notices.length > 0) return notices.join(' ')
  return `Name a connection with --connection, or set EVENTSCOPE_BASE_URL and EVENTSCOPE_TOKEN. ${thereAre(all)}`
}

const namesWords = (name: string, all: readonly Connection[]) =>
  `--connection: there is no connection "${name}". ${thereAre(all)}`

const thereAre = (all: readonly Connection[]) =>
  all.length === 0 ? 'There are none yet.' : `The connections are: ${all.map(({ name }) => name).join(', ')}.`
