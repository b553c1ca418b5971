// What each call asks of the parts of the backend, and in which order: the parts note it, and answer as a test says.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { describe, expect, test } from 'vitest'
import { emptyCase } from '../../../shared/case/case.ts'
import { someConnection } from '../../../shared/connection/fixtures/some-connection.ts'
import { failed, succeeded } from '../../../shared/failure/failure.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import type { RouterParts } from './implement-bridge.ts'
import { createRouter } from './router.ts'

type Asked = [name: string, ...of: unknown[]]

/** @param answers of a part's function, by its name, such as `cache.status`: a value, or what makes it of the arguments */
function routed(answers: Record<string, unknown> = {}, more: Partial<RouterParts> = {}) {
  const asked: Asked[] = []
  const part = (of: string) =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, member) => {
        const name = `${of}.${String(member)}`
        return (...given: unknown[]) => {
          asked.push([name, ...given])
          const answer = name in answers ? answers[name] : succeeded(null)
          return typeof answer === 'function' ? answer(...given) : answer
        }
      },
    })
  const names = ['connections', 'cache', 'findings', 'receipts', 'remembered', 'heldFiles', 'verifications', 'activity']
  const snapshots = {
    ...Object.fromEntries(['snapshots', 'desk'].map((name) => [name, part(name)])),
    store: async () => part('store'),
    take: part('queue').take,
  }
  const closing = new AbortController()
  const parts = {
    ...Object.fromEntries([...names, 'service', 'sample', 'settings', 'exports'].map((name) => [name, part(name)])),
    snapshots,
    live: { first: (stream: unknown) => stream },
    ownerOf: async (id: string) => `owner of ${id}`,
    untilClosed: (signal?: AbortSignal) => signal ?? closing.signal,
    now: () => 0,
    log: () => undefined,
    ...more,
  }
  return {
    client: createRouterClient(createRouter(parts as unknown as RouterParts)),
    asked,
    named: () => asked.map(([name]) => name),
  }
}

const access = succeeded({ connectionName: 'One', baseUrl: 'https://one.example', token: 'sk_live_1' })
const owner = { connectionId: 'owner', account: 1 }
const gone = { ...someConnection, id: 'gone', baseUrl: 'https://gone.example' }
const refused = failed({ kind: 'keychain', name: 'Secret Service', why: 'It is locked.' })

describe('a call to a service', () => {
  const get = async (answers: Record<string, unknown>) => {
    const { client, named } = routed({
      'connections.access': access,
      'service.getText': failed({ kind: 'cancelled' }),
      ...answers,
    })
    const steps = await client.events.get({ connectionId: 'one', account: 1, eventId: 'evt_1' })
    const failure = await steps.next().catch(({ data }) => data)
    return [failure.kind, ...named()]
  }

  test('is sent with the account that the page shows, and not where it is another by now', async () => {
    const looked = ['connections.access', 'connections.cacheOwner']
    expect(await get({ 'connections.cacheOwner': owner })).toEqual(['cancelled', ...looked, 'service.getText'])
    expect(await get({ 'connections.cacheOwner': { ...owner, account: 2 } })).toEqual(['connection-changed', ...looked])
  })

  test('is sent where a connection caches nothing, and not without its key', async () => {
    expect(await get({ 'connections.cacheOwner': null })).toContain('service.getText')
    const none = failed({ kind: 'no-token', connectionId: 'one' })
    expect(await get({ 'connections.access': none })).toEqual(['no-token', 'connections.access'])
  })
})

describe('a connection', () => {
  const known = { 'connections.list': [someConnection, gone], 'connections.cacheOwner': owner }

  test('whose key is forgotten loses its cached rows and its readings, but no snapshots', async () => {
    const { client, asked } = routed({ ...known, 'connections.forgetToken': succeeded(someConnection) })
    expect(await client.connections.forgetToken({ connectionId: 'one', anyway: true })).toEqual(someConnection)
    expect(asked).toEqual([
      ['connections.cacheOwner', 'one'],
      ['connections.forgetToken', 'one', true],
      ['cache.forget', 'owner'],
      ['snapshots.leave', 'one', false],
    ])
  })

  test('that is deleted with its snapshots leaves nothing of itself', async () => {
    const { client, asked } = routed({ ...known, 'connections.delete': succeeded([someConnection]) })
    expect(await client.connections.delete({ connectionId: 'gone', anyway: true, snapshots: 'delete' })).toEqual([
      someConnection,
    ])
    expect(asked).toEqual([
      ['connections.list'],
      ['connections.cacheOwner', 'gone'],
      ['connections.delete', 'gone', true],
      ['cache.forget', 'owner'],
      ['receipts.forget', 'https://gone.example'],
      ['desk.end'],
      ['snapshots.leave', 'gone', true],
      ['findings.forget', 'gone'],
      ['remembered.forget', 'gone'],
    ])
  })

  test('that is deleted keeps the receipts of a server that another one has, and its snapshots unless they are to go', async () => {
    const twin = { ...gone, id: 'twin' }
    const { client, named, asked } = routed({ ...known, 'connections.delete': succeeded([twin]) })
    await client.connections.delete({ connectionId: 'gone', snapshots: 'keep' })
    expect(named()).not.toContain('receipts.forget')
    expect(named()).not.toContain('desk.end')
    expect(asked).toContainEqual(['snapshots.leave', 'gone', false])
  })

  test('that the keychain does not let go keeps all that it has', async () => {
    for (const call of ['forgetToken', 'delete'] as const) {
      const { client, named } = routed({ ...known, [`connections.${call}`]: refused })
      await expect(client.connections[call]({ connectionId: 'gone' })).rejects.toMatchObject({
        data: { kind: 'keychain' },
      })
      expect(named().filter((name) => name.includes('forget') || name.includes('leave'))).toEqual(
        call === 'delete' ? [] : ['connections.forgetToken'],
      )
    }
  })

  test('that has another account loses the rows of those before, unless its user is still to be asked', async () => {
    const changes = {
      save: { name: 'One', baseUrl: 'https://one.example', environment: 'test', plainHttpConsent: false },
      replaceToken: { connectionId: 'one', token: 'sk_live_2' },
      decideAccount: { connectionId: 'one', same: false },
    } as const
    for (const [call, input] of Object.entries(changes)) {
      const changed = async (answer: unknown) => {
        const { client, asked } = routed({ [`connections.${call}`]: answer })
        await client.connections[call as 'save'](input as never).catch(() => null)
        return asked.filter(([name]) => name.startsWith('cache'))
      }
      expect(await changed(succeeded({ ...someConnection, account: 3 }))).toEqual([['cache.forget', 'one', 3]])
      expect(await changed(succeeded({ ...someConnection, hiddenAccount: 2 }))).toEqual([])
      expect(await changed(refused)).toEqual([])
    }
  })

  test('tells whether its key is in a text, which it is not where it has none', async () => {
    const isIn = (text: string, answer: unknown = access) =>
      routed({ 'connections.access': answer }).client.connections.keyIsIn({ connectionId: 'one', text })
    expect([await isIn('with sk_live_1 in it'), await isIn('nothing')]).toEqual([true, false])
    expect(await isIn('with sk_live_1 in it', failed({ kind: 'no-token', connectionId: 'one' }))).toBe(false)
  })

  test('is tested as long as its form waits for that', async () => {
    const signals: AbortSignal[] = []
    const { client } = routed({
      'connections.accessOfDraft': access,
      'service.search': (_access: unknown, _request: unknown, { signal }: { signal: AbortSignal }) => {
        signals.push(signal)
        return failed({ kind: 'cancelled' })
      },
    })
    const form = new AbortController()
    const draft = { name: '', baseUrl: 'https://one.example', environment: 'test', plainHttpConsent: false } as const
    await client.connections.test(draft, { signal: form.signal }).catch(() => null)
    form.abort()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

test('what is remembered is its owner’s, which may be another than the connection', async () => {
  const { client, asked } = routed({ 'remembered.read': 'columns' })
  expect(await client.remembered.read({ connectionId: 'one', name: 'columns' })).toBe('columns')
  await client.remembered.write({ connectionId: 'one', name: 'columns', value: 'two' })
  expect(asked).toEqual([
    ['remembered.read', 'owner of one', 'columns'],
    ['remembered.write', 'owner of one', 'columns', 'two'],
  ])
})

test('how events were first seen is of the account that the page shows alone; a row is removed where it is', async () => {
  const { client, asked } = routed({
    'connections.cacheOwner': owner,
    'cache.recordFirstSeen': [],
    'cache.firstSeen': null,
  })
  for (const account of [2, 1]) {
    await client.cache.recordFirstSeen({ connectionId: 'one', account, events: [{ eventId: 'e', source: '{}' }] })
    await client.cache.firstSeen({ connectionId: 'one', account, eventId: 'e' })
  }
  await client.cache.remove({ connectionId: 'one', key: 'page' })
  expect(asked.filter(([name]) => name.startsWith('cache'))).toEqual([
    ['cache.recordFirstSeen', owner, [{ eventId: 'e', source: '{}' }]],
    ['cache.firstSeen', owner, 'e'],
    ['cache.remove', owner, 'page'],
  ])
})

test('the file of a report holds the key of no connection, whichever it is of', async () => {
  const path = join(await temporaryFolder(), 'case')
  const { client } = routed(
    {
      'connections.list': [someConnection, gone],
      'connections.access': (id: string) =>
        id === 'gone'
          ? succeeded({ connectionName: '', baseUrl: '', token: 'keyOfTheOther' })
          : succeeded({ connectionName: '', baseUrl: '', token: 'keyOfTheFirst' }),
      'activity.list': [],
    },
    {
      shellInfo: async () => ({ version: '1', shell: 'browser', runtime: 'Node', platform: 'linux' }) as never,
      saving: { askWhere: async () => path, showInFolder() {}, showProgress() {}, announce() {} },
    },
  )
  const known = emptyCase('00112233445566778899aabbccddeeff')
  const text = 'Told of keyOfTheOther and of keyOfTheFirst.'
  const note = { is: 'note' as const, id: '1', text, isInternal: false }
  await client.exports.saveCase({
    connectionId: 'one',
    case: { ...known, items: [note] },
    audience: { is: 'colleague', masked: false },
    format: 'markdown',
  })
  const file = await readFile(path, 'utf8')
  expect(file).toContain('Told of ')
  expect(file).not.toMatch(/keyOf/)
})

test('a file is verified byte by byte, and its receipt is held no longer than until it is opened', async () => {
  const { client, asked } = routed({
    'heldFiles.get': succeeded({ bytes: Buffer.from('receipt') }),
    'verifications.open': succeeded({ verificationId: 'v' }),
  })
  await client.verification.open({ name: 'usage.csv', bytes: 3, receiptId: 'r' })
  await client.verification.add({ verificationId: 'v', chunk: Buffer.from([0, 255, 10]).toString('base64') })
  expect(asked).toEqual([
    ['heldFiles.get', 'r'],
    ['heldFiles.close', 'r'],
    ['verifications.open', { name: 'usage.csv', bytes: 3 }, new Uint8Array(Buffer.from('receipt'))],
    ['verifications.add', 'v', Buffer.from([0, 255, 10])],
  ])
})

describe('a snapshot', () => {
  const order = { connectionId: 'one', account: 1, search: { propertyFilters: [] } }
  const range = { from: null, until: null, zone: 'UTC' }

  test('is taken with its name, and as made for another', async () => {
    const { client, asked } = routed({ 'queue.take': succeeded({ snapshotId: 's' }) })
    await client.snapshots.take({ ...order, range, name: 'October', madeForSnapshot: 'other' })
    await client.snapshots.take({ ...order, range })
    expect(asked.map(([, , ...rest]) => rest)).toEqual([
      ['October', { of: 'snapshot', snapshotId: 'other' }],
      [null, undefined],
    ])
  })

  test('is read on once it is loaded no more, and unloaded where the page leaves it', async () => {
    const { client, asked } = routed()
    await client.snapshots.resume({ snapshotId: 's', sameAccount: true })
    await client.snapshots.unload({ snapshotId: 's' })
    expect(asked).toEqual([
      ['desk.close', 's'],
      ['snapshots.resume', 's', true],
      ['desk.close', 's'],
    ])
  })

  test('keeps what was read only where that is said, and goes though it is closed only where that is', async () => {
    const { client, asked } = routed()
    await client.snapshots.stop({ snapshotId: 's', keep: true })
    await client.snapshots.stop({ snapshotId: 's', keep: false })
    await client.snapshots.delete({ snapshotId: 's' })
    await client.snapshots.delete({ snapshotId: 's', evenClosed: true })
    expect(asked).toEqual([
      ['snapshots.stop', 's', true],
      ['snapshots.stop', 's', false],
      ['snapshots.delete', 's', false],
      ['snapshots.delete', 's', true],
    ])
  })

  test('is closed with the rules that are given, and asks for its days again; of the same account only if that is said', async () => {
    const { client, asked } = routed()
    await client.snapshots.close({ snapshotId: 's', note: 'as invoiced', rules: 'rules', sameAccount: true })
    await client.snapshots.close({ snapshotId: 's', note: null })
    await client.snapshots.recheck({ snapshotId: 's' })
    await client.snapshots.recheck({ snapshotId: 's', sameAccount: true })
    const signal = expect.any(AbortSignal)
    expect(asked).toEqual([
      ['snapshots.close', 's', 'as invoiced', { signal, sameAccount: true, rules: 'rules' }],
      ['snapshots.close', 's', null, { signal, sameAccount: false, rules: null }],
      ['snapshots.recheck', 's', { signal, sameAccount: false }],
      ['snapshots.recheck', 's', { signal, sameAccount: true }],
    ])
  })

  test('answers a question in its slot', async () => {
    const { client, asked } = routed({ 'desk.ask': async () => succeeded('the answer') })
    const scope = { where: [], misses: true }
    const question = { ask: 'rows' as const, scope, sort: null, offset: 0, limit: 1 }
    const steps = await client.snapshots.ask({ snapshotId: 's', slot: 'table', question })
    expect(await steps.next()).toEqual({ done: false, value: { state: 'over', outcome: 'the answer' } })
    expect(asked.map(([name, ...of]) => [name, of[0], of[2]])).toEqual([['desk.ask', 's', 'table']])
  })
})
