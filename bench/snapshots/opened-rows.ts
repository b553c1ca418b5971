// A snapshot opened in its tab "Events": how long until its rows are there, how they scroll end to end, and how they
// sort.
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { LiveWindow } from './live-window.ts'

export interface OpenedRows {
  /** From the click to the first row, in ms. */
  openedMs: number
  /** Of the page's thread, in ms; none is below 50. */
  longTasks: number[]
  scrolledMs: number
  sortedMs: number
}

const GRID = 'section[aria-label="Snapshot"] [role=grid]'
/** Looks on the way from the first row to the last. */
const STEPS = 400

export async function openRows({ page, inspector }: LiveWindow, snapshotId: string): Promise<OpenedRows> {
  await inspector.button('Snapshots').click()
  const item = page.getByRole('dialog', { name: 'Snapshots' }).locator(`[data-snapshot="${snapshotId}"]`)
  await item.getByRole('button', { name: 'Open', exact: true }).waitFor()
  const openedAt = performance.now()
  await item.getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator(`${GRID} [data-event-id]`).first().waitFor({ timeout: 120_000 })
  const openedMs = performance.now() - openedAt
  const { longTasks, ms } = await scrollThrough(page)
  const sortedMs = await sort(page)
  return { openedMs, longTasks, scrolledMs: ms, sortedMs }
}

/** From the first row to the last, waiting at each step for two frames and at the end for the last row. */
function scrollThrough(page: Page): Promise<{ longTasks: number[]; ms: number }> {
  return page.evaluate(
    async ({ grid, steps }) => {
      const longTasks: number[] = []
      const seen = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longTasks.push(duration)
      })
      seen.observe({ type: 'longtask' })
      const table = document.querySelector(grid) as HTMLElement
      let scroller: HTMLElement = table
      while (scroller.scrollHeight <= scroller.clientHeight || getComputedStyle(scroller).overflowY === 'visible') {
        if (scroller.parentElement === null) throw new Error('Nothing scrolls.')
        scroller = scroller.parentElement
      }
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      const startedAt = performance.now()
      for (let step = 1; step <= steps; step += 1) {
        scroller.scrollTop = ((scroller.scrollHeight - scroller.clientHeight) * step) / steps
        await frame()
        await frame()
      }
      const isAtEnd = () =>
        [...table.querySelectorAll('[data-event-id]')].some(
          (row) => row.getAttribute('aria-rowindex') === table.getAttribute('aria-rowcount'),
        )
      while (!isAtEnd()) {
        if (performance.now() - startedAt > 120_000) throw new Error('The last row never came.')
        await frame()
      }
      const ms = performance.now() - startedAt
      await new Promise((resolve) => setTimeout(resolve, 100))
      seen.disconnect()
      return { longTasks, ms }
    },
    { grid: GRID, steps: STEPS },
  )
}

/** A click on a property's head until rows in its order are there. */
async function sort(page: Page): Promise<number> {
  const head = page.locator(`${GRID} th[data-column="amount"] button`).first()
  const startedAt = performance.now()
  await head.click()
  await page.locator(`${GRID} th[data-column="amount"][aria-sort]`).waitFor({ timeout: 60_000 })
  await page.locator(`${GRID}[aria-busy="false"] [data-event-id]`).first().waitFor({ timeout: 60_000 })
  return performance.now() - startedAt
}

/** Of the shell's process, in MiB; null where the system does not tell. */
export function residentMb({ shell }: LiveWindow): number | null {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${shell.process.pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}
