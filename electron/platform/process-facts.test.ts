import { join } from 'node:path'
import { expect, test } from 'vitest'
import { platformName, startedIn, takeVariables, userDataFolder } from './process-facts.ts'

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

test('is where each system has it', () => {
  expect(userDataFolder('linux', {}, '/home/a')).toBe(join('/home/a', '.local', 'share', 'Eventscope'))
  expect(userDataFolder('linux', { XDG_DATA_HOME: '' }, '/home/a')).toBe(
    join('/home/a', '.local', 'share', 'Eventscope'),
  )
  expect(userDataFolder('freebsd', { XDG_DATA_HOME: '/data' }, '/home/a')).toBe(join('/data', 'Eventscope'))
  expect(userDataFolder('darwin', { XDG_DATA_HOME: '/data' }, '/Users/a')).toBe(
    join('/Users/a', 'Library', 'Application Support', 'Eventscope'),
  )
  expect(userDataFolder('win32', { APPDATA: 'C:\\Roaming' }, 'C:\\a')).toBe(join('C:\\Roaming', 'Eventscope'))
})

test('a path is meant from where the command was typed, whoever runs it', () => {
  const byNpm = { npm_lifecycle_event: 'export', INIT_CWD: '/home/u/reports' }
  expect(startedIn(byNpm, 'export', '/opt/eventscope')).toBe('/home/u/reports')
  expect(startedIn({}, 'export', '/home/u')).toBe('/home/u')
  expect(startedIn({ ...byNpm, npm_lifecycle_event: 'test' }, 'export', '/home/u')).toBe('/home/u')
  expect(startedIn({ npm_lifecycle_event: 'export', INIT_CWD: '' }, 'export', '/home/u')).toBe('/home/u')
})
