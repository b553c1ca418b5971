// installNetwork changes its whole process, so each test runs it in a process of its own.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const pem = fileURLToPath(new URL('../backend/http/fixtures/self-signed.pem', import.meta.url))

/** Starts a server, installs the network, and asks the server; prints what came of it as JSON. */
const code = `
  const { X509Certificate } = await import('node:crypto')
  const { readFileSync } = await import('node:fs')
  const { getCACertificates } = await import('node:tls')
  const { installNetwork } = await import(${JSON.stringify(new URL('network.ts', import.meta.url).href)})
  const secure = process.env.ASK === 'https'
  const { createServer } = await import(secure ? 'node:https' : 'node:http')
  const pem = readFileSync(${JSON.stringify(pem)})
  const said = []
  const fetch = installNetwork({ resolveProxy: null, log: (line) => said.push(line) })
  const server = createServer({ key: pem, cert: pem }, (request, response) => response.end(request.url))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = process.env.ASK + '://127.0.0.1:' + server.address().port + '/ping'
  const init = { method: 'GET', headers: {}, body: null, signal: new AbortController().signal }
  const text = await fetch(url, init).then(({ body }) => body.toArray(), (error) => error.code).then(String)
  const prints = (store) => getCACertificates(store).map((pem) => new X509Certificate(pem).fingerprint256)
  const trusted = new Set(prints('default'))
  const forgotten = prints('bundled').filter((print) => !trusted.has(print)).length
  console.log(JSON.stringify({ text, said, forgotten }))
  process.exit()`

async function ask(scheme: 'http' | 'https', environment: NodeJS.ProcessEnv): Promise<unknown> {
  const env = { ...process.env, ASK: scheme, NODE_EXTRA_CA_CERTS: '', ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env })
  return JSON.parse(stdout)
}

test('loopback goes past a proxy of the environment', async () => {
  const proxies = { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '' }
  expect(await ask('http', proxies)).toEqual({ text: '/ping', said: [], forgotten: 0 })
})

// Elsewhere the system's certificates are not those of a file that a test may name.
test.runIf(process.platform === 'linux')(
  "a certificate that only the system trusts is trusted, beside Node's own list",
  async () => {
    const none = { SSL_CERT_FILE: '/dev/null', SSL_CERT_DIR: '/dev/null' }
    expect(await ask('https', { ...none, SSL_CERT_FILE: pem })).toEqual({
      text: '/ping',
      said: [],
      forgotten: 0,
    })
    expect(await ask('https', none)).toMatchObject({ text: 'DEPTH_ZERO_SELF_SIGNED_CERT', forgotten: 0 })
  },
)
