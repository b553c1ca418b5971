// npm run check against a reference service and in a folder of its own: as a process of its own where one file is
// checked after the other and where it is stopped, else within this one.
import { readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Service } from '../../service/server.ts'
import { TOO_LARGE_WORDS } from '../backend/check/held-files.ts'
import { checkCommand } from './check-command.ts'
import { API_KEY, place, runHere, serve, serveBehindGate, startProgram } from './fixtures/start-export.ts'

const program = fileURLToPath(new URL('check.ts', import.meta.url))

const start = (args: string[], service: Service) => startProgram([process.execPath, program, ...args], { service })
const run = (args: string[], service: Service) => runHere(args, { service }, checkCommand)

interface SentEvent {
  event_id: string
  customer_id: string
  event_code: string
  event_type: string
  created_at: string
  event_properties: Record<string, unknown>
}

async function eventsOf({ url }: Service): Promise<SentEvent[]> {
  const answer = await fetch(`${url}/v1/events/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ limit: 100, offset: 0 }),
  })
  return ((await answer.json()) as { events: SentEvent[] }).events
}

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a ledger that agrees is exit 0, one that does not is 3, with a line for each line of it and the summary last', async () => {
  const service = await serve({ events: 60 })
  const { out, userData } = await place()
  const events = await eventsOf(service)
  const rows = events.map((event) => [event.event_id, event.customer_id, event.event_code])
  const heads = ['event_id', 'customer_id', 'event_code']
  const file = join(out, 'ledger.csv')
  const written = (all: string[][]) => writeFile(file, [heads, ...all].map((cells) => cells.join(',')).join('\n'))
  const args = ['--file', file, '--user-data', userData]

  await written(rows)
  const agreed = await start(args, service).ended
  // It says nothing of money.
  expect(agreed).toMatchObject({
    code: 4,
    stderr: expect.stringContaining(
      'No money was compared. All 60 lines match, and no event is missing from the file.',
    ),
  })
  const lines = linesOf(agreed.stdout)
  expect(lines).toHaveLength(61)
  expect(lines[0]).toEqual({ line: 2, outcome: 'matched', eventId: rows[0]?.[0] })
  expect(lines.at(-1)).toMatchObject({ summary: { verdict: 'complete', comparesMoney: false, lines: 60, events: 60 } })

  const [first = [], second = [], third = [], ...rest] = rows
  await written([[first[0] ?? '', 'somebody', first[2] ?? ''], second, second, ['evt_nobody', 'a', 'b'], ...rest])
  const differing = await start(args, service).ended
  expect(differing).toMatchObject({ code: 3 })
  const [one, two, again, none, ...others] = linesOf(differing.stdout)
  expect(one).toMatchObject({
    line: 2,
    outcome: 'differing',
    eventId: first[0],
    differs: { customer_id: { file: 'somebody', snapshot: first[1] } },
  })
  expect([two, again, none].map(({ outcome }) => outcome)).toEqual(['matched', 'repeated', 'only-file'])
  expect(again).toMatchObject({ line: 4, repeats: 3 })
  expect(others.at(-2)).toEqual({ line: null, outcome: 'only-snapshot', eventId: third[0] })
  expect(others.at(-1)).toMatchObject({ summary: { outcomes: { 'only-snapshot': { lines: 0, events: 1 } } } })
})

test('times whose head says UTC are in UTC, whichever zone the days of the range are in', async () => {
  const service = await serve({ events: 3 })
  const { out, userData } = await place()
  const file = join(out, 'ledger.csv')
  const rows = (await eventsOf(service)).map((one) => `${one.event_id},${one.created_at.replace(/T(.*)Z$/, ' $1')}`)
  await writeFile(file, ['event_id,Created (UTC)', ...rows].join('\n'))
  const checked = await run(['--file', file, '--user-data', userData, '--zone', 'Asia/Tokyo'], service)
  expect(checked).toMatchObject({ code: 4, stderr: expect.stringContaining('without an offset are read in UTC.') })
})

test('what the window says of a file is on standard error, the sum of the check first, and in the summary', async () => {
  const service = await serve({ events: 3 })
  const { out, userData } = await place()
  const [first, second, third] = await eventsOf(service)
  const file = join(out, 'ledger.csv')
  await writeFile(
    file,
    `event_id,created_at,amount\n${first?.event_id},${first?.created_at},n/a\n${second?.event_id},soon,(5.00)\n${third?.event_id},${third?.created_at},1.00\nTotal,,\n`,
  )
  const { code, stdout, stderr } = await run(['--file', file, '--user-data', userData, '--sent', 'amount'], service)
  expect(code).toBe(3)
  const said = stderr.split(/[\r\n]+/).map((line) => line.trim())
  const at = (words: string) => said.findIndex((line) => line.includes(words))
  const places = [
    'of 3 lines match.',
    'created_at: 1 cell is not a time, such as “soon” in line 3.',
    'amount: 1 cell is not a number, such as “n/a” in line 2.',
    '“(5.00)” on line 3 is read as −5.00.',
    'Line 5 is a row of totals without an amount that is read.',
  ].map(at)
  expect(places[0], stderr).toBeGreaterThanOrEqual(0)
  expect(places, stderr).toEqual(places.toSorted((a, b) => a - b))
  const printed = linesOf(stdout)
  expect(printed.at(-2)).toMatchObject({ line: 5, outcome: 'total', stated: null, holds: null })
  expect(printed.at(-1).summary).toMatchObject({ words: expect.stringContaining('of 3 lines match.'), totals: 1 })
  expect(printed.at(-1).summary.columns).toMatchObject([
    { unread: 0 },
    { unread: 1, unreadCells: [{ line: 3, text: 'soon' }] },
    { unread: 1, unreadCells: [{ line: 2, text: 'n/a' }] },
  ])
})

test('by a key, with money by rules, and the equation', async () => {
  const service = await serve({ events: 40 })
  const { out, userData } = await place()
  const events = await eventsOf(service)
  const file = join(out, 'ledger.ndjson')
  const rules = join(out, 'rules.json')
  await writeFile(
    rules,
    '{"eventscopeRules":1,"rules":[{"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}],"prices":[]}',
  )
  const lines = events
    .slice(1)
    .map(({ customer_id, event_code, created_at, event_properties: { amount, currency } }) => ({
      customer_id,
      event_code,
      created_at,
      amount: amount ?? null,
      currency: currency ?? null,
    }))
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const args = ['--file', file, '--user-data', userData, '--rules', rules, '--key', 'customer_id,event_code,created_at']
  const ended = await run(args, service)
  expect(ended).toMatchObject({ code: 3 })
  const { summary } = linesOf(ended.stdout).at(-1)
  expect(summary.outcomes.matched).toMatchObject({ lines: 39, events: 39 })
  expect(summary.outcomes['only-snapshot']).toMatchObject({ lines: 0, events: 1 })
  for (const { holds } of summary.equation) expect(holds).toBe(true)
})

test('what events and files hold is JSON that no terminal obeys or reorders, of a ledger and of an invoice', async () => {
  const hostile = 'x\u202e\u2028y\u009b2J'
  const of = { eventId: hostile, customerId: hostile, eventCode: hostile, eventType: 'debit' as const }
  const properties = [
    { name: 'amount', kind: 'number' as const, text: '1' },
    { name: 'currency', kind: 'string' as const, text: 'EUR' },
  ]
  const service = await serve({ records: [{ ...of, createdAt: '2025-10-20T12:00:00Z', properties }] })
  const { out, userData } = await place()
  const [file, rules] = [join(out, 'file.csv'), join(out, 'rules.json')]
  await writeFile(
    rules,
    '{"eventscopeRules":1,"rules":[{"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}],"prices":[]}',
  )
  const printed = async (text: string, ...more: string[]) => {
    await writeFile(file, text)
    const args = ['--file', file, '--user-data', userData, '--rules', rules, ...more]
    const { code, stdout, stderr } = await run(args, service)
    if (code !== 3) throw new Error(stderr)
    for (const line of stdout.trimEnd().split('\n')) expect(line).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]*$/u)
    const lines = linesOf(stdout)
    return { lines: JSON.stringify(lines.slice(0, -1)), summary: JSON.stringify(lines.at(-1)) }
  }
  const ofMonth = ['--from', '2025-10', '--to', '2025-10', '--zone', 'UTC']
  const asInvoice = ['--kind', 'invoice', '--customer', hostile, '--currency', 'EUR', ...ofMonth]
  const ledger = await printed(`id,"${hostile}"\nother,1\n`, '--columns', `id=event_id,${hostile}=customer_id`)
  const invoice = await printed(`Item,Quantity,Amount\n"never ${hostile}",2,4.00\n`, ...asInvoice)
  for (const part of [ledger.lines, ledger.summary, invoice.lines, invoice.summary]) expect(part).toContain(hostile)
})

describe('exit', () => {
  /** A file on a service of three events, and what checking it ends with. */
  async function withFile() {
    const service = await serve({ events: 3 })
    const { out, userData } = await place()
    const file = join(out, 'ledger.csv')
    const args = ['--file', file, '--user-data', userData]
    const ended = async (text: string | Buffer, ...more: string[]) => {
      await writeFile(file, text)
      const { code, stderr, stdout } = await run([...args, ...more], service)
      expect(stdout).toBe('')
      return { code, stderr }
    }
    return { service, out, file, args, ended }
  }

  test.each<[string, string, RegExp, ...string[]]>([
    ['--separator', 'event_id;a,b\n1;2,3\n', /^--separator: /],
    [
      '--columns, --key or --kind',
      'name,value\n1,2\n',
      /^--columns, --key or --kind invoice: .* check the file as an invoice\.\n$/,
    ],
    ['--kind', 'Item,Quantity,Amount\nSeats,2,4.00\n', /^--kind invoice: the file seems to be one/],
    ['--decimal', 'event_id,amount\nx,1.234\n', /--decimal: “1\.234” can be 1\.234 or 1234\./, '--sent', 'amount'],
    ['--rules or --sent', 'event_id,amount\nx,1\n', /--rules or --sent: /],
    ['--columns', 'event_id\nx\n', /--columns: the file has no column “ID”/, '--columns', 'ID=event_id'],
    ['--snapshot', 'event_id\nx\n', /--snapshot: there is no snapshot “None”/, '--snapshot', 'None'],
  ])('2 names %s, which only the user knows', async (_, text, words, ...more) => {
    const { ended } = await withFile()
    expect(await ended(text, ...more)).toEqual({ code: 2, stderr: expect.stringMatching(words) })
  })

  test('2 is of an option that is not known', async () => {
    const { service, file } = await withFile()
    expect(await run(['--fil', file], service)).toMatchObject({ code: 2 })
  })

  test('2 names what is wrong in a map', async () => {
    const { out, ended } = await withFile()
    const map = join(out, 'map.csv')
    const refused = async (text: string | Buffer) => {
      await writeFile(map, text)
      return ended('event_id\nx\n', '--map', map)
    }
    expect(await refused('of,said,is\nregion,a,b\n')).toEqual({
      code: 2,
      stderr: `--map ${map}: Line 2 must have the columns of (customer or code), said and is.\n`,
    })
    expect(await refused(Buffer.from('of,said,is\ncustomer,M\u00fcller,cus_1\n', 'latin1'))).toEqual({
      code: 2,
      stderr: `--map ${map}: This is not UTF-8.\n`,
    })
    expect(await ended('event_id\nx\n', '--map', join(out, 'none.csv'))).toEqual({
      code: 2,
      stderr: `--map ${join(out, 'none.csv')}: The file cannot be read: there is no such file.\n`,
    })
  })

  test('1 is of a file that cannot be read', async () => {
    const { service, out, file, args, ended } = await withFile()
    expect(await ended('%PDF-1.7')).toEqual({ code: 1, stderr: expect.stringContaining('This file is a PDF') })
    await truncate(file, 300 * 1024 * 1024)
    expect(await run(args, service)).toMatchObject({ code: 1, stdout: '', stderr: `${file}: ${TOO_LARGE_WORDS}\n` })
    for (const [path, why] of [
      [join(out, 'gone.csv'), 'there is no such file'],
      [out, 'this is a folder'],
    ] as const) {
      expect(await run(['--file', path], service)).toMatchObject({
        code: 1,
        stderr: `${path}: The file cannot be read: ${why}.\n`,
      })
    }
  })
})

test('Ctrl+C while events are read is exit 130, and nothing is printed or kept', async () => {
  const { service, gate } = await serveBehindGate({ events: 1_000 })
  const { out, userData } = await place()
  const file = join(out, 'ledger.csv')
  await writeFile(file, 'event_id\nx\n')
  gate.letPass(6)
  const begun = start(['--file', file, '--user-data', userData], service)
  await Promise.race([gate.reached(), begun.ended])
  begun.signal('SIGINT')
  expect(await begun.ended).toMatchObject({ code: 130, stdout: '' })
  gate.letPass(Number.POSITIVE_INFINITY)
  const named = await run(['--file', file, '--user-data', userData, '--snapshot', 'any'], service)
  expect(named.stderr).toContain('There are none yet.')
})

test('what a check that was killed has left behind goes with the next one, and that of one that runs stays', async () => {
  // A gate each: with a shared one, the faster process could use up all requests, and the other would have no snapshot.
  const gates = [await serveBehindGate({ events: 1_000 }), await serveBehindGate({ events: 1_000 })] as const
  const { out, userData } = await place()
  const file = join(out, 'ledger.csv')
  await writeFile(file, 'event_id\nx\n')
  const snapshots = async () => (await readdir(join(userData, 'snapshots'))).filter((name) => name.endsWith('.db'))
  const args = ['--file', file, '--user-data', userData]
  const [killed, running] = gates.map(({ service, gate }) => {
    gate.letPass(6)
    return start(args, service)
  }) as [ReturnType<typeof start>, ReturnType<typeof start>]
  await Promise.all(gates.map(({ gate }) => gate.reached()))
  await expect.poll(async () => (await snapshots()).length, { timeout: 20_000 }).toBe(2)
  killed.signal('SIGKILL')
  await killed.ended
  expect(await snapshots()).toHaveLength(2)
  const named = await run([...args, '--snapshot', 'any'], gates[0].service)
  expect(named.stderr).toContain('There are none yet.')
  expect(await snapshots()).toHaveLength(1)
  gates[1].gate.letPass(Number.POSITIVE_INFINITY)
  expect(await running.ended).toMatchObject({ code: 3 })
  expect(await snapshots()).toEqual([])
})
