import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyReceipt } from '../backend/export/verify-receipt.ts'
import {
  API_KEY,
  idsIn,
  idsOf,
  place,
  runHere,
  runToEnd,
  serve,
  serveBehindGate,
  startExport,
} from './fixtures/start-export.ts'

const lineOf = (stdout: string) => {
  expect(stdout).toMatch(/^\{.*\}\n$/)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Whether a text is there as it is, as UTF-16, or in base64, wherever that began. */
function holds(bytes: Buffer, text: string): boolean {
  const inBase64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), Buffer.from(text)]).toString('base64')
    // Less what hangs together with what stands before and behind it.
    return encoded.replace(/=+$/, '').slice(before === 0 ? 0 : 4, -2)
  })
  // What is left of a short one would be found anywhere.
  const forms = [Buffer.from(text), Buffer.from(text, 'utf16le'), ...inBase64.filter(({ length }) => length > 8)]
  return forms.some((form) => bytes.includes(form))
}

/** Every file below a folder, with what it holds. */
async function filesBelow(folder: string): Promise<{ name: string; bytes: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(files.map(async (name) => ({ name, bytes: await readFile(name) })))
}

describe('a complete export', () => {
  test.skipIf(process.platform === 'win32')('names a file in JSON that no terminal obeys or reorders', async () => {
    const service = await serve({ events: 1 })
    const { out, userData } = await place()
    const file = join(out, 'x\u202encj.\u009b2J\u2028\u0085.ndjson')
    const ended = await runHere(['--out', file, '--user-data', userData], { service })
    expect(ended.stdout).toMatch(/^[^\p{C}\p{Zl}\p{Zp}]*\n$/u)
    expect(lineOf(ended.stdout)).toMatchObject({ file, receipt: `${file}.datapackage.json` })
  })

  test('holds every event of the service, exits with 0, and its last line names file, receipt and hash', async () => {
    const service = await serve({ events: 1_234 })
    const { out, userData } = await place()
    const file = join(out, 'all.ndjson')
    const ended = await runToEnd(['--out', file, '--user-data', userData], { service })
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringMatching(/^All 1,234 events read/m) })
    const receipt = `${file}.datapackage.json`
    expect(lineOf(ended.stdout)).toEqual({
      verdict: 'complete',
      rows: 1_234,
      file,
      receipt,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      readFrom: expect.stringMatching(/Z$/),
      readTo: expect.stringMatching(/Z$/),
    })
    expect(await idsIn(file)).toEqual(await idsOf(service))
    expect(await verifyReceipt(file)).toMatchObject({ ok: true })
    expect(await readdir(join(userData, 'snapshots'))).toEqual([])
  })

  test('by day is refused by name, before anything is asked, where days of somebody else’s are', async () => {
    const { service, gate } = await serveBehindGate({ events: 10 })
    const { out, userData } = await place()
    const theirs = join(out, 'events', 'dt=2026-11-03', 'data_0.parquet')
    await mkdir(dirname(theirs), { recursive: true })
    await writeFile(theirs, 'theirs')
    const args = ['--out', join(out, 'events'), '--user-data', userData, '--partition', 'day']
    const ended = await runHere(args, { service })
    expect(ended).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('dt=2026-11-03/data_0.parquet'),
    })
    expect(gate.arrived()).toBe(0)
    expect(await readFile(theirs, 'utf8')).toBe('theirs')
  })

  test('by day is a folder that its receipt agrees with, and says what DuckDB is to be asked', async () => {
    const service = await serve({ events: 700 })
    const { out, userData } = await place()
    const folder = join(out, 'events')
    const args = ['--out', folder, '--user-data', userData, '--partition', 'day', '--sum', 'amount']
    const ended = await runHere(args, { service })
    expect(ended).toMatchObject({ code: 0 })
    expect(lineOf(ended.stdout)).toMatchObject({
      verdict: 'complete',
      rows: 700,
      file: folder,
      receipt: join(folder, 'datapackage.json'),
      duckdb: { load: expect.stringContaining('read_parquet('), check: expect.stringContaining('agrees') },
    })
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
    expect(await runHere(args, { service })).toMatchObject({ code: 0 })
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
    const twice = await runHere([...args, '--sum', 'amount'], { service })
    expect(lineOf(twice.stdout).sums).toEqual(lineOf(ended.stdout).sums)
    const receipt = JSON.parse(await readFile(join(folder, 'datapackage.json'), 'utf8'))
    // Of the folder, figures stand as they are first found, day by day.
    const [sum] = lineOf(ended.stdout).sums as { figures: unknown[] }[]
    const figures = sum?.figures ?? []
    expect(receipt.eventscope.sums).toEqual([{ ...sum, figures: expect.arrayContaining(figures) }])
    expect(receipt.eventscope.sums[0].figures).toHaveLength(figures.length)
    const within = await runHere([...args, '--from', '2026-11-03T12:00'], { service })
    expect(within).toMatchObject({ code: 2, stderr: expect.stringContaining('begin and end with a day') })
    const csv = await runHere([...args, '--format', 'csv'], { service })
    expect(csv).toMatchObject({ code: 2, stderr: expect.stringContaining('--partition is for parquet only') })
  })

  test('with --sum says credits and debits apart, in its last line as in its receipt', async () => {
    const records = [
      ['a', 'debit', '940.59', 'EUR'],
      ['b', 'credit', '1764.69', 'EUR'],
      ['c', 'debit', '5', 'USD'],
    ].map(([eventId = '', eventType = '', amount = '', currency = ''], at) => ({
      eventId,
      createdAt: `2026-11-20T12:00:0${at}Z`,
      customerId: 'c',
      eventCode: 'e',
      eventType: eventType as 'credit' | 'debit',
      properties: [
        { name: 'amount', kind: 'number' as const, text: amount },
        { name: 'currency', kind: 'string' as const, text: currency },
      ],
    }))
    const service = await serve({ records })
    const { out, userData } = await place()
    const file = join(out, 'all.csv')
    const ended = await runHere(['--sum', 'amount', '--out', file, '--user-data', userData], { service })
    expect(ended.code).toBe(0)
    const counts = { numbers: '1', without: '0', beyond: '0' }
    const figure = (type: string, unit: string, sum: string) => ({ type, units: [unit], sum, ...counts })
    const { sums } = lineOf(ended.stdout)
    expect(sums).toEqual([
      {
        property: 'amount',
        by: ['currency'],
        confirmed: false,
        figures: [figure('credit', 'EUR', '1764.69'), figure('debit', 'EUR', '940.59'), figure('debit', 'USD', '5')],
        rowsOfOtherUnits: '0',
      },
    ])
    expect(JSON.parse(await readFile(`${file}.datapackage.json`, 'utf8')).eventscope.sums).toEqual(sums)
  })

  test('with --sum leaves what is too long for a line to the receipt, and says so', async () => {
    const currency = { name: 'currency', kind: 'string' as const, text: 'x'.repeat(70_000) }
    const properties = [{ name: 'amount', kind: 'number' as const, text: '1' }, currency]
    const event = { eventId: 'a', createdAt: '2026-11-20T12:00:00Z', customerId: 'c', eventCode: 'e' }
    const service = await serve({ records: [{ ...event, eventType: 'debit', properties }] })
    const { out, userData } = await place()
    const file = join(out, 'all.csv')
    const ended = await runHere(['--sum', 'amount', '--out', file, '--user-data', userData], { service })
    expect(ended).toMatchObject({ code: 0, stderr: expect.stringContaining('The sums are in the receipt only') })
    expect(lineOf(ended.stdout)).not.toHaveProperty('sums')
  })

  test('holds what the filters say, in the columns and the dialect that were asked for', async () => {
    const service = await serve({ events: 300 })
    const { out, userData } = await place()
    const file = join(out, 'some.csv')
    const args = [
      '--event-type',
      'debit',
      '--columns',
      'created_at,event_id',
      '--separator',
      'semicolon',
      '--order',
      'newest',
      '--out',
      file,
    ]
    const ended = await runToEnd([...args, '--user-data', userData], { service })
    expect(ended.code).toBe(0)
    const [heads, ...records] = (await readFile(file, 'utf8')).replace('\ufeff', '').trimEnd().split('\r\n')
    expect(heads).toBe('created_at;event_id')
    expect(lineOf(ended.stdout).rows).toBe(records.length)
    expect(records.length).toBeGreaterThan(0)
    expect(records.length).toBeLessThan(300)
    const instants = records.map((record) => Date.parse(record.split(';')[0] ?? ''))
    expect(instants).toEqual(instants.toSorted((a, b) => b - a))
  })

  test.each([
    ['includes its day', ['--to', '2026-11-20'], ['a', 'b']],
    ['includes its instant', ['--to', '2026-11-20T12:00:00Z'], ['a', 'b']],
    ['excludes its instant', ['--until', '2026-11-20T12:00:00Z'], ['a']],
    ['excludes its day', ['--until', '2026-11-20'], []],
  ])('the end %s', async (_, end, ids) => {
    const records = [
      ['a', '2026-11-20T11:59:59.5Z'],
      ['b', '2026-11-20T12:00:00Z'],
      ['c', '2026-11-21T00:00:00Z'],
    ].map(([eventId = '', createdAt = '']) => ({
      eventId,
      createdAt,
      customerId: 'c',
      eventCode: 'e',
      eventType: 'debit' as const,
      properties: [],
    }))
    const service = await serve({ records })
    const { out, userData } = await place()
    const file = join(out, 'all.ndjson')
    const ended = await runHere([...end, '--out', file, '--user-data', userData], { service })
    expect(ended.code).toBe(0)
    expect(await idsIn(file)).toEqual(ids)
  })
})

describe('an export that cannot be complete', () => {
  test('exits with 3, and the file is there', async () => {
    const service = await serve({ events: 250, gaps: { total: 'page' } })
    const { out, userData } = await place()
    const file = join(out, 'all.ndjson')
    const ended = await runHere(['--out', file, '--user-data', userData], { service })
    expect(ended).toMatchObject({ code: 3, stderr: expect.stringContaining('Count not confirmed') })
    expect(lineOf(ended.stdout)).toMatchObject({ verdict: 'unproven', rows: 250 })
    expect(await idsIn(file)).toEqual(await idsOf(service))
  })
})

describe('a failed export leaves what was there', () => {
  test('when the API key is refused: exit 1, and --resume continues with the right one only', async () => {
    const service = await serve({ events: 250 })
    const { out, userData } = await place()
    const file = join(out, 'all.ndjson')
    await writeFile(file, 'kept')
    const args = ['--out', file, '--user-data', userData]
    const ended = await runToEnd(args, { service, env: { EVENTSCOPE_TOKEN: 'another-key' } })
    expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/refused the API key \(401/) })
    expect(ended.stderr).toContain(`To continue: npm run export -- --out ${file} --resume --user-data ${userData}\n`)
    const resumed = await runToEnd([...args, '--resume'], { service })
    expect(resumed).toMatchObject({ code: 2, stderr: expect.stringContaining('another base URL or API key') })
    expect(await readFile(file, 'utf8')).toBe('kept')
    expect(await readdir(out)).toEqual(['all.ndjson'])
  })

  test('when the disk fills up while the file is written, or another program keeps it: exit 1, and --resume writes it without reading again', async ({
    skip,
  }) => {
    const service = await serve({ events: 2_000 })
    const { folder, out, userData } = await place()
    const small = join(folder, 'small')
    await mkdir(small)
    const mount = (...options: string[]) => spawnSync('mount', [...options, 'tmpfs', small]).status
    const bind = (path: string) => spawnSync('mount', ['--bind', path, path]).status
    if (mount('-t', 'tmpfs', '-o', 'size=64k') !== 0) skip('no right to mount a small tmpfs here')
    try {
      const file = join(small, 'all.ndjson')
      await writeFile(file, 'kept')
      const args = ['--out', file, '--user-data', userData]
      mount('-o', 'remount,ro')
      const readOnly = await runHere(args, { service })
      expect(readOnly).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining('may not write to it') })
      mount('-o', 'remount,rw')
      const elsewhere = await runHere(['--out', join(out, 'b.ndjson'), '--user-data', join(small, 'data')], { service })
      expect(elsewhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/full/) })
      expect(await readdir(out)).toEqual([])
      await rm(join(small, 'data'), { recursive: true, force: true })
      const ended = await runToEnd(args, { service })
      expect(ended).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('The disk is full.') })
      expect(await readFile(file, 'utf8')).toBe('kept')
      expect(await readdir(small)).toEqual(['all.ndjson'])
      mount('-o', 'remount,size=16m')
      await service.close()
      const resumed = await runToEnd([...args, '--resume'], { service })
      expect(resumed).toMatchObject({ code: 0, stdout: expect.stringContaining('"rows":2000') })
      // As near as Linux comes to a file that another program keeps open.
      const both = () => Promise.all([file, `${file}.datapackage.json`].map((path) => readFile(path)))
      const there = await both()
      expect(bind(file)).toBe(0)
      const again = await serve({ events: 10 })
      const busy = await runHere(args, { service: again })
      expect(busy).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/open in another program.*\n.*--resume/s),
      })
      expect(await both()).toEqual(there)
      expect((await readdir(small)).sort()).toEqual(['all.ndjson', 'all.ndjson.datapackage.json'])
      expect(spawnSync('umount', [file]).status).toBe(0)
      const free = await runHere([...args, '--resume'], { service: again })
      expect(free).toMatchObject({ code: 0, stdout: expect.stringContaining('"rows":10,') })
    } finally {
      for (const place of [join(small, 'all.ndjson'), small]) spawnSync('umount', [place])
    }
  })
})

describe('what is not understood', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown option', ['--outt', 'x'], /--outt/],
    ['no --out', [], /--out FILE is missing/],
    ['an ending that says nothing', ['--out', 'OUT/all.txt'], /all\.txt does not say .* --format/],
    [
      'two filters of one property',
      ['--property', 'a=string:1', '--property', 'a=number:1'],
      /--property a is given twice/,
    ],
    ['an option given twice', ['--zone', 'UTC', '--zone', 'UTC'], /--zone is given twice/],
    ['two ends', ['--to', '2026-11-20', '--until', '2026-11-21'], /--to and --until exclude each other/],
    ['a type that there is none of', ['--event-type', 'refund'], /--event-type.*refund/],
    ['a number that is none', ['--property', 'a=number:1,5'], /--property a=number:1,5: 1,5 is not a JSON number/],
    ['from later than to', ['--from', '2026-11-20', '--to', '2026-11-19'], /--to 2026-11-19: The end is before/],
    ['a zone that is not known', ['--zone', 'Europe/Nowhere'], /--zone Europe\/Nowhere: The time zone/],
    ['an option that does not fit the format', ['--format', 'xlsx', '--separator', 'tab'], /--separator is for CSV/],
    ['a connection that is not there', ['--connection', 'Billing'], /--connection: there is no connection "Billing"/],
    ['nothing to go on with', ['--resume'], /--resume: no reading was started/],
  ])('%s: exit 2, named, and nothing is touched', async (_, args, words) => {
    const service = await serve({ events: 1 })
    const { out, userData } = await place()
    await writeFile(join(out, 'all.csv'), 'kept')
    const withOut =
      args.some((arg) => arg.startsWith('--out')) || args.length === 0 ? [] : ['--out', join(out, 'all.csv')]
    const given = [...args.map((arg) => arg.replace('OUT', out)), ...withOut, '--user-data', userData]
    const ended = await runHere(given, { service })
    expect(ended).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(words) })
    expect(await readdir(out)).toEqual(['all.csv'])
    expect(await readFile(join(out, 'all.csv'), 'utf8')).toBe('kept')
  })

  test('no connection at all, or variables that cannot be used: exit 2', async () => {
    const { out, userData } = await place()
    const args = ['--out', join(out, 'all.csv'), '--user-data', userData]
    expect(await runHere(args, {})).toMatchObject({ code: 2, stderr: expect.stringContaining('--connection') })
    const onlyKey = await runHere(args, { env: { EVENTSCOPE_TOKEN: API_KEY } })
    expect(onlyKey).toMatchObject({ code: 2, stderr: expect.stringContaining('EVENTSCOPE_BASE_URL is not') })
    const badKey = await runToEnd(args, { env: { EVENTSCOPE_BASE_URL: 'http://127.0.0.1:9', EVENTSCOPE_TOKEN: 'ä' } })
    expect(badKey).toMatchObject({ code: 2, stderr: expect.stringContaining('EVENTSCOPE_TOKEN cannot be used') })
  })

  test('a user-data folder that cannot be used: exit 1, and how to choose another', async () => {
    const service = await serve({ events: 1 })
    const { out } = await place()
    const file = join(out, 'file')
    await writeFile(file, '')
    const ended = await runHere(['--out', join(out, 'all.csv'), '--user-data', file], { service })
    const words = `The folder ${file} cannot be used: It is not a folder.\nChoose another with --user-data FOLDER.`
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(words) })
  })

  test('a place that cannot be written to: exit 1 before anything is read', async () => {
    const { out, userData } = await place()
    await writeFile(join(out, 'file'), '')
    await symlink(join(out, 'file'), join(out, 'link.csv'))
    await mkdir(join(out, 'folder.csv'))
    for (const [to, words] of [
      ['missing/all.csv', 'There is no folder'],
      ['file/all.csv', 'is not a folder'],
      ['folder.csv', 'It is a folder.'],
      ['link.csv', 'It is a link'],
    ] as const) {
      const ended = await runHere(['--out', join(out, to), '--user-data', userData], {})
      expect(ended).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(words) })
    }
    if (process.getuid?.() !== 0) {
      await chmod(out, 0o500)
      const ended = await runHere(['--out', join(out, 'b.csv'), '--user-data', userData], {})
      await chmod(out, 0o700)
      expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('may not write to it') })
    }
    expect((await readdir(out)).sort()).toEqual(['file', 'folder.csv', 'link.csv'])
  })

  test('--help lists the options and exits with 0', async () => {
    expect(await runToEnd(['--help'], {})).toEqual({ code: 0, stdout: '', stderr: expect.stringContaining('--until') })
  })
})

test('the API key is in no file, no receipt, no log and no argument list, and nothing kept while reading can be read', async () => {
  const { service, gate } = await serveBehindGate({ events: 2_000 })
  const ids = await idsOf(service)
  const { folder, out, userData } = await place()
  const file = join(out, 'all.csv')
  gate.letPass(12)
  const begun = startExport(['--out', file, '--event-type', 'debit', '--user-data', userData], { service })
  await gate.reached()
  if (process.platform === 'linux') expect(readFileSync(`/proc/${begun.pid}/cmdline`, 'utf8')).not.toContain(API_KEY)
  begun.signal('SIGINT')
  const ended = await begun.ended
  expect(ended.code).toBe(130)
  const kept = await filesBelow(userData)
  expect(kept.some(({ name }) => name.endsWith('.db'))).toBe(true)
  for (const { name, bytes } of kept) {
    const found = [API_KEY, service.url, 'debit', 'all.csv', 'event_id', ...ids].find((text) => holds(bytes, text))
    expect(found, name).toBeUndefined()
  }
  gate.letPass(Number.POSITIVE_INFINITY)
  const resumed = await runToEnd(['--out', file, '--resume', '--user-data', userData], { service })
  expect(resumed.code).toBe(0)
  const files = await filesBelow(folder)
  expect(files.map(({ name }) => basename(name))).toContain('all.csv.datapackage.json')
  for (const { name, bytes } of files) expect(holds(bytes, API_KEY), name).toBe(false)
  for (const output of [ended, resumed]) expect(output.stdout + output.stderr).not.toContain(API_KEY)
})
