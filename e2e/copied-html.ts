// What a spreadsheet takes from the clipboard: the table beside the text.
import type { Page } from '@playwright/test'

export const copiedHtml = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType('text/html'))?.text() ?? ''
  })
