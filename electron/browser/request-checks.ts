// What a request to the browser shell must be before anything looks into it, in the order in which it is asked.
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { PAGE_SECRET_HEADER } from '../../shared/contract/session-exchange.ts'
import { BrokenBody, readBody } from '../backend/http/body.ts'
import { plainResponse } from '../platform/page-files.ts'
import type { PresentedSecrets, Session } from './sessions.ts'

export type App = { Bindings: HttpBindings; Variables: { body: Uint8Array<ArrayBuffer>; session: Session } }

/** Origin form only, and nothing that would turn the connection into something else. */
export const wellFormedRequest: MiddlewareHandler<App> = async (c, next) => {
  const { url, headers, socket } = c.env.incoming
  // A connection that was ended may have brought more requests in the same bytes.
  if (!url?.startsWith('/') || headers.upgrade !== undefined || socket.destroyed)
    return plainResponse(400, 'This request cannot be understood.', { connection: 'close' })
  return next()
}

/** A foreign name that leads to this machine (DNS rebinding) must not get anything. */
export const ourHost =
  (name: string): MiddlewareHandler<App> =>
  async (c, next) => {
    const { rawHeaders, headers, socket } = c.env.incoming
    const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
    if (hosts.length !== 1 || headers.host !== `${name}:${socket.localPort}`)
      return plainResponse(403, 'Eventscope answers only to the address that its launch links name.')
    return next()
  }

/** A page of another origin may send requests here; its browser then says whose page it is. */
export const ourOrigin: MiddlewareHandler<App> = async (c, next) => {
  const { origin, host } = c.env.incoming.headers
  const reading = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (origin === undefined ? !reading : origin !== `http://${host}`) {
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
