// The page's end of the bridge: one typed client over a MessagePort (desktop) or HTTP on our own origin (browser
// shell). Whatever goes wrong in a call arrives as a FailureError: the backend's own failures, and a session or backend
// that is gone.
import { createORPCClient, DynamicLink, mapEventIterator, ORPCError } from '@orpc/client'
import { RPCLink as FetchLink } from '@orpc/client/fetch'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { CancelledError } from '@tanstack/query-core'
import type { Contract } from '../shared/contract/contract.ts'
import { PORT, WANT_PORT } from '../shared/contract/port-handover.ts'
import { EXCHANGE_PATH, openedSchema, PAGE_SECRET_HEADER, refusedSchema } from '../shared/contract/session-exchange.ts'
import {
  type AnswerInfo,
  type EventAnswer,
  MOST_TIMES_LIMIT,
  type SearchAnswer,
  type SearchRequest,
} from '../shared/event/event.ts'
import { type Failure, failed, failureSchema, type Result, succeeded } from '../shared/failure/failure.ts'
import {
  type Progress,
  parseEventText,
  parseSearchPage,
  type SentAnswer,
  type Unusable,
} from '../shared/search/search-page.ts'

type Client = ContractRouterClient<Contract>
type EventCalls = Client['events']

/** The contract's calls, with the service's answers parsed. */
export interface Bridge extends Omit<Client, 'events'> {
  events: {
    search: (...call: Parameters<EventCalls['search']>) => Promise<AsyncIterable<Progress<SearchAnswer>>>
    get: (...call: Parameters<EventCalls['get']>) => Promise<AsyncIterable<Progress<EventAnswer>>>
    edge: EventCalls['edge']
    distribution: EventCalls['distribution']
  }
}

/** The one error that bridge calls reject with; `failure` is what to put into words. */
export class FailureError extends Error {
  readonly failure: Failure
  constructor(failure: Failure, cause?: unknown) {
    super(failure.kind, { cause })
    this.name = 'FailureError'
    this.failure = failure
  }
}

/** The failure behind anything that a bridge call, or the query that made it, rejected with. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  if (error instanceof ORPCError) return failureOfOrpc(error)
  if (error instanceof CancelledError) return { kind: 'cancelled' }
  if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'cancelled' }
  // Browsers reject a fetch that reached nobody, and a body that broke off, with a TypeError.
  if (error instanceof Error && error.cause instanceof TypeError) return failureOf(error.cause)
  if (error instanceof TypeError) return { kind: 'bridge', reason: 'backend-gone', detail: error.message }
  return { kind: 'bridge', reason: 'other', detail: error instanceof Error ? error.message : String(error) }
}

/** A call's outcome as a value: what it answered, or the failure that it rejected with. */
export async function outcomeOf<T>(call: () => Promise<T>): Promise<Result<T>> {
  try {
    return succeeded(await call())
  } catch (error) {
    return failed(failureOf(error))
  }
}

function failureOfOrpc(error: ORPCError<string, unknown>): Failure {
  const known = failureSchema.safeParse(error.data)
  if (known.success) return known.data
  if (error.status === 401 || error.status === 403) {
    return { kind: 'bridge', reason: 'session-over', detail: error.message }
  }
  return { kind: 'bridge', reason: 'other', detail: `${error.status} ${error.message}` }
}

const asFailureError = (error: unknown) =>
  error instanceof FailureError ? error : new FailureError(failureOf(error), error)

/** Turns every rejection of a call, and of the progress it streams, into a FailureError. */
async function withFailures({ next }: { next: () => Promise<unknown> }): Promise<unknown> {
  try {
    const output = await next()
    if (!isAsyncIterator(output)) return output
    return mapEventIterator(output, {
      value: async (value) => value,
      error: async (error) => asFailureError(error),
    })
  } catch (error) {
    throw asFailureError(error)
  }
}

function isAsyncIterator(value: unknown): value is AsyncIterator<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

/** A browser shell: `origin` is the page's own, `fetch` carries its cookie, `storage` holds its other secret. */
export function httpLink(origin: string, fetch: typeof globalThis.fetch, storage: Storage) {
  return new FetchLink({
    url: `${origin}/rpc`,
    // Read for each call: another tab of this browser may have opened a newer session, whose cookie this tab shares.
    headers: () => pageSecretHeader(storage),
    fetch: (request, init) => fetch(request, init),
    interceptors: [withFailures],
  })
}

/** The link to the desktop shell over the port that its preload hands over. */
export function portLink(port: MessagePort) {
  const link = new PortLink({ port, interceptors: [withFailures] })
  port.start()
  return link
}

type Link = Pick<ReturnType<typeof httpLink> | ReturnType<typeof portLink>, 'call'>
const connected = Promise.withResolvers<Link>()

/** The page's calls over a client of any link. */
export function bridgeOver(client: Client): Bridge {
  const events: Bridge['events'] = {
    search: async (...call) => searchProgress(await client.events.search(...call), call[0].request),
    get: async (...call) => eventProgress(await client.events.get(...call)),
    edge: (...call) => client.events.edge(...call),
    distribution: (...call) => client.events.distribution(...call),
  }
  // A client is a proxy that has no members to be copied.
  return new Proxy(client as Omit<Client, 'events'> as Bridge, {
    get: (target, name) => (name === 'events' ? events : Reflect.get(target, name)),
  })
}

/** The client that the whole page shares. Calls made before `startBridge` wait for it. */
export const bridge: Bridge = bridgeOver(createORPCClient(new DynamicLink(() => connected.promise)))

/** Connects `bridge` to the backend. To be called once. */
export function startBridge(link: Link): void {
  connected.resolve(link)
}

const PAGE_SECRET_KEY = 'eventscope-page-secret'

function pageSecretHeader(storage: Storage): Record<string, string> {
  const secret = storage.getItem(PAGE_SECRET_KEY)
  return secret === null ? {} : { [PAGE_SECRET_HEADER]: secret }
}

/**
 * Trades the launch token of the page's fragment for a session, a cookie and a secret of the page's storage, and takes
 * it out of the address and the history at once. The session that is there has to do without a fragment (a reload). A
 * refused exchange is a failure `bridge`.
 */
export async function exchangeLaunchToken(page: {
  location: Location
  history: History
  fetch: typeof globalThis.fetch
  storage: Storage
}): Promise<Failure | null> {
  const launch = new URLSearchParams(page.location.hash.slice(1)).get('launch')
  if (launch === null) return null
  page.history.replaceState(null, '', page.location.pathname + page.location.search)
  try {
    const answer = await page.fetch(EXCHANGE_PATH, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...pageSecretHeader(page.storage) },
      body: JSON.stringify({ launch }),
    })
    // The session is this page's already.
    if (answer.status === 204) return null
    const body: unknown = await answer.json().catch(() => null)
    const opened = openedSchema.safeParse(body)
    if (answer.ok && opened.success) {
      page.storage.setItem(PAGE_SECRET_KEY, opened.data.pageSecret)
      return null
    }
    const refused = refusedSchema.safeParse(body)
    if (refused.success) return { kind: 'bridge', reason: `link-${refused.data.reason}`, detail: '' }
    return { kind: 'bridge', reason: 'other', detail: `The launch link was answered with ${answer.status}.` }
  } catch (error) {
    return failureOf(error)
  }
}

/** How long the desktop shell may take to hand over a port, in milliseconds. */
const PORT_WITHIN_MS = 10_000

/** Asks the desktop shell's preload for a MessagePort; null when none comes. */
export async function requestPort(window: Window): Promise<MessagePort | null> {
  const arrived = Promise.withResolvers<MessagePort | null>()
  function listen(event: MessageEvent) {
    const port = event.ports[0]
    if (event.source === window && event.data?.type === PORT && port) arrived.resolve(port)
  }
  window.addEventListener('message', listen)
  const timer = setTimeout(() => arrived.resolve(null), PORT_WITHIN_MS)
  window.postMessage({ type: WANT_PORT }, window.location.origin)
  const port = await arrived.promise
  clearTimeout(timer)
  window.removeEventListener('message', listen)
  return port
}

// The page's end of a call to the service: joins the pieces of the answer's text and parses it as the backend did.

/**
 * A search's answer, once its text is complete. Throws if it cannot be parsed, which the backend should have noticed.
 */
export function searchProgress(
  sent: AsyncIterable<SentAnswer>,
  { limit }: SearchRequest,
): AsyncGenerator<Progress<SearchAnswer>> {
  return progressOf(sent, (text, info) => {
    const read = parseSearchPage(text, limit * MOST_TIMES_LIMIT)
    return read.ok ? { page: read.page, info } : unread(read)
  })
}

/** The same for an event by its ID. */
export function eventProgress(sent: AsyncIterable<SentAnswer>): AsyncGenerator<Progress<EventAnswer>> {
  return progressOf(sent, (text, info) => {
    const read = parseEventText(text)
    return read.ok ? { event: read.event, info } : unread(read)
  })
}

async function* progressOf<T>(
  sent: AsyncIterable<SentAnswer>,
  read: (text: string, info: AnswerInfo) => T,
): AsyncGenerator<Progress<T>> {
  const pieces: string[] = []
  for await (const step of sent) {
    if (step.type === 'text') pieces.push(step.text)
    else yield step.type === 'answer' ? { type: 'answer', answer: read(pieces.join(''), step.info) } : step
  }
}

function unread({ problems }: Unusable): never {
  throw new Error(`An answer came otherwise than it was sent: ${problems.join('; ')}`)
}
