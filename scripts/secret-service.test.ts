// The keychain against a real Secret Service: unlocked, locked, without a person at the prompt, stopped, or absent.
// Each case has a bus of its own and a process of its own: libdbus looks its address up once.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test } from 'vitest'
import { type SecretService, startSecretService } from './secret-service.ts'

const keychainModule = new URL('../electron/backend/keychain/os-keychain.ts', import.meta.url).href
const here = fileURLToPath(new URL('.', import.meta.url))

/** Runs statements over `keychain` in a Node of their own; answers what they `say`, in order. */
async function onBus(address: string, statements: string, promptTimeoutMs = 20_000): Promise<unknown[]> {
  const code = `
    const { openKeychain } = await import(${JSON.stringify(keychainModule)})
    const keychain = await openKeychain({ promptTimeoutMs: ${promptTimeoutMs} })
    const said = []
    const say = (value) => said.push(value ?? null)
    ${statements}
    process.stdout.write(JSON.stringify(said), () => process.exit())`
  const env = { ...process.env, DBUS_SESSION_BUS_ADDRESS: address }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    cwd: here,
    env,
  }).catch((error: { signal?: string; stdout: string }) => {
    if (error.signal !== 'SIGKILL') throw error
    return error
  })
  return JSON.parse(stdout)
}

async function withService<T>(work: (service: SecretService) => Promise<T>, prompt?: 'refused' | 'silent'): Promise<T> {
  const service = await startSecretService(prompt)
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

describe('the keychain on a real Secret Service', () => {
  beforeEach(({ skip }) => {
    skip(
      process.env.EVENTSCOPE_SECRET_SERVICE === undefined,
      'needs gnome-keyring: run it by scripts/with-secret-service.ts',
    )
  })

  test('stops where its bus has ended before', () => withService((service) => service.stop()))

  test('one that crashed is started again, unlocked, with what it had stored', () =>
    withService(async (service) => {
      await onBus(service.address, `await keychain.write('c1', 'kept')`)
      service.crash()
      expect(await onBus(service.address, `say(await keychain.read('c1'))`)).toEqual([
        { kind: 'found', secret: 'kept' },
      ])
    }))

  test('keeps, replaces and removes; another program finds the entry under "Eventscope"', () =>
    withService(async (service) => {
      const longToken = 'ü'.repeat(50_000)
      expect(
        await onBus(
          service.address,
          `say(keychain.name); say(await keychain.unavailable()); say(await keychain.read('c1'))
           say(await keychain.write('c1', 'first')); say(await keychain.write('c1', 'tök-2')); say(await keychain.read('c1'))
           say(await keychain.write('c2', 'ü'.repeat(50_000)))`,
        ),
      ).toEqual([
        'Secret Service',
        null,
        { kind: 'absent' },
        { kind: 'stored' },
        { kind: 'stored' },
        { kind: 'found', secret: 'tök-2' },
        { kind: 'stored' },
      ])
      // In no order: gnome-keyring lists its entries as they lie in its hash table.
      const found = service.search('Eventscope').match(/^secret = .*$/gm)
      expect(found?.toSorted()).toEqual(['secret = tök-2', `secret = ${longToken}`])
      expect(
        await onBus(
          service.address,
          `say((await keychain.read('c2')).secret.length); say(await keychain.remove('c1')); say(await keychain.remove('c1'))
           say(await keychain.remove('c2')); say(await keychain.read('c1'))`,
        ),
      ).toEqual([50_000, { kind: 'removed' }, { kind: 'removed' }, { kind: 'removed' }, { kind: 'absent' }])
      expect(service.search('Eventscope')).toBe('')
    }))

  test('a locked one is unavailable for read, write and remove, and says "unlock"', () =>
    withService(async (service) => {
      await onBus(service.address, `await keychain.write('c1', 'kept')`)
      service.lock()
      const locked = { kind: 'unavailable', why: expect.stringMatching(/unlock your keychain/i) }
      expect(
        await onBus(
          service.address,
          `say(await keychain.read('c1')); say(await keychain.write('c1', 'x')); say(await keychain.write('c2', 'x'))
           say(await keychain.remove('c1')); say(keychain.stuck())`,
        ),
      ).toEqual([locked, locked, locked, locked, false])
    }))

  test('a prompt that nobody answers is given up, and the process can end', () =>
    withService(async (service) => {
      await onBus(service.address, `await keychain.write('c1', 'kept')`)
      service.lock()
      const late = { kind: 'unavailable', why: expect.stringMatching(/nobody answered/) }
      const statements = `say(await keychain.read('c1')); say(await keychain.read('c2')); say(keychain.stuck())`
      expect(await onBus(service.address, statements, 300)).toEqual([late, late, true])
    }, 'silent'))

  test('a prompt that opened just now does not keep the process either', () =>
    withService(async (service) => {
      await onBus(service.address, `await keychain.write('c1', 'kept')`)
      service.lock()
      const statements = `const read = keychain.read('c1'); await keychain.close(); say(await read); say(keychain.stuck())`
      const late = { kind: 'unavailable', why: expect.stringMatching(/nobody answered/) }
      expect(await onBus(service.address, statements, 300_000)).toEqual([late, true])
    }, 'silent'))

  test('one whose process has stopped is unavailable, and is not asked again at once', () =>
    withService(async (service) => {
      service.freeze()
      const silent = { kind: 'unavailable', why: expect.stringMatching(/does not answer/) }
      const statements = `say(await keychain.read('c1')); say(await keychain.write('c1', 'x'))`
      expect(await onBus(service.address, statements)).toEqual([silent, silent])
    }))

  test('without a bus: unavailable, with what to install', async () => {
    const missing = expect.stringMatching(/install gnome-keyring/i)
    expect(
      await onBus('unix:path=/nonexistent', `say(await keychain.unavailable()); say(await keychain.read('c1'))`),
    ).toEqual([missing, { kind: 'unavailable', why: missing }])
  })
})
