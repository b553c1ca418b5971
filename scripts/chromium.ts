// Finds a Chromium for the end-to-end specs: one that is there, then Playwright's own, then Debian's package.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { chromium } from '@playwright/test'

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

/** The path of a Chromium or Chrome that is there, or null. Starts nothing. */
export function findChromium(): string | null {
  return [...places, chromium.executablePath()].find((path) => path !== undefined && existsSync(path)) ?? null
}

/**
 * As findChromium, but installs Debian's package where it may: as root, with apt-get.
 * @returns the path, or in `missing` the command that a person has to run.
 */
export function provideChromium(say: (line: string) => void): { path: string } | { missing: string } {
  const found = findChromium()
  if (found !== null) return { path: found }
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('No Chromium or Chrome is here: installing Debian\'s with "apt-get install -y chromium".')
    execFileSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] })
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = findChromium()
    if (installed !== null) return { path: installed }
  }
  return {
    missing:
      process.platform === 'linux'
        ? 'The specs need Chromium: run "sudo apt-get install -y chromium" (Debian, Ubuntu) or "npx playwright install --with-deps chromium".'
        : 'The specs need Chrome or Chromium: run "npx playwright install chromium".',
  }
}

/** Its name and version, for people. On Windows the question would open a window. */
export function chromiumVersion(path: string): string {
  if (process.platform === 'win32') return basename(path)
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 })
  return stdout?.trim() || basename(path)
}
