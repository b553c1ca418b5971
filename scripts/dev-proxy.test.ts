// A real dev server before a real server that notes what reaches it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { devProxy } from './dev-proxy.ts'

async function startDevServer() {
  const folder = await mkdtemp(join(tmpdir(), 'eventscope-test-'))
  await writeFile(join(folder, 'index.html'), '<h1>The page</h1>')
  const reached: { host: string | undefined; origin: string | undefined }[] = []
  const shell = createHttpServer(({ headers: { host, origin } }, answer) => {
    reached.push({ host, origin })
    answer.end('answered')
  })
  await new Promise<void>((listening) => shell.listen(0, '127.0.0.1', listening))
  const shellOrigin = `http://127.0.0.1:${(shell.address() as AddressInfo).port}`
  const proxy = devProxy(shellOrigin, (origin) => origin === pageOrigin)
  const server = { host: '127.0.0.1', port: 0, hmr: false, ws: false as const, proxy }
  const page = await createServer({ root: folder, configFile: false, logLevel: 'silent', server })
  await page.listen()
  const pageOrigin = new URL(page.resolvedUrls?.local[0] ?? '').origin
  onTestFinished(async () => {
    await page.close()
    shell.closeAllConnections()
    shell.close()
    await rm(folder, { recursive: true })
  })
  return { pageOrigin, shellOrigin, reached }
}

/** fetch would not let a test choose Host or Origin. */
function post(to: string, headers: Record<string, string>, path = '/rpc/shell/info'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asking = request(to + path, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asking.on('error', reject).end()
  })
}

test("the dev server speaks for its own page: with the shell's origin, and its host", async () => {
  const { pageOrigin, shellOrigin, reached } = await startDevServer()
  expect(await post(pageOrigin, { origin: pageOrigin })).toBe(200)
  expect(reached).toEqual([{ host: new URL(shellOrigin).host, origin: shellOrigin }])
})

test('the exchange of a launch link is proxied, a file of the page in a folder of that name is not', async () => {
  const { pageOrigin, reached } = await startDevServer()
  await post(pageOrigin, { origin: pageOrigin }, '/session')
  await post(pageOrigin, { origin: pageOrigin }, '/session/queries.ts')
  expect(reached).toHaveLength(1)
})

test('for other pages it does not: what they are reaches the shell, which refuses them', async () => {
  const { pageOrigin, reached } = await startDevServer()
  const port = new URL(pageOrigin).port
  const foreign = ['http://evil.example', 'http://127.0.0.1:1', `http://localhost:${port}`, `https://127.0.0.1:${port}`]
  for (const origin of [...foreign, 'null']) await post(pageOrigin, { origin })
  await post(pageOrigin, {})
  expect(reached.map(({ origin }) => origin)).toEqual([...foreign, 'null', undefined])
})

test('a foreign name that leads to this machine is refused by the dev server itself', async () => {
  const { pageOrigin, reached } = await startDevServer()
  const host = `evil.example:${new URL(pageOrigin).port}`
  expect(await post(pageOrigin, { host, origin: `http://${host}` })).toBe(403)
  expect(reached).toEqual([])
})
