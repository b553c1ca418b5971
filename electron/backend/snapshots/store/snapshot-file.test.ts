import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../../../shared/exact/fixtures/any-text.ts'
import { verdictName } from '../../../../shared/snapshot/verdict-name.ts'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { anyHeader, journalContract } from '../fixtures/journal-contract.ts'
import { UNREAD } from '../reading-state.ts'
import { NONE_MISSED, type SnapshotRow, type TimeSlice, wholeAccount } from '../time-slice.ts'
import { KEPT, KEPT_KEY, KEPT_PATH } from './fixtures/kept-snapshot.ts'
import { SNAPSHOT_SCHEMA } from './snapshot-contents.ts'
import { createSnapshotFile, openSnapshotFile, type SnapshotFile } from './snapshot-file.ts'

const key = Buffer.alloc(32, 7)
const label = { name: 'November, Northwind', closed: null, deleteAfterDays: null }

const optionsIn = (folder: string) => ({ path: join(folder, 'one.db'), key, id: anyHeader.id })

async function created(): Promise<{ file: SnapshotFile; options: ReturnType<typeof optionsIn> }> {
  const options = optionsIn(await temporaryFolder())
  const file = createSnapshotFile(options, anyHeader, label)
  if (!file.ok) throw new Error(JSON.stringify(file.failure))
  return { file: file.value, options }
}

function reopened(options: ReturnType<typeof optionsIn>): SnapshotFile {
  const file = openSnapshotFile(options)
  if ('why' in file) throw new Error(file.words)
  return file
}

const slice = (id: number): TimeSlice => ({
  id,
  from: null,
  to: null,
  state: 'read',
  askedAt: null,
  readings: 1,
  total: 2,
  steady: true,
  returned: 2,
  kept: 2,
  leftOut: { before: 0, after: 0, atEnd: 0 },
  repeats: 0,
  shared: 0,
  twoTexts: 0,
  missing: 0,
  nextOffset: 2,
  sorted: true,
  fell: false,
  fingerprint: null,
  failure: null,
  after: 2,
  account: null,
  seam: null,
  takenOver: false,
})
const row = (text: string): SnapshotRow => ({ source: JSON.stringify({ event_id: text }), misses: NONE_MISSED })

async function rowsOf(file: SnapshotFile, sliceId: number): Promise<SnapshotRow[]> {
  const all: SnapshotRow[] = []
  for await (const segment of file.rows(sliceId)) {
    if (!segment.ok) throw new Error(segment.failure.kind === 'disk' ? segment.failure.detail : '')
    all.push(...segment.value)
  }
  return all
}

describe('on disk', () => {
  journalContract(async () => {
    const { file, options } = await created()
    return {
      journal: file,
      again: async () => reopened(options),
    }
  })
})

test('its file is for this user only, and nothing in it can be read', async () => {
  const { file, options } = await created()
  const secret = 'cus_northwind_traders_4711'
  await file.commit({
    slices: [slice(1)],
    rows: { sliceId: 1, how: 'replace', rows: Array.from({ length: 1500 }, () => row(secret)) },
  })
  await file.close()
  expect(statSync(options.path).mode & 0o777).toBe(0o600)
  const bytes = readFileSync(options.path).toString('latin1')
  expect(bytes).toContain('SQLite')
  for (const word of [secret, 'northwind', 'Northwind', 'cus_1', 'http://127.0.0.1:1', '2026-11-01', 'event_id'])
    expect(bytes).not.toContain(word)
})

test('any text comes back as it was, whatever it holds', async () => {
  const { file, options } = await created()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ source: anyText(), misses: fc.array(anyText(), { maxLength: 3 }) })),
      async (rows) => {
        await file.commit({ slices: [slice(1)], rows: { sliceId: 1, how: 'replace', rows } })
        expect(await rowsOf(reopened(options), 1)).toEqual(rows)
      },
    ),
    { numRuns: 40 },
  )
})

test('every byte counts: whichever one is changed, no other rows are told, and mostly the reason is', async () => {
  const { file, options } = await created()
  const rows = Array.from({ length: 30 }, (_, at) => row(`evt_${at}`))
  await file.commit({ slices: [slice(1)], rows: { sliceId: 1, how: 'replace', rows } })
  await file.commit({ slices: [slice(2)], rows: { sliceId: 2, how: 'replace', rows } })
  await file.close()
  const whole = readFileSync(options.path)
  let refused = 0
  // Each page and each sealed batch is met many times: from another byte on each time, by a step that divides no page.
  const step = process.env.EVENTSCOPE_LONG === '1' ? 7 : 67
  for (let at = Math.floor(Math.random() * step); at < whole.length; at += step) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x10
    writeFileSync(options.path, changed)
    const contents = await contentsOf(options)
    if ('reason' in contents) {
      refused += 1
      expect(contents.reason).toMatch(/damaged|another key|newer|disk|could not be used/i)
    } else expect(contents.rows, `byte ${at}`).toEqual([rows, rows])
  }
  expect(refused).toBeGreaterThan(350 / step)
})

/** All that a reader is told: the rows of both slices, or why not. */
async function contentsOf(options: ReturnType<typeof optionsIn>) {
  const file = openSnapshotFile(options)
  if ('why' in file) return { reason: file.words }
  try {
    return { rows: [await rowsOf(file, 1), await rowsOf(file, 2)] }
  } catch (error) {
    return { reason: (error as Error).message }
  } finally {
    await file.close()
  }
}

test('a segment or a slice that is taken out, or put in another one’s place, is missed', async () => {
  const { file, options } = await created()
  await file.commit({ slices: [slice(1)], rows: { sliceId: 1, how: 'replace', rows: [row('a')] } })
  await file.commit({ slices: [slice(2)], rows: { sliceId: 2, how: 'replace', rows: [row('b')] } })
  await file.close()
  const whole = readFileSync(options.path)
  for (const tampering of [
    'DELETE FROM segment WHERE slice = 2',
    'DELETE FROM slice WHERE id = 2',
    'UPDATE segment SET value = (SELECT value FROM segment WHERE slice = 1) WHERE slice = 2',
    'UPDATE segment SET slice = 3 - slice',
    'UPDATE slice SET value = (SELECT value FROM slice WHERE id = 1) WHERE id = 2',
    "UPDATE meta SET value = (SELECT value FROM meta WHERE name = 'label') WHERE name = 'header'",
    "DELETE FROM meta WHERE name = 'manifest'",
  ]) {
    writeFileSync(options.path, whole)
    const database = new DatabaseSync(options.path)
    database.exec(tampering)
    database.close()
    expect(await contentsOf(options), tampering).toEqual({ reason: expect.stringContaining('damaged') })
  }
})

test('another key is told from damage, and so are a newer file, an older one and one that is none', async () => {
  const { file, options } = await created()
  await file.close()
  expect(openSnapshotFile({ ...options, key: Buffer.alloc(32, 8) })).toMatchObject({ why: 'other-key' })
  for (const [version, why] of [
    [99, 'newer'],
    [SNAPSHOT_SCHEMA - 1, 'older'],
  ] as const) {
    const database = new DatabaseSync(options.path)
    database.exec(`PRAGMA user_version = ${version}`)
    database.close()
    expect(openSnapshotFile(options)).toMatchObject({
      why,
      words: expect.stringContaining(`${why} Eventscope; it is left alone`),
    })
  }
  writeFileSync(options.path, 'no database at all, but long enough to be taken for one by its size alone'.repeat(20))
  expect(openSnapshotFile(options)).toMatchObject({ why: 'damaged' })
})

test('a file of this schema that was written long ago is read: whoever changes the form raises the number', async () => {
  const path = join(await temporaryFolder(), 'kept.db')
  copyFileSync(KEPT_PATH, path)
  const file = openSnapshotFile({ path, key: KEPT_KEY, id: KEPT.header.id })
  if ('why' in file) throw new Error(file.words)
  const { header, label, state, slices, rows } = KEPT
  expect(file.header).toEqual(header)
  expect(file.label()).toEqual(label)
  expect(file.state()).toEqual(state)
  expect(file.slices()).toEqual(slices)
  const read: SnapshotRow[] = []
  for await (const segment of file.rows(1)) read.push(...(segment.ok ? segment.value : []))
  expect(read).toEqual(rows)
  // Judged by an earlier rule, whose verdict is not that of this one.
  expect(verdictName(file.state().verdict)).toBe('All events read, by an earlier rule')
  expect(wholeAccount(file.slices())).toBeNull()
  await file.close()
})

test('rows that are replaced while someone goes through them come as they were', async () => {
  const { file } = await created()
  const many = (letter: string) => Array.from({ length: 2500 }, (_, at) => row(`${letter}${at}`))
  await file.commit({ slices: [slice(1)], rows: { sliceId: 1, how: 'replace', rows: many('a') } })
  const seen: SnapshotRow[] = []
  for await (const segment of file.rows(1)) {
    if (segment.ok) seen.push(...segment.value)
    await file.commit({ rows: { sliceId: 1, how: 'replace', rows: many('b') } })
  }
  expect(seen).toEqual(many('a'))
  expect(await rowsOf(file, 1)).toEqual(many('b'))
})

/** Commits slice after slice, two segments each, and says so once each is there. */
const WRITER = `
  import { createSnapshotFile } from ${JSON.stringify(new URL('snapshot-file.ts', import.meta.url).href)}
  const [options, header, label, slice] = JSON.parse(process.argv[1])
  const made = createSnapshotFile({ ...options, key: Buffer.alloc(32, 7) }, header, label)
  if (!made.ok) throw new Error(JSON.stringify(made.failure))
  for (let id = 1; ; id++) {
    const rows = Array.from({ length: 1500 }, (_, at) => ({ source: id + ':' + at, misses: [] }))
    await made.value.commit({ slices: [{ ...slice, id }], rows: { sliceId: id, how: 'replace', rows } })
    console.log(id)
  }
`

test('kill -9 at any moment leaves each commit whole or absent', async () => {
  const rounds = process.env.EVENTSCOPE_LONG === '1' ? 100 : 5
  for (let round = 0; round < rounds; round++) {
    const options = optionsIn(await temporaryFolder())
    const argument = JSON.stringify([{ path: options.path, id: options.id }, anyHeader, label, slice(0)])
    const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, argument], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let printed = 0
    writer.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = Number(text.trimEnd().split('\n').at(-1))
      if (printed > round % 7) writer.kill('SIGKILL')
    })
    await once(writer, 'close')
    const file = reopened(options)
    const ids = file.slices().map(({ id }) => id)
    expect(ids.length).toBeGreaterThanOrEqual(printed)
    for (const id of ids) {
      const rows = await rowsOf(file, id)
      expect(rows.map(({ source }) => source)).toEqual(Array.from({ length: 1500 }, (_, at) => `${id}:${at}`))
    }
    // And it is gone on with.
    expect(await file.commit({ state: { ...UNREAD, requests: 1 } })).toEqual({ ok: true, value: null })
    await file.close()
  }
})
