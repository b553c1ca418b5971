import { expect, test } from 'vitest'
import { systemOf, whyRefused } from './keychain-refusal.ts'

/** Programs and packages, by the names under which they are found. */
const OWN_NAMES = /gnome-keyring|Credential Manager's service|"Keychain Access"/g

test.each(['linux', 'darwin', 'win32'] as const)('a keychain is called one in every sentence: %s', (platform) => {
  const system = systemOf(platform)
  for (const sentence of [...Object.values(system.words), whyRefused(system, 'something unknown')]) {
    const words = sentence.replaceAll(OWN_NAMES, '')
    expect(words).toMatch(/\bkeychain\b/)
    expect(words).not.toMatch(/keyring|credential store|The Credential Manager/i)
  }
})
