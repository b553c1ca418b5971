// Starts the desktop shell on the runtime that is there (scripts/electron-runtime.ts), each in a user-data folder of
// its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { findSpecBrowser, findWholeChromium } from '../scripts/chromium.ts'
import { findRuntime } from '../scripts/electron-runtime.ts'
import { type SecretService, startSecretService } from '../scripts/secret-service.ts'
import { test as base, root } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

/** Null where neither Electron nor anything in its place is there; then `npm test` does not run these specs. */
export const runtime = findRuntime()

export interface Desktop {
  app: ElectronApplication
  page: Page
  inspector: Inspector
  /** What the main process wrote to standard error. */
  errors: () => string
  close: () => Promise<void>
  /** Quits it as its menu does, and resolves with the exit code; null where a signal ended the process. */
  quit: () => Promise<number | null>
}

export interface LaunchOptions {
  env?: Record<string, string>
  /** After the app's own arguments. */
  more?: string[]
  /** The app's folder; the checkout when absent. */
  appFolder?: string
}

/** For the stand-in, as an environment: of a crash in the headless shell it hears late, or nothing. */
export const wholeChromium = inChromium(findWholeChromium())

/** Where there is none, the stand-in looks itself. */
function inChromium(path: string | null): Record<string, string> {
  return path === null ? {} : { CHROMIUM_PATH: path }
}

const environment = (env: Record<string, string> = {}) => {
  const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env as Record<string, string>
  return { ...inherited, ...inChromium(findSpecBrowser()), EVENTSCOPE_BASE_URL: '', EVENTSCOPE_TOKEN: '', ...env }
}

function executable(): string {
  if (runtime === null) throw new Error('No Electron runtime is here: scripts/electron-runtime.ts says where it looks.')
  return runtime.executablePath
}

export async function launchDesktop(folder: string, options: LaunchOptions = {}): Promise<Desktop> {
  const app = await _electron.launch({
    executablePath: executable(),
    args: [options.appFolder ?? root, `--user-data-dir=${folder}`, ...(options.more ?? [])],
    cwd: root,
    env: environment(options.env),
  })
  let errors = ''
  app.process().stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8')
  })
  // As long as in the other shell, where the end of the test alone ends what hangs.
  app.context().setDefaultTimeout(0)
  const page = await app.firstWindow()
  await page.locator('#root').waitFor({ state: 'attached' })
  return {
    app,
    page,
    inspector: new Inspector(page),
    errors: () => errors,
    quit: () => quit(app),
    close: async () => {
      await quit(app)
      await app.close()
    },
  }
}

/** By then the stand-in has closed the window, or never will. */
const ANSWERED_BY_MS = 10_000
/** A program that has not ended by then does not. */
const ENDED_BY_MS = 60_000

/** One that does not end fails its own test alone, and not whatever waits for it afterwards. */
async function quit(app: ElectronApplication): Promise<number | null> {
  const child = app.process()
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  app.evaluate(({ app: running }) => running.quit()).catch(() => null)
  const unanswered = setTimeout(() => runtime?.standIn && quitOn(app).catch(() => null), ANSWERED_BY_MS)
  let endless = false
  const late = setTimeout(() => {
    endless = child.kill('SIGKILL')
  }, ENDED_BY_MS)
  const [code] = await ended
  clearTimeout(unanswered)
  clearTimeout(late)
  if (endless) throw new Error('The program did not end.')
  return code
}

/**
 * The stand-in's Chromium loses about one order in 60 to close a window, and one in ten on a busy machine; the stand-in
 * waits for it for ever. The rest of its quitting is done here. Electron itself gets no such help.
 */
const quitOn = (app: ElectronApplication) =>
  app.evaluate(({ app: running }) => {
    running.quit = () => running.exit(0)
    running.emit('will-quit', { preventDefault() {} })
  })

/** Starts it as a user would a second time: without a debugger. */
export function launchAgain(folder: string, ...more: string[]): ChildProcess {
  return spawn(executable(), [root, `--user-data-dir=${folder}`, ...more], {
    cwd: root,
    env: environment(),
    stdio: 'ignore',
  })
}

interface Fixtures {
  /** A keyring of this spec alone; null, and said, where gnome-keyring is not there. */
  keyring: SecretService
  /** The desktop shell at first run. */
  desktop: Desktop
  /** The desktop shell with a ready connection to the spec's service, its first rows there. */
  connected: Desktop
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  keyring: async ({}, use, info) => {
    info.skip(
      process.env.EVENTSCOPE_SECRET_SERVICE !== '1',
      'needs gnome-keyring: run it by scripts/with-secret-service.ts',
    )
    const service = await startSecretService()
    await use(service)
    await service.stop()
  },
  desktop: async ({ folder }, use) => {
    const desktop = await launchDesktop(folder)
    await use(desktop)
    await desktop.close()
  },
  connected: async ({ folder, service }, use) => {
    const env = { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: 'tok-3f9Zr7Qm-e2e+/==' }
    const desktop = await launchDesktop(folder, { env })
    await desktop.inspector.settled()
    await use(desktop)
    await desktop.close()
  },
})

export { expect } from './expect.ts'
