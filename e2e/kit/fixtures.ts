// What `eventscope/kit/fixtures` is: Playwright's `test` with a service, an inspector on it, and its window.
// Apart from the kit, because it loads @playwright/test: the one that you have installed, never another.
import { existsSync } from 'node:fs'
import { test as base, expect } from '@playwright/test'
import { Inspector } from './inspector.ts'
import { type RunningInspector, startInspector } from './start-inspector.ts'
import { type RunningService, startReferenceService } from './start-reference-service.ts'

export interface KitOptions {
  /** The reference service's switches: `test.use({ serviceSwitches: ['--events', '120', '--total', 'page'] })`. */
  serviceSwitches: string[]
  /** Whether the inspector fetches the next page ahead, as it does; false lets faults hit by number (`#2`). */
  fetchAhead: boolean
}

export interface KitFixtures {
  /** A reference service, started for this test and stopped behind it. */
  service: RunningService
  /** An inspector with one connection, to `service`; override it to inspect a service of your own. */
  running: RunningInspector
  /** The window, with its first search over. */
  inspector: Inspector
}

export const test = base.extend<KitOptions & KitFixtures, { chromiumIsThere: boolean }>({
  chromiumIsThere: [
    async ({ playwright, browserName, channel, launchOptions }, use) => {
      const path =
        launchOptions.executablePath ?? (channel === undefined ? playwright[browserName].executablePath() : null)
      if (path !== null && !existsSync(path)) {
        throw new Error(
          `There is no browser at ${path}. Run "npx playwright install ${browserName}", or name one with launchOptions.executablePath.`,
        )
      }
      await use(true)
    },
    { scope: 'worker', auto: true },
  ],
  serviceSwitches: [['--events', '237', '--seed', '7'], { option: true }],
  fetchAhead: [true, { option: true }],
  service: async ({ serviceSwitches }, use, info) => {
    const service = await startReferenceService(serviceSwitches)
    await use(service)
    if (info.status !== info.expectedStatus) {
      const body = await service.requests().then(
        (requests) => JSON.stringify(requests, null, 2),
        (error: Error) => error.message,
      )
      await info.attach('requests to the service', { body, contentType: 'application/json' })
    }
    await service.stop()
  },
  running: async ({ service, fetchAhead }, use) => {
    const running = await startInspector({ baseUrl: service.url, token: service.token, fetchAhead })
    await use(running)
    await running.stop()
  },
  inspector: async ({ running, page }, use) => {
    await page.goto(running.url)
    const inspector = new Inspector(page)
    await inspector.settled()
    await use(inspector)
  },
})

export { expect }
