// The page's entry: finds its backend, reads what it needs for a first paint, and draws.
import './zod-without-eval.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import './theme/mantine-styles.ts'
import './page.css'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SHELL_GLOBAL } from '../../shared/contract/port-handover.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { failureWords } from '../../shared/failure/failure-words.ts'
import {
  bridge,
  exchangeLaunchToken,
  FailureError,
  failureOf,
  httpLink,
  portLink,
  requestPort,
  startBridge,
} from '../bridge.ts'
import { createQueryClient } from '../live/store/queries.ts'
import { notifyNotice } from '../ui/notify.tsx'
import { App } from './app.tsx'
import { AppProviders, StartFailure } from './frame/app-frame.tsx'
import { openAtStart } from './open-at-start.ts'
import { provideTemporal } from './own-temporal.ts'

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

void start()
