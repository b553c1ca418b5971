import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { MadeFor } from '../../../../shared/snapshot/made-for.ts'
import { memoryKeychain } from '../../keychain/fixtures/memory-keychain.ts'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import { anyHeader, anySlice } from '../fixtures/journal-contract.ts'
import type { SnapshotHeader } from '../snapshot-journal.ts'
import type { SnapshotFile } from './snapshot-file.ts'
import { heldLock } from './snapshot-folder.ts'
import { createSnapshotStore, type SnapshotStore, storeKey } from './snapshot-store.ts'

const kept = { key: Buffer.alloc(32, 3), thisRunOnly: null }
const header = (id: string, begunAt = '2026-12-01T08:00:00.000Z'): SnapshotHeader => ({ ...anyHeader, id, begunAt })

function storeIn(folder: string, options: Partial<Parameters<typeof createSnapshotStore>[0]> = {}): SnapshotStore {
  return createSnapshotStore({ folder, storeKey: kept, now: () => Date.UTC(2026, 11, 2), ...options })
}

async function begun(store: SnapshotStore, id: string, name = id, begunAt?: string): Promise<SnapshotFile> {
  const file = store.begin(header(id, begunAt), name)
  if (!file.ok) throw new Error(JSON.stringify(file.failure))
  return file.value
}

const slice = anySlice(1, { from: null })

test('snapshots are listed latest first, with what they hold and how large they are', async () => {
  const store = storeIn(await temporaryFolder())
  const first = await begun(store, 'a', 'October', '2026-11-01T08:00:00.000Z')
  await first.commit({
    slices: [{ ...slice, kept: 42 }],
    rows: { sliceId: 1, how: 'replace', rows: [{ source: '{}', misses: [] }] },
  })
  await begun(store, 'b', 'November')
  const listed = store.list().map((entry) => (entry.kind === 'readable' ? [entry.label.name, entry.rows] : entry.words))
  expect(listed).toEqual([
    ['November', 0],
    ['October', 42],
  ])
  expect(store.list().every(({ bytes }) => bytes > 1000)).toBe(true)
  await store.end()
})

test('names are trimmed, not empty, not too long, and unique without regard to case', async () => {
  const store = storeIn(await temporaryFolder())
  await (await begun(store, 'a', '  November ')).close()
  expect(store.list()).toMatchObject([{ label: { name: 'November' } }])
  for (const name of ['NOVEMBER', 'november ', '', '   ', 'x'.repeat(201)])
    expect(store.begin(header('b'), name)).toMatchObject({ failure: { kind: 'invalid', field: 'name' } })
  expect(store.rename('a', 'november')).toEqual({ ok: true, value: null })
  await (await begun(store, 'b', 'December')).close()
  expect(store.rename('b', 'November')).toMatchObject({ failure: { kind: 'invalid' } })
  expect(store.list().map((entry) => entry.kind === 'readable' && entry.label.name)).toContain('november')
})

test('while one writes, others read, and none resumes or deletes', async () => {
  const folder = await temporaryFolder()
  const store = storeIn(folder)
  const writing = await begun(store, 'a')
  const other = storeIn(folder)
  expect(other.list()).toMatchObject([{ kind: 'readable', id: 'a' }])
  expect(other.open('a').ok).toBe(true)
  expect(other.resume('a')).toMatchObject({ failure: { kind: 'disk', detail: expect.stringContaining('Another') } })
  expect(other.delete('a').ok).toBe(false)
  await writing.close()
  const resumed = other.resume('a')
  expect(resumed.ok).toBe(true)
  await other.end()
  expect(store.delete('a')).toEqual({ ok: true, value: null })
  expect(readdirSync(join(folder, 'snapshots'))).toEqual([])
})

test('what a check left behind goes, but not that of one that is under way', async () => {
  const folder = await temporaryFolder()
  const running = storeIn(folder)
  const taken = running.begin({ ...header('a'), forCheck: true }, 'Check of a ledger')
  if (!taken.ok) throw new Error(taken.failure.kind)
  const store = storeIn(folder)
  expect(store.expire()).toEqual([])
  await taken.value.close()
  expect(store.expire()).toEqual(['a'])
})

test('what is over goes, but not what is closed or kept', async () => {
  const store = storeIn(await temporaryFolder())
  for (const id of ['over', 'closed', 'kept', 'young'])
    await (await begun(store, id, id, '2026-11-01T00:00:00.000Z')).close()
  store.deleteAfter('over', 30)
  store.deleteAfter('closed', 30)
  store.close('closed', { note: 'invoiced', at: '2026-12-01T00:00:00.000Z', days: [{ from: 'a', to: 'b', total: 3 }] })
  store.deleteAfter('young', 32)
  expect(store.expire()).toEqual(['over'])
  expect(store.list().map(({ id }) => id)).toHaveLength(3)
  const closed = store.list().find(({ id }) => id === 'closed')
  expect(closed).toMatchObject({ label: { closed: { note: 'invoiced', days: [{ total: 3 }] } } })
})

test('with what is over goes what was made for it; of an earlier run’s exports, what a file was written from', async () => {
  const store = storeIn(await temporaryFolder())
  await (await begun(store, 'over', 'over', '2026-11-01T00:00:00.000Z')).close()
  store.deleteAfter('over', 30)
  const make = async (id: string, madeFor: MadeFor) => {
    const made = store.begin(header(id), id, madeFor)
    if (!made.ok) throw new Error(made.failure.kind)
    await made.value.close()
  }
  await make('days', { of: 'snapshot', snapshotId: 'over' })
  await make('written', { of: 'export', fileName: 'a.csv', isOver: true })
  await make('unwritten', { of: 'export', fileName: 'b.csv', isOver: false })
  await make('closed', { of: 'export', fileName: 'c.csv', isOver: true })
  store.close('closed', { note: '', at: '2026-12-01T00:00:00.000Z', days: [] })
  expect(store.expire().sort()).toEqual(['days', 'over', 'written'])
  const kept = store.list().map((entry) => [entry.id, entry.kind === 'readable' ? entry.label.madeFor?.of : null])
  expect(new Map(kept as [])).toEqual(
    new Map<string, unknown>([
      ['unwritten', undefined],
      ['closed', 'export'],
    ]),
  )
})

test('a damaged file is set aside, and told until it is deleted; one of another key or another version stays', async () => {
  const folder = await temporaryFolder()
  const store = storeIn(folder)
  await (await begun(store, 'a')).close()
  const path = join(folder, 'snapshots', 'a.db')
  const whole = readFileSync(path)
  const other = storeIn(folder, { storeKey: { key: Buffer.alloc(32, 9), thisRunOnly: null } })
  expect(other.list()).toMatchObject([{ kind: 'unreadable', why: 'other-key' }])
  for (const [version, why] of [
    [99, 'newer'],
    [1, 'older'],
  ] as const) {
    const database = new DatabaseSync(path)
    database.exec(`PRAGMA user_version = ${version}`)
    database.close()
    for (let again = 0; again < 2; again += 1) expect(store.list()).toMatchObject([{ kind: 'unreadable', why }])
  }
  writeFileSync(path, whole)
  expect(store.list()).toMatchObject([{ kind: 'readable' }])
  writeFileSync(path, Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 1)]))
  expect(store.list()).toMatchObject([
    { kind: 'unreadable', why: 'damaged', words: expect.stringContaining('damaged') },
  ])
  expect(store.list()).toMatchObject([{ kind: 'unreadable', why: 'damaged' }])
  const aside = readdirSync(join(folder, 'snapshots')).filter((name) => name.includes('damaged'))
  expect(aside).toHaveLength(1)
  expect(store.open('a')).toMatchObject({
    failure: { kind: 'disk', detail: expect.stringContaining('no longer exists') },
  })
  expect(store.delete('a').ok).toBe(true)
  expect(store.list()).toEqual([])
})

test('one that is about to begin elsewhere is not there yet, and stays where it is', async () => {
  const folder = await temporaryFolder()
  const store = storeIn(folder)
  const path = join(folder, 'snapshots', 'a.db')
  const writer = heldLock(`${path}.lock`)
  new DatabaseSync(path).close()
  expect(store.list()).toEqual([])
  expect(readdirSync(join(folder, 'snapshots')).sort()).toEqual(['a.db', 'a.db.lock'])
  writer?.release()
  expect(store.list()).toMatchObject([{ kind: 'unreadable', why: 'damaged' }])
})

test('an id is never a path', async () => {
  const folder = await temporaryFolder()
  const store = storeIn(folder)
  writeFileSync(join(folder, 'settings.db'), 'not a snapshot')
  for (const id of ['../settings', 'a/b', '', '..', 'a\0b']) {
    expect(store.open(id).ok).toBe(false)
    expect(store.delete(id).ok).toBe(false)
    expect(() => store.begin(header(id), 'name')).toThrow()
  }
  expect(readFileSync(join(folder, 'settings.db'), 'utf8')).toBe('not a snapshot')
})

test('snapshots that hold a customer are found by their rows as well as by their search', async () => {
  const store = storeIn(await temporaryFolder())
  const searched = await begun(store, 'searched')
  await searched.close()
  const any = store.begin({ ...header('any'), search: { propertyFilters: [] } }, 'any')
  if (!any.ok) throw new Error('not begun')
  const rows = [{ source: '{"customer_id":"cus_2"}', misses: [] }]
  await any.value.commit({ slices: [slice], rows: { sliceId: 1, how: 'replace', rows } })
  expect(await store.holding('cus_1')).toEqual(['searched'])
  expect(await store.holding('cus_2')).toEqual(['any'])
  expect(await store.holding('cus_3')).toEqual([])
  await store.end()
})

test('without a keychain nothing outlives the run, and what a killed run left goes at the next start', async () => {
  const folder = await temporaryFolder()
  const ours = await storeKey({ keychain: memoryKeychain(), variable: undefined }, join(folder, 'key.lock'))
  expect(ours.thisRunOnly).toMatch(/this run only/)
  const store = storeIn(folder, { storeKey: ours })
  await begun(store, 'a')
  const running = readdirSync(join(folder, 'snapshots'))
  expect(running).toHaveLength(1)
  // As a run leaves it that was killed: the folder is there, its lock is free.
  mkdirSync(join(folder, 'snapshots', 'run-killed'))
  writeFileSync(join(folder, 'snapshots', 'run-killed', 'a.db'), 'sealed with a key that is gone')
  const next = storeIn(folder, { storeKey: ours })
  expect(readdirSync(join(folder, 'snapshots'))).not.toContain('run-killed')
  expect(readdirSync(join(folder, 'snapshots'))).toContain(running[0])
  expect(next.list()).toEqual([])
  expect(store.list()).toHaveLength(1)
  await store.end()
  await next.end()
  expect(readdirSync(join(folder, 'snapshots'))).toEqual([])
})

test('a server’s key comes from its variable, and a wrong one is said', async () => {
  const lock = join(await temporaryFolder(), 'key.lock')
  const keyOf = (variable: string | undefined, keychain = memoryKeychain()) => storeKey({ keychain, variable }, lock)
  const variable = Buffer.alloc(32, 5).toString('base64')
  expect(await keyOf(variable)).toEqual({ key: Buffer.alloc(32, 5), thisRunOnly: null })
  expect((await keyOf('c2hvcnQ=')).thisRunOnly).toContain('EVENTSCOPE_STORE_KEY')
  const keychain = { ...memoryKeychain(), persistent: true }
  const made = await keyOf(undefined, keychain)
  expect(made.thisRunOnly).toBeNull()
  expect(await keyOf('', keychain)).toEqual(made)
})

test('a folder that cannot be written is a failure with its words', async () => {
  const folder = await temporaryFolder()
  writeFileSync(join(folder, 'snapshots'), 'a file in the way')
  const store = storeIn(folder)
  expect(store.begin(header('a'), 'a')).toMatchObject({ ok: false, failure: { kind: 'disk' } })
  expect(store.list()).toEqual([])
})

test('a list opens only what was written to since the last one', async () => {
  const folder = await temporaryFolder()
  const store = storeIn(folder)
  for (const id of ['a', 'b']) {
    await (await begun(store, id)).close()
    const hourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(store.pathOf(id), hourAgo, hourAgo)
  }
  // Their heads are told apart by being the very same.
  const first = store.list()
  const isSame = () => store.list().map((entry) => first.includes(entry))
  expect(isSame()).toEqual([true, true])
  expect(storeIn(folder).rename('a', 'other name')).toMatchObject({ ok: true })
  expect(store.list()).toMatchObject([{ id: expect.any(String) }, { id: expect.any(String) }])
  expect(
    store
      .list()
      .map((entry) => entry.kind === 'readable' && entry.label.name)
      .sort(),
  ).toEqual(['b', 'other name'])
  expect(isSame().filter(Boolean)).toHaveLength(1)
  store.delete('b')
  expect(store.list()).toHaveLength(1)
})
