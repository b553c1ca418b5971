// "Comparison": a snapshot held against any other, of another period, customer or service, by groups and event by
// event, over the sample company as its story tells it.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { SAMPLE_COMPANY_RULES } from '../shared/worth/sample-company-files.ts'
import {
  test as base,
  expect,
  openInspector,
  startBrowserShell,
  startService,
  testInWindowOf,
  token,
} from './fixtures.ts'
import { expectGoodLooks } from './good-looks.ts'
import { Inspector } from './kit/inspector.ts'
import { pressTo } from './press-to.ts'
import { said } from './said.ts'
import { call, keepRules, openNewSnapshot, openSnapshot, takeSnapshot } from './taken-snapshot.ts'

const SEPTEMBER = { from: '2026-08-31T22:00:00Z', until: '2026-09-30T22:00:00Z', zone: 'Europe/Berlin' }
const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }

const SWITCHES = ['--sample', '--now', '2026-11-22T15:00:00Z']

/** In a window with the rules of the story and snapshots of two months, and of two customers in the second. */
const test = testInWindowOf(async (page, folder) => {
  const service = await startService(...SWITCHES)
  const { inspector, shell } = await openInspector(page, folder, service.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await keepRules(inspector, SAMPLE_COMPANY_RULES)
  const [connection] = await call<{ id: string; account: number }[]>(page, 'connections/list')
  for (const customerId of ['cus_bluefin', 'cus_zephyr']) {
    await call(page, 'snapshots/take', {
      connectionId: connection?.id,
      account: connection?.account,
      search: { customerId, propertyFilters: [] },
      range: OCTOBER,
      name: customerId,
    })
  }
  const september = await takeSnapshot(inspector, 'September', SEPTEMBER)
  const october = await takeSnapshot(inspector, 'October', OCTOBER)
  return { inspector, september, october, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
test.slow()
// Without rules.
base.use({ serviceSwitches: SWITCHES })

async function compareWith(inspector: Inspector, name: string): Promise<Locator> {
  const { page } = inspector
  await inspector.button('Compare…', inspector.snapshot).click()
  const dialog = page.getByRole('dialog', { name: 'Compare with', exact: true })
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(dialog).toBeHidden()
  return inspector.comparison
}

/** A line of "Groups". */
const lineOf = (region: Locator, ...group: string[]) =>
  region.getByRole('table', { name: 'Groups', exact: true }).locator(`tr[data-group='${JSON.stringify(group)}']`)

/** What its cells hold. */
async function figuresOf(line: Locator): Promise<Record<string, string>> {
  const texts = await line.locator('td').evaluateAll((cells) =>
    cells.flatMap((cell) =>
      ['there', 'here', 'difference', 'percent', 'volume', 'price', 'rest', 'per-day'].flatMap(
        (name): [string, string][] => {
          const value = cell.getAttribute(`data-${name}`)
          const side = cell.getAttribute('data-side')
          if (name === 'per-day' && value !== null) return [[`${value} per day`, cell.getAttribute('data-value') ?? '']]
          if (side === name) return [[name, cell.getAttribute('data-value') ?? '']]
          return value === null ? [] : [[name, value]]
        },
      ),
    ),
  )
  return Object.fromEntries(texts)
}

const copied = async (page: Page, name: string) => {
  await page.getByRole('button', { name, exact: true }).click()
  const forSpreadsheet = page.getByRole('menuitem', { name: 'For a spreadsheet', exact: true })
  await said(page, /^Copied/, () => forSpreadsheet.click())
  return page.evaluate(() => navigator.clipboard.readText())
}

/** October held against September, by customer and code. */
async function openMonths(inspector: Inspector, october: string): Promise<Locator> {
  await openSnapshot(inspector, october)
  const region = await compareWith(inspector, 'September')
  await expect(lineOf(region, 'cus_bluefin', 'tokens', 'USD')).toBeVisible()
  return region
}

test('the dialog lists a month among other periods', async ({ inspector, page, opened }) => {
  await openSnapshot(inspector, opened.october)
  await inspector.button('Compare…', inspector.snapshot).click()
  const dialog = page.getByRole('dialog', { name: 'Compare with', exact: true })
  await expect(dialog.getByRole('region', { name: 'Another period of the same search' })).toContainText('September')
  await expectGoodLooks(page, 'compare-with', '[role="dialog"]')
  await page.keyboard.press('Escape')
  const region = await compareWith(inspector, 'September')
  await expect(region).toHaveAttribute('data-by', 'groups')
  await expect(region.locator('[data-side="here"]').first()).toHaveAttribute('data-days', '31 days')
  await expect(region.locator('[data-side="there"]').first()).toHaveAttribute('data-days', '30 days')
  const rules = region.getByText(/^Both sides are valued by the price rules of .*\.$/)
  await expect(rules).toHaveAttribute('title', /^Version [0-9a-f]{12}$/)
})

test('two months by customer and code: what came of more use, and what of another price, to the cent', async ({
  inspector,
  page,
  opened,
}) => {
  const region = await openMonths(inspector, opened.october)
  const tokens = lineOf(region, 'cus_bluefin', 'tokens', 'USD')
  await expect(tokens).toBeVisible()
  expect(await figuresOf(tokens)).toEqual({
    there: '4355.00',
    here: '8060.00',
    difference: '3705.00',
    percent: '85.07',
    volume: '3705.00',
    price: '0.00',
    rest: '0.00',
    'there per day': '145.17',
    'here per day': '260.00',
  })
  expect(await figuresOf(lineOf(region, 'cus_zephyr', 'api_calls', 'USD'))).toMatchObject({
    there: '27000.00',
    here: '27900.00',
    difference: '900.00',
    volume: '4000.00',
    price: '-3100.00',
  })
  // Four batches of Lumen were computed at another price than they say.
  expect(await figuresOf(lineOf(region, 'cus_lumen', 'egress_gb', 'EUR'))).toMatchObject({
    volume: '0.00',
    rest: '32.00',
  })
  const all = region.locator('tr[data-all=\'["USD"]\']')
  expect(await figuresOf(all)).toMatchObject({ difference: '4605.00', volume: '7705.00', price: '-3100.00' })
  await expect(region.locator('[data-together=\'["USD"]\']')).toContainText(
    '60,311.00 → 64,916.00 (+7.64%)Volume +7,705.00, price −3,100.00',
  )
  await expect(region.locator('[data-together=\'["EUR"]\']')).toContainText('42,915.80 → 42,803.30 (−0.26%)')
  // The grant, and three batches that are texts.
  await expect(region).toContainText('Not in the total: 4 events of October 2026, 0 of September 2026.')
  await expectGoodLooks(page, 'groups', '[aria-label="Comparison"]')
})

test('two months by customer alone: each code is split by itself, and added up', async ({ inspector, opened }) => {
  const region = await openMonths(inspector, opened.october)
  await region.getByLabel('Then by').selectOption({ label: 'nothing' })
  await expect(lineOf(region, 'cus_bluefin', 'USD')).toBeVisible()
  expect(await figuresOf(lineOf(region, 'cus_bluefin', 'USD'))).toMatchObject({
    there: '27665.00',
    here: '31370.00',
    difference: '3705.00',
    percent: '13.39',
    volume: '3705.00',
    price: '0.00',
  })
  expect(await figuresOf(lineOf(region, 'cus_zephyr', 'USD'))).toMatchObject({
    here: '33546.00',
    difference: '900.00',
    volume: '4000.00',
    price: '-3100.00',
  })
  expect(await figuresOf(region.locator('tr[data-all=\'["USD"]\']'))).toMatchObject({
    volume: '7705.00',
    price: '-3100.00',
  })
  await region.getByLabel('Then by').selectOption({ label: 'Event code' })
})

test('groups are copied whole, with both sides named', { tag: '@core' }, async ({ inspector, page, opened }) => {
  await openMonths(inspector, opened.october)
  const text = await copied(page, 'Copy table of groups')
  expect(text).toMatch(/^cus_bluefin\ttokens\tUSD\t4355\.00\t8060\.00\t3705\.00\t85\.07\t3705\.00\t0\.00\t/m)
  expect(text).toMatch(/^Measure\tTotal: worth by your price rules, version [0-9a-f]{12}/m)
  expect(text).toMatch(/^Source\t.*snapshot October/m)
  expect(text).toMatch(/^September 2026: Source\t.*snapshot September/m)
  expect(text).toMatch(/^September 2026: Verdict\tAll [\d,]+ events read: /m)
  expect(text).toMatch(/^Per day\t30 days and 31 days; rounded half up/m)
})

test('groups are printed on pages that lie on their side, where no column is cut', async ({
  inspector,
  page,
  opened,
}) => {
  await openMonths(inspector, opened.october)
  // A dialog of the system would wait for somebody.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await page.getByRole('button', { name: 'Copy table of groups', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print', exact: true }).click()
  await expect(page.locator('[data-printed]')).toHaveCount(1)
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  const [, width, height] = /\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(printed) ?? []
  expect(Number(width)).toBeGreaterThan(Number(height))
})

test('groups as an Excel file have a receipt', async ({ inspector, page, opened }) => {
  await openMonths(inspector, opened.october)
  await page.getByRole('button', { name: 'Copy table of groups', exact: true }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel file', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(page.getByRole('button', { name: 'Save its receipt' })).toBeVisible()
})

test('a figure shows its events: here in Events, there in the other snapshot', async ({ inspector, page, opened }) => {
  const region = await openMonths(inspector, opened.october)
  await lineOf(region, 'cus_bluefin', 'tokens', 'USD').locator('[data-side="here"]').getByRole('button').click()
  const events = page.getByRole('grid', { name: 'Events', exact: true })
  await expect(events).toContainText('cus_bluefin')
  await expect(page.getByRole('list', { name: 'Conditions' })).toContainText('tokens')
  await page.getByRole('tab', { name: 'Comparison', exact: true }).click()
  await page
    .getByRole('button', { name: /^Remove condition/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Remove condition/ })
    .first()
    .click()
  await lineOf(region, 'cus_bluefin', 'tokens', 'USD').locator('[data-side="there"]').getByRole('button').click()
  await expect(inspector.snapshot).not.toHaveAttribute('data-snapshot', opened.october)
  await expect(events).toContainText('cus_bluefin')
  // From there it is the same: time runs forwards, unless both are swapped.
  await page
    .getByRole('button', { name: /^Remove condition/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^Remove condition/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Comparison', exact: true }).click()
  await expect(lineOf(region, 'cus_bluefin', 'tokens', 'USD')).toBeVisible()
  expect(await figuresOf(lineOf(region, 'cus_bluefin', 'tokens', 'USD'))).toMatchObject({
    there: '4355.00',
    difference: '3705.00',
  })
  await region.getByRole('button', { name: 'Swap' }).click()
  await expect(region).toHaveAttribute('data-there', opened.october)
  await expect(lineOf(region, 'cus_bluefin', 'tokens', 'USD')).toBeVisible()
  await expect
    .poll(() => figuresOf(lineOf(region, 'cus_bluefin', 'tokens', 'USD')))
    .toMatchObject({ here: '4355.00', difference: '-3705.00', percent: '-45.97' })
  await region.getByRole('button', { name: 'Open this snapshot' }).click()
  await expect(inspector.snapshot).toHaveAttribute('data-snapshot', opened.october)
  await expect(region).toBeVisible()
})

test('a month that is not over has no percent of it, and says that it is so far', async ({
  inspector,
  page,
  opened,
}) => {
  await openSnapshot(inspector, opened.october)
  const november = { from: OCTOBER.until, until: '2026-11-30T23:00:00Z', zone: 'Europe/Berlin' }
  await takeSnapshot(inspector, 'November', november)
  const region = await compareWith(inspector, 'November')
  await expect(region.locator('[data-incomplete]')).toContainText('Of what was read: “November” is “So far”.')
  await expect(lineOf(region, 'cus_bluefin', 'tokens', 'USD')).toBeVisible()
  expect(await figuresOf(lineOf(region, 'cus_bluefin', 'tokens', 'USD'))).toMatchObject({ percent: '' })
  await expect(region.locator('[data-side="here"]').first()).toHaveAttribute('data-days', '21.67 days')
  await expect(region.locator('[data-length]')).toHaveText(
    'Unequal lengths: October 2026 31 days, November 2026 21.67 days. November 2026 is not over.',
  )
  await region.getByRole('button', { name: 'Close comparison' }).click()
  await expect(page.getByRole('tab', { name: 'Comparison', exact: true })).toHaveCount(0)
})

test('the month before is offered with its requests, read, and compared to the cent', async ({ inspector, page }) => {
  const { snapshots } = await call<{ snapshots: { id: string; name: string }[] }>(page, 'snapshots/list')
  const bluefin = snapshots.find(({ name }) => name === 'cus_bluefin')?.id ?? ''
  await openSnapshot(inspector, bluefin)
  const compare = inspector.button('Compare…', inspector.snapshot)
  await compare.click()
  const offer = page.getByRole('button', { name: /^Read the month before, / })
  await expect(offer).toHaveText(/^Read the month before, September 2026, and compare: about \d+ requests$/)
  await offer.click()
  const region = inspector.comparison
  await expect(region).toContainText('September 2026, earlier')
  await expect(region.locator('[data-side="there"]').first()).toHaveAttribute('data-days', '30 days')
  await expect(region.locator('[data-length]')).toHaveText(
    'Unequal lengths: September 2026 30 days, October 2026 31 days.',
  )
  // Of one customer, whose name needs no column.
  const tokens = lineOf(region, 'tokens', 'USD')
  await expect(tokens).toBeVisible()
  expect(await figuresOf(tokens)).toMatchObject({
    there: '4355.00',
    here: '8060.00',
    difference: '3705.00',
    volume: '3705.00',
    price: '0.00',
  })
  // It is there now: nothing is read twice.
  await compare.click()
  const dialog = page.getByRole('dialog', { name: 'Compare with', exact: true })
  await expect(dialog.getByRole('region', { name: 'Another period of the same search' })).toContainText(
    'September 2026',
  )
  await expect(offer).toHaveCount(0)
  await page.keyboard.press('Escape')

  // Who went elsewhere meanwhile stays there.
  await region.getByRole('button', { name: 'Open this snapshot', exact: true }).click()
  await expect(inspector.snapshot).toContainText('September 2026')
  await compare.click()
  // The reading is held: it may be over before the tab is open.
  const gone = Promise.withResolvers<void>()
  await page.route('**/rpc/snapshots/take', async (route) => {
    await gone.promise
    await route.continue()
  })
  await offer.click()
  await inspector.openTab('Values')
  gone.resolve()
  const notice = page.getByRole('status').filter({ hasText: 'August 2026' })
  await expect(notice).toHaveText(/^August 2026 is read: “Comparison” compares the two\./)
  await expect(page.getByRole('tab', { name: 'Values', selected: true })).toBeVisible()
  await notice.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(notice).toHaveCount(0)
  await expect(region).toContainText('August 2026, earlier')
})

base('without rules debit and credit stand apart, and nothing is netted; all by keys', async ({ page, inspector }) => {
  await takeSnapshot(inspector, 'September', SEPTEMBER)
  await openNewSnapshot(inspector, 'October', OCTOBER)
  await inspector.button('Compare…', inspector.snapshot).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Compare with', exact: true })
  const item = dialog.getByRole('button', { name: /^September/ })
  await expect(item).toBeVisible()
  for (let presses = 0; presses < 6 && !(await item.evaluate((one) => one === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const region = inspector.comparison
  await expect(region).toContainText('No price rules say what these events are worth')
  await expect(lineOf(region, 'cus_zephyr', 'api_calls', 'USD')).toBeVisible()
  await expect(region.getByLabel('Figure').locator('option')).toHaveText(['Debit', 'Credit', 'Events'])
  expect(await figuresOf(lineOf(region, 'cus_zephyr', 'api_calls', 'USD'))).toMatchObject({ difference: /^900/ })
  await expect(region.locator('[data-volume]')).toHaveCount(0)
  await region.getByLabel('Group by').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(region.getByLabel('Figure')).toBeFocused()
  const figure = lineOf(region, 'cus_zephyr', 'api_calls', 'USD').locator('[data-side="here"]').getByRole('button')
  await figure.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Events', exact: true })).toContainText('cus_zephyr')
})

/** From the list of snapshots. */
async function openBluefin(inspector: Inspector) {
  await inspector.button('Snapshots').click()
  const list = inspector.page.getByRole('dialog', { name: 'Snapshots', exact: true })
  await list.getByRole('listitem', { name: 'cus_bluefin' }).getByRole('button', { name: 'Open' }).click()
  await expect(inspector.snapshot).toHaveAttribute('data-rows', '466')
}

test('two customers of one service, by event code: no event can be on both sides', async ({ page, inspector }) => {
  await openBluefin(inspector)
  const region = await compareWith(inspector, 'cus_zephyr')
  await expect(region).toHaveAttribute('data-by', 'groups')
  await expect(region).toContainText('no event can be on both sides')
  await expect(region.getByRole('columnheader')).toHaveText([
    'Event code',
    'Currency',
    'cus_zephyr',
    'cus_bluefin',
    'Difference',
    'Percent',
    'Volume',
    'Price',
    'Other',
  ])
  expect(await figuresOf(lineOf(region, 'api_calls', 'USD'))).toEqual({
    there: '27900.00',
    here: '13950.00',
    difference: '-13950.00',
    percent: '-50.00',
    volume: '-13950.00',
    price: '0.00',
    rest: '0.00',
  })
  expect(await figuresOf(lineOf(region, 'tokens', 'USD'))).toMatchObject({ there: '', here: '8060.00', percent: '' })
  expect(await figuresOf(region.locator('tr[data-all=\'["USD"]\']'))).toMatchObject({ difference: '-2176.00' })
  await expectGoodLooks(page, 'customers', '[aria-label="Comparison"]')
})

test('all events of one customer are among those of the month: by ID, none of them differs; by keys', async ({
  page,
  inspector,
}) => {
  await openBluefin(inspector)
  const region = inspector.comparison
  await inspector.button('Compare…', inspector.snapshot).focus()
  await page.keyboard.press('Enter')
  await pressTo(page, 'Tab', page.getByRole('dialog').getByRole('button', { name: /^October/ }))
  await page.keyboard.press('Enter')
  await expect(region).toHaveAttribute('data-by', 'id')
  await expect(region.locator('[data-outcome="same"]')).toHaveAttribute('data-count', '466')
  await expect(region.locator('[data-outcome="Only there"]')).toHaveAttribute('data-count', '2754')
  await expect(region.locator('[data-outcome="Differing"]')).toHaveAttribute('data-count', '0')
  await expectGoodLooks(page, 'pairs-by-id', '[aria-label="Comparison"]')
  await pressTo(page, 'Tab', region.getByRole('radio', { name: 'Event ID' }))
  await page.keyboard.press('ArrowLeft')
  await expect(region).toHaveAttribute('data-by', 'groups')
  await page.keyboard.press('ArrowRight')
  await expect(region).toHaveAttribute('data-by', 'id')
  const copy = region.getByRole('button', { name: 'Copy table of events', exact: true })
  await pressTo(page, 'Tab', copy)
  await page.keyboard.press('Enter')
  await pressTo(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Excel file', exact: true }))
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  // Every line, although a copy has the first ones.
  const { sheets } = await readXlsx(await readFile(await (await download).path()))
  expect(sheets[0]?.rows).toHaveLength(2_754 + 1)
  const show = region.getByRole('button', { name: /^Show in Events of .+: Only in / })
  await pressTo(page, 'Tab', show)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Conditions', exact: true })).toBeVisible()
  await expect(inspector.snapshot).toHaveAttribute('data-rows', '3220')
})

const EVENTS = 240

/** An event of an old service, and the same of the new one by another ID: every sixtieth is missing, three differ. */
function twoServices(): { old: string[]; made: string[] } {
  const text = (id: string, customer: string, amount: string, region: string, at: number) =>
    JSON.stringify({
      event_id: id,
      customer_id: customer,
      event_code: at % 3 === 0 ? 'sms' : 'api_calls',
      event_type: 'debit',
      created_at: new Date(Date.parse('2026-10-01T00:00:00Z') + at * 600_000).toISOString(),
      event_properties: { amount: 0, currency: 'EUR', region, idempotency_key: `${id}-key` },
    }).replace('"amount":0', `"amount":${amount}`)
  const all = Array.from({ length: EVENTS }, (_, at) => ({ at, customer: `cus_${at % 4}`, amount: `${at}.10` }))
  return {
    old: all.map(({ at, customer, amount }) => text(`old-${at}`, customer, amount, 'eu', at)),
    made: all.flatMap(({ at, customer }) => {
      if (at % 60 === 7) return []
      if (at % 80 === 11) return [text(`new-${at}`, customer, `${at}.35`, 'eu', at)]
      // The same number, written otherwise; and one event more.
      const event = text(`new-${at}`, customer, `${at}.1`, at === 100 ? 'us' : 'eu', at)
      return at === 200 ? [event, text('new-extra', 'cus_new', '5.00', 'eu', at)] : [event]
    }),
  }
}

const RULES = `{"eventscopeRules":1,"rules":[
  {"effect":"as-sent","money":{"by":"amount","property":"amount"},"currency":{"property":"currency"}}
],"requestIdentifiers":["idempotency_key"]}`

test('names that are long stay within the cards of their snapshots', async ({ page, inspector }) => {
  await takeSnapshot(
    inspector,
    'All of Zephyr, as it was read again for the auditors '.repeat(2).trim(),
    OCTOBER,
    'cus_zephyr',
  )
  await openBluefin(inspector)
  await page.setViewportSize({ width: 720, height: 700 })
  const cards = (await compareWith(inspector, 'All of Zephyr')).locator('[data-side]:has([data-badge])')
  await expect(cards).toHaveCount(2)
  for (const card of await cards.all()) expect(await card.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test.describe('two services before a cut-over', () => {
  const { old, made } = twoServices()
  const testCutOver = testInWindowOf(async (page, folder) => {
    const files = [join(folder, 'old.ndjson'), join(folder, 'new.ndjson')]
    for (const [at, lines] of [old, made].entries()) await writeFile(files[at] ?? '', `${lines.join('\n')}\n`)
    const [before, after] = await Promise.all(
      files.map((file) => startService('--data', file, '--now', '2026-11-22T15:00:00Z')),
    )
    const shell = await startBrowserShell(folder)
    await page.goto(shell.url)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const inspector = new Inspector(page)
    await inspector.connect({ name: 'Old billing', baseUrl: before?.url ?? '', token })
    const range = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z', zone: 'UTC' }
    const there = await takeSnapshot(inspector, 'Old', range)
    await inspector.button('Switch connection').click()
    await page.getByRole('menuitem', { name: /^Add connection/ }).click()
    await inspector.connect({ name: 'New billing', baseUrl: after?.url ?? '', token })
    const connections = await call<{ id: string; name: string; account: number }[]>(page, 'connections/list')
    const newBilling = connections.find(({ name }) => name === 'New billing')
    await call(page, 'remembered/write', { connectionId: newBilling?.id, name: 'worth-rules', value: RULES })
    const { snapshotId } = await call<{ snapshotId: string }>(page, 'snapshots/take', {
      connectionId: newBilling?.id,
      account: newBilling?.account,
      search: { propertyFilters: [] },
      range,
      name: 'New',
    })
    await inspector.button('Snapshots').click()
    const list = page.getByRole('dialog', { name: 'Snapshots', exact: true })
    await list.locator(`[data-snapshot="${snapshotId}"]`).getByRole('button', { name: 'Open' }).click()
    await expect(inspector.snapshot).toHaveAttribute('data-rows', String(made.length))
    return { inspector, there, stop: () => Promise.all([shell.stop(), before?.stop(), after?.stop()]) }
  })

  async function compareByKey(inspector: Inspector): Promise<Locator> {
    const region = await compareWith(inspector, 'Old')
    await region.getByRole('radio', { name: 'Key' }).press('Space')
    await expect(region).toHaveAttribute('data-by', 'key')
    return region
  }

  const outcomesOf = (region: Locator) => (name: string) => region.locator(`[data-outcome="${name}"]`)

  testCutOver('by ID nothing is shared, which is said', async ({ inspector }) => {
    const region = await compareWith(inspector, 'Old')
    const outcome = outcomesOf(region)
    await expect(region).toHaveAttribute('data-by', 'id')
    await expect(outcome('Only here')).toHaveAttribute('data-count', String(made.length))
    await expect(outcome('Only there')).toHaveAttribute('data-count', String(old.length))
    await region.getByRole('button', { name: 'Compare by a key' }).click()
  })

  testCutOver(
    'by key: how many are the same, only here, only there and differ, with their money',
    { tag: '@core' },
    async ({ inspector, page }) => {
      const region = await compareByKey(inspector)
      const outcome = outcomesOf(region)
      await expect(outcome('same')).toHaveAttribute('data-count', '232')
      for (const [name, count, money] of [
        ['Only here', '1', '+5.00 EUR'],
        ['Only there', '4', '−388.40 EUR'],
        ['Differing', '4', '+0.75 EUR'],
      ] as const) {
        await expect(outcome(name)).toHaveAttribute('data-count', count)
        await expect(outcome(name)).toContainText(money)
      }
      await expect(region.locator('[data-together]')).toContainText('New billing less Old billing: −382.65 EUR')
      await expect(region.locator('p [data-field="event_properties.amount"]')).toHaveAttribute('data-count', '3')
      await expect(region.locator('p [data-field="event_properties.region"]')).toHaveAttribute('data-count', '1')
      const ids = (table: string, attribute = 'data-event-id') =>
        region
          .getByRole('table', { name: table, exact: true })
          .locator('tbody tr')
          .evaluateAll((rows, name) => rows.map((row) => row.getAttribute(name)), attribute)
      expect(await ids('Only in New billing')).toEqual(['new-extra'])
      expect((await ids('Only in Old billing')).sort()).toEqual(['old-127', 'old-187', 'old-67', 'old-7'])
      expect((await ids('Differing')).sort()).toEqual(['new-100', 'new-11', 'new-171', 'new-91'])
      expect((await ids('Differing', 'data-event-id-there')).sort()).toEqual(['old-100', 'old-11', 'old-171', 'old-91'])
      const row = region.locator('tr[data-event-id="new-11"]')
      await expect(row).toContainText('amount 11.10 → 11.35')
      await expectGoodLooks(page, 'pairs', '[aria-label="Comparison"]')
    },
  )

  testCutOver('the ways to compare and the parts of a key are chosen by keys, too', async ({ inspector, page }) => {
    const region = await compareByKey(inspector)
    const outcome = outcomesOf(region)
    await region.getByRole('radio', { name: 'Key' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(region).toHaveAttribute('data-by', 'id')
    await expect(region.getByRole('radio', { name: 'Event ID' })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(outcome('Differing')).toHaveAttribute('data-count', '4')
    const key = region
      .getByRole('combobox', { name: 'Key', exact: true })
      .or(region.getByLabel('Key', { exact: true }))
      .last()
    await key.focus()
    await page.keyboard.press('Backspace')
    // By customer, code and type alone the events of a key are many, and paired in their order.
    await expect(region.locator('[data-repeated]')).toContainText('8 in New billing, 8 in Old billing')
    await expect(outcome('same')).toHaveAttribute('data-count', '232')
    await page.keyboard.type('Created')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(region.locator('[data-repeated]')).toHaveCount(0)
    await expect(outcome('Differing')).toHaveAttribute('data-count', '4')
    await page.keyboard.press('Escape')
  })

  testCutOver(
    'what is left out of the comparison is no difference; what differs is shown and copied',
    async ({ inspector, page, opened }) => {
      const region = await compareByKey(inspector)
      const outcome = outcomesOf(region)
      const left = region
        .getByRole('textbox', { name: 'Not compared' })
        .or(region.getByLabel('Not compared').first())
        .first()
      await left.click()
      await page.getByRole('option', { name: 'region', exact: true }).click()
      await page.keyboard.press('Escape')
      await expect(outcome('Differing')).toHaveAttribute('data-count', '3')
      await expect(outcome('same')).toHaveAttribute('data-count', '233')

      // Two of them side by side, both sides in Events, and a copy of all.
      await region.getByRole('button', { name: 'Compare new-11 with the other side' }).click()
      const compared = page.getByRole('dialog', { name: 'Compare events', exact: true })
      await expect(compared).toContainText('11.35')
      await page.keyboard.press('Escape')
      await expect(compared).toBeHidden()
      const text = await copied(page, 'Copy table of events')
      expect(text.split('\r\n').filter((line) => /^(?:Only in .+|Differing)\t/.test(line))).toHaveLength(8)
      expect(text).toMatch(/^Differing\t.*\tnew-11\told-11\t.*\tamount: 11\.10 → 11\.35\t11\.10\t11\.35\tEUR/m)
      expect(text).toMatch(/^Compared by\tCustomer ID, Event code, Event type, Created/m)
      expect(text).toMatch(/^Not compared\tEvent ID, idempotency_key, region/m)
      await region.getByRole('button', { name: 'Show in Events of New billing: Differing' }).click()
      await expect(inspector.rows).toHaveCount(3)
      await page.getByRole('tab', { name: 'Comparison', exact: true }).click()
      await region.getByRole('button', { name: /^Show in Events of .+: Only in / }).click()
      await expect(inspector.snapshot).toHaveAttribute('data-snapshot', opened.there)
      await expect(inspector.rows).toHaveCount(4)
      await expect(inspector.snapshot).toContainText('Old billing')
    },
  )
})
