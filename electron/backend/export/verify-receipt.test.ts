import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { FILE_FORMATS, type FileFormatName } from '../../../shared/export/file-formats.ts'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { aboutLines } from './about-lines.ts'
import { heldEvents } from './event-source.ts'
import { excelFormat } from './excel-format.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { RECEIPT_ENDING, type Receipt, receiptSchema } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { writeEventFile } from './write-event-file.ts'

const event = (id: string, properties: string, type = 'debit') =>
  `{"event_id":"${id}","customer_id":"c","event_code":"e","event_type":"${type}","created_at":"2026-11-20T12:00:00.5Z","event_properties":{${properties}}}`
const sources = [
  event('e1', '"amount":0.10,"currency":"EUR","note":"=SUM(A1);\\n\\"x\\""'),
  event('e2', '"amount":0.20,"currency":"\'=EUR"'),
  event('e3', '"amount":"3","currency":"USD"'),
]

const mixed = [
  event('e1', '"amount":940.59,"currency":"EUR"'),
  event('e2', '"amount":1764.69,"currency":"EUR"', 'credit'),
  event('e3', '"amount":1,"currency":"EUR"', 'adjustment'),
]
const ADDED_UP = 'the exact sums of amount, added up again'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

async function written(extension: FileFormatName, events = sources): Promise<string> {
  const path = join(folder, `all.${extension}`)
  const order = { sums: [wantedSum('amount', [])], subject: someSubject, now: () => 0 }
  const result = await writeEventFile({ path, source: heldEvents(events), format: someFormats[extension], ...order })
  expect(result.ok).toBe(true)
  return path
}

/** Rewrites the receipt's text. */
async function change(path: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(path + RECEIPT_ENDING, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  await writeFile(path + RECEIPT_ENDING, changed)
}

async function sumsOf(path: string) {
  const { eventscope } = receiptSchema.parse(JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')))
  return eventscope.sums as [Receipt['eventscope']['sums'][number]]
}

async function changeSums(path: string, sums: unknown[]): Promise<void> {
  const receipt = JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8'))
  await writeFile(path + RECEIPT_ENDING, JSON.stringify({ ...receipt, eventscope: { ...receipt.eventscope, sums } }))
}

const refused = (reason: RegExp) => ({ ok: false, reason: expect.stringMatching(reason) })

describe('a receipt', () => {
  test.each(FILE_FORMATS)('agrees with its file, and says what that does not prove: %s', async (extension) => {
    const path = await written(extension)
    const verification = await verifyReceipt(path)
    expect(verification).toEqual(await verifyReceipt(path + RECEIPT_ENDING))
    expect(verification).toMatchObject({ ok: true })
    if (!verification.ok) return
    expect(verification.agrees.join('\n')).toMatch(
      /SHA-256.*\n3 rows\n.*event_id.*\nthe exact sums of amount, added up again\nwhat is not in the sums of amount, and why$/,
    )
    expect(verification.unchecked.join('\n')).toMatch(/the service sent these events.*\n.*they are all/)
  })

  test.each(FILE_FORMATS)('is refused with the reason when one byte of its file is another: %s', async (extension) => {
    const path = await written(extension)
    const bytes = await readFile(path)
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const other = Buffer.from(bytes)
        other[at] = (other[at] ?? 0) ^ difference
        await writeFile(path, other)
        expect(await verifyReceipt(path)).toEqual(
          refused(/^The file is not the one .* its hash is sha256:\w+, not sha256:/),
        )
      }),
      runs(1, 40),
    )
  })

  test('is refused with the reason when its file is longer, shorter, not there or no file', async () => {
    const path = await written('csv')
    const { length } = await readFile(path)
    await appendFile(path, '\n')
    expect(await verifyReceipt(path)).toEqual(
      refused(new RegExp(`has ${length + 1} bytes, but the receipt says ${length}`)),
    )
    await truncate(path, length - 1)
    expect(await verifyReceipt(path)).toEqual(refused(new RegExp(`has ${length - 1} bytes`)))
    await rm(path)
    expect(await verifyReceipt(path)).toEqual(refused(/could not be read: ENOENT/))
    expect(await verifyReceipt(folder)).toEqual(refused(/could not be read/))
  })

  test('is refused with the reason when it is not there, no JSON or not one of ours', async () => {
    const path = await written('csv')
    const receipt = path + RECEIPT_ENDING
    const text = await readFile(receipt, 'utf8')
    await writeFile(receipt, '{"a":')
    expect(await verifyReceipt(path)).toEqual(refused(/is not JSON/))
    await writeFile(receipt, '{"name":"x"}')
    expect(await verifyReceipt(path)).toEqual(refused(/is not an Eventscope receipt at \$schema/))
    await rm(receipt)
    expect(await verifyReceipt(path)).toEqual(refused(/There is no receipt of all\.csv, beside it or kept/))
    await writeFile(join(folder, 'elsewhere.json'), text)
    await rm(path)
    const alone = join(folder, 'all.csv.datapackage.json')
    await rename(join(folder, 'elsewhere.json'), alone)
    expect(await verifyReceipt(alone)).toEqual(refused(/The file of this receipt, all\.csv, is not beside it/))
  })

  test('is found by the hash of its file after either of them, or both, were renamed', async () => {
    const path = await written('csv')
    const [file, receipt] = [join(folder, 'november.csv'), join(folder, `renamed${RECEIPT_ENDING}`)]
    await writeFile(join(folder, `another${RECEIPT_ENDING}`), '{"not":"one"}')
    await writeFile(join(folder, 'same size.csv'), Buffer.alloc((await readFile(path)).length))
    const agrees = { ok: true, calledThen: 'all.csv' }
    await rename(path, file)
    expect(await verifyReceipt(file)).toMatchObject(agrees)
    expect(await verifyReceipt(path + RECEIPT_ENDING)).toMatchObject(agrees)
    await rename(path + RECEIPT_ENDING, receipt)
    expect(await verifyReceipt(file)).toMatchObject(agrees)
    expect(await verifyReceipt(receipt)).toMatchObject(agrees)
    expect(await verifyReceipt(file, { receipt })).toMatchObject(agrees)
    // Renamed alike, they belong together by their names.
    await rename(receipt, file + RECEIPT_ENDING)
    expect(await verifyReceipt(file)).toMatchObject(agrees)
    await appendFile(file, '\n')
    expect(await verifyReceipt(file)).toMatchObject({ ok: false, reason: expect.stringContaining('bytes') })
  })

  test('that is kept elsewhere is found by what it says of its file', async () => {
    const path = await written('ndjson')
    const text = await readFile(path + RECEIPT_ENDING, 'utf8')
    await rm(path + RECEIPT_ENDING)
    const marks: unknown[] = []
    const findKept = async (mark: unknown) => {
      marks.push(mark)
      return text
    }
    expect(await verifyReceipt(path, { findKept })).toMatchObject({ ok: true })
    const { bytes, hash } = receiptSchema.parse(JSON.parse(text)).resources[0]
    expect(marks).toEqual([{ bytes, sha256: hash.slice(7) }])
  })

  test.skipIf(process.platform === 'win32')(
    'is refused at once where it, or its file, is a pipe or a device',
    async () => {
      const path = await written('csv')
      await symlink('nowhere', join(folder, `another${RECEIPT_ENDING}`))
      const text = await readFile(path + RECEIPT_ENDING, 'utf8')
      await rename(path + RECEIPT_ENDING, join(folder, 'kept.json'))
      for (const make of [
        () => execFileSync('mkfifo', [path + RECEIPT_ENDING]),
        () => symlink('/dev/zero', path + RECEIPT_ENDING),
        () => mkdir(path + RECEIPT_ENDING),
      ]) {
        await make()
        expect(await verifyReceipt(path + RECEIPT_ENDING)).toEqual(refused(/not an ordinary file|could not be read/))
        expect(await verifyReceipt(path)).toEqual(refused(/no receipt of all\.csv/))
        await rm(path + RECEIPT_ENDING, { recursive: true })
      }
      await writeFile(path + RECEIPT_ENDING, text)
      const pipe = join(folder, 'pipe.csv')
      execFileSync('mkfifo', [pipe])
      for (const file of [pipe, '/dev/zero']) {
        expect(await verifyReceipt(file)).toEqual(refused(/is not an ordinary file/))
        expect(await verifyReceipt(file, { receipt: path + RECEIPT_ENDING })).toEqual(
          refused(/is not an ordinary file/),
        )
      }
      expect(await verifyReceipt(path)).toMatchObject({ ok: true })
    },
  )

  test('never leads out of its folder', async () => {
    const path = await written('csv')
    await change(path, '"path": "all.csv"', '"path": "../all.csv"')
    expect(await verifyReceipt(path)).toEqual(refused(/is not an Eventscope receipt at resources\.0\.path/))
    // The folder above, by a name without a slash.
    await change(path, '"path": "../all.csv"', '"path": ".."')
    await rename(path, join(folder, 'moved.csv'))
    expect(await verifyReceipt(path + RECEIPT_ENDING)).toMatchObject({ ok: true, calledThen: '..' })
  })

  test.each(FILE_FORMATS)('is refused with the reason when what it says is not in the file: %s', async (extension) => {
    const path = await written(extension)
    const text = await readFile(path + RECEIPT_ENDING, 'utf8')
    const says = async (from: string | RegExp, to: string, reason: RegExp) => {
      await writeFile(path + RECEIPT_ENDING, text)
      await change(path, from, to)
      expect(await verifyReceipt(path)).toEqual(refused(reason))
    }
    await says('"rows": "3"', '"rows": "4"', /It has 3 rows, but the receipt says 4/)
    await says('"rows": "3"', '"rows": 3', /at eventscope\.rows/)
    await says('"receipt": "1"', '"receipt": "2"', /has version 2 .* reads version 1/)
    await says(/"bytes": (\d+)/, '"bytes": 1', /has \d+ bytes, but the receipt says 1/)
    await says(/sha256:./, 'sha256:g', /at resources\.0\.hash/)
    await says(/sha256:\w+/, `sha256:${'0'.repeat(64)}`, /not the one .* its hash is sha256:\w+, not sha256:0+/)
    await says(
      '"sum": "0.10"',
      '"sum": "0.11"',
      /Its sum of amount, debit, in EUR is 0\.10?, but the receipt says another/,
    )
    await says('"without": "1"', '"without": "0"', /Its sum of amount, debit, in USD is none/)
    await says(
      '"name": "customer_id"',
      '"name": "customer"',
      extension === 'ndjson'
        ? /has a field "customer_id"/
        : /Its field 2 is "customer_id", but the receipt says "customer"/,
    )
  })

  test.each(FILE_FORMATS)(
    'has credits and debits apart, and is refused where one is taken for the other: %s',
    async (extension) => {
      const path = await written(extension, mixed)
      expect((await sumsOf(path))[0].figures.map(({ type, units, sum }) => [type, ...units, sum])).toEqual([
        ['credit', 'EUR', '1764.69'],
        ['debit', 'EUR', '940.59'],
        ['neither', 'EUR', '1'],
      ])
      expect(await verifyReceipt(path)).toMatchObject({ ok: true, agrees: expect.arrayContaining([ADDED_UP]) })
      await change(path, '"type": "credit"', '"type": "neither"')
      expect(await verifyReceipt(path)).toEqual(refused(/Its sum of amount, credit, in EUR is 1764\.69/))
    },
  )

  test.each(FILE_FORMATS)(
    'of an earlier Eventscope, with one sum of all events, can still be read: %s',
    async (extension) => {
      const path = await written(extension, mixed)
      const [sum] = await sumsOf(path)
      const earlier = (text: string) => ({
        ...sum,
        figures: [{ units: ['EUR'], sum: text, numbers: '3', without: '0', beyond: '0' }],
      })
      await changeSums(path, [earlier('2706.28')])
      expect(await verifyReceipt(path)).toMatchObject({ ok: true, agrees: expect.arrayContaining([ADDED_UP]) })
      await changeSums(path, [earlier('2706.29')])
      expect(await verifyReceipt(path)).toEqual(refused(/Its sum of amount in EUR is 2706\.28/))
    },
  )

  test.each(FILE_FORMATS)(
    'is refused where it says a sum twice, and only one of them is true: %s',
    async (extension) => {
      const path = await written(extension, mixed)
      const [sum] = await sumsOf(path)
      const [credit, ...others] = sum.figures
      const says = async (sums: unknown[]) => {
        await changeSums(path, sums)
        return verifyReceipt(path)
      }
      const twice = refused(/^The receipt contradicts itself\. .* twice/)
      expect(await says([{ ...sum, figures: [{ ...credit, sum: '9999.99' }, credit, ...others] }])).toEqual(twice)
      expect(await says([sum, { ...sum, confirmed: !sum.confirmed }])).toEqual(twice)
      const units = sum.figures.map((one) => ({ ...one, units: [...one.units, ...one.units] }))
      expect(await says([{ ...sum, by: ['currency', 'currency'], figures: units }])).toEqual(twice)
      // As an earlier version wrote what was asked for twice.
      expect(await says([sum, sum])).toMatchObject({ ok: true })
    },
  )

  describe('of a Parquet file', () => {
    const EVENTS = [
      event('e1', '"amount":1.5,"currency":"EUR"'),
      event('e2', '"amount":1e40'),
      event('e3', '"amount":"none"'),
      event('e4', '').replace('{"event_id"', '{"weight":2.5,"event_id"'),
      event('e5', '').replace('{"event_id"', '{"weight":1e-400,"event_id"'),
    ]
    const says = async (path: string, change: (content: Receipt['eventscope']) => object) => {
      const receipt = receiptSchema.parse(JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')))
      const eventscope = { ...receipt.eventscope, ...change(receipt.eventscope) }
      await writeFile(join(folder, 'changed.json'), JSON.stringify({ ...receipt, eventscope }))
      return verifyReceipt(path, { receipt: join(folder, 'changed.json') })
    }

    test('is refused where it counts other decimals, or has another fingerprint', async () => {
      const path = await written('parquet', EVENTS)
      const { decimals = [] } = receiptSchema.parse(
        JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')),
      ).eventscope
      expect(decimals).toEqual([
        { column: 'amount_decimal', numbers: '1', without: '1' },
        { column: 'weight_decimal', numbers: '1', without: '1' },
      ])
      expect(await says(path, () => ({}))).toMatchObject({ ok: true })
      for (const at of decimals.keys()) {
        for (const which of ['numbers', 'without'] as const) {
          const other = decimals.map((one, place) => (place === at ? { ...one, [which]: '7' } : one))
          expect(await says(path, () => ({ decimals: other }))).toEqual(
            refused(/_decimal has 1 numbers, and 1 that do/),
          )
        }
        expect(await says(path, () => ({ decimals: decimals.toSpliced(at, 1) }))).toEqual(
          refused(/says nothing of them/),
        )
        expect(await says(path, () => ({ decimals: [...decimals, decimals[at]] }))).toEqual(refused(/counts one twice/))
      }
      expect(await says(path, ({ fingerprint }) => ({ fingerprint: `${fingerprint}1` }))).toEqual(
        refused(/fingerprint/),
      )
    })

    test('says that it lacks them where it does', async () => {
      const path = await written('parquet', EVENTS)
      for (const none of [{ decimals: undefined }, { fingerprint: undefined }]) {
        const verification = await says(path, () => none)
        expect(verification.ok && verification.unchecked.join()).toMatch(/its fingerprint and its decimals/)
      }
    })

    test('is the only one that has them', async () => {
      const path = await written('csv')
      for (const more of [{ decimals: [] }, { fingerprint: '7' }]) {
        expect(await says(path, () => more)).toEqual(refused(/Only a Parquet file/))
      }
    })
  })

  test('says that a file without event types shows no sums', async () => {
    const path = join(folder, 'all.csv')
    const chosen = [{ property: 'amount' }, { property: 'currency' }]
    const order = { sums: [wantedSum('amount', [])], subject: someSubject, now: () => 0, chosen }
    await writeEventFile({ path, source: heldEvents(mixed), format: someFormats.csv, ...order })
    const verification = await verifyReceipt(path)
    expect(verification.ok && verification.unchecked[0]).toBe('the sums of amount: the event types are not in the file')
  })

  test('that counts fewer sheets than there are is refused', async () => {
    const path = join(folder, 'all.xlsx')
    const format = excelFormat({ zone: 'UTC', about: aboutLines(someSubject), mostRows: 3 })
    await writeEventFile({ path, source: heldEvents(sources), format, sums: [], subject: someSubject, now: () => 0 })
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
    await change(path, '"rows": "3"', '"rows": "2"')
    expect(await verifyReceipt(path)).toEqual(refused(/It has 3 rows, but the receipt says 2/))
  })

  test('says which sums its file does not show', async () => {
    const path = await written('xlsx', [event('e1', '"amount":12345678901234567890')])
    const verification = await verifyReceipt(path)
    expect(verification).toMatchObject({ ok: true })
    expect(verification.ok && verification.unchecked[0]).toBe('the sums of amount: some of its numbers stand as text')
  })
})
