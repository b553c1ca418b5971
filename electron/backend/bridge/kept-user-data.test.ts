// What a version of November 2026 left on a computer stays readable: its folder and what its keychain held are kept
// beside this (`npm run same` made them, with the sample company: a customer's October as a closing copy, and as it was
// later).
import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { askSnapshot } from '../../../shared/contract/ask-snapshot.ts'
import { SAMPLE_COMPANY_RULES } from '../../../shared/worth/sample-company-files.ts'
import { memoryKeychain } from '../keychain/fixtures/memory-keychain.ts'
import { temporaryFolder } from '../storage/fixtures/temporary-folder.ts'
import { createBackend } from './backend.ts'
import { backendUnderTest } from './fixtures/backend-under-test.ts'

const KEPT = fileURLToPath(new URL('fixtures/kept-user-data', import.meta.url))
const ALL = { where: [], misses: true }

async function openKept() {
  const folder = await temporaryFolder()
  await cp(KEPT, folder, { recursive: true })
  const keychain = { ...memoryKeychain(), persistent: true }
  const secrets: Record<string, string> = JSON.parse(await readFile(join(folder, 'keyring.json'), 'utf8'))
  for (const [entry, secret] of Object.entries(secrets))
    await keychain.write(entry.replace(/^Eventscope /, ''), Buffer.from(secret, 'base64').toString())
  const backend = await createBackend(await backendUnderTest({ folder, keychain }))
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  const [connection] = await client.connections.list()
  if (connection === undefined) throw new Error('Its connection is not there.')
  const { snapshots } = await client.snapshots.list()
  const remembered = (name: string) => client.remembered.read({ connectionId: connection.id, name })
  return { client, connection, snapshots, remembered }
}

test('connection, settings, searches, price rules and the report are as they were left', async () => {
  const { client, connection, remembered } = await openKept()
  expect(connection).toMatchObject({ name: 'Billing', baseUrl: 'http://127.0.0.1:9140', environment: 'development' })
  expect(await client.settings.read()).toMatchObject({ zone: 'Asia/Kolkata' })
  expect(await remembered('worth-rules')).toBe(SAMPLE_COMPANY_RULES)
  expect(await remembered('saved-searches')).toContain('Halden’s October')
  expect(await remembered('case')).toContain('cus_halden')
})

test('both snapshots are complete, one is a closing copy, and they answer what they answered', async () => {
  const { client, snapshots } = await openKept()
  const kept = new Map(snapshots.map((one) => [one.name, one]))
  const [closed, now] = [kept.get('cus_halden · October 2026'), kept.get('cus_halden · October 2026 (2)')]
  if (now === undefined || closed === undefined) throw new Error('They are not there.')
  expect([closed, now]).toMatchObject([
    { rows: 466, status: { state: 'finished', verdict: { kind: 'complete' } } },
    { rows: 468, status: { state: 'finished', verdict: { kind: 'complete' } } },
  ])
  expect(closed.closed).toMatchObject({ note: 'as invoiced' })
  expect(await client.snapshots.closingRules({ snapshotId: closed.id })).toBe(SAMPLE_COMPANY_RULES)
  const worth = { rules: SAMPLE_COMPANY_RULES, wholeRange: null, unruled: null }
  const changes = await askSnapshot(client.snapshots.ask, {
    snapshotId: now.id,
    slot: 'changes',
    question: {
      ask: 'changes',
      other: closed.id,
      within: null,
      scope: ALL,
      worth: { ...worth, by: [] },
      kind: null,
      offset: 0,
      limit: 10,
      rows: false,
    },
  })
  expect(changes).toMatchObject({ answer: { kind: 'compared', counts: { added: 2, gone: 0, altered: 0 } } })
  // What came after closing, to the cent.
  expect(JSON.stringify(changes)).toContain('"-375.30"')
})
