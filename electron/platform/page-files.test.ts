import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPageFiles, type PageFiles } from './page-files.ts'

const PAGE =
  '<meta nonce="NONCE"><meta property="csp-nonce" nonce="NONCE"><script>start()</script><script src="./OWN/index-B3x_9.js"></script>'
let outside: string
let files: PageFiles
beforeAll(async () => {
  outside = await mkdtemp(join(tmpdir(), 'eventscope-test-'))
  const page = join(outside, 'page')
  await mkdir(join(page, 'assets'), { recursive: true })
  await writeFile(join(page, 'index.html'), PAGE.replaceAll('NONCE', '__ESCSPNONCE__').replace('OWN', 'assets'))
  await writeFile(join(page, 'assets', 'index-B3x_9.js'), 'export {}')
  await writeFile(join(page, 'icon.svg'), '<svg/>')
  await writeFile(join(page, 'notes.unheard'), 'no type')
  await writeFile(join(page, '.built'), 'hidden')
  await writeFile(join(outside, 'secret.txt'), 'secret')
})
beforeAll(() => {
  files = createPageFiles(join(outside, 'page'))
})
afterAll(() => rm(outside, { recursive: true }))

const get = (path: string, method = 'GET') => files({ method, url: `http://127.0.0.1:8080${path}` })

/** The asset path that the page refers to. */
async function ownPath(of = files): Promise<string> {
  const response = await of({ method: 'GET', url: 'http://127.0.0.1:8080/' })
  return /src="\.\/([^/]+)\//.exec(await response.text())?.[1] ?? ''
}

test('the page has a fresh nonce in its text and in its policy, and is not kept', async () => {
  const nonces = await Promise.all(
    ['/', '/index.html'].map(async (path) => {
      const response = await get(path)
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? []
      expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/)
      expect(await response.text()).toBe(PAGE.replaceAll('NONCE', nonce).replace('OWN', await ownPath()))
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      return nonce
    }),
  )
  expect(new Set(nonces).size).toBe(2)
})

test('assets are kept for good, at a path that no other run has', async () => {
  const pagePath = await ownPath()
  expect(pagePath).toMatch(/^[0-9a-f]{32}$/)
  const response = await get(`/${pagePath}/index-B3x_9.js`)
  expect(await response.text()).toBe('export {}')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect((await get('/icon.svg')).headers.get('cache-control')).toBe('no-store')
})

test('at the path of another run, and at one that every run would have, there is none', async () => {
  const another = await ownPath(createPageFiles(join(outside, 'page')))
  expect(another).not.toBe(await ownPath())
  for (const path of ['assets', another])
    for (const method of ['GET', 'HEAD']) expect((await get(`/${path}/index-B3x_9.js`, method)).status).toBe(404)
})

test('of the scripts in the page those may run that were built into it, and none without integrity', async () => {
  const response = await get('/')
  expect(response.headers.get('content-security-policy')).toContain(
    "script-src 'self' 'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='; ",
  )
  expect(response.headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
})

test('every answer carries the protections', async () => {
  for (const response of [await get('/'), await get('/icon.svg'), await get('/missing.js'), await get('/', 'POST')]) {
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'(?: 'sha256-\S{44}')?; style-src 'self'/)
    expect(policy).toContain("; worker-src 'none'; ")
    expect(policy).toContain("base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

test('HEAD says the same without a body, and nothing else is allowed', async () => {
  const head = await get('/', 'HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE-LIKE'])
    expect((await get('/', method)).status).toBe(405)
})

test('an app:// address is served alike', async () => {
  expect((await files({ method: 'GET', url: 'app://eventscope/' })).status).toBe(200)
  const asset = `app://eventscope/${await ownPath()}/index-B3x_9.js`
  expect((await files({ method: 'GET', url: asset })).status).toBe(200)
  for (const path of ['..\\secret.txt', '%2e%2e/secret.txt', '../secret.txt', '..%2fsecret.txt']) {
    expect((await files({ method: 'GET', url: `app://eventscope/${path}` })).status).toBe(404)
  }
})

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/..%2Fsecret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..\\secret.txt',
  '/..%5csecret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '//secret.txt',
  '/./secret.txt',
  '/secret.txt%00.js',
  '/index.html%00',
  '/index.html/',
  '/.built',
  '/assets',
  '/assets/',
  '/notes.unheard',
  '/C:/windows/win.ini',
  '/%',
  '/%ff',
  '/index%2ehtml',
])('nothing else is there: %s', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('secret')
})

test('a path that is too long for the system leads nowhere either', async () => {
  for (const path of [`/${'a'.repeat(300)}.js`, `${'/a'.repeat(4_000)}.js`]) expect((await get(path)).status).toBe(404)
})

test('no path whatever leads out, or to a failure', async () => {
  const chunk = fc.constantFrom(
    '..',
    '.',
    '/',
    '\\',
    '%2f',
    '%5c',
    '%00',
    '%2e',
    'secret.txt',
    'assets',
    'page',
    'index.html',
    'é',
    '%c0%ae',
    '~',
    ':',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), async (chunks) => {
      const response = await get(`/${chunks.join('')}`)
      expect([200, 404]).toContain(response.status)
      expect(await response.text()).not.toContain('secret')
    }),
    { seed: 8, numRuns: 300 },
  )
})
