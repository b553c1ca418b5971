import { expect, test } from 'vitest'
import { tokenPlaceWords } from './connection-switcher.tsx'

const there = { available: true, name: 'Secret Service' } as const
const away = { available: false, why: 'No keyring answers on this machine. Install gnome-keyring.' } as const

test('says where the API key is', () => {
  expect(tokenPlaceWords({ place: 'keychain' }, there)).toBe('API key in Secret Service.')
  expect(tokenPlaceWords({ place: 'keychain' }, away)).toBe('API key in the system’s keychain.')
  expect(tokenPlaceWords({ place: 'nowhere' }, there)).toBe('No API key.')
  const why = 'It comes from EVENTSCOPE_TOKEN and is never stored.'
  expect(tokenPlaceWords({ place: 'memory', why }, away)).toBe(`API key kept until Eventscope closes: ${why}`)
  expect(tokenPlaceWords({ place: 'nowhere', why: 'The keyring is locked.' }, there)).toBe(
    'No API key: The keyring is locked.',
  )
})

test('does not explain once more why no keychain answers', () => {
  const { why } = away
  expect(tokenPlaceWords({ place: 'memory', why }, away)).toBe('API key kept until Eventscope closes (no keychain).')
  expect(tokenPlaceWords({ place: 'nowhere', why }, away)).toBe('No API key: no keychain is available.')
})
