// npm run check --kind invoice: Nordlicht's invoice against the sample company, as a process of its own; other files
// within this one.
import { randomUUID } from 'node:crypto'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readDataFile } from '../../service/data-file.ts'
import { sampleCompanyFile } from '../../service/fixtures/sample-company-file.ts'
import { SAMPLE_COMPANY_RULES, sampleInvoice } from '../../shared/worth/sample-company-files.ts'
import { serviceFetch } from '../backend/http/service-fetch.ts'
import { readSnapshot } from '../backend/snapshots/reading/read-snapshot.ts'
import type { SnapshotHeader } from '../backend/snapshots/snapshot-journal.ts'
import { createSnapshotStore } from '../backend/snapshots/store/snapshot-store.ts'
import { checkCommand } from './check-command.ts'
import { readingEffects } from './command-store.ts'
import { API_KEY, place, runHere, serve, startProgram } from './fixtures/start-export.ts'

const NOW = Date.parse('2026-11-22T15:00:00Z')
const OCTOBER = ['--from', '2026-10', '--to', '2026-10', '--zone', 'Europe/Berlin']
const program = fileURLToPath(new URL('check.ts', import.meta.url))

/** The command over the sample company; the file is Nordlicht's invoice of October unless another text is given. */
async function company(text = sampleInvoice('2026-10').text) {
  const { events } = await readDataFile(await sampleCompanyFile({ now: NOW }))
  const service = await serve({ records: events, clock: () => NOW })
  const { out, userData } = await place()
  const [rules, file] = [join(out, 'rules.json'), join(out, 'invoice.csv')]
  await writeFile(rules, SAMPLE_COMPANY_RULES)
  await writeFile(file, text)
  const given = (args: string[]) => ['--kind', 'invoice', '--file', file, '--user-data', userData, ...args]
  const run = (...args: string[]) => runHere(given(args), { service }, checkCommand)
  const ruled = (...args: string[]) => run('--rules', rules, ...args)
  const started = (...args: string[]) =>
    startProgram([process.execPath, program, ...given(['--rules', rules, ...args])], { service }).ended
  return { service, userData, run, ruled, started, out, file }
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

const isLine = (one: object) => 'line' in one

test('Nordlicht’s invoice: 46 too little hides 154 too much, 200 not billed and 480 in doubt', async () => {
  const { started } = await company()
  const { code, stdout, stderr } = await started(...OCTOBER, '--edges', '--shown-zone', 'America/New_York')
  expect([code, stderr]).toEqual([3, expect.any(String)])
  const all = linesOf(stdout)
  const causes = (...codes: string[]) =>
    expect.arrayContaining(codes.map((one) => expect.objectContaining({ code: one })))
  expect(all.filter(isLine)).toMatchObject([
    { line: 2, verdict: 'agrees' },
    {
      line: 3,
      verdict: 'in-doubt',
      doubt: '480.00',
      currency: 'EUR',
      words: 'agrees, but 480.00 EUR possibly charged twice',
    },
    { line: 4, verdict: 'agrees' },
    { line: 5, verdict: 'explained', difference: '3.00', currency: 'EUR', causes: causes('utc') },
    { line: 6, verdict: 'explained', difference: '135.00', causes: [{ code: 'another-price', worth: '675.00' }] },
    { line: 7, verdict: 'explained', difference: '16.00', causes: causes('included-forgotten') },
    { line: 8, verdict: 'agrees' },
    { line: 9, verdict: 'not-from-events' },
    { line: 10, verdict: 'not-from-events' },
    { line: 11, verdict: 'total' },
  ])
  expect(all[0]).toEqual({ line: 2, verdict: 'agrees' })
  expect(all.at(-2)).toMatchObject({
    unbilled: { customerId: 'cus_nordlicht', eventCode: 'sms', quantity: '4000', worth: '200.00', currency: 'EUR' },
  })
  expect(all).toHaveLength(12)
  expect(all.at(-1)).toMatchObject({
    summary: {
      verdict: 'complete',
      agrees: false,
      verdicts: { agrees: 3, 'in-doubt': 1, explained: 3, 'not-from-events': 2, total: 1 },
      paper: { wrongProducts: 0, holds: true },
      unbilled: 1,
      billedTwice: 0,
      equation: [
        {
          currency: 'EUR',
          usage: '13736.00',
          worth: '13782.00',
          difference: '-46.00',
          tooMuch: { lines: 3, sum: '154.00' },
          notBilled: { groups: 1, sum: '-200.00' },
          holds: true,
          inDoubt: '480.00',
        },
      ],
    },
  })
})

test('a right invoice of one customer’s code is exit 0; with others not billed it is 3, and needed edges are said', async () => {
  const { ruled, run, file } = await company('Item,Quantity,Amount\nStorage GB days,372000,372.00\n')
  const args = [...OCTOBER, '--customer-id', 'cus_nordlicht', '--currency', 'EUR']
  const right = await ruled(...args, '--event-code', 'storage_gb_days')
  expect(right.code).toBe(0)
  expect(linesOf(right.stdout)[0]).toEqual({ line: 2, verdict: 'agrees' })
  const some = await ruled(...args)
  expect(some.code).toBe(3)
  expect(linesOf(some.stdout).at(-1).summary).toMatchObject({ unbilled: 7, agrees: false, verdicts: { agrees: 1 } })
  expect(await run(...args)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--rules: ') })
  await writeFile(file, 'Item,Quantity,Amount\nEgress GB,9337.5,747.00\n')
  const edge = await ruled(...args, '--event-code', 'egress_gb')
  expect(edge).toMatchObject({ code: 3, stderr: expect.stringContaining('--edges reads them.') })
  expect(linesOf(edge.stdout)[0]).toMatchObject({ verdict: 'unexplained', difference: '3.00' })
  const read = await ruled(...args, '--event-code', 'egress_gb', '--edges')
  expect(linesOf(read.stdout)[0]).toMatchObject({ verdict: 'explained', causes: [{ code: 'utc' }] })
  const utcFile = 'Item,From (UTC),To (UTC),Amount\nStorage GB days,2026-10-01,2026-10-31,372.00\n'
  await writeFile(file, utcFile)
  const utc = await ruled(...args, '--event-code', 'storage_gb_days')
  expect(utc).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 of them with hours (UTC) that were not read'),
  })
  const words = 'agrees, but its last hour (UTC) was not read'
  expect(linesOf(utc.stdout)[0]).toMatchObject({ line: 2, verdict: 'agrees', words, inUtc: 'not-read' })
  await writeFile(file, 'Item,Quantity,Amount\nStorage GB days,372000,€372.00\n')
  const inCells = await ruled(...args.slice(0, -2), '--event-code', 'storage_gb_days')
  expect(inCells).toMatchObject({ code: 0, stderr: expect.not.stringContaining('--currency') })
  await writeFile(file, utcFile)
  const whole = await ruled(...args, '--event-code', 'storage_gb_days', '--edges')
  expect(linesOf(whole.stdout)[0]).toEqual({ line: 2, verdict: 'agrees' })
})

test('a kept snapshot has its edges read from its own connection, and from no other', async () => {
  const { service, userData, ruled, file } = await company('Item,Quantity,Amount\nEgress GB,9337.5,747.00\n')
  const connection = { id: 'environment', name: 'Environment', baseUrl: service.url, account: 1 }
  await keptSnapshot(userData, connection, 'October')
  await keptSnapshot(userData, { ...connection, account: 2 }, 'Of another account')
  const args = ['--edges', '--currency', 'EUR']
  const { code, stdout, stderr } = await ruled('--snapshot', 'October', ...args)
  expect(code).toBe(3)
  // Besides how far it is, which a slow reading says.
  expect(stderr).not.toMatch(/Around the period|--edges/)
  expect(linesOf(stdout)[0]).toMatchObject({
    line: 2,
    verdict: 'explained',
    causes: [{ code: 'utc', worth: '747.00' }],
  })
  const other = await ruled('--snapshot', 'Of another account', ...args)
  expect(other).toMatchObject({ code: 2, stderr: expect.stringMatching(/^--edges: the connection “Environment”/m) })
  await writeFile(file, 'Item,Quantity,Amount\nEgress GB,9300,744.00\n')
  expect(await ruled('--snapshot', 'October', '--currency', 'EUR')).toMatchObject({ code: 0 })
})

/** Nordlicht's egress in October, as the window keeps it. */
async function keptSnapshot(folder: string, connection: SnapshotHeader['connection'], name: string): Promise<void> {
  const storeKey = { key: Buffer.alloc(32, 7), thisRunOnly: null }
  const store = createSnapshotStore({ folder, storeKey, now: () => NOW })
  const header: SnapshotHeader = {
    id: randomUUID(),
    connection,
    search: { propertyFilters: [], customerId: 'cus_nordlicht', eventCode: 'egress_gb' },
    range: { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' },
    begunAt: new Date(NOW).toISOString(),
  }
  const begun = store.begin(header, name)
  if (!begun.ok) throw new Error(JSON.stringify(begun.failure))
  const access = { connectionName: connection.name, baseUrl: connection.baseUrl, token: API_KEY }
  const effects = readingEffects(access, {
    fetch: serviceFetch,
    now: () => NOW,
    wait: async () => undefined,
    random: Math.random,
  })
  const outcome = await readSnapshot(begun.value, effects, new AbortController().signal, () => undefined)
  expect(outcome).toMatchObject({ kind: 'finished' })
  await begun.value.close()
  await store.end()
}

test('what only its owner knows is exit 2 and names the option', async () => {
  const { ruled, run, file, out } = await company()
  const refused = async (text: string | null, words: string, ...args: string[]) => {
    if (text !== null) await writeFile(file, text)
    const ended = await ruled(...args)
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(words) })
  }
  const one = 'Item,Amount,Currency\nSeats,4060.00,EUR\n'
  await refused('what,value\nSeats,1\n', '--columns: say which column is the item of a line', ...OCTOBER)
  await refused('Item,Amount\nSeats,1.00\n', '--currency: ', ...OCTOBER)
  await refused(one, '--customer: ', ...OCTOBER)
  await refused(one, '--period: ', '--customer', 'cus_nordlicht', '--from', '2026-10-01', '--to', '2026-10-12')
  await refused(one, '--period soon must be a month', '--period', 'soon')
  await refused(one, '--key goes with --kind ledger', '--key', 'customer_id')
  await refused(one, '--shown-zone Nowhere is not known', '--shown-zone', 'Nowhere')
  await refused('Item,Amount,Currency\nSeats,1.234,EUR\n', '--decimal: ', ...OCTOBER, '--customer', 'cus_nordlicht')
  await refused(one, '--columns: the file has no column “Was”', '--columns', 'Was=item')
  await refused(one, '--columns Item=code must be written as HEAD=MEANING', '--columns', 'Item=code')
  const map = join(out, 'map.csv')
  await writeFile(map, 'of,said,is\nnot-from-events,Seats,gift\n')
  await refused(one, `--map ${map}: Line 2 must have the columns of`, '--map', map)
  expect(await run('--kind', 'order')).toMatchObject({ code: 2 })
})

test('names are said by --map, columns by --columns; a PDF, and a file of 300 MiB, are exit 1', async () => {
  const text = 'Wer;Was;Betrag\nNordlicht;Lizenzen;4060,00\nNordlicht;Extra;5,00\nNordlicht;Bis hier;4065,00\n'
  const { ruled, out, file } = await company(text)
  const map = join(out, 'map.csv')
  await writeFile(
    map,
    'of,said,is\ncustomer,Nordlicht,cus_nordlicht\ncode,Lizenzen,seats\nnot-from-events,Extra,fee\ntotal,Bis hier,\n',
  )
  const args = ['--columns', 'Wer=customer,Was=item,Betrag=amount', '--map', map, '--currency', 'EUR']
  const { code, stdout } = await ruled(...OCTOBER, '--event-code', 'seats', ...args)
  expect(linesOf(stdout)).toMatchObject([
    { line: 2, verdict: 'agrees' },
    { line: 3, verdict: 'not-from-events' },
    { line: 4, verdict: 'total' },
    { summary: { agrees: true, paper: { holds: true } } },
  ])
  expect(code).toBe(0)
  await writeFile(file, '%PDF-1.7\n')
  expect(await ruled(...OCTOBER)).toMatchObject({ code: 1, stderr: expect.stringContaining('This file is a PDF') })
  await truncate(file, 300 * 1024 * 1024)
  expect(await ruled(...OCTOBER)).toMatchObject({ code: 1, stderr: expect.stringContaining('larger than 256 MiB') })
})
