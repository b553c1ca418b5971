// How quickly a live page turns while something large goes on behind it: in the window from the click to the frame,
// over the bridge, and, to tell our part from the machine's, of the service asked directly.
import { setTimeout as sleep } from 'node:timers/promises'
import { token } from '../../e2e/fixtures.ts'
import { middleOf, timeClicks, timedClick } from '../browsing/flips.ts'
import { type Spread, spreadOf } from '../browsing/spread.ts'
import { type LiveWindow, timedSearch } from './live-window.ts'

export interface Calmness {
  flip: Spread
  search: Spread
  direct: Spread
  times: number
}

/** Between two flips, as for somebody who looks at rows. */
const LOOK_MS = 250

/** Gives how to measure until told to stop; each page is one that was never seen. */
export async function calmnessOf(window: LiveWindow, serviceUrl: string) {
  const { page, inspector } = window
  await page.evaluate(timeClicks, { element: '[role=grid]', attribute: 'data-offset' })
  const next = await middleOf(page, 'Next page')
  // Behind those that the page turns to, so that nothing is kept of them.
  let offset = 100_000

  async function direct(): Promise<number> {
    const startedAt = performance.now()
    offset += 50
    const answer = await fetch(`${serviceUrl}/v1/events/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 50, offset }),
    })
    await answer.text()
    return performance.now() - startedAt
  }

  async function once(): Promise<{ flip: number; search: number; direct: number }> {
    const flip = await timedClick(page, next)
    await inspector.settled()
    await sleep(LOOK_MS)
    offset += 50
    return { flip, search: await timedSearch(window, offset), direct: await direct() }
  }

  return async (isOver: (times: number) => boolean): Promise<Calmness> => {
    const all: Awaited<ReturnType<typeof once>>[] = []
    while (all.length === 0 || !isOver(all.length)) all.push(await once())
    const spread = (of: 'flip' | 'search' | 'direct') => spreadOf(all.map((one) => one[of]))
    return { flip: spread('flip'), search: spread('search'), direct: spread('direct'), times: all.length }
  }
}
