// The Filters pane: a draft beside what is applied, refused where it cannot be sent, and sent digit for digit.
import type { Locator } from '@playwright/test'
import fc from 'fast-check'
import { startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf } from './scripted-service.ts'
import { test as base, expect, rows, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow()

const changed = 'Filters changed – Search to apply'

test('editing says that the filters changed, unless it leads back to what is asked', async ({ window, scripted }) => {
  const customer = window.textbox('Customer ID', window.filters)
  await customer.fill('cus_A')
  await expect(window.filters).toContainText(changed)
  await expect(window.filters).not.toContainText('applied')
  await customer.fill('')
  await expect(window.filters).not.toContainText(changed)

  await customer.fill('cus_A')
  const { promise: held, resolve: answer } = Promise.withResolvers<void>()
  scripted.answers((_, response) => void held.then(() => json(response, pageOf(rows.slice(0, 3), 3))))
  await customer.press('Enter')
  await expect(window.grid).toHaveAttribute('aria-busy', 'true')
  // What is asked for is no draft; another one is.
  await expect(window.filters).not.toContainText(changed)
  await customer.fill('cus_AB')
  await expect(window.filters).toContainText(changed)
  await customer.fill('cus_A')
  await expect(window.filters).not.toContainText(changed)
  answer()
  await expect(window.status('Rows 1–3 of 3')).toBeVisible()
  await expect(window.filters).not.toContainText(changed)
  await expect(window.filters).toContainText('1 applied')
  expect(JSON.parse(scripted.asked.at(-1)?.body ?? '')).toEqual({ customer_id: 'cus_A', limit: 50, offset: 0 })
})

test('footer, count and rows keep to the applied filters, also while a search of others fails', async ({
  window,
  scripted,
}) => {
  scripted.answers((_, response) => json(response, pageOf(rows.slice(0, 3), 3)))
  await window.search({ 'Customer ID': 'cus_A' })
  await expect(window.status('Rows 1–3 of 3')).toBeVisible()
  await window.fillFilters({
    'Event code': 'api_calls',
    properties: [{ name: 'region', value: 'eu' }],
  })
  await expect(window.filters).toContainText(changed)
  await expect(window.filters).toContainText('1 applied')
  await expect(window.status('Rows 1–3 of 3')).toBeVisible()
  expect(scripted.asked.at(-1)?.body).toContain('"customer_id":"cus_A"')
  expect(scripted.asked.at(-1)?.body).not.toContain('region')

  // A search that fails leaves the draft a draft.
  scripted.answers((_, response) => json(response, { message: 'no' }, 400))
  await window.button('Search', window.filters).click()
  await expect(window.alert).toContainText('400')
  await expect(window.filters).toContainText(changed)
  await expect(window.rows).toHaveCount(3)

  scripted.answers((_, response) => json(response, pageOf(rows)))
  await window.button('Clear filters', window.filters).click()
  await expect(window.status('Rows 1–49 of 49')).toBeVisible()
  await expect(window.textbox('Event code', window.filters)).toHaveValue('')
  await expect(window.filters.getByRole('radio', { name: 'All', exact: true })).toBeChecked()
  await expect(window.filters.getByRole('group', { name: 'Property filter 1' })).toHaveCount(0)
  expect(JSON.parse(scripted.asked.at(-1)?.body ?? '')).toEqual({ limit: 50, offset: 0 })
})

test('two property filters of one name, no name and no number are refused at the field; what was typed stays', async ({
  window,
  scripted,
}) => {
  const asked = scripted.asked.length
  const row = (number: number) => window.filters.getByRole('group', { name: `Property filter ${number}`, exact: true })
  const value = window.textbox('Property value', row(1))
  async function expectRefused(field: Locator, words: RegExp) {
    await window.button('Search', window.filters).click()
    await expect(window.filters.locator('[aria-invalid="true"]')).toHaveCount(1)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(words)
    await expect(field).toBeFocused()
  }

  await window.fillFilters({ properties: [{ name: '', value: 'eu' }] })
  await expectRefused(window.textbox('Property name', row(1)), /Name the property/)
  await expect(value).toHaveValue('eu')
  await window.textbox('Property name', row(1)).fill('region')
  await window.choose(row(1).getByRole('combobox', { name: 'Property type', exact: true }), 'Number')
  for (const [text, words] of noNumbers) {
    await value.fill(text)
    await expectRefused(value, words)
    await expect(value).toHaveValue(text)
  }
  const twice = ['eu', 'us'].map((text) => ({ name: 'region', value: text }))
  await window.fillFilters({ properties: twice })
  await expectRefused(window.textbox('Property name', row(2)), /Property filter 1 already uses “region”/)
  await expect(window.textbox('Property name', row(2))).toHaveValue('region')
  await expect(window.textbox('Property value', row(2))).toHaveValue('us')
  expect(scripted.asked.length).toBe(asked)

  // As "Filter by this" has it: what is longer could not be led back to.
  const customer = window.textbox('Customer ID', window.filters)
  await window.fillFilters({ 'Customer ID': 'x'.repeat(2_001) })
  await expectRefused(customer, /Too long to filter by: over 2,000 characters/)
  expect(scripted.asked.length).toBe(asked)
  await window.fillFilters({ properties: twice })

  // Names are exact: what differs by case is another property.
  await window.textbox('Property name', row(2)).fill('Region')
  await window.search()
  expect(scripted.asked.at(-1)?.body).toContain('"event_property_filters":{"region":"eu","Region":"us"}')
})

test('typed filter values reach the service character for character and digit for digit', async ({
  window,
  scripted,
}) => {
  for (const { customer, properties } of fc.sample(typedFilters, { seed: 20261120, numRuns: 4 })) {
    await window.search({ 'Customer ID': customer, properties })
    const members = properties.map(
      ({ name, type, value }) => `${JSON.stringify(name)}:${type === 'Number' ? value : JSON.stringify(value)}`,
    )
    const expected = [
      ...(customer === '' ? [] : [`"customer_id":${JSON.stringify(customer)}`]),
      `"event_property_filters":{${members.join(',')}}`,
      '"limit":50',
      '"offset":0',
    ]
    expect(scripted.asked.at(-1)?.body).toBe(`{${expected.join(',')}}`)
  }
})

test('spaces around an ID are left out unless kept, and either is said', async ({ window, scripted }) => {
  await window.fillFilters({})
  const code = window.textbox('Event code', window.filters)
  await code.fill(' api_calls ')
  await expect(code).toHaveAccessibleDescription(/Sent without the spaces around it/)
  await window.search()
  expect(scripted.asked.at(-1)?.body).toContain('"event_code":"api_calls"')
  await window.filters.getByRole('button', { name: 'Keep them', exact: true }).click()
  await expect(code).toHaveAccessibleDescription(/Sent with the spaces around it/)
  await window.search()
  expect(scripted.asked.at(-1)?.body).toContain('"event_code":" api_calls "')
})

test('filters from elsewhere become the draft: "Try as string" beside a number, and clearing from the empty page', async ({
  window,
  scripted,
}) => {
  scripted.answers((asked, response) =>
    json(response, pageOf(asked.body.includes('"7"') ? [eventText(1)] : [], asked.body.includes('"7"') ? 1 : 0)),
  )
  await window.search({ properties: [{ name: 'amount', type: 'Number', value: '7' }] })
  await expect(window.status('No events')).toBeVisible()
  const all = window.button('Load all')
  await expect(all).toHaveText('Load all')
  await expect(all).toHaveAttribute('aria-disabled', 'true')
  await expect(all).toHaveAccessibleDescription('No events match this search, so there is nothing to load.')
  const exporting = window.button('Export')
  await expect(exporting).toHaveAttribute('aria-disabled', 'true')
  await expect(exporting).toHaveAccessibleDescription('No events match this search, so there is nothing to export.')
  await exporting.focus()
  await window.page.keyboard.press('Enter')
  await expect(window.page.getByRole('menu')).toHaveCount(0)
  await window.page.getByRole('button', { name: /Try as string/ }).click()
  await expect(window.status('Rows 1–1 of 1')).toBeVisible()
  await expect(window.filters.getByRole('combobox', { name: 'Property type' })).toHaveValue('string')
  await expect(window.filters).not.toContainText(changed)

  await window.search({ 'Customer ID': 'cus_nobody', From: '2026-11-20' })
  await expect(window.status('No events')).toBeVisible()
  await window.button('Clear filters', window.page.getByRole('main')).click()
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('')
  await expect(window.textbox('From', window.filters)).toHaveValue('')
  await expect(window.filters).not.toContainText('applied')
})

const noNumbers: [string, RegExp][] = [
  ['', /number/i],
  ['0,10', /point|comma/i],
  ['0x1F', /number|digit/i],
  ['007', /zero/i],
  ['Infinity', /number|digit/i],
]

/** What a person can type into a field of several lines: well-formed, lines ending as a browser keeps them. */
const typed = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(' x ', '"', '\\', 'שלום\u200f עולם', '👩‍👩‍👧', '{"a":1}', 'true', '0.10', "it's", 'a\nb', '\u0000'),
  )
  .map((text) => text.replace(/\r\n?/g, '\n'))
const digits = fc.stringMatching(/^[1-9][0-9]{0,29}$/)
const number = fc.oneof(
  fc.constantFrom('0.10', '-0', '0e0', '1E400', '9007199254740993', '-1.5e-07', '100000000000000000000.000000000001'),
  fc.tuple(digits, digits).map(([whole, fraction]) => `-${whole}.${fraction}`),
)
const property = fc.oneof(
  fc.record({ name: typed, type: fc.constant('String' as const), value: typed }),
  fc.record({ name: typed, type: fc.constant('Number' as const), value: number }),
)
const typedFilters = fc.record({
  customer: typed.map((text) => text.replaceAll('\n', '').trim()),
  properties: fc.uniqueArray(
    property.filter(({ name }) => name !== ''),
    { minLength: 1, maxLength: 3, selector: ({ name }) => name },
  ),
})

// It starts two shells.
base('collapsed the pane stays so, and the header counts what is applied', async ({ folder, scripted, page }) => {
  const env = { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token }
  const first = await startBrowserShell(folder, env)
  await page.goto(first.url)
  const window = new Inspector(page)
  await window.search({ 'Customer ID': 'cus_A', type: 'Debit' })
  await window.textbox('Event code', window.filters).fill('a draft')
  /** Clicks, and waits until it is kept: the answer to an earlier click is not taken for this one's. */
  const press = async (name: string) => {
    const kept = page.waitForResponse((response) => response.url().endsWith('/settings/write'))
    await window.button(name).click()
    await kept
  }
  await press('Hide filters, 2 applied')
  await expect(window.filters).toBeHidden()
  await expect(window.button('Show filters, 2 applied')).toContainText('2')
  await press('Show filters, 2 applied')
  await expect(window.textbox('Event code', window.filters)).toHaveValue('a draft')
  await press('Hide filters, 2 applied')
  await first.stop()

  const second = await startBrowserShell(folder, env)
  await page.goto(second.url)
  await window.settled()
  await expect(window.filters).toBeHidden()
  await second.stop()
})
