// What a part of the window looks like in both themes and three sizes of the window: what axe finds, and what is too wide.
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { expectNoViolations } from './violations.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const pictures = process.env.EVENTSCOPE_PICTURES

const WIDEST = { width: 1440, height: 900 }
/** The window is drawn in one way above 1,024 px and in another at 720 px; the one in between has axe in the long run only. */
const SIZES = [
  { ...WIDEST, hasAxe: true },
  { width: 1024, height: 700, hasAxe: isLong },
  { width: 720, height: 450, hasAxe: true },
]

/**
 * At three sizes nothing is wider than the window; at the widest and the narrowest (at each one in the long run) axe finds
 * nothing in either theme. Pictures of all six, where EVENTSCOPE_PICTURES names a folder. Leaves a light window of 1440 × 900.
 * @param within a CSS selector of the part that axe looks at
 */
export async function expectGoodLooks(page: Page, name: string, within: string): Promise<void> {
  for (const { hasAxe, ...size } of SIZES) {
    await page.setViewportSize(size)
    const state = `${name} at ${size.width}`
    // The panes hear of their new size a moment later.
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(over, state).toBeLessThanOrEqual(0)
    await expect(page.locator(within).first()).toBeVisible()
    if (hasAxe) await expectNoViolations(page, state, within)
    if (pictures !== undefined) await takePictures(page, `${pictures}/${name}-${size.width}`)
  }
  await page.setViewportSize(WIDEST)
  await page.emulateMedia({ colorScheme: 'light' })
}

async function takePictures(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${path}-${colorScheme}.png` })
  }
}
