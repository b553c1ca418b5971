// The dev server's proxy to the bridge, for its own page only.
import type { ProxyOptions } from 'vite'
import { EXCHANGE_PATH } from '../shared/contract/session-exchange.ts'

/**
 * Proxies to the browser shell, which accepts only its own origin: requests of the dev server's page get that origin;
 * any other request keeps its own, or none, and is refused.
 * @param shell the browser shell's origin
 * @param isPage whether an origin is that of the dev server's page
 */
export function devProxy(shell: string, isPage: (origin: string) => boolean): Record<string, ProxyOptions> {
  const options: ProxyOptions = {
    target: shell,
    changeOrigin: true,
    configure: (proxy) => {
      proxy.on('proxyReq', (outgoing, { headers: { origin } }) => {
        if (origin !== undefined && isPage(origin)) outgoing.setHeader('origin', shell)
      })
    },
  }
  // Exact paths: a source of the dev server may begin likewise.
  return { '^/rpc/': options, [`^${EXCHANGE_PATH}$`]: options }
}
