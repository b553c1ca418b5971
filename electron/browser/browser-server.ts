// The browser shell's HTTP side: checks who asks before it reads what, then hands a request to the page or the bridge.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { RPCHandler } from '@orpc/server/fetch'
import { Hono } from 'hono'
import { setCookie } from 'hono/cookie'
import { EXCHANGE_PATH, exchangeSchema } from '../../shared/contract/session-exchange.ts'
import type { Backend } from '../backend/bridge/backend.ts'
import type { Download } from '../backend/export/delivery.ts'
import { linkSignals } from '../backend/http/linked-signal.ts'
import { parseJson } from '../backend/storage/json-file.ts'
import { type PageFiles, plainResponse, securityHeaders } from '../platform/page-files.ts'
import { createSessions, type Session } from './sessions.ts'
import {
  type App,
  boundedBody,
  boundStrangers,
  cookieName,
  NOT_UNDERSTOOD,
  ourHost,
  ourOrigin,
  presentedSecrets,
  wellFormedRequest,
} from './well-formed-request.ts'

/** The longest body of a call, and of an exchange, which anyone may ask for. */
const CALL_CAP_BYTES = 4 * 1024 * 1024
const EXCHANGE_CAP_BYTES = 1024

/**
 * This is what is read of a request before anything is checked, and for how long. All headers together: with
 * `--port 0`, browsers send along what other servers of 127.0.0.1 have them keep.
 */
const BEFORE_CHECKS = {
  maxHeaderSize: 64 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
}

export interface BrowserServerOptions {
  /** The only host that is answered to, as launch links name it: an address of this machine, or a name of one. */
  host: string
  router: Backend['router']
  pageFiles: PageFiles
  /** Milliseconds, for the expiry of launch links. */
  now: () => number
  log: (line: string) => void
}

/** How long a download may be fetched. */
const DOWNLOAD_MS = 60_000

/** Serves the page and the bridge to windows that opened a launch link. */
export function createBrowserServer(options: BrowserServerOptions) {
  const { host, router, pageFiles, now, log } = options
  const sessions = createSessions(now)
  const downloads = createDownloads(DOWNLOAD_MS)
  const bridge = new RPCHandler(router)
  const app = new Hono<App>()

  app.use(wellFormedRequest, ourHost(host), ourOrigin)

  app.post(EXCHANGE_PATH, boundedBody(EXCHANGE_CAP_BYTES), (c) => {
    const asked = exchangeSchema.safeParse(parseJson(new TextDecoder().decode(c.var.body)))
    if (!asked.success) return plainResponse(400, NOT_UNDERSTOOD)
    const exchange = sessions.exchange(asked.data.launch, presentedSecrets(c))
    switch (exchange.kind) {
      case 'opened':
        strangers.admit(c.env.incoming.socket)
        setCookie(c, cookieName(c), exchange.secrets.cookie, { httpOnly: true, sameSite: 'Strict', path: '/' })
        return c.json({ pageSecret: exchange.secrets.page }, 200, UNKEPT)
      case 'own':
        strangers.admit(c.env.incoming.socket)
        return c.body(null, 204, UNKEPT)
      case 'refused':
        if (exchange.endedNow) log(SOMEONE_ELSE)
        return c.json({ reason: exchange.reason }, 403, UNKEPT)
    }
  })

  app.post('/rpc/*', async (c, next) => {
    const session = sessions.sessionOf(presentedSecrets(c))
    if (session === null) return plainResponse(403, `This session is over. ${NEW_LINK}`)
    strangers.admit(c.env.incoming.socket)
    c.set('session', session)
    return next()
  })
  app.post('/rpc/*', boundedBody(CALL_CAP_BYTES), async (c) => {
    const { raw } = c.req
    const { session } = c.var
    const { signal, release } = linkSignals(raw.signal, session.ended)
    const request = new Request(raw.url, { method: 'POST', headers: raw.headers, body: c.var.body, signal })
    // The listener keeps the Request until its answer is over: undici aborts the signal of a collected one no more. The
    // session outlasts thousands of calls, so each takes what listens to its end away.
    const calling = { request, release }
    c.env.outgoing.once('close', () => calling.release())
    const { matched, response } = await bridge.handle(request, {
      prefix: '/rpc',
      context: { offerDownload: (download) => downloads.offer(download, session) },
    })
    return matched ? response : plainResponse(404, 'There is no such call.')
  })

  app.get(`${DOWNLOAD_PATH}:secret`, async (c) => {
    // What only asks what is there uses nothing up.
    if (c.req.method !== 'GET') return plainResponse(405, 'A file can only be fetched.', { allow: 'GET' })
    const download = downloads.take(c.req.param('secret'), presentedSecrets(c).cookies)
    if (download === null)
      return plainResponse(
        404,
        'This address is valid once, for a minute, and only in the window that it was made for.',
      )
    strangers.admit(c.env.incoming.socket)
    await sendDownload(download, c.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })

  app.get('*', (c) => pageFiles(c.req.raw))
  app.all('*', () => plainResponse(405, 'This method is not allowed here.', { allow: 'GET, HEAD, POST' }))
  app.onError((error) => {
    log(`Unexpected error in the browser shell: ${error.stack ?? error.message}`)
    return plainResponse(500, 'Something went wrong in Eventscope; its terminal says more.')
  })

  const server = createAdaptorServer({
    fetch: app.fetch,
    // The adapter's own Request and Response must not replace undici's: fetch would refuse them.
    overrideGlobalObjects: false,
    serverOptions: BEFORE_CHECKS,
  }) as Server
  const strangers = boundStrangers(server)
  return {
    /** To be bound to the address of the host. */
    server,
    /** A link that opens the page once, for `goodForMs` (else until it is used); the server must be listening. */
    launchLink: (goodForMs = Number.POSITIVE_INFINITY): string =>
      `http://${host}:${portOf(server)}/#launch=${sessions.launchToken(now() + goodForMs)}`,
  }
}

/** The headers of what is said in an exchange. */
const UNKEPT = { ...securityHeaders(null), 'cache-control': 'no-store' }

const NEW_LINK = 'For a new link, press Enter in the terminal where Eventscope is running, or start it again.'
const SOMEONE_ELSE = `A launch link was opened a second time, by someone else: the first may not have been you. The session that it had opened was ended. ${NEW_LINK}`

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server is not listening')
  return address.port
}

// The address of a run of the browser shell: a new one each time, for which browsers hold no pages, caches or service
// workers of another program.

interface RunAddress {
  /** The host that launch links name, and the only one that is answered to. */
  host: string
  /** The IPv4 address to listen on. */
  address: string
}

/** Every program has it: what was served there before is unknown. */
export const COMMON_ADDRESS: RunAddress = { host: '127.0.0.1', address: '127.0.0.1' }

/**
 * An address of this machine that only chance has used before. Linux and Windows listen on all of 127.0.0.0/8;
 * elsewhere it is a name, which Chromium and Firefox take for this machine by themselves.
 * @param randomBytes as that of node:crypto
 */
export function freshAddress(platform: NodeJS.Platform, randomBytes: (size: number) => Uint8Array): RunAddress {
  if (platform !== 'linux' && platform !== 'win32') {
    const name = Buffer.from(randomBytes(16)).toString('hex')
    return { host: `${name}.localhost`, address: COMMON_ADDRESS.address }
  }
  for (;;) {
    const [second = 0, third = 0, last = 0] = randomBytes(3)
    // Resolvers and the machine's own name are in 127.0; networks and broadcasts end in 0 and 255.
    if (second === 0 || last === 0 || last === 255) continue
    const address = `127.${second}.${third}.${last}`
    return { host: address, address }
  }
}

// Files for the browser to fetch: each under an address that is good once, for a minute, and for the session it was
// given to.

export const DOWNLOAD_PATH = '/download/'

interface Offered {
  download: Download
  session: Session
  /** No more timer, and nothing that listens: both signals may outlive thousands of downloads. */
  release: () => void
}

const SECRET_BYTES = 24

/** A download's `expired` is called where nobody took it in time, or its session ended before that. */
export function createDownloads(goodForMs: number) {
  const offered = new Map<string, Offered>()

  function withdraw(secret: string): Offered | undefined {
    const one = offered.get(secret)
    one?.release()
    offered.delete(secret)
    return one
  }

  return {
    /** The path of its address, of 192 random bits. */
    offer(download: Download, session: Session): string {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const cancelled = () => void withdraw(secret)
      const expired = () => withdraw(secret)?.download.expired()
      const timer = setTimeout(expired, goodForMs).unref()
      const release = () => {
        clearTimeout(timer)
        download.signal.removeEventListener('abort', cancelled)
        session.ended.removeEventListener('abort', expired)
      }
      offered.set(secret, { download, session, release })
      download.signal.addEventListener('abort', cancelled)
      session.ended.addEventListener('abort', expired)
      return DOWNLOAD_PATH + secret
    },
    /** Takes an offered download, whose address is good once. Null if these cookies have none: nothing is used up. */
    take(secret: string, cookies: readonly string[]): Download | null {
      const one = offered.get(secret)
      if (one === undefined || one.session.ended.aborted || !one.session.isHeldBy(cookies)) return null
      withdraw(secret)
      const signal = AbortSignal.any([one.download.signal, one.session.ended])
      return { ...one.download, signal }
    },
  }
}

/**
 * Sends the file as it is made. Where that fails, or is not wanted any more, the connection is reset: browsers take a
 * file for whole whose connection is closed in the middle, as too many servers do so by mistake.
 */
export async function sendDownload(download: Download, response: ServerResponse): Promise<void> {
  const { fileName, mediaType, bytes, signal } = download
  response.writeHead(200, {
    ...securityHeaders(null),
    'content-type': mediaType,
    'content-disposition': `attachment; filename="${asciiName(fileName)}"; filename*=UTF-8''${encoded(fileName)}`,
    'cache-control': 'no-store',
    'accept-ranges': 'none',
  })
  // The browser lists it from now on, however long its rows are looked at first.
  response.flushHeaders()
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  const left = AbortSignal.any([signal, leaving.signal])
  const { socket } = response
  // Also while nothing is on its way, or nobody reads.
  left.addEventListener('abort', () => {
    if (!response.writableFinished) socket?.resetAndDestroy()
  })
  try {
    for await (const chunk of bytes(left)) {
      if (!response.write(chunk)) await once(response, 'drain', { signal: left })
    }
    response.end()
  } catch {
    // What went wrong is said where the export is listed.
    socket?.resetAndDestroy()
  }
}

const asciiName = (name: string) => name.replaceAll(/[^\w .-]/g, '_')
/** Encodes as RFC 8187. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
