// One shell's way to the backend, with its caller in the same process: told by its parent how much to call, it answers
// with what is held once its garbage is collected.
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient } from '@orpc/client'
import { RPCLink as FetchLink } from '@orpc/client/fetch'
import { RPCLink as PortLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import { RPCHandler } from '@orpc/server/message-port'
import { type Backend, createBackend } from '../../electron/backend/bridge/backend.ts'
import { backendUnderTest } from '../../electron/backend/bridge/fixtures/backend-under-test.ts'
import { createBrowserServer } from '../../electron/browser/browser-server.ts'
import { openSession } from '../../electron/browser/fixtures/open-session.ts'
import { createPageFiles } from '../../electron/platform/page-files.ts'
import type { Contract } from '../../shared/contract/contract.ts'

export type Step = { calls: number } | { chunks: number }

/** In bytes. */
export interface Held {
  /** What V8 holds, with the memory outside its heap that its objects stand for. */
  heap: number
  rss: number
}

const AT_ONCE = 4
const CHUNK = Buffer.alloc(1024 * 1024, 'x').toString('base64')

const events = Array.from(
  { length: 50 },
  (_, at) => `{"event_id":"evt_${at}","customer_id":"c","x":"${'x'.repeat(400)}"}`,
)
const page = `{"events":[${events}],"total":50,"limit":50,"offset":0}`
const service = createServer((_, response) => response.end(page)).listen(0, '127.0.0.1')
await once(service, 'listening')
const folder = mkdtempSync(join(tmpdir(), 'bench-calls-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.once('disconnect', () => process.exit())

const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
const backend = await createBackend(await backendUnderTest({ folder, environment: { baseUrl, token: 'tok-bench' } }))
const open = process.argv[2] === 'HTTP' ? overHttp : overPort
const client: ContractRouterClient<Contract> = createORPCClient(await open(backend.router))
const [connection] = await client.connections.list()
if (connection === undefined) throw new Error('There is no connection')
const { id: connectionId, account } = connection

process.on('message', async (step: Step) => {
  // As a page has it that verifies a file: one signal for all chunks of it.
  const { signal } = new AbortController()
  if ('calls' in step) {
    let left = step.calls
    const some = async () => {
      while (left-- > 0) await search(signal)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, some))
  } else await sendChunks(step.chunks, signal)
  process.send?.(await held())
})

async function search(signal: AbortSignal): Promise<void> {
  const request = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
  for await (const _ of await client.events.search({ connectionId, account, request }, { signal }));
}

async function sendChunks(chunks: number, signal: AbortSignal): Promise<void> {
  const file = { name: 'large.csv', bytes: chunks * 1024 * 1024, receiptId: null }
  const { verificationId } = await client.verification.open(file, { signal })
  if (verificationId === null) throw new Error('It is not verified')
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    await client.verification.add({ verificationId, chunk: CHUNK }, { signal })
  }
  await client.verification.end({ verificationId }, { signal })
}

async function held(): Promise<Held> {
  for (let round = 0; round < 10; round += 1) {
    await sleep(20)
    globalThis.gc?.()
  }
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, rss }
}

async function overHttp(router: Backend['router']) {
  const pageFiles = createPageFiles('/nowhere')
  const { server, launchLink } = createBrowserServer({
    host: '127.0.0.1',
    router,
    pageFiles,
    now: Date.now,
    log: console.error,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { origin, headers } = await openSession(launchLink())
  return new FetchLink({ url: `${origin}/rpc`, headers })
}

async function overPort(router: Backend['router']) {
  const { port1, port2 } = new MessageChannel()
  new RPCHandler(router).upgrade(port1)
  port1.start()
  port2.start()
  return new PortLink({ port: port2 })
}
