// platform/ is what the shells need of the machine: network, proxies, page files, sample service, user-data folder.
// The one HTTP stack of both shells (docs/decisions/http.md): undici, the system's certificates, the system's proxy.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setGlobalDispatcher } from 'undici'
import { type ServiceFetch, serviceFetch } from '../backend/http/service-fetch.ts'
import { environmentProxy } from './environment-proxy.ts'
import { isLoopback, type ResolveProxy, SystemProxyDispatcher } from './system-proxy.ts'

export interface NetworkOptions {
  /** Electron's session.resolveProxy; null: HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment count. */
  resolveProxy: ResolveProxy | null
  log: (line: string) => void
}

/** Prepares the process, once, before any request. Answers with the fetch for BackendEffects. */
export function installNetwork({ resolveProxy, log }: NetworkOptions): ServiceFetch {
  setGlobalDispatcher(
    resolveProxy === null ? environmentProxy(process.env, log) : new SystemProxyDispatcher(resolveProxy),
  )
  // Not at the start: they take longer to read than all else that a start does.
  let areTrusted = false
  return async (url, init) => {
    if (!areTrusted && mayNeedCertificates(url)) {
      trustSystemCertificates(log)
      areTrusted = true
    }
    return serviceFetch(url, init)
  }
}

/** Plain http too, where it may go through a proxy that speaks https. */
function mayNeedCertificates(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'http:' || !isLoopback(hostname)
}

/** Beside Node's own list: TLS-inspecting proxies install their CA here. */
function trustSystemCertificates(log: (line: string) => void): void {
  try {
    // Once each, though a system may keep one in several files: parsing is what takes the time.
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
  } catch (error) {
    log(`The system's certificates could not be read, so only well-known ones are trusted: ${String(error)}`)
  }
}
