// This is what a connection and a request to the browser shell must be before anything looks into them, in the order in
// which it is asked.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { PAGE_SECRET_HEADER } from '../../shared/contract/session-exchange.ts'
import { BrokenBody, readBody } from '../backend/http/service-fetch.ts'
import { plainResponse } from '../platform/page-files.ts'
import type { PresentedSecrets, Session } from './sessions.ts'

export type App = { Bindings: HttpBindings; Variables: { body: Uint8Array<ArrayBuffer>; session: Session } }

/** A body or address that is none of ours. */
export const NOT_UNDERSTOOD = 'This request cannot be understood.'

/** Origin form only, and nothing that would turn the connection into something else. */
export const wellFormedRequest: MiddlewareHandler<App> = async (c, next) => {
  const { url, headers, socket } = c.env.incoming
  // A connection that was ended may have brought more requests in the same bytes. They would fail by the host as well,
  // but only because a socket that is gone has no port.
  if (!url?.startsWith('/') || headers.upgrade !== undefined || socket.destroyed)
    return plainResponse(400, NOT_UNDERSTOOD, { connection: 'close' })
  return next()
}

/** A foreign name that leads to this machine (DNS rebinding) must not get anything. */
export const ourHost =
  (name: string): MiddlewareHandler<App> =>
  async (c, next) => {
    const { rawHeaders, headers, socket } = c.env.incoming
    // Names and values by turns, as they were sent: of two hosts `headers` would show one.
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length !== 1 || headers.host !== `${name}:${socket.localPort}`)
      return plainResponse(403, 'Eventscope answers only to the address that its launch links name.')
    return next()
  }

/** A page of another origin may send requests here; its browser then says whose page it is. */
export const ourOrigin: MiddlewareHandler<App> = async (c, next) => {
  const { origin, host } = c.env.incoming.headers
  const isReading = c.req.method === 'GET' || c.req.method === 'HEAD'
  // Browsers leave the origin out only where they read.
  const isOurs = origin === undefined ? isReading : origin === `http://${host}`
  if (!isOurs) {
    return plainResponse(403, 'Only Eventscope’s own page may send this request.')
  }
  return next()
}

/** Reads the body up to the cap, whether its length was announced or not. */
export const boundedBody =
  (capBytes: number): MiddlewareHandler<App> =>
  async (c, next) => {
    const announced = Number(c.env.incoming.headers['content-length'] ?? 0)
    if (announced > capBytes) return tooLong(capBytes)
    try {
      const { bytes, end } = await readBody(c.req.raw.body, capBytes, () => undefined)
      if (end === 'over') return tooLong(capBytes)
      c.set('body', bytes)
    } catch (error) {
      if (error instanceof BrokenBody) return plainResponse(400, 'The request broke off.')
      throw error
    }
    return next()
  }

const tooLong = (capBytes: number) =>
  plainResponse(413, `This request may have at most ${capBytes} bytes.`, { connection: 'close' })

/** Cookies ignore ports: without the port in it, two shells would overwrite each other's. */
export const cookieName = (c: Context<App>) => `eventscope-${c.env.incoming.socket.localPort}`

/** The secrets that a request holds, whether they are right or not. */
export function presentedSecrets(c: Context<App>): PresentedSecrets {
  const { cookie = '', [PAGE_SECRET_HEADER]: page } = c.env.incoming.headers
  const start = `${cookieName(c)}=`
  const pairs = cookie.split(';').map((pair) => pair.trim())
  return {
    cookies: pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length)),
    page: typeof page === 'string' ? page : '',
  }
}

// Connections before it is known whose they are: any program of this machine can open them, and any page.

export interface StrangerBounds {
  /** How many connections may be open that have shown no session. */
  most: number
  /** How long such a connection may last, whatever is on its way, in ms. */
  longestMs: number
}

interface Stranger {
  timer: NodeJS.Timeout
  state: 'asking' | 'being-answered' | 'answered'
}

/** A browser opens six at once, and every asset of the page takes a few milliseconds. */
const BOUNDS: StrangerBounds = { most: 200, longestMs: 30_000 }

/** Among many that come at once, a browser has so long to say what it asks. */
const GRACE_MS = 100

/**
 * Every connection is accepted. Strangers that were answered and stay connected are closed first if there are too many,
 * then those that have not sent a request, then those that do not read their answer; the oldest of each first. So a
 * flood displaces itself, and a window of the user gets in. A request behind one that is not answered yet ends its
 * connection: no browser sends that, and each costs its sender a few bytes and us an answer.
 */
export function boundStrangers(server: Server, { most, longestMs }: StrangerBounds = BOUNDS) {
  /** They are in the order in which they came. */
  const strangers = new Map<Socket, Stranger>()
  let isDue = false

  /** This connection has shown a session, or a secret of one: it is bounded no more. Calling it again does nothing. */
  function admit(socket: Socket): void {
    clearTimeout(strangers.get(socket)?.timer)
    strangers.delete(socket)
  }

  function dismiss(socket: Socket): void {
    admit(socket)
    socket.destroy()
  }

  function firstOf(state: Stranger['state']): Socket | undefined {
    for (const [socket, stranger] of strangers) if (stranger.state === state) return socket
    return undefined
  }

  function dismissSome(): void {
    isDue = false
    while (strangers.size > most) {
      const socket = firstOf('answered') ?? firstOf('asking') ?? firstOf('being-answered')
      if (socket !== undefined) dismiss(socket)
    }
  }

  server.on('connection', (socket: Socket) => {
    strangers.set(socket, { timer: setTimeout(dismiss, longestMs, socket).unref(), state: 'asking' })
    socket.once('close', () => admit(socket))
    if (isDue || strangers.size <= most) return
    isDue = true
    setTimeout(dismissSome, GRACE_MS).unref()
  })
  server.prependListener('request', ({ socket }, response) => {
    const stranger = strangers.get(socket)
    if (stranger === undefined) return
    if (stranger.state === 'being-answered') return dismiss(socket)
    stranger.state = 'being-answered'
    response.once('close', () => {
      stranger.state = 'answered'
    })
  })
  return { admit }
}
