import fc from 'fast-check'
import { parquetReadObjects, type SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { createParquetValues, plainText, writeRowGroup } from './parquet-encoder.ts'

const COLUMN: SchemaElement = { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' }

/** Groups of one column, as hyparquet reads them; and which of them have a dictionary. */
async function readBack(groups: readonly (readonly (string | null)[])[], isVaried = false) {
  const writer = new ByteWriter()
  const schema: SchemaElement[] = [{ name: 'events', num_children: 1 }, COLUMN]
  const parquet = new ParquetWriter({ writer, schema })
  const dictionaries = groups.map((texts) => {
    const values = createParquetValues(plainText, isVaried)
    for (const text of texts) expect(values.add(text)).toBe(text !== null)
    const encoded = values.encoded()
    writeRowGroup(parquet, [{ element: COLUMN, encoded, bounds: null }], texts.length)
    return encoded.dictionary !== null
  })
  void parquet.finish()
  const rows = await parquetReadObjects({ file: writer.getBuffer() })
  return { texts: rows.map(({ text }) => text as string | null), dictionaries }
}

/** Few or many different texts, in runs or not, with and without rows that have none. */
const column = fc
  .record({
    rows: fc.integer({ min: 1, max: 2_000 }),
    different: fc.constantFrom(1, 2, 3, 255, 256, 257, 300, 900, 5_000),
    inARow: fc.constantFrom(1, 7, 8, 9, 40),
    nullEvery: fc.constantFrom(0, 1, 2, 9),
    text: fc.string({ unit: 'grapheme', maxLength: 5 }),
  })
  .map(({ rows, different, inARow, nullEvery, text }) =>
    Array.from({ length: rows }, (_, at) =>
      nullEvery > 0 && at % nullEvery === 0 ? null : `${text}${(Math.floor(at / inARow) * 7) % different}`,
    ),
  )

test('a parser that is not ours finds every text in its row, with a dictionary or without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 3 }), fc.boolean(), async (groups, isVaried) => {
      expect((await readBack(groups, isVaried)).texts).toEqual(groups.flat())
    }),
    runs(31, 40),
  )
})

test('texts that hardly ever come again are in no dictionary, others are', async () => {
  const often = Array.from({ length: 3_000 }, (_, at) => `${at % 1_000}`)
  const once = Array.from({ length: 3_000 }, (_, at) => `${at}`)
  const few = Array.from({ length: 200 }, (_, at) => `${at}`)
  const groups = [often.toSorted(), once, few, [null, null]]
  const { texts, dictionaries } = await readBack(groups)
  expect(texts).toEqual(groups.flat())
  expect(dictionaries).toEqual([true, false, true, false])
})

test('a long text, one of three bytes a character, and none at all', async () => {
  const groups = [['x'.repeat(100_000), '€'.repeat(5_000), '€'.repeat(1_365), '', null]]
  expect((await readBack(groups)).texts).toEqual(groups.flat())
})
