import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ConnectionDraft } from '../../../shared/connection/connection.ts'
import type { CacheOwner } from '../cache/cache.ts'
import { memoryKeychain } from '../keychain/fixtures/memory-keychain.ts'
import { accountMark } from './connection-access.ts'
import { notingTokens } from './connections.ts'
import { addEnvironmentConnection } from './environment-connection.ts'
import { connectionsIn, draft, file, idOf, lasting, saved } from './fixtures/connections-under-test.ts'

const OF_THIS_RUN = {
  id: 'run',
  name: 'Run',
  baseUrl: 'https://a.example',
  environment: 'test',
  origin: 'environment',
} as const

describe('a saved connection', () => {
  test('comes back after a restart, its token from the keychain and not from the file', async () => {
    const { connections, restart, folder } = await connectionsIn()
    const made = await saved(connections)
    expect(made).toEqual({
      id: idOf(1),
      name: 'Staging',
      baseUrl: 'https://api.example.com/usage',
      environment: 'staging',
      billingZone: null,
      origin: 'saved',
      plainHttpConsent: false,
      account: 1,
      hiddenAccount: null,
      token: { place: 'keychain' },
    })
    const again = restart()
    expect(await again.list()).toEqual([made])
    const access = { connectionName: 'Staging', baseUrl: 'https://api.example.com/usage', token: 'tok-123456' }
    expect(await again.access(idOf(1))).toEqual({ ok: true, value: access })
    expect(await file(folder)).not.toContain('tok-123456')
  })

  test('has a billing zone once one is given, and until it is taken away', async () => {
    const { connections, restart } = await connectionsIn()
    const { id, account } = await saved(connections, { billingZone: 'europe/berlin' })
    const { token: _, ...rest } = draft
    expect(await connections.save({ ...rest, id, name: 'Renamed' })).toMatchObject({
      value: { name: 'Renamed', billingZone: 'Europe/Berlin', account },
    })
    expect(await restart().list()).toMatchObject([{ billingZone: 'Europe/Berlin' }])
    expect(await connections.save({ ...rest, id, billingZone: null })).toMatchObject({ value: { billingZone: null } })
  })

  test('whose billing zone in the file is not known here has none, is told of, and keeps it there', async () => {
    const { connections, folder, notices } = await connectionsIn()
    const { id } = await saved(connections, { billingZone: 'Europe/Berlin' })
    await writeFile(join(folder, 'connections.json'), (await file(folder)).replace('Europe/Berlin', 'Europe/Berlim'))
    expect(await connections.list()).toMatchObject([{ billingZone: null }])
    expect(notices).toEqual([expect.stringMatching(/“Europe\/Berlim” of “Staging” is not known here/)])
    const { token: _, ...rest } = draft
    await connections.save({ ...rest, id, name: 'Renamed' })
    expect(await file(folder)).toContain('Europe/Berlim')
  })

  test('is another account when its address or its token changes, and only then', async () => {
    const { connections } = await connectionsIn()
    const { id } = await saved(connections)
    const accountAfter = async (changed: Partial<ConnectionDraft>) => {
      const { token: _, ...rest } = draft
      const result = await connections.save({ ...rest, id, ...changed })
      return result.ok && result.value.account
    }
    expect(await accountAfter({ name: 'Renamed', environment: 'test' })).toBe(1)
    expect(await accountAfter({ token: 'tok-123456' })).toBe(1)
    expect(await accountAfter({ token: 'tok-other' })).toBe(2)
    expect(await accountAfter({ baseUrl: 'https://api.example.com/other' })).toBe(3)
    expect(await accountAfter({ baseUrl: 'https://third.example.com', token: 'tok-third' })).toBe(4)
    expect(await connections.replaceToken(id, 'tok-fourth')).toMatchObject({ value: { account: 5 } })
  })

  test('is never given an account a second time, also after going back to an earlier one', async () => {
    const { connections, folder, restart } = await connectionsIn()
    const { id } = await saved(connections)
    // As today's files are: without the highest account.
    await writeFile(join(folder, 'connections.json'), (await file(folder)).replace(/"highestAccount": 1,/, ''))
    const next = (token: string) => restart().replaceToken(id, token)
    expect(await next('tok-second')).toMatchObject({ value: { account: 2, hiddenAccount: 1 } })
    const back = await connections.decideAccount(id, true)
    expect(back).toMatchObject({ value: { account: 1, hiddenAccount: null } })
    expect(back.ok && back.value).not.toHaveProperty('highestAccount')
    expect(await next('tok-third')).toMatchObject({ value: { account: 3, hiddenAccount: 1 } })
    expect(await connections.decideAccount(id, false)).toMatchObject({ value: { account: 3 } })
    expect(await next('tok-fourth')).toMatchObject({ value: { account: 4, hiddenAccount: 3 } })
    const moved = await saved(connections, { id, baseUrl: 'https://third.example.com' })
    expect(moved.account).toBe(5)
  })

  test('forgets its token everywhere, and says so when asked for it', async () => {
    const { connections, keychain, restart } = await connectionsIn()
    const { id } = await saved(connections)
    expect(await connections.forgetToken(id)).toMatchObject({ value: { token: { place: 'nowhere' } } })
    expect(await keychain.read(id)).toEqual({ kind: 'absent' })
    expect(await restart().access(id)).toEqual({ ok: false, failure: { kind: 'no-token', connectionId: id } })
    expect(await connections.replaceToken(id, ' Bearer tok-new ')).toMatchObject({
      value: { token: { place: 'keychain' } },
    })
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-new' } })
  })

  test('is deleted with its token', async () => {
    const { connections, keychain } = await connectionsIn()
    const { id } = await saved(connections)
    const other = await saved(connections, { name: 'Other' })
    expect(await connections.delete(id)).toEqual({ ok: true, value: [other] })
    expect(await keychain.read(id)).toEqual({ kind: 'absent' })
    expect(await connections.delete(id)).toMatchObject({ failure: { kind: 'no-connection' } })
  })

  test('keeps what two changes at once say', async () => {
    const { connections } = await connectionsIn()
    await Promise.all(['A', 'B', 'C'].map((name) => saved(connections, { name })))
    expect((await connections.list()).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
    const twice = await Promise.all([1, 2].map(() => connections.save({ ...draft, name: 'D' })))
    expect(twice.map(({ ok }) => ok)).toEqual([true, false])
  })
})

test('every API key that this run uses or is given is told, as it is sent, before anything is done with it', async () => {
  const { connections, restart } = await connectionsIn()
  const told: string[] = []
  const noting = notingTokens(connections, (token) => void told.push(token))
  const saving = saved(noting, { token: ' Bearer tok-saved' })
  expect(told).toEqual(['tok-saved'])
  const replacing = noting.replaceToken((await saving).id, 'tok-replaced\n')
  expect(told).toEqual(['tok-saved', 'tok-replaced'])
  await replacing
  const trying = noting.accessOfDraft({ ...draft, token: '\ttok-tried' })
  expect(told.at(-1)).toBe('tok-tried')
  await trying
  const adding = noting.addForThisRun(OF_THIS_RUN, 'tok-run', '')
  expect(told.at(-1)).toBe('tok-run')
  await adding
  const later = notingTokens(restart(), (token) => void told.push(token))
  const { id } = await saving
  await later.access(id)
  expect(told.at(-1)).toBe('tok-replaced')
  told.length = 0
  const { token: _, ...rest } = draft
  await later.accessOfDraft({ ...rest, id })
  expect(told).toEqual(['tok-replaced'])
})

test('rows of a connection from the environment belong to its address and API key; sample data caches none', async () => {
  const owner = async (token: string, changed: object = {}) => {
    const { connections } = await connectionsIn()
    await connections.addForThisRun({ ...OF_THIS_RUN, ...changed }, token, '')
    return connections.cacheOwner('run')
  }
  const first = await owner('tok-1')
  expect(await owner('tok-1', { name: 'Renamed' })).toEqual(first)
  expect(await owner('tok-2')).not.toEqual(first)
  expect(await owner('tok-1', { baseUrl: 'https://b.example' })).not.toEqual(first)
  const { connections } = await connectionsIn()
  await connections.addForThisRun(OF_THIS_RUN, 'tok-1', '')
  await connections.replaceToken('run', 'tok-2')
  expect(await connections.cacheOwner('run')).toMatchObject({ account: 2 })
  expect(await owner('tok-1', { origin: 'sample' })).toBe(null)
})

test('a mark differs for another address, key or account, and tells nothing without the key of the store', () => {
  const mark = (changed: { key?: number; baseUrl?: string; owner?: CacheOwner | null } = {}) => {
    const { key = 1, baseUrl = 'https://a.example', owner = { connectionId: 'a', account: 1 } } = changed
    return accountMark(Buffer.alloc(32, key), baseUrl, owner)
  }
  expect(mark()).toBe(mark())
  const others = [
    { key: 2 },
    { baseUrl: 'https://b.example' },
    { owner: { connectionId: 'a', account: 2 } },
    { owner: { connectionId: 'b', account: 1 } },
    { owner: null },
  ]
  expect(new Set([mark(), ...others.map(mark)]).size).toBe(6)
})

test('connections of this run come first, with their zone, and ask for the key that they lack', async () => {
  const { connections, notices } = await connectionsIn()
  await saved(connections)
  const added = await connections.addForThisRun({ ...OF_THIS_RUN, billingZone: 'Europe/Berlin' }, null, '')
  expect(added).toMatchObject({ billingZone: 'Europe/Berlin', token: { place: 'nowhere' } })
  expect(added.token).not.toHaveProperty('why')
  expect((await connections.list()).map(({ name }) => name)).toEqual(['Run', 'Staging'])
  expect(await connections.replaceToken('run', 'tok-run')).toMatchObject({
    value: { token: { place: 'memory', why: 'This connection exists for this run only.' } },
  })
  await connections.addForThisRun({ ...OF_THIS_RUN, id: 'odd', name: 'Odd', billingZone: 'Mars/\u0007Base' }, null, '')
  expect(notices).toEqual(['The billing zone “Mars/Base” of “Odd” is not known here and is ignored.'])
})

describe('after a changed token', () => {
  test('nothing is asked about rows that are not there, as after a restart without a keychain', async () => {
    const cached = [1]
    const { connections, restart } = await connectionsIn({ keychain: memoryKeychain(), cached })
    const { id } = await saved(connections)
    expect(await connections.replaceToken(id, 'tok-second')).toMatchObject({ value: { account: 2, hiddenAccount: 1 } })
    // The rows went with the run.
    cached.length = 0
    expect(await restart().list()).toMatchObject([{ account: 2, hiddenAccount: null }])
    expect(await restart().replaceToken(id, 'tok-second')).toMatchObject({ value: { account: 3, hiddenAccount: null } })
    // Rows of an account that was never asked about are.
    cached.push(3)
    expect(await restart().replaceToken(id, 'tok-third')).toMatchObject({ value: { account: 4, hiddenAccount: 3 } })
  })

  test('rows of an account before that are hidden still are asked about, not those of none in between', async () => {
    const cached = [1]
    const { connections } = await connectionsIn({ cached })
    const { id } = await saved(connections)
    await connections.replaceToken(id, 'tok-second')
    expect(await connections.replaceToken(id, 'tok-third')).toMatchObject({ value: { account: 3, hiddenAccount: 1 } })
    expect(await connections.forgetToken(id)).toMatchObject({ value: { hiddenAccount: null } })
  })

  test('nothing is asked of a connection that lives for this run, whose rows go by its token', async () => {
    const { connections } = await connectionsIn()
    await connections.addForThisRun(OF_THIS_RUN, 'tok-first', '')
    expect(await connections.replaceToken('run', 'tok-second')).toMatchObject({
      value: { account: 2, hiddenAccount: null },
    })
  })
})

describe('the file', () => {
  test('of a newer Eventscope is left alone: this run still works, and says so', async () => {
    const { folder, connections, notices } = await connectionsIn()
    const text = '{"version":9,"content":[]}'
    await writeFile(join(folder, 'connections.json'), text)
    await addEnvironmentConnection({ baseUrl: 'https://a.example', token: 'tok-654321' }, connections, () => undefined)
    expect(await connections.list()).toHaveLength(1)
    expect(notices).toEqual([expect.stringContaining('newer')])
    expect(await connections.save(draft)).toMatchObject({ failure: { kind: 'disk' } })
    const [ofThisRun] = await connections.list()
    expect(await connections.delete(ofThisRun?.id ?? '')).toEqual({ ok: true, value: [] })
    expect(await file(folder)).toBe(text)
  })

  test('never gives a new address together with the old token, wherever a change breaks off', async () => {
    const keychain = lasting()
    const { connections, restart } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    keychain.write = () => Promise.reject(new Error('The machine was switched off'))
    const moving = connections.save({ ...draft, id, baseUrl: 'https://evil.example', token: 'tok-new' })
    await expect(moving).rejects.toThrow('switched off')
    expect(await restart().access(id)).toMatchObject({ failure: { kind: 'no-token' } })
  })

  test('that another run changed is read again', async () => {
    const { connections, restart } = await connectionsIn()
    const other = restart()
    await saved(connections)
    await saved(other, { name: 'From the other' })
    expect((await connections.list()).map(({ name }) => name)).toEqual(['Staging', 'From the other'])
  })
})
