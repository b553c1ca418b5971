import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../storage/fixtures/temporary-folder.ts'
import type { Finding } from '../reading-state.ts'
import { createServiceFindings } from './service-findings.ts'

const connection = { id: 'c1', baseUrl: 'https://events.example.com' }
const body =
  '{"customer_id":"cus_acme","event_property_filters":{"plan":"gold"},"created_at_from":"2026-11-01T00:00:00Z","limit":1}'
const found = (about: Finding['about'], finding: string): Finding => ({
  about,
  finding,
  words: 'Seen.',
  seenAt: '2026-12-01T08:00:00.000Z',
  requests: [{ body, saw: '1 event, total 7' }],
})

async function findings() {
  const folder = await temporaryFolder()
  const kept = createServiceFindings({ folder, now: () => Date.UTC(2026, 11, 1), notice: () => undefined })
  return { kept, file: join(folder, 'findings.json') }
}

test('the latest about each matter is kept with the connection', async () => {
  const { kept } = await findings()
  expect(await kept.of(connection)).toEqual({ ok: true, value: [] })
  await kept.add(connection, [found('totals', 'matches'), found('order', 'newest')])
  await kept.add(connection, [found('totals', 'page')])
  await kept.add({ ...connection, id: 'c2' }, [found('totals', 'none')])
  const known = await kept.of(connection)
  expect(known.ok && known.value.map(({ about, finding }) => [about, finding])).toEqual([
    ['order', 'newest'],
    ['totals', 'page'],
  ])
})

test('it does not outlive the connection, nor its move to another server', async () => {
  const { kept } = await findings()
  await kept.add(connection, [found('totals', 'matches')])
  expect(await kept.of({ ...connection, baseUrl: 'https://other.example.com' })).toEqual({ ok: true, value: [] })
  const moved = { ...connection, baseUrl: 'https://moved.example.com' }
  await kept.add(moved, [found('order', 'newest')])
  expect(await kept.of(connection)).toEqual({ ok: true, value: [] })
  expect(await kept.of(moved)).toMatchObject({ value: [{ about: 'order' }] })
  await kept.forget('c1')
  expect(await kept.of(moved)).toEqual({ ok: true, value: [] })
  expect(await kept.of(connection)).toEqual({ ok: true, value: [] })
})

test('the requests stand in the file without what they filtered by', async () => {
  const { kept, file } = await findings()
  await kept.add(connection, [found('totals', 'matches')])
  expect(await readFile(file, 'utf8')).not.toMatch(/cus_acme|gold|plan/)
  const known = await kept.of(connection)
  expect(known.ok && JSON.parse(known.value[0]?.requests[0]?.body ?? '')).toEqual({
    customer_id: '…',
    event_property_filters: '…',
    created_at_from: '2026-11-01T00:00:00Z',
    limit: 1,
  })
})
