// What a table of figures costs the page by the number of its lines: drawn, scrolled from end to end, and walked
// through by key. `npm run bench -- figure-table [LINES]`. Each is held against 10,000 in the same run, the most that
// the page shows: of fewer, a step of scrolling leaves some rows as they are.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { build, preview } from 'vite'
import { launchChromium } from './browsing/launch-chromium.ts'
import { rounded, spreadOf } from './browsing/spread.ts'

const MOST = Number(process.argv[2] ?? 100_000)
const USUAL = 10_000
const COUNTS = [1_000, USUAL, MOST]
/** Looks on the way from the first line to the last, and pages of ten lines by key. */
const STEPS = 120
const PAGES = 30
const ROUNDS = 2

const folder = mkdtempSync(join(tmpdir(), 'bench-figure-table-'))
const entry = fileURLToPath(new URL('../renderer/ui/fixtures/long-figure-table.tsx', import.meta.url))
writeFileSync(join(folder, 'main.js'), `import ${JSON.stringify(entry)}\n`)
writeFileSync(join(folder, 'index.html'), '<!doctype html><body><script type="module" src="/main.js"></script></body>')
const options = { root: folder, configFile: false, logLevel: 'error' } as const
await build({ ...options, build: { outDir: join(folder, 'dist') } })
const server = await preview({ ...options, build: { outDir: join(folder, 'dist') }, preview: { port: 0 } })
const browser = await launchChromium()
try {
  const address = server.resolvedUrls?.local[0]
  if (address === undefined) throw new Error('The page is not served.')
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const measured = new Map<number, Measured[]>(COUNTS.map((count) => [count, []]))
  // The first of all compiles what the others run.
  await measure(page, `${address}#1000`)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of COUNTS) measured.get(count)?.push(await measure(page, `${address}#${count}`))
  }
  const best = (count: number, of: (one: Measured) => number) => Math.min(...(measured.get(count) ?? []).map(of))
  console.table(
    COUNTS.map((count) => ({
      lines: count.toLocaleString('en-US'),
      'drawn, ms': rounded(best(count, ({ drawnMs }) => drawnMs)),
      'a step of scrolling, ms': rounded(best(count, ({ step }) => step)),
      'of 10,000': `${rounded(best(count, ({ step }) => step) / best(USUAL, ({ step }) => step), 2)}×`,
      'PageDown, ms': rounded(best(count, ({ key }) => key)),
      'of 10,000 ': `${rounded(best(count, ({ key }) => key) / best(USUAL, ({ key }) => key), 2)}×`,
      'rows in the document': best(count, ({ rows }) => rows),
      'long tasks while scrolled': best(count, ({ longTasks }) => longTasks),
    })),
  )
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
}

interface Measured {
  /** From its description to the first frame with rows. */
  drawnMs: number
  /** Medians of what the page's thread took, without the frame that is waited for. */
  step: number
  key: number
  /** The most that were in the document at once. */
  rows: number
  /** Of 50 ms or more. */
  longTasks: number
}

async function measure(page: Page, address: string): Promise<Measured> {
  await page.goto('about:blank')
  await page.goto(address)
  await page.locator('tbody tr[data-group]').first().waitFor({ timeout: 120_000 })
  const { times, ...drawn } = await page.evaluate(async (steps) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    await frame()
    const drawnMs = performance.now() - (performance.getEntriesByName('described')[0]?.startTime ?? Number.NaN)
    const room = document.querySelector<HTMLElement>('section[aria-label="Lines"]')
    if (room === null) throw new Error('Nothing scrolls.')
    let longTasks = 0
    const seen = new PerformanceObserver((list) => {
      longTasks += list.getEntries().length
    })
    seen.observe({ type: 'longtask' })
    const times: number[] = []
    let rows = 0
    for (let step = 1; step <= steps; step += 1) {
      const startedAt = performance.now()
      room.scrollTop = ((room.scrollHeight - room.clientHeight) * step) / steps
      room.dispatchEvent(new Event('scroll'))
      // Reading it waits for the layout, so that this is what the step took.
      rows = Math.max(rows, room.querySelectorAll('tbody tr[data-group]').length, room.offsetHeight && 0)
      times.push(performance.now() - startedAt)
      await frame()
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    seen.disconnect()
    const last = [...room.querySelectorAll('tbody tr[aria-rowindex]')].at(-1)?.getAttribute('aria-rowindex')
    const table = room.querySelector('table')
    if (Number(last) !== Number(table?.getAttribute('aria-rowcount')) - 1) throw new Error('The last line never came.')
    return { drawnMs, longTasks, rows, times }
  }, STEPS)
  return { ...drawn, step: spreadOf(times).p50, key: spreadOf(await pagesByKey(page)).p50 }
}

/** What each PageDown took from the first line on, until the line it goes to has the focus. */
function pagesByKey(page: Page): Promise<number[]> {
  return page.evaluate(async (pages) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const room = document.querySelector<HTMLElement>('section[aria-label="Lines"]')
    if (room === null) throw new Error('Nothing scrolls.')
    room.scrollTop = 0
    await frame()
    await frame()
    room.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
    const times: number[] = []
    for (let pressed = 1; pressed <= pages; pressed += 1) {
      const startedAt = performance.now()
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))
      while (document.activeElement?.getAttribute('data-row') !== String(pressed * 10)) {
        if (performance.now() - startedAt > 10_000) throw new Error(`Line ${pressed * 10} never had the focus.`)
        await frame()
      }
      times.push(performance.now() - startedAt)
      await frame()
    }
    return times
  }, PAGES)
}
