// What is said for two and a half seconds at most: on a busy machine it is gone before a spec that has pressed looks
// for it.
import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/**
 * Acts, and waits until the page has said these words, even if it says them no more. The page itself looks, at each of
 * its changes since before.
 * @param where a CSS selector of what says them; a notice of what was done where it is absent
 */
export async function said(
  page: Page,
  words: RegExp,
  act: () => Promise<unknown>,
  where = '[role="status"]',
): Promise<void> {
  const heard = await page.evaluateHandle(
    ({ source, flags, selector }) => {
      const wanted = new RegExp(source, flags)
      const heardSo = { isSaid: false, all: [] as string[] }
      const look = () => {
        for (const element of document.querySelectorAll(selector)) {
          const text = element.textContent.replace(/\s+/g, ' ').trim()
          if (text === '' || !element.checkVisibility({ visibilityProperty: true })) continue
          if (heardSo.all.at(-1) !== text) heardSo.all.push(text)
          if (wanted.test(text)) heardSo.isSaid = true
        }
        if (heardSo.isSaid) observer.disconnect()
      }
      const observer = new MutationObserver(look)
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
      return heardSo
    },
    { source: words.source, flags: words.flags, selector: where },
  )
  await act()
  await expect
    .poll(() => heard.evaluate(({ isSaid, all }) => (isSaid ? 'said' : all)), { message: String(words) })
    .toBe('said')
  await heard.dispose()
}
