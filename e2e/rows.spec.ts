// Rows: what one line says of an event, and what can be done with it; and that the service is checked, not believed.
import type { Locator } from '@playwright/test'
import type { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { eventText, json, pageOf, serving } from './scripted-service.ts'
import { expect, fifty, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow(pageOf(fifty, 120))

const cells = (row: Locator) => row.getByRole('gridcell')
const styleOf = (element: Locator, property: string) =>
  element.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property)

const missesChip = (window: Inspector) => window.page.getByRole('button', { name: /not match/ })

test('rows that miss the applied filter are marked and counted, and each says why', async ({ window, scripted }) => {
  const mixed = fifty.map((_, index) => eventText(100 + index, index < 37 ? {} : { event_type: '"credit"' }))
  const chip = missesChip(window)
  const marked = window.grid.locator('[data-marked]')

  scripted.answers((_, response) => json(response, pageOf(mixed, 120)))
  await window.search({ type: 'Credit' })
  await expect(chip).toHaveText('37 of 50 do not match Type = credit; the service may combine filters with OR')
  await expect(marked).toHaveCount(37)
  await expect(window.row('evt_0100').getByRole('checkbox')).toHaveAccessibleDescription('does not match Type')
  await expect(window.row('evt_0137').getByRole('checkbox')).toHaveAccessibleDescription('')
  // Its reason is read, not hovered for.
  await window.open('evt_0100')
  const reasons = window.details.getByRole('list', { name: 'Problems with this event' })
  await expect(reasons).toHaveText('Does not match the filter Type = credit.')
  await window.open('evt_0137')
  await expect(reasons).toHaveCount(0)
  await window.button('Close details').click()
})

test('each returned row is checked against every applied filter', async ({ window, scripted }) => {
  const chip = missesChip(window)
  // Every filter there is; each of these events misses one of them.
  const hit = { customer_id: '"cus_B"', event_code: '"storage"', event_type: '"credit"', event_id: '"evt_x"' }
  const at = (text: string, properties: string) => ({ created_at: `"${text}"`, event_properties: properties })
  const misses: [string, Record<string, string>][] = [
    ['Customer ID', { ...hit, customer_id: '"cus_b"', ...at('2026-11-01T10:00:00Z', '{"n":0.1,"s":"1"}') }],
    ['Event code', { ...hit, event_code: '"Storage"', ...at('2026-11-01T10:00:00Z', '{"n":0.1,"s":"1"}') }],
    ['Event ID', { ...hit, event_id: '"evt_y"', ...at('2026-11-01T10:00:00Z', '{"n":0.1,"s":"1"}') }],
    ['Type', { ...hit, event_type: '"debit"', ...at('2026-11-01T10:00:00Z', '{"n":0.1,"s":"1"}') }],
    ['From', { ...hit, ...at('2026-11-01T08:59:59.999999999Z', '{"n":0.1,"s":"1"}') }],
    ['To', { ...hit, ...at('2026-11-01T12:00:00.000000001Z', '{"n":0.1,"s":"1"}') }],
    ['n', { ...hit, ...at('2026-11-01T10:00:00Z', '{"n":"0.1","s":"1"}') }],
    ['s', { ...hit, ...at('2026-11-01T10:00:00Z', '{"n":0.1,"s":1}') }],
  ]
  const right = [
    { ...hit, ...at('2026-11-01T09:00:00Z', '{"n":0.10,"s":"1"}') },
    { ...hit, ...at('2026-11-01T13:00:00+01:00', '{"n":1e-1,"s":"1"}') },
  ]
  const rows = [...misses.map(([, fields]) => fields), ...right].map((fields, index) => eventText(200 + index, fields))
  scripted.answers((_, response) => json(response, pageOf(rows)))
  await window.search({
    'Customer ID': 'cus_B',
    'Event code': 'storage',
    'Event ID': 'evt_x',
    type: 'Credit',
    From: '2026-11-01T09:00:00Z',
    To: '2026-11-01T12:00:00Z',
    properties: [
      { name: 'n', type: 'Number', value: '0.1' },
      { name: 's', value: '1' },
    ],
  })
  await expect(chip).toContainText('8 of 10 do not match')
  for (const [index, [name]] of misses.entries()) {
    await expect(window.rows.nth(index).getByRole('checkbox')).toHaveAccessibleDescription(
      new RegExp(`^does not match ${name}(;|$)`),
    )
  }
  await chip.click()
  await expect(
    window.page.getByText(/8 of 10 do not match .*; the service may combine filters with OR\./),
  ).toBeVisible()
  await window.page.keyboard.press('Escape')
  await expect(window.page.getByText(/Each row was checked against/)).toBeHidden()
  await expect(chip).toBeFocused()
})

test('of far more events than were asked for the first are shown, and that is said before all else', async ({
  window,
  scripted,
}) => {
  const many = Array.from({ length: 20_000 }, (_, index) => eventText(index % 10_000))
  scripted.answers((_, response) => json(response, pageOf(many, 20_000)))
  await window.search({ type: 'Credit' })
  await expect(window.status('Rows 1–500 of 20,000')).toBeVisible()
  const words = 'The service sent 20,000 events for a limit of 50; the first 500 are shown'
  const chip = window.page.getByRole('button', { name: /The service sent/ })
  await expect(chip).toHaveText(words)
  await chip.click()
  await expect(window.page.getByText(`${words}.`)).toBeVisible()
  await expect(
    window.page.getByRole('button', { name: /1 more ?: 500 of 500 do not match Type = credit/ }),
  ).toBeVisible()
  await window.button('Next page', window.pages).click()
  await window.settled()
  expect(JSON.parse(scripted.asked.at(-1)?.body ?? '{}')).toMatchObject({ offset: 500, limit: 50 })
})

test('a range with Shift begins at the row that was chosen, also after sorting', async ({ window, scripted }) => {
  scripted.answers((_, response) => json(response, pageOf(fifty, 120)))
  await window.search({})
  const box = (id: string) => window.row(id).getByRole('checkbox')
  await box('evt_0001').click()
  await window.grid.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  await expect(window.rows.first()).toHaveAttribute('data-event-id', 'evt_0049')
  await box('evt_0003').click({ modifiers: ['Shift'] })
  await expect(window.page.getByText('3 selected')).toBeVisible()
  await expect(box('evt_0002')).toBeChecked()
  await window.button('Clear selection').click()
  await window.page.getByRole('button', { name: /Back to the service’s order/ }).click()
})

test('compact, tabular figures, one line; long values are cut, with the whole in a tooltip and in the details', async ({
  window,
  scripted,
}) => {
  const long = `${'x'.repeat(300)} the end`
  const huge = `${'y'.repeat(19_990)} the end`
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`p${index}`, index]))
  const rows = [
    eventText(0),
    eventText(1, { customer_id: JSON.stringify(long), event_code: '"two\\nlines"' }),
    eventText(2, { event_properties: JSON.stringify({ first: long, second: 'z' }) }),
    eventText(3, { event_properties: JSON.stringify(many) }),
    eventText(4, { customer_id: JSON.stringify(huge), created_at: '"2026-11-01T00:00:01.123456789Z"' }),
    eventText(5, { event_id: JSON.stringify(huge) }),
  ]
  scripted.answers((_, response) => json(response, pageOf(rows)))
  await window.button('Refresh').click()
  await expect(window.rows).toHaveCount(6)

  const heights = await window.rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(new Set(heights).size).toBe(1)
  expect(heights[0]).toBeLessThanOrEqual(31)
  for (const cell of await cells(window.row('evt_0004')).all())
    expect(await styleOf(cell, 'white-space')).toBe('nowrap')
  for (const figures of [cells(window.row('evt_0004')).nth(1).locator('time'), cells(window.row('evt_0004')).nth(2)]) {
    expect(await styleOf(figures, 'font-variant-numeric')).toBe('tabular-nums')
  }
  const created = window.cell('evt_0004', 'Created')
  await expect(created).toHaveText('1 Nov 00:00:01.123')
  expect(await created.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0)

  const titles: [cell: Locator, title: string | RegExp][] = [
    [window.cell('evt_0004', 'Created'), '2026-11-01T00:00:01.123456789Z'],
    [window.cell('evt_0001', 'Customer ID'), long],
    [window.cell('evt_0002', 'Properties'), `first "${long}"\nsecond "z"`],
    [
      window.cell('evt_0003', 'Properties'),
      Object.entries(many)
        .map((pair) => pair.join(' '))
        .join('\n'),
    ],
    [window.cell('evt_0004', 'Customer ID'), /^y{2000}…\n\(the full value is in the details\)$/],
  ]
  for (const [cell, title] of titles) {
    await cell.hover()
    await expect(cell).toHaveAttribute('title', title)
  }
  await window.cell('evt_0000', 'Customer ID').hover()
  await expect(window.grid.locator('td[title]')).toHaveCount(0)

  await window.open('evt_0002')
  expect(await window.propertyText('first')).toBe(long)
  await window.open('evt_0004')
  await expect(window.details.getByText(huge)).toBeAttached()
  // Even an ID of that length leaves room for the event.
  await window.open(huge)
  await expect(window.button('Copy JSON', window.details)).toBeInViewport()
  await window.button('Close details').click()
})

test('properties are left out of a row only behind its end, and counted there', async ({ window, scripted }) => {
  const narrow = (index: number) =>
    ['i', 'l', 'j', 'f', 't', 'r', '.', "'", '|'].at(index % 9)?.repeat(1 + (index % 13))
  const kinds = [
    (index: number) => [`${narrow(index)}${index}`, index],
    (index: number) => [`property_${index}`, 'value'.repeat(index % 4)],
    (index: number) => [`\u200b${index}`, '\u200b'],
    (index: number) => [`${'m'.repeat(index % 20)}${index}`, index % 2 === 0],
  ]
  const rows = kinds.map((kind, row) =>
    eventText(row, {
      event_properties: JSON.stringify(Object.fromEntries(Array.from({ length: 120 }, (_, index) => kind(index)))),
    }),
  )
  scripted.answers((_, response) => json(response, pageOf(rows)))
  for (const width of [1024, 1440, 2560]) {
    await window.page.setViewportSize({ width, height: 800 })
    await window.button('Refresh').click()
    await window.settled()
    await expect(window.rows).toHaveCount(rows.length)
    const lines = await window.grid.locator('[data-event-id] td:last-child > div').evaluateAll((all) =>
      all.map((line) => ({
        drawn: line.querySelectorAll(':scope > span > span').length,
        counted: Number(/\+(\d+) more$/.exec(line.textContent ?? '')?.[1] ?? 0),
        over:
          (line.firstElementChild?.lastElementChild?.getBoundingClientRect().right ?? 0) -
          line.getBoundingClientRect().right,
      })),
    )
    for (const [index, line] of lines.entries()) {
      expect(line.counted, `${width} px, row ${index}`).toBeGreaterThan(0)
      expect(line.drawn + line.counted).toBeGreaterThanOrEqual(120)
      expect(line.over, `${width} px, row ${index}`).toBeGreaterThan(0)
    }
  }
  await window.page.setViewportSize({ width: 1440, height: 900 })
})

test('a cell shows its event, whatever it showed before', async ({ window, scripted }) => {
  const kinds: Record<string, string>[] = [
    { event_properties: '{"amount":1.5,"other":7}' },
    { event_properties: '{"amount":"1.5","note":"a\\u200bb"}', created_at: 'null', event_type: '"credit"' },
    { event_properties: '{"amount":1,"amount":2}', event_type: '"re\\u202efund"', customer_id: 'null' },
    { event_properties: '{}', event_code: '"two\\nlines"', created_at: '"last week"' },
    { event_properties: '{"amount":null,"list":[1,{}]}', created_at: '"2025-03-09T00:00:00Z"' },
    { event_properties: '{"amount":1250.75,"ok":true}', event_id: '"a\\tb"', event_type: 'null' },
  ]
  const rows = kinds.map((kind, index) => eventText(index, kind))
  async function shown(events: string[]) {
    scripted.answers((_, response) => json(response, pageOf(events)))
    await window.button('Refresh').click()
    await expect(window.rows).toHaveCount(events.length)
    await window.settled()
    const drawn = await window.rows.evaluateAll((all) =>
      all.map((row) => [
        row.getAttribute('data-event-id') ?? '',
        [...row.querySelectorAll('td[data-column]')].map((cell) => cell.innerHTML),
      ]),
    )
    return Object.fromEntries(drawn)
  }
  await shown(rows.slice(0, 1))
  await window.showColumn('amount')
  // But for the first, these rows were not there before.
  const shownAgain = await shown(rows)
  expect(Object.keys(shownAgain)).toHaveLength(rows.length)
  for (let turn = 1; turn < rows.length; turn++)
    expect(await shown([...rows.slice(turn), ...rows.slice(0, turn)])).toEqual(shownAgain)
})

test('credit and debit differ by word, and credit stands out; string and number by more than colour', async ({
  window,
  scripted,
}) => {
  const properties = '{"text":"42","number":42}'
  const rows = [
    eventText(0, { event_type: '"credit"', event_properties: properties }),
    eventText(1, { event_properties: properties }),
  ]
  scripted.answers((_, response) => json(response, pageOf(rows)))
  await window.button('Refresh').click()
  await expect(window.rows).toHaveCount(2)
  const type = (id: string) => window.cell(id, 'Type')
  await expect(type('evt_0000')).toHaveText('Credit')
  await expect(type('evt_0001')).toHaveText('Debit')
  const background = (id: string) =>
    type(id)
      .locator('span')
      .evaluate((word) => getComputedStyle(word).backgroundColor)
  expect(await background('evt_0001')).toBe('rgba(0, 0, 0, 0)')
  expect(await background('evt_0000')).not.toBe('rgba(0, 0, 0, 0)')

  await expect(cells(window.row('evt_0000')).last()).toHaveText('text "42"number 42')
  await window.open('evt_0000')
  for (const [name, kind] of [
    ['text', 'string'],
    ['number', 'number'],
  ] as const) {
    await expect(window.property(name)).toContainText(kind)
    await expect(window.property(name)).toHaveAttribute('data-type', kind)
  }
  const colours = await Promise.all(
    ['text', 'number'].map((name) => styleOf(window.property(name).getByText('42', { exact: true }), 'color')),
  )
  expect(colours[0]).not.toBe(colours[1])
  await window.button('Close details').click()
})

test('sorting a column sorts the loaded page and says so', async ({ window, scripted }) => {
  const codes = ['b', 'a', 'ä', 'B', 'c']
  const created = ['00:00:00.5Z', '00:00:00.50Z', '00:00:00.49999999999Z', '01:30:00.1+01:30', '00:00:01Z']
  const rows = codes.map((code, index) =>
    eventText(index, { event_code: `"${code}"`, created_at: `"2026-11-01T${created[index]}"` }),
  )
  scripted.answers((_, response) => json(response, pageOf(rows, 120)))
  await window.search()
  await expect(window.rows).toHaveCount(5)
  const asked = scripted.asked.length
  const head = (name: string) => window.grid.getByRole('columnheader', { name, exact: true })

  await head('Event code').getByRole('button').click()
  await expect(head('Event code')).toHaveAttribute('aria-sort', 'ascending')
  await expect(window.page.getByText('sorted on this page: Event code, ascending')).toBeVisible()
  expect(await window.eventIds()).toEqual(['evt_0003', 'evt_0001', 'evt_0000', 'evt_0004', 'evt_0002'])
  await head('Event code').getByRole('button').click()
  expect(await window.eventIds()).toEqual(['evt_0002', 'evt_0004', 'evt_0000', 'evt_0001', 'evt_0003'])

  // To the last digit of the fraction, and whatever the offset.
  await head('Created').getByRole('button').click()
  await expect(window.page.getByText('sorted on this page: Created, descending')).toBeVisible()
  expect(await window.eventIds()).toEqual(['evt_0004', 'evt_0000', 'evt_0001', 'evt_0002', 'evt_0003'])

  // Previous and next in the details go by the order on screen.
  await window.open('evt_0001')
  await window.button('Next event', window.details).click()
  await expect(window.details).toContainText('evt_0002')
  await window.page.getByRole('button', { name: /Back to the service’s order/ }).click()
  expect(await window.eventIds()).toEqual(['evt_0000', 'evt_0001', 'evt_0002', 'evt_0003', 'evt_0004'])
  expect(scripted.asked.length).toBe(asked)
})

test('rows of one event ID: each opens, is stepped over, and is copied with its own contents', async ({
  window,
  scripted,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const same = { event_id: '"evt_same"' }
  const rows = [
    eventText(0),
    eventText(1, { ...same, event_code: '"first"' }),
    eventText(2, { ...same, event_code: '"second"' }),
    eventText(3),
  ]
  scripted.answers((_, response) => json(response, pageOf(rows)))
  await window.search()
  const [first, second] = [window.rows.nth(1), window.rows.nth(2)]

  await cells(second).nth(2).click()
  await expect(second).toHaveAttribute('aria-current', 'true')
  await expect(first).not.toHaveAttribute('aria-current')
  await expect(window.details).toContainText('3 of 4 on this page')
  await window.page.keyboard.press('Alt+ArrowDown')
  await expect(window.details).toContainText('evt_0003')
  for (const row of [second, first]) {
    await window.page.keyboard.press('Alt+ArrowUp')
    await expect(row).toHaveAttribute('aria-current', 'true')
  }
  await expect(window.details).toContainText('2 of 4 on this page')

  await first.getByRole('checkbox').check()
  await expect(second.getByRole('checkbox')).toBeChecked()
  await expect(window.page.getByText('2 selected')).toBeVisible()
  await said(window.page, /\b2 rows copied/, () => window.page.keyboard.press('ControlOrMeta+c'))
  const copied = await window.page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\r\n').map((line) => line.split('\t')[2])).toEqual(['event_code', 'first', 'second'])
  await window.button('Clear selection').click()
})

test('click or Enter opens', async ({ window, scripted }) => {
  scripted.answers(serving(120))
  await window.search()
  await cells(window.row('evt_0003')).nth(2).click()
  await expect(window.details).toContainText('evt_0003')
  await window.page.keyboard.press('ArrowDown')
  await window.page.keyboard.press('Enter')
  await expect(window.details).toContainText('evt_0004')
  await expect(window.row('evt_0004')).toHaveAttribute('aria-current', 'true')
})

test('a checkbox selects, across pages, with a count and "Clear selection"', async ({ window, scripted }) => {
  scripted.answers(serving(120))
  await window.search()
  await window.row('evt_0007').getByRole('checkbox').check()
  await expect(window.page.getByText('1 selected')).toBeVisible()
  await window.next()
  await window.grid.getByRole('checkbox', { name: 'Select event evt_0052', exact: true }).check()
  await expect(window.page.getByText('2 selected')).toBeVisible()
  await window.button('Previous page', window.pages).click()
  await expect(window.row('evt_0007').getByRole('checkbox')).toBeChecked()
  await expect(window.row('evt_0007')).toHaveAttribute('aria-selected', 'true')
  await window.button('Clear selection').click()
  await expect(window.page.getByText('2 selected')).toBeHidden()
  await expect(window.grid.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(window.grid.locator(':focus')).toHaveCount(1)
})

test('Ctrl+C copies the selection of all pages, or else the marked text', async ({ window, scripted, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const clipboard = () => window.page.evaluate(() => navigator.clipboard.readText())
  const text = (number: number) =>
    eventText(number, {
      customer_id: '"=HYPERLINK(\\"http://x\\")"',
      event_code: '"a\\tb"',
      event_properties: '{"amount":12345678901234567890.10,"count":-12.50,"account":"00042","flag":true}',
    })
  scripted.answers((asked, response) => {
    const { offset } = JSON.parse(asked.body) as { offset: number }
    const events = Array.from({ length: 50 }, (_, index) => text(offset + index))
    json(response, pageOf(events, 120, 50, offset))
  })
  // A search of its own: pages that were seen are not asked for again.
  await window.search({ type: 'Debit' })
  await window.open('evt_0004')
  await window.row('evt_0007').getByRole('checkbox').check()
  await window.next()
  await window.row('evt_0052').getByRole('checkbox').check()
  await window.button('Previous page', window.pages).click()

  // The focus is on a button by now: the selection is copied all the same, in the order in which it was made.
  await said(window.page, /\b2 rows copied/, () => window.page.keyboard.press('ControlOrMeta+c'))
  const line = (number: number) =>
    [
      `evt_00${String(number).padStart(2, '0')}`,
      `"'=HYPERLINK(""http://x"")"`,
      '"a\tb"',
      'debit',
      `2026-11-01T00:00:${String(number % 60).padStart(2, '0')}Z`,
      "'12345678901234567890.10",
      '-12.50',
      "'00042",
      'true',
    ].join('\t')
  const heads = 'event_id\tcustomer_id\tevent_code\tevent_type\tcreated_at\tamount\tcount\taccount\tflag'
  const copied = (await clipboard()).split('\r\n')
  expect(copied[0]).toBe(heads)
  expect(copied.slice(1)).toEqual([line(7), line(52)])

  // Marked text and what a field holds are copied as everywhere.
  await window.textbox('Customer ID', window.filters).fill('typed')
  await window.textbox('Customer ID', window.filters).press('ControlOrMeta+a')
  await window.textbox('Customer ID', window.filters).press('ControlOrMeta+c')
  expect(await clipboard()).toBe('typed')

  // The field keeps its marked text when the focus goes on to the rows: they are what is copied then.
  await window.grid.locator('[tabindex="0"]').focus()
  await window.page.keyboard.press('ControlOrMeta+c')
  expect((await clipboard()).split('\r\n').slice(1)).toEqual([line(7), line(52)])
  // Text that is marked on the page itself goes before the rows.
  await window.details.locator('[data-field="customer_id"] bdi').selectText()
  await window.page.keyboard.press('ControlOrMeta+c')
  expect(await clipboard()).toBe('=HYPERLINK("http://x")')
  await window.button('Clear selection').click()
})

test('a search of other filters keeps what was selected; Shift selects a range, the head the whole page', async ({
  window,
  scripted,
}) => {
  scripted.answers(serving(120))
  await window.search({})
  await window.row('evt_0001').getByRole('checkbox').check()
  await window.search({ 'Event code': 'a' })
  await expect(window.page.getByText('1 selected')).toBeVisible()
  await window.button('Clear selection').click()

  await window.row('evt_0002').getByRole('checkbox').click()
  await window
    .row('evt_0005')
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(window.page.getByText('4 selected')).toBeVisible()
  await window.grid.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await expect(window.page.getByText('50 selected')).toBeVisible()
})
