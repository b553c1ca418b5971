// Starts what a spec needs, each on a port and in a folder of its own: a reference service, a browser shell, its
// window.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, test as base, type Page } from '@playwright/test'
import { expect } from './expect.ts'
import { Inspector } from './kit/inspector.ts'
import { type RunningService, serveHere } from './service/serve-here.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const token = 'tok-3f9Zr7Qm-e2e+/=='

export interface Running {
  /** What the process said once it was ready. */
  url: string
  process: ChildProcess
  /** Everything it wrote to standard output and standard error. */
  output: () => string
  stop: () => Promise<void>
}

/**
 * Starts a Node program of ours (or what `program` names) and waits for the line that holds its address; fails with its
 * output when it ends first.
 */
export async function start(
  args: string[],
  ready: RegExp,
  env: Record<string, string> = {},
  program = process.execPath,
): Promise<Running> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, EVENTSCOPE_BASE_URL: '', EVENTSCOPE_TOKEN: '', ...env },
    stdio: 'pipe',
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`
      const found = ready.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}:\n${output}`)))
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { url, process: child, output: () => output, stop }
}

/** A reference service (docs/service.md names its switches). */
export const startService = (...switches: string[]): Promise<RunningService> =>
  serveHere(['--port', '0', '--token', token, ...switches])

/** The same in a process of its own: for benchmarks, which would measure it with theirs, and block it. */
export const startServiceProcess = (...switches: string[]): Promise<Running> =>
  start(['service/main.ts', '--port', '0', '--token', token, ...switches], /(http:\/\/127\.0\.0\.1:\d+)/)

/** `build` is the folder that holds `dist`: ours, or another one to compare with. */
export function startBrowserShell(folder: string, env: Record<string, string> = {}, build = root): Promise<Running> {
  return start(
    // Ends with these tests, also where they are killed.
    [join(build, 'dist/browser.js'), '--port', '0', '--no-open', '--user-data', folder, '--stop-with-stdin'],
    /^Eventscope is ready at (\S+)$/,
    env,
  )
}

interface Fixtures {
  /** The switches of this spec's service; `test.use({ serviceSwitches: ['--events', '120'] })`. */
  serviceSwitches: string[]
  service: RunningService
  /** A fresh user-data folder, removed afterwards. */
  folder: string
  /** A browser shell with no connection of its own. */
  shell: Running
  /** The window at first run. */
  firstRun: Inspector
  /** The window, connected by the environment variables, with its first rows there. */
  inspector: Inspector
}

export const test = base.extend<Fixtures>({
  serviceSwitches: [['--events', '237', '--seed', '7'], { option: true }],
  service: async ({ serviceSwitches }, use) => {
    const service = await startService(...serviceSwitches)
    await use(service)
    await service.stop()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  folder: async ({}, use) => {
    const folder = await newFolder()
    await use(folder)
    await removeFolder(folder)
  },
  shell: async ({ folder }, use) => {
    const shell = await startBrowserShell(folder)
    await use(shell)
    await shell.stop()
  },
  firstRun: async ({ shell, page }, use) => {
    await page.goto(shell.url)
    await use(new Inspector(page))
  },
  inspector: async ({ folder, service, page }, use) => {
    const { inspector, shell } = await openInspector(page, folder, service.url)
    await use(inspector)
    await shell.stop()
  },
})

const newFolder = () => mkdtemp(join(tmpdir(), 'eventscope-e2e-'))
/** npm is gone before the program that it ran has closed its files, which may come back while the folder is emptied. */
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 })

/** Resolves once the window has its first rows, and what stands around them, which is loaded behind them. */
export async function openInspector(page: Page, folder: string, serviceUrl: string) {
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: serviceUrl, EVENTSCOPE_TOKEN: token })
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.rows.first()).toBeVisible()
  await inspector.settled()
  return { inspector, shell }
}

/** What the tests of a file share. */
export interface OneWindow {
  context: BrowserContext
  page: Page
  folder: string
  close: () => Promise<void>
}

/**
 * For a file whose tests share one window, because opening one takes two seconds of a core: they run in their order,
 * each in the window as the one before left it. After a test that failed, Playwright starts over, so the next has a new
 * window.
 * @param open called once, before the first test, in a folder and a page of their own
 */
export function openedOnce<T extends { stop: () => Promise<unknown> }>(
  open: (page: Page, folder: string) => Promise<T>,
): (browser: Browser) => Promise<T & OneWindow> {
  let opened: Promise<T & OneWindow> | null = null
  base.describe.configure({ mode: 'default' })
  base.afterAll(async () => (await opened)?.close())
  return (browser) => {
    opened ??= openOne(browser, open)
    return opened
  }
}

async function openOne<T extends { stop: () => Promise<unknown> }>(
  browser: Browser,
  open: (page: Page, folder: string) => Promise<T>,
): Promise<T & OneWindow> {
  const context = await browser.newContext()
  const [page, folder] = await Promise.all([context.newPage(), newFolder()])
  const one = await open(page, folder)
  const close = async () => {
    await context.close()
    await one.stop()
    await removeFolder(folder)
  }
  return { ...one, context, page, folder, close }
}

/** `test` for a file whose tests share the window that `open` opens (`openedOnce`); the rest of it is in `opened`. */
export function testInWindowOf<T extends { inspector: Inspector; stop: () => Promise<unknown> }>(
  open: (page: Page, folder: string) => Promise<T>,
) {
  const one = openedOnce(open)
  return test.extend<{ opened: T & OneWindow }>({
    opened: async ({ browser }, use) => use(await one(browser)),
    context: async ({ opened }, use) => use(opened.context),
    page: async ({ opened }, use) => use(opened.page),
    folder: async ({ opened }, use) => use(opened.folder),
    inspector: async ({ opened }, use) => use(opened.inspector),
  })
}

/** The same on a service with these switches. */
export function testInOneWindow(...serviceSwitches: string[]) {
  return testInWindowOf(async (page, folder) => {
    const service = await startService(...serviceSwitches)
    const { inspector, shell } = await openInspector(page, folder, service.url)
    return { inspector, service, stop: () => Promise.all([shell.stop(), service.stop()]) }
  }).extend({ service: async ({ opened }, use) => use(opened.service) })
}

export { expect }
