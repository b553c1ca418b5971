// Another user of the same machine, beside a shell that has just opened its browser, reads nothing of it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { install } from 'undici'
import { expect, test } from 'vitest'
import type { Contract } from '../../shared/contract/contract.ts'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { openSession } from './fixtures/open-session.ts'
import type { Loot, Prey } from './fixtures/second-user.ts'
import { READY, startShell } from './fixtures/start-shell.ts'
import { watchedOpener } from './fixtures/watched-opener.ts'

// A service that another file of this process started may have put its own Request in the place of fetch's.
install()

const TOKEN = 'tok-that-nobody-else-may-see'
const WHY_NOT = 'only root on Linux can become a second user: run the tests as root once'

async function attackAsSecondUser(prey: Prey): Promise<Loot> {
  const program = fileURLToPath(new URL('./fixtures/second-user.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(prey))
  const [loot] = await Promise.all([json(child.stdout) as Promise<Loot>, once(child, 'exit')])
  return loot
}

test('a second user of the machine reads nothing', async ({ skip }) => {
  skip(process.platform !== 'linux' || process.getuid?.() !== 0, WHY_NOT)
  const opener = await watchedOpener(await temporaryFolder())
  const folder = await temporaryFolder()
  // Open on purpose: what is below must not rest on it.
  await chmod(folder, 0o755)
  const userData = join(folder, 'user-data')
  const shell = startShell(['--user-data', userData], {
    ...opener.env,
    EVENTSCOPE_TOKEN: TOKEN,
    EVENTSCOPE_BASE_URL: 'http://127.0.0.1:1',
  })
  const [, printed = ''] = await shell.untilPrinted('stdout', READY)
  const [redirect = ''] = await opener.arguments()
  const [, handed = ''] = /href="([^"]+)"/.exec(await readFile(redirect, 'utf8')) ?? []
  const { origin, headers } = await openSession(handed)
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }))
  const sample = await client.connections.exploreSampleData()
  await client.connections.save({
    name: 'Kept',
    baseUrl: 'https://kept.example',
    environment: 'test',
    plainHttpConsent: false,
    token: TOKEN,
  })

  const launchOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('launch') ?? ''
  const loot = await attackAsSecondUser({
    pid: shell.child.pid ?? 0,
    origin,
    userData,
    usedLaunch: launchOf(handed),
    cookie: headers.cookie ?? '',
    serviceUrl: sample.baseUrl,
  })
  expect(loot.uid).not.toBe(0)
  // It does see what runs, so its finding nothing there means something.
  expect(loot.processes).toContain(redirect)
  for (const secret of [launchOf(printed), launchOf(handed), TOKEN]) expect(loot.processes).not.toContain(secret)
  expect(loot.attempts).toEqual({
    'the redirect file': 'EACCES',
    'its folder': 'EACCES',
    'the user-data folder': 'EACCES',
    'the connections': 'EACCES',
    'the environment': 'EACCES',
    'the open files': 'EACCES',
    'the memory': 'EACCES',
    'a call': '403',
    'a call with the cookie': '403',
    'the sample service': '401',
    'a link of its own making': '403',
    'the used link': '403',
  })
  // All that it reached is that the user is told.
  await shell.untilPrinted('stderr', /second time, by someone else/)
  await expect(client.shell.info()).rejects.toMatchObject({ status: 403 })
  await openSession(printed)
})
