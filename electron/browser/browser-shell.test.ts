// The browser shell as a process, run from source: its one line, its links, its sample data, its end.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { Contract } from '../../shared/contract/contract.ts'
import { rawServer } from '../backend/http/fixtures/scripted-server.ts'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { openSession } from './fixtures/open-session.ts'
import { READY, type StartedShell, startShell } from './fixtures/start-shell.ts'
import { watchedOpener } from './fixtures/watched-opener.ts'

const TOKEN = 'tok-of-the-environment'

async function clientFor(link: string): Promise<ContractRouterClient<Contract>> {
  const { origin, headers } = await openSession(link)
  return createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }))
}

test('says one line, browses sample data, gives another link, and ends when asked to', async () => {
  const folder = await temporaryFolder()
  const reached = Promise.withResolvers<void>()
  const left = Promise.withResolvers<void>()
  const slow = await rawServer((socket) => {
    reached.resolve()
    socket.on('close', () => left.resolve())
  })
  onTestFinished(() => slow.close())
  const shell = startShell(['--port', '0', '--no-open', '--user-data', folder], {
    EVENTSCOPE_BASE_URL: slow.url,
    EVENTSCOPE_TOKEN: TOKEN,
  })
  const [, link = ''] = await shell.untilPrinted('stdout', READY)

  const client = await clientFor(link)
  expect(await client.shell.info()).toMatchObject({
    shell: 'browser',
    version: expect.stringMatching(/^\d/),
    notices: [],
  })
  const sample = await client.connections.exploreSampleData()
  const request = { filters: { propertyFilters: [] }, limit: 2, offset: 0 }
  const steps = []
  for await (const progress of await client.events.search({
    connectionId: sample.id,
    account: sample.account,
    request,
  }))
    steps.push(progress)
  const text = steps.flatMap((step) => (step.type === 'text' ? [step.text] : [])).join('')
  expect(JSON.parse(text)).toMatchObject({ events: [{}, {}], limit: 2 })
  expect(steps.at(-1)).toMatchObject({ type: 'answer', info: { attempts: 1 } })

  shell.child.stdin.write('\n')
  const [, another = ''] = await shell.untilPrinted('stderr', /A new link: (\S+)/)
  expect(another).not.toBe(link)
  const environment = (await (await clientFor(another)).connections.list()).find(
    ({ origin }) => origin === 'environment',
  )
  expect(environment).toMatchObject({ name: 'Environment', baseUrl: slow.url, token: { place: 'memory' } })

  const underWay = await client.events.search({ connectionId: environment?.id ?? '', account: 1, request })
  const ended = underWay
    .next()
    .then(() => underWay.next())
    .catch(() => 'ended')
  await reached.promise
  shell.child.kill('SIGTERM')
  expect(await once(shell.child, 'exit')).toEqual([0, null])
  await left.promise
  await ended
  expect(shell.stdout()).toBe(`Eventscope is ready at ${link}\n`)
  expect(shell.stdout() + shell.stderr()).not.toContain(TOKEN)
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) expect((await readFile(join(parentPath, name))).includes(TOKEN)).toBe(false)
})

test.skipIf(process.platform === 'win32')(
  'hands the browser a link of its own in a file, never in an argument, and removes the file when it ends',
  async () => {
    const opener = await watchedOpener(await temporaryFolder())
    const shell = startShell(['--port', '0', '--user-data', await temporaryFolder()], opener.env)
    const [, printed = ''] = await shell.untilPrinted('stdout', READY)
    const [path = '', ...more] = await opener.arguments()
    expect(more).toEqual([])
    expect(path).not.toContain('launch')
    const page = await readFile(path, 'utf8')
    const [, handed = ''] = /href="([^"]+)"/.exec(page) ?? []
    expect(handed).not.toBe(printed)
    expect(page).not.toContain(printed)
    for (const link of [handed, printed]) expect(await (await clientFor(link)).shell.info()).toMatchObject({})
    expect(shell.stdout()).toBe(`Eventscope is ready at ${printed}\n`)
    await shell.untilPrinted('stderr', /open the link above yourself/)
    expect(shell.stderr()).not.toContain('launch=')
    shell.child.kill('SIGTERM')
    expect(await once(shell.child, 'exit')).toEqual([0, null])
    await expect(stat(dirname(path))).rejects.toThrow('ENOENT')
  },
)

test.skipIf(process.platform === 'win32').each([
  ['there is no opener', null],
  ['the opener finds no browser', 'exit 3'],
])('says that nothing opens where %s', async (_, script) => {
  const folder = await temporaryFolder()
  const opener = script === null ? null : `#!/bin/sh\n${script}\n`
  for (const name of opener === null ? [] : ['xdg-open', 'open'])
    await writeFile(join(folder, name), opener ?? '', { mode: 0o755 })
  const shell = startShell(['--port', '0', '--user-data', await temporaryFolder()], { PATH: folder })
  await shell.untilPrinted('stderr', /^No browser could be opened here: open the link above in one yourself\.$/m)
  expect(shell.stderr()).not.toContain('Opening')
})

test('opens without a folder for temporary files too: the printed link serves', async () => {
  const shell = startShell(['--port', '0', '--user-data', await temporaryFolder()], {
    TMPDIR: '/nowhere',
    TEMP: '/nowhere',
  })
  const [, printed = ''] = await shell.untilPrinted('stdout', READY)
  await shell.untilPrinted('stderr', /could not be given its link \(.*ENOENT.*Open the link above yourself/)
  expect(await (await clientFor(printed)).shell.info()).toMatchObject({})
})

test.skipIf(process.platform === 'darwin')(
  'has an address of its own in each run, where nothing else of 127.0.0.1 was',
  async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const hosts: string[] = []
    for (const chosen of [['--port', String(port)], ['--port', String(port)], []]) {
      const shell = startShell(['--no-open', '--user-data', await temporaryFolder(), ...chosen])
      const [, link = ''] = await shell.untilPrinted('stdout', READY)
      const { hostname, host, origin } = new URL(link)
      expect(hostname).toMatch(/^127\.(?!0\.)\d+\.\d+\.\d+$/)
      if (chosen.length > 0) expect(host).toBe(`${hostname}:${port}`)
      hosts.push(hostname)
      expect(await (await clientFor(link)).shell.info()).toMatchObject({ shell: 'browser' })
      expect((await fetch(origin)).status).not.toBe(403)
    }
    expect(new Set(hosts).size).toBe(3)
  },
)

test('with port 0 its link leads to 127.0.0.1 on every system, as the README and the guide of the kit say', async () => {
  const shell = startShell(['--port', '0', '--no-open', '--user-data', await temporaryFolder()])
  const [, link = ''] = await shell.untilPrinted('stdout', READY)
  expect(new URL(link).hostname).toBe('127.0.0.1')
  const origin = `${new URL(link).origin.replace(/\d+$/, 'PORT')}/`
  for (const file of ['README.md', 'docs/test-authors.md'])
    expect(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(origin)
})

test('ends with its standard input when told to, and not when not', async () => {
  const withStdin = startShell([
    '--port',
    '0',
    '--no-open',
    '--user-data',
    await temporaryFolder(),
    '--stop-with-stdin',
  ])
  await withStdin.untilPrinted('stdout', READY)
  withStdin.child.stdin.end()
  expect(await once(withStdin.child, 'exit')).toEqual([0, null])

  const untold = startShell(['--port', '0', '--no-open', '--user-data', await temporaryFolder()])
  const [, link = ''] = await untold.untilPrinted('stdout', READY)
  untold.child.stdin.end()
  expect(await (await clientFor(link)).shell.info()).toMatchObject({ shell: 'browser' })
  untold.child.kill('SIGHUP')
  expect(await once(untold.child, 'exit')).toEqual([0, null])
})

/** A shell that reads a snapshot of a service that never answers. */
async function readingShell(isInTerminal: boolean): Promise<StartedShell> {
  const slow = await rawServer(() => {})
  onTestFinished(() => slow.close())
  const args = ['--port', '0', '--no-open', '--user-data', await temporaryFolder()]
  const shell = startShell(args, { EVENTSCOPE_BASE_URL: slow.url, EVENTSCOPE_TOKEN: TOKEN }, { isInTerminal })
  const [, link = ''] = await shell.untilPrinted('stdout', /Eventscope is ready at (\S+)/)
  const client = await clientFor(link)
  const [{ id: connectionId, account } = { id: '', account: 0 }] = await client.connections.list()
  const range = { from: null, until: null, zone: 'UTC' }
  await client.snapshots.take({ connectionId, account, search: { propertyFilters: [] }, range, name: 'All' })
  return shell
}

const hasTerminal = spawnSync('script', ['--version']).status === 0

test.runIf(hasTerminal)('Ctrl+C asks once more while a snapshot is being read', async () => {
  const { child, untilPrinted } = await readingShell(true)
  child.stdin.write('\u0003')
  await untilPrinted('stdout', /A snapshot is being read\..* Press Ctrl\+C again to stop\./)
  child.stdin.write('\u0003')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('whoever is no person is not asked: SIGINT ends it whatever is being read', async () => {
  const { child } = await readingShell(false)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('refuses what it cannot use, in words', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'a-file')
  await writeFile(file, '')
  // At every address of the machine: which one the shell takes is chance.
  const taken = createServer().listen(0, '0.0.0.0')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const cases: [string[], number, string][] = [
    [['--port', '80x'], 2, '--port 80x is not a port'],
    [['--port', '80', '--no-open'], 2, '--port 80 is kept for system services'],
    [
      ['--user-data', relative(process.cwd(), file), '--no-open'],
      1,
      `The folder ${file} cannot be used: It is not a folder.\nChoose another with --user-data FOLDER.\n`,
    ],
    [['--port', String(port), '--no-open', '--user-data', folder], 1, 'in use by another program'],
  ]
  for (const [args, code, words] of cases) {
    const shell = startShell(args)
    expect(await once(shell.child, 'close')).toEqual([code, null])
    expect(shell.stderr()).toContain(words)
    expect(shell.stderr()).not.toContain('    at ')
    expect(shell.stdout()).toBe('')
  }
})
