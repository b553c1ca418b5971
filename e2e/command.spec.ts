// The command `eventscope` as others have it: packed, and run by npx in an empty folder outside the repository.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { test } from '@playwright/test'
import { expect } from './expect.ts'
import { root } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { startReferenceService } from './kit/kit.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import { expectNoViolations } from './violations.ts'

// Packed once for all of them.
test.describe.configure({ mode: 'serial' })
test.skip(process.platform === 'win32', 'npx is a script for its shell there')

const isLong = process.env.EVENTSCOPE_LONG === '1'
const COMMANDS = ['open', 'export', 'check', 'verify', 'service', 'check-service']
const built = join(root, 'dist', 'eventscope.js')
const token = 'token-of-the-command'

let folder = ''
let tarball = ''
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'eventscope-command-'))
  const packed = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], { cwd: root })
  tarball = `../${JSON.parse(packed.stdout)[0].filename}`
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}
interface Place {
  cwd: string
  env?: Record<string, string>
  /** The Node that is found first. */
  node?: string
}

/** Without npm's variables, which lead it to this project, and without the keychain of whoever runs it. */
function start(program: string, args: string[], { cwd, env = {}, node = process.execPath }: Place): ChildProcess {
  const variables = Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^INIT_CWD$/i.test(name))
  const PATH = [dirname(node), ...(process.env.PATH ?? '').split(delimiter).filter(isNotOurs)].join(delimiter)
  return spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(variables), DBUS_SESSION_BUS_ADDRESS: 'disabled:', PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function run(program: string, args: string[], place: Place): Promise<Ended> {
  const child = start(program, args, place)
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

const isNotOurs = (place: string) => !place.startsWith(join(root, 'node_modules'))

/** npx in an empty folder, with a cache of its own, which has of the machine's only what was downloaded. */
async function emptyPlace(name: string, options: Omit<Place, 'cwd'>) {
  const [cwd, cache] = [join(folder, name), join(folder, `${name}-cache`)]
  for (const one of [cwd, cache]) await mkdir(one)
  const { stdout } = await run('npm', ['config', 'get', 'cache'], { cwd })
  const downloads = join(stdout.trim(), '_cacache')
  if (existsSync(downloads)) await symlink(downloads, join(cache, '_cacache'))
  const env = { ...options.env, npm_config_cache: cache, npm_config_prefer_offline: 'true' }
  const place = { ...options, cwd, env }
  const args = (given: string[]) => ['--yes', tarball, ...given]
  return {
    ...place,
    npx: (given: string[], more: Record<string, string> = {}) =>
      run('npx', args(given), { ...place, env: { ...env, ...more } }),
    startNpx: (given: string[]) => start('npx', args(given), place),
    /** The command's file as npx installed it. */
    installed: async () => {
      const [hash = ''] = await readdir(join(cache, '_npx'))
      return join(cache, '_npx', hash, 'node_modules', '.bin', 'eventscope')
    },
  }
}
type EmptyPlace = Awaited<ReturnType<typeof emptyPlace>>

/** Exports, verifies the file, holds it against the service, and asks that whether it keeps the rules. */
async function realRound({ npx, cwd }: EmptyPlace, url: string): Promise<void> {
  const connection = { EVENTSCOPE_BASE_URL: url, EVENTSCOPE_TOKEN: token }
  const exported = await npx(['export', '--out', 'all.ndjson', '--user-data', 'kept'], connection)
  expect(exported, exported.stderr).toMatchObject({ code: 0 })
  expect(JSON.parse(exported.stdout)).toMatchObject({ verdict: 'complete', rows: 237, file: join(cwd, 'all.ndjson') })
  expect((await readFile(join(cwd, 'all.ndjson'), 'utf8')).trimEnd().split('\n')).toHaveLength(237)

  const ledger = ['--file', 'all.ndjson', '--sent', 'amount', '--user-data', 'kept']
  const [verified, checked, asked] = await Promise.all([
    npx(['verify', 'all.ndjson']),
    npx(['check', ...ledger], connection),
    npx(['check-service', '--url', url, '--token', token]),
  ])
  for (const { code, stderr } of [verified, checked, asked]) expect(code, stderr).toBe(0)
  expect(verified.stdout).toMatch(/^The file agrees with its receipt:\n {2}\d+ bytes.*\n {2}237 rows\n/)
  expect(checked.stdout.match(/^\{/gm)).toHaveLength(238)
  expect(asked.stdout).toMatch(/23 rules kept, 0 broken, 0 unchecked/)
}

/** A usage line that begins with the command, wherever it is, and none that only a checkout understands. */
function expectHelp(command: string, { code, stdout, stderr }: Ended): void {
  expect(code, stderr).toBe(0)
  expect(stdout + stderr).toMatch(new RegExp(`^(?:Usage:| ) eventscope ${command} `, 'm'))
  expect(stdout + stderr).not.toMatch(/npm run|node \w+\/main/)
}

test('by npx from an empty folder: an export, its verification, its check, a check of the service, the help of all', {
  tag: '@core',
}, async () => {
  const service = await startReferenceService(['--events', '237', '--token', token])
  const place = await emptyPlace('empty', {
    // Another Node and the keychain's binary, which are large; where this Node suits, neither is needed.
    env: { npm_config_omit: 'optional' },
  })
  await realRound(place, service.url)
  await service.stop()
  const installed = await place.installed()
  const help = COMMANDS.map((command) => run(process.execPath, [installed, command, '--help'], place))
  for (const [at, ended] of (await Promise.all(help)).entries()) expectHelp(COMMANDS[at] ?? '', ended)
  const nowhere = await run(process.execPath, [...pretending('20.20.2'), installed, 'export', '--help'], place)
  expect(nowhere).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Eventscope needs Node 24\.5 or later .*20\.20\.2.*\n$/),
  })
})

/** Has Node say that it is another version. */
const pretending = (version: string) => [
  '--import',
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`,
]

test('a program ends as its command is told to, and the command as its program does', { tag: '@core' }, async () => {
  const child = start(process.execPath, [built, 'service', '--port', '0', '--events', '1'], { cwd: folder })
  const url = await untilPrinted(child, /listening at (\S+)/)
  expect((await fetch(url)).status).toBe(404)
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow()
  expect(await run(process.execPath, [built, 'verify', 'nowhere.csv'], { cwd: folder })).toMatchObject({ code: 1 })
  expect(await run(process.execPath, [built, 'export', '--nonsense'], { cwd: folder })).toMatchObject({ code: 2 })
})

test('in the long rounds: the help of each by npx, on an older Node too, with the one that is brought', async () => {
  test.skip(!isLong, 'installs another Node')
  test.setTimeout(600_000)
  const place = await emptyPlace('whole', { node: (await olderNode()) ?? process.execPath })
  for (const command of COMMANDS) expectHelp(command, await place.npx([command, '--help']))
  expect(await place.npx(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  expect(await place.npx(['exprot'])).toMatchObject({ code: 2, stderr: expect.stringContaining('no command "exprot"') })

  const service = place.startNpx(['service', '--port', '0', '--events', '237', '--token', token])
  const url = await untilPrinted(service, /listening at (\S+)/)
  await realRound(place, url)
  service.kill('SIGTERM')
  // The shell in between passes nothing on: the command sees that it is gone.
  await expect.poll(() => fetch(url).catch(() => 'gone')).toBe('gone')

  const installed = await place.installed()
  const older = (await olderNode()) ?? process.execPath
  const pretended = older === process.execPath ? pretending('20.20.2') : []
  // Not by npx, which puts the Node that is brought before others.
  expectHelp('export', await run(older, [...pretended, installed, 'export', '--help'], place))
})

/** A Node of this machine that is too old for our programs, or null. */
async function olderNode(): Promise<string | null> {
  for (const path of (process.env.PATH ?? '').split(delimiter).filter(isNotOurs)) {
    const node = join(path, 'node')
    if (!existsSync(node)) continue
    const { stdout } = await run(node, ['-p', 'parseInt(process.versions.node)'], { cwd: folder })
    if (Number(stdout) >= 20 && Number(stdout) < 24) return node
  }
  return null
}

/** What is captured of the first line of standard output that fits. */
function untilPrinted(child: ChildProcess, line: RegExp): Promise<string> {
  let all = ''
  return new Promise((resolve, reject) => {
    child.once('close', () => reject(new Error(`It ended and had said: ${all}`)))
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      all += text
      const found = line.exec(all)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}

test('a script of another package may be called as one of ours: its files are meant from where it runs', async () => {
  const env = { npm_lifecycle_event: 'verify-receipt', INIT_CWD: '/nowhere' }
  const { stderr } = await run(process.execPath, [built, 'verify', 'nowhere.csv'], { cwd: folder, env })
  expect(stderr).toContain(join(folder, 'nowhere.csv'))
})

test('open shows what a link asks, in the window that comes first, and sends nothing of it by itself', async ({
  page,
}) => {
  const service = await startScriptedService((_, response) => json(response, pageOf([eventText(0)], 1)))
  const link = (customer: string) =>
    `eventscope://open?connection=Environment&base_url=${encodeURIComponent(service.url)}&customer_id=${customer}`
  const userData = join(folder, 'opened')
  const opening = (...given: string[]) =>
    start(process.execPath, [built, 'open', ...given, '--no-open', '--user-data', userData], {
      cwd: folder,
      env: { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token },
    })
  const shells = [opening(link('cus_first'))]
  const address = await untilPrinted(shells[0] as ChildProcess, /ready at (\S+)/)
  expect(address).not.toContain('cus_first')
  await page.goto(address)
  const inspector = new Inspector(page)
  const dialog = page.getByRole('dialog', { name: 'Open a link', exact: true })
  await expect(dialog).toContainText('Nothing is sent before you open it.')
  await expect(dialog).toContainText('Customer ID = cus_first')
  await expect(inspector.button('Cancel', dialog)).toBeFocused()
  await expectNoViolations(page, 'a link', '[role=dialog]')
  await inspector.settled()
  const asked = service.asked.length
  expect(JSON.stringify(service.asked.map(({ body }) => body))).not.toContain('cus_first')
  expect(page.url()).not.toContain('cus_first')

  // Another shell on the same folder, while the first one runs.
  shells.push(opening(link('cus_second')))
  const other = new Inspector(await page.context().newPage())
  await other.page.goto(await untilPrinted(shells[1] as ChildProcess, /ready at (\S+)/))
  await expect(other.page.getByRole('dialog', { name: 'Open a link' })).toContainText('Customer ID = cus_second')
  await other.settled()
  await expect(dialog).toContainText('Customer ID = cus_first')

  await inspector.button('Open', dialog).click()
  await expect(inspector.textbox('Customer ID', inspector.filters)).toHaveValue('cus_first')
  await expect.poll(() => JSON.stringify(service.asked.slice(asked).map(({ body }) => body))).toContain('cus_first')
  // Told once: what is reloaded shows what it showed.
  await page.reload()
  await inspector.settled()
  await expect(inspector.textbox('Customer ID', inspector.filters)).toHaveValue('cus_first')
  await expect(dialog).toBeHidden()
  for (const shell of shells) shell.kill('SIGTERM')
  await Promise.all(shells.map((shell) => once(shell, 'close')))
  expect(await readFile(join(userData, 'log', 'eventscope.jsonl'), 'utf8')).not.toContain('cus_second')
  await service.stop()
})

test('a link that cannot be opened starts nothing', { tag: '@core' }, async () => {
  for (const more of ['&token=sk_live_1', '&out=%2Fetc%2Fpasswd', '#x', '&customer_id=%1b%5b31m']) {
    const link = `eventscope://open?connection=A&base_url=https%3A%2F%2Fa.example${more}`
    const place = { cwd: folder, env: { EVENTSCOPE_BASE_URL: 'http://127.0.0.1:9', EVENTSCOPE_TOKEN: token } }
    const ended = await run(process.execPath, [built, 'open', link, '--user-data', join(folder, 'none')], place)
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^This link cannot be opened: \P{C}+\n$/u),
    })
  }
  expect(existsSync(join(folder, 'none'))).toBe(false)
})
