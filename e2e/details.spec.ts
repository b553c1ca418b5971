// Event details: everything of one event, exact, copyable and searchable, and the way to its neighbours.
import type { Page } from '@playwright/test'
import { token } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf } from './scripted-service.ts'
import { expect, rows, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow()

const openTab = (window: Inspector, name: 'Event' | 'Raw' | 'History') =>
  window.details.getByRole('tab', { name, exact: true }).click()

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Name, source, type and text of what a service may send; names may repeat. */
const exact = [
  ['a\u202eb', '"x"', 'string', 'x'],
  ['amount', '12345678901234567890.1230', 'number', '12345678901234567890.1230'],
  ['zero', '-0', 'number', '-0'],
  ['huge', '1E400', 'number', '1E400'],
  ['amount', '0.10', 'number', '0.10'],
  ['rtl', '"שלום \\u202Eעולם"', 'string', 'שלום \u202eעולם'],
  ['emoji', '"👩‍👩‍👧 ok"', 'string', '👩‍👩‍👧 ok'],
  ['lines', '" a\\nb\\t"', 'string', ' a\nb\t'],
  ['markup', '"<b>x</b>&amp;"', 'string', '<b>x</b>&amp;'],
  ['escaped', '"\\u0041\\/"', 'string', 'A/'],
  ['__proto__', '"polluted"', 'string', 'polluted'],
  ['flag', 'true', 'boolean', 'true'],
  ['nested', '{"a": [1.0]}', 'json', '{"a": [1.0]}'],
  ['', '""', 'string', ''],
] as const

const exactEvent = eventText(1, {
  customer_id: '" cus א "',
  event_type: '"credit"',
  created_at: '"2026-11-01T00:00:00.1234567890Z"',
  event_properties: `{${exact.map(([name, source]) => `${JSON.stringify(name)}:${source}`).join(',')}}`,
  region: '"eu-1"',
})

const many = eventText(2, {
  event_properties: `{${Array.from({ length: 400 }, (_, index) => `"property_${index}":"value ${index * 7}"`).join(',')}}`,
})
const long = 'Lorem ipsum '.repeat(1667).slice(0, 19_999)
const longEvent = eventText(3, { event_properties: JSON.stringify({ note: `${long}!`, word: 'x'.repeat(20_000) }) })

const mismatch = `{"event_id":7,"customer_id":null,"event_type":"refund","created_at":"2026-02-30T00:00:00Z","event_properties":[1,2.50],"Event_Code":"x"}`

test('an event of 400 properties is virtualised and searchable by name and value', async ({
  window,
  scripted,
  page,
}) => {
  scripted.answers((_, response) => json(response, pageOf([many, longEvent])))
  await window.button('Refresh').click()
  await window.open('evt_0002')
  const found = window.details.locator('[data-property]')
  await expect(found.first()).toHaveAttribute('data-property', 'property_0')
  expect(await found.count()).toBeLessThan(100)
  await expect(found.first()).toHaveAttribute('aria-setsize', '400')

  const find = window.textbox('Find property', window.details)
  await find.fill('VALUE 2793')
  await expect(found).toHaveCount(1)
  await expect(found).toHaveAttribute('data-property', 'property_399')
  await expect(found.locator('mark')).toHaveText('value 2793')
  await expect(window.details).toContainText('1 of 400')
  await find.fill('erty_39')
  await expect(found).toHaveCount(11)
  await find.fill('nowhere')
  await expect(window.details).toContainText('No property has “nowhere” in its name or value')
  await find.fill('')

  // The last one is reached by scrolling, and is the last.
  await window.details.getByRole('tabpanel').hover()
  await page.mouse.wheel(0, 100_000)
  await expect(found.last()).toHaveAttribute('data-property', 'property_399')
  await window.button('Close details').click()
})

test('fields, properties and raw JSON: each with its type and a copy button that gives the exact text', async ({
  window,
  scripted,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  scripted.answers((_, response) => json(response, pageOf([exactEvent, rows[2] ?? ''])))
  await window.button('Refresh').click()
  await window.settled()
  // A name that turns the direction of what follows turns nothing around it.
  const places = window.row('evt_0001').getByRole('gridcell').last().locator('> div > span > span')
  const lefts = await places.evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left))
  expect(lefts.length).toBeGreaterThan(2)
  expect(lefts.toSorted((a, b) => a - b)).toEqual(lefts)
  await window.open('evt_0001')

  const fields = { 'event ID': 'evt_0001', created: '2026-11-01T00:00:00.1234567890Z', 'customer ID': ' cus א ' }
  for (const [name, text] of Object.entries({ ...fields, 'event code': 'api_calls', 'event type': 'credit' })) {
    await window.button(`Copy ${name}`, window.details).click()
    expect(await clipboard(page), name).toBe(text)
  }

  const shown = await window.details.locator('[data-property]').evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.getAttribute('data-property'),
      type: row.getAttribute('data-type'),
      text: row.getAttribute('data-value'),
      words: row.textContent,
    })),
  )
  expect(shown).toMatchObject(exact.map(([name, , type, text]) => ({ name, type, text })))
  for (const [index, { words }] of shown.entries()) {
    const [, , type, text] = exact[index] ?? ['', '', '', '']
    expect(words).toContain(text)
    expect(words).toContain(type === 'json' ? 'object' : type)
  }
  const copyButtons = window.details.getByRole('button', { name: /^Copy property/ })
  await expect(copyButtons).toHaveCount(exact.length)
  for (const [index, [name, , , text]] of exact.entries()) {
    await copyButtons.nth(index).click()
    expect(await clipboard(page), name).toBe(text)
  }
  await expect(window.details.locator('[data-field="region"]')).toHaveAttribute('data-value', 'eu-1')

  const order = await window.details
    .locator('[data-field="event_type"], [data-property="amount"], [data-field="region"]')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top))
  expect(order.length).toBe(4)
  expect(order.toSorted((a, b) => a - b)).toEqual(order)

  await openTab(window, 'Raw')
  const raw = window.details.getByRole('tabpanel', { name: 'Raw' })
  for (const [, source] of exact) await expect(raw.locator('pre')).toContainText(source.replace('{"a": [1.0]}', '1.0'))
  await window.button('Copy JSON', window.details).click()
  const copied = await clipboard(page)
  expect(JSON.parse(copied)).toEqual(JSON.parse(exactEvent))
  for (const [name, source] of exact.filter(([, , type]) => type !== 'json')) {
    expect(copied).toContain(`${JSON.stringify(name)}: ${source}`)
  }
  await window.button('Copy as cURL', window.details).click()
  expect(await clipboard(page)).not.toContain(token)
  await openTab(window, 'Event')
  await window.button('Close details').click()
})

test('an event that does not fit the interface is shown as far as it goes, with what is missing marked', async ({
  window,
  scripted,
}) => {
  scripted.answers((_, response) => json(response, pageOf([mismatch, '"no object"'])))
  await window.button('Refresh').click()
  // The rows of before were two as well.
  await expect(window.row('evt_0001')).toHaveCount(0)
  await expect(window.status('Rows 1–2 of 2')).toBeVisible()
  await window.grid.getByRole('row').nth(1).getByRole('gridcell').nth(2).click()
  const field = (name: string) => window.details.locator(`[data-field="${name}"]`)
  await expect(field('event_id').locator('..')).toContainText('is a number, not a string')
  await expect(field('customer_id')).toContainText('null')
  await expect(field('customer_id')).toContainText('is null, not a string')
  await expect(field('event_code')).toContainText('is missing')
  await expect(field('event_type')).toContainText('is "refund", neither credit nor debit')
  await expect(field('created_at')).toContainText('is "2026-02-30T00:00:00Z", not an RFC 3339 date-time')
  await expect(window.details).toContainText('is an array, not an object')
  await expect(field('Event_Code')).toHaveAttribute('data-value', 'x')
  await openTab(window, 'Raw')
  await expect(window.details.locator('pre')).toContainText('2.50')
  await expect(window.button('Copy as cURL', window.details)).toHaveCount(0)

  await window.button('Next event', window.details).click()
  await expect(window.details.locator('pre')).toContainText('"no object"')
  await openTab(window, 'Event')
  await window.button('Close details').click()
})

test('a screen reader finds the event under its ID, its tabs, and each property with its value and type', async ({
  window,
  scripted,
}) => {
  const properties = '{"amount":0.10,"plan":"pro","trial":false}'
  scripted.answers((_, response) => json(response, pageOf([eventText(1, { event_properties: properties })])))
  await window.button('Refresh').click()
  await window.open('evt_0001')
  await expect(window.details).toMatchAriaSnapshot(`
- region "Event details":
  - heading "evt_0001" [level=2]
  - button "Close details"
  - button "Copy JSON"
  - button "Copy as cURL"
  - button "Similar events"
  - button "Previous event"
  - button "Next event"
  - tablist:
    - tab "Event" [selected]
    - tab "Raw"
    - tab "History"
  - tabpanel "Event":
    - term: Created
    - definition:
      - text: 2026-11-01T00:00:01Z
    - term: Customer ID
    - definition:
      - text: cus_A
    - region "Properties":
      - list "Properties":
        - listitem:
          - text: amount 0.10 number
        - listitem:
          - text: plan pro string
        - listitem:
          - text: trial false boolean
`)
  await window.button('Close details').click()
})

test('values of 20,000 characters wrap, are cut at first, shown whole and copied whole', async ({
  window,
  scripted,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  scripted.answers((_, response) => json(response, pageOf([longEvent])))
  await window.button('Refresh').click()
  await window.open('evt_0003')
  for (const [name, text] of [
    ['note', `${long}!`],
    ['word', 'x'.repeat(20_000)],
  ] as const) {
    const row = window.property(name)
    await expect(row).toHaveAttribute('data-value', text)
    expect((await row.textContent())?.length).toBeLessThan(1000)
    await row.getByRole('button', { name: 'Show all 20,000 characters' }).click()
    await expect(row).toContainText(text)
    await row.getByRole('button', { name: `Copy property ${name}` }).click()
    expect(await clipboard(page)).toBe(text)
  }
  const overflow = await window.details.evaluate(
    (pane) =>
      [...pane.querySelectorAll('*')].filter((part) => part.clientWidth > 0 && part.scrollWidth > pane.clientWidth)
        .length,
  )
  expect(overflow).toBe(0)
  await window.button('Close details').click()
})

test('what can be done stays in sight while scrolling, and so does "Collapse", however long the text', async ({
  window,
  scripted,
  page,
}) => {
  scripted.answers((_, response) => json(response, pageOf([longEvent, rows[1] ?? ''])))
  await window.button('Refresh').click()
  await window.open('evt_0003')
  const actions = ['Copy JSON', 'Copy as cURL', 'Similar events', 'Previous event', 'Next event', 'Close details']
  const collapse = window.button('Collapse', window.details)
  const word = window.property('word')
  for (const [tab, name] of [
    ['Event', 'Show all 20,000 characters'],
    ['Raw', /^Show all 4\d,\d\d\d characters/],
  ] as const) {
    await openTab(window, tab)
    const showAll = window.details.getByRole('button', { name }).last()
    await showAll.click()
    await expect(collapse).toBeInViewport({ ratio: 1 })
    // In the middle of the text, far from both its ends.
    await window.details.getByRole('tabpanel').hover()
    await page.mouse.wheel(0, 2_500)
    await expect
      .poll(() => word.or(window.details.locator('pre')).evaluate((it) => it.getBoundingClientRect().top))
      .toBeLessThan(0)
    await expect(collapse).toBeInViewport({ ratio: 1 })
    for (const action of actions) await expect(window.button(action, window.details)).toBeInViewport({ ratio: 1 })
    await collapse.click()
    await expect(showAll).toBeInViewport({ ratio: 1 })
    await expect(showAll).toBeFocused()
  }

  // The tab stays from event to event.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(window.details.getByRole('tab', { name: 'Raw', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(window.details.locator('pre')).toContainText('evt_0001')
  await window.button('Close details').click()
})

test('long names and IDs wrap where they stand: no line of Raw is empty, and the copy button stays beside the ID', async ({
  window,
  scripted,
}) => {
  const id = `evt_${'0123456789'.repeat(6)}`
  const name = `name_${'x'.repeat(300)}`
  const properties = JSON.stringify({ [name]: 1, nested: { [name]: `${'y'.repeat(300)}` } })
  scripted.answers((_, response) =>
    json(response, pageOf([eventText(1, { event_id: JSON.stringify(id), event_properties: properties })])),
  )
  await window.button('Refresh').click()
  await window.open(id)
  await openTab(window, 'Raw')
  // Each line of the text stands on the line below the one before, as far as that needs.
  const lines = await window.details.locator('pre').evaluate((pre) => {
    const boxes = [...pre.querySelectorAll('span')].flatMap((span) => [...span.getClientRects()])
    return [...new Set(boxes.map(({ top }) => Math.round(top)))].toSorted((a, b) => a - b)
  })
  const steps = lines.slice(1).map((top, index) => top - (lines[index] ?? 0))
  expect(steps.length).toBeGreaterThan(20)
  expect(Math.max(...steps)).toBeLessThan(30)

  for (const width of [380, 420, 460, 500]) {
    await window.details.evaluate((pane, px) => {
      pane.style.width = `${px}px`
    }, width)
    const gap = await window.details.locator('[data-field="event_id"]').evaluate((head) => {
      const text = document.createRange()
      text.selectNodeContents(head.querySelector('bdi') as Element)
      const last = [...text.getClientRects()].at(-1)
      const button = head.closest('header')?.querySelector('[aria-label="Copy event ID"]')?.getBoundingClientRect()
      return button && last ? button.top - last.bottom : null
    })
    expect(gap, `${width} px`).toBeLessThan(0)
  }
  await window.button('Close details').click()
})

test('values use the width, and Raw breaks no name', async ({ window, scripted }) => {
  const name = 'idempotency_key_of_request'
  const properties = JSON.stringify({
    amount: 1,
    plan: 'enterprise_annual_committed_use',
    [name]: { [name]: 'z'.repeat(90) },
  })
  scripted.answers((_, response) => json(response, pageOf([eventText(1, { event_properties: properties })])))
  await window.button('Refresh').click()
  await window.open('evt_0001')
  for (const width of [320, 380, 560, 900]) {
    await window.details.evaluate((pane, px) => {
      pane.style.width = `${px}px`
    }, width)
    await openTab(window, 'Event')
    const [row, value] = await window.property('plan').evaluate((item) => {
      const cell = [...item.querySelectorAll('div')].find(
        (part) => part.textContent === item.getAttribute('data-value'),
      )
      return [item.clientWidth, cell?.clientWidth ?? 0]
    })
    expect(value, `${width} px`).toBeGreaterThan(0.45 * row)
    await openTab(window, 'Raw')
    const broken = await window.details
      .locator('pre span > span')
      .evaluateAll((names) => names.filter((part) => part.getClientRects().length > 1).map((part) => part.textContent))
    expect(broken, `${width} px`).toEqual([])
  }
  await window.button('Close details').click()
})

test('a fetch by ID: under way, given up, refused and retried in place, "." and ".." searched for', async ({
  window,
  scripted,
}) => {
  scripted.answers((_, response) => json(response, pageOf(rows)))
  await window.button('Refresh').click()
  await expect(window.rows).toHaveCount(49)
  let aborted = false
  scripted.answers((_, response) => {
    response.on('close', () => {
      aborted = true
    })
  })
  await window.findById('evt/needs-encoding?')
  await expect(window.details).toHaveAttribute('aria-busy', 'true')
  await expect(window.details).toContainText(/Loading the event for \d+ s/)
  const encoded = { method: 'GET', path: '/v1/events/evt%2Fneeds-encoding%3F' }
  await expect.poll(() => scripted.asked.at(-1)).toMatchObject(encoded)
  await window.findById('evt_asked_next')
  await expect.poll(() => aborted).toBe(true)
  aborted = false
  await window.button('Close details').click()
  await expect(window.details).toBeHidden()
  await expect.poll(() => aborted).toBe(true)
  await window.button('Settings').click()
  await window.button('Activity').click()
  await expect(window.page.getByRole('listitem').filter({ hasText: 'needs-encoding' })).toContainText('Cancelled')
  await window.page.keyboard.press('Escape')

  scripted.answers((_, response) => json(response, { message: 'boom' }, 500, { 'x-request-id': 'req-9' }))
  await window.findById('evt_0004')
  const alert = window.details.getByRole('alert')
  await expect(alert).toContainText('boom')
  await expect(alert).toContainText('500')
  await expect(alert).toContainText('req-9')
  await expect(window.rows).toHaveCount(49)
  scripted.answers((_, response) => json(response, rows[4] ?? ''))
  await window.button('Retry', window.details).click()
  await expect(window.details.locator('[data-field="event_id"]')).toHaveAttribute('data-value', 'evt_0004')

  for (const id of ['.', '..']) {
    scripted.answers((_, response) => json(response, pageOf([eventText(5, { event_id: JSON.stringify(id) })])))
    await window.findById(id)
    await expect(window.details.locator('[data-field="event_id"]')).toHaveAttribute('data-value', id)
    // The header names the id while it is still under way.
    await expect.poll(() => scripted.asked.at(-1)?.body).toContain(`"event_id":"${id}"`)
    expect(scripted.asked.at(-1)).toMatchObject({ method: 'POST', path: '/v1/events/search' })
  }
  scripted.answers((_, response) => json(response, pageOf(rows)))
})

test('previous and next, also by Alt+Up and Alt+Down, without stealing keys from inputs', async ({ window, page }) => {
  await window.open('evt_0001')
  const id = window.details.locator('[data-field="event_id"]')
  const expectOpen = (eventId: string) => expect(id).toHaveAttribute('data-value', eventId)
  await window.button('Next event', window.details).click()
  await expectOpen('evt_0002')
  await expect(window.details).toContainText('3 of 49 on this page')
  await page.keyboard.press('Alt+ArrowDown')
  await expectOpen('evt_0003')
  await window.button('Copy JSON', window.details).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expectOpen('evt_0002')
  await page.keyboard.press('Alt+ArrowUp')
  await expectOpen('evt_0001')

  for (const field of [
    window.textbox('Find property', window.details),
    window.textbox('Customer ID', window.filters),
    window.find,
  ]) {
    await field.fill('typed')
    await field.press('Alt+ArrowDown')
    await expectOpen('evt_0001')
    await field.press('Alt+ArrowUp')
    await expectOpen('evt_0001')
    await expect(field).toHaveValue('typed')
    await expect(field).toBeFocused()
    await field.fill('')
  }
  // The one box's list lies over the first rows.
  await page.keyboard.press('Escape')

  await window.open('evt_0000')
  await expect(window.button('Previous event', window.details)).toHaveAttribute('aria-disabled', 'true')
  await window.button('Next event', window.details).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expectOpen('evt_0000')
  await window.open('evt_0048')
  await expect(window.button('Next event', window.details)).toHaveAttribute('aria-disabled', 'true')
})

test('"Similar events" fills the filters with customer, code, type and a day around, and searches', async ({
  window,
  scripted,
  page,
}) => {
  await window.open('evt_0001')
  await window.button('Similar events', window.details).click()
  await expect
    .poll(() => JSON.parse(scripted.asked.at(-1)?.body ?? '{}'))
    .toEqual({
      customer_id: 'cus_A',
      event_code: 'api_calls',
      event_type: 'debit',
      created_at_from: '2026-10-31T00:00:01Z',
      created_at_to: '2026-11-02T00:00:01Z',
      limit: 50,
      offset: 0,
    })
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('cus_A')
  await expect(window.filters.getByRole('radio', { name: 'Debit', exact: true })).toBeChecked()
  await expect(window.textbox('From', window.filters)).toHaveValue(/2026-10-31/)
  await expect(window.details).toBeVisible()

  // As an overlay the details would lie over what was found.
  await page.setViewportSize({ width: 1024, height: 700 })
  await window.button('Similar events', window.details).click()
  await expect(window.details).toBeHidden()
})

test('a clipboard that refuses is said at the button', async ({ window, page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await window.open('evt_0001')
  const session = await context.newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.send('Browser.setPermission', {
    permission: { name: 'clipboard-write' },
    setting: 'denied',
    ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
  })
  await window.button('Copy customer ID', window.details).click()
  await expect(page.getByRole('tooltip').filter({ hasText: 'Not copied: the browser does not let' })).toBeVisible()
})
