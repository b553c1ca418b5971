import { expect, test } from 'vitest'
import { platformName, takeVariables } from './process-facts.ts'

test('the token is taken out of the environment, so that no child process inherits it', () => {
  const env = { EVENTSCOPE_BASE_URL: 'https://api.example.com', EVENTSCOPE_TOKEN: 'tok', OTHER: 'x' }
  expect(takeVariables(env)).toEqual({ baseUrl: 'https://api.example.com', token: 'tok' })
  expect(env).toEqual({ EVENTSCOPE_BASE_URL: 'https://api.example.com', OTHER: 'x' })
  expect(takeVariables({})).toEqual({ baseUrl: undefined, token: undefined })
})

test('a system that the page has no words for is "other"', () => {
  expect(['linux', 'darwin', 'win32', 'freebsd'].map((name) => platformName(name as NodeJS.Platform))).toEqual([
    'linux',
    'darwin',
    'win32',
    'other',
  ])
})
