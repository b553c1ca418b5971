// A server of this machine that leaves behind, in whatever browser opens it, what may answer for the next one at its
// address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface EarlierServer {
  url: string
  port: number
  /** What the scripts that it left got hold of, and told: another server takes it, which stays. */
  loot: string[]
  /** It makes room for the next one at its port; the loot is still taken. */
  leave(): Promise<void>
  stop(): Promise<void>
}

/** What it leaves: scripts under names that the next one has too, or a worker, of which this is the code. */
export type Left = { scripts: string[] } | { worker: string }

/** To be put before a worker's code: it takes control at once, and `tell` adds to the loot. */
const telling = (loot: string) => `
  const tell = (text) => fetch('${loot}', { method: 'POST', mode: 'no-cors', body: text })
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
`

/** Answers for every page, and takes what it was opened with. */
export const POSING_WORKER = `
  addEventListener('fetch', (event) => {
    const html = '<h1>Posing</h1><script>navigator.serviceWorker.controller.postMessage(location.href)</script>'
    event.respondWith(new Response(html, { headers: { 'content-type': 'text/html' } }))
  })
  addEventListener('message', (event) => tell(event.data))
`

/** Lets everything through, and tells what it was. */
export const WATCHING_WORKER = `
  addEventListener('fetch', (event) => {
    tell(event.request.method + ' ' + new URL(event.request.url).pathname)
    event.respondWith(fetch(event.request))
  })
`

/** Its page at `/` has the title "Left" once everything is. */
export async function startEarlierServer(left: Left): Promise<EarlierServer> {
  const loot: string[] = []
  const fence = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => loot.push(text))
    if (request.url !== '/') loot.push(request.url ?? '')
    response.end()
  })
  const fenceUrl = await listening(fence)

  const scripts = 'scripts' in left ? left.scripts : []
  const page =
    'worker' in left
      ? `await navigator.serviceWorker.register('/worker.js')
         await navigator.serviceWorker.ready
         while (navigator.serviceWorker.controller === null) await new Promise((later) => setTimeout(later, 10))`
      : `for (const path of ${JSON.stringify(scripts)}) await fetch(path).then((answer) => answer.text())`
  const server = createServer(({ url = '/' }, response) => {
    const script = { 'content-type': 'text/javascript', 'cache-control': 'public, max-age=31536000, immutable' }
    if (scripts.includes(url))
      return void response
        .writeHead(200, script)
        .end(`location.href = '${fenceUrl}?' + encodeURIComponent(location.href)`)
    if (url === '/worker.js' && 'worker' in left)
      return void response.writeHead(200, script).end(telling(fenceUrl) + left.worker)
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<script type="module">${page}\ndocument.title = 'Left'</script>`)
  })
  const url = await listening(server)
  const leave = () => closed(server)
  const stop = async () => {
    await Promise.all([closed(server), closed(fence)])
  }
  return { url, port: Number(new URL(url).port), loot, leave, stop }
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

async function closed(server: ReturnType<typeof createServer>): Promise<void> {
  if (!server.listening) return
  const over = new Promise<unknown>((resolve) => server.close(resolve))
  server.closeAllConnections()
  await over
}
