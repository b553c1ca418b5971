// The browser shell's HTTP side: checks who asks before it reads what, then hands a request to the page or the bridge.
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { RPCHandler } from '@orpc/server/fetch'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import type { Backend } from '../backend/backend.ts'
import { BrokenBody, readBody } from '../backend/http/body.ts'
import { type PageFiles, plain, protections } from '../platform/page-files.ts'
import { createSessions } from './session.ts'

/** The longest body of a call, and of the exchange, which anyone may ask for. */
const CALL_CAP_BYTES = 4 * 1024 * 1024
const EXCHANGE_CAP_BYTES = 1024

type App = { Bindings: HttpBindings; Variables: { body: Uint8Array<ArrayBuffer> } }

export interface BrowserServerOptions {
  router: Backend['router']
  pageFiles: PageFiles
  log: (line: string) => void
}

export interface BrowserServer {
  /** To be bound to 127.0.0.1. */
  server: Server
  /** A new link that opens the page once; the server must be listening. */
  launchLink(): string
}

export function createBrowserServer({ router, pageFiles, log }: BrowserServerOptions): BrowserServer {
  const sessions = createSessions()
  const bridge = new RPCHandler(router)
  const app = new Hono<App>()

  /** Before anything of the call is read. */
  const openSession: MiddlewareHandler<App> = async (c, next) =>
    sessions.isOpen(getCookie(c, cookieName(c)) ?? '') ? next() : usedLink()

  app.use(wellFormed, ourHost, ourOrigin)

  app.post('/session', boundedBody(EXCHANGE_CAP_BYTES), (c) => {
    const asked = z.object({ launch: z.string() }).safeParse(parseJson(c.var.body))
    const secret = asked.success ? sessions.exchange(asked.data.launch) : null
    if (secret === null) return usedLink()
    setCookie(c, cookieName(c), secret, { httpOnly: true, sameSite: 'Strict', path: '/' })
    return c.body(null, 204)
  })

  app.post('/rpc/*', openSession, boundedBody(CALL_CAP_BYTES), async (c) => {
    const { raw } = c.req
    const request = new Request(raw.url, { method: 'POST', headers: raw.headers, body: c.var.body, signal: raw.signal })
    // Once a Request is collected, undici aborts its signal no more. The call may last longer than the Request is used.
    raw.signal.addEventListener('abort', () => request)
    const { matched, response } = await bridge.handle(request, { prefix: '/rpc', context: {} })
    return matched ? response : plain(404, 'There is no such call.')
  })

  app.get('*', (c) => pageFiles(c.req.raw))
  app.all('*', () => plain(405, 'This cannot be done here.', { allow: 'GET, HEAD, POST' }))
  app.onError((error) => {
    log(`Unexpected error in the browser shell: ${error.stack ?? error.message}`)
    return plain(500, 'Something went wrong in Eventscope; its terminal says more.')
  })

  // The adapter's own Request and Response must not replace undici's: fetch would refuse them.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  server.requestTimeout = 30_000
  server.headersTimeout = 10_000
  return { server, launchLink: () => `http://127.0.0.1:${portOf(server)}/#launch=${sessions.launchToken()}` }
}

/** Origin form only, and nothing that would turn the connection into something else. */
const wellFormed: MiddlewareHandler<App> = async (c, next) => {
  const { url, headers } = c.env.incoming
  if (!url?.startsWith('/') || headers.upgrade !== undefined)
    return plain(400, 'This request cannot be understood.', { connection: 'close' })
  return next()
}

/** A foreign name that leads to this machine (DNS rebinding) must not get anything. */
const ourHost: MiddlewareHandler<App> = async (c, next) => {
  const { rawHeaders, headers } = c.env.incoming
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
  if (hosts.length !== 1 || !ourHosts(c).includes(headers.host ?? '')) {
    return plain(403, 'Eventscope answers to 127.0.0.1 and localhost only.')
  }
  return next()
}

/** A page of another origin may send requests here; its browser then says whose page it is. */
const ourOrigin: MiddlewareHandler<App> = async (c, next) => {
  const { origin, host } = c.env.incoming.headers
  const reading = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (origin === undefined ? !reading : origin !== `http://${host}`) {
    return plain(403, 'Only the page of Eventscope itself may ask this.')
  }
  return next()
}

/** Reads the body up to the cap, whether its length was announced or not. */
const boundedBody =
  (capBytes: number): MiddlewareHandler<App> =>
  async (c, next) => {
    const announced = Number(c.env.incoming.headers['content-length'] ?? 0)
    if (announced > capBytes) return tooLong(capBytes)
    try {
      const { bytes, end } = await readBody(c.req.raw.body, capBytes, () => undefined)
      if (end === 'over') return tooLong(capBytes)
      c.set('body', bytes)
    } catch (error) {
      if (error instanceof BrokenBody) return plain(400, 'The request broke off.')
      throw error
    }
    return next()
  }

const tooLong = (capBytes: number) => plain(413, `This request has at most ${capBytes} bytes.`, { connection: 'close' })

const ourHosts = (c: Context<App>) =>
  ['127.0.0.1', 'localhost'].map((name) => `${name}:${c.env.incoming.socket.localPort}`)

/** Cookies ignore ports: without the port in it, two shells would overwrite each other's. */
const cookieName = (c: Context<App>) => `eventscope-${c.env.incoming.socket.localPort}`

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening')
  return address.port
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function usedLink(): Response {
  const nonce = randomBytes(16).toString('base64')
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Eventscope</title>
<style nonce="${nonce}">body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>This link has been used</h1>
<p>A launch link of Eventscope opens one window, once.</p>
<p>For a new one press Enter in the terminal in which Eventscope runs, or start Eventscope again.</p>
</html>
`
  const headers = { ...protections(nonce), 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  return new Response(html, { status: 403, headers })
}
