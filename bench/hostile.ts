// What the worst answers that are known cost, each asked for and opened: processor time of the backend and of the
// window's main thread, which a busy machine leaves comparable, and the backend's memory. Prints a table; the aim is a
// second each.
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { CDPSession, Page } from '@playwright/test'
import { startBrowserShell, token } from '../e2e/fixtures.ts'
import { HOSTILE_BODIES } from '../e2e/hostile-bodies.ts'
import { Inspector } from '../e2e/kit/inspector.ts'
import { eventText, json, pageOf, startScriptedService } from '../e2e/scripted-service.ts'
import { launchChromium } from './browsing/launch-chromium.ts'

if (process.platform !== 'linux') throw new Error('Times of a process are read as Linux tells them.')
const only = process.argv[2] ?? ''
const PATIENCE_MS = 120_000
/** Of /proc: a hundredth of a second. */
const TICK_MS = 10

const service = await startScriptedService((_, response) => json(response, pageOf([eventText(1)])))
const folder = await mkdtemp(join(tmpdir(), 'bench-hostile-'))
const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token })
const browser = await launchChromium()
try {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(shell.url)
  const window = new Inspector(page)
  await window.rows.first().waitFor()
  await window.settled()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const idle = memoryOf('VmRSS')
  const lines: Record<string, object> = {}
  for (const [name, { body, shown }] of Object.entries(HOSTILE_BODIES)) {
    if (!name.includes(only)) continue
    const packed = gzipSync(body(), { level: 1 })
    service.answers((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(packed)
    })
    const asked = await costOf(session, () => search(window, page, shown))
    const opened = shown.source.startsWith('Rows') ? await costOf(session, () => open(window)) : null
    lines[name] = {
      'backend, ms': asked.backend,
      'window, ms': asked.window,
      'opened, ms': opened?.window ?? null,
      'peak over idle, MiB': Math.round((memoryOf('VmHWM') - idle) / 1024),
    }
  }
  console.log('Processor time (aim: under 1,000 ms each), and the backend’s memory so far (aim: under 300 MiB):')
  console.table(lines)
} finally {
  await browser.close()
  await shell.stop()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
}

async function search(window: Inspector, page: Page, shown: RegExp): Promise<void> {
  await window.button('Search', window.filters).click()
  await page.getByRole('status').or(window.alert).filter({ hasText: shown }).first().waitFor()
  await window.settled()
}

async function open(window: Inspector): Promise<void> {
  await window.rows.first().getByRole('gridcell').nth(2).click()
  await window.details.and(window.page.locator('[aria-busy=false]')).waitFor()
  await window.details.getByRole('tab', { name: 'Raw' }).click()
  await window.details.getByRole('tab', { name: 'Event' }).click()
  await window.button('Close details').click()
}

/** Milliseconds of processor time while `act` runs. */
async function costOf(session: CDPSession, act: () => Promise<void>): Promise<{ backend: number; window: number }> {
  const before = { backend: backendMs(), window: await windowMs(session) }
  await act()
  return {
    backend: Math.round(backendMs() - before.backend),
    window: Math.round((await windowMs(session)) - before.window),
  }
}

async function windowMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1000
}

function backendMs(): number {
  // Behind the name, which may hold spaces: utime and stime are the 12th and 13th.
  const fields = readFileSync(`/proc/${shell.process.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

/** In KiB. */
function memoryOf(what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${shell.process.pid}/status`, 'utf8')
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1])
}
