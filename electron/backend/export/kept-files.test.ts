// What a version of November 2026 exported stays provable: a file of each format with its receipt, and a folder of
// days, each with what is said of it (`npx vitest run --update` with this file, where that is meant to be said
// otherwise).
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import { verifyReceipt } from './verify-receipt.ts'

const KEPT = join(import.meta.dirname, 'fixtures/kept-files')
const NAMES = [...FILE_FORMATS.map((format) => `october.${format}`), 'days']

test.each(NAMES)('%s agrees with its receipt, in the words that are kept beside it', async (name) => {
  const found = await verifyReceipt(join(KEPT, name))
  expect(found.ok).toBe(true)
  await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot(join(KEPT, 'outcomes', `${name}.json`))
})
