import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { memoryKeychain } from './fixtures/memory-keychain.ts'
import { keptKey, NO_KEYCHAIN, variableKey } from './keychain.ts'

const bytes = Buffer.alloc(32, 5)
const variable = bytes.toString('base64')

test('the variable goes before the keychain, and one that is no key is said and replaced by nothing', async () => {
  const lock = join(await temporaryFolder(), 'key.lock')
  const keychain = { ...memoryKeychain(), persistent: true }
  expect(await keptKey({ keychain, variable: ` ${variable}\n` }, 'a', lock)).toEqual({ key: bytes })
  expect(await keptKey({ keychain, variable: 'c2hvcnQ=' }, 'a', lock)).toEqual({
    why: 'EVENTSCOPE_STORE_KEY cannot be used: it must be 32 bytes in base64.',
  })
  expect(await keychain.read('a')).toEqual({ kind: 'absent' })
  for (const unset of [undefined, '']) expect(variableKey({ variable: unset })).toBeNull()
})

test('without it the keychain has a key for each account, the same again; why there is none is a sentence', async () => {
  const lock = join(await temporaryFolder(), 'key.lock')
  const keychain = { ...memoryKeychain(), persistent: true }
  const made = await keptKey({ keychain, variable: undefined }, 'a', lock)
  expect(made).toEqual({ key: expect.any(Buffer) })
  expect(await keptKey({ keychain, variable: '' }, 'a', lock)).toEqual(made)
  expect(await keptKey({ keychain, variable: '' }, 'b', lock)).not.toEqual(made)
  expect(await keptKey({ keychain: memoryKeychain(), variable: undefined }, 'a', lock)).toEqual({ why: NO_KEYCHAIN })
  const locked = { ...keychain, read: async () => ({ kind: 'unavailable', why: 'It is locked.' }) as const }
  expect(await keptKey({ keychain: locked, variable: undefined }, 'a', lock)).toEqual({
    why: 'It is locked.',
  })
})
