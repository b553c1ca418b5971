// Ways of standing between the suite and a service, changing what is asked or answered.

// biome-ignore lint/suspicious/noExplicitAny: a lying service may send anything.
export type Json = { [name: string]: any }
export type Asked = { method: string; path: string; headers: Headers; body: string }
export type Answered = { status: number; text: string }
export type Forward = (asked: Asked) => Promise<Answered>

export const isSearch = ({ method, path }: Asked) => method === 'POST' && path === '/v1/events/search'
const parse = (text: string): Json | null => {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** Changes a search's request. Numbers become doubles, which is fine for the small ones that tests use. */
export const asking = (change: (body: Json) => void) => (asked: Asked, send: Forward) => {
  const body = isSearch(asked) ? parse(asked.body) : null
  if (body === null) return send(asked)
  change(body)
  return send({ ...asked, body: JSON.stringify(body) })
}

/** Changes a search's response as text, so that numbers stay exact. */
export const answering = (change: (text: string, body: Json) => string) => async (asked: Asked, send: Forward) => {
  const answer = await send(asked)
  const body = parse(asked.body)
  return isSearch(asked) && answer.status === 200 && body !== null
    ? { ...answer, text: change(answer.text, body) }
    : answer
}

/**
 * Changes a number that stands after the events of a search result: `total`, `limit` or `offset`.
 * @param change is given the number and what was asked
 */
export const replaceCount = (name: string, change: (value: number, body: Json) => number) =>
  answering((text, body) =>
    text.replace(
      new RegExp(`"${name}":(\\d+)(?=[^{}[\\]]*\\}$)`),
      (_all, value) => `"${name}":${change(Number(value), body)}`,
    ),
  )

/** Honours limits above 100, up to 1,000, but returns at most 200 events. */
export async function overTheCap(asked: Asked, send: Forward): Promise<Answered> {
  const body = isSearch(asked) ? parse(asked.body) : null
  const limit = body?.limit
  if (body === null || typeof limit !== 'number' || limit <= 100 || limit > 1000) return send(asked)
  const first = await send({ ...asked, body: JSON.stringify({ ...body, limit: 100 }) })
  const second = await send({ ...asked, body: JSON.stringify({ ...body, limit: 100, offset: 100 }) })
  const [one, two] = [JSON.parse(first.text) as Json, JSON.parse(second.text) as Json]
  return { status: 200, text: JSON.stringify({ ...one, events: [...one.events, ...two.events], limit }) }
}

/** Skips one event more than an offset above 0 asks for, and echoes what was asked. */
export function offByOne(asked: Asked, send: Forward): Promise<Answered> {
  const offset = parse(asked.body)?.offset
  if (!isSearch(asked) || typeof offset !== 'number' || offset < 1) return send(asked)
  const shifted = send({ ...asked, body: asked.body.replace(/"offset":\d+/, `"offset":${offset + 1}`) })
  return shifted.then((answer) => ({ ...answer, text: answer.text.replace(/"offset":\d+\}$/, `"offset":${offset}}`) }))
}

/** Ignores these fields of a search that gives `present` as well. */
export function besides(present: string, ...ignored: string[]) {
  return asking((body) => {
    if (body[present] !== undefined) for (const name of ignored) delete body[name]
  })
}

/** Ignores a field of a search whose offset is above 0. */
export function laterWithout(ignored: string) {
  return asking((body) => {
    if (body.offset > 0) delete body[ignored]
  })
}

/** Answers a search with several filters as one with none, from its first event on. */
export async function noneOfSeveral(asked: Asked, send: Forward): Promise<Answered> {
  const body = isSearch(asked) ? parse(asked.body) : null
  const filters = Object.keys(body ?? {}).filter((name) => name !== 'limit' && name !== 'offset')
  return send(filters.length > 1 ? { ...asked, body: JSON.stringify({ limit: body?.limit ?? 50 }) } : asked)
}

/** Changes every answer to a GET but 401. */
export function fetching(change: (answer: Answered) => Answered) {
  return async (asked: Asked, send: Forward) => {
    const answer = await send(asked)
    return asked.method === 'GET' && answer.status !== 401 ? change(answer) : answer
  }
}

/**
 * Requests that are let in bear the right token, `token`, whatever they came with.
 * @param isLetIn is given the Authorization header, null where there is none
 */
export function authorized(isLetIn: (header: string | null, asked: Asked) => boolean) {
  return (asked: Asked, send: Forward) => {
    if (!isLetIn(asked.headers.get('authorization'), asked)) return send(asked)
    const headers = new Headers(asked.headers)
    headers.set('Authorization', 'Bearer token')
    return send({ ...asked, headers })
  }
}
