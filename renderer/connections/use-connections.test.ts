import { expect, test } from 'vitest'
import type { Connection } from '../../shared/connection/connection.ts'
import { firstToOpen } from './use-connections.ts'

const one = (id: string, origin: Connection['origin'] = 'saved') => ({ id, origin }) as Connection

test.each([
  ['nothing there', [], null, null],
  ['the only one', [one('a')], null, 'a'],
  ['none of several', [one('a'), one('b')], null, null],
  ['the last one opened', [one('a'), one('b')], 'b', 'b'],
  ['the last one is gone', [one('a'), one('b')], 'c', null],
  ["the variables' comes first", [one('a'), one('env', 'environment')], 'a', 'env'],
])('%s', (_, list, last, opened) => {
  expect(firstToOpen(list, last, null)).toBe(opened)
})

test('the address goes before all of them, where its connection is still here', () => {
  const list = [one('a'), one('b'), one('env', 'environment')]
  expect(firstToOpen(list, 'a', 'b')).toBe('b')
  expect(firstToOpen(list, 'a', 'gone')).toBe('env')
})
