import { expect, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { readBaseUrl } from '../../shared/connection/connection-input.ts'
import { draftOf, mistakesIn } from './use-connection-form.ts'

const typedIn = (
  changed: { name?: string; token?: string; url?: string; consent?: boolean; billingZone?: string } = {},
) => {
  const { url = 'https://api.example.com', ...others } = changed
  return {
    name: 'Acme',
    token: 'sk_live_123456',
    consent: false,
    billingZone: '',
    ...others,
    address: readBaseUrl(url),
  }
}
const acme = {
  id: 'a',
  baseUrl: 'https://api.example.com',
  token: { place: 'keychain' },
  billingZone: null,
} as Connection

test('a connection is tested without a name and in no zone; it is saved with a name, and in a zone that is known', () => {
  const typed = typedIn({ name: ' ', billingZone: 'Europe/Berlim' })
  expect(mistakesIn(typed, null, 'test')).toEqual({})
  expect(Object.keys(mistakesIn(typed, null, 'save'))).toEqual(['name', 'billingZone'])
})

test('a key is left out where one is kept, for its own server alone; plain http needs a consent', () => {
  expect(mistakesIn(typedIn({ token: '' }), acme, 'save')).toEqual({})
  expect(Object.keys(mistakesIn(typedIn({ token: '', url: 'https://other.example' }), acme, 'save'))).toEqual(['token'])
  expect(Object.keys(mistakesIn(typedIn({ token: '' }), null, 'save'))).toEqual(['token'])
  const http = { url: 'http://api.example.com', token: 'sk_live_123456' }
  expect(Object.keys(mistakesIn(typedIn(http), null, 'test'))).toEqual(['plainHttpConsent'])
  expect(mistakesIn(typedIn({ ...http, consent: true }), null, 'test')).toEqual({})
})

test('a draft has what was typed, trimmed, and nothing that stays as it is', () => {
  expect(draftOf(typedIn({ name: ' Acme ', token: '', consent: true }), acme)).toEqual({
    id: 'a',
    name: 'Acme',
    plainHttpConsent: false,
  })
  const typed = typedIn({ billingZone: 'Europe/Berlin', url: 'http://api.example.com', consent: true })
  expect(draftOf(typed, null)).toEqual({
    name: 'Acme',
    token: 'sk_live_123456',
    billingZone: 'Europe/Berlin',
    plainHttpConsent: true,
  })
  expect(draftOf(typedIn(), { ...acme, billingZone: 'Europe/Berlin' })).toMatchObject({ billingZone: null })
})
