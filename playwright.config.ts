// Two projects, one a shell: every spec in the browser shell; the desktop shell's wiring, and its package.
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findSpecBrowser } from './scripts/chromium.ts'

// Without a locale Chromium calls a download "download" if its name has letters outside ASCII.
process.env.LANG ??= 'C.UTF-8'

const executablePath = findSpecBrowser()
const desktop = ['desktop.spec.ts', 'package.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  forbidOnly: process.env.CI !== undefined,
  // CI's machine is shared: one more try there, named at the end of `npm test`; none anywhere else.
  retries: process.env.CI === undefined ? 0 : 1,
  // A spec waits for a third of its time, most of it between two looks at the page: one more than there are cores keeps
  // them all busy. Test by test, and not file by file, so that no core stands idle at the end behind a long file.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // Ends of what hangs, not measures of what is slow: on a shared machine everything may take five times as long.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    // Drawing what fades takes a quarter of a page's time. Layout's specs and the desktop shell's have it move.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test costs five times as much in loops over a large table.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        // Where the grid scrolls sideways each pinned cell is a layer of its own, which are 10 ms at each change of the
        // page.
        '--enable-blink-features=PreferNonCompositedScrolling',
        // As many as there are cores wait for one another here: every core has a window of its own.
        '--num-raster-threads=1',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
  projects: [
    // One after the other, and so begun first: what is left over at the end has one worker.
    { name: 'desktop', testMatch: desktop, workers: 1 },
    { name: 'browser', testIgnore: desktop },
  ],
})
