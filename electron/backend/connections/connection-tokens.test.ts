// Tokens of connections where the keychain fails.
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryKeychain } from '../keychain/fixtures/memory-keychain.ts'
import { connectionsIn, draft, lasting, saved } from './fixtures/connections-under-test.ts'

describe('where the keychain fails', () => {
  const why = 'The keyring is locked: unlock it.'

  test('the token is kept for this run, and the reason is said then and after', async () => {
    const { connections, restart } = await connectionsIn({
      keychain: lasting({ write: async () => ({ kind: 'unavailable', why }) }),
    })
    const made = await saved(connections)
    expect(made.token).toEqual({ place: 'memory', why })
    expect(await connections.access(made.id)).toMatchObject({ value: { token: 'tok-123456' } })
    expect((await restart().list())[0]?.token).toEqual({
      place: 'nowhere',
      why: expect.stringContaining('earlier run'),
    })
    const { token: _, ...rest } = draft
    expect(await connections.save({ ...rest, id: made.id, baseUrl: 'https://evil.example.com' })).toMatchObject({
      failure: { kind: 'invalid', field: 'token' },
    })
    expect(await restart().access(made.id)).toMatchObject({ failure: { kind: 'no-token' } })
  })

  test('a token too long is kept for this run, and the one that it replaces does not come back', async () => {
    const keychain = lasting()
    const { connections, restart } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    keychain.write = async () => ({ kind: 'too-long', limitBytes: 2_560 })
    const replaced = await connections.replaceToken(id, 't'.repeat(3_000))
    expect(replaced).toMatchObject({ value: { token: { place: 'memory', why: expect.stringContaining('2560') } } })
    expect(await restart().access(id)).toMatchObject({ failure: { kind: 'no-token' } })
    expect(await keychain.read(id)).toEqual({ kind: 'absent' })
  })

  test('to give a token, the connection says why, and has it again when the keychain does', async () => {
    const keychain = lasting()
    const { connections } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    const { read } = keychain
    keychain.read = async () => ({ kind: 'unavailable', why })
    expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token', why } })
    expect((await connections.list())[0]?.token).toEqual({ place: 'nowhere', why })
    keychain.read = read
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-123456' } })
    expect((await connections.list())[0]?.token).toEqual({ place: 'keychain' })
  })

  test('a token that is gone from the keychain is said to be', async () => {
    const keychain = lasting()
    const { connections } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    await keychain.remove(id)
    const gone = 'Secret Service no longer holds the API key.'
    expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token', why: gone } })
  })

  test('a token that was kept for this run is used no more once the keychain has another', async () => {
    const keychain = lasting()
    const { write } = keychain
    keychain.write = async () => ({ kind: 'unavailable', why })
    const { connections } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    keychain.write = write
    expect(await connections.replaceToken(id, 'tok-next')).toMatchObject({ value: { token: { place: 'keychain' } } })
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-next' } })
  })

  test('without a keychain that lasts, a connection of an earlier run says why it has no token', async () => {
    const { connections, folder } = await connectionsIn()
    await saved(connections)
    const without = await connectionsIn({ folder, keychain: memoryKeychain() })
    expect((await without.connections.list())[0]?.token).toMatchObject({
      place: 'nowhere',
      why: expect.stringContaining('keychain'),
    })
  })

  test('to give a token, and takes another, the connection says no more that it failed', async () => {
    const keychain = lasting()
    const { connections } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    keychain.read = async () => ({ kind: 'unavailable', why })
    await connections.access(id)
    expect(await connections.replaceToken(id, 'tok-next')).toMatchObject({ value: { token: { place: 'keychain' } } })
  })

  test('a token in memory goes to no other server, where another run moves the connection', async () => {
    const keychain = lasting()
    const { write } = keychain
    keychain.write = async () => ({ kind: 'unavailable', why })
    const { connections, restart } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    const other = restart()
    const baseUrl = 'https://other.example.com'
    expect(await other.save({ ...draft, id, baseUrl, token: 'tok-there' })).toMatchObject({ ok: true })
    const anotherServer = expect.stringContaining('another address')
    const refused = { failure: { kind: 'no-token', why: anotherServer } }
    expect(await connections.access(id)).toMatchObject(refused)
    const { token: _, ...rest } = draft
    expect(await connections.accessOfDraft({ ...rest, id, baseUrl })).toMatchObject(refused)
    expect((await connections.list())[0]?.token).toEqual({ place: 'nowhere', why: anotherServer })
    expect(await other.access(id)).toMatchObject({ value: { baseUrl, token: 'tok-there' } })
    keychain.write = write
    expect(await other.replaceToken(id, 'tok-next')).toMatchObject({ ok: true })
    expect(await connections.access(id)).toMatchObject({ value: { baseUrl, token: 'tok-next' } })
  })

  test('of a connection that another run moved, no rows are shown again after another token', async () => {
    const keychain = lasting({ write: async () => ({ kind: 'unavailable', why }) })
    const { connections, restart } = await connectionsIn({ keychain })
    const { id } = await saved(connections)
    await restart().save({ ...draft, id, baseUrl: 'https://other.example.com', token: 'tok-there' })
    expect(await connections.replaceToken(id, 'tok-here')).toMatchObject({ value: { hiddenAccount: null } })
  })

  describe('to remove a token', () => {
    const refusing = async () => ({ kind: 'unavailable', why }) as const

    test('nothing is said to be forgotten, and nothing is', async () => {
      const keychain = lasting()
      const { connections } = await connectionsIn({ keychain })
      const { id } = await saved(connections)
      keychain.remove = refusing
      const refused = { ok: false, failure: { kind: 'keychain', name: 'Secret Service', why } }
      expect(await connections.forgetToken(id)).toEqual(refused)
      expect(await connections.delete(id)).toEqual(refused)
      expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-123456' } })
    })

    test('a connection is deleted anyway, and its token as soon as the keychain is back, after a restart too', async () => {
      const keychain = lasting()
      const { remove } = keychain
      const { connections, restart } = await connectionsIn({ keychain })
      const { id } = await saved(connections)
      const other = await saved(connections, { name: 'Other' })
      keychain.remove = refusing
      expect(await connections.delete(id, true)).toEqual({ ok: true, value: [other] })
      await restart().removePending()
      expect(await keychain.read(id)).toMatchObject({ kind: 'found' })
      keychain.remove = remove
      await restart().removePending()
      expect(await keychain.read(id)).toEqual({ kind: 'absent' })
      expect(await restart().access(other.id)).toMatchObject({ value: { token: 'tok-123456' } })
      // What is done is not done again.
      keychain.remove = () => Promise.reject(new Error('Nothing is pending'))
      await restart().removePending()
    })

    test('it is forgotten anyway: not used when the keychain is back, and a new one in its place stays', async () => {
      const keychain = lasting()
      const { remove } = keychain
      const { connections, restart } = await connectionsIn({ keychain })
      const { id } = await saved(connections)
      keychain.remove = refusing
      expect(await connections.forgetToken(id, true)).toMatchObject({ value: { token: { place: 'nowhere' } } })
      expect(await restart().access(id)).toEqual({ ok: false, failure: { kind: 'no-token', connectionId: id } })
      await connections.replaceToken(id, 'tok-next')
      keychain.remove = remove
      await connections.removePending()
      await restart().removePending()
      expect(await restart().access(id)).toMatchObject({ value: { token: 'tok-next' } })
    })

    test('a keychain that takes another token is asked again at once', async () => {
      const keychain = lasting()
      const { remove } = keychain
      const { connections } = await connectionsIn({ keychain })
      const { id } = await saved(connections)
      keychain.remove = refusing
      await connections.delete(id, true)
      keychain.remove = remove
      await saved(connections)
      await expect.poll(() => keychain.read(id)).toEqual({ kind: 'absent' })
    })

    test('a machine whose keychain is gone altogether has not removed it', async () => {
      const { connections, folder } = await connectionsIn()
      const { id } = await saved(connections)
      const without = await connectionsIn({ folder, keychain: memoryKeychain() })
      expect(await without.connections.delete(id)).toMatchObject({ failure: { kind: 'keychain' } })
      expect(await without.connections.delete(id, true)).toEqual({ ok: true, value: [] })
    })

    test('it is removed once the keychain is back, where the connection has no other since', async () => {
      const keychain = lasting()
      const { remove } = keychain
      const { connections, restart } = await connectionsIn({ keychain })
      const { id } = await saved(connections)
      keychain.remove = refusing
      await connections.forgetToken(id, true)
      keychain.remove = remove
      await restart().removePending()
      expect(await keychain.read(id)).toEqual({ kind: 'absent' })
    })

    test('one that this run holds is used no more where another run forgot it', async () => {
      const { connections, restart } = await connectionsIn({ keychain: memoryKeychain() })
      const { id } = await saved(connections)
      await restart().forgetToken(id)
      expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token' } })
    })

    test('one that was never in the keychain is gone with the memory of it, whatever the keychain says', async () => {
      const keychain = lasting({ write: async () => ({ kind: 'unavailable', why }), remove: refusing })
      const { connections } = await connectionsIn({ keychain })
      const { id } = await saved(connections)
      expect(await connections.forgetToken(id)).toMatchObject({ value: { token: { place: 'nowhere' } } })
      expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token' } })
    })

    test('of several, what the keychain gives up goes, what it refuses stays noted, each once', async () => {
      const keychain = lasting()
      const { remove } = keychain
      const { connections, folder, restart } = await connectionsIn({ keychain })
      const made = [
        await saved(connections),
        await saved(connections, { name: 'B' }),
        await saved(connections, { name: 'C' }),
      ]
      keychain.remove = refusing
      for (const { id } of made) await connections.delete(id, true)
      const asked: string[] = []
      keychain.remove = async (id) => {
        asked.push(id)
        return id === made[1]?.id ? { kind: 'unavailable', why } : remove(id)
      }
      await restart().removePending()
      // The others would be refused as well.
      expect(asked).toEqual([made[0]?.id, made[1]?.id])
      const noted = () =>
        readFile(join(folder, 'keychain-removals.json'), 'utf8').then((text) => JSON.parse(text).content)
      expect(await noted()).toEqual([made[1]?.id, made[2]?.id])
      keychain.remove = remove
      await restart().removePending()
      expect(await noted()).toEqual([])
    })

    test('a keychain that removes again is asked for what it refused before', async () => {
      const keychain = lasting()
      const { remove } = keychain
      const { connections } = await connectionsIn({ keychain })
      const [first, second] = [await saved(connections), await saved(connections, { name: 'Other' })]
      keychain.remove = refusing
      await connections.delete(first.id, true)
      keychain.remove = remove
      await connections.forgetToken(second.id)
      await expect.poll(() => keychain.read(first.id)).toEqual({ kind: 'absent' })
    })

    test('where that cannot be noted, nothing is deleted', async () => {
      const keychain = lasting()
      const { connections, folder } = await connectionsIn({ keychain })
      const { id } = await saved(connections)
      keychain.remove = refusing
      await mkdir(join(folder, 'keychain-removals.json'))
      expect(await connections.delete(id, true)).toMatchObject({ failure: { kind: 'disk' } })
      expect(await connections.list()).toHaveLength(1)
    })
  })

  test('at its most, with none at all, tokens live in memory', async () => {
    const { connections, restart } = await connectionsIn({ keychain: memoryKeychain() })
    const { id } = await saved(connections)
    expect((await connections.list())[0]?.token).toMatchObject({
      place: 'memory',
      why: expect.stringContaining('no keychain'),
    })
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-123456' } })
    expect((await restart().list())[0]?.token.place).toBe('nowhere')
  })
})
