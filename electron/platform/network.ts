// The one HTTP stack of both shells (docs/decisions/http.md): undici, the system's certificates, the system's proxy.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { setGlobalDispatcher } from 'undici'
import { type ServiceFetch, serviceFetch } from '../backend/http/service-fetch.ts'
import { environmentProxy } from './environment-proxy.ts'
import { type ResolveProxy, SystemProxyDispatcher } from './system-proxy.ts'

export interface NetworkOptions {
  /** Electron's session.resolveProxy; null: HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment count. */
  resolveProxy: ResolveProxy | null
  log: (line: string) => void
}

/** Prepares the process, once, before any request. Answers with the fetch for BackendEffects. */
export function installNetwork({ resolveProxy, log }: NetworkOptions): ServiceFetch {
  trustSystemCertificates(log)
  setGlobalDispatcher(
    resolveProxy === null ? environmentProxy(process.env, log) : new SystemProxyDispatcher(resolveProxy),
  )
  return serviceFetch
}

/** Beside Node's own list: TLS-inspecting proxies install their CA here. */
function trustSystemCertificates(log: (line: string) => void): void {
  try {
    setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  } catch (error) {
    log(`The system's certificates could not be read, so only well-known ones are trusted: ${String(error)}`)
  }
}
