// What goes wrong is said where it went wrong, in words that tell what to do next, and the rows stay.
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import { test as base, expect, fifty, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow(pageOf(fifty, 120))
// For a clock, which cannot be put back, and a second connection.
base.use({ firstPage: pageOf(fifty, 120) })

const refusals: [string, number, object | string, RegExp][] = [
  ['400 with a message', 400, { error: { message: 'created_at_from is not a date' } }, /created_at_from is not a date/],
  ['404 to a search', 404, 'no such path', /no such path/],
  ['500', 500, { title: 'boom' }, /boom/],
  ['a redirect', 307, '', /The service redirected the request/],
]
for (const [what, status, body, words] of refusals) {
  test(`${what}: rows stay, its status and the service's own words are shown, Retry works`, async ({
    window,
    scripted,
  }) => {
    scripted.answers((_, response) =>
      json(response, body, status, {
        'x-request-id': 'req-77',
        ...(status === 307 ? { location: 'https://other.invalid/' } : {}),
      }),
    )
    // Asks the service whatever is kept.
    await window.button('Refresh').click()
    await expect(window.alert).toContainText(words)
    await expect(window.alert).toContainText(String(status))
    await expect(window.alert).toContainText('req-77')
    await expect(window.rows).toHaveCount(50)
    scripted.answers((_, response) => json(response, pageOf(fifty, 120)))
    await window.button('Retry').click()
    await window.settled()
    await expect(window.alert).toBeHidden()
    await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  })
}

test('a damaged answer and a flood of headers are not "Offline": what arrived cannot be used, and that is said', {
  tag: '@core',
}, async ({ window, scripted }) => {
  scripted.answers((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end('not gzip')
  })
  await window.button('Refresh').click()
  await expect(window.alert).toContainText('The answer cannot be decompressed')
  await expect(window.alert).not.toContainText('Offline')
  scripted.answers((_, response) => {
    for (let at = 0; at < 2_000; at += 1) response.setHeader(`x-more-${at}`, 'of the same')
    response.end('{}')
  })
  await window.button('Retry').click()
  await expect(window.alert).toContainText('The headers of the answer are too large')
  await expect(window.alert).not.toContainText('Offline')
  await expect(window.rows).toHaveCount(50)
})

test('an answer that does not fit the interface is shown raw, with what is missing', { tag: '@core' }, async ({
  window,
  scripted,
}) => {
  scripted.answers((_, response) => json(response, '{"items":[1,2,3],"note":"<img src=x onerror=alert(1)>"}'))
  await window.button('Refresh', window.page).click()
  await expect(window.alert).toContainText('events')
  await expect(window.page.getByText('"items"').first()).toBeVisible()
  scripted.answers((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html><body>Sign in to the proxy</body></html>')
  })
  await window.button('Retry').click()
  await expect(window.alert).toContainText(/not JSON|no JSON/i)
  await expect(window.page.getByText('Sign in to the proxy').first()).toBeVisible()
})

test('events that do not fit are shown as far as they go, with what is missing marked', async ({
  window,
  scripted,
}) => {
  const odd = eventText(1, { customer_id: '42', event_type: '"refund"', created_at: '"yesterday"' })
  scripted.answers((_, response) => json(response, pageOf([odd, '"not an event"', fifty[2] ?? ''])))
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–3 of 3')).toBeVisible()
  await window.open('evt_0001')
  await expect(window.details).toContainText('yesterday')
  await expect(window.details).toContainText('42')
  await expect(window.details).toContainText('refund')

  // With the details open the bar has room for the first note whole; the others are counted.
  const first = window.page.getByRole('button', { name: /^2 events do not fit/ })
  expect(
    await first
      .locator('span')
      .first()
      .evaluate((words) => words.scrollWidth - words.clientWidth),
  ).toBe(0)
  await window.page.getByRole('button', { name: /^\+1 more/ }).click()
  await expect(window.page.getByText(/events\[1\]/).last()).toBeVisible()
  await window.page.keyboard.press('Escape')
  await window.button('Close details').click()
})

base('while a page loads old rows stay, dimmed; cancelled it is gone', async ({ window, scripted, page }) => {
  let aborted = false
  scripted.answers((_, response) => {
    response.on('close', () => {
      aborted = true
    })
  })
  // The page's clock stands still but where this spec moves it: a slow machine says nothing early.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const asked = scripted.asked.length
  await window.button('Next page', window.pages).click()
  await page.clock.runFor(500)
  // Only what arrived can be seen to go.
  await expect.poll(() => scripted.asked.length).toBe(asked + 1)
  await expect(window.grid).toHaveAttribute('aria-busy', 'true')
  await expect(window.button('Cancel search')).toBeVisible()
  await expect(window.grid).toHaveAttribute('data-dimmed')
  await expect(window.page.getByText('Still searching')).toHaveCount(0)
  await page.clock.runFor(2_000)
  await expect(window.status('Still searching')).toBeVisible()
  await page.clock.runFor(8_000)
  await expect(window.page.getByText(/^1\d s$/)).toBeVisible()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await expect(window.rows).toHaveCount(50)
  await window.button('Cancel search').click()
  await expect(window.grid).toHaveAttribute('aria-busy', 'false')
  await expect(window.grid).not.toHaveAttribute('data-dimmed')
  await expect(window.rows).toHaveCount(50)
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await expect(window.alert).toHaveCount(0)
  await expect(window.grid.locator(':focus')).toHaveCount(1)
  await expect.poll(() => aborted).toBe(true)
  await page.clock.resume()
})

base('a wait of a month is not begun, one of a minute is waited for', async ({ window, scripted, page }) => {
  await page.clock.install()
  const busy = (retryAfter: string) =>
    scripted.answers((_, response) => json(response, { error: 'closed' }, 503, { 'retry-after': retryAfter }))
  busy('2592000')
  await window.button('Refresh').click()
  await expect(window.alert).toContainText('It asked to try again in more than a day.')
  await expect(window.alert).not.toContainText('Retrying automatically')
  const asked = scripted.asked.length
  await page.clock.runFor(3_600_000)
  expect(scripted.asked.length).toBe(asked)
  busy('100')
  await window.button('Retry').click()
  await expect(window.alert).toContainText(/in 100 s.*Retrying automatically/)
  expect(scripted.asked.length).toBe(asked + 1)
  await page.clock.runFor(100_000)
  await expect.poll(() => scripted.asked.length).toBe(asked + 2)
})

test('a key that may not read events (403) is not asked for again, and everything typed stays', async ({
  window,
  scripted,
}) => {
  scripted.answers((_, response) => json(response, pageOf(fifty, 120)))
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await window.textbox('Customer ID', window.filters).fill('cus_A')
  scripted.answers((_, response) =>
    json(response, { message: 'scope events:read is missing' }, 403, { 'x-request-id': 'req-9' }),
  )
  await window.button('Search', window.filters).click()
  await expect(window.alert).toContainText('This API key may not read events')
  for (const words of ['scope events:read is missing', 'Status 403', 'req-9'])
    await expect(window.alert).toContainText(words)
  await expect(window.alert.getByRole('button')).toHaveText(['Retry'])
  await expect(window.page.getByRole('dialog')).toHaveCount(0)
  await expect(window.rows).toHaveCount(50)
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('cus_A')
  // An event that is asked for by its ID says the same in its own place.
  await window.findById('evt_elsewhere')
  await expect(window.details).toContainText('This API key may not read events')
  await expect(window.button('Enter API key', window.page)).toHaveCount(0)
  scripted.answers((_, response) => json(response, pageOf(fifty, 120)))
  await window.button('Retry', window.alert.first()).click()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await window.button('Close details').click()
})

test('a refused token is replaced in place and everything typed stays', { tag: '@core' }, async ({
  window,
  scripted,
}) => {
  await window.textbox('Customer ID', window.filters).fill('cus_B')
  const good = 'tok-new-one-4711'
  scripted.answers((asked, response) =>
    asked.authorization === `Bearer ${good}`
      ? json(response, pageOf(fifty, 120))
      : json(response, { error: 'expired' }, 401),
  )
  await window.button('Search', window.filters).click()
  await expect(window.alert).toContainText('401')
  await window.alert.getByRole('button', { name: /key|token/i }).click()
  await window.page.getByRole('dialog').getByRole('textbox', { name: 'API key', exact: true }).fill(good)
  await window.page.getByRole('dialog').getByRole('textbox', { name: 'API key', exact: true }).press('Enter')
  await expect(window.alert).toBeHidden()
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('cus_B')
})

test('a retry is said aloud, with the wait that the service asked for or else with why', { tag: '@core' }, async ({
  window,
  scripted,
}) => {
  const refuse = (times: number, status: number, headers: Record<string, string>) => {
    let left = times
    scripted.answers((_, response) => {
      left -= 1
      if (left < 0) return json(response, pageOf(fifty, 120, 50, 50))
      return json(response, { error: 'slow down' }, status, headers)
    })
  }
  refuse(1, 429, { 'retry-after': '3' })
  await window.button('Next page', window.pages).click()
  await expect(window.status('Retrying (2 of 4), the service asked to wait 3 s')).toBeVisible()
  await expect(window.page.getByText(/^[123] s left · \d s so far$/)).toBeVisible()
  await expect(window.status('Rows 51–100 of 120')).toBeVisible()
  refuse(3, 503, {})
  await window.button('Refresh').click()
  await expect(window.status(/^Retrying \([34] of 4\) in .* m?s: the service failed \(503\)$/)).toBeVisible()
  await window.settled()
  await expect(window.status('Rows 51–100 of 120')).toBeVisible()
})

base('another connection aborts what was asked and shows nothing of it', async ({ window, scripted, page }) => {
  const other = await startScriptedService(async (_, response) => {
    await new Promise((resolve) => setTimeout(resolve, 2000))
    json(response, pageOf([eventText(9001, { customer_id: '"cus_other"' })]))
  })
  // A late answer of the old connection is under way while the new one opens.
  let release = () => {}
  let aborted = false
  scripted.answers(async (_, response) => {
    response.on('close', () => {
      aborted = !response.writableEnded
    })
    await new Promise<void>((resolve) => {
      release = resolve
    })
    json(response, pageOf(fifty, 120, 50, 50))
  })
  await window.row('evt_0003').getByRole('checkbox').check()
  await window.open('evt_0004')
  await window.button('Next page', window.pages).click()
  await window.button('Switch connection').click()
  await page.getByRole('menuitem', { name: 'Add connection' }).click()
  // Looks at every change of the page, painted or not, until the new connection's row is there.
  const seen = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const mixed: string[] = []
        const look = () => {
          if (!document.querySelector('header')?.textContent?.includes('Second')) return
          const ids = [...document.querySelectorAll('[data-event-id]')].map((row) => row.getAttribute('data-event-id'))
          mixed.push(...ids.filter((id) => id !== 'evt_9001').map(String))
          if (document.querySelector('[aria-label="Event details"]')) mixed.push('details')
          const left = /\d+ selected|of 120/.exec(document.body.textContent ?? '')
          if (left) mixed.push(left[0])
          if (ids.includes('evt_9001')) resolve(mixed)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
  )
  await window.textbox('Name', window.connectionDialog).fill('Second')
  await window.textbox('Base URL', window.connectionDialog).fill(other.url)
  await window.textbox('API key', window.connectionDialog).fill('tok-second')
  await window.button('Save and connect', window.connectionDialog).click()
  await expect(window.button('Switch connection')).toContainText('Second')
  await expect.poll(() => aborted).toBe(true)
  release()
  expect(await seen).toEqual([])
  await expect(window.status('Rows 1–1 of 1')).toBeVisible()
  await other.stop()
})

// The last one: it leaves no service behind.
test('a service that went away is said in words; the rows stay, and its address can be changed', async ({
  window,
  scripted,
  page,
}) => {
  await scripted.stop()
  await window.button('Refresh').click()
  await expect(window.alert).toContainText(/^No answer – showing what was cached at \d\d:\d\d UTC/, {
    timeout: 30_000,
  })
  await expect(window.alert).toContainText('Nothing answers at the service’s address.')
  await expect(window.alert).toContainText('Retrying automatically.')
  await expect(window.rows).toHaveCount(50)
  await window.button('Edit connection', window.alert).click()
  await expect(page.getByRole('dialog', { name: /^Edit / })).toBeVisible()
})
