// What a snapshot of a million events costs the page: live pages flipped while it is read and loaded, beside the same
// without; then opened, scrolled from end to end, and sorted. `npm run bench -- snapshots [EVENTS]`.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, startServiceProcess } from '../e2e/fixtures.ts'
import { watchReading } from '../electron/backend/snapshots/fixtures/watch-reading.ts'
import { launchChromium } from './browsing/launch-chromium.ts'
import { rounded } from './browsing/spread.ts'
import { type Calmness, calmnessOf } from './snapshots/calmness.ts'
import { type LiveWindow, openWindow } from './snapshots/live-window.ts'
import { openRows, residentMb } from './snapshots/opened-rows.ts'

const EVENTS = Number(process.argv[2] ?? 1_000_000)
/** Flips with nothing behind them: half of them before, half after. */
const ALONE = 60
const WARM_UP = 20
/** Between two looks at the reading, as on the page. */
const LOOK_MS = 400

if (!existsSync(join(root, 'dist/browser.js'))) throw new Error('The inspector is not built yet: run `npm run build`.')
const folder = mkdtempSync(join(tmpdir(), 'bench-snapshots-'))
const service = await startServiceProcess('--events', `${EVENTS}`, '--seed', '7', '--db', join(folder, 'service.db'))
const browser = await launchChromium()
try {
  const window = await openWindow(browser, join(folder, 'shell'), service.url)
  const flips = await calmnessOf(window, service.url)
  await flips((times) => times >= WARM_UP)
  const before = await flips((times) => times >= ALONE / 2)

  const { client, connection } = window
  const { snapshotId } = await client.snapshots.take({
    connectionId: connection.id,
    account: connection.account,
    search: { propertyFilters: [] },
    range: { from: '2000-01-01T00:00:00Z', until: null, zone: 'UTC' },
  })
  const reading = await during(flips, () => readToTheEnd(window, snapshotId))
  // What a worker held is reused, and not given back: before the first is started.
  const idleMb = residentMb(window)
  const loading = await during(flips, () => loadedRows(window, snapshotId))
  await client.snapshots.unload({ snapshotId })
  const after = await flips((times) => times >= ALONE / 2)

  console.log(`${EVENTS.toLocaleString('en-US')} events; ${availableParallelism()} processors for all of it`)
  console.log(`Read in ${rounded(reading.ms / 1_000)} s (${reading.words}), loaded in ${rounded(loading.ms / 1_000)} s`)
  console.log('Live pages meanwhile, in milliseconds, beside the same with nothing behind them:')
  console.table(
    Object.fromEntries(
      [
        ...linesOf('while read', reading.calmness, before, after),
        ...linesOf('while loaded', loading.calmness, before, after),
      ].map(({ name, ...line }) => [name, line]),
    ),
  )
  await window.page.reload()
  await window.inspector.settled()
  const opened = await openRows(window, snapshotId)
  const loadedMb = residentMb(window)
  const memoryMb = idleMb === null || loadedMb === null ? 'not told here' : Math.round(loadedMb - idleMb)
  console.table({
    'Opened to first rows, ms': { measured: Math.round(opened.openedMs), aim: '≤ 10,000' },
    'Memory of the backend, MiB more': { measured: memoryMb, aim: '≤ 1,024' },
    'Scrolled end to end, ms': { measured: Math.round(opened.scrolledMs), aim: '' },
    '  long tasks of 50 ms or more': { measured: opened.longTasks.length, aim: '0' },
    '  the longest, ms': {
      measured: Math.round(opened.longTasks.reduce((most, ms) => Math.max(most, ms), 0)),
      aim: '',
    },
    'Sorted by a property, ms': { measured: Math.round(opened.sortedMs), aim: '≤ 3,000' },
  })
  await window.close()
} finally {
  await browser.close()
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function during(
  flips: Awaited<ReturnType<typeof calmnessOf>>,
  work: () => Promise<string>,
): Promise<{ calmness: Calmness; ms: number; words: string }> {
  const startedAt = performance.now()
  let ms: number | null = null
  const worked = work().then((words) => {
    ms = performance.now() - startedAt
    return words
  })
  const calmness = await flips(() => ms !== null)
  const words = await worked
  return { calmness, ms: ms ?? Number.NaN, words }
}

async function readToTheEnd({ client }: LiveWindow, snapshotId: string): Promise<string> {
  let words = ''
  for await (const { status } of watchReading(client.snapshots, snapshotId, LOOK_MS)) {
    words = status.state === 'finished' ? status.verdict.kind : status.state
  }
  if (words !== 'complete') throw new Error(`The reading came to: ${words}`)
  return words
}

async function loadedRows({ client }: LiveWindow, snapshotId: string): Promise<string> {
  let state = ''
  for await (const step of await client.snapshots.load({ snapshotId })) {
    state = step.state === 'over' ? step.outcome.kind : step.state
  }
  if (state !== 'loaded') throw new Error(`Loading came to: ${state}`)
  return state
}

function linesOf(when: string, measured: Calmness, before: Calmness, after: Calmness) {
  const names = { flip: 'Page flip in the window', search: 'Search over the bridge', direct: 'The service itself' }
  return (['flip', 'search', 'direct'] as const).map((of) => {
    const alone = (before[of].p50 + after[of].p50) / 2
    return {
      name: `${names[of]}, ${when}`,
      p50: rounded(measured[of].p50),
      p95: rounded(measured[of].p95),
      'alone p50': rounded(alone),
      'alone p95': rounded((before[of].p95 + after[of].p95) / 2),
      ratio: `${rounded(measured[of].p50 / alone, 2)}×`,
      times: measured.times,
      aim: of === 'flip' ? '≤ 1.5×' : '',
    }
  })
}
