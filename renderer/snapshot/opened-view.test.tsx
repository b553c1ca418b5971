// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import { snapshotSummary } from '../../shared/snapshot/fixtures/snapshot-summary.ts'
import { fieldIs } from '../../shared/snapshot/scopes.ts'
import type { Scope } from '../../shared/snapshot/snapshot-condition.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import { OpenedProvider } from './opened/opened-context.ts'
import { SnapshotRegion } from './opened-view.tsx'

/** The scope that "Clear conditions" above the tabs leaves of this one. */
async function cleared(scope: Scope): Promise<Scope | undefined> {
  let left: Scope | undefined
  const state = { list: null }
  const window = {
    opened: { changeScope: (next: Scope) => (left = next), showTab: () => {}, backToLive: () => {} },
    snapshots: { subscribe: () => () => {}, state: () => state },
  }
  const { page } = await mounted(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <OpenedProvider value={window as unknown as Parameters<typeof OpenedProvider>[0]['value']}>
          <SnapshotRegion
            snapshot={snapshotSummary()}
            elsewhere={null}
            zone="UTC"
            scope={scope}
            actions={null}
            tabs={[{ name: 'Events', badge: null, content: null }]}
            tab="Events"
            loading={null}
          />
        </OpenedProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Clear conditions')
  await act(async () => button?.click())
  return left
}

test('clearing all conditions leaves out events that miss a filter only if a finding brought them along', async () => {
  const where = [fieldIs('customerId', ['acme']), fieldIs('eventCode', ['sms'])]
  expect(await cleared({ where, misses: true })).toEqual({ where: [], misses: true })
  expect(await cleared({ where, misses: false })).toEqual({ where: [], misses: false })
  const found = [...where, { is: 'rows' as const, rows: [1] }]
  expect(await cleared({ where: found, misses: true })).toEqual({ where: [], misses: false })
})
