// Sends each request through the proxy that the system names for its address, PAC files included (Electron's session.resolveProxy).
// The first proxy of a list that can be used is used; one that is down is a failure "proxy", not a reason to go around it.
import { Agent, Dispatcher, ProxyAgent } from 'undici'

/** As session.resolveProxy: a URL's proxies in PAC's words, e.g. `PROXY proxy.example:8080; DIRECT`. */
export type ResolveProxy = (url: string) => Promise<string>

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
export const isLoopback = (host: string) => /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)

export class SystemProxyDispatcher extends Dispatcher {
  readonly #resolveProxy: ResolveProxy
  readonly #direct = new Agent()
  readonly #proxied = new Map<string, ProxyAgent>()

  constructor(resolveProxy: ResolveProxy) {
    super()
    this.#resolveProxy = resolveProxy
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    void this.#agentFor(new URL(options.origin ?? 'http://localhost')).then((agent) => agent.dispatch(options, handler))
    return true
  }

  async #agentFor(origin: URL): Promise<Dispatcher> {
    if (isLoopback(origin.hostname)) return this.#direct
    try {
      const found = firstProxy(await this.#resolveProxy(origin.href))
      if ('unusable' in found)
        throw new Error(`The system asks for a proxy that Eventscope cannot use: ${found.unusable}`)
      if (found.proxy === null) return this.#direct
      const known = this.#proxied.get(found.proxy)
      if (known !== undefined) return known
      const agent = new ProxyAgent({ uri: found.proxy })
      this.#proxied.set(found.proxy, agent)
      return agent
    } catch (error) {
      return failingDispatcher(
        error instanceof Error ? error : new Error(`The system's proxy settings: ${String(error)}`),
      )
    }
  }

  override close(): Promise<void>
  override close(done: () => void): void
  override close(done?: () => void): Promise<void> | undefined {
    const closed = Promise.all([this.#direct, ...this.#proxied.values()].map((agent) => agent.close())).then(() => {})
    if (done === undefined) return closed
    void closed.then(done)
    return undefined
  }
}

/** Every request ends with the error's words, by the way that undici reports a connection that cannot be made. */
export function failingDispatcher({ message }: Error): Dispatcher {
  return new Agent({ connect: (_, callback) => callback(new UnusableProxy(message), null) })
}

/** Its code tells network-failure.ts that no mistake of ours is the cause. */
class UnusableProxy extends Error {
  override name = 'UnusableProxy'
  readonly code = 'ERR_PROXY'
}
