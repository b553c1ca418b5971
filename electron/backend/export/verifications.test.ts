import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { FILE_FORMATS, type FileFormatName } from '../../../shared/export/file-formats.ts'
import type { VerificationOutcome } from '../../../shared/export/verification-outcome.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import { fakedClock } from './fixtures/faked-clock.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { createKeptReceipts, type KeptReceipts } from './kept-receipts.ts'
import { RECEIPT_ENDING } from './receipt.ts'
import { createVerifications, type Verifications } from './verifications.ts'
import { writeEventFile } from './write-event-file.ts'

let kept: KeptReceipts
let verifications: Verifications
let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
  kept = createKeptReceipts({ folder, key: async () => ({ key: Buffer.alloc(32) }), notice: () => {} })
  verifications = createVerifications({ randomId: () => crypto.randomUUID(), kept })
})

async function exported(format: FileFormatName) {
  const path = join(folder, `all.${format}`)
  const events = heldEvents(['{"event_id":"e1"}', '{"event_id":"e2"}'])
  const file = await writeEventFile({
    path,
    source: events,
    format: someFormats[format],
    sums: [],
    subject: someSubject,
    now: () => 0,
  })
  if (!file.ok) throw new Error('not written')
  const { bytes, sha256, receiptText } = file.value
  return {
    bytes: await readFile(path),
    receipt: await readFile(path + RECEIPT_ENDING),
    text: receiptText ?? '',
    mark: { bytes, sha256 },
  }
}

async function send(verificationId: string, bytes: Buffer): Promise<VerificationOutcome> {
  for (let from = 0; from < bytes.length; from += 7) {
    expect(await verifications.add(verificationId, bytes.subarray(from, from + 7))).toMatchObject({ ok: true })
  }
  const outcome = await verifications.end(verificationId)
  if (!outcome.ok) throw new Error(outcome.failure.kind)
  return outcome.value
}

function opened(name: string, bytes: number, receipt: Uint8Array | null): string {
  const result = verifications.open({ name, bytes }, receipt)
  if (!result.ok || result.value.verificationId === null) throw new Error('not opened')
  return result.value.verificationId
}

describe.each(FILE_FORMATS)('%s', (format) => {
  test('agrees with the receipt that came along, whatever it is called', async () => {
    const { bytes, receipt } = await exported(format)
    const agrees = {
      kind: 'agrees',
      agrees: expect.arrayContaining(['2 rows']),
      receipt: expect.objectContaining({ file: `all.${format}`, rows: '2', customerId: 'cus_1' }),
    }
    expect(await send(opened(`all.${format}`, bytes.length, receipt), bytes)).toMatchObject({
      ...agrees,
      calledThen: null,
    })
    const renamed = await send(opened('renamed', bytes.length, receipt), bytes)
    expect(renamed).toMatchObject({ ...agrees, calledThen: `all.${format}` })
  })

  test('is known by its hash where its receipt is kept, and is asked for once more', async () => {
    const { bytes, text, mark } = await exported(format)
    await kept.keep(text, mark, 'https://a.example')
    const id = opened('renamed', bytes.length, null)
    expect(await send(id, bytes)).toEqual({ kind: 'again' })
    expect(await send(id, bytes)).toMatchObject({ kind: 'agrees', calledThen: `all.${format}` })
    expect(await verifications.end(id)).toMatchObject({ ok: false, failure: { kind: 'invalid', field: 'file' } })
  })

  test('differs where a byte is another, and is unknown where no receipt is of it', async () => {
    const { bytes, receipt, text, mark } = await exported(format)
    const other = Buffer.from(bytes)
    other[5] = (other[5] ?? 0) ^ 1
    expect(await send(opened('x', other.length, receipt), other)).toEqual({
      kind: 'differs',
      reason: expect.stringContaining('its hash is'),
      receipt: expect.objectContaining({ file: `all.${format}` }),
    })
    await kept.keep(text, mark, 'https://a.example')
    expect(await send(opened('x', other.length, null), other)).toEqual({ kind: 'unknown' })
  })
})

test('a receipt that is none is refused, and a file of another size differs before it is sent', async () => {
  const { bytes, receipt } = await exported('csv')
  const refused = (words: RegExp) => ({
    ok: false,
    failure: { kind: 'invalid', field: 'file', message: expect.stringMatching(words) },
  })
  expect(verifications.open({ name: 'x', bytes: 1 }, Buffer.from('{'))).toEqual(refused(/is not JSON/))
  expect(verifications.open({ name: 'x', bytes: 1 }, receipt)).toEqual({
    ok: true,
    value: {
      verificationId: null,
      outcome: {
        kind: 'differs',
        reason: expect.stringMatching(/has 1 bytes, but the receipt says/),
        receipt: expect.objectContaining({ file: 'all.csv' }),
      },
    },
  })
  expect(verifications.open({ name: 'x', bytes: bytes.length }, Buffer.from('{}'))).toEqual(
    refused(/is not an Eventscope/),
  )
})

test('a third one takes the place of the first, and one that was left is over', async () => {
  const ids = [opened('a', 1, null), opened('b', 1, null), opened('c', 1, null)] as const
  expect(await verifications.add(ids[0], Buffer.from('x'))).toMatchObject({ ok: false })
  verifications.close(ids[1])
  expect(await verifications.end(ids[1])).toMatchObject({ ok: false })
  expect(await verifications.add(ids[2], Buffer.from('x'))).toMatchObject({ ok: true })
})

test('one is over five minutes after the last that came of it, however long it takes', async () => {
  const advance = fakedClock()
  const id = opened('a', 3, null)
  for (const chunk of ['x', 'y', 'z']) {
    advance(4)
    expect(await verifications.add(id, Buffer.from(chunk))).toMatchObject({ ok: true })
  }
  advance(5.1)
  expect(await verifications.end(id)).toMatchObject({ ok: false })
})

test('a file that is left in the middle of its rows lets go of them', async () => {
  const { bytes, receipt } = await exported('csv')
  const id = opened('x', bytes.length, receipt)
  await verifications.add(id, bytes.subarray(0, 20))
  verifications.close(id)
  expect(await verifications.add(id, bytes.subarray(20))).toMatchObject({ ok: false })
})
