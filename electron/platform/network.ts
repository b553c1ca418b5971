// platform/ is what the shells need of the machine: network, proxies, page files, sample service, user-data folder.
// The one HTTP stack of both shells (docs/decisions/http.md): undici, the system's certificates, the system's proxy.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Agent, type Dispatcher, EnvHttpProxyAgent, ProxyAgent, setGlobalDispatcher } from 'undici'
import { type ServiceFetch, serviceFetch } from '../backend/http/service-fetch.ts'

export interface NetworkOptions {
  /** Electron's session.resolveProxy; null: HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment count. */
  resolveProxy: ResolveProxy | null
  log: (line: string) => void
}

/** Prepares the process, once, before any request. Answers with the fetch for BackendEffects. */
export function installNetwork({ resolveProxy, log }: NetworkOptions): ServiceFetch {
  setGlobalDispatcher(resolveProxy === null ? environmentProxy(process.env, log) : systemProxy(resolveProxy))
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

/** It adds to Node's own list: TLS-inspecting proxies install their CA here. */
function trustSystemCertificates(log: (line: string) => void): void {
  try {
    // Once each, though a system may keep one in several files: parsing is what takes the time.
    setDefaultCACertificates([...new Set([...getCACertificates('default'), ...getCACertificates('system')])])
  } catch (error) {
    log(`The system's certificates could not be read, so only well-known ones are trusted: ${String(error)}`)
  }
}

/** It is session.resolveProxy: a URL's proxies in PAC's words, e.g. `PROXY proxy.example:8080; DIRECT`. */
type ResolveProxy = (url: string) => Promise<string>

const schemes: Record<string, string> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS5: 'socks5',
  SOCKS: 'socks5',
}

/**
 * The first proxy of PAC's list that can be used.
 * @returns its URL; null for none needed; `unusable` when all of them are of kinds that we do not speak
 */
export function firstProxy(list: string): { proxy: string | null } | { unusable: string } {
  const entries = list.split(';').map((entry) => entry.trim())
  if (entries.every((entry) => entry === '')) return { proxy: null }
  for (const entry of entries) {
    const [kind = '', address = ''] = entry.split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return { proxy: null }
    const proxy = `${schemes[kind.toUpperCase()]}://${address}`
    if (kind.toUpperCase() in schemes && address !== '' && URL.canParse(proxy)) return { proxy }
  }
  return { unusable: list.trim() }
}

/** A service on this machine is never behind a proxy. `host` as in URL.hostname. */
const isLoopback = (host: string) => /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

/**
 * Sends each request through the proxy that the system names for its address, PAC files included. The first proxy of a
 * list that can be used is used; one that is down is a failure "proxy", not a reason to go around it.
 */
export function systemProxy(resolveProxy: ResolveProxy): Dispatcher {
  const agents = new Map<string, ProxyAgent>()

  /** Null: none is needed. */
  async function proxyFor(url: string): Promise<Dispatcher | null> {
    try {
      const found = firstProxy(await resolveProxy(url))
      if ('unusable' in found)
        throw new Error(`The system asks for a proxy that Eventscope cannot use: ${found.unusable}`)
      if (found.proxy === null) return null
      const agent = agents.get(found.proxy) ?? new ProxyAgent({ uri: found.proxy })
      agents.set(found.proxy, agent)
      return agent
    } catch (error) {
      return failingDispatcher(
        error instanceof Error ? error : new Error(`The system's proxy settings: ${String(error)}`),
      )
    }
  }

  return new Agent().compose((direct) => (options, handler) => {
    const { hostname, href } = new URL(options.origin ?? 'http://localhost')
    if (isLoopback(hostname)) return direct(options, handler)
    void proxyFor(href).then((proxy) => (proxy === null ? direct(options, handler) : proxy.dispatch(options, handler)))
    return true
  })
}

/**
 * Every request ends with the error's words, by the way that undici reports a connection that cannot be made. The code
 * tells attempt.ts that no mistake of ours is the cause.
 */
function failingDispatcher({ message }: Error): Dispatcher {
  const error = () => Object.assign(new Error(message), { code: 'ERR_PROXY' })
  return new Agent({ connect: (_, callback) => callback(error(), null) })
}

// HTTP_PROXY, HTTPS_PROXY and NO_PROXY of the environment, read as curl reads them.

/** The small one of each pair counts, as everywhere. */
const HTTP = ['http_proxy', 'HTTP_PROXY']
const HTTPS = ['https_proxy', 'HTTPS_PROXY']
const NO_PROXY = ['no_proxy', 'NO_PROXY']

/**
 * Sends each request through the proxy that `environment` names for it; one to this machine goes straight there. Where
 * a variable names no proxy that can be used, `log` is told, and its requests fail rather than go around the proxy.
 */
export function environmentProxy(
  environment: Record<string, string | undefined>,
  log: (line: string) => void,
): Dispatcher {
  const noProxy = setOf(environment, NO_PROXY)?.value ?? ''
  const http = proxied(setOf(environment, HTTP), noProxy, log)
  const ofHttps = setOf(environment, HTTPS)
  const https = ofHttps === null ? http : proxied(ofHttps, noProxy, log)
  return new Agent().compose((direct) => (options, handler) => {
    const { hostname, protocol } = new URL(options.origin ?? 'http://localhost')
    if (isLoopback(hostname)) return direct(options, handler)
    return (protocol === 'https:' ? https : http).dispatch(options, handler)
  })
}

interface Variable {
  name: string
  value: string
}

/** The first of `names` that is set, if it is not empty. */
function setOf(environment: Record<string, string | undefined>, names: string[]): Variable | null {
  const name = names.find((one) => environment[one] !== undefined)
  const value = name === undefined ? '' : (environment[name]?.trim() ?? '')
  return name === undefined || value === '' ? null : { name, value }
}

function proxied(variable: Variable | null, noProxy: string, log: (line: string) => void): EnvHttpProxyAgent {
  const agent = (proxy: string, failure: Error | null) =>
    new EnvHttpProxyAgent({
      httpProxy: proxy,
      httpsProxy: proxy,
      noProxy,
      // Tunnels alone ask this for a connection to the proxy, so all requests shall be tunnels then.
      ...(failure === null ? {} : { proxyTunnel: true, clientFactory: () => failingDispatcher(failure) }),
    })
  if (variable === null) return agent('', null)
  const uri = proxyUri(variable.value)
  try {
    if (uri !== null) return agent(uri, null)
  } catch {
    // undici refuses what it cannot read, a user name with a broken %, for one.
  }
  // The value may hold a password, so it is not repeated.
  const words = `${variable.name} names no proxy that Eventscope can use`
  log(`${words}: requests to other machines will fail. Write it as http://proxy.example:8080.`)
  return agent('http://unusable.invalid', new Error(`The environment variable ${words}.`))
}

/** A proxy's URL of a kind that undici speaks; without a scheme it is an HTTP proxy. */
function proxyUri(value: string): string | null {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  return url !== null && url.hostname !== '' && /^(https?|socks5?):$/.test(url.protocol) ? url.href : null
}
