// A service for one test, on a port of its own, closed when the test ends.
import { onTestFinished } from 'vitest'
import { type Service, type ServiceOptions, startService } from './server.ts'

export const TOKEN = 'test-token'
export const NOW = Date.parse('2026-03-01T12:00:00Z')

export type ServiceUnderTest = Service & {
  /** POSTs a search; a body that is no string is written as JSON. */
  search(body: unknown, headers?: Record<string, string>): Promise<Response>
  /** GETs a path. */
  get(path: string, headers?: Record<string, string>): Promise<Response>
}

/** Starts a service; its clock stands at NOW unless another is given. */
export async function serviceUnderTest(options: Partial<ServiceOptions> = {}): Promise<ServiceUnderTest> {
  const service = await startService({ token: TOKEN, events: 0, clock: () => NOW, drain: 1_000, ...options })
  onTestFinished(() => service.close())
  const authorization = { Authorization: `Bearer ${TOKEN}` }
  return {
    ...service,
    search: (body, headers = {}) =>
      fetch(`${service.url}/v1/events/search`, {
        method: 'POST',
        headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'manual',
      }),
    get: (path, headers = {}) =>
      fetch(`${service.url}${path}`, { headers: { ...authorization, ...headers }, redirect: 'manual' }),
  }
}
