// What can be asked about all matches from the live page: when they began and ended, how they lie between, and what the
// rows of the page add up to.
import type { Page } from '@playwright/test'
import { test as base, expect, testInOneWindow, token } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { expectNoViolations } from './violations.ts'

const test = testInOneWindow('--events', '237', '--seed', '7')

interface WireEvent {
  event_id: string
  event_type: string
  event_code: string
  created_at: string
  event_properties: Record<string, unknown>
}

async function ask(url: string, body: object): Promise<{ events: WireEvent[]; total: number; text: string }> {
  const answer = await fetch(`${url}/v1/events/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { ...JSON.parse(text), text }
}

/** What is open, that is. */
const expectSound = (page: Page) => expectNoViolations(page, 'open dialog', '[role="dialog"]')

async function expectInSight(page: Page, name: string) {
  const box = await page.getByRole(name === 'Totals' ? 'table' : 'figure', { name, exact: true }).boundingBox()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(box).not.toBeNull()
  if (box === null) return
  expect(box.x).toBeGreaterThanOrEqual(0)
  expect(box.x + box.width).toBeLessThanOrEqual(width)
  expect(box.y + box.height).toBeLessThanOrEqual(height)
}

/** With the text of each number, which TypeScript does not know of yet. */
const parse = JSON.parse as (
  text: string,
  reviver: (key: string, value: unknown, context: { source: string }) => unknown,
) => { events: WireEvent[] }

/** Of the debits that `wanted` takes, to four places, in ten-thousandths; a number's digits as they were sent. */
function debitSum(text: string, wanted: (properties: Record<string, unknown>, code: string) => boolean): bigint {
  const { events } = parse(text, (_, value, { source }) => (typeof value === 'number' ? { number: source } : value))
  return events
    .filter(
      ({ event_type, event_code, event_properties }) => event_type === 'debit' && wanted(event_properties, event_code),
    )
    .map(({ event_properties: { amount } }) => (amount as { number?: string } | undefined)?.number ?? '0')
    .reduce((sum, amount) => sum + tenThousandths(amount), 0n)
}

/** To four places, in ten-thousandths. */
function tenThousandths(number: string): bigint {
  const [whole = '', fraction = ''] = number.replace('-', '').split('.')
  const digits = BigInt(whole + fraction.padEnd(4, '0'))
  return number.startsWith('-') ? -digits : digits
}

async function inOrder(url: string): Promise<WireEvent[]> {
  const all: WireEvent[] = []
  for (let offset = 0; offset < 237; offset += 100) all.push(...(await ask(url, { limit: 100, offset })).events)
  return all.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))
}

const overTime = ({ page }: Inspector) => page.getByRole('dialog', { name: 'Over time' })

test('"Over time" says what it costs, finds the first and the last event, and counts every event once, by keyboard', async ({
  inspector,
  service,
  page,
}) => {
  const all = await inOrder(service.url)
  const dialog = overTime(inspector)
  const find = (which: string) => inspector.button(`Find the ${which} event`, dialog)
  await inspector.button('Over time').focus()
  await page.keyboard.press('Enter')
  await expect(find('first')).toBeFocused()
  await expect(dialog).toContainText('at most 51 requests')
  await expect(dialog).toContainText('to count from there')
  await expectSound(page)
  await page.keyboard.press('Enter')
  const first = dialog.locator('time').first()
  await expect(first).toHaveAttribute('datetime', all[0]?.created_at ?? '')
  // Where the button was.
  await expect(dialog.getByRole('button').filter({ has: page.locator('time') })).toBeFocused()
  await find('last').press('Enter')
  await expect(dialog.locator('time').nth(1)).toHaveAttribute('datetime', all.at(-1)?.created_at ?? '')

  // Its bars are buttons.
  const chart = dialog.getByRole('figure', { name: 'Events over time' })
  await inspector.button('Count over time', dialog).press('Enter')
  await expect(chart).toBeVisible()
  await expect(dialog).toContainText('237 events')
  const bars = await chart.getByRole('button').evaluateAll((buttons) => buttons.map((one) => one.ariaLabel ?? ''))
  const counts = bars.map((words) => Number(/: ([\d,]+) events?$/.exec(words)?.[1]?.replaceAll(',', '')))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(237)
  await expect(chart.getByRole('button').first()).toBeFocused()
  for (const [width, height] of [
    [1024, 700],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectInSight(page, 'Events over time')
    await expectSound(page)
  }
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(inspector.status(`of ${counts[1]}`)).toBeVisible()
  await expect(inspector.textbox('From', inspector.filters)).not.toHaveValue('')
})

test('the one box asks when it stopped', async ({ inspector, service, page }) => {
  const last = (await inOrder(service.url)).at(-1)
  const dialog = overTime(inspector)
  await inspector.search({})
  await page.keyboard.press('Control+k')
  await page.keyboard.type('did it stop')
  await expect(page.getByRole('option', { name: /When did it stop\?/ })).toContainText('51 requests')
  await page.keyboard.press('Enter')
  await expect(dialog.locator('time')).toHaveAttribute('datetime', last?.created_at ?? '')
  await dialog.locator('time').click()
  await expect(inspector.details).toContainText(last?.event_id ?? '')
})

test('the rows of the page are added up exactly, and said to be these rows', async ({ inspector, service, page }) => {
  await inspector.search({})
  await inspector.button('Totals of this page').press('Enter')
  const totals = page.getByRole('table', { name: 'Totals' })
  await expect(page.getByRole('dialog', { name: 'Totals of this page' })).toContainText('These 50 rows, not all 237')
  const { text } = await ask(service.url, { limit: 50, offset: 0 })
  // A line for each event code: what a unit price stands beside is a quantity, and never added across them.
  const figures = totals.locator('tfoot [data-figure="debit"]')
  const sums = await figures.evaluateAll((all) => all.map((one) => one.getAttribute('data-value') || '0'))
  expect(sums.length).toBeGreaterThan(1)
  expect(sums.map(tenThousandths).reduce((sum, one) => sum + one)).toBe(debitSum(text, () => true))
  await expectSound(page)
  await page.keyboard.press('Escape')
  await expect(totals).toBeHidden()
  await expect(inspector.button('Totals of this page')).toBeFocused()
})

test('"Load all" says what it gives and what it costs; as "Totals" of the one box it opens on them', async ({
  inspector,
  page,
}) => {
  await inspector.button('Load all').focus()
  await expect(page.getByRole('tooltip')).toContainText(/^For totals, checks, .+\. Takes at most \d+ requests/)
  await inspector.take('Totals', /^Totals/)
  const snapshot = page.getByRole('region', { name: 'Snapshot', exact: true })
  await expect(snapshot.getByRole('tab', { name: 'Totals', selected: true })).toBeVisible()
  await expect(snapshot).toHaveAttribute('data-rows', '237')
  await expect(snapshot.getByRole('table', { name: 'Totals' }).locator('tbody tr').first()).toBeVisible()
})

test.describe('where the page is all there is', () => {
  base.use({ serviceSwitches: ['--events', '37', '--seed', '7', '--currencies', 'EUR,USD'] })

  base(
    'its totals and "Over time" are told from its rows, and nothing is asked',
    async ({ inspector, page, service }) => {
      await inspector.settled()
      const { events, text } = await ask(service.url, { limit: 50, offset: 0 })
      const before = service.searches()
      expect(before).not.toEqual([])
      await inspector.take('Totals', /^Totals/)
      const dialog = page.getByRole('dialog', { name: 'Totals of this page' })
      const table = dialog.getByRole('table', { name: 'Totals' })
      await expect(dialog).toContainText('All 37 events that match')
      // A unit price stands beside it: it is a quantity, which has no currency, and is not added across event codes.
      for (const code of new Set(events.map(({ event_code }) => event_code))) {
        const figure = table.locator(`tfoot [data-all='["${code}"]'] [data-figure="debit"]`)
        const wanted = debitSum(text, (_, event_code) => event_code === code)
        expect(tenThousandths((await figure.getAttribute('data-value')) ?? '')).toBe(wanted)
      }
      await inspector.choose(dialog.getByRole('combobox', { name: 'Measure' }), 'Number of events')
      await expect(table.locator('tfoot [data-figure="count"]')).toHaveAttribute('data-value', '37')
      await expectInSight(page, 'Totals')
      await expectSound(page)
      await page.keyboard.press('Escape')
      await expect(inspector.button('Totals of this page')).toBeFocused()
      await inspector.button('Over time').press('Enter')
      const times = page.getByRole('dialog', { name: 'Over time' }).locator('time')
      const first = events.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at))[0]
      await expect(times.first()).toHaveAttribute('datetime', first?.created_at ?? '')
      await expect(page.getByRole('figure', { name: 'Events over time' })).toBeVisible()
      expect(service.searches()).toEqual(before)
      await expect(page.getByRole('region', { name: 'Taking snapshot' })).toBeHidden()
    },
  )
})
