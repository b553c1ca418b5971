// npm run export as people start it: through npm, in a terminal, with a saved connection.
import { spawnSync } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createConnections } from '../backend/connections/connections.ts'
import { openKeychain } from '../backend/keychain/os-keychain.ts'
import {
  API_KEY,
  idsIn,
  idsOf,
  place,
  runHere,
  runToEnd,
  serve,
  serveBehindGate,
  startProgram,
} from './fixtures/start-export.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isPosix = process.platform !== 'win32'

/** `npm run … export -- …` in the project's folder, in a process group of its own as a terminal would have it. */
const npm = (options: string[], args: string[]) => ['npm', 'run', ...options, 'export', '--', ...args]

describe.runIf(isPosix)('through npm', () => {
  test('--silent leaves one JSON line on standard output, without it npm adds its own before; exit codes pass', async () => {
    const service = await serve({ events: 120 })
    const { out, userData } = await place()
    const file = join(out, 'all.csv')
    const args = ['--out', file, '--sum', 'amount', '--user-data', userData]
    const silent = await startProgram(npm(['--silent'], args), { service, cwd: root }).ended
    expect(silent).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\{"verdict":"complete","rows":120,.*\}\n$/),
    })
    const receipt = JSON.parse(await readFile(`${file}.datapackage.json`, 'utf8'))
    expect(receipt.eventscope.sums).toMatchObject([{ property: 'amount', confirmed: false }])
    const loud = await startProgram(npm([], args), { service, cwd: root }).ended
    expect(loud).toMatchObject({ code: 0, stdout: expect.stringMatching(/\n\{"verdict":"complete",.*\}\n$/) })
    const refused = await startProgram(npm(['--silent'], ['--outt', file]), { service, cwd: root }).ended
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--outt') })
  })

  test('one Ctrl+C, which the terminal sends to npm and to its child, stops cleanly', async () => {
    const { service, gate } = await serveBehindGate({ events: 1_000 })
    const ids = await idsOf(service)
    const { out, userData } = await place()
    const file = join(out, 'all.ndjson')
    const args = ['--out', file, '--user-data', userData]
    gate.letPass(8)
    const begun = startProgram(npm(['--silent'], args), { service, cwd: root, isGroup: true })
    await Promise.race([gate.reached(), begun.ended])
    begun.signal('SIGINT')
    const ended = await begun.ended
    expect(ended).toMatchObject({ stdout: '', stderr: expect.stringContaining(`--out ${file} --resume`) })
    // npm ends itself by the signal, which shells show as 130.
    expect([130, null]).toContain(ended.code)
    gate.letPass(Number.POSITIVE_INFINITY)
    expect(await runHere([...args, '--resume'], { service })).toMatchObject({ code: 0 })
    expect(await idsIn(file)).toEqual(ids)
  })
})

test('the second Ctrl+C ends at once what does not end by itself', async () => {
  const source = `
    import { createStop } from ${JSON.stringify(new URL('command-process.ts', import.meta.url).href)}
    const { onSignal } = createStop({
      now: () => performance.now(),
      onFirst: () => console.error('Stopping'),
      endAtOnce: () => process.exit(130),
    })
    process.on('SIGINT', onSignal)
    setInterval(() => console.error('busy'), 450)
  `
  const busy = startProgram([process.execPath, '--input-type=module', '-e', source], {})
  await busy.untilReported(/busy/)
  busy.signal('SIGINT')
  await busy.untilReported(/Stopping\n/)
  // Later than an echo.
  await busy.untilReported(/Stopping\n(?:busy\n){2}/)
  busy.signal('SIGINT')
  expect(await busy.ended).toMatchObject({ code: 130 })
})

test.runIf(isPosix)('it does not wait for a prompt of the keychain, however short that is open', async () => {
  const { out } = await place()
  const prompt = join(out, 'prompt')
  expect(spawnSync('mkfifo', [prompt]).status).toBe(0)
  // Nobody writes there, so that reading it holds one of Node's threads, as a call at a prompt does.
  const source = `
    import { readFile } from 'node:fs/promises'
    import { endAtOnce } from ${JSON.stringify(new URL('command-process.ts', import.meta.url).href)}
    import { openKeychain } from ${JSON.stringify(new URL('../backend/keychain/os-keychain.ts', import.meta.url).href)}
    class AsyncEntry {
      getSecret = () => readFile(${JSON.stringify(prompt)})
    }
    const keychain = await openKeychain({ load: async () => ({ AsyncEntry }) })
    void keychain.read('a')
    setTimeout(() => endAtOnce(keychain), 50)
  `
  const { ended } = startProgram([process.execPath, '--input-type=module', '-e', source], {})
  expect(await Promise.race([ended, delay(60_000)])).toMatchObject({ code: null })
})

describe('progress', () => {
  const hasTerminal = spawnSync('script', ['--version']).status === 0

  test.runIf(hasTerminal)('on a terminal it is one line, written over again and gone at the end', async () => {
    const { service, gate } = await serveBehindGate({ events: 1_000 })
    const { out, userData } = await place()
    gate.letPass(6)
    const command = [process.execPath, join(root, 'electron/command/export.ts'), '--out', join(out, 'all.csv')]
    const quoted = [...command, '--user-data', userData].map((word) => `'${word}'`).join(' ')
    // What a terminal shows comes on standard output.
    const begun = startProgram(['script', '--quiet', '--return', '--command', quoted, '/dev/null'], { service })
    await begun.untilPrinted(/\[KReading: /)
    gate.letPass(Number.POSITIVE_INFINITY)
    const { code, stdout } = await begun.ended
    expect(code).toBe(0)
    const lines = stdout.split('\n').filter((line) => /(?:Reading|Counting again|Writing): /.test(line))
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line.startsWith('\r\u001b[K')).toBe(true)
      // The last of what was written over is nothing, or a line that stays.
      expect(line.split('\r\u001b[K').at(-1)).not.toMatch(/(?:Reading|Counting again|Writing): /)
    }
    expect(stdout).toMatch(/\{"verdict":"complete".*\}\r?\n/)
  })

  test('in a log it is a line every few seconds', async () => {
    const { service, gate } = await serveBehindGate({ events: 1_000 })
    const { out, userData } = await place()
    gate.letPass(6)
    const begun = startProgram(
      [
        process.execPath,
        join(root, 'electron/command/export.ts'),
        '--out',
        join(out, 'all.csv'),
        '--user-data',
        userData,
      ],
      { service },
    )
    await begun.untilReported(/^Reading: [\d,]+ of 1,000 events, \d+ requests?, \d at once\n/m)
    gate.letPass(Number.POSITIVE_INFINITY)
    const { code, stderr } = await begun.ended
    expect(code).toBe(0)
    expect(stderr).not.toContain('\r')
    expect(stderr.match(/^Reading: /gm)).toHaveLength(1)
  })
})

const bus = process.env.DBUS_SESSION_BUS_ADDRESS
/** One of the tests' own; without it, whoever runs them keeps theirs to themselves. */
const hasKeychain = process.env.EVENTSCOPE_SECRET_SERVICE === '1'

test.runIf(hasKeychain)(
  'a saved connection is found by its name, its API key and the store’s come from the keychain',
  async () => {
    const { service, gate } = await serveBehindGate({ events: 1_000 })
    const ids = await idsOf(service)
    const { out, userData } = await place()
    await mkdir(userData, { mode: 0o700 })
    const keychain = await openKeychain()
    const connections = createConnections({
      folder: userData,
      now: Date.now,
      notice: () => undefined,
      keychain,
      randomId: () => crypto.randomUUID(),
      hasRows: async () => false,
    })
    const saved = await connections.save({
      name: 'Billing, live',
      baseUrl: service.url,
      environment: 'production',
      billingZone: 'Europe/Berlin',
      plainHttpConsent: false,
      token: API_KEY,
    })
    if (!saved.ok) throw new Error(JSON.stringify(saved.failure))
    onTestFinished(async () => void (await connections.delete(saved.value.id)))
    const env = {
      DBUS_SESSION_BUS_ADDRESS: bus ?? '',
      EVENTSCOPE_BASE_URL: '',
      EVENTSCOPE_TOKEN: '',
      EVENTSCOPE_STORE_KEY: '',
    }
    const file = join(out, 'all.ndjson')
    const args = ['--out', file, '--from', '2020-01-01', '--user-data', userData]
    const unknown = await runToEnd([...args, '--connection', 'Billing'], { env })
    const misread = await runToEnd([...args, '--connection', 'Billing, live', '--to', '2020-13'], { env })
    expect(misread).toMatchObject({ code: 2, stderr: expect.stringContaining('--to 2020-13: ') })
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('The connections are: Billing, live.') })
    gate.letPass(8)
    const begun = startProgram(
      [process.execPath, join(root, 'electron/command/export.ts'), ...args, '--connection', 'Billing, live'],
      { env },
    )
    await Promise.race([gate.reached(), begun.ended])
    begun.signal('SIGINT')
    const stopped = await begun.ended
    expect(stopped).toMatchObject({ code: 130, stderr: expect.stringContaining('--resume') })
    gate.letPass(Number.POSITIVE_INFINITY)
    const resumed = await runToEnd([...args, '--resume'], { env })
    expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('"complete"') })
    expect(await idsIn(file)).toEqual(ids)
    // Its days are the billing zone's, also where the reading goes on.
    const receipt = await readFile(`${file}.datapackage.json`, 'utf8')
    expect(receipt).toContain('"2019-12-31T23:00:00Z"')
    expect(receipt).toContain('"Europe/Berlin"')
    for (const run of [unknown, misread, stopped, resumed]) expect(run.stdout + run.stderr).not.toContain(API_KEY)
  },
)
