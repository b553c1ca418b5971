// What is sealed opens by its key, for what it was sealed for, and whole.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { cacheCipher, derivedKey, KEY_BYTES, sealing } from './sealing.ts'

const key = randomBytes(KEY_BYTES)
const [plain, context] = [Buffer.from('cus_acme'), Buffer.from('segment 1')]

test('only its key opens it, only for its context, and only as it was', () => {
  const { seal, open } = sealing(derivedKey(key, 'a use'))
  const sealed = seal(plain, context)
  expect(open(sealed, context)).toEqual(plain)
  expect(open(sealed, Buffer.from('segment 2'))).toBeNull()
  expect(sealing(derivedKey(key, 'another use')).open(sealed, context)).toBeNull()
  expect(sealing(derivedKey(key, 'a use', randomBytes(16))).open(sealed, context)).toBeNull()
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(open(changed, context)).toBeNull()
    expect(open(sealed.subarray(0, at), context)).toBeNull()
  }
})

test('the same text sealed twice is not the same bytes, and its name is', () => {
  const cipher = cacheCipher(key)
  expect(cipher.seal('a', context)).not.toEqual(cipher.seal('a', context))
  expect(cipher.name('a')).toEqual(cacheCipher(key).name('a'))
  expect(cipher.name('a')).not.toEqual(cipher.name('b'))
  expect(cacheCipher(randomBytes(KEY_BYTES)).name('a')).not.toEqual(cipher.name('a'))
})
