// Our reading of a whole search as the app and the command do it: over HTTP, checked row by row, sealed into a store on
// the disk, up to a verdict; then, where a format is named, its file with sum, hash and receipt. Arguments: URL, API
// key, folder, format. Prints what it did, and what memory that took.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { interactiveLimits } from '../../electron/backend/http/attempt.ts'
import { createActivity, createEventService } from '../../electron/backend/http/event-service.ts'
import { serviceFetch } from '../../electron/backend/http/service-fetch.ts'
import { readSnapshot } from '../../electron/backend/snapshots/reading/read-snapshot.ts'
import { createSnapshotStore } from '../../electron/backend/snapshots/store/snapshot-store.ts'
import { isFileFormat } from '../../shared/export/file-formats.ts'
import { writeWhole } from '../files/write-whole.ts'

const [url = '', token = '', folder = '', format = ''] = process.argv.slice(2)
const storeKey = { key: Buffer.alloc(32, 7), thisRunOnly: null }
const store = createSnapshotStore({ folder, storeKey, now: Date.now })
const service = createEventService({ fetch: serviceFetch, now: Date.now, activity: createActivity() })
const access = { connectionName: 'Bench', baseUrl: url, token }
const limits = { ...interactiveLimits, retries: 0 }
const header = {
  id: 'bench',
  connection: { id: 'bench', name: 'Bench', baseUrl: url, account: 1 },
  search: { propertyFilters: [] },
  range: { from: null, until: null, zone: 'UTC' },
  begunAt: new Date().toISOString(),
}
const idle = process.memoryUsage.rss()
const startedAt = performance.now()
const cpuBefore = process.cpuUsage()
const begun = store.begin(header, 'Bench')
if (!begun.ok) throw new Error(JSON.stringify(begun.failure))
const journal = begun.value
const outcome = await readSnapshot(
  journal,
  {
    search: (request, signal) => service.searchRows(access, request, { signal, report: () => undefined, limits }),
    now: Date.now,
    elapsed: () => performance.now(),
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
    random: Math.random,
  },
  new AbortController().signal,
)
if (outcome.kind !== 'finished') throw new Error(JSON.stringify(outcome))
if (isFileFormat(format)) await writeWhole(join(folder, `all.${format}`), format, journal)
const ms = performance.now() - startedAt
const { user, system } = process.cpuUsage(cpuBefore)
const { requests } = journal.state()
const rows = journal.slices().reduce((sum, { kept }) => sum + kept, 0)
const peak = process.resourceUsage().maxRSS * 1024
console.log(
  JSON.stringify({
    rows,
    requests,
    ms,
    cpuMs: (user + system) / 1000,
    verdict: outcome.verdict.kind,
    idle,
    peak,
  }),
)
await store.end()
