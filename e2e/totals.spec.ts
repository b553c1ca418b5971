// "Totals" of a snapshot: every figure against a reference of its own, what it leaves out, where its events are, and
// the chart by keyboard. One snapshot for most of it: October in Berlin, whose 25th has 25 hours.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { copiedHtml } from './copied-html.ts'
import { expect, openInspector, startService, testInWindowOf } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { behindOptions, compareWithinPeriod } from './snapshot-menus.ts'
import { openNewSnapshot, type TakenRange } from './taken-snapshot.ts'
import {
  difference,
  eventLine,
  isSame,
  jsonOf,
  type Line,
  lineOf,
  linesOf,
  type SentEvent,
} from './totals-reference.ts'
import { expectNoViolations } from './violations.ts'

const CODES = ['api_calls', 'tokens_out', 'egress_gb', 'seat_month', '42', '=SUM(A1)']

/** Every hour of October in Berlin, and a few that fall into the month before and after by UTC's clock. */
function octoberEvents(): SentEvent[] {
  const start = Date.UTC(2026, 8, 30, 22)
  return Array.from({ length: 31 * 24 + 1 }, (_, hour): SentEvent => {
    const created = new Date(start + hour * 3_600_000).toISOString()
    const amount = `${(hour * 37) % 90}.${String((hour * 7_919) % 10_000).padStart(4, '0')}`
    const properties: [string, string][] = [
      ['amount', hour % 90 === 3 ? '"12.50"' : hour % 250 === 7 ? '1E1001' : amount],
      ['quantity', String(hour % 9)],
      ...(hour % 50 === 49 ? [] : ([['currency', hour % 5 === 0 ? '"USD"' : '"EUR"']] as [string, string][])),
      ['region', JSON.stringify(`eu-${hour % 3}`)],
      ['event_code', '"inside"'],
    ]
    return {
      id: `evt_${String(hour).padStart(4, '0')}`,
      customer: `cus_${hour % 4}`,
      code: CODES[hour % 6] ?? '',
      type: hour % 7 === 0 ? 'credit' : 'debit',
      created,
      properties,
    }
  })
}

/** Numbers that no double holds, credits below zero, and 5,000 names in 100 events. */
function oddEvents(): SentEvent[] {
  const odd: [string, string, string][] = [
    ['debit', 'huge', '1E400'],
    ['debit', 'huge', '1'],
    ['credit', 'tiny', '0.1E-400'],
    ['debit', 'tiny', '-0'],
    ['credit', 'refund', '-5.25'],
    ['debit', 'refund', '7.25'],
    ['credit', 'either', '-5.25'],
    ['credit', 'either', '3'],
    ['debit', 'either', '7.25'],
  ]
  const events = odd.map(
    ([type, name, json], at): SentEvent => ({
      id: `odd_${at}`,
      customer: 'cus_odd',
      code: 'odd',
      type,
      created: '2026-09-10T12:00:00Z',
      properties: [[name, json]],
    }),
  )
  const names = Array.from(
    { length: 100 },
    (_, at): SentEvent => ({
      id: `names_${at}`,
      customer: 'cus_names',
      code: 'names',
      type: 'debit',
      created: '2026-09-11T12:00:00Z',
      properties: [
        ...Array.from({ length: 50 }, (__, name): [string, string] => [`p${at * 50 + name}`, '1.5']),
        // Together more than a call takes.
        ['long', JSON.stringify(`${at} ${'x'.repeat(45_000)}`)],
        ['longer', JSON.stringify(`${at} ${'y'.repeat(45_000)}`)],
        ['Event code', '"of the property"'],
      ],
    }),
  )
  // Every hour of three days in Berlin, the second of which has 23.
  const march = Array.from(
    { length: 71 },
    (_, hour): SentEvent => ({
      id: `march_${hour}`,
      customer: 'cus_march',
      code: 'march',
      type: 'debit',
      created: new Date(Date.UTC(2026, 2, 27, 23) + hour * 3_600_000).toISOString(),
      properties: [['amount', '1']],
    }),
  )
  return [...events, ...names, ...march]
}

const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }

const openTotals = async (inspector: Inspector) => {
  await inspector.page.getByRole('tab', { name: 'Totals', exact: true }).click()
  await expect(inspector.totals).toBeVisible()
}

/** `test` in a window whose service has these events, on "Totals" of a snapshot of them. */
const testInTotals = (events: readonly SentEvent[], name: string, range: TakenRange) =>
  testInWindowOf(async (page, folder) => {
    const data = join(folder, 'events.ndjson')
    writeFileSync(data, events.map(eventLine).join('\n'))
    const service = await startService('--data', data)
    const { inspector, shell } = await openInspector(page, folder, service.url)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openNewSnapshot(inspector, name, range)
    await openTotals(inspector)
    return { inspector, stop: () => Promise.all([shell.stop(), service.stop()]) }
  })

/** All lines on screen against the reference's: none missing, none too many, every figure to the digit. */
async function expectLines(inspector: Inspector, lines: Map<string, Line>, figures: Record<string, keyof Line>) {
  // Lines of the question before stay until the next answer is there.
  await expect(inspector.totals).toHaveAttribute('aria-busy', 'false')
  const drawn = inspector.totals.locator('[data-group]')
  await expect(drawn).toHaveCount(lines.size)
  const found = await drawn.evaluateAll((rows) =>
    rows.map((row) => ({
      group: row.getAttribute('data-group') ?? '',
      texts: Object.fromEntries(
        [...row.querySelectorAll('[data-figure]:not([data-column])')].map((cell) => [
          cell.getAttribute('data-figure') ?? '',
          cell.getAttribute('data-value') || null,
        ]),
      ),
    })),
  )
  for (const { group, texts } of found) {
    const line = lines.get(group)
    expect(texts.count, group).toBe(String(line?.count))
    for (const [figure, name] of Object.entries(figures)) {
      const [text, wanted] = [texts[figure] ?? null, line?.[name]]
      expect(typeof wanted === 'object' && isSame(text, wanted), `${group} ${figure}: ${text}`).toBe(true)
    }
  }
}

/** Nothing of the page is wider than the window. */
const expectNoOverflow = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

/** The lines of the table that are in sight as a whole once it is scrolled to. */
async function linesInSight({ totals }: Inspector): Promise<number> {
  await totals.evaluate((table) => {
    const lines = table.closest('section')
    lines?.parentElement?.scrollIntoView({ block: 'end' })
    // Past the heading of the first block.
    lines?.scrollTo(0, 30)
  })
  return totals.locator('[data-group], [data-all]').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { left, top, bottom } = row.getBoundingClientRect()
        return [top + 2, bottom - 3].every((y) => row.contains(document.elementFromPoint(left + 30, y)))
      }).length,
  )
}

/** Names below the chart's bars that reach into the one before. */
async function touchingLabels(chart: Locator): Promise<string[]> {
  return chart.locator('[data-period]').evaluateAll((bars) => {
    const labels = bars.map((bar) => bar.lastElementChild).filter((label) => label?.textContent)
    return labels.flatMap((label, at) => {
      const before = labels[at - 1]?.getBoundingClientRect().right ?? Number.NEGATIVE_INFINITY
      return label && label.getBoundingClientRect().left < before + 2 ? [label.textContent ?? ''] : []
    })
  })
}

/** As sent: there is no difference before rules say what is taken off. */
const SUMS = { credit: 'credit', debit: 'debit', 'debit-minus-credit': 'none' } as const

const comboboxOf = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const chartOf = (page: Page) => page.getByRole('figure', { name: 'Chart', exact: true })

const events = octoberEvents()
const test = testInTotals(events, 'October, Berlin', OCTOBER)
test.slow()

test('it begins with sums by event code, by currency, not confirmed', { tag: '@core' }, async ({ inspector, page }) => {
  const options = inspector.button('Options', inspector.snapshot)
  await options.click()
  // Without price rules the measure is beside it, and its list opens where it is asked for.
  await expect(options).toBeFocused()
  for (const [name, value] of [
    ['Group by', 'Event code'],
    ['Then by', 'nothing'],
    ['Split by', 'Event type'],
    ['Measure', 'Sum of amount'],
    ['Chart by', 'Day'],
    ['Rounding', 'As sent'],
  ] as const) {
    await expect(comboboxOf(page, name)).toHaveValue(value)
  }
  await expectLines(
    inspector,
    linesOf(events, ({ code }) => [code], 'amount'),
    SUMS,
  )
  await expect(page.getByText('By currency, not confirmed.')).toBeVisible()
  // One "All" for each currency, none across them, nor across event codes where there is none.
  await expect(inspector.totals.locator('[data-all]')).toHaveCount(2)
  for (const [currency, line] of linesOf(events, () => [], 'amount')) {
    const [unit] = JSON.parse(currency)
    if (unit === null) continue
    const all = inspector.totalsAll(unit)
    expect(await inspector.figureText(all, 'count')).toBe(String(line.count))
    for (const [figure, name] of Object.entries(SUMS)) {
      expect(isSame(await inspector.figureText(all, figure), line[name]), `All, ${currency} ${figure}`).toBe(true)
    }
  }
})

test('events without a numeric amount are in no sum, and it says so', async ({ inspector, page }) => {
  const without = events.filter((event) => jsonOf(event, 'amount')?.startsWith('"')).length
  const beyond = events.filter((event) => jsonOf(event, 'amount') === '1E1001').length
  await expect(page.getByText(`${without} events have no numeric amount and are in no sum.`)).toBeVisible()
  await expect(page.getByText(`amount has more than 1,000 digits in ${beyond} events`)).toBeVisible()
  const row = inspector.totalsLine('egress_gb', 'EUR')
  const line = linesOf(events, ({ code }) => [code], 'amount').get('["egress_gb","EUR"]')
  await expect(row.locator('[data-coverage]')).toContainText(
    line?.numbers === line?.count ? `${line?.count}` : `${line?.numbers} of ${line?.count}`,
  )
})

test('every choice is remembered', async ({ inspector, page }) => {
  await inspector.chooseTotals('Then by', 'Customer ID')
  await inspector.chooseTotals('Group by', 'region')
  const lines = linesOf(events, (event) => [JSON.parse(jsonOf(event, 'region') ?? 'null'), event.customer], 'amount')
  await expectLines(inspector, lines, SUMS)
  await page.reload()
  await openTotals(inspector)
  await expect(comboboxOf(page, 'Group by')).toHaveValue('region')
  await expect(page.getByText('By currency, not confirmed.')).toBeVisible()

  // So is whether those that are seldom made are in sight.
  const options = inspector.button('Options', inspector.snapshot)
  await expect(comboboxOf(page, 'Then by')).toHaveValue('Customer ID')
  await options.click()
  await page.reload()
  await openTotals(inspector)
  await expect(comboboxOf(page, 'Group by')).toHaveValue('region')
  await expect(options).toHaveAttribute('aria-expanded', 'false')
  await expect(comboboxOf(page, 'Then by')).toHaveCount(0)
})

test('minimum, maximum and number of events, and a split by a property', async ({ inspector }) => {
  await inspector.chooseTotals('Group by', 'Event code')
  await inspector.chooseTotals('Then by', 'nothing')
  const byCode = linesOf(events, ({ code }) => [code], 'amount')
  await inspector.chooseTotals('Measure', 'Minimum of amount')
  await expectLines(inspector, byCode, { min: 'min' })
  await inspector.chooseTotals('Measure', 'Maximum of amount')
  await expectLines(inspector, byCode, { max: 'max' })
  await inspector.chooseTotals('Measure', 'Number of events')
  const seats = events.filter(({ code }) => code === 'seat_month')
  const row = inspector.totalsLine('seat_month', null)
  expect(await inspector.figureText(row, 'count')).toBe(String(seats.length))
  const credits = seats.filter(({ type }) => type === 'credit')
  expect(await inspector.figureText(row, 'count', 'credit')).toBe(String(credits.length))
  await inspector.chooseTotals('Measure', 'Sum of amount')
  await inspector.chooseTotals('Split by', 'region')
  for (const region of ['eu-0', 'eu-1', 'eu-2']) {
    const part = events.filter((event) => jsonOf(event, 'region') === `"${region}"`)
    const wanted = linesOf(part, ({ code }) => [code], 'amount').get('["api_calls","EUR"]')
    for (const [figure, name] of Object.entries(SUMS)) {
      const text = await inspector.figureText(inspector.totalsLine('api_calls', 'EUR'), figure, region)
      expect(isSame(text, wanted?.[name] ?? null), `${region} ${figure}: ${text}`).toBe(true)
    }
  }
  await inspector.chooseTotals('Split by', 'Event type')
})

test('texts are read as numbers when that is said', { tag: '@core' }, async ({ inspector, page }) => {
  await inspector.button('Read as numbers').click()
  await expect(page.getByText('that are plain decimals are read as numbers')).toBeVisible()
  await expectLines(
    inspector,
    linesOf(events, ({ code }) => [code], 'amount', true),
    SUMS,
  )
  await inspector.button('Undo').click()
  await inspector.button('Leave as text').click()
  await expect(page.getByText('Read it as numbers?')).toHaveCount(0)
})

test('rounding stands beside what is exact', async ({ inspector, page }) => {
  await inspector.chooseTotals('Rounding', '2 decimals, half-up')
  await expectLines(
    inspector,
    linesOf(events, ({ code }) => [code], 'amount'),
    SUMS,
  )
  const rounded = page.getByRole('table', { name: 'Effect of rounding' })
  await expectNoViolations(page, 'rounding', '[aria-label="Effect of rounding"]')
  await expect(rounded.locator('[data-kind="perEvent"]').first()).toHaveAttribute('data-value', /^-?\d+\.\d\d$/)
  await expect(inspector.totals.locator('tbody [data-rounded="debit"]').first()).toHaveAttribute(
    'data-value',
    /^-?\d+\.\d\d$/,
  )
  await inspector.chooseTotals('Rounding', 'As sent')
})

test('the chart has a bar a day, by keyboard and by name; a day of 25 hours is one', { tag: '@core' }, async ({
  inspector,
  page,
}) => {
  const chart = chartOf(page)
  await (await behindOptions(inspector, page.getByLabel('Drawn'))).selectOption({ label: 'EUR' })
  const bars = chart.locator('[data-period]')
  await expect(bars).toHaveCount(31)
  const day = events.filter(
    (event) =>
      event.created >= '2026-10-24T22:00:00' &&
      event.created < '2026-10-25T23:00:00' &&
      jsonOf(event, 'currency') === '"EUR"',
  )
  const bar = chart.locator('[data-period="2026-10-25"]')
  await expect(bar).toHaveAccessibleName(new RegExp(`^Sun 25 Oct 2026, .*, ${day.length} events$`))
  const debit =
    /Debit ([\d,.]+) EUR/.exec((await bar.getAttribute('aria-label')) ?? '')?.[1]?.replaceAll(',', '') ?? null
  expect(isSame(debit, lineOf(day, 'amount').debit), `${debit}`).toBe(true)
  await bars.first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(chart.locator('[data-period="2026-10-02"]')).toBeFocused()
  await page.keyboard.press('End')
  await expect(chart.locator('[data-period="2026-10-31"]')).toBeFocused()
  await inspector.chooseTotals('Chart by', 'Hour')
  await expect(chart.locator('[data-period^="2026-10-25T"]')).toHaveCount(25)
  await inspector.chooseTotals('Chart by', 'Day')
})

test('another zone marks the days that it cuts', async ({ inspector, page }) => {
  const chart = chartOf(page)
  const zone = await behindOptions(inspector, comboboxOf(page, 'Zone of days'))
  await inspector.choose(zone, 'UTC')
  await expect(chart.locator('[data-cut]').first()).toHaveAttribute('data-period', '2026-09-30')
  await expect(page.getByText('only part of it is in this snapshot')).toBeVisible()
  await inspector.choose(zone, 'Europe/Berlin')
  await expect(chart.locator('[data-period]')).toHaveCount(31)
})

test('two periods stand side by side', async ({ inspector, page }) => {
  await compareWithinPeriod(inspector)
  const part = page.getByRole('region', { name: 'Compare within this period' })
  await part.getByLabel('Periods', { exact: true }).selectOption('Days')
  await part.getByLabel('Earlier', { exact: true }).selectOption('2026-10-24')
  await part.getByLabel('Later', { exact: true }).selectOption('2026-10-25')
  await part.getByLabel('Figure', { exact: true }).selectOption('Debit')
  const row = part.locator('[data-group=\'["api_calls","EUR"]\']')
  const ofDay = (from: string, until: string) =>
    lineOf(
      events.filter(
        (event) =>
          event.code === 'api_calls' &&
          jsonOf(event, 'currency') === '"EUR"' &&
          event.created >= from &&
          event.created < until,
      ),
      'amount',
    ).debit
  const [was, is] = [
    ofDay('2026-10-23T22:00:00', '2026-10-24T22:00:00'),
    ofDay('2026-10-24T22:00:00', '2026-10-25T23:00:00'),
  ]
  await expect(part.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  const value = (selector: string, name: string) => row.locator(selector).getAttribute(name)
  await expect.poll(async () => isSame(await value('[data-side="before"]', 'data-value'), was)).toBe(true)
  expect(isSame(await value('[data-side="after"]', 'data-value'), is)).toBe(true)
  expect(was && is && isSame(await value('[data-difference]', 'data-difference'), difference(is, was))).toBe(true)
  // Units are headings of blocks, as in the table above, and stand in no column.
  await expect(part.getByRole('columnheader')).toHaveText(['Event code', /2026/, /2026/, 'Difference', 'Percent'])
  await expect(part.locator('[data-all=\'["EUR"]\'] th')).toHaveText('All, EUR')
  const order = await part.getByRole('row').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''))
  const [euros, dollars] = [order.indexOf('EUR'), order.indexOf('USD')]
  expect(euros).toBeGreaterThan(0)
  expect(order.slice(euros, dollars).at(-1)).toMatch(/^All, EUR/)
  await expectNoViolations(page, 'two periods', '[aria-label="Compare within this period"]')
  await compareWithinPeriod(inspector)
})

test('the table is copied with its source', async ({ inspector, page }) => {
  await inspector.button('Copy table').click()
  await page.getByRole('menuitem', { name: 'For a spreadsheet' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('Event code\tcurrency\tEvents\tCredit\tDebit')
  expect(copied).toContain("'=SUM(A1)")
  expect(copied).toContain('snapshot October, Berlin')
  expect(copied).toContain('Europe/Berlin')
  await inspector.button('Copy table').click()
  await page.getByRole('menuitem', { name: 'Markdown table' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\| Event code \| currency \| Events \|/)
})

test('days are copied as dates, as text and as a table, with what the figures are', async ({ inspector, page }) => {
  await inspector.chooseTotals('Group by', 'Day')
  await inspector.button('Copy table').click()
  await page.getByRole('menuitem', { name: 'For a spreadsheet' }).click()
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).toContain('\r\n2026-10-24\t')
  expect(await clipboard()).not.toContain("'2026-10-")
  expect(await clipboard()).toContain('Measure\tSum of amount, as sent\r\nRounding\tnone\r\nDays\tin Europe/Berlin')
  const html = await copiedHtml(page)
  expect(html).toMatch(/<td[^>]*>2026-10-24<\/td>/)
  expect(html).toMatch(/<td[^>]*>Rounding<\/td>/)
  await inspector.chooseTotals('Group by', 'Month')
  await inspector.button('Copy table').click()
  await page.getByRole('menuitem', { name: 'For a spreadsheet' }).click()
  await expect.poll(clipboard).toContain('\r\n2026-10\t')
  expect(await copiedHtml(page)).toMatch(/<td style="mso-number-format:'\\@'"[^>]*>2026-10<\/td>/)
  await inspector.chooseTotals('Group by', 'Event code')
})

test('of many lines those in sight are drawn, and the keyboard reaches the others', async ({ inspector, page }) => {
  await inspector.chooseTotals('Group by', 'Hour')
  const lines = linesOf(events, ({ created }) => [created], 'amount').size
  await expect(inspector.totals).toHaveAttribute('aria-rowcount', String(lines + 3))
  const drawn = inspector.totals.locator('[data-group]')
  expect(await drawn.count()).toBeLessThan(200)
  await drawn.first().getByRole('button').first().focus()
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('PageDown')
  await expect(page.locator(':focus')).toHaveAttribute('data-row', '50')
  await inspector.totals.scrollIntoViewIfNeeded()
  await inspector.totals.evaluate((table) => table.parentElement?.scrollTo(0, table.scrollHeight))
  await expect(inspector.totals.locator(`[aria-rowindex="${lines + 1}"]`)).toBeVisible()
  await inspector.chooseTotals('Group by', 'Event code')
})

test('the table goes into an Excel file', async ({ inspector, page }) => {
  await inspector.button('Copy table').click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel file' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('eventscope-october-berlin-table.xlsx')
  expect(await file.failure()).toBeNull()
})

test('the table is printed from “Export” as well, without what is pressed', async ({ inspector, page }) => {
  // The browser of the tests has no dialog: it would be over at once.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await inspector.button('Export').click()
  await page.getByRole('menuitem', { name: 'Print “Totals”', exact: true }).click()
  const sheets = page.locator('[data-printed]')
  await expect(sheets).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(sheets).toBeVisible()
  await expect(sheets).toContainText('Totals')
  await expect(sheets.getByRole('button', { includeHidden: true })).toHaveCount(0)
  // What is printed is over: the window is as it was.
  await page.pdf()
  await page.emulateMedia({ media: 'screen' })
  await expect(sheets).toHaveCount(0)
})

test('it reads well in both themes and in small windows, and goes by keyboard from figure to figure', async ({
  inspector,
  page,
}) => {
  await expectNoViolations(page, 'totals', '[role="tabpanel"]')
  await page.emulateMedia({ colorScheme: 'light' })
  // Sums as sent of three currencies take two pinned lines, and exports have a strip of their own.
  for (const { least, ...size } of [
    { width: 1_024, height: 700, least: 8 },
    { width: 720, height: 450, least: 8 },
  ]) {
    await page.setViewportSize(size)
    await expectNoOverflow(page)
    expect(await linesInSight(inspector), `${size.width}`).toBeGreaterThanOrEqual(least)
    expect(await touchingLabels(chartOf(page)), `${size.width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1_440, height: 900 })
  const first = inspector.totals.locator('tbody button').first()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(inspector.totals.locator('[data-row="1"][data-at]:focus')).toHaveCount(1)
})

test('a figure shows its events, and their filter holds here too', { tag: '@core' }, async ({ inspector, page }) => {
  const line = linesOf(events, ({ code }) => [code], 'amount').get('["api_calls","EUR"]')
  const row = inspector.totalsLine('api_calls', 'EUR')
  await inspector.figure(row, 'debit').getByRole('button').click()
  await expect(page.getByRole('tab', { name: 'Events', exact: true })).toHaveAttribute('aria-selected', 'true')
  await openTotals(inspector)
  await expect(inspector.totals.locator('[data-group]')).toHaveCount(1)
  expect(isSame(await inspector.figureText(row, 'debit'), line?.debit ?? null)).toBe(true)
})

test('of no events there is nothing to add up and nothing to draw', { tag: '@core' }, async ({ inspector, page }) => {
  await openNewSnapshot(inspector, 'Empty', {
    from: '2020-01-01T00:00:00Z',
    until: '2020-02-01T00:00:00Z',
    zone: 'UTC',
  })
  await inspector.openTab('Totals')
  await expect(inspector.status('There are no events in this snapshot.')).toBeVisible()
  await expect(chartOf(page)).toHaveCount(0)
})

/** A name beyond the ones that are listed is typed. */
async function typeTotals(inspector: Inspector, name: string, option: string) {
  await (await behindOptions(inspector, comboboxOf(inspector.page, name))).fill(option)
  await inspector.chooseTotals(name, option)
}

// A window of its own.
test.describe('odd events', () => {
  const testOdd = testInTotals(oddEvents(), 'Odd', {
    from: '2026-09-01T00:00:00Z',
    until: '2026-10-01T00:00:00Z',
    zone: 'UTC',
  })

  testOdd('numbers that no double holds, and credits below zero', async ({ inspector, page }) => {
    const row = inspector.totalsLine('odd', null)
    await typeTotals(inspector, 'Measure', 'Sum of huge')
    expect(await inspector.figureText(row, 'debit')).toBe(`1${'0'.repeat(399)}1`)
    await typeTotals(inspector, 'Measure', 'Sum of tiny')
    expect(await inspector.figureText(row, 'credit')).toBe(`0.${'0'.repeat(400)}1`)
    expect(isSame(await inspector.figureText(row, 'debit'), { top: 0n, bottom: 1n })).toBe(true)
    await typeTotals(inspector, 'Measure', 'Sum of refund')
    expect(await inspector.figureText(row, 'credit')).toBe('-5.25')
    expect(await inspector.figureText(row, 'debit-minus-credit')).toBeNull()
    await expect(page.getByText('Debit and credit are as sent, and make no total')).toBeVisible()
    await typeTotals(inspector, 'Measure', 'Sum of either')
    expect(await inspector.figureText(row, 'credit')).toBe('-2.25')
    expect(await inspector.figureText(row, 'debit-minus-credit')).toBeNull()
  })

  testOdd('of 5,000 property names few are listed, and any can be chosen', async ({ inspector, page }) => {
    await typeTotals(inspector, 'Group by', 'p4999')
    await typeTotals(inspector, 'Measure', 'Sum of p4999')
    expect(await inspector.figureText(inspector.totalsLine('1.5', null), 'debit')).toBe('1.5')
    await (await behindOptions(inspector, comboboxOf(page, 'Then by'))).fill('p')
    const options = page.getByRole('listbox', { name: 'Then by', exact: true }).getByRole('option', { name: /p/ })
    await expect(options.first()).toBeVisible()
    expect(await options.count()).toBeLessThanOrEqual(200)
    await page.keyboard.press('Escape')
  })

  testOdd('a property that is called like a field is told from it', async ({ inspector }) => {
    await inspector.chooseTotals('Measure', 'Number of events')
    await inspector.chooseTotals('Group by', 'Event code (property)')
    expect(await inspector.figureText(inspector.totalsLine('of the property', null), 'count')).toBe('100')
    await inspector.chooseTotals('Group by', 'Event code')
    expect(await inspector.figureText(inspector.totalsLine('names', null), 'count')).toBe('100')
  })

  testOdd('a table that is longer than a call goes into an Excel file in pieces', async ({ inspector, page }) => {
    await inspector.chooseTotals('Measure', 'Number of events')
    await typeTotals(inspector, 'Group by', 'long')
    await typeTotals(inspector, 'Then by', 'longer')
    await expect(inspector.totals).toHaveAttribute('aria-rowcount', String(1 + 101 + 1))
    await inspector.button('Copy table').click()
    const downloading = page.waitForEvent('download', { timeout: 60_000 })
    await page.getByRole('menuitem', { name: 'Excel file' }).click()
    expect(await (await downloading).failure()).toBeNull()
  })

  testOdd('a day of 23 hours has 23 bars, and all of its events', async ({ inspector, page }) => {
    await openNewSnapshot(inspector, 'March, Berlin', {
      from: '2026-03-27T23:00:00Z',
      until: '2026-03-30T22:00:00Z',
      zone: 'Europe/Berlin',
    })
    await openTotals(inspector)
    const chart = chartOf(page)
    await expect(chart.locator('[data-period="2026-03-29"]')).toHaveAccessibleName(/, 23 events$/)
    await inspector.chooseTotals('Chart by', 'Hour')
    await expect(chart.locator('[data-period^="2026-03-29T"]')).toHaveCount(23)
  })
})
