import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ActivityEntry } from '../../../shared/contract/contract.ts'
import { ActivityRow } from './activity-drawer.tsx'

test('what was measured is not rounded up', () => {
  const entry: ActivityEntry = {
    id: 1,
    startedAt: '2026-11-20T14:52:57.133Z',
    connectionName: 'One',
    method: 'GET',
    url: 'https://one.example/v1/events/e',
    body: null,
    attempts: 1,
    durationMs: 1_001,
    outcome: { state: 'answered', status: 200, bytes: 2 },
  }
  const row = renderToStaticMarkup(
    <MantineProvider>
      <ActivityRow entry={entry} zone="UTC" onRunAgain={null} />
    </MantineProvider>,
  )
  expect(row).toContain('>1.0 s<')
})
