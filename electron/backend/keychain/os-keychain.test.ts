// What no machine shows at will: other systems, a binding that fails, a prompt that nobody answers, a late answer.
// The real Secret Service is tested in scripts/secret-service.test.ts.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kindOfRefusal, openKeychain, systemOf, whyRefused } from './os-keychain.ts'

interface Call {
  constructed: [string, string, unknown]
  method: 'setSecret' | 'getSecret' | 'deleteCredential'
}

/** A binding that keeps bytes in a map, or does as `act` says. */
function fakeBinding(act: (call: Call) => Promise<unknown> | undefined = () => undefined) {
  const entries = new Map<string, Uint8Array>()
  const calls: Call[] = []
  class AsyncEntry {
    readonly #constructed: [string, string, unknown]
    constructor(service: string, account: string, options: unknown) {
      this.#constructed = [service, account, options]
    }
    #called(method: Call['method']): Promise<unknown> | undefined {
      const call: Call = { constructed: this.#constructed, method }
      calls.push(call)
      return act(call)
    }
    get #key() {
      return this.#constructed[1]
    }
    async setSecret(secret: Uint8Array) {
      await this.#called('setSecret')
      entries.set(this.#key, secret)
    }
    async getSecret() {
      const acted = this.#called('getSecret')
      if (acted !== undefined) return (await acted) as number[] | null
      const found = entries.get(this.#key)
      return found === undefined ? null : [...found]
    }
    async deleteCredential() {
      await this.#called('deleteCredential')
      return entries.delete(this.#key)
    }
  }
  return { load: async () => ({ AsyncEntry }), calls, entries }
}

describe('reading, writing, removing', () => {
  test('whatever was written is read back, byte for byte', async () => {
    const { load } = fakeBinding()
    const keychain = await openKeychain({ load, platform: 'linux' })
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        async (account, secret) => {
          expect(await keychain.write(account, secret)).toEqual({ kind: 'stored' })
          expect(await keychain.read(account)).toEqual({ kind: 'found', secret })
          expect(await keychain.remove(account)).toEqual({ kind: 'removed' })
          expect(await keychain.remove(account)).toEqual({ kind: 'removed' })
          expect(await keychain.read(account)).toEqual({ kind: 'absent' })
        },
      ),
      { seed: 3, numRuns: 100 },
    )
  })

  test('every entry is under "Eventscope" and pinned to the Secret Service', async () => {
    const { load, calls } = fakeBinding()
    const keychain = await openKeychain({ load })
    await keychain.write('connection-1', 'secret')
    expect(calls.map((call) => call.constructed)).toEqual([
      ['Eventscope', 'connection-1', { linux: { store: 'secret-service' } }],
    ])
  })

  test('an entry that another program filled with bytes that are not text is unavailable, not garbled', async () => {
    const { load } = fakeBinding(async () => [0xff, 0xfe])
    const keychain = await openKeychain({ load })
    expect(await keychain.read('a')).toEqual({ kind: 'unavailable', why: expect.stringContaining('not text') })
  })
})

describe('a keychain that refuses', () => {
  test('an error while reading is never "absent", whatever it says', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string(),
        fc.constantFrom<NodeJS.Platform>('linux', 'darwin', 'win32'),
        async (message, platform) => {
          const { load } = fakeBinding(() => Promise.reject(new Error(message)))
          const keychain = await openKeychain({ load, platform })
          const why = expect.stringMatching(/\S/)
          expect(await keychain.read('a')).toEqual({ kind: 'unavailable', why })
          expect(await keychain.unavailable()).toEqual(why)
        },
      ),
      { seed: 3, numRuns: 100 },
    )
  })

  const messages: [NodeJS.Platform, string, RegExp][] = [
    ['linux', "Couldn't access platform storage: Secret Service: unlock prompt was dismissed", /unlock your keychain/i],
    [
      'linux',
      'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled',
      /install gnome-keyring/i,
    ],
    ['linux', 'The name org.freedesktop.secrets was not provided by any .service files', /install gnome-keyring/i],
    ['linux', "Couldn't access platform storage: Secret Service: no result found", /create one/i],
    ['linux', 'Platform failure: DBus error: Did not receive a reply. Possible causes include: …', /does not answer/i],
    ['darwin', 'Platform failure: User interaction is not allowed.', /unlock the login keychain/i],
    ['darwin', 'Platform failure: User canceled the operation.', /allow Eventscope/i],
    ['win32', 'Platform failure: Access denied', /organisation/i],
    ['linux', 'something new', /^The keychain \(Secret Service\) refused: something new$/],
  ]
  test.each(messages)('%s: "%s" becomes words that help', async (platform, message, words) => {
    const { load } = fakeBinding(() => Promise.reject(new Error(message)))
    const keychain = await openKeychain({ load, platform })
    const refusal = { kind: 'unavailable', why: expect.stringMatching(words) }
    expect(await keychain.read('a')).toEqual(refusal)
    expect(await keychain.write('b', 'secret')).toMatchObject({ kind: 'unavailable' })
    expect(await keychain.remove('c')).toMatchObject({ kind: 'unavailable' })
  })

  test('without the native binding every call says so', async () => {
    const keychain = await openKeychain({ load: () => Promise.reject(new Error('no binary for this machine')) })
    const why = "This build cannot reach the system's keychain: no binary for this machine"
    expect(await keychain.unavailable()).toBe(why)
    expect(await keychain.read('a')).toEqual({ kind: 'unavailable', why })
    expect(await keychain.write('a', 'b')).toEqual({ kind: 'unavailable', why })
    expect(await keychain.remove('a')).toEqual({ kind: 'unavailable', why })
  })

  test('one whose process does not answer is left alone for ten seconds, then asked again', async () => {
    let clock = 0
    const { load, calls } = fakeBinding(() => Promise.reject(new Error('Did not receive a reply')))
    const keychain = await openKeychain({ load, now: () => clock })
    await Promise.all([keychain.read('a'), keychain.read('b'), keychain.read('c')])
    expect(calls).toHaveLength(1)
    clock = 9_999
    expect(await keychain.read('a')).toEqual({ kind: 'unavailable', why: systemOf('linux').words.silent })
    expect(calls).toHaveLength(1)
    clock = 10_000
    await keychain.read('a')
    expect(calls).toHaveLength(2)
  })

  test('the first sign that fits a message counts', () => {
    expect(kindOfRefusal('DBus error: Did not receive a reply')).toBe('silent')
    expect(kindOfRefusal('nothing known')).toBeNull()
  })
})

describe('a token that is too long', () => {
  test('Windows takes 2,560 bytes; one more is refused before anything is written', async () => {
    const { load, calls } = fakeBinding()
    const keychain = await openKeychain({ load, platform: 'win32' })
    expect(await keychain.write('a', 'é'.repeat(1_280))).toEqual({ kind: 'stored' })
    expect(calls).toHaveLength(1)
    expect(await keychain.write('a', `${'é'.repeat(1_280)}x`)).toEqual({ kind: 'too-long', limitBytes: 2_560 })
    expect(calls).toHaveLength(1)
  })

  test('a limit that the system itself names is told apart from other refusals', async () => {
    const { load } = fakeBinding(() =>
      Promise.reject(new Error("Attribute 'secret' is longer than platform limit of 4096 chars")),
    )
    const keychain = await openKeychain({ load, platform: 'darwin' })
    expect(await keychain.write('a', 'secret')).toEqual({ kind: 'too-long', limitBytes: 4_096 })
  })
})

describe('a prompt that nobody answers', () => {
  test('is given up; meanwhile nothing else is asked; afterwards all is as before', async () => {
    const prompt = Promise.withResolvers<null>()
    const { load, calls } = fakeBinding((call) => (call.constructed[1] === 'locked' ? prompt.promise : undefined))
    const keychain = await openKeychain({ load, promptTimeoutMs: 1, platform: 'linux' })
    const late = { kind: 'unavailable', why: systemOf('linux').words.late }
    expect(await keychain.read('locked')).toEqual(late)
    expect(keychain.stuck()).toBe(true)
    expect(await keychain.read('other')).toEqual(late)
    expect(await keychain.write('other', 'secret')).toEqual(late)
    expect(calls).toHaveLength(1)
    prompt.resolve(null)
    await expect.poll(() => keychain.stuck()).toBe(false)
    expect(await keychain.write('other', 'secret')).toEqual({ kind: 'stored' })
  })

  test('a write that succeeds after it was given up is undone: the user was told of memory only', async () => {
    const prompt = Promise.withResolvers<null>()
    const { load, calls, entries } = fakeBinding((call) => (call.method === 'setSecret' ? prompt.promise : undefined))
    const keychain = await openKeychain({ load, promptTimeoutMs: 1 })
    expect(await keychain.write('a', 'secret')).toMatchObject({ kind: 'unavailable' })
    prompt.resolve(null)
    await expect.poll(() => keychain.stuck()).toBe(false)
    expect(calls.map((call) => call.method)).toEqual(['setSecret', 'deleteCredential'])
    expect(entries.size).toBe(0)
  })

  test('while it is open, the keychain counts as available, and nobody waits to hear so', async () => {
    const prompt = Promise.withResolvers<null>()
    const { load, calls } = fakeBinding(() => prompt.promise)
    const keychain = await openKeychain({ load })
    const reading = keychain.read('a')
    await expect.poll(() => calls.length).toBe(1)
    expect(await keychain.unavailable()).toBeNull()
    expect(keychain.stuck()).toBe(false)
    prompt.resolve(null)
    expect(await reading).toEqual({ kind: 'absent' })
  })

  test('is not waited for at the end, whether it is open then or opens later', async () => {
    const { load, calls } = fakeBinding((call) => (call.constructed[1] === 'free' ? undefined : Promise.race([])))
    const keychain = await openKeychain({ load, promptlyMs: 1, platform: 'linux' })
    const late = { kind: 'unavailable', why: systemOf('linux').words.late }
    const open = keychain.read('locked')
    await expect.poll(() => calls.length).toBe(1)
    expect(keychain.stuck()).toBe(false)
    await keychain.close()
    expect(await open).toEqual(late)
    expect(keychain.stuck()).toBe(true)

    const other = await openKeychain({ load, promptlyMs: 1, platform: 'linux' })
    await other.close()
    expect(await other.read('free')).toEqual({ kind: 'absent' })
    expect(await other.read('locked')).toEqual(late)
  })

  test('a late refusal is no unhandled rejection', async () => {
    const prompt = Promise.withResolvers<null>()
    const { load } = fakeBinding(() => prompt.promise)
    const keychain = await openKeychain({ load, promptTimeoutMs: 1 })
    expect(await keychain.read('a')).toMatchObject({ kind: 'unavailable' })
    prompt.reject(new Error('prompt was dismissed'))
    await expect.poll(() => keychain.stuck()).toBe(false)
  })
})

/** What a user has to look for: programs and packages, by their names. */
const PROGRAM_NAMES = /gnome-keyring|Credential Manager's service|"Keychain Access"/g

test.each(['linux', 'darwin', 'win32'] as const)('every sentence calls it a keychain: %s', (platform) => {
  const system = systemOf(platform)
  for (const sentence of [...Object.values(system.words), whyRefused(system, 'something unknown')]) {
    const words = sentence.replaceAll(PROGRAM_NAMES, '')
    expect(words).toMatch(/\bkeychain\b/)
    expect(words).not.toMatch(/keyring|credential store|The Credential Manager/i)
  }
})
