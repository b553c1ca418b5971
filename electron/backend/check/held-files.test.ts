import { expect, test } from 'vitest'
import { MOST_FILE_BYTES } from '../../../shared/check/checked-file.ts'
import { createHeldFiles } from './held-files.ts'

function files() {
  let made = 0
  return createHeldFiles(() => {
    made += 1
    return `file ${made}`
  })
}
const invalid = (words: string) => ({
  ok: false,
  failure: { kind: 'invalid', field: 'file', message: expect.stringContaining(words) },
})

test('a file is there once all its pieces came, in their order', () => {
  const held = files()
  expect(held.open('a.csv', 5)).toEqual({ ok: true, value: { fileId: 'file 1' } })
  expect(held.add('file 1', Buffer.from('id\n'))).toEqual({ ok: true, value: { bytes: 3 } })
  expect(held.get('file 1')).toMatchObject(invalid('Only part of'))
  held.add('file 1', Buffer.from('1\n'))
  const got = held.get('file 1')
  expect(got.ok && [got.value.name, Buffer.from(got.value.bytes).toString()]).toEqual(['a.csv', 'id\n1\n'])
  held.close('file 1')
  expect(held.get('file 1')).toMatchObject(invalid('no longer in memory'))
})

test('300 MiB, and more than was said, are refused; a third file takes the place of the one that waited longest', () => {
  const held = files()
  expect(held.open('large', 300 * 1024 * 1024)).toMatchObject(invalid('larger than 256 MiB'))
  expect(held.open('most', MOST_FILE_BYTES)).toMatchObject({ ok: true })
  held.close('file 1')
  held.open('b', 1)
  expect(held.add('file 2', Buffer.from('ab'))).toMatchObject(invalid('grew while it was read'))
  for (const name of ['c', 'd', 'e']) held.open(name, 0)
  expect(held.get('file 3')).toMatchObject(invalid('no longer in memory'))
  expect(held.get('file 5')).toMatchObject({ ok: true })
})
