import { expect, test } from 'vitest'
import { startedIn } from './started-in.ts'

test('a path is meant from where the command was typed, whoever runs it', () => {
  const byNpm = { npm_lifecycle_event: 'export', INIT_CWD: '/home/u/reports' }
  expect(startedIn(byNpm, 'export', '/opt/eventscope')).toBe('/home/u/reports')
  expect(startedIn({}, 'export', '/home/u')).toBe('/home/u')
  expect(startedIn({ ...byNpm, npm_lifecycle_event: 'test' }, 'export', '/home/u')).toBe('/home/u')
  expect(startedIn({ npm_lifecycle_event: 'export', INIT_CWD: '' }, 'export', '/home/u')).toBe('/home/u')
})
