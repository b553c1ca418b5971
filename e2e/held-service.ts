// A reference service behind a gate: while it is shut, what a reading asks waits, and the page's own searches go
// through. So a reading is looked at in its middle however slow or quick the machine is.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startService } from './fixtures.ts'

export interface HeldService {
  url: string
  /** No request of a reading passes any more. */
  shut: () => void
  /** So many of them pass, those that wait first, and then no more. */
  pass: (count: number) => void
  open: () => void
  stop: () => Promise<void>
}

/** What a reading asks for; a page of the window is 50 events unless it is set otherwise. */
const READING_LIMIT = 100

/** Begins shut. */
export async function startHeldService(...switches: string[]): Promise<HeldService> {
  const service = await startService(...switches)
  const waiting = new Set<() => void>()
  let passes = 0

  const isOfReading = (body: string) => body !== '' && (JSON.parse(body) as { limit?: number }).limit === READING_LIMIT

  /** Resolves when it may pass; false where its client went before. */
  function turn(response: ServerResponse): Promise<boolean> {
    return new Promise((resolve) => {
      const go = () => {
        passes -= 1
        waiting.delete(go)
        resolve(true)
      }
      response.once('close', () => {
        waiting.delete(go)
        resolve(false)
      })
      waiting.add(go)
      letThrough()
    })
  }

  function letThrough() {
    for (const go of waiting) if (passes > 0) go()
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString('utf8')
    if (isOfReading(body) && !(await turn(response))) return
    const { method = 'GET', url = '', headers } = request
    const answered = await fetch(service.url + url, {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        ...(body === '' ? {} : { 'content-type': headers['content-type'] ?? '' }),
      },
      ...(body === '' ? {} : { body }),
    })
    response.writeHead(answered.status, {
      'content-type': answered.headers.get('content-type') ?? '',
      date: answered.headers.get('date') ?? '',
    })
    response.end(Buffer.from(await answered.arrayBuffer()))
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shut: () => {
      passes = 0
    },
    pass(count) {
      passes = count
      letThrough()
    },
    open() {
      passes = Number.POSITIVE_INFINITY
      letThrough()
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await service.stop()
    },
  }
}
