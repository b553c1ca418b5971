import { createRouterClient } from '@orpc/server'
import { expect, onTestFinished, test } from 'vitest'
import { sampleCompany } from '../../../service/sample-company.ts'
import { startService } from '../../../service/server.ts'
import type { Connection } from '../../../shared/connection/connection.ts'
import { succeeded } from '../../../shared/failure/failure.ts'
import { readRules, rulesVersion } from '../../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../../shared/worth/sample-company-files.ts'
import { createBackend } from './backend.ts'
import { closeSampleMonth, type SampleMonthParts } from './close-sample-month.ts'
import { backendUnderTest } from './fixtures/backend-under-test.ts'

const read = readRules(SAMPLE_COMPANY_RULES)
const VERSION = read.ok ? rulesVersion(read.rules) : ''
const NOW = Date.parse('2026-11-22T15:00:00Z')

test('the sample has rules, a month that was closed by them, and events that came after', async () => {
  const service = await startService({ token: 'key', records: sampleCompany({ now: NOW, atClosing: true }) })
  onTestFinished(() => service.close())
  const ended = new Promise<string>(() => undefined)
  const addLateEvents = async () => service.add(sampleCompany({ now: NOW, sinceClosing: true }))
  const startSample = async () => ({
    baseUrl: service.url,
    token: 'key',
    ended,
    addLateEvents,
    stop: async () => undefined,
  })
  const backend = await createBackend(await backendUnderTest({ startSample, now: () => NOW }))
  onTestFinished(() => backend.close())
  const client = createRouterClient(backend.router)
  const { id } = await client.connections.exploreSampleData()
  const { snapshots } = await client.snapshots.list()
  expect(snapshots).toMatchObject([
    {
      name: '2026-10, as closed',
      rows: 3_218,
      status: { verdict: { kind: 'complete' } },
      closed: { rulesVersion: VERSION },
    },
  ])
  expect(await client.remembered.read({ connectionId: id, name: 'worth-rules' })).toBe(SAMPLE_COMPANY_RULES)
})

test('rules that somebody changed stay, and close the month', async () => {
  const written: string[] = []
  const closedBy: unknown[] = []
  const remembered: SampleMonthParts['remembered'] = {
    read: async () => 'Their rules',
    write: async (_owner, _name, value) => {
      written.push(value)
      return succeeded(null)
    },
  }
  const snapshots: unknown = {
    outcome: async () => ({ kind: 'finished' }),
    close: async (_id: string, _note: string, { rules }: { rules: unknown }) => {
      closedBy.push(rules)
      return succeeded(null)
    },
  }
  await closeSampleMonth({ id: 'sample', account: 1, billingZone: null } as Connection, {
    remembered,
    ownerOf: async (id) => id,
    take: async () => succeeded({ snapshotId: 'month' }),
    snapshots: snapshots as SampleMonthParts['snapshots'],
    now: () => NOW,
    signal: new AbortController().signal,
  })
  expect(written).toEqual([])
  expect(closedBy).toEqual(['Their rules'])
})
