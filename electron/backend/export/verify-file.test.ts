import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { FILE_FORMATS } from '../../../shared/export/file-formats.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { RECEIPT_ENDING, readReceipt } from './receipt.ts'
import { fileOnDisk, verifyFile } from './verify-file.ts'
import { writeEventFile } from './write-event-file.ts'

const sources = Array.from(
  { length: 40 },
  (_, at) =>
    `{"event_id":"é${at}","customer_id":"c","event_code":"e","event_type":"debit","created_at":"2026-11-20T12:00:00Z","event_properties":{"amount":${at},"note":"a\\nb;\\"c\\""}}`,
)

async function written(format: (typeof FILE_FORMATS)[number]) {
  const path = join(await temporaryFolder(), `all.${format}`)
  const order = { format: someFormats[format], sums: [], subject: someSubject, now: () => 0 }
  await writeEventFile({ path, source: heldEvents(sources), ...order })
  return {
    path,
    bytes: await readFile(path),
    receipt: readReceipt(await readFile(path + RECEIPT_ENDING, 'utf8'), 'all'),
  }
}

async function* cut(bytes: Buffer, at: readonly number[]) {
  const ends = [...at.map((one) => one % bytes.length), bytes.length].sort((a, b) => a - b)
  let from = 0
  for (const end of ends) {
    yield bytes.subarray(from, end)
    from = end
  }
}

test.each(FILE_FORMATS)('a file says the same however it is cut into pieces: %s', async (format) => {
  const { bytes, receipt } = await written(format)
  const whole = await verifyFile({ chunks: cut(bytes, []), mostHeld: Infinity }, receipt)
  expect(whole).toMatchObject({ ok: true, agrees: expect.arrayContaining(['40 rows']) })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { maxLength: 6 }), async (at) => {
      expect(await verifyFile({ chunks: cut(bytes, at), mostHeld: Infinity }, receipt)).toEqual(whole)
    }),
    runs(10, 100),
  )
})

test.each(FILE_FORMATS)('that its bytes are others is said before anything that is found in it: %s', async (format) => {
  const { bytes, receipt } = await written(format)
  const other = Buffer.from(bytes)
  other.fill(0x22, 0, 40)
  const verification = await verifyFile({ chunks: cut(other, [10, 50]), mostHeld: Infinity }, receipt)
  expect(verification).toEqual({ ok: false, reason: expect.stringMatching(/^The file is not the one .* its hash is/) })
  const longer = Buffer.concat([bytes, Buffer.from('x')])
  expect(await verifyFile({ chunks: cut(longer, []), mostHeld: Infinity }, receipt)).toEqual({
    ok: false,
    reason: `The file has ${bytes.length + 1} bytes, but the receipt says ${bytes.length}.`,
  })
})

test.each([
  ['xlsx', 'an Excel file'],
  ['parquet', 'a Parquet file'],
] as const)(
  '%s that is larger than may be held is compared by its bytes alone, which is said',
  async (format, named) => {
    const { bytes, receipt } = await written(format)
    const verification = await verifyFile({ chunks: cut(bytes, [100, 2_000]), mostHeld: bytes.length - 1 }, receipt)
    expect(verification).toMatchObject({ ok: true, agrees: [expect.stringContaining('SHA-256')] })
    expect(verification.ok && verification.unchecked[0]).toContain(`its rows: ${named} is read as a whole`)
  },
)

test('Parquet on the disk is read there, however little may be held', async () => {
  const { path, bytes, receipt } = await written('parquet')
  const verification = await verifyFile({ chunks: cut(bytes, [100]), path, mostHeld: 1 }, receipt)
  expect(verification).toMatchObject({ ok: true, agrees: expect.arrayContaining(['40 rows']) })
})

test('what fails on the way is thrown on', async () => {
  const { bytes, receipt } = await written('csv')
  const broken = async function* () {
    yield bytes.subarray(0, 100)
    throw new Error('the disk')
  }
  await expect(verifyFile({ chunks: broken(), mostHeld: Infinity }, receipt)).rejects.toThrow('the disk')
})

test.each(FILE_FORMATS)(
  'what is not in a sum is held against the words of its receipt, where the file shows it: %s',
  async (format) => {
    const path = join(await temporaryFolder(), `all.${format}`)
    const lacking = [
      ...sources,
      ...['"150"', 'null', '"150"'].map((amount) => sources[0]?.replace('"amount":0', `"amount":${amount}`) ?? ''),
    ]
    const sums = [{ property: 'amount', by: [], confirmed: false }]
    const order = { format: someFormats[format], sums, subject: someSubject, now: () => 0 }
    await writeEventFile({ path, source: heldEvents(lacking), ...order })
    const text = await readFile(path + RECEIPT_ENDING, 'utf8')
    const words = 'without 1 e event without a number in amount: null; 2 e events whose amount is text: “150” 2 times'
    expect(text).toContain(JSON.stringify(words))
    const check = async (receipt: string) => verifyFile(fileOnDisk(path), readReceipt(receipt, 'all'))
    const honest = await check(text)
    expect(honest).toMatchObject({
      ok: true,
      agrees: expect.arrayContaining(['what is not in the sums of amount, and why']),
      unchecked: expect.not.arrayContaining([expect.stringContaining('not in the sums')]),
    })
    for (const other of [
      'without 2 e events whose amount is text: “150” 2 times',
      words.replace('e event ', 'f event '),
    ]) {
      const changed = await check(text.replace(JSON.stringify(words), JSON.stringify(other)))
      // A workbook shows null as it shows the text "null".
      if (format === 'xlsx')
        expect(changed).toMatchObject({
          ok: true,
          unchecked: expect.arrayContaining([
            'why events are not in the sums of amount: Excel does not tell some texts from other values',
          ]),
        })
      else expect(changed).toEqual({ ok: false, reason: expect.stringContaining(`is ${words}, but the receipt`) })
    }
  },
)

test.each(FILE_FORMATS)('a text in place of a number is held against the words of every format: %s', async (format) => {
  const path = join(await temporaryFolder(), `all.${format}`)
  const lacking = [
    ...sources,
    ...['"150"', '"n/a"'].map((one) => sources[0]?.replace('"amount":0', `"amount":${one}`) ?? ''),
  ]
  const sums = [{ property: 'amount', by: [], confirmed: false }]
  await writeEventFile({
    path,
    source: heldEvents(lacking),
    format: someFormats[format],
    sums,
    subject: someSubject,
    now: () => 0,
  })
  const text = await readFile(path + RECEIPT_ENDING, 'utf8')
  expect(text).toContain('without 1 e event without a number in amount: “n/a”; 1 e event whose amount is text: “150”')
  const other = text.replace('whose amount is text: “150”', 'whose amount is text: “15”')
  expect(await verifyFile(fileOnDisk(path), readReceipt(text, 'all'))).toMatchObject({ ok: true })
  expect(await verifyFile(fileOnDisk(path), readReceipt(other, 'all'))).toEqual({
    ok: false,
    reason: expect.stringContaining('says otherwise of what is not in it'),
  })
})
