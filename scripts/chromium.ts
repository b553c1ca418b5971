// Finds a Chromium for the end-to-end specs: an installed one, Playwright's own, or Debian's package.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { chromium } from '@playwright/test'
import { provideProgram } from './provide-program.ts'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/** The path of an installed Chromium or Chrome, or null. */
export function findChromium(): string | null {
  return [...places, chromium.executablePath()].find((path) => path !== undefined && existsSync(path)) ?? null
}

/** As `findChromium`, but installs Debian's package if it is root and has apt-get. */
export function provideChromium(say: (line: string) => void): { path: string } | { missing: string } {
  const missing =
    process.platform === 'linux'
      ? 'The specs need Chromium: run "sudo apt-get install -y chromium" (Debian, Ubuntu) or "npx playwright install --with-deps chromium".'
      : 'The specs need Chrome or Chromium: run "npx playwright install chromium".'
  return provideProgram({ name: 'Chromium or Chrome', packageName: 'chromium', find: findChromium, missing }, say)
}

/** Its name and version. On Windows only its file name: `--version` would open a window. */
export function chromiumVersion(path: string): string {
  if (process.platform === 'win32') return basename(path)
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return stdout?.trim() || basename(path)
}
