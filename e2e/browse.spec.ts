// The main job, driven by nothing but the promised names: filter, page to the end, read exactly, save as CSV.
import { test as base, expect, startBrowserShell, testInOneWindow, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { serving, startScriptedService } from './scripted-service.ts'

const test = testInOneWindow('--events', '237', '--seed', '7')

interface WireEvent {
  event_id: string
  customer_id: string
  event_type: string
  created_at: string
}

/** Asks the service itself, past the inspector. */
async function askService(url: string, body: string): Promise<{ events: WireEvent[]; text: string; total: number }> {
  const response = await fetch(`${url}/v1/events/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
  })
  const text = await response.text()
  return { ...(JSON.parse(text) as { events: WireEvent[]; total: number }), text }
}

async function everyEvent(url: string, filters: object = {}): Promise<WireEvent[]> {
  const events: WireEvent[] = []
  for (;;) {
    const page = await askService(url, JSON.stringify({ ...filters, limit: 100, offset: events.length }))
    events.push(...page.events)
    if (page.events.length < 100) return events
  }
}

test('opening a connection searches at once and says the range', { tag: '@core' }, async ({ inspector }) => {
  await expect(inspector.status('Rows 1–50 of 237')).toBeVisible()
  await expect(inspector.rows).toHaveCount(50)
  await inspector.settled()
  expect(await inspector.state()).toMatchObject({ offset: 0, limit: 50, total: 237, busy: false })
})

test('paging to the end sees every event once', { tag: '@core' }, async ({ inspector, service }) => {
  const seen = await inspector.walk()
  const truth = (await everyEvent(service.url)).map((event) => event.event_id)
  expect(seen).toEqual(truth)
  expect(new Set(seen).size).toBe(237)
  await expect(inspector.status('Rows 201–237 of 237')).toBeVisible()
  await inspector.button('Previous page', inspector.pages).click()
  await expect(inspector.status('Rows 151–200 of 237')).toBeVisible()
  await inspector.button('First page', inspector.pages).click()
  await expect(inspector.status('Rows 1–50 of 237')).toBeVisible()
})

test('an opened event shows its exact text', { tag: '@core' }, async ({ inspector, service }) => {
  const { text, events } = await askService(service.url, '{"limit":50}')
  for (const event of events.slice(0, 5)) {
    await inspector.open(event.event_id)
    const shown = await inspector.details.locator('[data-property]').evaluateAll((properties) =>
      properties.map((element) => ({
        name: element.getAttribute('data-property') ?? '',
        type: element.getAttribute('data-type'),
        value: element.getAttribute('data-value') ?? '',
      })),
    )
    expect(shown.length).toBeGreaterThan(0)
    for (const property of shown) {
      const written = property.type === 'string' ? JSON.stringify(property.value) : property.value
      expect(text).toContain(`${JSON.stringify(property.name)}:${written}`)
    }
  }
})

test('an event is found by its ID, and it is said plainly when there is none', async ({ inspector }) => {
  const [id = ''] = await inspector.eventIds()
  await inspector.findById(id)
  await expect(inspector.details).toContainText(id)
  await inspector.findById('evt_that_is_not_there')
  await expect(inspector.alert).toContainText('evt_that_is_not_there')
  await inspector.button('Close details').click()
  await expect(inspector.details).toBeHidden()
})

test('the clipboard gets the exact JSON and a cURL command without the token', async ({ inspector, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [id = ''] = await inspector.eventIds()
  await inspector.open(id)
  await inspector.button('Copy JSON').click()
  const copied = await inspector.page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toMatchObject({ event_id: id })
  const exact = await inspector.details.locator('[data-type="number"]').first().getAttribute('data-value')
  expect(copied).toContain(exact ?? 'no number')
  await inspector.button('Copy as cURL').click()
  const curl = await inspector.page.evaluate(() => navigator.clipboard.readText())
  expect(curl).toContain(`/v1/events/${id}`)
  expect(curl).not.toContain(token)
})

test('Export → This page saves the rows on the screen, exact, with formulas guarded', { tag: '@core' }, async ({
  inspector,
}) => {
  const ids = await inspector.eventIds()
  const whole = await inspector.exportPage()
  expect(whole.fileName).toMatch(/^eventscope-.*\.csv$/)
  expect(whole.text).toMatch(/^\uFEFFevent_id,customer_id,event_code,event_type,created_at,/)
  const lines = whole.text.split(/\r\n/)
  expect(ids.map((id, index) => lines[index + 1]?.startsWith(`${id},`))).toEqual(ids.map(() => true))

  await inspector.search({ properties: [{ name: 'note', value: '=SUM(A1:A9)' }] })
  const [id = ''] = await inspector.eventIds()
  await inspector.open(id)
  const amount = (await inspector.propertyText('amount')) ?? ''
  const { text } = await inspector.exportPage()
  const line = text.split(/\r\n/).find((one) => one.startsWith(id)) ?? ''
  expect(line).toContain(",'=SUM(A1:A9),")
  expect(line.split(',')).toContain(amount)
})

test('a search filters by customer, type, date range and a numeric property together', async ({
  inspector,
  service,
}) => {
  const all = await everyEvent(service.url)
  const sample = all.find((event) => event.event_type === 'debit')
  if (sample === undefined) throw new Error('the sample data holds no debit')
  const days = all
    .filter((event) => event.customer_id === sample.customer_id)
    .map((event) => event.created_at.slice(0, 10))
    .sort()
  const from = days[Math.floor(days.length / 4)] ?? ''
  const to = days[Math.floor((days.length * 3) / 4)] ?? ''
  const narrowed = {
    customer_id: sample.customer_id,
    event_type: 'debit',
    created_at_from: `${from}T00:00:00Z`,
    created_at_to: `${to}T23:59:59.999999999Z`,
  }
  const within = await everyEvent(service.url, narrowed)
  expect(within.length).toBeGreaterThan(0)

  await inspector.search({ 'Customer ID': sample.customer_id, type: 'Debit', From: from, To: to })
  expect(await inspector.walk()).toEqual(within.map((event) => event.event_id))

  await inspector.open(within.at(-1)?.event_id ?? '')
  const number = inspector.details.locator('[data-type="number"]').first()
  const name = (await number.getAttribute('data-property')) ?? ''
  const value = (await number.getAttribute('data-value')) ?? ''
  await inspector.search({
    'Customer ID': sample.customer_id,
    type: 'Debit',
    From: from,
    To: to,
    properties: [{ name, type: 'Number', value }],
  })
  const body = `${JSON.stringify(narrowed).slice(0, -1)},"event_property_filters":{${JSON.stringify(name)}:${value}},"limit":100}`
  expect(await inspector.walk()).toEqual((await askService(service.url, body)).events.map((event) => event.event_id))
})

// Its service is another one.
base('never asks for more than 100', { tag: '@core' }, async ({ folder, page }) => {
  const scripted = await startScriptedService(serving(500))
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token })
  await page.goto(shell.url)
  const inspector = new Inspector(page)
  await expect(inspector.rows).toHaveCount(50)
  const sizes = await inspector.pages
    .getByRole('combobox', { name: 'Rows per page' })
    .locator('option')
    .allTextContents()
  expect(sizes.map(Number)).toEqual([25, 50, 100])
  await inspector.rowsPerPage(100)
  await expect(inspector.rows).toHaveCount(100)
  await inspector.next()
  await expect(inspector.status('Rows 101–200 of 500')).toBeVisible()
  await inspector.rowsPerPage(25)
  await expect(inspector.rows).toHaveCount(25)
  const asked = scripted.asked.map(({ body }) => (JSON.parse(body) as { limit: number }).limit)
  expect(new Set(asked)).toEqual(new Set([50, 100, 25]))
  await shell.stop()
  await scripted.stop()
})
