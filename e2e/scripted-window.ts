// A window on a scripted service, its rows there: where specs of what no well-behaved service does begin.
// Nothing is fetched ahead: the service hears what the spec does and nothing else.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test as base, expect, startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
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
    await writeFile(join(folder, 'settings.json'), '{"version":1,"content":{"fetchAhead":false}}')
    const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token })
    await page.goto(shell.url)
    const inspector = new Inspector(page)
    await expect(inspector.rows.first()).toBeVisible()
    // What stands around the rows is loaded behind them.
    await inspector.settled()
    await use(inspector)
    await shell.stop()
  },
})

export { expect } from './fixtures.ts'
