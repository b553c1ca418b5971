// A ledger of the sample company over the bridge: sent in chunks, looked at, checked, paged through.
import { createRouterClient } from '@orpc/server'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sampleCompany } from '../../../service/sample-company.ts'
import { startService } from '../../../service/server.ts'
import { NOTHING_CHOSEN } from '../../../shared/check/checked-file.ts'
import { askSnapshot } from '../../../shared/contract/ask-snapshot.ts'
import { compareDecimals, plus, readPlain } from '../../../shared/exact/decimal.ts'
import { parseEventText } from '../../../shared/search/search-page.ts'
import { SAMPLE_COMPANY_RULES } from '../../../shared/worth/sample-company-files.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createBackend } from './backend.ts'
import { backendUnderTest } from './fixtures/backend-under-test.ts'

const NOW = Date.parse('2026-11-22T15:00:00Z')
const slot = 'check'
const scope = { where: [], misses: true }

/** @param atEnd called with what ends the service and the backend */
async function sample(atEnd: (end: () => Promise<void>) => void = onTestFinished) {
  const service = await startService({ token: 'key', records: sampleCompany({ now: NOW, atClosing: true }) })
  atEnd(() => service.close())
  const startSample = async () => ({
    baseUrl: service.url,
    token: 'key',
    ended: new Promise<string>(() => undefined),
    addLateEvents: async () => undefined,
    stop: async () => undefined,
  })
  const backend = await createBackend(
    await backendUnderTest({ folder: await temporaryFolder(atEnd), startSample, now: () => NOW }),
  )
  atEnd(() => backend.close())
  const client = createRouterClient(backend.router)
  await client.connections.exploreSampleData()
  const [snapshot] = (await client.snapshots.list()).snapshots
  return { client, snapshotId: snapshot?.id ?? '' }
}
type Client = Awaited<ReturnType<typeof sample>>['client']

/** Event ID, customer, code, amount and currency of every event, as the service sent them. */
async function cellsOf(client: Client, snapshotId: string): Promise<string[][]> {
  const cells: string[][] = []
  for (;;) {
    const question = { ask: 'rows' as const, scope, sort: null, offset: cells.length, limit: 500 }
    const asked = await askSnapshot(client.snapshots.ask, { snapshotId, slot, question })
    if (asked.kind !== 'answered') throw new Error(asked.kind)
    for (const { source } of asked.answer.rows) {
      const read = parseEventText(source)
      if (!read.ok) throw new Error(source)
      const { eventId, customerId, eventCode, properties } = read.event
      const propertyText = (name: string) => properties.find((property) => property.name === name)?.text ?? ''
      cells.push([eventId ?? '', customerId ?? '', eventCode ?? '', propertyText('amount'), propertyText('currency')])
    }
    if (cells.length >= asked.answer.count) return cells
  }
}

async function sent(client: Client, text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const { fileId } = await client.fileCheck.open({ name: 'ledger.tsv', bytes: bytes.length })
  for (let at = 0; at < bytes.length; at += 50_000) {
    await client.fileCheck.add({ fileId, chunk: bytes.subarray(at, at + 50_000).toString('base64') })
  }
  return fileId
}

/** What the sample's snapshot is all of. */
const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z' }

async function checked(client: Client, snapshotId: string, fileId: string) {
  const question = {
    ask: 'fileCheck' as const,
    kind: 'ledger' as const,
    fileId,
    choices: NOTHING_CHOSEN,
    scope,
    rules: SAMPLE_COMPANY_RULES,
    wholeRange: OCTOBER,
    sent: null,
  }
  const asked = await askSnapshot(client.snapshots.ask, { snapshotId, slot, question })
  if (asked.kind !== 'answered') throw new Error(JSON.stringify(asked))
  return asked.answer
}

describe('a ledger with an event missing, one more, one altered and one repeated', () => {
  async function checkedLedger(atEnd: Parameters<typeof sample>[0]) {
    const { client, snapshotId } = await sample(atEnd)
    const all = await cellsOf(client, snapshotId)
    const [missing, altered, twice] = all.filter(
      ([, customer, code]) => customer === 'cus_bluefin' && code === 'tokens',
    )
    if (missing === undefined || altered === undefined || twice === undefined)
      throw new Error('There are no such events')
    const ledger = all
      .filter((cells) => cells !== missing)
      .map((cells) => (cells === altered ? [...cells.slice(0, 3), `${Number(cells[3]) + 10}`, 'USD'] : cells))
    const head = ['event_id', 'customer_id', 'event_code', 'amount', 'currency']
    const rows = [head, ...ledger, twice, ['evt_nobody', 'cus_bluefin', 'tokens', '5', 'USD']]
    const fileId = await sent(client, rows.map((cells) => cells.join('\t')).join('\n'))
    const answer = await checked(client, snapshotId, fileId)
    if (answer.kind !== 'checked') throw new Error(JSON.stringify(answer))
    return { client, snapshotId, fileId, answer, events: all.length, missing, altered, twice }
  }
  let ledger: Awaited<ReturnType<typeof checkedLedger>>
  beforeAll(async () => {
    const ends: (() => Promise<void>)[] = []
    ledger = await checkedLedger((end) => ends.unshift(end))
    return async () => {
      for (const end of ends) await end()
    }
  })

  test('is looked at first: how it is divided, and what its columns may be', async () => {
    const { client, snapshotId, fileId } = ledger
    const looked = await askSnapshot(client.snapshots.ask, {
      snapshotId,
      slot,
      question: { ask: 'fileLook', fileId, choices: NOTHING_CHOSEN, rules: SAMPLE_COMPANY_RULES },
    })
    expect(looked).toMatchObject({
      kind: 'answered',
      answer: {
        kind: 'looked',
        format: 'delimited',
        separator: '\t',
        headLine: 1,
        lineCount: null,
        asks: [],
        columns: [
          { proposed: { is: 'field', field: 'eventId' } },
          { proposed: { is: 'field', field: 'customerId' } },
          { proposed: { is: 'field', field: 'eventCode' } },
          { proposed: { is: 'amount' } },
          { proposed: { is: 'currency' } },
        ],
      },
    })
  })

  test('is divided by outcome, with its money and an equation that holds', () => {
    const { answer, events, missing, twice } = ledger
    expect(answer.groups.map((group) => [group.outcome, group.lines, group.events])).toEqual([
      ['matched', events - 2, events - 2],
      ['differing', 1, 1],
      ['only-file', 1, 0],
      ['repeated', 1, 0],
      ['only-snapshot', 0, 1],
    ])
    const dollars = answer.equation.find(({ of, currency }) => of === 'worth' && currency === 'USD')
    expect(dollars).toMatchObject({
      holds: true,
      difference: `${10 + 5 + Number(twice[3]) - Number(missing[3])}`,
      groups: [
        { outcome: 'matched', difference: '0' },
        { outcome: 'differing', difference: '10' },
        { outcome: 'only-file', difference: '5' },
        { outcome: 'repeated', difference: twice[3] },
        { outcome: 'only-snapshot', difference: `-${missing[3]}` },
      ],
    })
    for (const { holds } of answer.equation) expect(holds).toBe(true)
  })

  test('with what only whole months have, its snapshot is worth what "Totals" says', async () => {
    const { client, snapshotId, answer } = ledger
    const total = await askSnapshot(client.snapshots.ask, {
      snapshotId,
      slot: 'totals',
      question: {
        ask: 'worth',
        scope,
        duplicates: null,
        rules: SAMPLE_COMPANY_RULES,
        wholeRange: OCTOBER,
        unruled: null,
      },
    })
    if (total.kind !== 'answered' || total.answer.kind !== 'valued') throw new Error(total.kind)
    for (const { currency, net } of total.answer.currencies) {
      const ofEvents = answer.equation.find((one) => one.of === 'worth' && one.currency === currency)?.snapshot ?? '0'
      const ofMonths = answer.wholeMonths.find((one) => one.currency === currency)?.sum ?? '0'
      const sum = plus(readPlain(ofEvents), readPlain(ofMonths))
      expect(compareDecimals(sum, readPlain(net ?? '')), `${currency}`).toBe(0)
    }
    expect(answer.wholeMonths.map(({ currency }) => currency)).toEqual(['EUR', 'GBP', 'USD'])
    expect(answer.wholeMonths).toContainEqual({ currency: 'EUR', sum: '14977.80', codes: ['seats', 'build_minutes'] })
  })

  const page = { ask: 'fileLines', outcome: 'differing', differsIn: 3, offset: 0, limit: 100 } as const

  test('lines of an outcome that differ in one column are paged through', async () => {
    const { client, snapshotId, answer, altered } = ledger
    const question = { ...page, checkId: answer.checkId }
    const amount = { file: `${Number(altered[3]) + 10}`, snapshot: altered[3], differs: true }
    expect(await askSnapshot(client.snapshots.ask, { snapshotId, slot, question })).toMatchObject({
      answer: {
        count: 1,
        lines: [{ outcome: 'differing', eventId: altered[0], cells: [{}, {}, {}, amount, { differs: false }] }],
      },
    })
  })

  test('an outcome leads to its events', async () => {
    const { client, snapshotId, answer, missing } = ledger
    const asked = await askSnapshot(client.snapshots.ask, {
      snapshotId,
      slot,
      question: { ask: 'fileRows', checkId: answer.checkId, outcome: 'only-snapshot', differsIn: null },
    })
    if (asked.kind !== 'answered' || asked.answer.kind !== 'rows') throw new Error(asked.kind)
    const where = [{ is: 'rows' as const, rows: asked.answer.rows }]
    const shown = await askSnapshot(client.snapshots.ask, {
      snapshotId,
      slot,
      question: { ask: 'rows', scope: { where, misses: true }, sort: null, offset: 0, limit: 10 },
    })
    expect(shown).toMatchObject({ answer: { rows: [{ source: expect.stringContaining(missing[0] ?? '') }] } })
  })

  test('all outcomes are one list, in the file’s order and then the snapshot’s', async () => {
    const { client, snapshotId, answer, events, missing, twice } = ledger
    const whole = { outcome: null, differsIn: null }
    const all = await askSnapshot(client.snapshots.ask, {
      snapshotId,
      slot,
      question: { ask: 'fileLines', checkId: answer.checkId, ...whole, offset: events - 1, limit: 5_000 },
    })
    if (all.kind !== 'answered' || all.answer.kind !== 'lines') throw new Error(all.kind)
    expect(all.answer.count).toBe(events + 2)
    expect(all.answer.lines.map(({ line, outcome, eventId }) => [line, outcome, eventId])).toEqual([
      [events + 1, 'repeated', twice[0]],
      [events + 2, 'only-file', 'evt_nobody'],
      [null, 'only-snapshot', missing[0]],
    ])
  })

  test('a check that is not held is gone', async () => {
    const { client, snapshotId } = ledger
    const gone = await askSnapshot(client.snapshots.ask, {
      snapshotId,
      slot,
      question: { ...page, checkId: 'another' },
    })
    expect(gone).toMatchObject({ answer: { kind: 'gone' } })
  })
})

test('a file that is not held, or not whole, is said; leaving a check ends it', async () => {
  const { client, snapshotId } = await sample()
  await expect(checked(client, snapshotId, 'none')).rejects.toMatchObject({ data: { kind: 'invalid', field: 'file' } })
  const { fileId } = await client.fileCheck.open({ name: 'a', bytes: 10 })
  await client.fileCheck.add({ fileId, chunk: Buffer.from('id').toString('base64') })
  await expect(checked(client, snapshotId, fileId)).rejects.toMatchObject({ data: { kind: 'invalid', field: 'file' } })
  await expect(client.fileCheck.open({ name: 'large', bytes: 300 * 1024 * 1024 })).rejects.toMatchObject({
    data: { message: expect.stringContaining('256 MiB') },
  })
  const large = await sent(client, `event_id\n${'a\n'.repeat(900_000)}`)
  const question = {
    ask: 'fileCheck' as const,
    kind: 'ledger' as const,
    fileId: large,
    choices: NOTHING_CHOSEN,
    scope,
    rules: null,
    sent: null,
  }
  const left = new AbortController()
  const steps: string[] = []
  const checking = await client.snapshots.ask({ snapshotId, slot, question }, { signal: left.signal })
  for await (const { state } of checking) {
    steps.push(state)
    left.abort()
  }
  expect(steps).not.toContain('over')
  // Its worker answers at once: nothing of the check is still under way.
  const kinds = await askSnapshot(client.snapshots.ask, {
    snapshotId,
    slot,
    question: { ask: 'rows', scope, sort: null, offset: 0, limit: 1 },
  })
  expect(kinds.kind).toBe('answered')
})
