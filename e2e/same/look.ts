// What a page says, in lines: roles, names and texts as a screen reader has them, then the promised attributes and
// those that tell more of an element, the tooltips, what only who sees it is told, the title, the address and where the
// focus is.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../fixtures.ts'

/** What differs between two runs of one build, by its field; each with the reason. At most twelve. */
const MASKS: readonly { field: string; selector: string; attribute?: string }[] = [
  // It comes with the pointer and goes by a clock, which stands still.
  { field: 'whether a scroll bar is in sight', selector: '.mantine-ScrollArea-scrollbar', attribute: 'data-state' },
]

/** Those that authors of tests are promised. */
const PROMISED = [
  ...new Set(readFileSync(join(root, 'docs/test-authors.md'), 'utf8').match(/(?<=`)data-[a-z-]+(?=[`="])/g) ?? []),
].sort()

/** What a screen reader or the Tab key makes of an element, besides its role, its name and its state. */
const TELLING = [
  ...['busy', 'rowcount', 'rowindex', 'current', 'sort', 'invalid', 'description', 'live', 'haspopup'].map(
    (name) => `aria-${name}`,
  ),
  'tabindex',
]

/** The time that a page has to come to rest, in ms. */
const REST_WITHIN_MS = 30_000
/** It is at rest once nothing has changed for so long: the last that it draws comes after 150 ms (ui/on-demand.tsx). */
const STILL_FOR_MS = 300

/**
 * @param isWaiting whether the page asked something that is not answered
 * @returns the lines once the page is at rest and was while they were read; with a first line that says so where it
 * never is
 */
export async function look(page: Page, isWaiting: () => boolean): Promise<string> {
  const deadline = performance.now() + REST_WITHIN_MS
  do {
    const before = await changesOnceStill(page, isWaiting, deadline)
    const lines = await once(page)
    if (before !== null && before === (await changes(page))) return lines
  } while (performance.now() < deadline)
  return `NEVER AT REST\n${await once(page)}`
}

/** @returns how often the page has changed, once it has not for a while; null: it went on until the deadline */
export async function changesOnceStill(
  page: Page,
  isWaiting: () => boolean,
  deadline = performance.now() + REST_WITHIN_MS,
): Promise<string | null> {
  let last = await changes(page)
  while (performance.now() < deadline) {
    await page.waitForTimeout(STILL_FOR_MS)
    const wasWaiting = isWaiting()
    const next = await changes(page)
    if (next === last && !wasWaiting && !next.endsWith('busy')) return next
    last = next
  }
  return null
}

/** What tells that the page has changed, and is cheap to ask for: its text is read once it does not. */
function changes(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // What came is drawn by then.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }))
    const seen = window as { sameChanges?: { count: number; focused: Element | null } }
    if (seen.sameChanges === undefined) {
      const begun = { count: 0, focused: document.activeElement }
      seen.sameChanges = begun
      const all = { subtree: true, childList: true, characterData: true, attributes: true }
      new MutationObserver(() => begun.count++).observe(document, all)
    }
    if (seen.sameChanges.focused !== document.activeElement) seen.sameChanges.count++
    seen.sameChanges.focused = document.activeElement
    const isBusy = [...document.querySelectorAll('[aria-busy=true]')].some(
      (element) => element.closest('[inert], [hidden]') === null,
    )
    return `${seen.sameChanges.count} ${location.hash} ${isBusy ? 'busy' : ''}`
  })
}

async function once(page: Page): Promise<string> {
  const [said, attributes] = await Promise.all([
    page.locator('body').ariaSnapshot(),
    page.evaluate(
      ([recorded, masks]) => {
        const lines: string[] = []
        const titled = (element: Element) => {
          const described = element.getAttribute('aria-describedby')?.split(' ') ?? []
          const words = described.map((id) => document.getElementById(id)?.textContent ?? '')
          return [element.getAttribute('title') ?? '', ...words].filter((text) => text !== '')
        }
        for (const element of document.body.querySelectorAll('*')) {
          if (element.closest('[inert], [hidden]') !== null) continue
          const data = recorded.flatMap((name) => {
            const value = element.getAttribute(name)
            if (value === null) return []
            const isMasked = masks.some(({ selector, attribute }) => attribute === name && element.matches(selector))
            return [`${name}=${isMasked ? 'MASKED' : JSON.stringify(value)}`]
          })
          const role = element.getAttribute('role') ?? element.localName
          if (data.length > 0) lines.push(`attribute ${role} ${data.join(' ')}`)
          for (const words of titled(element)) lines.push(`tooltip ${role} ${JSON.stringify(words)}`)
          const text = element.textContent ?? ''
          const isForSight = element.matches('[aria-hidden=true]') && text !== ''
          if (isForSight) lines.push(`sight ${role} ${JSON.stringify(text)}`)
          // A figure is drawn with blanks as wide as the digits and the point that it lacks.
          else if (element.matches('td, th') && /[\u2007\u2008]/.test(text))
            lines.push(`aligned ${role} ${JSON.stringify(text.replace(/\u2007/g, '⎵').replace(/\u2008/g, '˽'))}`)
        }
        const focused = document.activeElement
        return [
          `title ${document.title}`,
          `address ${location.hash}`,
          `focus ${focused?.getAttribute('role') ?? focused?.localName} ${focused?.getAttribute('aria-label') ?? focused?.textContent?.slice(0, 80)}`,
          ...lines,
        ].join('\n')
      },
      [[...TELLING, ...PROMISED], MASKS] as const,
    ),
  ])
  return `${said}\n\n${attributes}\n`
}
