// The browser shell as a process, run from source: its one line, its links, its sample data, its end.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { expect, onTestFinished, test } from 'vitest'
import type { Contract } from '../../shared/contract.ts'
import { rawServer } from '../backend/fixtures/scripted-server.ts'
import { temporaryFolder } from '../backend/fixtures/temporary-folder.ts'
import { openSession } from './fixtures/open-session.ts'

const program = fileURLToPath(new URL('./browser.ts', import.meta.url))
/** A process takes its time to start on a busy machine. */
const PATIENCE_MS = 60_000
const TOKEN = 'tok-of-the-environment'

interface Shell {
  child: ChildProcessWithoutNullStreams
  stdout(): string
  stderr(): string
  /** Resolves with the first match in what was written so far or is written later. */
  said(where: 'stdout' | 'stderr', what: RegExp): Promise<RegExpExecArray>
}

function start(args: string[], env: Record<string, string> = {}): Shell {
  // No keychain: a test must not touch the one of whoever runs it.
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      EVENTSCOPE_BASE_URL: '',
      EVENTSCOPE_TOKEN: '',
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const written = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text
    })
  }
  const said: Shell['said'] = async (where, what) => {
    for (;;) {
      const found = what.exec(written[where])
      if (found !== null) return found
      await once(child[where], 'data')
    }
  }
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, said }
}

async function clientFor(link: string): Promise<ContractRouterClient<Contract>> {
  const { origin, headers } = await openSession(link)
  return createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }))
}

test(
  'says one line, browses sample data, gives another link, and ends when asked to',
  async () => {
    const folder = await temporaryFolder()
    const reached = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const slow = await rawServer((socket) => {
      reached.resolve()
      socket.on('close', () => left.resolve())
    })
    onTestFinished(() => slow.close())
    const shell = start(['--port', '0', '--no-open', '--user-data', folder], {
      EVENTSCOPE_BASE_URL: slow.url,
      EVENTSCOPE_TOKEN: TOKEN,
    })
    const [, link = ''] = await shell.said(
      'stdout',
      /^Eventscope is ready at (http:\/\/127\.0\.0\.1:\d+\/#launch=[\w-]{32})\n/,
    )

    const client = await clientFor(link)
    expect(await client.shell.info()).toMatchObject({
      shell: 'browser',
      version: expect.stringMatching(/^\d/),
      notices: [],
    })
    const sample = await client.connections.exploreSampleData()
    const request = { filters: { propertyFilters: [] }, limit: 2, offset: 0 }
    const told = []
    for await (const progress of await client.events.search({
      connectionId: sample.id,
      account: sample.account,
      request,
    }))
      told.push(progress)
    expect(told.at(-1)).toMatchObject({ type: 'answer', answer: { page: { events: [{}, {}], limit: 2 } } })

    shell.child.stdin.write('\n')
    const [, another = ''] = await shell.said('stderr', /A new link: (\S+)/)
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
    for (const name of await readdir(folder)) expect((await readFile(join(folder, name))).includes(TOKEN)).toBe(false)
  },
  PATIENCE_MS,
)

test(
  'refuses what it cannot use, in words',
  async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const taken = await rawServer(() => undefined)
    onTestFinished(() => taken.close())
    const cases: [string[], number, string][] = [
      [['--port', '80x'], 2, '--port 80x is no port'],
      [['--user-data', file, '--no-open'], 1, 'cannot be used'],
      [['--port', new URL(taken.url).port, '--no-open', '--user-data', folder], 1, 'EADDRINUSE'],
    ]
    for (const [args, code, words] of cases) {
      const shell = start(args)
      expect(await once(shell.child, 'close')).toEqual([code, null])
      expect(shell.stderr()).toContain(words)
      expect(shell.stderr()).not.toContain('    at ')
      expect(shell.stdout()).toBe('')
    }
  },
  PATIENCE_MS,
)
