// The proxy that the environment names (browser shell): HTTP_PROXY, HTTPS_PROXY and NO_PROXY, read as curl reads them.
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici'
import { failingDispatcher, isLoopback } from './system-proxy.ts'

/** Of each pair the small one counts, as everywhere. */
const HTTP = ['http_proxy', 'HTTP_PROXY']
const HTTPS = ['https_proxy', 'HTTPS_PROXY']
const NO_PROXY = ['no_proxy', 'NO_PROXY']

/**
 * Sends each request through the proxy that `environment` names for it; one to this machine goes straight there. Where a
 * variable names no proxy that can be used, `log` is told, and its requests fail rather than go around the proxy.
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
