import { join } from 'node:path'
import { expect, test } from 'vitest'
import { userDataFolder } from './user-data-folder.ts'

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
