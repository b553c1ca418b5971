import { expect, test } from 'vitest'
import { platformName, takeVariables } from './process-facts.ts'

test('API key and store key are taken out of the environment, so that no child process inherits them', () => {
  const secrets = { EVENTSCOPE_TOKEN: 'tok', EVENTSCOPE_STORE_KEY: 'c2VjcmV0' }
  const env = { EVENTSCOPE_BASE_URL: 'https://api.example.com', ...secrets, OTHER: 'x' }
  const connection = { baseUrl: 'https://api.example.com', token: 'tok' }
  expect(takeVariables(env)).toEqual({ connection, storeKey: 'c2VjcmV0' })
  expect(env).toEqual({ EVENTSCOPE_BASE_URL: 'https://api.example.com', OTHER: 'x' })
  expect(takeVariables({})).toEqual({ connection: { baseUrl: undefined, token: undefined }, storeKey: undefined })
})

test('a system that the page has no words for is "other"', () => {
  expect(['linux', 'darwin', 'win32', 'freebsd'].map((name) => platformName(name as NodeJS.Platform))).toEqual([
    'linux',
    'darwin',
    'win32',
    'other',
  ])
})
