// What a page says, in lines: roles, names and texts as a screen reader has them, then the promised attributes, the tooltips, the
// title, the address and where the focus is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../fixtures.ts'

/** What differs between two runs of one build, by its field; each with the reason. At most twelve. */
const MASKS: readonly { field: string; selector: string; attribute?: string }[] = []

/** Those that authors of tests are promised. */
const PROMISED = [
  ...new Set(readFileSync(join(root, 'docs/test-authors.md'), 'utf8').match(/(?<=`)data-[a-z-]+(?=[`="])/g) ?? []),
].sort()

/** The time that a page has to come to rest, in ms. */
const REST_WITHIN_MS = 30_000
const BETWEEN_MS = 80

/**
 * @param isWaiting whether the page asked something that is not answered
 * @returns the lines once two looks, one after the other, are the same; the last one with a first line that says so otherwise
 */
export async function look(page: Page, isWaiting: () => boolean): Promise<string> {
  const deadline = performance.now() + REST_WITHIN_MS
  let last = await once(page)
  while (performance.now() < deadline) {
    await page.waitForTimeout(BETWEEN_MS)
    const wasWaiting = isWaiting()
    const next = await once(page)
    const isBusy = wasWaiting || /^attribute .*aria-busy="true"/m.test(next)
    if (next === last && !isBusy) return next
    last = next
  }
  return `NEVER AT REST\n${last}`
}

async function once(page: Page): Promise<string> {
  // What came is drawn by then.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 })))
  const [said, attributes] = await Promise.all([
    page.locator('body').ariaSnapshot(),
    page.evaluate(
      ([promised, masks]) => {
        const lines: string[] = []
        const titled = (element: Element) => {
          const described = element.getAttribute('aria-describedby')?.split(' ') ?? []
          const words = described.map((id) => document.getElementById(id)?.textContent ?? '')
          return [element.getAttribute('title') ?? '', ...words].filter((text) => text !== '')
        }
        for (const element of document.body.querySelectorAll('*')) {
          if (element.closest('[inert], [hidden]') !== null) continue
          const data = ['aria-busy', 'aria-rowcount', 'aria-current', ...promised].flatMap((name) => {
            const value = element.getAttribute(name)
            if (value === null) return []
            const isMasked = masks.some(({ selector, attribute }) => attribute === name && element.matches(selector))
            return [`${name}=${isMasked ? 'MASKED' : JSON.stringify(value)}`]
          })
          const role = element.getAttribute('role') ?? element.localName
          if (data.length > 0) lines.push(`attribute ${role} ${data.join(' ')}`)
          for (const words of titled(element)) lines.push(`tooltip ${role} ${JSON.stringify(words)}`)
        }
        const focused = document.activeElement
        return [
          `title ${document.title}`,
          `address ${location.hash}`,
          `focus ${focused?.getAttribute('role') ?? focused?.localName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 80)}`,
          ...lines,
        ].join('\n')
      },
      [PROMISED, MASKS] as const,
    ),
  ])
  return `${said}\n\n${attributes}\n`
}
