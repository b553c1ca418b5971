// What a part of the window looks like in both themes and three sizes of the window: what axe finds, what is too wide,
// and how many controls are in sight.
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'
import { expectNoViolations } from './violations.ts'

const isLong = process.env.EVENTSCOPE_LONG === '1'
const pictures = process.env.EVENTSCOPE_PICTURES

const WIDEST = { width: 1440, height: 900 }
/** It is drawn in one way above 1,024 px and in another at 720 px; the one in between has axe in the long run only. */
const SIZES = [
  { ...WIDEST, hasAxe: true },
  { width: 1024, height: 700, hasAxe: isLong },
  { width: 720, height: 450, hasAxe: true },
]

/**
 * At three sizes nothing is wider than the window; at the widest and the narrowest (at each one in the long run) axe
 * finds nothing in either theme. Pictures of all six, where EVENTSCOPE_PICTURES names a folder. Leaves a light window
 * of 1440 × 900.
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

/**
 * Controls in sight besides rows: what a table, a grid or a chart repeats for each of its lines is none, nor are the
 * words beneath a button. @returns their names
 */
export const controlsInSight = (page: Page) =>
  page.evaluate(() => {
    const controls =
      'button, summary, a[href], input, select, textarea, [role="combobox"], [role="tab"], [role="checkbox"]'
    const inSight = [...document.querySelectorAll(controls)].filter((one) => {
      const { width, height, top, left } = one.getBoundingClientRect()
      const isDrawn = one.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1
      const isRepeated = one.closest('table, [role="grid"], [data-period], [data-covered]') !== null
      return isDrawn && !isRepeated && top < innerHeight && left < innerWidth && top >= 0 && left >= 0
    })
    return inSight.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '')
  })

async function takePictures(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${path}-${colorScheme}.png` })
  }
}
