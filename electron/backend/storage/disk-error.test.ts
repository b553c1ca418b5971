// What a disk refuses is a failure in words; a mistake of ours is thrown.
import { expect, test } from 'vitest'
import { BUSY, diskCause, NOT_A_DATABASE, onDisk, primaryCode, toMissing, UntrustedFileError } from './disk-error.ts'

const sqlite = (errcode: number) => Object.assign(new Error('database or disk is full'), { errcode })

test('the primary code of an error is told whatever its detail', () => {
  expect(primaryCode(sqlite(NOT_A_DATABASE))).toBe(NOT_A_DATABASE)
  expect(primaryCode(sqlite(BUSY | (2 << 8)))).toBe(BUSY)
  expect(diskCause(sqlite(14 | (2 << 8)))).toBe('The user-data folder cannot be written')
  expect(diskCause(sqlite(26))).toBe('The file could not be used (database or disk is full)')
})

test('work on a disk that refuses it fails in words, and a bug in it is thrown', () => {
  const failing = (error: Error) =>
    onDisk(() => {
      throw error
    })
  expect(onDisk(() => 7)).toEqual({ ok: true, value: 7 })
  expect(failing(sqlite(8))).toEqual({
    ok: false,
    failure: { kind: 'disk', detail: 'The user-data folder cannot be written.' },
  })
  const stranger = 'It belongs to user 7.'
  expect(failing(new UntrustedFileError(stranger))).toEqual({ ok: false, failure: { kind: 'disk', detail: stranger } })
  expect(() => failing(new TypeError('a bug'))).toThrow('a bug')
})

test('what is not there is null, and any other error is thrown', () => {
  expect(toMissing(Object.assign(new Error('gone'), { code: 'ENOENT' }))).toBeNull()
  expect(() => toMissing(Object.assign(new Error('refused'), { code: 'EACCES' }))).toThrow('refused')
})
