// The local cache: what was seen stays at hand, offline too, and nothing of it can be read by someone else.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { filesOf, foundIn } from './disguises.ts'
import { test as base, expect, type Running, startBrowserShell, startService, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import type { RunningService } from './service/serve-here.ts'

/** Stops what a spec started, also when it failed. */
type Ending = <Started extends { stop: () => Promise<void> }>(starting: Promise<Started>) => Promise<Started>

const test = base.extend<{ ending: Ending }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  ending: async ({}, use) => {
    const all: { stop: () => Promise<void> }[] = []
    await use(async (starting) => {
      const started = await starting
      all.push(started)
      return started
    })
    for (const started of all.reverse()) await started.stop()
  },
})

/** Without a keychain there is no key, and rows are kept for one run only (said in Settings). */
function needsKeychain(): void {
  test.skip(process.env.EVENTSCOPE_SECRET_SERVICE !== '1', 'no Secret Service here: the cache is memory only')
}

const switches = ['--events', '237', '--seed', '7']

/** A service that comes back at the address where it was. */
function startAgain(url: string, ...more: string[]): Promise<RunningService> {
  return startService('--port', new URL(url).port, ...switches, ...more)
}

async function opened(page: Page, shell: Running): Promise<Inspector> {
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await inspector.settled()
  return inspector
}

/** What Settings says of the cache, once it has asked: until then it says what it said when it was last open. */
async function cacheFacts(inspector: Inspector): Promise<{ entries: number; words: string }> {
  const { page } = inspector
  const asking = page.waitForResponse((response) => response.url().endsWith('/cache/status'))
  await inspector.button('Settings').click()
  const answer = (await (await asking).json()) as { json: { entries: number } }
  const { entries } = answer.json
  const section = page.getByRole('region', { name: 'Local cache' })
  await expect(section.locator('[data-cache-entries]')).toHaveAttribute('data-cache-entries', String(entries))
  const words = await section.innerText()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()
  return { entries, words }
}

test(
  'offline after a restart: the same pages and details, how old they are, and back by itself',
  { tag: '@core' },
  async ({ folder, page, ending }, info) => {
    needsKeychain()
    // In a file, so that they are the same events when it is back.
    const events = ['--db', info.outputPath('events.db')]
    let service = await ending(startService(...switches, ...events))
    const env = { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token }
    const first = await ending(startBrowserShell(folder, env))
    const online = await opened(page, first)
    const pages = [await online.eventIds()]
    const placeKept = page.waitForResponse((answer) => Boolean(answer.request().postData()?.includes('offset=50')))
    await online.next()
    pages.push(await online.eventIds())
    await placeKept
    const [id = ''] = pages[1] ?? []
    await online.open(id)
    const amount = await online.propertyText('amount')
    await online.findById('evt_never_seen')
    await expect(online.alert).toContainText('evt_never_seen')
    await first.stop()
    await service.stop()

    const second = await ending(startBrowserShell(folder, env))
    const offline = await opened(page, second)
    const notice = page.getByText(/^No answer – showing what was cached at \d\d:\d\d/)
    // Back where it was left, without a request: the page is younger than 30 s. Refresh always goes to the service.
    expect(await offline.eventIds()).toEqual(pages[1])
    await offline.button('Refresh').click()
    await expect(notice).toBeVisible()
    expect(await offline.eventIds()).toEqual(pages[1])
    const updated = page.getByText(/^Updated /)
    await expect(updated).toHaveText(/ago, from the cache$|just now, from the cache$/)
    await offline.button('Previous page', offline.pages).click()
    await expect(offline.status('Rows 1–50 of 237')).toBeVisible()
    expect(await offline.eventIds()).toEqual(pages[0])
    await expect(notice).toBeVisible()
    await offline.next()
    expect(await offline.eventIds()).toEqual(pages[1])
    await expect(notice).toBeVisible()
    await offline.open(id)
    expect(await offline.propertyText('amount')).toBe(amount)
    await expect(offline.details).toContainText(/from the cache, .*(ago|just now)/)
    // By its id, and an event that was only a row so far.
    await offline.findById(pages[0]?.[7] ?? '')
    await expect(offline.details).toContainText(pages[0]?.[7] ?? '')
    await offline.button('Previous page', offline.pages).click()
    await expect(offline.status('Rows 1–50 of 237')).toBeVisible()

    service = await ending(startAgain(service.url, ...events))
    await expect(notice).toBeHidden({ timeout: 40_000 })
    await expect(offline.status('Rows 1–50 of 237')).toBeVisible()
    expect(await offline.eventIds()).toEqual(pages[0])
    await expect(updated).toHaveText(/(just now|ago)$/)
  },
)

interface WireEvent {
  event_id: string
  customer_id: string
  event_properties: Record<string, unknown>
}

/** Words that files of ours hold whatever was seen: names of their fields. */
const ourOwn = ['account']

/** Everything of every event that somebody could look for, as far as it is long enough not to be there by chance. */
async function secretsOf(url: string): Promise<string[]> {
  const secrets = new Set<string>([token])
  for (let offset = 0; offset < 237; offset += 100) {
    const response = await fetch(`${url}/v1/events/search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ limit: 100, offset }),
    })
    for (const event of ((await response.json()) as { events: WireEvent[] }).events) {
      const properties = Object.entries(event.event_properties).flat()
      for (const text of [event.event_id, event.customer_id, ...properties]) secrets.add(String(text))
    }
  }
  return [...secrets].filter((secret) => secret.length >= 6 && !ourOwn.includes(secret))
}

test('the user-data folder holds no customer id, event id, property or token in any encoding', async ({
  folder,
  page,
  ending,
}) => {
  needsKeychain()
  const service = await ending(startService(...switches))
  const shell = await ending(startBrowserShell(folder))
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await inspector.connect({ name: 'Kept', baseUrl: service.url, token })
  const ids = await inspector.walk()
  for (const id of (await inspector.eventIds()).slice(0, 5)) await inspector.open(id)
  await inspector.findById(ids[3] ?? '')
  await expect(inspector.details).toContainText(ids[3] ?? '')
  const customer = await inspector.rows.first().getByRole('gridcell').filter({ hasText: /^cus_/ }).first().innerText()
  await inspector.search({ 'Customer ID': customer, type: 'Debit' })
  await inspector.search({ properties: [{ name: 'region', value: 'eu-west-1' }] })
  await inspector.rowsPerPage(100)
  const { entries, words } = await cacheFacts(inspector)
  expect(entries).toBeGreaterThan(8)
  expect(words).toContain('encrypted on this computer')
  await shell.stop()

  expect((await stat(join(folder, 'cache.db'))).size).toBeGreaterThan(50_000)
  const secrets = await secretsOf(service.url)
  expect(secrets.length).toBeGreaterThan(237)
  const files = await filesOf(folder)
  for (const file of files) {
    const bytes = await readFile(file)
    expect(
      secrets.filter((secret) => foundIn(bytes, secret)),
      file,
    ).toEqual([])
  }
})

const fifty = Array.from({ length: 50 }, (_, index) => eventText(index))

test('a changed key hides rows until “same account”; forgetting the token and deleting the connection drop them', async ({
  folder,
  page,
  ending,
}) => {
  needsKeychain()
  const scripted = await ending(startScriptedService((_, response) => json(response, pageOf(fifty, 50))))
  const shell = await ending(startBrowserShell(folder))
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  const manage = async (action: string) => {
    await inspector.button('Switch connection').click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  const newKey = async (key: string) => {
    await manage('Replace API key…')
    await inspector.textbox('API key', page.getByRole('dialog')).fill(key)
    await inspector.button('Save and retry', page.getByRole('dialog')).click()
    await inspector.settled()
  }
  const confirm = async (action: string) => {
    await manage(`${action}…`)
    const dialog = page.getByRole('dialog', { name: action })
    await inspector.button(action, dialog).click()
    await expect(dialog).toBeHidden()
  }
  const question = page.getByRole('region', { name: 'Cached rows' })

  await inspector.connect({ name: 'One', baseUrl: scripted.url, token: 'tok-one' })
  await inspector.search({ 'Customer ID': 'cus_A' })
  await inspector.search({ 'Event code': 'api_calls' })
  await newKey('tok-two')
  await expect(question).toContainText('hidden')
  // Under the new key the earlier search was never made: with the service failing there is nothing to show.
  scripted.answers((_, response) => json(response, { error: 'no' }, 400))
  await inspector.search({ 'Customer ID': 'cus_A' })
  await expect(inspector.alert).toContainText('400')
  await expect(inspector.alert).not.toContainText('The rows on screen are from')
  await inspector.button('Same account – show them').click()
  await expect(question).toBeHidden()
  await expect(inspector.alert).toContainText('The rows on screen are from')
  await expect(inspector.rows).toHaveCount(50)

  scripted.answers((_, response) => json(response, pageOf(fifty, 50)))
  await newKey('tok-other')
  await expect(question).toContainText('hidden')
  await inspector.button('Settings').click()
  await inspector.button('Clear cache').click()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await inspector.button('Refresh').click()
  await inspector.settled()

  await newKey('tok-three')
  await inspector.button('Different account – delete them').click()
  await expect(question).toBeHidden()
  await expect.poll(async () => (await cacheFacts(inspector)).entries).toBeGreaterThan(0)

  await confirm('Forget API key')
  await expect(inspector.alert).toContainText('no API key')
  expect((await cacheFacts(inspector)).entries).toBe(0)

  await newKey('tok-four')
  await expect(inspector.rows).toHaveCount(50)
  await expect.poll(async () => (await cacheFacts(inspector)).entries).toBeGreaterThan(0)

  // A changed base URL is another service: the same rows from "localhost" are not the rows of "127.0.0.1".
  await manage('Edit connection…')
  const moved = scripted.url.replace('127.0.0.1', 'localhost')
  scripted.answers((_, response) => json(response, { error: 'no' }, 400))
  await inspector.textbox('Base URL', inspector.connectionDialog).fill(moved)
  await inspector.textbox('API key', inspector.connectionDialog).fill('tok-five')
  await inspector.button('Save and connect', inspector.connectionDialog).click()
  await expect(inspector.alert).toContainText('400')
  await expect(inspector.rows).toHaveCount(0)
  expect((await cacheFacts(inspector)).entries).toBe(0)

  scripted.answers((_, response) => json(response, pageOf(fifty, 50)))
  await inspector.button('Retry').click()
  await expect(inspector.rows).toHaveCount(50)
  await manage('Add connection…')
  await inspector.connect({ name: 'Two', baseUrl: scripted.url, token: 'tok-six' })
  await expect(inspector.rows).toHaveCount(50)
  const both = (await cacheFacts(inspector)).entries
  await confirm('Delete connection')
  await page.getByRole('button', { name: /^One/ }).first().click()
  await expect(inspector.rows).toHaveCount(50)
  const one = (await cacheFacts(inspector)).entries
  expect(one).toBeGreaterThan(0)
  expect(one).toBeLessThan(both)
  await page.getByRole('button', { name: 'Settings' }).click()
  await inspector.button('Clear cache').click()
  await expect(page.getByText('Nothing is kept')).toBeVisible()
})

test('two shells on one folder share what was seen', async ({ folder, page, context, ending }) => {
  needsKeychain()
  const service = await ending(startService(...switches))
  const env = { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token }
  const shells = [await ending(startBrowserShell(folder, env)), await ending(startBrowserShell(folder, env))] as const
  const one = await opened(page, shells[0])
  const other = await opened(await context.newPage(), shells[1])
  await Promise.all([one.walk(), other.walk()])
  await one.search({ type: 'Credit' })
  const credits = await one.eventIds()
  await service.stop()
  await other.search({ type: 'Credit' })
  await expect(other.alert).toContainText('No answer – showing what was cached')
  expect(await other.eventIds()).toEqual(credits)
  for (const inspector of [one, other])
    expect((await cacheFacts(inspector)).words).not.toMatch(/damaged|not kept|memory/)
})

test('an event that changed, or is gone, is flagged: on its row, in the details, after a restart too', async ({
  folder,
  page,
  ending,
}) => {
  needsKeychain()
  // No full page: one that is fetched ahead would bring the events once more, also the one that is to be gone.
  const some = fifty.slice(0, 40)
  const scripted = await ending(startScriptedService((_, response) => json(response, pageOf(some))))
  const env = { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token }
  const first = await ending(startBrowserShell(folder, env))
  await opened(page, first)
  await first.stop()

  const changed = some.with(3, eventText(3, { event_properties: '{"amount": 0.25 ,"region":"eu"}' }))
  // Written another way, but the same event.
  const rewritten = changed.with(4, (changed[4] ?? '').replaceAll('":', '" : ').replace('0.10', '1e-1'))
  scripted.answers(({ method }, response) =>
    method === 'GET' ? json(response, { error: 'gone' }, 404) : json(response, pageOf(rewritten)),
  )
  const second = await ending(startBrowserShell(folder, env))
  const inspector = await opened(page, second)
  await inspector.button('Refresh').click()
  await inspector.settled()
  const mark = (id: string) => inspector.row(id).locator('[title*="changed since"]')
  await expect(mark('evt_0003')).toHaveCount(1)
  await expect(inspector.grid.locator('[title*="changed since"]')).toHaveCount(1)
  await inspector.open('evt_0003')
  const change = inspector.details.getByRole('region', { name: 'Change of this event' })
  await expect(change).toContainText(/Changed since \d\d:\d\d/)
  await expect(change.locator('[data-changed="event_properties.amount"]')).toContainText(/0\.10.*0\.25/s)
  await expect(change.locator('[data-changed="event_properties.region"]')).toContainText(/missing.*"eu"/s)
  const history = inspector.details.getByRole('tab', { name: 'History', exact: true })
  await expect(history).toHaveAttribute('aria-description', '2 differences')
  await history.click()
  const past = inspector.details.getByRole('tabpanel', { name: 'History' })
  await expect(past.getByRole('listitem').first()).toContainText(/First seen.*UTC/)
  await expect(past.locator('[data-changed]')).toHaveCount(2)
  await expect(past.getByRole('region', { name: 'As it was first seen' })).toContainText('"amount": 0.10')
  await inspector.open('evt_0004')
  await expect(past).toContainText('Nothing has changed since it was first seen.')
  await inspector.details.getByRole('tab', { name: 'Event', exact: true }).click()
  await expect(change).toBeHidden()
  await inspector.findById('evt_0005')
  await expect(change).toContainText(/Was here at \d\d:\d\d.*, now not found \(404\)/)
  await expect(inspector.details.locator('[data-field="event_id"]')).toHaveAttribute('data-value', 'evt_0005')
  await expect(inspector.row('evt_0005').locator('[title*="now not found (404)"]')).toHaveCount(1)
})

test('without a keychain rows are kept for this run only, Settings says so, and nothing is on the disk', async ({
  folder,
  page,
  ending,
}) => {
  const service = await ending(startService(...switches))
  const env = { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token }
  const shell = await ending(startBrowserShell(folder, { ...env, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' }))
  const inspector = await opened(page, shell)
  const ids = await inspector.eventIds()
  expect((await cacheFacts(inspector)).words).toMatch(/in memory until Eventscope closes/)
  await service.stop()
  await page.reload()
  await inspector.settled()
  expect(await inspector.eventIds()).toEqual(ids)
  await shell.stop()
  expect(await filesOf(folder)).not.toContain(join(folder, 'cache.db'))
})

test('while its user stays on a page the next one is fetched, once, unless that is switched off', async ({
  folder,
  page,
  ending,
}) => {
  const scripted = await ending(
    startScriptedService(({ body }, response) => {
      const { offset } = JSON.parse(body) as { offset: number }
      json(
        response,
        pageOf(
          Array.from({ length: 50 }, (_, row) => eventText(offset + row)),
          500,
          50,
          offset,
        ),
      )
    }),
  )
  const offsets = () => scripted.asked.map(({ body }) => (JSON.parse(body) as { offset: number }).offset)
  const shell = await ending(startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token }))
  await page.clock.install()
  const inspector = await opened(page, shell)
  await expect.poll(offsets).toEqual([0, 50])
  await inspector.next()
  await expect(inspector.status('Rows 51–100 of 500')).toBeVisible()
  await expect.poll(offsets).toEqual([0, 50, 100])
  await inspector.button('Settings').click()
  await page.getByRole('switch', { name: 'Fetch the next page ahead' }).press('Space')
  await page.keyboard.press('Escape')
  await inspector.next()
  // Another second of idling: the page's clock is moved, not waited for.
  await page.clock.runFor(5_000)
  expect(offsets()).toEqual([0, 50, 100])
})
