// Takes a snapshot of every event over the bridge, and opens it by the page's address: for specs of what a snapshot
// answers.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'

/** Null: open. RFC 3339 UTC; `until` does not belong to it. */
export interface TakenRange {
  from: string | null
  until: string | null
  zone: string
}

/** @returns the snapshot's id, once it is read */
export async function takeSnapshot(
  { page }: Inspector,
  name: string,
  range: TakenRange,
  customerId?: string,
): Promise<string> {
  const [connection] = await call<{ id: string; account: number }[]>(page, 'connections/list')
  const { snapshotId } = await call<{ snapshotId: string }>(page, 'snapshots/take', {
    connectionId: connection?.id,
    account: connection?.account,
    search: { propertyFilters: [], ...(customerId !== undefined && { customerId }) },
    range,
    name,
  })
  const stateOf = async () => {
    const { snapshots } = await call<{ snapshots: { id: string; status: { state: string } }[] }>(page, 'snapshots/list')
    return snapshots.find(({ id }) => id === snapshotId)?.status.state
  }
  await expect.poll(stateOf, { timeout: 60_000, intervals: [200, 500, 1_000] }).toBe('finished')
  return snapshotId
}

/** @returns the snapshot's id, once its region is there */
export async function openNewSnapshot(
  inspector: Inspector,
  name: string,
  range: TakenRange,
  customerId?: string,
): Promise<string> {
  const snapshotId = await takeSnapshot(inspector, name, range, customerId)
  await openSnapshot(inspector, snapshotId)
  return snapshotId
}

/**
 * By the page's address, from the live page: nothing of what was open before is on screen. A page that is there follows
 * it without a reload, so that what is kept for a connection meanwhile (`keepRules`) needs `openAfresh`.
 */
export async function openSnapshot({ page }: Inspector, snapshotId: string): Promise<void> {
  const [live, place] = await addressesOf(page, snapshotId)
  const region = page.getByRole('region', { name: 'Snapshot', exact: true })
  const follow = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to
    }, hash)
  await follow(live)
  await expect(region).toBeHidden()
  // The page writes its own address a moment after it changed, and may do so before it hears of this one.
  await expect(async () => {
    await follow(place)
    await expect(region).toHaveAttribute('data-snapshot', snapshotId, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
}

/** As openSnapshot, in a page that is loaded again. */
export async function openAfresh({ page }: Inspector, snapshotId: string): Promise<void> {
  const [, place] = await addressesOf(page, snapshotId)
  const address = new URL(`/${place}`, page.url())
  // A page that is there writes its own address; a new one reads it.
  await page.goto('about:blank')
  await page.goto(address.href)
  await expect(page.getByRole('region', { name: 'Snapshot', exact: true })).toHaveAttribute('data-snapshot', snapshotId)
}

/** The fragments that lead to the live page and to the snapshot. */
async function addressesOf(page: Page, snapshotId: string): Promise<[live: string, snapshot: string]> {
  const [connection] = await call<{ id: string }[]>(page, 'connections/list')
  const live = { connection: connection?.id ?? '' }
  const [one, other] = [live, { ...live, snapshot: snapshotId }].map((place) => `#${new URLSearchParams(place)}`)
  return [one ?? '', other ?? '']
}

/** Keeps rules for the window's connection, as their dialog does. What is on screen already does not hear of it. */
export async function keepRules({ page }: Pick<Inspector, 'page'>, value: string): Promise<void> {
  const [connection] = await call<{ id: string }[]>(page, 'connections/list')
  await call(page, 'remembered/write', { connectionId: connection?.id, name: 'worth-rules', value })
}

/** One call of the page's own, with the secret that its session has. */
export function call<T>(page: Inspector['page'], path: string, input?: unknown): Promise<T> {
  return page.evaluate(
    async ([to = '', body = '']) => {
      const answer = await fetch(`/rpc/${to}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'eventscope-page-secret': localStorage.getItem('eventscope-page-secret') ?? '',
        },
        body,
      })
      if (!answer.ok) throw new Error(`${to}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()).json
    },
    [path, JSON.stringify({ json: input ?? null })],
  ) as Promise<T>
}
