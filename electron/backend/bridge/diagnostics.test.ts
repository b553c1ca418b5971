// Diagnostics and the log of a backend into which the API key was put wherever it takes a text.
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { someConnection } from '../../../shared/connection/fixtures/some-connection.ts'
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import { defaultSettings } from '../../../shared/contract/settings.ts'
import { createSecrets } from '../http/secrets.ts'
import { memoryKeychain } from '../keychain/fixtures/memory-keychain.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createLogFile } from '../storage/log-file.ts'
import { createBackend } from './backend.ts'
import { caseDiagnostics, diagnosticsText, requestLine } from './diagnostics.ts'
import { backendUnderTest } from './fixtures/backend-under-test.ts'

const KEY = 'tok-3f9Zr7Qm-e2e+=='
const SAVED = 'sk_live_8dKw02Lq'
const STORE_KEY = Buffer.alloc(32, 5).toString('base64')

async function planted() {
  const folder = join(await temporaryFolder(), `of ${KEY}`)
  await mkdir(folder)
  // Which is said, with the folder's name.
  await chmod(folder, 0o770)
  const secrets = createSecrets()
  const file = createLogFile({ folder, onTrouble: () => {} })
  const note = (line: string) => file.append({ message: secrets.redact(line) })
  const shown: string[] = []
  const effects = await backendUnderTest({
    folder,
    environment: { baseUrl: `http://127.0.0.1:9/${KEY}`, token: KEY },
    storeKey: STORE_KEY,
    fetch: () => Promise.reject(new Error(`Refused: Authorization: Bearer ${KEY}`)),
    keychain: { ...memoryKeychain(), unavailable: async () => `It wanted ${KEY} and ${STORE_KEY}.` },
    shell: { shell: 'desktop', version: `0.1.0-${KEY}`, runtime: `Node ${encodeURIComponent(KEY)}`, platform: 'linux' },
    log: note,
    logging: { secrets, file, note, show: async (path) => void shown.push(path) },
  })
  const backend = await createBackend(effects)
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  return { client, folder, shown, note }
}

async function over(steps: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of steps) {
    // What it tells on the way is of no matter.
  }
}

test('the API key, planted in every field that log and diagnostics draw from, is in neither', async () => {
  const { client, folder, shown, note } = await planted()
  const draft = { environment: 'test' as const, plainHttpConsent: false }
  await client.connections.save({ ...draft, name: `The ${SAVED}`, baseUrl: `https://${SAVED}.example/x`, token: SAVED })
  await client.settings.write({ zone: `Mars/${KEY}` })
  const [first] = await client.connections.list()
  const asked = { connectionId: first?.id ?? '', account: first?.account ?? 1 }
  const filters = { customerId: KEY, propertyFilters: [] }
  const search = await client.events.search({ ...asked, request: { filters, limit: 1, offset: 0 }, once: true })
  await expect(over(search)).rejects.toThrow()
  for (const key of [KEY, SAVED, STORE_KEY])
    note(`Told of ${key}, ${JSON.stringify(key)} and ${encodeURIComponent(key)}`)
  // Of another program, which this run has never met: only where it stands tells what it is.
  for (const head of ['Authorization: Basic ', 'X-Api-Key: ', 'api-key=', '"api-key": "']) note(`${head}another-ones`)

  const text = await client.shell.diagnostics()
  expect(text).toContain('# Eventscope 0.1.0-•••')
  expect(text).toContain('saved, test, https, API key: memory')
  expect(text).toMatch(/^environment, \w+, http, API key: memory/m)
  expect(text).toContain('The members of a group may put files into the user-data folder.')
  expect(text).toContain(' POST bridge, 1 attempts')
  expect(text).toContain('Told of •••')
  expect(text).not.toContain('api.acme')
  const names = await readdir(join(folder, 'log'))
  const logged = await Promise.all(names.map((name) => readFile(join(folder, 'log', name), 'utf8')))
  expect(logged.join('')).toContain('A request failed: ')
  for (const key of [KEY, SAVED, STORE_KEY, 'another-ones']) {
    for (const one of [text, ...logged]) {
      expect(one).not.toContain(key)
      expect(one).not.toContain(encodeURIComponent(key))
    }
  }
  expect(await client.shell.openLog()).toEqual({ path: join(folder, 'log/eventscope.jsonl'), isShown: true })
  expect(shown).toEqual([join(folder, 'log/eventscope.jsonl')])
})

test('of many requests the latest twenty are told, as in a case', async () => {
  const { client } = await planted()
  const [first] = await client.connections.list()
  const asked = { connectionId: first?.id ?? '', account: first?.account ?? 1 }
  for (let at = 0; at < 5; at += 1) {
    await over(await client.events.get({ ...asked, eventId: `evt_${at}` })).catch(() => null)
  }
  for (let offset = 0; offset < 20; offset += 1) {
    const request = { filters: { propertyFilters: [] }, limit: 1, offset }
    await over(await client.events.search({ ...asked, request, once: true })).catch(() => null)
  }
  const activity = await client.activity.list()
  expect(activity.map(({ method }) => method)).toEqual([...Array(20).fill('POST'), ...Array(5).fill('GET')])
  const told = (await client.shell.diagnostics()).split('## Latest requests\n')[1]?.split('\n\n')[0]?.split('\n')
  expect(told).toEqual(activity.slice(0, 20).map(requestLine))
  const ofCase = caseDiagnostics(await client.shell.info(), activity).slice(1)
  expect(ofCase.map(([, words]) => words.split(' ')[0])).toEqual(Array(20).fill('POST'))
})

test('they name no connection, no address and nothing that was asked', async () => {
  const { client } = await planted()
  const draft = { environment: 'production' as const, plainHttpConsent: false, token: SAVED }
  await client.connections.save({ ...draft, name: 'Acme Billing', baseUrl: 'https://billing.acme.example' })
  const [, acme] = await client.connections.list()
  const asked = { connectionId: acme?.id ?? '', account: acme?.account ?? 1 }
  const request = { filters: { customerId: 'cus_secret', propertyFilters: [] }, limit: 1, offset: 0 }
  await over(await client.events.search({ ...asked, request, once: true })).catch(() => null)
  const text = await client.shell.diagnostics()
  expect(text).toContain('saved, production, https')
  expect(text).not.toMatch(/acme|cus_secret/i)
})

const RUNNING = {
  startedAt: '2026-11-20T12:00:00Z',
  method: 'POST',
  url: 'https://one.example/v1/events/search',
  body: '{"limit":50}',
  attempts: 1,
  durationMs: null,
  outcome: { state: 'running' },
} as ActivityEntry

test('every line says what is, also where it is nothing', () => {
  const text = diagnosticsText({
    at: '2026-11-20T12:00:01Z',
    shell: {
      shell: 'browser',
      version: '1.0.0',
      runtime: 'Node 24',
      platform: 'linux',
      keychain: { available: false, why: 'No keyring answers.' },
      thisRunOnly: 'no keychain',
      notices: [],
    },
    system: 'Linux 6.1.0, x64',
    settings: { ...defaultSettings, theme: 'dark', zone: null, pageSize: 100, fetchAhead: true },
    connections: [
      { ...someConnection, billingZone: 'Europe/Berlin' },
      { ...someConnection, baseUrl: 'http://127.0.0.1:9' },
    ],
    cache: {
      place: 'memory',
      notice: 'It was damaged.',
      entries: 2,
      bytes: 30,
      oldest: null,
      limitBytes: 1,
      retention: 1,
    },
    activity: [RUNNING],
    logged: [],
  })
  expect(text).toBe(`# Eventscope 1.0.0, 2026-11-20T12:00:01Z
browser shell on Node 24, linux (Linux 6.1.0, x64)
keychain: none (No keyring answers.)
remembered: for this run only (no keychain)
cache: 2 entries, 30 bytes, memory (It was damaged.)
settings: theme dark, zone none chosen, 100 rows, fetch ahead on

## Connections
saved, test, https, API key: keychain, billing zone: Europe/Berlin
saved, test, http, API key: keychain, billing zone: none

## Notices
none

## Latest requests
2026-11-20T12:00:00Z POST not answered yet, 1 attempts, running

## Latest lines of the log
none
`)
})

test('a case tells what was asked, and of a failure its kind and status, not what the service said of it', () => {
  const http = { status: 503, requestId: null, serviceMessage: 'of another customer' }
  const failure = { kind: 'service-error', retryAfterMs: null, http, attempts: 4, durationMs: 20 } as const
  const shell = { shell: 'browser', runtime: 'Node 24', platform: 'linux' } as const
  expect(
    caseDiagnostics(shell, [
      RUNNING,
      { ...RUNNING, body: null, durationMs: 20.4, outcome: { state: 'failed', failure } },
    ]),
  ).toEqual([
    ['Shell', 'browser, Node 24, linux'],
    [
      'Request at 2026-11-20T12:00:00Z',
      'POST https://one.example/v1/events/search {"limit":50}: not answered yet, 1 attempts, running',
    ],
    [
      'Request at 2026-11-20T12:00:00Z',
      'POST https://one.example/v1/events/search: service-error 503, 1 attempts, 20 ms',
    ],
  ])
})
