// @vitest-environment happy-dom
import fc from 'fast-check'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { someConnection } from '../../shared/connection/fixtures/some-connection.ts'
import type { Bridge } from '../bridge.ts'
import { unreachable } from '../live/store/fixtures/search-session-rig.ts'
import { someName, somePlace } from '../live/store/fixtures/some-place.ts'
import { initialState, type SearchState } from '../live/store/search-session.ts'
import { createOpenedSnapshot, FIRST_VIEW, type SnapshotView } from '../snapshot/store/opened-snapshot.ts'
import { mounted } from '../ui/fixtures/mounted.ts'
import type { ConnectionSession } from './connection-session.ts'
import { addressAtStart, addressOf, readAddress, useAddress } from './use-address.ts'

const view: fc.Arbitrary<SnapshotView> = fc.record({
  tab: fc.constantFrom('Events' as const, 'Totals' as const, 'Values' as const, 'Checks' as const),
  scope: fc.record({
    where: fc.array(
      fc.oneof(
        fc.record({ is: fc.constant('sign' as const), sign: fc.constantFrom('credit' as const, 'neither' as const) }),
        fc.record({
          is: fc.constant('contains' as const),
          key: fc.record({ of: fc.constant('property' as const), name: someName }),
          text: someName,
        }),
        fc.record({ is: fc.constant('rows' as const), rows: fc.array(fc.nat(1_000), { maxLength: 5 }) }),
      ),
      { maxLength: 3 },
    ),
    misses: fc.boolean(),
  }),
  sort: fc.option(fc.record({ column: someName, descending: fc.boolean() })),
})

test('what is open is read back from the address, whatever is in it: the place, the snapshot, its tab, filter and sorting', () => {
  fc.assert(
    fc.property(somePlace, someName, fc.option(fc.record({ id: someName, view })), (wanted, connectionId, snapshot) => {
      const address = addressOf(connectionId, wanted, snapshot)
      expect(readAddress(address)).toEqual({ connectionId, snapshot, reading: { ok: true, place: wanted } })
    }),
  )
})

test('a snapshot without more is as at first, and what cannot be read of its view is said', () => {
  expect(readAddress('#connection=a&snapshot=b')?.snapshot).toEqual({ id: 'b', view: FIRST_VIEW })
  const broken = 'snapshot_tab=Changes&snapshot_filter={"where":[{"is":"odd"}]}&snapshot_sort=created'
  expect(readAddress(`#connection=a&snapshot=b&${broken}`)?.reading).toEqual({
    ok: false,
    problems: [
      '“snapshot_tab” does not name a tab of a snapshot.',
      '“snapshot_filter” cannot be read.',
      '“snapshot_sort” cannot be read.',
    ],
  })
})

test('tens of thousands of chosen rows are in no address, and "Changes" neither', () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => row)
  const { value: place } = fc.sample(somePlace, 1).map((value) => ({ value }))[0] ?? expect.fail()
  const scope = { where: [{ is: 'rows' as const, rows }], misses: false }
  const address = addressOf('a', place, { id: 'b', view: { tab: 'Changes', scope, sort: null } })
  expect(readAddress(address)?.snapshot).toEqual({ id: 'b', view: FIRST_VIEW })
})

test('an empty fragment and a launch link are no address', () => {
  expect(readAddress('')).toBeNull()
  expect(readAddress('#launch=abc')).toBeNull()
})

/** A window whose search came to this before it was drawn, and says no more. */
async function windowAt(came: Partial<SearchState>) {
  const [place] = fc.sample(somePlace, { numRuns: 1, seed: 7 })
  const session = {
    connection: someConnection,
    place: { current: () => place, subscribe: () => () => {} },
    search: { state: () => ({ ...initialState(50), ...came }) },
  } as unknown as ConnectionSession
  const opened = createOpenedSnapshot({ bridge: {} as Bridge })
  const list = [someConnection, { ...someConnection, id: 'another' }]
  const start = addressAtStart('', list)
  const chosen: string[] = []
  const actions = { open: (id: string) => void chosen.push(id) }
  function Window() {
    useAddress(session, { list }, actions, opened, start)
    return null
  }
  history.replaceState(null, '', '#launch=abc')
  await mounted(createElement(Window))
  return { place: place ?? expect.fail(), chosen }
}

test('a search that was over before the window was drawn is in its address', async () => {
  const { place } = await windowAt({ failure: unreachable })
  await expect.poll(() => location.hash).toBe(addressOf(someConnection.id, place, null))
})

test('what is yet to be searched is in no address', async () => {
  await windowAt({})
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
  expect(location.hash).toBe('#launch=abc')
})

test('an address that is gone to leads to its own connection, and not to the open one', async () => {
  const { place, chosen } = await windowAt({})
  location.hash = addressOf('another', place, null)
  await expect.poll(() => chosen).toEqual(['another'])
})
