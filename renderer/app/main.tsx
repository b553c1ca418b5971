// The page's entry: finds its backend, reads what it needs for a first paint, and draws.
import './zod-without-eval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './theme/mantine-styles.ts'
import './page.css'
import type { QueryClient } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Connection } from '../../shared/connection/connection.ts'
import { SHELL_GLOBAL } from '../../shared/contract/port-handover.ts'
import type { Settings } from '../../shared/contract/settings.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { failureWords } from '../../shared/failure/failure-words.ts'
import {
  type Bridge,
  bridge,
  exchangeLaunchToken,
  FailureError,
  failureOf,
  httpLink,
  portLink,
  requestPort,
  startBridge,
} from '../bridge.ts'
import { firstToOpen } from '../connections/use-connections.ts'
import { createQueryClient } from '../live/store/queries.ts'
import { notifyNotice } from '../ui/notify.tsx'
import { App, type OpenedAtStart } from './app.tsx'
import { type ConnectionSession, newConnectionSession } from './connection-session.ts'
import { AppProviders, StartFailure } from './frame/app-frame.tsx'
import { provideTemporal } from './own-temporal.ts'
import { addressAtStart } from './use-address.ts'

// Pasting a launch link into this tab changes only the fragment: reload, so that it is exchanged.
addEventListener('hashchange', () => {
  if (location.hash.startsWith('#launch=')) location.reload()
})

// Mantine's and react-remove-scroll's style elements carry the nonce that the server put into this answer.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce)

/** Starts the bridge. Returns why the launch link, if there was one, could not be used. */
async function connect(): Promise<Failure | null> {
  if (SHELL_GLOBAL in window) {
    const port = await requestPort(window)
    if (port === null) {
      const detail = 'No port came from the desktop shell.'
      throw new FailureError({ kind: 'bridge', reason: 'backend-gone', detail })
    }
    startBridge(portLink(port))
    return null
  }
  const ownFetch: typeof fetch = (...call) => fetch(...call)
  const refused = await exchangeLaunchToken({ location, history, fetch: ownFetch, storage: localStorage })
  startBridge(httpLink(location.origin, ownFetch, localStorage))
  return refused
}

async function start() {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const queryClient = createQueryClient()
  try {
    const [refused] = await Promise.all([connect(), provideTemporal()])
    // A dead launch link does not matter while an earlier session of this browser is valid: the calls will tell.
    const asked = [bridge.settings.read(), bridge.connections.list(), bridge.shell.info()] as const
    const [settings, connections, shell] = await Promise.all(asked).catch((error) => {
      throw refused === null ? error : new FailureError(refused, error)
    })
    const atStart = await openAtStart({ bridge, queryClient }, settings, connections, location.hash)
    root.render(
      <StrictMode>
        <App
          nonce={nonce}
          queryClient={queryClient}
          initialSettings={settings}
          shell={shell}
          initialConnections={connections}
          atStart={atStart}
        />
      </StrictMode>,
    )
    if (refused?.kind === 'bridge' && refused.reason === 'link-used') {
      const { title, cause, advice } = failureWords(refused)
      notifyNotice(`${title}. ${cause} ${advice}`)
    }
    // Asked after the others: reading their files may have added notices about unreadable ones.
    const { notices } = await bridge.shell.info().catch(() => shell)
    for (const notice of notices) notifyNotice(notice)
  } catch (error) {
    const scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
    root.render(
      <AppProviders scheme={scheme} nonce={nonce} queryClient={queryClient}>
        <StartFailure failure={failureOf(error)} />
      </AppProviders>,
    )
  }
}

// The connection open at startup searches before anything is drawn, so that cached rows are part of the first paint.

/** How long the first paint waits for rows of the cache, in milliseconds. */
const FIRST_ROWS_WITHIN_MS = 100

/** Resolves once there are rows, or once an empty window has waited long enough. */
async function openAtStart(
  effects: { bridge: Bridge; queryClient: QueryClient },
  settings: Settings,
  connections: Connection[],
  address: string,
): Promise<OpenedAtStart> {
  const start = addressAtStart(address, connections)
  const connectionId = firstToOpen(connections, settings.lastConnectionId, start.connectionId)
  const connection = connections.find(({ id }) => id === connectionId)
  const fetchesAhead = { current: settings.fetchAhead }
  if (connection === undefined) return { start, connectionId, fetchesAhead, begun: null }
  const { arrivals } = start
  const session = newConnectionSession({ ...effects, settings, arrivals, fetchesAhead }, connection, 0)
  const stop = session.start()
  await rowsInTime(session)
  return { start, connectionId, fetchesAhead, begun: { session, stop } }
}

async function rowsInTime({ search, columns }: ConnectionSession): Promise<void> {
  const decided = Promise.withResolvers<void>()
  function look() {
    const { shown, failure } = search.state()
    if ((shown !== null && columns.state() !== null) || failure !== null) decided.resolve()
  }
  const stops = [search.subscribe(look), columns.subscribe(look)]
  const timer = setTimeout(decided.resolve, FIRST_ROWS_WITHIN_MS)
  await decided.promise
  clearTimeout(timer)
  for (const stop of stops) stop()
}

void start()
