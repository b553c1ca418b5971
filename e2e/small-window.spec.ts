// A snapshot in a window of 1440×900 at 200 %: its rows have the room, and all that its head does is in sight.
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { controlsInSight } from './good-looks.ts'
import { keepAsClosingCopy } from './snapshot-menus.ts'

/** Buttons of the head that are cut, too small to be hit, or lie over another one. */
const troubles = (head: Locator) =>
  head.evaluate((element) => {
    const boxes = [...element.querySelectorAll('button')].map((button) => ({
      name: button.getAttribute('aria-label') ?? button.textContent ?? '',
      box: button.getBoundingClientRect(),
      isCut: button.scrollWidth > button.clientWidth + 1,
    }))
    const found = boxes.flatMap(({ name, box, isCut }, at) => {
      const over = boxes.slice(at + 1).find(({ box: other }) => {
        const [width, height] = [
          Math.min(box.right, other.right) - Math.max(box.left, other.left),
          Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top),
        ]
        return width > 0.5 && height > 0.5
      })
      const isOutside = box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight
      // What is scrolled away or cut by what it stands in cannot be hit.
      const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      const isHidden = hit?.closest('button')?.getBoundingClientRect().x !== box.x
      return [
        ...(isCut ? [`${name} is cut`] : []),
        ...(isOutside || isHidden ? [`${name} is out of sight`] : []),
        ...(over === undefined ? [] : [`${name} lies over ${over.name}`]),
      ]
    })
    const scrolled = [element, ...element.querySelectorAll('*')].filter((one) =>
      ['auto', 'scroll'].includes(getComputedStyle(one).overflowX),
    )
    return [...found, ...scrolled.map(({ className }) => `${className} scrolls sideways`)]
  })

test('a snapshot at 1440×900 has one line of head and one of tabs, and few controls', async ({ inspector, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await inspector.search({ From: '2026-11-01', To: '2026-11-30' })
  await inspector.takeSnapshot()
  const region = page.getByRole('region', { name: 'Snapshot', exact: true })
  const of = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
  const head = async () => (await of(region.getByRole('tabpanel').first())) - (await of(region))
  for (const tab of ['Events', 'Values', 'Totals'] as const) {
    await inspector.openTab(tab)
    if (tab === 'Totals') await inspector.totals.and(page.locator('[aria-busy="false"]')).waitFor()
    expect(await head()).toBeLessThanOrEqual(120)
    const controls = await controlsInSight(page)
    expect(controls.length, controls.join(', ')).toBeLessThanOrEqual(24)
  }
})

test('a snapshot at 720×450 has at most 130 px of head, and all that can be done with it is in sight', async ({
  inspector,
  page,
}) => {
  await inspector.search({ From: '2026-11-01', To: '2026-11-30' })
  await inspector.takeSnapshot()
  const region = page.getByRole('region', { name: 'Snapshot', exact: true })
  const head = region.locator('> header')
  const panel = region.getByRole('tabpanel').first()
  const expectRoom = async () => {
    await page.setViewportSize({ width: 720, height: 450 })
    await expect.poll(async () => (await panel.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(130)
    await expect.poll(() => troubles(head)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(720)
  }
  await expectRoom()
  await expect(head.getByRole('button')).toHaveText([
    ...['Live', 'How it was read', 'Compare…', 'Check for changes…', 'Export', ''],
  ])
  // That it is a closing copy is said as well.
  await keepAsClosingCopy(inspector)
  await expectRoom()
  if (process.env.EVENTSCOPE_PICTURES) {
    await page.screenshot({ path: `${process.env.EVENTSCOPE_PICTURES}/small.png` })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.screenshot({ path: `${process.env.EVENTSCOPE_PICTURES}/wide.png` })
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.screenshot({ path: `${process.env.EVENTSCOPE_PICTURES}/middle.png` })
  }
})
