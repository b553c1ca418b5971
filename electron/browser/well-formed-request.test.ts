import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, get, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { install } from 'undici'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Contract } from '../../shared/contract/contract.ts'
import { close } from '../backend/http/fixtures/scripted-server.ts'
import { temporaryFolder } from '../backend/storage/fixtures/temporary-folder.ts'
import { openSession } from './fixtures/open-session.ts'
import { startWatchedShell } from './fixtures/watched-shell.ts'
import { boundStrangers, type StrangerBounds } from './well-formed-request.ts'

install()

const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'

describe('of too many strangers', () => {
  /** Answers "/", and "/known" as a session's; keeps what else is asked. */
  async function start(bounds: Partial<StrangerBounds>) {
    const kept: ServerResponse[] = []
    let requests = 0
    const server: Server = createServer((request, response) => {
      requests += 1
      if (request.url === '/known') strangers.admit(request.socket)
      if (request.url === '/kept') kept.push(response)
      else response.end('answer')
    })
    const strangers = boundStrangers(server, { most: 3, longestMs: 60_000, ...bounds })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => close(server))
    const { port } = server.address() as AddressInfo
    return {
      open: (sent: string, until: 'answered' | 'sent' = 'sent') => open(port, sent, until),
      requests: () => requests,
    }
  }

  async function open(port: number, sent: string, until: 'answered' | 'sent'): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    if (sent !== '') socket.write(sent)
    if (until === 'answered') await once(socket, 'data')
    else socket.resume()
    // The server sees them one after the other.
    await new Promise((resolve) => setTimeout(resolve, 20))
    return socket
  }

  const ask = (path: string) => REQUEST.replace('/', path)
  const areOpen = (sockets: Socket[]) => sockets.map((socket) => !socket.closed)

  test('those go first that keep their connection for nothing, then those that do not ask, then those that do not read', async () => {
    const { open } = await start({})
    const reading = await open(ask('/kept'))
    const silent = await open('')
    const halting = await open('GET / HT')
    const idle = await open(REQUEST, 'answered')
    const all = [reading, silent, halting, idle]
    await expect.poll(() => areOpen(all)).toEqual([true, true, true, false])
    all.push(await open(ask('/kept')))
    await expect.poll(() => areOpen(all)).toEqual([true, false, true, false, true])
    all.push(await open(ask('/kept')))
    await expect.poll(() => areOpen(all)).toEqual([true, false, false, false, true, true])
    all.push(await open(ask('/kept')))
    await expect.poll(() => areOpen(all)).toEqual([false, false, false, false, true, true, true])
  })

  test('those that are gone count no more', async () => {
    const { open } = await start({})
    for (const gone of [await open(''), await open(''), await open('')]) gone.destroy()
    const idle: Socket[] = []
    for (let round = 0; round < 4; round += 1) idle.push(await open(REQUEST, 'answered'))
    for (const socket of idle) socket.resume()
    await expect.poll(() => areOpen(idle)).toEqual([false, true, true, true])
  })

  test('none is one that has shown a session, and each that comes is answered', async () => {
    const { open } = await start({})
    const known = await open(ask('/known'), 'answered')
    for (let round = 0; round < 10; round++) await open('')
    const late = await open(REQUEST, 'answered')
    expect(late.bytesRead).toBeGreaterThan(0)
    known.write(REQUEST)
    await once(known, 'data')
    expect(known.closed).toBe(false)
  })

  test('none lasts for long, whatever it does; what has shown a session does', async () => {
    const { open } = await start({ longestMs: 300 })
    const known = await open(ask('/known'), 'answered')
    const others = [await open(''), await open(ask('/kept')), await open(REQUEST, 'answered')]
    await expect.poll(() => areOpen(others)).toEqual([false, false, false])
    expect(known.closed).toBe(false)
  })

  test('none asks again before it is answered', async () => {
    const { open, requests } = await start({ most: 100 })
    const one = await open(REQUEST, 'answered')
    one.write(REQUEST)
    await once(one, 'data')
    expect(requests()).toBe(2)
    const many = await open(ask('/kept').repeat(1_000))
    await expect.poll(() => many.closed).toBe(true)
  })
})

describe('without other bounds', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('two hundred strangers stay, for thirty seconds', async () => {
    const server = createServer()
    boundStrangers(server)
    const sockets = Array.from({ length: 201 }, () => new Socket())
    for (const socket of sockets) server.emit('connection', socket)
    const left = () => sockets.filter(({ destroyed }) => !destroyed).length
    await vi.advanceTimersByTimeAsync(1_000)
    expect(left()).toBe(200)
    await vi.advanceTimersByTimeAsync(28_999)
    expect(left()).toBe(200)
    await vi.advanceTimersByTimeAsync(1)
    expect(left()).toBe(0)
  })
})

const FLOOD_PROGRAM = fileURLToPath(new URL('./fixtures/flood.ts', import.meta.url))
const FLOOD = 600
const MEBIBYTE = 1024 * 1024
/** Of all that 600 strangers may take. */
const MOST_OVER_IDLE = 250 * MEBIBYTE

test(`${FLOOD} strangers that send 1 MiB of headers each take little, and a window opens beside them`, async () => {
  const shell = await startWatchedShell('http://127.0.0.1:9', await temporaryFolder())
  const { origin, headers } = await openSession(shell.link)
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }))
  await client.connections.list()
  const { now: idle } = await shell.memory()

  const flood = fork(FLOOD_PROGRAM, [new URL(origin).port, String(FLOOD), String(MEBIBYTE)])
  onTestFinished(() => void flood.kill('SIGKILL'))
  await once(flood, 'message')
  for (let round = 0; round < 20; round++) {
    expect(await client.connections.list()).toHaveLength(1)
    // Another window, over a connection of its own.
    const asking = get(origin, { agent: false })
    const [answer] = await once(asking, 'response')
    answer.resume()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { peak, now } = await shell.memory()
  const figures = [idle, peak, now].map((bytes) => Math.round(bytes / MEBIBYTE))
  console.log(`${FLOOD} × 1 MiB: ${figures.join(', ')} MiB idle, at most, and after`)
  expect(peak - idle).toBeLessThan(MOST_OVER_IDLE)
})
