// One window on a browser shell, and beside it the same session's bridge for this process: what is taken and loaded
// there goes on in the backend behind the very page that is flipped.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { Browser, Page } from '@playwright/test'
import { type Running, startBrowserShell, token } from '../../e2e/fixtures.ts'
import { Inspector } from '../../e2e/kit/inspector.ts'
import type { Connection } from '../../shared/connection/connection.ts'
import type { Contract } from '../../shared/contract/contract.ts'
import { PAGE_SECRET_HEADER } from '../../shared/contract/session-exchange.ts'

export interface LiveWindow {
  page: Page
  inspector: Inspector
  client: ContractRouterClient<Contract>
  connection: Connection
  shell: Running
  close(): Promise<void>
}

/** Snapshots outlive no run of it: their key is one of this process alone. */
export async function openWindow(browser: Browser, folder: string, serviceUrl: string): Promise<LiveWindow> {
  const shell = await startBrowserShell(folder, {
    EVENTSCOPE_BASE_URL: serviceUrl,
    EVENTSCOPE_TOKEN: token,
    EVENTSCOPE_STORE_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await inspector.rows.first().waitFor()
  await inspector.settled()
  const { origin } = new URL(shell.url)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const secret = await page.evaluate(() => localStorage.getItem('eventscope-page-secret'))
  const headers = { origin, cookie, [PAGE_SECRET_HEADER]: secret ?? '' }
  const client: LiveWindow['client'] = createORPCClient(new RPCLink({ url: `${origin}/rpc`, headers }))
  const [connection] = await client.connections.list()
  if (connection === undefined) throw new Error('There is no connection.')
  const close = async () => {
    await context.close()
    await shell.stop()
  }
  return { page, inspector, client, connection, shell, close }
}

/** One page of a search to its last chunk, in milliseconds. */
export async function timedSearch({ client, connection }: LiveWindow, offset: number): Promise<number> {
  const startedAt = performance.now()
  const request = { filters: { propertyFilters: [] }, limit: 50, offset }
  const asked = { connectionId: connection.id, account: connection.account, request }
  for await (const step of await client.events.search(asked)) {
    if (step.type === 'answer') return performance.now() - startedAt
  }
  throw new Error('The search ended without an answer.')
}
