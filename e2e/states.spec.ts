// Every state of the page says what it is and what to do next.
import { startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { type Answer, eventText, json, pageOf, serving, startScriptedService } from './scripted-service.ts'
import { test as base, expect, fifty, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow(pageOf(fifty, 120))
// For what is there before a window's first rows, and for a clock, which cannot be put back.
base.use({ firstPage: pageOf(fifty, 120) })

interface Sent {
  event_property_filters?: Record<string, unknown>
  offset: number
}

const lastSent = (asked: readonly { body: string }[]) => JSON.parse(asked.at(-1)?.body ?? '{}') as Sent

base('until the first answer the grid is busy; connecting can be cancelled and resumed', async ({ folder, page }) => {
  let answer: Answer = () => {}
  const scripted = await startScriptedService((asked, response, count) => answer(asked, response, count))
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token })
  // Every value that the grid's aria-busy takes, from before it is in the page.
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { __busy: seen })
    const set = Element.prototype.setAttribute
    Element.prototype.setAttribute = function (name, value) {
      set.call(this, name, value)
      if (name === 'aria-busy' && this.tagName === 'TABLE') seen.push(String(value))
    }
  })
  const seen = () => page.evaluate(() => (window as unknown as { __busy: string[] }).__busy)
  const window_ = new Inspector(page)
  await page.goto(shell.url)
  await expect(window_.button('Cancel search')).toBeVisible()
  expect(await seen()).toEqual(['true'])
  await window_.button('Cancel search').click()
  await expect(window_.alert).toContainText('Cancelled')
  // What stands around the grid is waited for too.
  await window_.settled()
  expect(await seen()).toEqual(['true', 'false'])
  answer = serving(120)
  await window_.button('Retry').click()
  await expect(window_.status('Rows 1–50 of 120')).toBeVisible()
  await window_.settled()
  expect(await seen()).toEqual(['true', 'false', 'true', 'false'])
  await shell.stop()
  await scripted.stop()
})

const attempts = { attempts: 4, durationMs: 3000 }
const http = { status: 503, requestId: 'req-0815', serviceMessage: 'the database sleeps' }
/** One of each kind that a search can have, as the backend has it; failure-notice.test.tsx has every reason. */
const failures: [failure: { kind: string }, ...words: RegExp[]][] = [
  [
    { kind: 'unreachable', reason: 'refused', detail: 'the system’s own words', ...attempts } as never,
    /Nothing answers/,
    /may be down/,
    /own words/,
  ],
  [
    { kind: 'malformed-response', reason: 'encoding', detail: 'the system’s own words', ...attempts } as never,
    /cannot be decompressed/,
    /own words/,
  ],
  [
    { kind: 'timeout', phase: 'headers', afterMs: 30_000, ...attempts } as never,
    /No answer within 30 s/,
    /narrow the filters/,
  ],
  [{ kind: 'rate-limited', retryAfterMs: 120_000, http, ...attempts } as never, /fewer requests/, /in 120 s|in 2 min/],
  [
    { kind: 'service-error', retryAfterMs: null, http, ...attempts } as never,
    /The service failed \(503\)/,
    /Status 503/,
    /req-0815/,
  ],
  [
    { kind: 'too-large', bound: 'bytes', limit: 33_554_432, ...attempts } as never,
    /larger than 32 MB/,
    /fewer rows per page/,
  ],
  [{ kind: 'cut', receivedBytes: 1234, ...attempts } as never, /broke off/, /1,234 bytes/],
  [{ kind: 'no-token', connectionId: 'x' } as never, /no API key/, /Enter one/],
  [{ kind: 'no-connection', connectionId: 'x' } as never, /no longer exists/, /Choose another/],
  [{ kind: 'bridge', reason: 'session-over', detail: '' } as never, /session is over/, /new link/],
]

test('the rows of an earlier search stand back, and say what they are, while a later one has failed', async ({
  window,
  scripted,
}) => {
  scripted.answers((_, response) => json(response, { message: 'boom' }, 500))
  await window.button('Refresh').click()
  // These are the rows that were asked for, only older.
  await expect(window.alert).toContainText('boom')
  await expect(window.grid).not.toHaveAttribute('data-dimmed')
  await window.search({ 'Customer ID': 'cus_B' })
  await expect(window.alert).toContainText('boom')
  await expect(window.grid).toHaveAttribute('data-dimmed')
  await expect(window.alert).toContainText('The rows below are from the previous search')
  await expect(window.rows).toHaveCount(50)
  // Back to them: they are the rows of what is asked for again.
  scripted.answers(serving(120))
  await window.button('Retry', window.alert).click()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await expect(window.grid).not.toHaveAttribute('data-dimmed')
})

test('a refused token is replaced in place, and everything is kept: rows, selection, details, sorting and a draft', async ({
  window,
  scripted,
}) => {
  const good = 'tok-new-one-4711'
  await window.row('evt_0003').getByRole('checkbox').check()
  await window.open('evt_0004')
  await window.grid.getByRole('button', { name: 'Event ID', exact: true }).click()
  await window.textbox('Event code', window.filters).fill('not searched yet')
  scripted.answers((asked, response, count) =>
    asked.authorization === `Bearer ${good}`
      ? serving(120)(asked, response, count)
      : json(response, { message: 'expired' }, 401, { 'x-request-id': 'req-12' }),
  )
  await window.button('Next page', window.pages).click()
  await expect(window.alert).toContainText('refused the API key')
  for (const words of ['401', 'expired', 'req-12']) await expect(window.alert).toContainText(words)
  await window.button('Enter API key', window.alert).click()
  const dialog = window.page.getByRole('dialog')
  await window.textbox('API key', dialog).fill('also-wrong')
  await window.textbox('API key', dialog).press('Enter')
  await expect(window.alert).toContainText('refused the API key')
  await window.button('Enter API key', window.alert).click()
  await window.textbox('API key', dialog).fill(good)
  await window.textbox('API key', dialog).press('Enter')
  await expect(window.status('Rows 51–100 of 120')).toBeVisible()
  await expect(window.alert).toHaveCount(0)
  await expect(window.page.getByText('1 selected')).toBeVisible()
  await expect(window.details).toContainText('evt_0004')
  await expect(window.page.getByText('sorted on this page: Event ID, ascending')).toBeVisible()
  await expect(window.textbox('Event code', window.filters)).toHaveValue('not searched yet')
  await window.button('Clear selection').click()
  await window.button('Close details').click()
})

test('one row', async ({ window, scripted }) => {
  scripted.answers((_, response) => json(response, pageOf([eventText(1)], 1)))
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–1 of 1')).toBeVisible()
  await expect(window.rows).toHaveCount(1)
  for (const name of ['First page', 'Previous page']) await expect(window.button(name, window.pages)).toBeHidden()
  await expect(window.button('Next page', window.pages)).toBeDisabled()
})

test('no rows: the applied filters are listed, with "Clear filters" and "Try as number" or "Try as string"', async ({
  window,
  scripted,
}) => {
  scripted.answers((_, response) => json(response, pageOf([], 0)))
  await window.search({
    'Customer ID': 'cus_nobody',
    type: 'Credit',
    From: '2026-11-01',
    properties: [
      { name: 'amount', value: '12.50' },
      { name: 'plan', type: 'Number', value: '7' },
      { name: 'region', value: 'eu' },
    ],
  })
  await expect(window.status('No events')).toBeVisible()
  const applied = window.page.getByRole('main').getByRole('listitem')
  await expect(applied).toHaveText([
    'Customer IDcus_nobody',
    'Typecredit',
    'From2026-11-01T00:00:00Z',
    'amount"12.50"Try as number',
    'plan7Try as string',
    'region"eu"',
  ])

  await window.button('Try as number').click()
  await expect(applied.nth(3)).toHaveText('amount12.50Try as string')
  expect(lastSent(scripted.asked).event_property_filters).toEqual({ amount: 12.5, plan: 7, region: 'eu' })
  expect(scripted.asked.at(-1)?.body).toContain('12.50')
  await applied.nth(4).getByRole('button', { name: 'Try as string' }).click()
  await expect(applied.nth(4)).toHaveText('plan"7"Try as number')
  expect(lastSent(scripted.asked).event_property_filters).toEqual({ amount: 12.5, plan: '7', region: 'eu' })
  // The draft follows.
  const types = window.filters.getByRole('combobox', { name: 'Property type' })
  await expect(types.first()).toHaveValue('number')
  await expect(types.nth(1)).toHaveValue('string')

  scripted.answers(serving(120))
  await window.page.getByRole('main').getByRole('button', { name: 'Clear filters' }).click()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('')
  await expect(window.grid.locator(':focus')).toHaveCount(1)

  scripted.answers((_, response) => json(response, pageOf([], 0)))
  await window.button('Refresh').click()
  await expect(window.page.getByText('The service has no events')).toBeVisible()
})

test('every kind of failure in words that tell what to do next, with a way on, while the rows on screen stay', {
  tag: '@core',
}, async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  let failure: { kind: string } = { kind: '' }
  await page.route('**/rpc/events/search', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({
        json: { defined: true, code: 'FAILURE', status: 500, message: '', data: failure },
      }),
    }),
  )
  const height = await window.rows.first().evaluate((row) => row.getBoundingClientRect().height)
  for (const [given, ...words] of failures) {
    failure = given
    await window.button('Next page', window.pages).click()
    for (const word of words) await expect(window.alert).toContainText(word)
    // Without a key there is nothing to ask with.
    const wayOn = failure.kind === 'no-token' ? 'Enter API key' : 'Retry'
    await expect(window.button(wayOn, window.alert)).toBeVisible()
    await expect(window.button('Retry', window.alert)).toBeVisible({ visible: wayOn === 'Retry' })
    await expect(window.rows).toHaveCount(50)
    await expect(window.status('Rows 1–50 of 120')).toBeVisible()
    expect(await window.rows.first().evaluate((row) => row.getBoundingClientRect().height)).toBe(height)
  }
})

/** 120 events, the first of the second page a new one. */
const grown: Answer = (asked, response, count) => {
  const { offset } = JSON.parse(asked.body) as Sent
  if (offset === 50) json(response, pageOf([eventText(777), ...fifty.slice(1)], 121, 50, 50))
  else return serving(120)(asked, response, count)
}

const showNewer = (window: Inspector) =>
  window.page.getByRole('button', { name: /^(Newer results|1 more event) – show$/i })

base('a refresh behind cached rows says what is new, and else nothing', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await window.search()
  await window.next()
  const asked = () => scripted.asked.map(({ body }) => (JSON.parse(body) as Sent).offset)

  // More than 30 s later, nothing new: the rows are there at once, asked for again, and that is all.
  await page.clock.install({ time: Date.now() + 31_000 })
  const before = asked().length
  await window.button('Previous page', window.pages).click()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await window.settled()
  await expect.poll(() => asked().slice(before)).toEqual([0])
  await expect(window.page.getByRole('button', { name: / – show$/i })).toHaveCount(0)

  let release = () => {}
  scripted.answers(async (asked, response, count) => {
    await new Promise<void>((resolve) => {
      release = resolve
    })
    await grown(asked, response, count)
  })
  await window.button('Next page', window.pages).click()
  await expect(window.status('Rows 51–100 of 120')).toBeVisible()
  // The old rows of this very page do not stand back, and can be read meanwhile.
  await expect(window.grid).toHaveAttribute('aria-busy', 'true')
  await expect(window.grid).not.toHaveAttribute('data-dimmed')
  await expect.poll(() => asked().at(-1)).toBe(50)
  release()
  const show = showNewer(window)
  await expect(show).toBeVisible()
  await expect(window.row('evt_0050')).toBeVisible()
  await expect(window.row('evt_0777')).toHaveCount(0)
  await show.click()
  await expect(window.row('evt_0777')).toBeVisible()
  await expect(window.status('Rows 51–100 of 121')).toBeVisible()
  await expect(show).toHaveCount(0)
  await expect(window.grid.locator(':focus')).toHaveCount(1)
})

base('the one box shows newer results too', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await window.search()
  await window.next()
  scripted.answers(grown)
  await page.clock.install({ time: Date.now() + 31_000 })
  await window.button('Previous page', window.pages).click()
  await window.settled()
  await window.button('Next page', window.pages).click()
  await expect(showNewer(window)).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(window.find).toBeFocused()
  await window.take('Show newer results', 'Show newer results')
  await expect(window.row('evt_0777')).toBeVisible()
  await expect(showNewer(window)).toHaveCount(0)
})

base('nothing is asked again on focus, online, or as time goes by', async ({ window, scripted, page, context }) => {
  await window.open('evt_0001')
  const asked = scripted.asked.length
  await page.clock.install()
  const other = await context.newPage()
  await other.bringToFront()
  await page.bringToFront()
  for (let hour = 0; hour < 3; hour += 1) {
    await page.clock.runFor(3_600_000)
    await page.evaluate(() => {
      for (const type of ['blur', 'focus', 'online', 'pageshow']) globalThis.dispatchEvent(new Event(type))
      document.dispatchEvent(new Event('visibilitychange'))
    })
  }
  await page.clock.runFor(60_000)
  expect(scripted.asked.length).toBe(asked)
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
})
