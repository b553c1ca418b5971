// Whatever bytes of a workbook are changed: it is read, or a sentence says why not. Nothing is thrown.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packedWorkbook, sheetOfRows } from './fixtures/packed-workbook.ts'
import { readSheet } from './sheet-rows.ts'
import { openArchive } from './workbook-archive.ts'
import { LEDGER_LIMITS } from './workbook-lines.ts'
import { NO_TEXTS, readDateStyles, readIndex, readTexts } from './workbook-parts.ts'

const GOOD = await packedWorkbook({
  sheets: {
    One: sheetOfRows(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>46326.5</v></c><c r="C1" t="inlineStr"><is><t>&amp;</t></is></c></row>',
    ),
  },
  texts: '<sst><si><t>a</t></si></sst>',
  styles: '<styleSheet><cellXfs><xf/><xf numFmtId="22"/></cellXfs></styleSheet>',
})

/** As the worker does. */
async function outcome(bytes: Buffer): Promise<string | number> {
  const archive = await openArchive(bytes)
  if (typeof archive === 'string') return archive
  const index = await readIndex(archive)
  if (typeof index === 'string') return index
  const texts = index.texts === null ? NO_TEXTS : await readTexts(archive, index.texts)
  if (typeof texts === 'string') return texts
  const isDate = index.styles === null ? () => false : await readDateStyles(archive, index.styles)
  if (typeof isDate === 'string') return isDate
  let cells = 0
  const rows = {
    cell: () => {
      cells += 1
    },
    row: () => true,
    rest: async () => null,
  }
  const path = index.sheets[0]?.path ?? null
  if (path === null) return 'no sheet'
  const built = { meanings: { texts, isDate, isFrom1904: false }, rows }
  const seen = await readSheet(archive, path, LEDGER_LIMITS.sheet, built)
  return typeof seen === 'string' ? seen : cells
}

test('a workbook of which any bytes were changed is read or refused, and nothing is thrown', async () => {
  expect(await outcome(GOOD)).toBe(3)
  const change = fc.record({ at: fc.nat(GOOD.length - 1), to: fc.constantFrom(0, 1, 0x3c, 0x50, 0x7f, 0xff) })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const bytes = Buffer.from(GOOD)
      for (const { at, to } of changes) bytes[at] = to
      expect(['string', 'number']).toContain(typeof (await outcome(bytes)))
    }),
    { numRuns: 400 },
  )
})

test('a workbook that is cut anywhere is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(GOOD.length - 1), async (length) => {
      expect(await outcome(Buffer.from(GOOD.subarray(0, length)))).toMatch(/\.$/)
    }),
    { numRuns: 50 },
  )
})
