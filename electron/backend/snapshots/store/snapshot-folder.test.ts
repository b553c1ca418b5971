import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { heldLock } from './snapshot-folder.ts'

test('one holds it at a time, and it writes nothing: a full disk can be locked too', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'a.lock')
  const first = heldLock(path)
  expect(first).not.toBeNull()
  expect(readdirSync(folder)).toEqual(['a.lock'])
  expect(heldLock(path)).toBeNull()
  first?.release()
  const second = heldLock(path)
  expect(second).not.toBeNull()
  second?.release()
  expect(statSync(path).size).toBe(0)
})
