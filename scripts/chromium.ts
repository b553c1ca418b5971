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

/** Finds another Chromium than the headless shell that the specs of the browser shell run in; null: there is none. */
export function findWholeChromium(): string | null {
  const path = findChromium()
  if (path !== HEADLESS_SHELL) return path
  return places.find((other) => other !== undefined && other !== HEADLESS_SHELL && existsSync(other)) ?? null
}

/** Finds it as `findChromium`, but installs Debian's package if it is root and has apt-get. */
export function provideChromium(say: (line: string) => void): { path: string } | { missing: string } {
  const missing =
    process.platform === 'linux'
      ? 'The specs need Chromium: run "sudo apt-get install -y chromium" (Debian, Ubuntu) or "npx playwright install --with-deps chromium".'
      : 'The specs need Chrome or Chromium: run "npx playwright install chromium".'
  return provideProgram({ name: 'Chromium or Chrome', packageName: 'chromium', find: findChromium, missing }, say)
}

/** Not the script in /usr/bin: killing that leaves the browser running. */
const HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'

const findHeadlessShell = () =>
  [process.env.CHROMIUM_PATH, HEADLESS_SHELL].find((path) => path !== undefined && existsSync(path)) ?? null

/**
 * The browser for the specs: Debian's headless shell, which is Chromium without its own windows and needs a fifth less
 * CPU, or else what findChromium finds. Starts nothing.
 */
export function findSpecBrowser(): string | null {
  return findHeadlessShell() ?? findChromium()
}

/** Finds it as findSpecBrowser; as root installs the headless shell by apt-get, else as provideChromium. */
export function provideSpecBrowser(say: (line: string) => void): { path: string } | { missing: string } {
  const missing = 'Chromium’s headless shell is not here.'
  const needed = { name: 'headless Chromium', packageName: headlessShellPackage(), find: findHeadlessShell, missing }
  try {
    const shell = provideProgram(needed, say)
    if ('path' in shell) return shell
  } catch {
    say('It could not be installed: the specs run in a whole Chromium, and take longer.')
  }
  return provideChromium(say)
}

/** It is in the version of the installed Chromium, so that this is not upgraded. */
function headlessShellPackage(): string {
  const { stdout } = spawnSync('dpkg-query', ['-W', 'chromium-common'], { encoding: 'utf8' })
  const version = stdout?.trim().split('\t')[1]
  return version === undefined ? 'chromium-headless-shell' : `chromium-headless-shell=${version}`
}

/** Its name and version. Windows has only its file name: `--version` would open a window. */
export function chromiumVersion(path: string): string {
  if (process.platform === 'win32') return basename(path)
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  const version = stdout?.trim() || basename(path)
  return path === HEADLESS_SHELL ? `${version} (headless shell)` : version
}
