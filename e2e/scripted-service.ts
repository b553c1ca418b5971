// A service whose every answer a spec writes itself: for failures, late answers and rows that do not fit the interface.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  path: string
  authorization: string | undefined
  /** The body as sent. */
  body: string
}

export type Answer = (asked: Asked, response: ServerResponse, count: number) => void | Promise<void>

export interface ScriptedService {
  url: string
  asked: Asked[]
  /** Puts another script in place of the current one. */
  answers: (answer: Answer) => void
  stop: () => Promise<void>
}

export function json(
  response: ServerResponse,
  body: string | object,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

/** A page of the interface around the JSON texts of its events. */
export function pageOf(events: string[], total = events.length, limit = 50, offset = 0): string {
  return `{"events":[${events.join(',')}],"total":${total},"limit":${limit},"offset":${offset}}`
}

export function eventText(number: number, overrides: Record<string, string> = {}): string {
  const fields = {
    event_id: JSON.stringify(`evt_${String(number).padStart(4, '0')}`),
    customer_id: '"cus_A"',
    event_code: '"api_calls"',
    event_type: '"debit"',
    created_at: JSON.stringify(
      `2026-11-01T00:${String(Math.floor(number / 60) % 60).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}Z`,
    ),
    event_properties: '{"amount":0.10}',
    ...overrides,
  }
  return `{${Object.entries(fields)
    .map(([name, text]) => `"${name}":${text}`)
    .join(',')}}`
}

/**
 * Answers a search out of `count` events, narrowed by its range, its ID and its type alone. `most` is a cap of the
 * service's own, echoed as the limit that it applied; `total` counts all matches, or only those of the page. Any event
 * is found by its ID.
 */
export function serving(count: number, { most = 100, total = 'all' as 'all' | 'page' } = {}): Answer {
  return ({ method, path, body }, response) => {
    if (method === 'GET') return json(response, eventText(Number(/\d+$/.exec(path)?.[0])))
    const { offset, limit, ...filters } = JSON.parse(body) as { offset: number; limit: number } & Record<string, string>
    const applied = Math.min(limit, most)
    const texts = (from: number, length: number) => Array.from({ length }, (_, index) => eventText(from + index))
    // Where nothing is filtered only the page is written: `count` may be large.
    const isFiltered = Object.keys(filters).length > 0
    const matches = isFiltered ? texts(0, count).filter((text) => isMatch(text, filters)) : null
    const events = matches?.slice(offset, offset + applied) ?? texts(offset, Math.min(applied, count - offset))
    json(response, pageOf(events, total === 'all' ? (matches?.length ?? count) : events.length, applied, offset))
  }
}

function isMatch(text: string, filters: Record<string, string>): boolean {
  const event = JSON.parse(text) as Record<'event_id' | 'event_type' | 'created_at', string>
  const { created_at_from: from, created_at_to: to, event_id: id, event_type: type } = filters
  const at = Date.parse(event.created_at)
  return (
    (from === undefined || at >= Date.parse(from)) &&
    (to === undefined || at <= Date.parse(to)) &&
    (id === undefined || event.event_id === id) &&
    (type === undefined || event.event_type === type)
  )
}

export async function startScriptedService(first: Answer): Promise<ScriptedService> {
  const asked: Asked[] = []
  let answer = first
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const entry: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    asked.push(entry)
    await answer(entry, response, asked.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answers: (next) => {
      answer = next
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
