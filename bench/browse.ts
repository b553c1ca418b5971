// What browsing costs: a page flip, a restart, hours of paging and the local cache, each beside the barest thing that
// could do the same, in one run. Prints a table with ratios and what is aimed at.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from '@playwright/test'
import { root, startServiceProcess, token } from '../e2e/fixtures.ts'
import { Inspector } from '../e2e/kit/inspector.ts'
import { missingPackages, startSecretService } from '../scripts/secret-service.ts'
import { heapOver, warmFlips } from './browsing/flips.ts'
import { launchChromium } from './browsing/launch-chromium.ts'
import { startShell, timeRestarts } from './browsing/restarts.ts'
import { rounded, type Spread } from './browsing/spread.ts'
import { timeStore } from './browsing/store.ts'

const FLIPS = 500
const RESTARTS = 5
/** `--before DIR`: the folder of another checkout that is built, to compare with. */
const { before } = parseArgs({ options: { before: { type: 'string' } } }).values

if (!existsSync(join(root, 'dist/browser.js'))) throw new Error('The inspector is not built yet: run `npm run build`.')

// Without a keychain nothing is kept on the disk.
const keyring = missingPackages()?.length === 0 ? await startSecretService() : null
if (keyring !== null) process.env.DBUS_SESSION_BUS_ADDRESS = keyring.address
const folder = mkdtempSync(join(tmpdir(), 'bench-browse-'))
const folderOf = (name: string) => join(folder, name)
const service = await startServiceProcess('--events', String((FLIPS + 20) * 50), '--seed', '7')
const browser = await launchChromium()
try {
  const store = timeStore(folder, await Promise.all([0, 1, 2, 3].map(answerAt)))
  const { flips, heap } = await browse(browser)
  const [cold] = await timeRestarts(RESTARTS, browser, service.url, { folderOf: (run) => folderOf(`cold-${run}`) })
  if (cold === undefined) throw new Error('Nothing was started.')
  const ours = { folderOf: () => folderOf('warm') }
  const theirs = { folderOf: () => folderOf('warm-before'), build: before ?? root }
  // Leaves rows in the cache.
  if (before !== undefined) await timeRestarts(1, browser, service.url, theirs)
  await service.stop()
  const [warm = null, earlier = null] =
    keyring === null
      ? []
      : await timeRestarts(RESTARTS, browser, service.url, ours, ...(before === undefined ? [] : [theirs]))

  table('In milliseconds', [
    ['Warm page flip, click to paint', flips.inspector, flips.bare, 'p50 ≤ 33 and 1.25×, p95 ≤ 50 and 1.3×'],
    ['Restart to rows, cold, from the service', cold.whole, null, ''],
    ...(warm === null
      ? []
      : [['Restart to rows, warm, service stopped', warm.whole, cold.whole, '≤ 1,500 and 0.6×'] as Line]),
    ...(warm === null || earlier === null
      ? []
      : [['  beside the build before', warm.whole, earlier.whole, '≤ 0.8×'] as Line]),
    ...(warm === null ? [] : [['  of which until the launch link', warm.link, cold.link, ''] as Line]),
    ['Store: write a page', store.write, store.bareWrite, ''],
    ['Store: read a page', store.read, store.bareRead, ''],
    ['Store: remember its 50 events', store.record, null, ''],
    ['Store: hold 50 events against it', store.recordAgain, null, ''],
  ])
  if (warm === null) console.log('Restart from the local cache: not measured, because no keychain is here.')
  const megabytes = (bytes: number) => `${rounded(bytes / 1_000_000)} MB`
  console.log(`Heap over ${FLIPS} flips: ${megabytes(heap.before)} → ${megabytes(heap.after)}`)
  console.log(`Encryption: ${rounded(store.encryption * 100)} % of the store's time (aim: under 30 %)`)
  console.log(`A page of 50 as it is kept: ${rounded(store.bytesPerPage / 1000)} kB`)
  console.log('Beside: innerHTML with the same texts (flip), the cold restart (warm), bare node:sqlite (store).')
} finally {
  await browser.close()
  await service.stop()
  await keyring?.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function browse(browser: Browser) {
  const shell = await startShell(folderOf('warm'), service.url)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const bare = await context.newPage()
  await page.bringToFront()
  await page.goto(shell.url)
  await new Inspector(page).settled()
  const flips = await warmFlips(page, bare)
  await bare.close()
  const heap = await heapOver(FLIPS, page)
  await context.close()
  await shell.stop()
  return { flips, heap }
}

async function answerAt(page: number): Promise<string> {
  const response = await fetch(`${service.url}/v1/events/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 50, offset: page * 50 }),
  })
  return response.text()
}

/** What, its times, those beside it, what is aimed at. */
type Line = [string, Spread, Spread | null, string]

function table(title: string, lines: Line[]): void {
  console.log(title)
  console.table(
    Object.fromEntries(
      lines.map(([name, ours, beside, aim]) => [
        name,
        {
          p50: rounded(ours.p50, 2),
          p95: rounded(ours.p95, 2),
          'beside p50': beside && rounded(beside.p50, 2),
          'beside p95': beside && rounded(beside.p95, 2),
          ratio: beside && `${rounded(ours.p50 / beside.p50, 2)}×`,
          'p95 ratio': beside && `${rounded(ours.p95 / beside.p95, 2)}×`,
          aim,
        },
      ]),
    ),
  )
}
