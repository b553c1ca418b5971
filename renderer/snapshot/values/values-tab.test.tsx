// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import { snapshotSummary } from '../../../shared/snapshot/fixtures/snapshot-summary.ts'
import { fieldIs } from '../../../shared/snapshot/scopes.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesAnswer } from '../../../shared/snapshot/snapshot-rows.ts'
import { mounted } from '../../ui/fixtures/mounted.ts'
import { snapshotKey } from '../store/snapshot-query.ts'
import { ValuesTab } from './values-tab.tsx'

const snapshot = snapshotSummary()
const ALL: Scope = { where: [], misses: false }
const OF_ACME: Scope = { where: [fieldIs('customerId', ['acme'])], misses: false }
const OF_NORTHWIND: Scope = { where: [fieldIs('customerId', ['northwind'])], misses: false }

/** The tab whose questions about event codes have these answers: so many events of each code, commonest first. */
async function shown(answers: [Scope, Record<string, number>][]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const [scope, counts] of answers) {
    const question = { ask: 'values', scope, keys: [], byCode: true }
    const codes = Object.entries(counts).map(([code, events]) => ({ code, events, summaries: [] }))
    const events = codes.reduce((sum, one) => sum + one.events, 0)
    const answer: ValuesAnswer = { events, summaries: [], codes, otherCodes: 0, names: [], nameCount: 0 }
    queryClient.setQueryData([...snapshotKey(snapshot.id), question], { question, answer })
  }
  const nothing = () => {}
  const tabOf = (scope: Scope) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ValuesTab snapshot={snapshot} scope={scope} zone="UTC" onShowEvents={nothing} onShowTab={nothing} />
      </QueryClientProvider>
    </MantineProvider>
  )
  const { page, draw } = await mounted(tabOf(ALL))
  const select = () => page.querySelector('select') as HTMLSelectElement
  return {
    change: (scope: Scope) => draw(tabOf(scope)),
    choose: (words: string) =>
      act(async () => {
        const option = [...select().options].find(({ textContent }) => textContent === words)
        select().value = option?.value ?? ''
        select().dispatchEvent(new Event('change', { bubbles: true }))
      }),
    /** The chosen event code, and what the figures are of. */
    chosen: () => [select().selectedOptions[0]?.textContent, page.querySelector('[role=status]')?.textContent],
  }
}

test('the chosen event code stays chosen when conditions bring the codes in another order, or leave it out', async () => {
  const { change, choose, chosen } = await shown([
    [ALL, { api_calls: 9, storage: 4, seats: 2 }],
    [OF_ACME, { storage: 3, api_calls: 1 }],
    [OF_NORTHWIND, { seats: 2 }],
  ])
  await choose('storage (4)')
  expect(chosen()).toEqual(['storage (4)', expect.stringContaining(' of 4 events')])
  await change(OF_ACME)
  expect(chosen()).toEqual(['storage (3)', expect.stringContaining(' of 3 events')])
  await change(OF_NORTHWIND)
  expect(chosen()).toEqual(['all event codes', expect.stringContaining(' of 2 events')])
  await change(ALL)
  expect(chosen()).toEqual(['storage (4)', expect.stringContaining(' of 4 events')])
})
