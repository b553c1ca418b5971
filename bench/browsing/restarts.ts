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

/** `folderOf` gives each run its user-data folder. */
export async function timeRestarts(
  runs: number,
  browser: Browser,
  serviceUrl: string,
  folderOf: (run: number) => string,
): Promise<Restart> {
  const [link, rows, whole]: number[][] = [[], [], []]
  for (let run = 0; run < runs; run++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(noteFirstRows)
    const started = Date.now()
    const shell = await startShell(folderOf(run), serviceUrl)
    const ready = Date.now()
    await page.goto(shell.url, { waitUntil: 'commit' })
    const painted = await page.evaluate(() => (window as unknown as { firstRows: Promise<number> }).firstRows)
    link?.push(ready - started)
    rows?.push(painted - ready)
    whole?.push(painted - started)
    await context.close()
    await shell.stop()
  }
  return { link: spreadOf(link ?? []), rows: spreadOf(rows ?? []), whole: spreadOf(whole ?? []) }
}

export function startShell(folder: string, serviceUrl: string): Promise<Running> {
  return startBrowserShell(folder, { EVENTSCOPE_BASE_URL: serviceUrl, EVENTSCOPE_TOKEN: token })
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
