// Clicks on "Next page" in the inspector, and on a bare page whose click writes the same rows as innerHTML: both real
// clicks in one browser, timed by the page itself from the event to the first moment after the frame was painted.
import type { CDPSession, Page } from '@playwright/test'
import { Inspector } from '../../e2e/kit/inspector.ts'
import { type Spread, spreadOf } from './spread.ts'

const PAGES = 10
const ROUNDS = 12

/** Keeps the time of each click until the frame after its rows: `timed` holds the last one. */
export function timeClicks(changes: { element: string; attribute: string }): void {
  const world = window as unknown as { timed: Promise<number> }
  addEventListener(
    'click',
    ({ timeStamp }) => {
      world.timed = new Promise((resolve) => {
        const element = document.querySelector(changes.element) as Element
        const seen = new MutationObserver(() => {
          seen.disconnect()
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel()
            port1.onmessage = () => resolve(performance.now() - timeStamp)
            port2.postMessage(null)
          })
        })
        seen.observe(element, { attributes: true, attributeFilter: [changes.attribute] })
      })
    },
    { capture: true },
  )
}

export async function timedClick(page: Page, at: { x: number; y: number }): Promise<number> {
  await page.mouse.click(at.x, at.y)
  return page.evaluate(() => (window as unknown as { timed: Promise<number> }).timed)
}

/** Pages that are in memory and fresh: nothing is asked for. */
export async function warmFlips(page: Page, bare: Page): Promise<{ inspector: Spread; bare: Spread }> {
  const inspector = new Inspector(page)
  await page.evaluate(timeClicks, { element: '[role=grid]', attribute: 'data-offset' })
  const next = await middleOf(page, 'Next page')
  const tables = await warmUp(inspector)
  await bare.setContent(barePage)
  await bare.evaluate(writeRowsOnClick, tables)
  await bare.evaluate(timeClicks, { element: 'main', attribute: 'data-page' })
  const times = { inspector: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    await page.bringToFront()
    await warmUp(inspector)
    for (let flip = 1; flip < PAGES; flip++) times.inspector.push(await timedClick(page, next))
    await bare.bringToFront()
    for (let flip = 1; flip < PAGES; flip++) times.bare.push(await timedClick(bare, { x: 40, y: 20 }))
  }
  return { inspector: spreadOf(times.inspector), bare: spreadOf(times.bare) }
}

/** Asks for each page again and returns to the first. Answers with the cells of each. */
async function warmUp(inspector: Inspector): Promise<string[][][]> {
  const { page } = inspector
  await toFirstPage(inspector)
  const tables: string[][][] = []
  for (let flip = 0; flip < PAGES; flip++) {
    if (flip > 0) await inspector.next()
    await inspector.button('Refresh').click()
    await inspector.settled()
    tables.push(
      await page.evaluate(() =>
        [...document.querySelectorAll('[role=grid] [data-event-id]')].map((row) =>
          [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
        ),
      ),
    )
  }
  await toFirstPage(inspector)
  return tables
}

async function toFirstPage(inspector: Inspector): Promise<void> {
  const first = inspector.button('First page', inspector.pages)
  // It is hidden on the first page, unless the focus is on it.
  if ((await first.isVisible()) && (await first.isEnabled())) await first.click()
  await inspector.page.locator('[role=grid][data-offset="0"]').waitFor()
  await inspector.settled()
}

const barePage = `<!doctype html><style>
  body { margin: 0; font: 13px Inter, sans-serif } button { height: 40px; width: 80px }
  td { height: 29px; border-bottom: 1px solid #ddd; white-space: nowrap }
</style><button>Next</button><main></main>`

/** The same texts in the same number of cells, without anything that the inspector does for its reader. */
function writeRowsOnClick(tables: string[][][]): void {
  const main = document.querySelector('main') as HTMLElement
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  let shown = 0
  document.querySelector('button')?.addEventListener('click', () => {
    shown += 1
    const rows = tables[shown % tables.length] ?? []
    const lines = rows.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`)
    main.innerHTML = `<table>${lines.join('')}</table>`
    main.dataset.page = String(shown)
  })
}

export async function middleOf(page: Page, button: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('button', { name: button, exact: true }).boundingBox()
  if (box === null) throw new Error(`There is no button "${button}".`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Pages on through `flips` pages that were never seen; bytes of the heap before and after, garbage collected. */
export async function heapOver(flips: number, page: Page): Promise<{ before: number; after: number }> {
  const inspector = new Inspector(page)
  await toFirstPage(inspector)
  const session = await page.context().newCDPSession(page)
  const before = await heapOf(session)
  await page.evaluate(async (count) => {
    const grid = document.querySelector('[role=grid]') as HTMLElement
    const next = document.querySelector<HTMLButtonElement>('button[aria-label="Next page"]')
    for (let flip = 0; flip < count; flip++) {
      const offset = grid.dataset.offset
      next?.click()
      while (grid.dataset.offset === offset) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  }, flips)
  await inspector.settled()
  const after = await heapOf(session)
  await session.detach()
  return { before, after }
}

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}
