// A window on a scripted service, its rows there: where specs of what no well-behaved service does begin.
// Nothing is fetched ahead: the service hears what the spec does and nothing else.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { test as base, openedOnce, openInspector } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, type ScriptedService, startScriptedService } from './scripted-service.ts'

/** One fewer than a full page: there is no next one. */
export const rows = Array.from({ length: 49 }, (_, index) => eventText(index))
/** A full page. */
export const fifty = Array.from({ length: 50 }, (_, index) => eventText(index))

interface Fixtures {
  /** What the service answers until the spec says otherwise. */
  firstPage: string
  scripted: ScriptedService
  window: Inspector
}

export const test = base.extend<Fixtures>({
  firstPage: [pageOf(rows), { option: true }],
  scripted: async ({ firstPage }, use) => {
    const scripted = await startScriptedService((_, response) => json(response, firstPage))
    await use(scripted)
    await scripted.stop()
  },
  window: async ({ scripted, folder, page }, use) => {
    const { inspector, shell } = await openScripted(page, folder, scripted)
    await use(inspector)
    await shell.stop()
  },
})

async function openScripted(page: Page, folder: string, scripted: ScriptedService) {
  await writeFile(join(folder, 'settings.json'), '{"version":1,"content":{"fetchAhead":false}}')
  return openInspector(page, folder, scripted.url)
}

/** `test` for a file whose tests share one window (`openedOnce`), with these rows at first. */
export function testInOneScriptedWindow(firstPage = pageOf(rows)) {
  const one = openedOnce(async (page, folder) => {
    const scripted = await startScriptedService((_, response) => json(response, firstPage))
    const { inspector, shell } = await openScripted(page, folder, scripted)
    return { window: inspector, scripted, stop: () => Promise.all([shell.stop(), scripted.stop()]) }
  })
  return test.extend({
    context: async ({ browser }, use) => use((await one(browser)).context),
    page: async ({ browser }, use) => use((await one(browser)).page),
    folder: async ({ browser }, use) => use((await one(browser)).folder),
    scripted: async ({ browser }, use) => use((await one(browser)).scripted),
    window: async ({ browser }, use) => use((await one(browser)).window),
  })
}

export { expect } from './fixtures.ts'
