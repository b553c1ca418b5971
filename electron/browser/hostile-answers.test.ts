// Whatever a service answers within the cap, the backend stays alive, says what it is, and stays small.
import { gzipSync } from 'node:zlib'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { Agent, getGlobalDispatcher, install, setGlobalDispatcher } from 'undici'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Contract } from '../../shared/contract/contract.ts'
import type { SentAnswer } from '../../shared/search/search-page.ts'
import { scriptedServer } from '../backend/http/fixtures/scripted-server.ts'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { HOSTILE_BODIES } from './fixtures/hostile-bodies.ts'
import { openSession } from './fixtures/open-session.ts'
import { startWatchedShell } from './fixtures/watched-shell.ts'

install()
// No connection is kept: making a body may take longer than the shell keeps one that is idle.
const usual = getGlobalDispatcher()
setGlobalDispatcher(new Agent({ pipelining: 0 }))
afterAll(() => setGlobalDispatcher(usual))

const request = { filters: { propertyFilters: [] }, limit: 50, offset: 0 }
const MOST_OVER_IDLE = 300 * 1024 * 1024

test('no answer takes more than 300 MiB, and each is shown or refused in words', async () => {
  let body: Buffer = gzipSync('{"events":[]}')
  const service = await scriptedServer((response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(body)
  })
  onTestFinished(() => service.close())
  const shell = await startWatchedShell(service.url, await temporaryFolder())
  const { origin, headers } = await openSession(shell.link)
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }))
  const [connection] = await client.connections.list()
  const connectionId = connection?.id ?? ''

  /** The kind of failure, or "answer". */
  async function endOf(call: Promise<AsyncIterable<SentAnswer>>): Promise<string> {
    try {
      let last = ''
      for await (const step of await call) last = step.type
      return last
    } catch (error) {
      return (error as { data?: { kind: string } }).data?.kind ?? String(error)
    }
  }
  const search = () => endOf(client.events.search({ connectionId, account: 1, request }))
  const get = () => endOf(client.events.get({ connectionId, account: 1, eventId: 'e' }))

  expect(await search()).toBe('answer')
  const { now: idle } = await shell.memory()
  for (const [name, hostile] of Object.entries(HOSTILE_BODIES)) {
    if (hostile.long && process.env.EVENTSCOPE_LONG !== '1') continue
    const text = hostile.body()
    body = gzipSync(text, { level: 1 })
    expect([name, await search()]).toEqual([name, hostile.end])
    // The same as a single event, where it can be one.
    if (typeof text === 'string' && text.startsWith('{')) {
      body = gzipSync(text.replace(/^\{"events":\[(?=\{)/, '').replace(/(?<=\})\],"total.*$/, ''), { level: 1 })
      await get()
    }
    const { peak } = await shell.memory()
    expect([name, peak - idle < MOST_OVER_IDLE || Math.round((peak - idle) / 1024 ** 2)]).toEqual([name, true])
  }
}, 300_000)
