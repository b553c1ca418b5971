// Where the acts of `npm run same` play: a build's browser shell, a service and a window, on the ports, in the folders
// and at the time that they have in every run; and what is written down of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser, Download, Locator, Page, Request } from '@playwright/test'
import { Inspector } from '../kit/inspector.ts'
import { changesOnceStill, look } from './look.ts'

/** Noon in Berlin, some weeks after the October that the sample company tells of. */
const NOW = Date.parse('2026-11-24T11:00:00Z')
export const TOKEN = 'tok-same'
/** What comes of a press is there by then. */
const OUTCOME_WITHIN_MS = 5_000
/** In a recording: the user data that the commit left, which are opened rather than compared. */
export const LEFT = 'left'

const MOST_PICTURES = 10

/** A subject's place in the run: where the build is, where it works, its recording, its first port of forty. */
export interface Place {
  /** Holds `dist`: a copy of the build, at the same path for each. */
  program: string
  /** The subject's own folder, empty at first. */
  work: string
  record: string
  port: number
  /** Where the commit left user data, in its first recording; null: this is that recording. */
  left: string | null
  /** A recording whose first difference ends the acts with a Difference; null: they are played to their end. */
  expected: string | null
  /** The commands that are run; null: all of them. */
  commands: RegExp | null
}

/** What was written down is not as it was expected. */
export class Difference extends Error {}

export class Stage {
  readonly place: Place
  readonly browser: Browser
  private children: ChildProcess[] = []
  private looks = 0
  private starts = 0
  private services = 0
  private served: ChildProcess | null = null
  private opened: Page | null = null
  /** What the page asked and has no answer to; what goes on being told is none of these. */
  private pending = new Set<Request>()
  private now = NOW
  /** The base URL of the service that commands read; null: they are told none. */
  connected: string | null = null

  constructor(place: Place, browser: Browser) {
    this.place = place
    this.browser = browser
    rmSync(place.work, { recursive: true, force: true })
    mkdirSync(place.work, { recursive: true })
  }

  get page(): Page {
    if (this.opened === null) throw new Error('No window is open.')
    return this.opened
  }

  get inspector(): Inspector {
    return new Inspector(this.page)
  }

  /** The environment of each program: the frozen time, a seed and a port of its own. */
  private environment(seed: string, port: number): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      HOME: this.place.work,
      LANG: 'C.UTF-8',
      TZ: 'Europe/Berlin',
      SAME_NOW: String(this.now),
      SAME_SEED: seed,
      SAME_PORT: String(port),
    }
  }

  private spawn(program: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    // By the environment: commands start a Node of their own.
    const preload = join(dirname(this.place.program), 'frozen.cjs')
    const child = spawn(process.execPath, [join(this.place.program, 'dist', program), ...args], {
      cwd: this.place.work,
      env: { ...env, NODE_OPTIONS: `--require=${preload}` },
      stdio: 'pipe',
    })
    this.children.push(child)
    return child
  }

  /** Starts a program that goes on. @returns what `ready` captured of the line that says so */
  private start(program: string, args: readonly string[], ready: RegExp, env: NodeJS.ProcessEnv): Promise<string> {
    const child = this.spawn(program, args, env)
    let said = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    return new Promise((resolve, reject) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
        const found = ready.exec(line)?.[1]
        if (found !== undefined) resolve(found)
      })
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${said}`)))
    })
  }

  /** The build's own reference service. @returns its base URL */
  service(...switches: string[]): Promise<string> {
    const port = String(this.place.port + 20 + this.services++)
    const args = [
      '--port',
      port,
      '--token',
      TOKEN,
      '--stop-with-stdin',
      '--now',
      new Date(this.now).toISOString(),
      ...switches,
    ]
    const ready = this.start(
      'service.js',
      args,
      /^Reference service listening at (\S+)$/,
      this.environment('service', 0),
    )
    this.served = this.children.at(-1) ?? null
    return ready
  }

  /** Where the shell keeps what it is given, below which nothing is at first. */
  get userData(): string {
    return join(this.place.work, 'user-data')
  }

  /**
   * A window of a shell in the subject's folder.
   * @param baseUrl of a service that is connected; null: as at first run, or as the user data that are there say
   */
  async window(baseUrl: string | null, size = { width: 1440, height: 900 }): Promise<Inspector> {
    const isFirstRun = baseUrl === null && !existsSync(this.userData)
    const port = this.place.port + 4 * this.starts++
    const env = this.environment(`${basename(this.place.work)} ${this.starts}`, port)
    if (baseUrl !== null) Object.assign(env, { EVENTSCOPE_BASE_URL: baseUrl, EVENTSCOPE_TOKEN: TOKEN })
    const args = [
      '--port',
      String(port),
      '--no-open',
      '--user-data',
      join(this.place.work, 'user-data'),
      '--stop-with-stdin',
    ]
    const url = await this.start('browser.js', args, /^Eventscope is ready at (\S+)$/, env)
    const context = await this.browser.newContext({
      viewport: size,
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      permissions: ['clipboard-read', 'clipboard-write'],
      acceptDownloads: true,
    })
    context.setDefaultTimeout(120_000)
    const page = await context.newPage()
    const pending = new Set<Request>()
    this.pending = pending
    page.on('request', (request) => pending.add(request))
    page.on('requestfinished', (request) => pending.delete(request))
    page.on('requestfailed', (request) => pending.delete(request))
    page.on('response', (response) => {
      if (response.url().endsWith('/links')) pending.delete(response.request())
    })
    await page.clock.setFixedTime(this.now)
    await page.addInitScript(() => {
      let last = 1
      // A linear congruential generator: any that begins alike will do.
      const next = () => {
        last = (last * 48_271) % 2_147_483_647
        return last
      }
      Math.random = () => next() / 2_147_483_647
      crypto.getRandomValues = (view) => {
        if (view === null) return view
        const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
        for (const at of bytes.keys()) bytes[at] = next()
        return view
      }
      let ids = 0
      // Each is another, and all begin alike: a beginning is shown as a seed, whatever was asked for before.
      crypto.randomUUID = () => `5eed5eed-0000-4000-8000-${String(ids++).padStart(12, '0')}`
      window.print = () => document.documentElement.setAttribute('data-printed', '')
      // What goes by itself stays until something takes its place: "Copied" and other notices; nothing is fetched
      // ahead, and nothing is said of an answer that is slow. What looks again and again goes on doing so.
      const never = (ms: number) => [1_000, 1_500, 2_000, 2_500, 2_501].includes(ms) || ms >= 6_000
      const soon = window.setTimeout
      Object.assign(window, {
        setTimeout: (run: TimerHandler, ms = 0, ...given: unknown[]) => (never(ms) ? 0 : soon(run, ms, ...given)),
      })
    })
    await page.goto(url)
    this.opened = page
    const inspector = new Inspector(page)
    await (isFirstRun ? inspector.connectionDialog : inspector.rows.first()).waitFor()
    if (!isFirstRun) await inspector.settled()
    return inspector
  }

  /** Runs a command to its end, and writes down what it was asked, said and how it ended. */
  async command(name: string, ...args: string[]): Promise<void> {
    if (this.place.commands?.test(name) === false) return void this.looks++
    const env = this.environment(`command ${name}`, this.place.port + 30)
    if (this.connected !== null) Object.assign(env, { EVENTSCOPE_BASE_URL: this.connected, EVENTSCOPE_TOKEN: TOKEN })
    const child = this.spawn('eventscope.js', args, env)
    child.stdin?.end()
    let [out, errors] = ['', '']
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text
    })
    const code = await new Promise((resolve) => child.once('close', resolve))
    this.note(name, `$ eventscope ${args.join(' ')}\nexit ${code}\n\n${out}\n--- standard error\n${errors}`)
  }

  /** Writes down a text. */
  note(name: string, text: string): void {
    const number = String(this.looks++).padStart(4, '0')
    this.write(`${number} ${name.replaceAll(/[^\w ,.−+-]+/g, '_').slice(0, 90)}.txt`, text)
  }

  /** Writes down a file's bytes. */
  file(name: string, bytes: Uint8Array): void {
    this.write(join('files', name), bytes)
  }

  private write(name: string, content: string | Uint8Array): void {
    const path = join(this.place.record, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
    const { expected } = this.place
    if (expected === null) return
    const same = existsSync(join(expected, name)) && readFileSync(join(expected, name)).equals(Buffer.from(content))
    if (!same) throw new Difference(name)
  }

  /** Waits until the page is at rest. */
  async atRest(): Promise<void> {
    await changesOnceStill(this.page, () => this.pending.size > 0)
  }

  /** Writes down what the page says once it is at rest. */
  async look(name: string): Promise<void> {
    // What the pointer is on looks otherwise, and the page may have moved below it.
    await this.page.mouse.move(0, 0)
    this.note(name, await look(this.page, () => this.pending.size > 0))
  }

  /** Writes down how the page looks, once two pictures of it are the same. */
  async picture(name: string): Promise<void> {
    let last: Buffer = Buffer.alloc(0)
    for (let tries = 0; tries < MOST_PICTURES; tries++) {
      const next = await this.page.screenshot({ animations: 'disabled', caret: 'hide' })
      if (next.equals(last)) break
      last = next
    }
    this.write(join('pictures', `${name}.png`), last)
  }

  /** Writes down what comes of a press: the clipboard, the saved file, what is printed, and the page. */
  async taken(name: string, control: Locator, press = () => control.click()): Promise<void> {
    await this.page.evaluate(async () => {
      document.documentElement.removeAttribute('data-printed')
      await navigator.clipboard.writeText('nothing yet')
    })
    const saved: Download[] = []
    const hear = (download: Download) => saved.push(download)
    this.page.on('download', hear)
    const said = await this.notices()
    await press()
    const deadline = performance.now() + OUTCOME_WITHIN_MS
    while (saved.length === 0 && performance.now() < deadline && !(await this.hasOutcome(said)))
      await this.page.waitForTimeout(50)
    await this.look(name)
    this.page.off('download', hear)
    for (const download of saved) {
      const bytes = readFileSync(await download.path())
      this.note(`saved ${name}`, `${download.suggestedFilename()}, ${bytes.length} bytes`)
      this.file(`${name} ${download.suggestedFilename()}`, bytes)
    }
    if (await this.page.evaluate(() => document.documentElement.hasAttribute('data-printed'))) {
      await this.page.emulateMedia({ media: 'print' })
      await this.look(`printed ${name}`)
      await this.page.emulateMedia({ media: null })
    }
    const copied = await this.page.evaluate(async () => {
      const [item] = await navigator.clipboard.read()
      const read = async (type: string) => `${type}\n${await (await item?.getType(type))?.text()}`
      return (await Promise.all((item?.types ?? []).map(read))).join('\n\n')
    })
    if (copied !== 'text/plain\nnothing yet') this.note(`copied ${name}`, copied)
  }

  /** Ends the service that was started last, so that the next has its port. */
  async endService(): Promise<void> {
    if (this.served !== null) await ended(this.served)
    this.services--
  }

  private async notices(): Promise<string> {
    return (await this.page.locator('[role=status], [role=alert]').allInnerTexts()).join()
  }

  /** Whether something was copied or printed, or is said that was not. */
  private async hasOutcome(said: string): Promise<boolean> {
    const isDone = await this.page.evaluate(
      async () =>
        document.documentElement.hasAttribute('data-printed') ||
        (await navigator.clipboard.readText()) !== 'nothing yet',
    )
    return isDone || (await this.notices()) !== said
  }

  /** What starts from now on does so an hour later than what started before. */
  later(): void {
    this.now += 3_600_000
  }

  /** Ends what was started, and waits for it. */
  async end(): Promise<void> {
    await this.opened?.context().close()
    await Promise.all(this.children.map(ended))
    this.children = []
    this.opened = null
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise((resolve) => child.once('close', resolve))
  // They end with their standard input, once what they are writing is written.
  child.stdin?.end()
  const impatient = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await over
  clearTimeout(impatient)
}
