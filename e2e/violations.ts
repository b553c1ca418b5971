// What axe finds in whatever is on screen.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/**
 * What axe finds: everything in the light theme, contrast in the dark one, which changes nothing but colours.
 * @param within a CSS selector of the part that is looked at
 */
export async function expectNoViolations(page: Page, state: string, within = 'html'): Promise<void> {
  // The theme that is on comes first: to change it has every style worked out again.
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settledStyles(page)
    // Without frames the other mode only opens a page for each of its reports.
    const axe = (await builder(page))
      .include(within)
      .setLegacyMode()
      // What it would fetch the style sheets for is a rule that is off.
      .options({ resultTypes: ['violations'], preload: { assets: ['media'] } })
    const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(['color-contrast'])).analyze()
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`),
    )
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}

/** Each look has the page read axe's source twice, 650 kB: not where it is there already. */
async function builder(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await passOverHidden(page)
  return new AxeBuilder(isThere ? { page, axeSource: 'null' } : { page })
}

/**
 * To find what lies behind a text, axe walks over the whole document with a dozen styles of each element, also over the
 * live page and the tabs that are hidden behind what is open: nine of ten elements, none of which it then takes for a
 * background.
 */
const passOverHidden = (page: Page) =>
  page.evaluate(() => {
    const isHidden = (node: Node) =>
      node instanceof Element && node.hasAttribute('inert') && getComputedStyle(node).visibility === 'hidden'
    const { FILTER_ACCEPT, FILTER_REJECT } = NodeFilter
    const ofAll = document.createTreeWalker.bind(document)
    document.createTreeWalker = (root, whatToShow, filter) =>
      ofAll(root, whatToShow, filter ?? ((node) => (isHidden(node) ? FILTER_REJECT : FILTER_ACCEPT)))
  })

/** Until nothing fades any more: contrast is measured on what a reader ends up seeing. */
const settledStyles = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

/** Buttons and the like whose name does not hold what is seen on them: nobody could press these by voice. */
export async function nameMismatches(page: Page): Promise<string[]> {
  const axe = (await builder(page)).withRules(['label-content-name-mismatch'])
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))
}
