// The kit as test authors have it: packed, installed outside the repository, with a Playwright of its own.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from '@playwright/test'
import { findSpecBrowser } from '../scripts/chromium.ts'
import { complaintsAboutNpm } from '../scripts/npm-files.ts'
import { root } from './fixtures.ts'
import { startInspector, startReferenceService } from './kit/kit.ts'

test.describe.configure({ mode: 'serial' })

/** The settings of the reference service that the first test of the docs holds on. */
const SETTINGS = {
  defaults: ['--events', '237', '--seed', '7'],
  'total of the page': ['--events', '237', '--seed', '7', '--total', 'page'],
  'oldest first, by twenty': [
    '--events',
    '237',
    '--seed',
    '7',
    '--order',
    'oldest',
    '--bounds',
    'half-open',
    '--clamp-to',
    '20',
  ],
  'shuffled and slow': [
    '--events',
    '237',
    '--seed',
    '7',
    '--order',
    'shuffled',
    '--latency',
    '60,40',
    '--errors',
    'problem',
  ],
}

let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventscope-kit-'))
})
test.afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

function npm(args: string[], cwd: string): string {
  // npm's own variables would make it look at this project.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^INIT_CWD$/i.test(name)),
  )
  const options = {
    cwd,
    env,
    encoding: 'utf8' as const,
    stdio: ['ignore', 'pipe', 'ignore'] as ['ignore', 'pipe', 'ignore'],
  }
  return execFileSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    ...options,
    shell: process.platform === 'win32',
  })
}

test('what is packed is what is needed; installed in an empty folder, the first test of the docs holds on four settings', async () => {
  // It installs from the registry, and starts four browsers: how long that takes is the machine's.
  test.slow()
  const [packed] = JSON.parse(npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder], root)) as [
    { filename: string; files: { path: string }[] },
  ]
  expect(complaintsAboutNpm(packed.files.map(({ path }) => path))).toEqual([])

  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const playwright = `@playwright/test@${devDependencies['@playwright/test']}`
  // The optional ones are another Node and the keychain's binary: neither is needed here, and both are large.
  const quick = ['--prefer-offline', '--no-audit', '--no-fund', '--omit=optional']
  npm(['install', `./${packed.filename}`, playwright, ...quick], folder)

  await writeFile(join(folder, 'first.spec.ts'), await firstTest())
  await writeFile(join(folder, 'moving.spec.ts'), await codeUnder('Events that move'))
  await writeFile(join(folder, 'clock.spec.ts'), await codeUnder('Time in the window'))
  await writeFile(join(folder, 'failing.spec.ts'), FAILING)
  await writeFile(join(folder, 'trace.ts'), await codeUnder('A trace on failure'))
  await writeFile(join(folder, 'playwright.config.ts'), config())
  const cli = join(folder, 'node_modules', '@playwright', 'test', 'cli.js')
  const report = await run([cli, 'test', '--reporter=json'], folder)
  const outcomes = outcomesOf(JSON.parse(report))
  for (const name of Object.keys(SETTINGS)) expect(outcomes.get(name), name).toBe('passed')
  expect(outcomes.get('events that move')).toBe('passed')
  expect(outcomes.get('time in the window')).toBe('passed')
  expect(outcomes.get('a test that fails')).toContain('as it shall')
  expect(attachmentsOf(JSON.parse(report)).filter(({ name }) => name === 'trace')).toHaveLength(1)
  const sent = attachmentsOf(JSON.parse(report)).find(({ name, body }) => name === 'requests to the service' && body)
  const body = sent?.body ?? ''
  expect(JSON.parse(Buffer.from(body, 'base64').toString())).toMatchObject([{ number: 1, status: 200 }])
  expect(outcomes.get('no browser')).toMatch(/There is no browser at .*nowhere\. Run "npx playwright install chromium"/)
})

const FAILING = `
import { test } from 'eventscope/kit/fixtures'
test.use({ fetchAhead: false })
test('fails', async ({ inspector }) => { throw new Error('as it shall') })
`

async function firstTest(): Promise<string> {
  const code = await codeUnder('A first test')
  expect(code.split('\n').length).toBeLessThan(22)
  return code
}

/** The first code under a heading of the guide. */
async function codeUnder(heading: string): Promise<string> {
  const docs = await readFile(join(root, 'docs/test-authors.md'), 'utf8')
  const section = docs.split(/^###? /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return /```ts\n(.*?)```/s.exec(section)?.[1] ?? ''
}

function config(): string {
  const executablePath = findSpecBrowser()
  const launchOptions = { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
  const testMatch = 'first.spec.ts'
  const projects = Object.entries(SETTINGS).map(([name, serviceSwitches]) => ({
    name,
    testMatch,
    use: { serviceSwitches },
  }))
  const others = [
    { name: 'events that move', testMatch: 'moving.spec.ts' },
    { name: 'time in the window', testMatch: 'clock.spec.ts' },
    { name: 'no browser', testMatch, use: { launchOptions: { executablePath: '/nowhere' } } },
  ]
  const all = { workers: 2, timeout: 120_000, use: { launchOptions }, projects: [...projects, ...others] }
  return `import traced from './trace.ts'
const all = ${JSON.stringify(all)}
all.projects.push({ name: 'a test that fails', testMatch: 'failing.spec.ts', use: traced.use })
export default all`
}

interface Result {
  status: string
  error?: { message: string }
  attachments?: { name: string; body?: string }[]
}

interface Report {
  suites: { specs: { tests: { projectName: string; results: Result[] }[] }[] }[]
}

const attachmentsOf = ({ suites }: Report) =>
  suites
    .flatMap(({ specs }) => specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)))
    .flatMap(({ attachments = [] }) => attachments)

/** By project: "passed", or why it did not. */
function outcomesOf({ suites }: Report): Map<string, string> {
  const tests = suites.flatMap(({ specs }) => specs).flatMap(({ tests }) => tests)
  return new Map(
    tests.map(({ projectName, results }) => {
      const [{ status, error } = { status: 'did not run' }] = results
      return [projectName, error?.message ?? status]
    }),
  )
}

/** Runs Node there to its end, whatever that is. @returns its standard output */
async function run(args: string[], cwd: string): Promise<string> {
  // Told by this run where its report goes, another Playwright would write its own there.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLAYWRIGHT_')))
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  return output
}

const CALLER = `
import { startInspector, startReferenceService } from 'eventscope/kit'
const service = await startReferenceService(['--events', '5'])
const inspector = await startInspector({ baseUrl: service.url, token: service.token })
console.log(JSON.stringify([service.url, inspector.url, await inspector.newLink()]))
setInterval(() => {}, 1_000)
`

test('a caller that is killed leaves nothing running; links are good once each', async ({ page }) => {
  await writeFile(join(folder, 'caller.js'), CALLER)
  const caller = spawn(process.execPath, ['caller.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const [service = '', first = '', second = ''] = JSON.parse(await firstLine(caller)) as string[]
  expect(first).not.toBe(second)
  for (const link of [second, first]) {
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByRole('status').filter({ hasText: 'Rows 1–5 of 5' })).toBeVisible()
  }
  caller.kill('SIGKILL')
  for (const address of [service, first]) {
    await expect
      .poll(() =>
        fetch(new URL('/', address)).then(
          () => 'answers',
          () => 'gone',
        ),
      )
      .toBe('gone')
  }
})

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  const [line] = await once(createInterface({ input: stdout as NodeJS.ReadableStream }), 'line')
  return line
}

test('what cannot work rejects with a sentence, and stopping twice is no trouble', async () => {
  const service = await startReferenceService(['--events', '5', '--token', 'chosen'])
  expect(service.token).toBe('chosen')
  const options = { baseUrl: service.url, token: service.token }
  const why = (promise: Promise<unknown>) =>
    promise.then(
      () => 'it started',
      (error: Error) => error.message,
    )

  expect(await why(startInspector({ ...options, baseUrl: 'billing' }))).toMatch(
    /^EVENTSCOPE_BASE_URL cannot be used: .*https:\/\//,
  )
  expect(await why(startInspector({ ...options, baseUrl: 'http://billing.example.com' }))).toMatch(
    /^EVENTSCOPE_BASE_URL cannot/,
  )
  expect(await why(startInspector({ ...options, baseUrl: '' }))).toBe(
    'startInspector needs baseUrl, a text that is not empty.',
  )
  expect(await why(startInspector({ ...options, token: 'with\nbreak' }))).toMatch(/^EVENTSCOPE_TOKEN cannot be used: /)

  expect(await why(startInspector({ ...options, userData: folder, fetchAhead: false }))).toMatch(
    /^startInspector takes userData or fetchAhead/,
  )
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  expect(await why(startInspector({ ...options, userData: file }))).toMatch(/^The folder .*a-file cannot be used: /)
  // Where not even root may write.
  if (process.platform === 'linux') {
    expect(await why(startInspector({ ...options, userData: '/proc/eventscope' }))).toMatch(
      /^The folder \/proc\/eventscope cannot be used: /,
    )
  }
  if (process.getuid?.() !== 0) {
    const closed = join(folder, 'closed')
    await mkdir(closed)
    await chmod(closed, 0o500)
    expect(await why(startInspector({ ...options, userData: join(closed, 'inside') }))).toMatch(/cannot be used: /)
  }

  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  expect(await why(startReferenceService(['--port', String(port)]))).toMatch(
    /^The service cannot start: .*\b(in use|EADDRINUSE)\b/,
  )
  taken.close()
  expect(await why(startReferenceService(['--total', 'none']))).toMatch(/--total/)
  expect(await why(startReferenceService(['--nonsense']))).toMatch(/--nonsense/)

  const running = await startInspector(options)
  await Promise.all([running.stop(), running.stop()])
  await running.stop()
  expect(await why(running.newLink())).toBe('It has ended.')
  await service.stop()
  await service.stop()
})
