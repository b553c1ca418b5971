// The dev server's way to the bridge: it speaks for the page that it serves, and for nobody else.
import type { ProxyOptions } from 'vite'
import { EXCHANGE_PATH } from '../shared/session-exchange.ts'

/**
 * To the browser shell at the origin `shell`, which answers its own origin only: a request of the dev server's page is
 * given that one. Any other keeps what it came with, or came without, and is refused by the shell.
 * @param isPage whether an origin is that of the dev server's own page
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
  // Whole paths: the dev server's own files lie beside them, as in /session/queries.ts.
  return { '^/rpc/': options, [`^${EXCHANGE_PATH}$`]: options }
}
