// The requests that a service was sent, kept for tests: a page that a client of it shows sees none of them.
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { type BodyReading, readBody } from './request-body.ts'

export type KeptRequest = {
  /** It counts from 1, in order of arrival: as faults count them. */
  number: number
  /** It arrived then, by the service's clock: RFC 3339. */
  at: string
  method: string
  /** It is as it was sent, with the query. */
  path: string
  /** The text of a POST; null where it was none, or cannot be read. */
  body: string | null
  /** It is the answer's; null until there is one. */
  status: number | null
}

/** The middleware hands it to those behind it: a body can be read only once. */
export type ReadBody = { readBody: () => Promise<BodyReading> }

export type KeptRequests = {
  keep: MiddlewareHandler<{ Bindings: HttpBindings; Variables: ReadBody }>
  /** In order of arrival; each is complete once it is answered. */
  requests: readonly KeptRequest[]
}

/** @param clock milliseconds since 1970 */
export function createKeptRequests(clock: () => number): KeptRequests {
  const requests: KeptRequest[] = []
  return {
    requests,
    async keep(c, next) {
      const { incoming, outgoing } = c.env
      const request: KeptRequest = {
        number: requests.length + 1,
        at: new Date(clock()).toISOString(),
        method: c.req.method,
        path: incoming.url ?? '',
        body: null,
        status: null,
      }
      requests.push(request)
      if (request.method === 'POST') {
        const reading = await readBody(incoming)
        if (reading.ok) request.body = reading.text
        c.set('readBody', async () => reading)
      }
      await next()
      request.status = c.res === RESPONSE_ALREADY_SENT ? outgoing.statusCode : c.res.status
    },
  }
}
