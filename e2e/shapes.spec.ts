// Expected shapes: learned from a snapshot, confirmed, changed and dropped, kept, found in Checks with money and
// events, marked in rows of the live page, copied, saved and read. By mouse and by keys, in both themes, in little
// room.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { test as base, expect, startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { json, pageOf, startScriptedService } from './scripted-service.ts'
import { openNewSnapshot } from './taken-snapshot.ts'
import { eventLine, type SentEvent } from './totals-reference.ts'
import { expectNoViolations } from './violations.ts'

const OCTOBER = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z', zone: 'UTC' }
const NOVEMBER = { from: '2026-11-01T00:00:00Z', until: '2026-12-01T00:00:00Z', zone: 'UTC' }

function event(number: number, month: number, changed: Partial<SentEvent> = {}): SentEvent {
  return {
    id: `evt_${month}_${String(number).padStart(3, '0')}`,
    customer: `cus_${number % 3}`,
    code: number % 2 === 0 ? 'api_calls' : 'seat_month',
    type: 'debit',
    created: new Date(Date.UTC(2026, month, 1 + (number % 28), number % 24)).toISOString(),
    properties: [
      ['amount', `${10 + (number % 40)}.25`],
      ['currency', number % 4 < 2 ? '"EUR"' : '"USD"'],
    ],
    ...changed,
  }
}

const october = [
  ...Array.from({ length: 120 }, (_, at) => event(at, 9)),
  // One in 120 is text: what is proposed holds all the same, and names it.
  ...Array.from({ length: 120 }, (_, at) =>
    event(
      200 + at,
      9,
      at === 6
        ? {
            properties: [
              ['amount', '"16.25"'],
              ['currency', '"EUR"'],
            ],
          }
        : {},
    ),
  ),
  event(400, 9, { code: 'trial' }),
]
const faults = {
  code: event(901, 10, { code: 'api_cals' }),
  kind: event(902, 10, {
    properties: [
      ['amount', '"12.25"'],
      ['currency', '"EUR"'],
    ],
  }),
  missing: event(904, 10, { properties: [['amount', '12.25']] }),
  value: event(906, 10, {
    properties: [
      ['amount', '12.25'],
      ['currency', '"eur"'],
    ],
  }),
  range: event(908, 10, {
    properties: [
      ['amount', '1249.000000000000000000001'],
      ['currency', '"EUR"'],
    ],
  }),
}
const november = [...Array.from({ length: 30 }, (_, at) => event(500 + at, 10)), ...Object.values(faults)]

const test = base.extend<{ window: Inspector }>({
  window: async ({ folder, page, context }, use) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const events = [...october, ...november].sort(
      (a, b) => Date.parse(b.created) - Date.parse(a.created) || a.id.localeCompare(b.id),
    )
    const service = await startScriptedService(({ body }, response) => {
      const { created_at_from: from, created_at_to: to, limit = 50, offset = 0 } = JSON.parse(body || '{}')
      const found = events.filter(
        ({ created }) =>
          (!from || Date.parse(created) >= Date.parse(from)) && (!to || Date.parse(created) <= Date.parse(to)),
      )
      json(response, pageOf(found.slice(offset, offset + limit).map(eventLine), found.length, limit, offset))
    })
    const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token })
    await page.goto(shell.url)
    const inspector = new Inspector(page)
    await expect(inspector.rows.first()).toBeVisible()
    await use(inspector)
    await shell.stop()
    await service.stop()
  },
})

test.slow()
test.use({ actionTimeout: 30_000 })

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Expected shapes', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function expectFits(page: Page, within: string): Promise<void> {
  for (const size of [
    { width: 1024, height: 700 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(over, `${within} at ${size.width}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('what October shows is confirmed line by line, and November is held against it', async ({ window, page }) => {
  await openNewSnapshot(window, 'October', OCTOBER)
  await window.openTab('Checks')
  const check = window.check('unexpected-shapes')
  await expect(check).toHaveAttribute('data-count', '0')
  await expect(check).toContainText('Nothing is expected of the events yet.')
  await button(page, 'Learn from this snapshot').click()
  const dialog = dialogOf(page)
  const line = (code: string, property: string) =>
    dialog.locator(`tr[data-event-code="${code}"][data-property="${property}"]`)

  await test.step('four lines and the codes are proposed, the exceptions named; nothing counts yet', async () => {
    await expect(dialog.locator('tr[data-proposed]')).toHaveCount(4)
    const amount = line('api_calls', 'amount')
    await expect(amount).toContainText('always there, a number from 10.25 to 48.25, above 0 in debits')
    await expect(amount.locator('[data-exception="kind"]')).toHaveAttribute('data-count', '1')
    await expect(amount).toContainText('1 of another kind, such as evt_9_206: 16.25')
    await expect(dialog).toContainText('Not proposed, as they have fewer than 20 events: trial (1 event)')
    await expect(check).toHaveAttribute('data-count', '0')
    await expectNoViolations(page, 'proposals', '[role="dialog"]')
    await expectFits(page, 'proposals')
  })

  await test.step('one is confirmed by the mouse, one changed, one dropped, the rest by keys', async () => {
    await dialog.getByRole('button', { name: 'Confirm amount of api_calls', exact: true }).click()
    await expect(line('api_calls', 'amount')).toHaveAttribute('data-confirmed', 'true')
    await expect(check).toHaveAttribute('data-count', '1')
    await dialog.getByRole('button', { name: 'Drop amount of seat_month', exact: true }).click()
    await expect(line('seat_month', 'amount')).toHaveCount(0)

    await dialog.getByRole('button', { name: 'Change amount of api_calls', exact: true }).click()
    const form = dialog.getByRole('group', { name: 'Change amount of api_calls', exact: true })
    await form.getByRole('textbox', { name: 'To', exact: true }).fill('5')
    await expect(form.getByRole('alert')).toHaveText('The range ends before it begins.')
    await form.getByRole('textbox', { name: 'To', exact: true }).fill('1249')
    await form.getByRole('button', { name: 'Confirm', exact: true }).press('Enter')
    await expect(line('api_calls', 'amount').and(page.locator('[data-confirmed]'))).toContainText('from 10.25 to 1249')
    await expect(line('api_calls', 'amount').and(page.locator('[data-proposed]'))).toContainText('to 48.25')
    await dialog.getByRole('button', { name: 'Drop amount of api_calls', exact: true }).last().press('Space')
    await dialog.getByRole('button', { name: 'Confirm 2 proposals', exact: true }).press('Enter')
    await expect(dialog.locator('tr[data-proposed]')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Confirm the known event codes', exact: true }).press('Enter')
    await expect(dialog.getByRole('region', { name: 'Known event codes' })).toContainText('2: api_calls, seat_month')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(check).toHaveAttribute('data-count', '2')
  })

  await test.step('after a restart of the page they hold for another snapshot, with money, and lead to their events', async () => {
    await openNewSnapshot(window, 'November', NOVEMBER)
    await window.openTab('Checks')
    await expect(check).toHaveAttribute('data-count', '5')
    await expect(page.getByRole('tab', { name: 'Checks', exact: true }).locator('[data-count]')).toHaveAttribute(
      'title',
      /^\d of 6 checks found something$/,
    )
    const found = await check
      .locator('li[data-unexpected]')
      .evaluateAll((all) =>
        all.map((one) => [
          one.getAttribute('data-unexpected'),
          one.getAttribute('data-event-code'),
          one.getAttribute('data-property'),
          one.getAttribute('data-count'),
        ]),
      )
    expect(found.sort()).toEqual(
      [
        ['kind', 'api_calls', 'amount', '1'],
        ['missing', 'api_calls', 'currency', '1'],
        ['range', 'api_calls', 'amount', '1'],
        ['unknown-code', 'api_cals', null, '1'],
        ['value', 'api_calls', 'currency', '1'],
      ].sort(),
    )
    await expectNoViolations(page, 'the check', '[aria-label="Snapshot"]')
    await expectFits(page, 'the check')
    for (const [what, { id }] of [
      ['kind', faults.kind],
      ['missing', faults.missing],
      ['range', faults.range],
      ['unknown-code', faults.code],
    ] as const) {
      await check.locator(`li[data-unexpected="${what}"]`).getByRole('button').click()
      await expect(window.rows).toHaveCount(1)
      await expect(window.rows).toHaveAttribute('data-event-id', id)
      const remove = page.getByRole('button', { name: /^Remove condition: / })
      while ((await remove.count()) > 0) await remove.first().click()
      await window.openTab('Checks')
    }
    await button(page, 'Copy table').click()
    const forSpreadsheet = page.getByRole('menuitem', { name: 'For a spreadsheet', exact: true })
    await said(page, /^Copied/, () => forSpreadsheet.click())
    const copied = await clipboard(page)
    expect(copied).toContain(`Unexpected shapes\tapi_calls: amount is outside its expected range\t1`)
    expect(copied).toMatch(/Expected shapes\t\d+ events are not as expected, by version [0-9a-f]{12}: /)
  })

  await test.step('rows of the live page carry the same mark, in words', async () => {
    await button(page, 'Back to live').click()
    const marked = (id: string) => page.locator(`tr[data-event-id="${id}"][data-marked]`)
    await expect(marked(faults.kind.id)).toContainText('amount is text, which is not expected')
    await expect(marked(faults.missing.id)).toContainText('currency is missing')
    await expect(marked(faults.code.id)).toContainText('the event code is not a known one')
    await expect(page.locator('tr[data-marked]')).toHaveCount(5)
    await marked(faults.value.id).getByRole('gridcell').nth(2).click()
    await expect(page.getByRole('region', { name: 'Event details', exact: true })).toContainText(
      'Unexpected shape: currency is not one of the expected values.',
    )
  })
})

test('a schema is copied, saved and read; what is not understood is named before it applies', { tag: '@core' }, async ({
  window,
  page,
}) => {
  await openNewSnapshot(window, 'October', OCTOBER)
  await window.openTab('Checks')
  await button(page, 'Learn from this snapshot').click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Confirm 4 proposals', exact: true }).click()
  await dialog.getByRole('button', { name: 'As JSON Schema', exact: true }).click()
  await dialog.getByRole('button', { name: 'Copy schema', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Copy schema' })).toBeVisible()
  await expect.poll(() => clipboard(page)).toContain('https://json-schema.org/draft/2020-12/schema')
  const schema = await clipboard(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save schema', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('expected-shapes.json')
  expect(await readFile(await download.path(), 'utf8')).toBe(schema)

  const foreign = schema.replace('"type": "number"', '"type": "number", "multipleOf": 0.01')
  const box = dialog.getByRole('textbox', { name: 'Paste schema', exact: true })
  const use = dialog.getByRole('button', { name: 'Use this schema', exact: true })
  await box.fill('{"type": ')
  await expect(dialog.getByRole('alert')).toHaveText('This is not a JSON Schema: it is not JSON.')
  await expect(use).toBeDisabled()
  await page.setInputFiles('[role="dialog"] input[type="file"]', {
    name: 'foreign.json',
    mimeType: 'application/json',
    buffer: Buffer.from(foreign.replaceAll('"USD"', '"CHF"')),
  })
  await expect(dialog).toContainText('4 properties of 2 event codes; any code.')
  await expect(dialog).toContainText('allOf/0/then/properties/event_properties/properties/amount/multipleOf: “0.01”.')
  await expectNoViolations(page, 'a schema', '[role="dialog"]')
  await expectFits(page, 'a schema')
  await use.press('Enter')
  await expect(
    dialog.locator('tr[data-event-code="api_calls"][data-property="currency"][data-confirmed]'),
  ).toContainText('one of “CHF”, “EUR”')
  await page.keyboard.press('Escape')
  await expect(window.check('unexpected-shapes')).not.toHaveAttribute('data-count', '0')
})
