// What a version of November 2026 exported stays provable: a file of each format with its receipt, and a folder of days, each with
// what was said of it then.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import { verifyReceipt } from './verify-receipt.ts'

const KEPT = join(import.meta.dirname, 'fixtures/kept-files')
const NAMES = [...FILE_FORMATS.map((format) => `october.${format}`), 'october.charges.csv', 'days']

test.each(NAMES)('%s agrees with its receipt, in the words of then', async (name) => {
  const outcomes = JSON.parse(await readFile(join(KEPT, 'outcomes.json'), 'utf8'))
  expect(await verifyReceipt(join(KEPT, name))).toEqual(outcomes[name])
})
