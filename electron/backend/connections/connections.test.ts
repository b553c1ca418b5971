import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConnectionDraft } from '../../../shared/connection.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { type Keychain, memoryKeychain } from '../keychain/keychain.ts'
import { type Connections, createConnections } from './connections.ts'
import { addEnvironmentConnection } from './environment-connection.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** As memoryKeychain, but one that outlives a run, as the system's would. */
const lasting = (changed: Partial<Keychain> = {}): Keychain => ({
  ...memoryKeychain(),
  name: 'Secret Service',
  persistent: true,
  ...changed,
})

interface Run {
  folder?: string
  keychain?: Keychain
  /** The accounts under which rows are cached; null: any. */
  cached?: number[] | null
}

async function run({ folder = '', keychain = lasting(), cached = null }: Run = {}) {
  const at = folder || (await temporaryFolder())
  const notices: string[] = []
  let ids = 0
  const randomId = () => idOf(++ids)
  const start = () =>
    createConnections({
      folder: at,
      now: () => 0,
      notice: (text) => void notices.push(text),
      keychain,
      randomId,
      hasRows: async ({ account }) => cached?.includes(account) ?? true,
    })
  return { folder: at, notices, keychain, connections: start(), restart: start }
}

const draft: ConnectionDraft = {
  name: 'Staging',
  baseUrl: 'https://api.example.com/usage/',
  environment: 'staging',
  plainHttpConsent: false,
  token: 'tok-123456',
}

async function saved(connections: Connections, changed: Partial<ConnectionDraft> = {}) {
  const result = await connections.save({ ...draft, ...changed })
  if (!result.ok) throw new Error(JSON.stringify(result.failure))
  return result.value
}

const file = (folder: string) => readFile(join(folder, 'connections.json'), 'utf8')

describe('a saved connection', () => {
  test('comes back after a restart, its token from the keychain and not from the file', async () => {
    const { connections, restart, folder } = await run()
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
    const { connections, restart } = await run()
    const { id, account } = await saved(connections, { billingZone: 'europe/berlin' })
    const { token: _, ...rest } = draft
    expect(await connections.save({ ...rest, id, name: 'Renamed' })).toMatchObject({
      value: { name: 'Renamed', billingZone: 'Europe/Berlin', account },
    })
    expect(await restart().list()).toMatchObject([{ billingZone: 'Europe/Berlin' }])
    expect(await connections.save({ ...rest, id, billingZone: null })).toMatchObject({ value: { billingZone: null } })
  })

  test('whose billing zone in the file is not known here has none, is told of, and keeps it there', async () => {
    const { connections, folder, notices } = await run()
    const { id } = await saved(connections, { billingZone: 'Europe/Berlin' })
    await writeFile(join(folder, 'connections.json'), (await file(folder)).replace('Europe/Berlin', 'Europe/Berlim'))
    expect(await connections.list()).toMatchObject([{ billingZone: null }])
    expect(notices).toEqual([expect.stringMatching(/“Europe\/Berlim” of “Staging” is not known here/)])
    const { token: _, ...rest } = draft
    await connections.save({ ...rest, id, name: 'Renamed' })
    expect(await file(folder)).toContain('Europe/Berlim')
  })

  test('is another account when its address or its token changes, and only then', async () => {
    const { connections } = await run()
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
    const { connections, folder, restart } = await run()
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
    const { connections, keychain, restart } = await run()
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
    const { connections, keychain } = await run()
    const { id } = await saved(connections)
    const other = await saved(connections, { name: 'Other' })
    expect(await connections.delete(id)).toEqual({ ok: true, value: [other] })
    expect(await keychain.read(id)).toEqual({ kind: 'absent' })
    expect(await connections.delete(id)).toMatchObject({ failure: { kind: 'no-connection' } })
  })

  test('keeps what two changes at once say', async () => {
    const { connections } = await run()
    await Promise.all(['A', 'B', 'C'].map((name) => saved(connections, { name })))
    expect((await connections.list()).map(({ name }) => name)).toEqual(['A', 'B', 'C'])
  })
})

describe('what was typed', () => {
  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ name: ' ENVIRONMENT ' }, 'name'],
    [{ baseUrl: 'ftp://example.com' }, 'baseUrl'],
    [{ baseUrl: '' }, 'baseUrl'],
    [{ baseUrl: 'http://api.example.com' }, 'plainHttpConsent'],
    [{ billingZone: 'Europe/Berlim' }, 'billingZone'],
    [{ token: '' }, 'token'],
    [{ token: 'two\nlines' }, 'token'],
  ])('is refused at its field: %j', async (changed, field) => {
    const { connections } = await run()
    expect(await connections.save({ ...draft, ...changed })).toMatchObject({ failure: { kind: 'invalid', field } })
    expect(await connections.list()).toEqual([])
  })

  test('needs a token for a new connection', async () => {
    const { connections } = await run()
    const { token: _, ...rest } = draft
    expect(await connections.save(rest)).toMatchObject({ failure: { kind: 'invalid', field: 'token' } })
  })

  test('needs a name that no other connection bears in any case', async () => {
    const names = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .filter((name) => /\S/.test(name) && !/\p{C}/u.test(name))
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const { connections } = await run()
        if (!(await connections.save({ ...draft, name })).ok) return
        for (const again of [name.toUpperCase(), name.toLowerCase(), ` ${name} `]) {
          expect(await connections.save({ ...draft, name: again })).toMatchObject({
            failure: { kind: 'invalid', field: 'name' },
          })
        }
      }),
      { seed: 5, numRuns: 20, examples: [['Straße'], ['ΣΊΣΥΦΟΣ'], ['ﬁnance'], ['İstanbul']] },
    )
  })

  test('of plain http counts with consent, which is kept only where it is needed', async () => {
    const { connections } = await run()
    const there = await saved(connections, { baseUrl: 'http://api.example.com', plainHttpConsent: true })
    expect(there.plainHttpConsent).toBe(true)
    const here = await saved(connections, { name: 'Here', baseUrl: 'http://127.0.0.1:8787', plainHttpConsent: true })
    expect(here.plainHttpConsent).toBe(false)
  })

  test('can be tried without a name, and with the token that is there', async () => {
    const { connections } = await run()
    const access = { connectionName: 'https://api.example.com/usage', token: 'tok-123456' }
    expect(await connections.accessOfDraft({ ...draft, name: '' })).toMatchObject({ value: access })
    expect(await connections.list()).toEqual([])
    const { id } = await saved(connections)
    const { token: _, ...rest } = draft
    const moved = await connections.accessOfDraft({ ...rest, id, baseUrl: 'https://api.example.com/new' })
    expect(moved).toMatchObject({ value: { baseUrl: 'https://api.example.com/new', token: 'tok-123456' } })
  })

  test.each([
    ['another host', 'https://evil.example.com/usage'],
    ['another port', 'https://api.example.com:8443/usage'],
    ['plain http', 'http://api.example.com/usage'],
    ['a host that begins alike', 'https://api.example.com.evil.example/usage'],
  ])('that moves to %s needs a token of its own, to be saved and to be tried', async (_, baseUrl) => {
    const { connections } = await run()
    const { id } = await saved(connections)
    const { token: _none, ...rest } = draft
    const elsewhere = { ...rest, id, baseUrl, plainHttpConsent: true }
    const refused = {
      failure: { kind: 'invalid', field: 'token', message: expect.stringContaining('is for api.example.com') },
    }
    expect(await connections.save(elsewhere)).toMatchObject(refused)
    expect(await connections.accessOfDraft(elsewhere)).toMatchObject(refused)
    expect(await connections.access(id)).toMatchObject({ value: { baseUrl: 'https://api.example.com/usage' } })
    expect(await connections.accessOfDraft({ ...elsewhere, token: 'tok-there' })).toMatchObject({
      value: { baseUrl, token: 'tok-there' },
    })
    await connections.forgetToken(id)
    expect(await connections.save(elsewhere)).toMatchObject({ value: { baseUrl, token: { place: 'nowhere' } } })
    expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token' } })
  })
})

describe('where the keychain fails', () => {
  const why = 'The keyring is locked: unlock it.'

  test('the token is kept for this run, and the reason is said then and after', async () => {
    const { connections, restart } = await run({
      keychain: lasting({ write: async () => ({ kind: 'unavailable', why }) }),
    })
    const made = await saved(connections)
    expect(made.token).toEqual({ place: 'memory', why })
    expect(await connections.access(made.id)).toMatchObject({ value: { token: 'tok-123456' } })
    expect((await restart().list())[0]?.token).toEqual({
      place: 'nowhere',
      why: expect.stringContaining('earlier run'),
    })
    expect(await restart().access(made.id)).toMatchObject({ failure: { kind: 'no-token' } })
  })

  test('a token too long is kept for this run, and the one that it replaces does not come back', async () => {
    const keychain = lasting()
    const { connections, restart } = await run({ keychain })
    const { id } = await saved(connections)
    keychain.write = async () => ({ kind: 'too-long', limitBytes: 2_560 })
    const replaced = await connections.replaceToken(id, 't'.repeat(3_000))
    expect(replaced).toMatchObject({ value: { token: { place: 'memory', why: expect.stringContaining('2560') } } })
    expect(await restart().access(id)).toMatchObject({ failure: { kind: 'no-token' } })
    expect(await keychain.read(id)).toEqual({ kind: 'absent' })
  })

  test('to give a token, the connection says why, and has it again when the keychain does', async () => {
    const keychain = lasting()
    const { connections } = await run({ keychain })
    const { id } = await saved(connections)
    const { read } = keychain
    keychain.read = async () => ({ kind: 'unavailable', why })
    expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token', why } })
    expect((await connections.list())[0]?.token).toEqual({ place: 'nowhere', why })
    keychain.read = read
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-123456' } })
    expect((await connections.list())[0]?.token).toEqual({ place: 'keychain' })
  })

  test('a token in memory goes to no other server, where another run moves the connection', async () => {
    const keychain = lasting()
    const { write } = keychain
    keychain.write = async () => ({ kind: 'unavailable', why })
    const { connections, restart } = await run({ keychain })
    const { id } = await saved(connections)
    const other = restart()
    const baseUrl = 'https://other.example.com'
    expect(await other.save({ ...draft, id, baseUrl, token: 'tok-there' })).toMatchObject({ ok: true })
    const said = expect.stringContaining('another server')
    const refused = { failure: { kind: 'no-token', why: said } }
    expect(await connections.access(id)).toMatchObject(refused)
    const { token: _, ...rest } = draft
    expect(await connections.accessOfDraft({ ...rest, id, baseUrl })).toMatchObject(refused)
    expect((await connections.list())[0]?.token).toEqual({ place: 'nowhere', why: said })
    expect(await other.access(id)).toMatchObject({ value: { baseUrl, token: 'tok-there' } })
    keychain.write = write
    expect(await other.replaceToken(id, 'tok-next')).toMatchObject({ ok: true })
    expect(await connections.access(id)).toMatchObject({ value: { baseUrl, token: 'tok-next' } })
  })

  describe('to remove a token', () => {
    const refusing = async () => ({ kind: 'unavailable', why }) as const

    test('nothing is said to be forgotten, and nothing is', async () => {
      const keychain = lasting()
      const { connections } = await run({ keychain })
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
      const { connections, restart } = await run({ keychain })
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
      const { connections, restart } = await run({ keychain })
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
      const { connections } = await run({ keychain })
      const { id } = await saved(connections)
      keychain.remove = refusing
      await connections.delete(id, true)
      keychain.remove = remove
      await saved(connections)
      await expect.poll(() => keychain.read(id)).toEqual({ kind: 'absent' })
    })

    test('a machine whose keychain is gone altogether has not removed it', async () => {
      const { connections, folder } = await run()
      const { id } = await saved(connections)
      const without = await run({ folder, keychain: memoryKeychain() })
      expect(await without.connections.delete(id)).toMatchObject({ failure: { kind: 'keychain' } })
      expect(await without.connections.delete(id, true)).toEqual({ ok: true, value: [] })
    })

    test('where that cannot be noted, nothing is deleted', async () => {
      const keychain = lasting()
      const { connections, folder } = await run({ keychain })
      const { id } = await saved(connections)
      keychain.remove = refusing
      await mkdir(join(folder, 'keychain-removals.json'))
      expect(await connections.delete(id, true)).toMatchObject({ failure: { kind: 'disk' } })
      expect(await connections.list()).toHaveLength(1)
    })
  })

  test('at its most, with none at all, tokens live in memory', async () => {
    const { connections, restart } = await run({ keychain: memoryKeychain() })
    const { id } = await saved(connections)
    expect((await connections.list())[0]?.token).toMatchObject({
      place: 'memory',
      why: expect.stringContaining('no keychain'),
    })
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-123456' } })
    expect((await restart().list())[0]?.token.place).toBe('nowhere')
  })
})

describe('the server that a token is for', () => {
  /** Changes connections.json as anyone who can write it could. */
  async function edit(folder: string, changed: object) {
    const { version, content } = JSON.parse(await file(folder))
    const edited = content.map((one: object) => ({ ...one, ...changed }))
    await writeFile(join(folder, 'connections.json'), JSON.stringify({ version, content: edited }))
  }

  test.each([
    ['another host', 'https://evil.example.com/usage'],
    ['another port', 'https://api.example.com:8443/usage'],
    ['plain http, agreed to in the file', 'http://api.example.com/usage'],
  ])('is kept with it: a file that is edited to %s gets no token, at once and after a restart', async (_, baseUrl) => {
    const { connections, folder, restart } = await run()
    const { id } = await saved(connections)
    await edit(folder, { baseUrl, plainHttpConsent: true })
    for (const one of [connections, restart()]) {
      const why = expect.stringContaining('is for https://api.example.com and is never sent to another server')
      expect(await one.access(id)).toMatchObject({ failure: { kind: 'no-token', why } })
      expect((await one.list())[0]?.token).toEqual({ place: 'nowhere', why })
      const { token: _none, ...rest } = draft
      expect(await one.accessOfDraft({ ...rest, id, baseUrl, plainHttpConsent: true })).toMatchObject({
        failure: { kind: 'no-token' },
      })
    }
    // Of another server there are no rows to show again.
    expect(await connections.replaceToken(id, 'tok-there')).toMatchObject({ value: { hiddenAccount: null } })
    expect(await restart().access(id)).toMatchObject({ value: { baseUrl, token: 'tok-there' } })
    await edit(folder, { baseUrl: 'https://api.example.com/usage' })
    expect(await restart().access(id)).toMatchObject({ failure: { kind: 'no-token' } })
  })

  test('may be asked at another path', async () => {
    const { connections, folder } = await run()
    const { id } = await saved(connections)
    await edit(folder, { baseUrl: 'https://API.example.com:443/other/' })
    expect(await connections.access(id)).toMatchObject({
      value: { baseUrl: 'https://api.example.com/other', token: 'tok-123456' },
    })
  })

  test.each([
    ['of an earlier version, without a server', 'tok-123456', 'earlier version'],
    ['of another program', 'https://api.example.com tok-123456 more', 'Another program'],
    ['of another program', '', 'Another program'],
  ])('is needed: an entry %s (%j) is asked for once more', async (_, entry, words) => {
    const { connections, keychain } = await run()
    const { id } = await saved(connections)
    await keychain.write(id, entry)
    const why = expect.stringContaining(words)
    expect(await connections.access(id)).toMatchObject({ failure: { kind: 'no-token', why } })
    await connections.replaceToken(id, 'tok-123456')
    expect(await connections.access(id)).toMatchObject({ value: { token: 'tok-123456' } })
  })
})

describe('after a changed token', () => {
  test('nothing is asked about rows that are not there, as after a restart without a keychain', async () => {
    const cached = [1]
    const { connections, restart } = await run({ keychain: memoryKeychain(), cached })
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

  test('nothing is asked of a connection that lives for this run, whose rows go by its token', async () => {
    const { connections } = await run()
    const made = {
      id: 'run',
      name: 'Run',
      baseUrl: 'https://a.example',
      environment: 'test',
      origin: 'environment',
    } as const
    await connections.addForThisRun(made, 'tok-first', '')
    expect(await connections.replaceToken('run', 'tok-second')).toMatchObject({
      value: { account: 2, hiddenAccount: null },
    })
  })
})

describe('the file', () => {
  test('of a newer Eventscope is left alone: this run still works, and says so', async () => {
    const { folder, connections, notices } = await run()
    const text = '{"version":9,"content":[]}'
    await writeFile(join(folder, 'connections.json'), text)
    await addEnvironmentConnection({ baseUrl: 'https://a.example', token: 'tok-654321' }, connections, () => undefined)
    expect(await connections.list()).toHaveLength(1)
    expect(notices).toEqual([expect.stringContaining('newer')])
    expect(await connections.save(draft)).toMatchObject({ failure: { kind: 'disk' } })
    expect(await file(folder)).toBe(text)
  })

  test('never gives a new address together with the old token, wherever a change breaks off', async () => {
    const keychain = lasting()
    const { connections, restart } = await run({ keychain })
    const { id } = await saved(connections)
    keychain.write = () => Promise.reject(new Error('The machine was switched off'))
    const moving = connections.save({ ...draft, id, baseUrl: 'https://evil.example', token: 'tok-new' })
    await expect(moving).rejects.toThrow('switched off')
    expect(await restart().access(id)).toMatchObject({ failure: { kind: 'no-token' } })
  })

  test('that another run changed is read anew', async () => {
    const { connections, restart } = await run()
    const other = restart()
    await saved(connections)
    await saved(other, { name: 'From the other' })
    expect((await connections.list()).map(({ name }) => name)).toEqual(['Staging', 'From the other'])
  })
})

describe('the environment variables', () => {
  async function given(baseUrl: string | undefined, token: string | undefined) {
    const { connections, folder } = await run()
    const said: string[] = []
    await addEnvironmentConnection({ baseUrl, token }, connections, (text) => void said.push(text))
    return { connections, folder, said, list: await connections.list() }
  }

  test('give a ready connection whose token is never stored', async () => {
    const { list, said, connections, folder } = await given('http://127.0.0.1:8787/', 'Bearer tok-654321')
    expect(list).toMatchObject([
      { name: 'Environment', origin: 'environment', baseUrl: 'http://127.0.0.1:8787', environment: 'development' },
    ])
    expect(list[0]?.token.place).toBe('memory')
    expect(said).toEqual([])
    expect(await connections.access(list[0]!.id)).toMatchObject({ value: { token: 'tok-654321' } })
    await expect(file(folder)).rejects.toThrow('ENOENT')
    const change = await connections.save({ ...draft, id: list[0]!.id })
    expect(change).toMatchObject({ failure: { kind: 'invalid', field: 'name' } })
    expect(await connections.replaceToken(list[0]!.id, 'tok-next')).toMatchObject({
      value: { account: 2, token: { place: 'memory' } },
    })
    await expect(file(folder)).rejects.toThrow('ENOENT')
    expect(await connections.delete(list[0]!.id)).toEqual({ ok: true, value: [] })
  })

  test.each([
    [undefined, 'tok-654321', 'EVENTSCOPE_BASE_URL is not'],
    ['no address', 'tok-654321', 'EVENTSCOPE_BASE_URL cannot be used'],
    ['http://api.example.com', 'tok-654321', 'plain http'],
  ])('that cannot be used are said in words (%s)', async (baseUrl, token, words) => {
    const { list, said } = await given(baseUrl, token)
    expect(list).toEqual([])
    expect(said).toEqual([expect.stringContaining(words)])
    expect(said.join()).not.toContain('tok-654321')
  })

  test('without a token that can be used give a connection that asks for one', async () => {
    for (const token of [undefined, '', 'two\nlines']) {
      const { list, said, connections } = await given('https://api.example.com', token)
      expect(list).toMatchObject([{ name: 'Environment', environment: 'production', token: { place: 'nowhere' } }])
      expect(said).toEqual([expect.stringContaining('EVENTSCOPE_TOKEN')])
      expect(await connections.access(list[0]!.id)).toMatchObject({ failure: { kind: 'no-token' } })
    }
  })

  test('that are not set, or empty, give none', async () => {
    for (const [baseUrl, token] of [
      [undefined, undefined],
      ['', ''],
    ]) {
      expect(await given(baseUrl, token)).toMatchObject({ list: [], said: [] })
    }
  })
})
