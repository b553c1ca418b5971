// installNetwork changes its whole process, so it is tested in one of its own.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const code = `
  const { createServer } = await import('node:http')
  const { installNetwork } = await import(${JSON.stringify(new URL('network.ts', import.meta.url).href)})
  const said = []
  const fetch = installNetwork({ resolveProxy: null, log: (line) => said.push(line) })
  const server = createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const answer = await fetch(new Request('http://127.0.0.1:' + server.address().port + '/ping'))
  const certificates = (await import('node:tls')).getCACertificates('default').length > 0
  console.log(JSON.stringify({ text: await answer.text(), said, certificates, own: fetch === globalThis.fetch }))
  process.exit()`

test('the global Request fits the fetch; loopback goes past a proxy of the environment', async () => {
  const env = { ...process.env, HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env })
  expect(JSON.parse(stdout)).toEqual({ text: '/ping', said: [], certificates: true, own: true })
})
