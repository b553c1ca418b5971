import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { heldEvents } from './event-source.ts'
import { someFormats } from './fixtures/some-formats.ts'
import { someSubject } from './fixtures/some-subject.ts'
import { verifyReceipt } from './verify-receipt.ts'
import { writeDayFolder } from './write-day-folder.ts'

let folder = ''
beforeEach(async () => {
  folder = join(await temporaryFolder(), 'events')
})

const event = (id: string, day: string) =>
  `{"event_id":"${id}","customer_id":"c","event_code":"e","event_type":"debit","created_at":"2026-11-${day}T12:00:00Z","event_properties":{}}`
const NOVEMBER = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' }

/** An export of November, of which there are events of these days. */
function exportOf(
  days: readonly string[],
  { path = folder, gate = Promise.resolve(), onRead = () => {}, onWait = () => {} } = {},
) {
  const held = heldEvents(days.map((day, at) => event(`e${at}`, day)))
  return writeDayFolder({
    path,
    source: {
      rows: days.length,
      async *batches() {
        onRead()
        await gate
        yield* held.batches()
      },
    },
    format: someFormats.parquet,
    sums: [],
    subject: { ...someSubject, header: { ...someSubject.header, range: NOVEMBER } },
    now: () => 0,
    onWait,
  })
}

/** Every path below the folder with what is in it. */
async function contentOf(at = folder): Promise<Record<string, string>> {
  const content: Record<string, string> = {}
  for (const entry of await readdir(at, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    content[path.slice(at.length + 1)] = entry.isFile() ? await readFile(path, 'base64') : `${(await lstat(path)).mode}`
  }
  return content
}

const refused = (words: string | RegExp) => ({
  ok: false,
  failure: { message: words instanceof RegExp ? expect.stringMatching(words) : expect.stringContaining(words) },
})

const day = (date: string, ...more: string[]) => join(folder, `dt=2026-11-${date}`, ...more)
async function put(path: string, content: string | Buffer = 'theirs') {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
}

/** What somebody else may have in the folder, and its name in the refusal. */
const STRANGERS: [what: string, name: string, make: () => Promise<unknown>][] = [
  ['a file of another engine', 'dt=2026-11-03/data_0.parquet', () => put(day('03', 'data_0.parquet'))],
  ['a file beside a day’s', 'dt=2026-11-02/notes.txt', () => put(day('02', 'notes.txt'))],
  ['a hidden file', 'dt=2026-11-09/.keep', () => put(day('09', '.keep'))],
  ['a folder in a day without events', 'dt=2026-11-09/archive', () => put(day('09', 'archive', 'a.txt'))],
  [
    'a file of our name that was never ours',
    'dt=2026-11-09/part-000.parquet',
    () => put(day('09', 'part-000.parquet')),
  ],
  ['a file that is named as a day', 'dt=2026-11-09', () => put(day('09'))],
  ['a day of no calendar', 'dt=20261109', () => put(join(folder, 'dt=20261109', 'x.parquet'))],
  ['a day in capitals', 'DT=2026-11-09', () => put(join(folder, 'DT=2026-11-09', 'x.parquet'))],
  [
    'a day that is a link',
    'dt=2026-11-09, a link',
    async () => {
      await mkdir(join(folder, '..', 'elsewhere'))
      await symlink(join('..', 'elsewhere'), day('09'))
    },
  ],
  [
    'a file of ours that is a link now',
    'dt=2026-11-02/part-000.parquet, a link',
    async () => {
      await rename(day('02', 'part-000.parquet'), join(folder, '..', 'moved.parquet'))
      await symlink(join('..', '..', 'moved.parquet'), day('02', 'part-000.parquet'))
    },
  ],
]

describe('a folder with what is not ours is refused by name, and stays as it is', () => {
  test.each(STRANGERS)('%s', async (_, name, make) => {
    await exportOf(['02'])
    await make()
    const before = await contentOf(join(folder, '..'))
    // Of days that it replaces, and of some that it does not have.
    for (const days of [['02', '03', '09'], ['05']]) expect(await exportOf(days)).toMatchObject(refused(name))
    expect(await contentOf(join(folder, '..'))).toEqual(before)
  })

  test('a table of another engine, which has no receipt', async () => {
    await put(day('03', 'data_0.parquet'))
    await put(day('04', 'data_0.parquet'))
    const before = await contentOf()
    expect(await exportOf(['03'])).toMatchObject(refused(/holds dt=2026-11-0[34]\/data_0\.parquet, which/))
    expect(await contentOf()).toEqual(before)
  })

  test('only what the receipt names is replaced or removed', async () => {
    await exportOf(['02', '03'])
    await put(join(folder, 'notes.txt'))
    expect(await exportOf(['03', '04'])).toMatchObject({ ok: true })
    expect(Object.keys(await contentOf()).sort()).toEqual([
      'datapackage.json',
      'dt=2026-11-03',
      join('dt=2026-11-03', 'part-000.parquet'),
      'dt=2026-11-04',
      join('dt=2026-11-04', 'part-000.parquet'),
      'notes.txt',
    ])
    expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
  })
})

describe.skipIf(process.platform === 'win32')('a receipt that is none is refused in words, at once', () => {
  const receipt = () => join(folder, 'datapackage.json')
  const linked = async () => {
    await rename(receipt(), join(folder, '..', 'moved.json'))
    await symlink(join('..', 'moved.json'), receipt())
  }
  const huge = async () => {
    await writeFile(receipt(), '{}')
    await truncate(receipt(), 2 ** 40)
  }
  const cases: [string, RegExp, () => unknown][] = [
    ['a pipe', /is not an ordinary file/, async () => execFileSync('mkfifo', [receipt()])],
    ['a folder', /is not an ordinary file/, () => mkdir(receipt())],
    ['a device', /is a link/, () => symlink('/dev/zero', receipt())],
    ['a huge file', /is larger than such a file can be/, huge],
    ['a strange one', /has another datapackage\.json/, () => writeFile(receipt(), '{"resources":[],"eventscope":[]}')],
    ['one of no JSON', /has another datapackage\.json/, () => writeFile(receipt(), '[['.repeat(100_000))],
  ]
  test.each(cases)('%s', async (_, words, make) => {
    await exportOf(['02'])
    await rm(receipt())
    await make()
    expect(await exportOf(['02'])).toMatchObject(refused(words))
    expect(await verifyReceipt(folder)).toMatchObject({ ok: false })
  })

  test('a link to another folder’s', async () => {
    await exportOf(['02'])
    await linked()
    expect(await exportOf(['02'])).toMatchObject(refused('is a link'))
  })

  test('one that names a day twice, or another than its file’s', async () => {
    await exportOf(['02', '03'])
    const text = await readFile(receipt(), 'utf8')
    for (const [from, to] of [
      ['"day": "2026-11-03"', '"day": "2026-11-02"'],
      ['"export": 0', '"export": 7'],
    ] as const) {
      await writeFile(receipt(), text.replace(from, to))
      expect(await exportOf(['02'])).toMatchObject(refused('has another datapackage.json'))
    }
  })
})

describe('where no folder can be', () => {
  const failing = (words: RegExp) => ({
    ok: false,
    failure: { detail: expect.stringMatching(words) },
  })

  test('a file, a link that leads nowhere, and what lies below a file, are told in words', async () => {
    const home = join(folder, '..')
    await writeFile(join(home, 'file'), '')
    await symlink('nowhere', join(home, 'loose'))
    expect(await exportOf(['02'], { path: join(home, 'file') })).toMatchObject(refused('is not a folder'))
    expect(await exportOf(['02'], { path: join(home, 'loose') })).toMatchObject(refused('leads nowhere'))
    expect(await exportOf(['02'], { path: join(home, 'file', 'a', 'b') })).toMatchObject(refused('is not a folder'))
    expect((await readdir(home)).sort()).toEqual(['file', 'loose'])
  })

  test.skipIf(process.platform !== 'linux')('a place that nobody can write to', async () => {
    expect(await exportOf(['02'], { path: '/proc/none/events' })).toMatchObject(failing(/was not written/))
  })

  test('a day whose folder became a file meanwhile', async () => {
    const gate = Promise.withResolvers<void>()
    const reading = Promise.withResolvers<void>()
    const writing = exportOf(['02'], { gate: gate.promise, onRead: reading.resolve })
    await reading.promise
    await put(day('02'))
    gate.resolve()
    expect(await writing).toMatchObject(failing(/dt=2026-11-02 is not a folder/))
    expect(await readFile(day('02'), 'utf8')).toBe('theirs')
  })
})

test('of two exports into one folder, one waits, and both are in it', async () => {
  const gate = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  const first = exportOf(['02', '03'], { gate: gate.promise, onRead: reading.resolve })
  await reading.promise
  const second = exportOf(['03', '04'], { onWait: waiting.resolve })
  await waiting.promise
  gate.resolve()
  expect([await first, await second]).toMatchObject([{ ok: true }, { ok: true }])
  expect((await readdir(folder)).sort()).toEqual(['datapackage.json', 'dt=2026-11-03', 'dt=2026-11-04'])
  expect(await verifyReceipt(folder)).toMatchObject({ ok: true })
})

test('what a killed export left beside its files is gone after the next one', async () => {
  await exportOf(['02'])
  const part = `.eventscope-${'0'.repeat(18)}.part`
  await put(day('02', part))
  await put(day('07', part))
  await mkdir(day('08'))
  await put(join(folder, '.eventscope-receipt.part'))
  await put(join(folder, '.eventscope.lock'), '')
  expect(await exportOf(['03'])).toMatchObject({ ok: true })
  expect(Object.keys(await contentOf()).sort()).toEqual([
    'datapackage.json',
    'dt=2026-11-03',
    join('dt=2026-11-03', 'part-000.parquet'),
  ])
})
