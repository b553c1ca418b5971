// The service over many events, in a process of its own, so that its memory is nothing else's. Told by its parent what
// to search for, it answers with what that took.
import { startService } from '../../service/server.ts'
import { spreadOf } from '../browsing/spread.ts'
import { searchTime, TOKEN } from './search-time.ts'

export interface LargeStoreJob {
  events: number
  /** The service's clock, in milliseconds since 1970. */
  now: number
  /** Bodies of searches: all are sent once, and of `counts` it is measured how long a count takes. */
  searches: string[]
  counts: string[]
  runs: number
}

export interface LargeStoreDone {
  /** Resident memory, in bytes: with all events loaded, and at most. */
  loaded: number
  peak: number
  /** Of each count the median, in milliseconds. */
  countMs: number[]
}

process.once('message', async ({ events, now, searches, counts, runs }: LargeStoreJob) => {
  const service = await startService({ token: TOKEN, events, clock: () => now })
  const loaded = process.memoryUsage.rss()
  for (const body of searches) await searchTime(service.url, body)
  const countMs: number[] = []
  for (const body of counts) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      // Counts are cached until events are added, be they none.
      service.add([])
      times.push(await searchTime(service.url, body))
    }
    countMs.push(spreadOf(times).p50)
  }
  const done: LargeStoreDone = { loaded, peak: process.resourceUsage().maxRSS * 1024, countMs }
  process.send?.(done, () => process.exit())
})
