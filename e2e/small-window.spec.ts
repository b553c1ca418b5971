// A snapshot in a window of 1440×900 at 200 %: its rows have the room, and all of its head can be reached.
import { expect, test } from './fixtures.ts'

test('a snapshot at 720×450 has at most 130 px of head, and every button of it can be seen whole', async ({
  inspector,
  page,
}) => {
  await inspector.takeSnapshot()
  await page.setViewportSize({ width: 720, height: 450 })
  const region = page.getByRole('region', { name: 'Snapshot', exact: true })
  const panel = region.getByRole('tabpanel').first()
  await expect.poll(async () => (await panel.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(130)
  const back = inspector.button('Back to live', region)
  for (const name of ['How it was read', 'Export'])
    await expect(inspector.button(name, region)).toBeInViewport({ ratio: 1 })
  const buttons = region.getByRole('banner').or(region.locator('header')).getByRole('button')
  const count = await buttons.count()
  expect(count).toBeGreaterThan(6)
  for (let at = 0; at < count; at += 1) {
    const button = buttons.nth(at)
    await button.focus()
    await expect(button).toBeInViewport({ ratio: 1 })
    const [box, edge] = [await button.boundingBox(), await back.boundingBox()]
    const isBack = box?.x === edge?.x
    // Nothing stands under the way back.
    if (!isBack) expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(edge?.x ?? 0)
  }
  if (process.env.EVENTSCOPE_PICTURES) {
    await inspector.button('How it was read', region).focus()
    await page.screenshot({ path: `${process.env.EVENTSCOPE_PICTURES}/small.png` })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.screenshot({ path: `${process.env.EVENTSCOPE_PICTURES}/wide.png` })
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.screenshot({ path: `${process.env.EVENTSCOPE_PICTURES}/middle.png` })
  }
})
