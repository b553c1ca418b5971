// What events are worth: rules made from kinds of events and pasted as text, and the headlines of "Totals", over the
// sample company's October as its story tells it.
import type { Locator, Page } from '@playwright/test'
import { SAMPLE_COMPANY_RULES } from '../shared/worth/sample-company-files.ts'
import { test as base, expect, openInspector, startService, testInWindowOf } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { behindOptions, compareWithinPeriod, openPriceRules } from './snapshot-menus.ts'
import { call, keepRules, openNewSnapshot } from './taken-snapshot.ts'
import { expectNoViolations } from './violations.ts'

const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }

const SWITCHES = ['--sample', '--now', '2026-11-22T15:00:00Z']

const openTotals = (page: Page) => page.getByRole('tab', { name: 'Totals', exact: true }).click()

/** In a window with the rules of the story, on "Totals" of October. */
const test = testInWindowOf(async (page, folder) => {
  const service = await startService(...SWITCHES)
  const { inspector, shell } = await openInspector(page, folder, service.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await keepRules(inspector, SAMPLE_COMPANY_RULES)
  await openNewSnapshot(inspector, 'October', OCTOBER)
  await openTotals(page)
  return { inspector, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
// Where there are no rules yet, each test has a window of its own.
base.use({ serviceSwitches: SWITCHES })
base.slow()

const headlinesOf = (page: Page) => page.getByRole('region', { name: 'Headlines', exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Price rules', exact: true })

/** Its figures by currency, as tests read them. */
async function headline(page: Page, name: string): Promise<Record<string, string>> {
  const found = page.locator(`[data-headline="${name}"]`)
  await found.first().waitFor()
  const texts = await found.evaluateAll((all) =>
    all.map((one) => [one.getAttribute('data-currency') ?? '', one.getAttribute('data-value') ?? '']),
  )
  return Object.fromEntries(texts)
}

const measureOf = (inspector: Inspector) =>
  behindOptions(inspector, inspector.page.getByRole('combobox', { name: 'Measure', exact: true }))

async function pasteRules(dialog: Locator, text: string): Promise<void> {
  const asText = dialog.getByRole('button', { name: 'As text', exact: true })
  if ((await asText.getAttribute('aria-expanded')) === 'false') await asText.click()
  await dialog.getByRole('textbox', { name: 'Paste rules', exact: true }).fill(text)
}

/** Saves what was changed, and waits until it counts. */
async function save(dialog: Locator): Promise<void> {
  const button = dialog.getByRole('button', { name: 'Save', exact: true })
  await button.click()
  await expect(button).toBeDisabled()
}

test('the table goes by the rules, digit for digit as the headline', async ({ inspector, page }) => {
  await expect(await measureOf(inspector)).toHaveValue('What they are worth')
  await inspector.chooseTotals('Group by', 'Customer ID')
  await expect(inspector.totals).toHaveAttribute('aria-busy', 'false')
  const net = async (line: Locator) => [
    await inspector.figureText(line, 'debit-minus-credit'),
    (await inspector.figure(line, 'debit-minus-credit').innerText()).trim(),
  ]
  for (const [customer, currency, value, drawn] of [
    ['cus_nordlicht', 'EUR', '13782.00', '13,782.00'],
    ['cus_halden', 'EUR', '9699.70', '9,699.70'],
    ['cus_lumen', 'EUR', '15196.00', '15,196.00'],
    ['cus_atelier', 'EUR', '563.60', '563.60'],
    ['cus_costa-verde', 'EUR', '3562.00', '3,562.00'],
    ['cus_bluefin', 'USD', '31370.00', '31,370.00'],
    ['cus_zephyr', 'USD', '33546.00', '33,546.00'],
    ['cus_kestrel', 'GBP', '3843.70', '3,843.70'],
  ] as const) {
    expect(await net(inspector.totalsLine(customer, currency)), customer).toEqual([value, drawn])
  }
  const headlined = await headline(page, 'net')
  for (const currency of ['EUR', 'USD', 'GBP']) {
    const [value, drawn = ''] = await net(inspector.totalsAll(currency))
    expect(value).toBe(headlined[currency])
    await expect(page.locator(`[data-headline="net"][data-currency="${currency}"]`)).toHaveText(`${drawn} ${currency}`)
  }
  await expect(headlinesOf(page)).toContainText(
    'GBP without 3 events of build_minutes whose quantity is text: “150” 3 times',
  )
  expect(await inspector.figureText(inspector.totalsLine('cus_halden', 'EUR'), 'charged')).toBe('10112.20')
  expect(await inspector.figureText(inspector.totalsLine('cus_halden', 'EUR'), 'reduces')).toBe('-412.50')
  // A figure that is not there is said, with those that are, before the test is over.
  await expect(inspector.figureText(inspector.totalsLine('cus_halden', 'EUR'), 'sum')).rejects.toThrow(
    /^.*No figure "sum" in this line\. There are: .*"debit-minus-credit"/s,
  )
  const headlines = headlinesOf(page)
  await expect(headlines.locator('[data-invoiced="EUR"]')).toHaveAttribute('data-value', '42803.30')
  await expect(headlines).toContainText('All 3,220 events that the service returned')
  await expectNoViolations(page, 'worth', '[aria-label="Totals"]')
})

test('another measure, or currency of the chart, is two clicks away, and Escape closes its list alone', async ({
  inspector,
  page,
}) => {
  const { snapshot } = inspector
  const options = inspector.button('Options', snapshot)
  const measure = page.getByRole('combobox', { name: 'Measure', exact: true })
  const drawn = page.getByRole('radiogroup', { name: 'Drawn', exact: true })
  const option = (name: string) => page.getByRole('option', { name, exact: true })
  if ((await options.getAttribute('aria-expanded')) === 'true') await options.click()
  await expect(measure).toHaveCount(0)

  await options.click()
  await expect(measure).toBeFocused()
  await option('Number of events').click()
  await expect(measure).toHaveValue('Number of events')
  await inspector.chooseTotals('Measure', 'What they are worth')
  await options.click()
  await options.click()
  await drawn.getByText('USD', { exact: true }).click()
  await expect(page.getByRole('figure', { name: 'Chart', exact: true })).toContainText('USD a day')
  await drawn.getByText('EUR', { exact: true }).click()
  await options.click()

  // The list that opens lies over nothing else that was opened.
  const beside = [
    ...['Then by', 'Split by', 'Chart by', 'Zone of days'].map((name) =>
      page.getByRole('combobox', { name, exact: true }),
    ),
    drawn,
    ...['Compare within this period', 'Price rules'].map((name) => inspector.button(name, snapshot)),
  ]
  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const covered = async () => {
    const list = await boxOf(page.getByRole('listbox', { name: 'Measure', exact: true }))
    const boxes = await Promise.all(beside.map(boxOf))
    return boxes.filter(
      ({ x, y, width, height }) =>
        x < list.x + list.width && x + width > list.x && y < list.y + list.height && y + height > list.y,
    )
  }
  for (const [width, height] of [
    [1440, 900],
    [1024, 700],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await options.click()
    await expect(option('What they are worth')).toBeInViewport({ ratio: 1 })
    await expect(option('Sum of amount')).toBeInViewport({ ratio: 1 })
    expect(await covered(), `${width} px`).toEqual([])
    await options.click()
  }
  await page.setViewportSize({ width: 1280, height: 720 })

  await options.press('Enter')
  await expect(measure).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(measure).toHaveAttribute('aria-expanded', 'false')
  await expect(measure).toBeFocused()
  // Nor does another one, nor one from a button, fold what stands beside it, where somebody goes on by keys.
  await page.keyboard.press('Escape')
  await expect(measure).toBeFocused()
  await inspector.button('Price rules', snapshot).press('Escape')
  await expect(inspector.button('Price rules', snapshot)).toBeFocused()
  await expect(options).toHaveAttribute('aria-expanded', 'true')
  await options.press('Enter')
  await options.press('Enter')
  await page.keyboard.type('number of')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(measure).toHaveValue('Number of events')
  await inspector.chooseTotals('Measure', 'What they are worth')
})

test('a figure shows its events, and the table stays as it was', async ({ inspector, page }) => {
  await inspector.chooseTotals('Group by', 'Customer ID')
  await inspector.figure(inspector.totalsLine('cus_halden', 'EUR'), 'reduces').getByRole('button').click()
  await expect(page.getByRole('grid', { name: 'Events', exact: true }).locator('[data-event-id]')).toHaveCount(1)
  await page.getByRole('button', { name: /^Remove condition/ }).click()
  await openTotals(page)
  await expect(inspector.totalsLine('cus_halden', 'EUR')).toBeVisible()
})

test('by day, what lines of whole months come to is in "All" alone, and is said', async ({ inspector, page }) => {
  await inspector.chooseTotals('Group by', 'Day')
  await expect(page.getByText('14,977.80 EUR of whole months (seats, build_minutes) belongs to no day')).toBeVisible()
  expect(await inspector.figureText(inspector.totalsAll('EUR'), 'debit-minus-credit')).toBe('42803.30')
  const first = inspector.totalsLine('2026-10-01', 'EUR')
  await expect(first).toContainText('Billed by the month, not per event')
  const chart = page.getByRole('figure', { name: 'Chart', exact: true })
  await expect(chart.locator('[data-not-drawn]')).toHaveText(/14,977\.80 EUR of whole months .* is not drawn by day/)
  await inspector.chooseTotals('Chart by', 'Month')
  await expect(chart.locator('[data-not-drawn]')).toHaveCount(0)
  await expect(chart.locator('[data-period="2026-10"]')).toHaveAccessibleName(
    /Charged 43,465\.00 EUR, Taken off −661\.70 EUR, 2,007 events, 480\.00 EUR possibly charged twice, 49\.60 EUR possibly credited twice$/,
  )
  await inspector.chooseTotals('Chart by', 'Day')
  await expect(chart.locator('[data-period="2026-10-01"]')).toHaveAccessibleName(/40\.00 EUR possibly charged twice$/)
  await chart.locator('[data-period="2026-10-19"]').hover()
  await expect(chart.getByText('49.60 EUR possibly credited twice', { exact: true })).toBeVisible()
  await page.mouse.move(0, 0)
})

test('two periods are two valuations, of which months have their lines', async ({ inspector, page }) => {
  await compareWithinPeriod(inspector)
  const part = page.getByRole('region', { name: 'Compare within this period' })
  await part.getByLabel('Periods', { exact: true }).selectOption('Days')
  await expect(part.getByLabel('Figure', { exact: true })).toHaveValue('debitMinusCredit')
  await expect(part).toContainText('Not in these totals: events billed by the month')
  await compareWithinPeriod(inspector)
})

test('numbers as sent stay an analysis, and are not netted', async ({ inspector, page }) => {
  await inspector.chooseTotals('Group by', 'Customer ID')
  await inspector.chooseTotals('Measure', 'Sum of amount')
  const line = inspector.totalsLine('cus_nordlicht', 'EUR')
  await expect(inspector.figure(line, 'credit')).toHaveAttribute('data-value', /^150\.?0*$/)
  await expect(inspector.figure(line, 'debit-minus-credit')).toHaveAttribute('data-value', '')
  await expect(page.getByText('Debit and credit are as sent, and make no total')).toBeVisible()
  await expect(page.getByText('By currency. Figures never mix two of them.')).toBeVisible()
  await inspector.chooseTotals('Measure', 'What they are worth')
})

test('the headlines, and how many events are in each bin', async ({ page }) => {
  const headlines = headlinesOf(page)
  expect(await headline(page, 'net')).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
  expect(await headline(page, 'charged-twice')).toEqual({ EUR: '480.00' })
  expect(await headline(page, 'credited-twice')).toEqual({ EUR: '49.60' })
  await expect(headlines).toContainText('42,803.30 EUR')
  await expect(headlines).toContainText('12 events with the same idempotency key')
  await expect(headlines).toContainText('before fees, discounts, tax and payments, which events do not hold')
  const bins = await headlines
    .locator('[data-bin]')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('data-bin'), one.getAttribute('data-count')]))
  expect(bins).toEqual([
    ['charged', '3212'],
    ['reduces', '4'],
    ['balance', '1'],
    ['number-missing', '3'],
  ])
  await expectNoViolations(page, 'headlines', '[aria-label="Headlines"]')
})

test('a copy names the version and the headlines', async ({ inspector, page }) => {
  await inspector.button('Copy table').click()
  await page.getByRole('menuitem', { name: 'Markdown table' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/Price rules: version [0-9a-f]{12}[\s\S]*42,803\.30 EUR; 64,916\.00 USD; 3,843\.70 GBP/)
})

test('before it is saved, a change says what each kept month gains or loses; versions keep their day', async ({
  inspector,
  page,
}) => {
  await openPriceRules(inspector)
  const dialog = dialogOf(page)
  const refunds = dialog.getByRole('combobox', { name: /^Meaning of refund/ })
  const month = dialog.getByRole('table', { name: 'Kept months', exact: true }).locator('[data-snapshot]')
  const meant = await refunds.inputValue()
  await refunds.selectOption('Is not money')
  await expect(month.locator('[data-currency="EUR"]')).toHaveAttribute('data-difference', '249.20')
  await expect(month).toContainText('+249.20 EUR')
  await expect(month).toContainText('42,803.30 EUR')
  expect(await headline(page, 'net')).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
  await expectNoViolations(page, 'a change of the rules', '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Cancel changes', exact: true }).click()
  await expect(refunds).toHaveValue(meant)
  await refunds.selectOption('Is not money')
  await save(dialog)
  expect(await headline(page, 'net')).toMatchObject({ EUR: '43052.50' })
  await refunds.selectOption(meant)
  await save(dialog)
  await dialog.getByRole('button', { name: 'Versions', exact: true }).click()
  const versions = dialog
    .getByRole('table', { name: 'Versions of the price rules', exact: true })
    .locator('[data-version]')
  await expect(versions).toHaveCount(3)
  await expect(versions.first()).toContainText(String(new Date().getUTCFullYear()))
  await expect(versions.last()).toContainText('before days were kept')
  await versions.nth(1).getByRole('button').click()
  await expect(dialog).toContainText('Charged less taken off: 43,052.50 EUR')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await headline(page, 'net')).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
})

test('rules are kept for the connection', async ({ page }) => {
  await page.reload()
  await openTotals(page)
  expect(await headline(page, 'net')).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
})

test('a bin leads to its events, by keyboard alone; a part of a month has no lines', async ({ page }) => {
  const headlines = headlinesOf(page)
  await headlines.getByRole('button', { name: 'Details', exact: true }).focus()
  await page.keyboard.press('Enter')
  await headlines.locator('[data-bin="number-missing"]').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Events', exact: true }).locator('[data-event-id]')).toHaveCount(3)
  await openTotals(page)
  await expect(headlines.locator('[data-bin]')).toHaveText(['3 events not in the total: their quantity is text'])
})

base('nothing is netted without rules, and pasted ones are shown before they count', async ({ page, inspector }) => {
  await openNewSnapshot(inspector, 'October', OCTOBER)
  await openTotals(page)
  const headlines = headlinesOf(page)
  const dialog = dialogOf(page)
  await expect(headlines).toContainText('No total: 3,216 debits and 4 credits have no price rule.')
  await expect(headlines.locator('[data-headline="net"]')).toHaveCount(0)
  await expect(headlines.locator('[data-bin="no-rule"]')).toHaveAttribute('data-count', '3220')
  await expect(headlines.locator('[data-apart="credit"]')).toHaveCount(1)
  await expectNoViolations(page, 'no rules', '[aria-label="Headlines"]')
  await headlines.getByRole('button', { name: 'Say what events are worth' }).click()
  await expect(dialog.getByRole('table', { name: 'Kinds of events', exact: true })).toBeVisible()

  // What is wrong is said, and stays.
  await pasteRules(dialog, '{"eventscopeRules":1,"rules":[{"effect":"as-sent"}]}')
  await expect(dialog.getByRole('alert')).toContainText('Rule 1, money')
  await expect(dialog.getByRole('button', { name: 'Use these rules' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Rate card', exact: true }).click()
  await dialog.getByRole('button', { name: 'As text', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Paste rules' })).toHaveValue(/as-sent/)

  await pasteRules(dialog, SAMPLE_COMPANY_RULES)
  await expect(dialog.getByRole('status').filter({ hasText: 'With them' })).toContainText(
    'Charged less taken off: 42,803.30 EUR, 64,916.00 USD, 3,843.70 GBP',
  )
  await expect(page.locator('[data-headline="net"]')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Use these rules' }).click()
  await expect(dialog.getByTitle(/^Version [0-9a-f]{12}$/).first()).toBeVisible()
  await expect(dialog.getByRole('table', { name: 'Kept months', exact: true })).toContainText('a total from now on')
  await expect(page.locator('[data-headline="net"]')).toHaveCount(0)
  await save(dialog)
  const table = dialog.getByRole('table', { name: 'Kinds of events', exact: true })
  await expect(table.locator('[data-event-code="credit_grant"]')).toContainText('Rule 5 takes 1: prepaid grant')
  await expect(table.locator('[data-event-code="refund"] select[aria-label^="Meaning of"]')).toHaveValue(
    'Always taken off: amount',
  )
  await expectNoViolations(page, 'the dialog', '[role="dialog"]')
  await page.setViewportSize({ width: 1024, height: 700 })
  // What follows is its last column: nothing is beyond the edge.
  const beyond = () => table.evaluate(({ parentElement: box }) => (box?.scrollWidth ?? 1) - (box?.clientWidth ?? 0))
  await expect.poll(beyond).toBe(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(await measureOf(inspector)).toHaveValue('What they are worth')
  expect(await headline(page, 'net')).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
})

base('rules are made from the kinds of events and a rate card, by keyboard alone', async ({ page, inspector }) => {
  await openNewSnapshot(inspector, 'October', OCTOBER)
  await openTotals(page)
  await (await behindOptions(inspector, inspector.button('Price rules'))).focus()
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  const press = async (name: string) => {
    await dialog.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
  }

  await press('Rate card')
  await dialog.getByRole('textbox', { name: 'Rate card as CSV' }).fill('code,price\nseats,29')
  await press('Use this rate card')
  await expect(dialog.getByRole('alert')).toContainText('The first line names no column “currency”.')
  const card = [
    'code,customer,included,currency,price',
    'seats,,,EUR,29',
    'seats,cus_bluefin,,USD,32',
    'seats,cus_zephyr,,USD,32',
    'seats,cus_kestrel,,GBP,25',
    'build_minutes,,2000,EUR,0.009',
    'build_minutes,cus_bluefin,2000,USD,0.009',
    'build_minutes,cus_kestrel,2000,GBP,0.007',
  ]
  await dialog.getByRole('textbox', { name: 'Rate card as CSV' }).fill(card.join('\n'))
  await press('Use this rate card')
  const price = dialog.getByRole('textbox', { name: 'Price of build_minutes, EUR' })
  await price.fill('no price')
  await press('Correct it')
  await expect(dialog).toContainText('is not a plain number of 0 or more')
  await price.fill('0,008')
  await press('Correct it')
  // What is suggested goes by the rate card as soon as the snapshot has answered with it.
  await expect(dialog).toContainText('maximum of quantity, by the rate card (suggested)')
  await expect(dialog.getByRole('button', { name: 'Use what is suggested', exact: true })).toBeEnabled()
  await press('Use what is suggested')
  await expect(dialog).toContainText('Charged less taken off: 42,803.30 EUR, 64,916.00 USD, 3,843.70 GBP')

  const refunds = dialog.getByRole('combobox', { name: /^Meaning of refund/ })
  await refunds.selectOption('Is not money')
  await expect(dialog).toContainText('Charged less taken off: 43,052.50 EUR')
  await refunds.selectOption('No price rule')
  await expect(dialog).toContainText('No total: 3 credits have no price rule')
  await refunds.selectOption('Always taken off: amount')
  await expect(dialog).toContainText('Charged less taken off: 42,803.30 EUR')
  await expectNoViolations(page, 'rate card', '[role="dialog"]')
  // What is not saved is not lost by a key, and counts nowhere yet.
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('alert')).toHaveText(/^These changes are not saved/)
  await expect(page.locator('[data-headline="net"]')).toHaveCount(0)
  await press('Save')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Price rules', exact: true })).toBeFocused()
  expect(await headline(page, 'net')).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
})

base(
  'what was said before there were rules is taken over, is said, and lasts until something is changed',
  async ({ page, inspector }) => {
    const [connection] = await call<{ id: string }[]>(page, 'connections/list')
    const older = [
      { name: 'amount', meaning: 'amount-major' },
      { name: 'currency', meaning: 'currency' },
      { name: 'idempotency_key', meaning: 'request-identifier' },
    ]
    const place = { connectionId: connection?.id, name: 'property-meanings' }
    await call(page, 'remembered/write', { ...place, value: JSON.stringify(older) })
    await openNewSnapshot(inspector, 'October', OCTOBER)
    await openTotals(page)
    // Seats, build minutes and the grant have no amount, and so no rule.
    await expect(await measureOf(inspector)).toHaveValue('What they are worth')
    await expect(page.getByRole('button', { name: 'Meanings', exact: true })).toHaveCount(0)
    await openPriceRules(inspector)
    const dialog = dialogOf(page)
    await expect(dialog).toContainText('2 rules were made from the meanings given before there were price rules')
    await expect(dialog.locator('[data-event-code="api_calls"][data-sign="zero-or-above"]')).toContainText(
      'Rule 1 takes',
    )
    await dialog.getByRole('combobox', { name: /^Meaning of seats/ }).selectOption({ index: 1 })
    await expect(dialog).toContainText('3 price rules')
    await save(dialog)
    await expect(dialog).not.toContainText('were made from the meanings')
    await page.keyboard.press('Escape')
    await page.reload()
    await openTotals(page)
    await openPriceRules(inspector)
    await expect(dialogOf(page)).toContainText('3 price rules')
  },
)

for (const width of [1024, 1280]) {
  base(`figures that arrive move no button from under the pointer, ${width} px wide`, async ({ page, inspector }) => {
    await keepRules(inspector, SAMPLE_COMPANY_RULES)
    await openNewSnapshot(inspector, 'October', OCTOBER)
    const held = Promise.withResolvers<void>()
    await page.route('**/rpc/snapshots/ask', async (route) => {
      const { ask } = route.request().postDataJSON().json.question
      if (ask === 'worth' || ask === 'totals') await held.promise
      await route.continue()
    })
    await page.setViewportSize({ width, height: 700 })
    await openTotals(page)
    await expect(page.getByText('Calculating…')).toBeVisible()
    const buttons = ['Options', 'Copy table'].map((name) => page.getByRole('button', { name, exact: true }))
    const places = () => Promise.all(buttons.map((button) => button.boundingBox()))
    const before = await places()
    held.resolve()
    expect(await headline(page, 'net')).toEqual({ EUR: '42803.30', USD: '64916.00', GBP: '3843.70' })
    for (const button of buttons) await expect(button).toBeEnabled()
    expect(await places()).toEqual(before)
  })
}
