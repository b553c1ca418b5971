// The cache's file beside bare node:sqlite with the same values on the same disk, and what of its time is encryption.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CACHE_LIMITS } from '../../electron/backend/cache/cache.ts'
import { openCacheFile } from '../../electron/backend/cache/open-cache.ts'
import { type CacheCipher, cacheCipher } from '../../electron/backend/storage/sealing.ts'
import { keptText } from '../../renderer/live/store/answers.ts'
import { parseSearchPage } from '../../shared/search/search-page.ts'
import { type Spread, spreadOf } from './spread.ts'

export interface StoreTimes {
  write: Spread
  read: Spread
  /** How a page's events were first seen: remembered, and held against it later. */
  record: Spread
  recordAgain: Spread
  bareWrite: Spread
  bareRead: Spread
  /** Of the whole time of write, read and record, from 0 to 1. */
  encryption: number
  bytesPerPage: number
}

const PAGES = 400
const owner = { connectionId: 'bench', account: 1 }

/** `texts` are answers to searches, as sent. */
export function timeStore(folder: string, texts: string[]): StoreTimes {
  const pages = Array.from({ length: PAGES }, (_, page) => pageOf(texts[page % texts.length] ?? '', page))
  const timed = timedCipher(cacheCipher(Buffer.alloc(32, 7)))
  const limits = CACHE_LIMITS
  const cache = openCacheFile({ file: join(folder, 'cache.db'), cipher: timed.cipher, now: Date.now, limits })
  const bare = bareStore(join(folder, 'bare.db'))
  // Once before it counts, so that neither is measured while it is compiled.
  for (const page of pages.slice(0, 50)) {
    cache.write(owner, `warm ${page.key}`, page.value)
    cache.read(owner, `warm ${page.key}`)
    cache.recordFirstSeen(
      owner,
      page.events.map((event) => ({ ...event, eventId: `warm ${event.eventId}` })),
    )
    bare.write(`warm ${page.key}`, page.value)
    bare.read(`warm ${page.key}`)
  }
  timed.reset()
  const write = times(pages, ({ key, value }) => cache.write(owner, key, value))
  const record = times(pages, ({ events }) => cache.recordFirstSeen(owner, events))
  const read = times(pages, ({ key }) => cache.read(owner, key))
  const recordAgain = times(pages, ({ events }) => cache.recordFirstSeen(owner, events))
  const encryption = timed.spent() / sum([...write, ...record, ...read, ...recordAgain])
  const bareWrite = times(pages, ({ key, value }) => bare.write(key, value))
  const bareRead = times(pages, ({ key }) => bare.read(key))
  cache.close()
  bare.close()
  const spreads = { write, read, record, recordAgain, bareWrite, bareRead }
  const measured = Object.fromEntries(Object.entries(spreads).map(([name, all]) => [name, spreadOf(all)]))
  const bytesPerPage = sum(pages.map(({ value }) => Buffer.byteLength(value))) / PAGES
  return { ...(measured as Record<keyof typeof spreads, Spread>), encryption, bytesPerPage }
}

interface Page {
  key: string
  value: string
  events: { eventId: string; source: string }[]
}

/** What the inspector keeps of an answer; `page` makes its events unlike those of the others. */
function pageOf(text: string, page: number): Page {
  const read = parseSearchPage(text)
  if (!read.ok) throw new Error(read.problems.join())
  const info = {
    receivedAt: new Date().toISOString(),
    serviceDate: null,
    durationMs: 1,
    attempts: 1,
    requestId: null,
    bytes: text.length,
  }
  const key = `["search","bench",1,{"filters":{"propertyFilters":[]},"limit":50,"offset":${page * 50}}]`
  return {
    key,
    value: keptText({ page: read.page, info }),
    events: read.page.events.map(({ eventId, source }) => ({ eventId: `${eventId} ${page}`, source })),
  }
}

function bareStore(file: string) {
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  database.exec('CREATE TABLE entry (key TEXT PRIMARY KEY, value TEXT) STRICT')
  const put = database.prepare('INSERT OR REPLACE INTO entry VALUES (?, ?)')
  const get = database.prepare('SELECT value FROM entry WHERE key = ?')
  return {
    write: (key: string, value: string) => put.run(key, value),
    read: (key: string) => get.get(key),
    close: () => database.close(),
  }
}

function timedCipher(cipher: CacheCipher) {
  let spent = 0
  const timed =
    <I extends unknown[], O>(work: (...input: I) => O) =>
    (...input: I): O => {
      const start = performance.now()
      const output = work(...input)
      spent += performance.now() - start
      return output
    }
  return {
    cipher: { seal: timed(cipher.seal), open: timed(cipher.open), name: timed(cipher.name) },
    spent: () => spent,
    reset: () => {
      spent = 0
    },
  }
}

function times(pages: Page[], work: (page: Page) => unknown): number[] {
  return pages.map((page) => {
    const start = performance.now()
    work(page)
    return performance.now() - start
  })
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
