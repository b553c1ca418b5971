import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildEventTable } from '../../../shared/event/event-table.ts'
import { fieldHeads, someMembers } from '../../../shared/event/fixtures/some-event.ts'
import { runs } from '../../../shared/exact/fixtures/runs.ts'
import { FILE_FORMATS, type FileFormatName } from '../../../shared/export/file-formats.ts'
import { failed, succeeded } from '../../../shared/failure/failure.ts'
import { wantedSum } from '../../../shared/worth/property-sum.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { type EventSource, heldEvents } from './event-source.ts'
import { hostileEvent } from './fixtures/hostile-events.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { RECEIPT_ENDING, type Receipt, receiptSchema } from './receipt.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { type EventFileOrder, writeEventFile } from './write-event-file.ts'

let folder = ''
beforeEach(async () => {
  folder = await temporaryFolder()
})

const event = (id: string, properties: string) => `{${someMembers({ eventId: id })},"event_properties":{${properties}}}`
const sources = [
  event('e1', '"amount":0.10,"currency":"EUR","note":"=SUM(A1)"'),
  event('e2', '"amount":0.20,"currency":"EUR"'),
  event('e3', '"amount":"3","currency":"USD"'),
]

async function write(extension: FileFormatName, more: Partial<EventFileOrder> = {}) {
  const path = join(folder, `all.${extension}`)
  const result = await writeEventFile({
    path,
    source: heldEvents(sources),
    format: someFormats[extension],
    sums: [wantedSum('amount', [])],
    subject: someSubject,
    now: () => Date.UTC(2026, 11, 1, 9),
    ...more,
  })
  return { path, result }
}

async function receiptOf(path: string): Promise<Receipt> {
  return receiptSchema.parse(JSON.parse(await readFile(path + RECEIPT_ENDING, 'utf8')))
}

describe('a file and its receipt', () => {
  test.skipIf(process.platform === 'win32')('are for this user only, unless they were there before', async () => {
    const modes = async (path: string) =>
      Promise.all([path, path + RECEIPT_ENDING].map(async (one) => (await stat(one)).mode & 0o777))
    const { path } = await write('csv')
    expect(await modes(path)).toEqual([0o600, 0o600])
    await chmod(path, 0o640)
    await chmod(path + RECEIPT_ENDING, 0o604)
    await write('csv')
    expect(await modes(path)).toEqual([0o640, 0o604])
  })

  test('say what the file holds, from what, and how far that is proved', async () => {
    const { path, result } = await write('csv')
    expect(result).toMatchObject({ ok: true, value: { path, receipt: path + RECEIPT_ENDING } })
    const receipt = await receiptOf(path)
    expect(receipt).toMatchObject({
      created: '2026-12-01T09:00:00.000Z',
      resources: [
        {
          path: 'all.csv',
          format: 'csv',
          bytes: (await readFile(path)).length,
          dialect: { delimiter: ';', header: true },
          schema: {
            fields: [
              ...[...fieldHeads, 'created_at (Europe/Berlin)'].map((name) => ({ name, type: 'string' })),
              { name: 'amount', type: 'any', property: 'amount' },
              { name: 'currency', type: 'string', property: 'currency' },
              { name: 'note', type: 'string', property: 'note' },
            ],
          },
        },
      ],
      eventscope: {
        connection: { name: 'Billing', baseUrl: 'https://billing.example.com' },
        filters: { customer_id: 'cus_1', event_property_filters: [{ name: 'region', kind: 'string', text: 'eu' }] },
        range: { from: '2026-10-31T23:00:00Z', until: '2026-11-30T23:00:00Z', zone: 'Europe/Berlin' },
        read: { from: '2026-12-01T08:00:00Z', to: '2026-12-01T08:00:02Z', requests: '22' },
        verdict: { kind: 'complete', word: 'All events read, by an earlier rule' },
        totals: { start: { total: '4' }, end: { total: '4' } },
        slices: [{ total: '4', returned: '4', kept: '3' }],
        rows: '3',
        leftOut: [{ why: 'Exactly at the end of the range, so part of the next one', rows: '1' }],
        altered: { guards: '1', halfPairs: '0', cut: '0' },
        sums: [
          {
            property: 'amount',
            by: ['currency'],
            confirmed: false,
            figures: [
              { type: 'debit', units: ['EUR'], sum: '0.30', numbers: '2', without: '0', beyond: '0' },
              {
                type: 'debit',
                units: ['USD'],
                sum: null,
                numbers: '0',
                without: '1',
                notIn: 'without 1 api_calls event whose amount is text: “3”',
                beyond: '0',
              },
            ],
          },
        ],
      },
    })
    expect((await readdir(folder)).sort()).toEqual(['all.csv', `all.csv${RECEIPT_ENDING}`])
  })

  test.each(FILE_FORMATS)(
    'sum by currency and by unit at once, and can be held against the file: %s',
    async (extension) => {
      const both = (id: string, amount: number, more: string) => event(id, `"amount":${amount}${more}`)
      const source = heldEvents([
        both('e1', 1, ',"currency":"EUR","unit":"hour"'),
        both('e2', 2, ',"currency":"EUR","unit":"GB"'),
        both('e3', 4, ',"currency":"EUR","unit":"hour"'),
        both('e4', 8, ',"currency":"EUR"'),
        both('e5', 16, ''),
      ])
      const { path } = await write(extension, { source })
      expect(await verifyReceipt(path)).toMatchObject({ ok: true, unchecked: expect.not.arrayContaining([/sums/]) })
      const [sum] = (await receiptOf(path)).eventscope.sums
      expect(sum?.by).toEqual(['currency', 'unit', 'event code'])
      expect(sum?.figures.map((figure) => [...figure.units, figure.sum])).toEqual([
        ['EUR', 'hour', null, '5'],
        ['EUR', 'GB', null, '2'],
        ['EUR', null, null, '8'],
        [null, null, 'api_calls', '16'],
      ])
    },
  )

  describe.each(FILE_FORMATS)('sum what has no unit for each event code: %s', (extension) => {
    const counted = (eventId: string, eventCode: string, amount: number, more = '') =>
      `{${someMembers({ eventId, eventCode })},"event_properties":{"amount":${amount}${more}}}`
    const source = () =>
      heldEvents([
        counted('e1', 'api_calls', 250_000),
        counted('e2', 'egress_gb', 7),
        counted('e3', 'egress_gb', 5),
        counted('e4', 'egress_gb', 1.5, ',"currency":"EUR"'),
      ])

    test('the receipt says of which code each sum is, and the file shows it', async () => {
      const { path } = await write(extension, { source: source() })
      const [sum] = (await receiptOf(path)).eventscope.sums
      expect(sum).toMatchObject({ by: ['currency', 'event code'], byCode: true })
      expect(sum?.figures.map((figure) => [...figure.units, figure.sum])).toEqual([
        [null, 'api_calls', '250000'],
        [null, 'egress_gb', '12'],
        ['EUR', null, '1.5'],
      ])
      expect(await verifyReceipt(path)).toMatchObject({
        ok: true,
        agrees: expect.arrayContaining(['the exact sums of amount, added up again']),
      })
      const receipt = await readFile(path + RECEIPT_ENDING, 'utf8')
      await writeFile(path + RECEIPT_ENDING, receipt.replace('"sum": "12"', '"sum": "13"'))
      expect(await verifyReceipt(path)).toMatchObject({
        ok: false,
        reason: expect.stringContaining('Its sum of amount, debit, in egress_gb is 12'),
      })
    })

    test('a receipt of an earlier version, whose sum goes across codes, still agrees', async () => {
      const { path } = await write(extension, {
        source: source(),
        sums: [{ ...wantedSum('amount', []), byCode: false }],
      })
      const [sum] = (await receiptOf(path)).eventscope.sums
      expect(sum).not.toHaveProperty('byCode')
      expect(sum?.figures.map((figure) => [...figure.units, figure.sum])).toEqual([
        ['EUR', '1.5'],
        [null, '250012'],
      ])
      expect(await verifyReceipt(path)).toMatchObject({
        ok: true,
        agrees: expect.arrayContaining(['the exact sums of amount, added up again']),
      })
    })
  })

  test('a file without event codes does not show sums of one code', async () => {
    const chosen = [{ field: 'eventType' as const }, { property: 'amount' }, { property: 'currency' }]
    const { path } = await write('csv', { source: heldEvents([...sources, event('e4', '"amount":4')]), chosen })
    expect(await verifyReceipt(path)).toMatchObject({
      ok: true,
      unchecked: expect.arrayContaining(['the sums of amount: the event codes are not in the file']),
    })
  })

  test('leave the receipt out where none is asked for', async () => {
    const { path, result } = await write('csv', {
      subject: null,
      chosen: [{ field: 'eventId' }, { property: 'amount' }],
    })
    expect(result).toMatchObject({ ok: true, value: { receipt: null } })
    expect(await readdir(folder)).toEqual(['all.csv'])
    expect(await readFile(path, 'utf8')).toBe('\ufeffevent_id;amount\r\ne1;0,10\r\ne2;0,20\r\ne3;"3"\r\n')
  })

  test.each(FILE_FORMATS)('agree about an amount that was sent over several lines: %s', async (extension) => {
    const { path } = await write(extension, { source: heldEvents([event('e1', '"amount":[1,\n\t\r\n-2]')]) })
    expect(await verifyReceipt(path)).toMatchObject({ ok: true })
  })

  test.each(FILE_FORMATS)('agree about an amount that is given twice, and about empty texts: %s', async (extension) => {
    for (const properties of ['"amount":"","amount":0', '"amount":1.5,"amount":""', '"currency":"","amount":2']) {
      const { path } = await write(extension, { source: heldEvents([event('e1', properties)]) })
      expect(await verifyReceipt(path)).toMatchObject({
        ok: true,
        unchecked: expect.not.arrayContaining([expect.stringContaining('amount')]),
      })
    }
  })

  test.each(FILE_FORMATS)('agree, whatever a service sends: %s', async (extension) => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileEvent, { maxLength: 5 }), async (hostile) => {
        const { path, result } = await write(extension, { source: heldEvents(hostile) })
        expect(result.ok).toBe(true)
        expect(await verifyReceipt(path)).toMatchObject({ ok: true })
      }),
      runs(9, extension === 'xlsx' ? 30 : 100),
    )
  })
})

test.each(FILE_FORMATS)(
  'a text of millions, as a value and as a name, is a file like any other: %s',
  async (extension) => {
    for (const batch of ['a', ' ', "'"]) {
      const long = batch.repeat(9_000_000)
      const { path, result } = await write(extension, {
        source: heldEvents([event('e1', `"note":${JSON.stringify(long)},${JSON.stringify(long)}:1`)]),
      })
      expect(result).toMatchObject({ ok: true })
      expect((await receiptOf(path)).eventscope.altered.cut).toBe(extension === 'xlsx' ? '2' : '0')
    }
  },
)

describe('a file is begun on its first rows', () => {
  const many = Array.from({ length: 4_500 }, (_, at) => event(`e${at}`, `"amount":${at}`))
  const late = many.with(4_000, event('late', '"amount":0.5,"tier":"hot"')).with(4_400, '{"event_id":7}')

  test.each(FILE_FORMATS)(
    'and holds what only late ones have, as one that was begun on all of them does: %s',
    async (extension) => {
      for (const sources of [many, late]) {
        const ways = countedWays(sources)
        const { path, result } = await write(extension, { source: ways.source })
        expect(result).toMatchObject({ ok: true, value: { survey: { rows: 4_500 }, tally: { rows: 4_500 } } })
        const atOnce = await readFile(path)
        const unannounced: EventSource = { batches: ways.source.batches }
        await write(extension, { source: unannounced })
        expect((await readFile(path)).equals(atOnce)).toBe(true)
        expect(await verifyReceipt(path)).toMatchObject({ ok: true })
        // The first rows, all rows, and all again only where the first ones misled; then the two ways of the other
        // file. With totals above its rows a file goes through all of them before it begins.
        expect(ways.gone()).toBe(2 + (sources === late && (extension === 'csv' || extension === 'parquet') ? 1 : 0) + 2)
      }
    },
  )

  test('what a large ZIP file needs is part of it', () => {
    const { suits } = someFormats.xlsx
    const survey = {
      rows: 1,
      characters: 10,
      misfits: 0,
      valuing: null,
      worth: null,
      table: buildEventTable().table(),
      pick: {},
      sums: [],
      ofMonths: [],
      charges: () => [],
      shapes: null,
      grouped: new Set<string>(),
    }
    const large = { ...survey, characters: 1e9 }
    expect([suits(survey, survey), suits(large, survey), suits(survey, large)]).toEqual([true, true, false])
  })
})

/** Events that are in memory, and how often they were gone through, whole or in part. */
function countedWays(sources: readonly string[]): { source: EventSource; gone: () => number } {
  const held = heldEvents(sources)
  let ways = 0
  const batches = () => {
    ways += 1
    return held.batches()
  }
  return { source: { ...held, batches }, gone: () => ways }
}

describe('what was there before stays, and nothing lies beside it, when', () => {
  const broken: [string, EventSource][] = [
    [
      'at once',
      {
        batches: async function* () {
          yield failed({ kind: 'disk', detail: 'the snapshot is damaged' })
        },
      },
    ],
    ['on the second way through', breaksOnSecondWay()],
  ]
  test.each(FILE_FORMATS.flatMap((extension) => broken.map(([when, source]) => [extension, when, source] as const)))(
    'the source of %s breaks %s',
    async (extension, _, source) => {
      const path = join(folder, `all.${extension}`)
      await writeFile(path, 'kept')
      await writeFile(path + RECEIPT_ENDING, 'kept too')
      const { result } = await write(extension, { source })
      expect(result).toEqual({ ok: false, failure: { kind: 'disk', detail: 'the snapshot is damaged' } })
      expect(await readFile(path, 'utf8')).toBe('kept')
      expect(await readFile(path + RECEIPT_ENDING, 'utf8')).toBe('kept too')
      expect((await readdir(folder)).sort()).toEqual([`all.${extension}`, `all.${extension}${RECEIPT_ENDING}`])
    },
  )

  test.each(FILE_FORMATS)('it is cancelled under way: %s', async (extension) => {
    const controller = new AbortController()
    const source: EventSource = {
      batches: async function* () {
        for (let at = 0; at < 100; at += 1) {
          yield succeeded(sources.map((source) => ({ source })))
          if (at === 50) controller.abort()
        }
      },
    }
    const { path, result } = await write(extension, { source, signal: controller.signal })
    expect(result).toEqual({ ok: false, failure: { kind: 'cancelled' } })
    expect(await readdir(folder)).toEqual([])
    expect(path).toContain(folder)
  })

  test('the receipt cannot be put in its place', async () => {
    const path = join(folder, 'all.csv')
    await writeFile(path, 'kept')
    const { mkdir } = await import('node:fs/promises')
    await mkdir(path + RECEIPT_ENDING)
    const { result } = await write('csv')
    expect(result).toMatchObject({
      failure: { kind: 'disk', detail: expect.stringMatching(/json was not written\. It is a folder\.$/) },
    })
    expect(await readFile(path, 'utf8')).toBe('kept')
    expect((await readdir(folder)).sort()).toEqual(['all.csv', `all.csv${RECEIPT_ENDING}`])
  })
})

function breaksOnSecondWay(): EventSource {
  let ways = 0
  return {
    batches: async function* () {
      ways += 1
      for (let at = 0; at < 3; at += 1) yield succeeded(sources.map((source) => ({ source })))
      if (ways % 2 === 0) yield failed({ kind: 'disk', detail: 'the snapshot is damaged' })
    },
  }
}
