// The way of a keyboard through the page.
import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Presses a key until the focus is there. */
export async function pressTo(page: Page, key: string, to: Locator, most = 40): Promise<void> {
  for (let tries = 0; tries < most; tries += 1) {
    if (await to.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(to).toBeFocused()
}
