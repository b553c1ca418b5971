// From starting the inspector to its rows on screen: with nothing kept, and from the local cache alone.
import type { Browser } from '@playwright/test'
import { type Running, startBrowserShell, token } from '../../e2e/fixtures.ts'
import { type Spread, spreadOf } from './spread.ts'

export interface Restart {
  /** From starting the process to its launch link. */
  link: Spread
  /** From there to the first frame with rows. */
  rows: Spread
  whole: Spread
}

export interface Restarted {
  /** Gives each run its user-data folder. */
  folderOf: (run: number) => string
  /** The folder that holds `dist`; ours where it is left out. */
  build?: string
}

/** One after the other in turns, so that whatever else this machine does meets all of them alike. */
export async function timeRestarts(
  runs: number,
  browser: Browser,
  serviceUrl: string,
  ...restarted: Restarted[]
): Promise<Restart[]> {
  const times = restarted.map(() => ({ link: [] as number[], rows: [] as number[], whole: [] as number[] }))
  for (let run = 0; run < runs; run++) {
    for (const [index, { folderOf, build }] of restarted.entries()) {
      const { link, rows, whole } = await timeRestart(browser, () => startShell(folderOf(run), serviceUrl, build))
      times[index]?.link.push(link)
      times[index]?.rows.push(rows)
      times[index]?.whole.push(whole)
    }
  }
  return times.map(({ link, rows, whole }) => ({ link: spreadOf(link), rows: spreadOf(rows), whole: spreadOf(whole) }))
}

async function timeRestart(browser: Browser, startOne: () => Promise<Running>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.addInitScript(noteFirstRows)
  const started = Date.now()
  const shell = await startOne()
  const ready = Date.now()
  await page.goto(shell.url, { waitUntil: 'commit' })
  const painted = await page.evaluate(() => (window as unknown as { firstRows: Promise<number> }).firstRows)
  await context.close()
  await shell.stop()
  return { link: ready - started, rows: painted - ready, whole: painted - started }
}

export function startShell(folder: string, serviceUrl: string, build?: string): Promise<Running> {
  return startBrowserShell(folder, { EVENTSCOPE_BASE_URL: serviceUrl, EVENTSCOPE_TOKEN: token }, build)
}

/** Leaves in `firstRows` when the first frame with rows was painted, in ms since the epoch. */
function noteFirstRows(): void {
  const world = window as unknown as { firstRows: Promise<number> }
  world.firstRows = new Promise((resolve) => {
    const look = () => {
      if (document.querySelector('[role=grid] [data-event-id]') === null) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
      return requestAnimationFrame(() => port2.postMessage(null))
    }
    look()
  })
}
