// "Values", "Checks" and "Changes" of a snapshot: figures against a reference of their own, each with its events, marks
// that stay, a month that is closed, rechecked and read again. By keyboard, in both themes, in little room.
import type { Locator, Page } from '@playwright/test'
import { cents, distinctOf, duplicatesOf, kindsOf } from './checks-reference.ts'
import { expect, openInspector, testInWindowOf } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { json, pageOf, type ScriptedService, startScriptedService } from './scripted-service.ts'
import { chooseOfSnapshot, keepAsClosingCopy, openPriceRules } from './snapshot-menus.ts'
import { openNewSnapshot, openSnapshot, takeSnapshot } from './taken-snapshot.ts'
import { eventLine, type SentEvent } from './totals-reference.ts'
import { expectNoViolations as expectNone } from './violations.ts'

const OCTOBER = { from: '2026-10-01T00:00:00Z', until: '2026-11-01T00:00:00Z', zone: 'UTC' }
const SEPTEMBER = { from: '2026-09-01T00:00:00Z', until: '2026-10-01T00:00:00Z', zone: 'UTC' }

function charge(
  number: number,
  changed: Partial<SentEvent> & { amount?: string; more?: [string, string][] } = {},
): SentEvent {
  const { amount = `${10 + number}.25`, more = [], ...fields } = changed
  return {
    id: `evt_${String(number).padStart(4, '0')}`,
    customer: `cus_${number % 3}`,
    code: number % 2 === 0 ? 'api_calls' : 'seat_month',
    type: 'debit',
    created: new Date(Date.UTC(2026, 9, 1 + (number % 28), number % 24, number % 60)).toISOString(),
    properties: [['amount', amount], ['currency', '"EUR"'], ['idempotency_key', `"k${number}"`], ...more],
    ...fields,
  }
}

/** A charge and its twins: with one key 2.6 s later, with another key 40 s later; the first was credited since. */
const seat = { amount: '1249.00', customer: 'cus_twin', code: 'seat_month' }
const twins = [
  charge(200, { ...seat, created: '2026-10-03T09:14:07.120Z' }),
  { ...charge(200, { ...seat, created: '2026-10-03T09:14:09.758Z' }), id: 'evt_0201' },
  charge(202, { ...seat, amount: '20.00', created: '2026-10-04T08:00:00Z' }),
  charge(203, { ...seat, amount: '20.00', created: '2026-10-04T08:00:40Z' }),
  charge(204, { ...seat, type: 'credit', created: '2026-10-05T10:00:00Z' }),
]
/** 5,000 names in 100 events, and one of five kinds. */
const ofKinds = ['1', '"1"', 'true', 'null', '[1]']
const wide = Array.from({ length: 100 }, (_, at) =>
  charge(300 + at, {
    more: [
      ['of kinds', ofKinds[at % ofKinds.length] ?? ''],
      ...Array.from({ length: 50 }, (__, name): [string, string] => [`p${at * 50 + name}`, `${name}.5`]),
    ],
  }),
)
const usual = Array.from({ length: 60 }, (_, at) => charge(at, at % 20 === 7 ? { amount: `"${at}.00"` } : {}))
const odd = [
  charge(90, { type: 'refund' }),
  charge(91),
  { ...charge(92, { created: charge(91).created }), id: 'evt_0091' },
]
/** Of a time that the interface does not know; the service takes it for one in October. */
const undated = charge(95, { created: '5 Oct 2026 10:00 UTC' })
const october: SentEvent[] = [...usual, ...twins, ...wide, ...odd]
const september = Array.from({ length: 12 }, (_, at) =>
  charge(700 + at, { created: `2026-09-1${at % 9}T00:00:00Z`, amount: '2.00', code: 'api_calls' }),
)

type Months = ScriptedService & { events: SentEvent[] }

/** A service whose events the test changes. */
async function startMonths(): Promise<Months> {
  const events = [...october, ...september]
  const service = await startScriptedService(({ body }, response) => {
    const { created_at_from: from, created_at_to: to, limit = 50, offset = 0 } = JSON.parse(body || '{}')
    const isIn = (at: number) => (!from || at >= Date.parse(from)) && (!to || at <= Date.parse(to))
    const found = events
      .filter(({ created }) => isIn(Date.parse(created)))
      .sort((one, other) => Date.parse(other.created) - Date.parse(one.created) || other.id.localeCompare(one.id))
    json(response, pageOf(found.slice(offset, offset + limit).map(eventLine), found.length, limit, offset))
  })
  return { ...service, events }
}

/** A window on a service of its own, and a snapshot of October in it. */
async function openOctober(page: Page, folder: string) {
  const months = await startMonths()
  const { inspector, shell } = await openInspector(page, folder, months.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const id = await openNewSnapshot(inspector, 'October', OCTOBER)
  return { inspector, months, id, stop: () => Promise.all([shell.stop(), months.stop()]) }
}

const test = testInWindowOf(openOctober)
test.slow()
// A name that is missing is said at once, not after minutes.
test.use({ actionTimeout: 30_000 })

/** "Possible duplicates", whose events are up to a minute apart. */
async function openDuplicates(window: Inspector, count = 2): Promise<Locator> {
  await window.openTab('Checks')
  const within = window.page.getByRole('radiogroup', { name: 'Duplicates within', exact: true })
  await within.getByText('1 min', { exact: true }).click()
  const duplicates = window.check('possible-duplicates')
  await expect(duplicates).toHaveAttribute('data-count', String(count))
  return duplicates
}

async function closeMonth(window: Inspector): Promise<void> {
  await keepAsClosingCopy(window, 'Invoice 2026-10 sent')
}

/** What was counted and not fetched: the page behind a snapshot may fetch its next one at any time. */
const countsOf = ({ asked }: Months) => asked.filter(({ body }) => body.includes('"limit":1,'))

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

const expectNoViolations = (page: Page, state: string, within = '[aria-label="Snapshot"]') =>
  expectNone(page, state, within)

/** Nothing is cut off at the window's side, and what scrolls does so by itself. */
async function expectFits(page: Page, within: string): Promise<void> {
  for (const size of [
    { width: 1024, height: 700 },
    { width: 720, height: 450 },
  ]) {
    await page.setViewportSize(size)
    // The panes hear of their new size a moment later.
    const over = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(over, `${within} at ${size.width}`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The events of a figure, in the grid; then the filter that it set is taken away again. */
async function expectEvents({ page, rows }: Inspector, events: readonly SentEvent[]): Promise<void> {
  await expect(rows).toHaveCount(events.length)
  const shown = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-event-id') ?? ''))
  expect(shown.sort()).toEqual(events.map(({ id }) => id).sort())
  const remove = page.getByRole('button', { name: /^Remove condition: / })
  while ((await remove.count()) > 0) await remove.first().click()
}

test('each field and property by kind, with the events of every count', async ({ inspector: window, page }) => {
  await window.openTab('Values')
  const amount = window.valuesRow('amount')
  expect(await window.kindCounts(amount)).toEqual(kindsOf(october, 'amount'))
  await expect(amount.locator('[data-distinct]')).toHaveAttribute(
    'data-distinct',
    String(distinctOf(october, 'amount')),
  )
  await expect(amount).toContainText('1249.00')
  for (const name of ['currency', 'idempotency_key']) {
    const row = window.valuesRow(name)
    expect(await window.kindCounts(row)).toEqual(kindsOf(october, name))
    await expect(row.locator('[data-distinct]')).toHaveAttribute('data-distinct', String(distinctOf(october, name)))
  }
  await expectNoViolations(page, 'values')
  await expectFits(page, 'values')
  await page.setViewportSize({ width: 1024, height: 700 })
  const [each, missing] = [wide.length / ofKinds.length, october.length - wide.length]
  const ofEach = { number: each, string: each, boolean: each, null: each, json: each, missing }
  expect(await window.kindCounts(window.valuesRow('of kinds'))).toEqual(ofEach)
  const counts = page.getByRole('table', { name: 'Values' }).locator('td [data-count]')
  const cut = await counts.evaluateAll((all) => {
    const endOf = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
    return all.filter((count) => endOf(count) > endOf(count.parentElement)).map(({ textContent }) => textContent)
  })
  expect(cut, 'a count that is cut is another number').toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  const texts = october.filter(({ properties }) =>
    properties.some(([name, text]) => name === 'amount' && text.startsWith('"')),
  )
  await amount.getByRole('button', { name: 'Show 3 events where amount is string', exact: true }).click()
  await expectEvents(window, texts)
  await window.openTab('Values')
  // The value itself is pressed, not only how often it occurs.
  const currency = window.valuesRow('currency').getByText('"EUR"', { exact: true }).first()
  await currency.click({ position: { x: 3, y: 3 }, force: true })
  await expect(page.getByRole('list', { name: 'Conditions' })).toContainText('currency')
  await page.getByRole('button', { name: /^Remove condition: currency/ }).click()
  await window.openTab('Values')
  const code = page.getByRole('combobox', { name: 'Event code', exact: true })
  const seats = october.filter((event) => event.code === 'seat_month')
  await code.selectOption(`seat_month (${seats.length})`)
  await expect.poll(() => window.kindCounts(window.valuesRow('amount'))).toEqual(kindsOf(seats, 'amount'))
  await code.selectOption('all event codes')
})

test('5,000 properties: few are drawn, any is found, and the rare ones are read when they are', {
  tag: '@core',
}, async ({ inspector: window, page }) => {
  await window.openTab('Values')
  await expect(window.values).toHaveAttribute('aria-rowcount', String(1 + 5 + 4 + 5_000))
  expect(await window.values.locator('tr[data-field]').count()).toBeLessThan(80)
  await page.getByRole('textbox', { name: 'Find a field or property', exact: true }).fill('p4999')
  expect(await window.kindCounts(window.valuesRow('p4999'))).toEqual(kindsOf(october, 'p4999'))
  await page.getByRole('button', { name: 'Copy table', exact: true }).click()
  const forSpreadsheet = page.getByRole('menuitem', { name: 'For a spreadsheet', exact: true })
  await said(page, /^Copied/, () => forSpreadsheet.click())
  const [heads = '', line = '', , ...source] = (await clipboard(page)).split('\r\n')
  expect(line.split('\t')[heads.split('\t').indexOf('number')]).toBe('1')
  const about = Object.fromEntries(source.map((one) => one.split('\t') as [string, string]))
  expect(Object.keys(about)).toEqual([
    'Source',
    'Filters',
    'Range',
    'Read',
    'Events',
    'Verdict',
    'Measure',
    'Rounding',
    'Fields',
  ])
  expect(about.Fields).toMatch(/^1 of 5,0\d\d; those with “[^”]+” in their name$/)
})

test('possible duplicates: how far apart they are, with what speaks for and against, and a credit since', {
  tag: '@core',
}, async ({ inspector: window, page }) => {
  await expect(page.getByRole('tab', { name: 'Checks', exact: true }).locator('[data-count]')).toHaveAttribute(
    'data-count',
    '4',
  )
  await window.openTab('Checks')
  const duplicates = window.check('possible-duplicates')
  const within = page.getByRole('radiogroup', { name: 'Duplicates within', exact: true })
  for (const [label, seconds] of [
    ['Same instant', 0],
    ['5 s', 5],
    ['1 min', 60],
  ] as const) {
    await within.getByText(label, { exact: true }).click()
    const groups = duplicatesOf(october, seconds, ['idempotency_key'])
    await expect(duplicates).toHaveAttribute('data-count', String(groups.length))
  }
  await expect(duplicates).toContainText(
    '2 groups may be duplicates. If one of each is right: 1,249.00 EUR too much, as sent (no price rule). Genuine events can look like this. In 1 group each event has a key of its own: they are in no figure.',
  )
  const [first, second] = [duplicates.locator('[data-group]').first(), duplicates.locator('[data-group]').last()]
  await expect(first).toHaveAttribute('data-evidence', 'strong')
  await expect(first).toHaveAttribute('data-too-much', '1249.00')
  await expect(first).toContainText(/Credited since: evt_0204/)
  await expect(second).toHaveAttribute('data-evidence', 'against')
  await expect(second).toHaveAttribute('data-too-much', '20.00')
  await expectNoViolations(page, 'checks', '[aria-label="Snapshot"]')
  await expectFits(page, 'checks')
  await window.button('Compare', first).click()
  const compared = page.getByRole('dialog', { name: 'Compare events', exact: true })
  await expect(compared.locator('[data-equal="false"]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await window.button('Show events', first).click()
  await expectEvents(window, twins.slice(0, 2))
})

test('mixed kinds, what does not fit and repeated IDs, with their events', { tag: '@core' }, async ({
  inspector: window,
}) => {
  await window.openTab('Checks')
  const counts = { 'mixed-kinds': '2', misfits: '61', 'repeated-ids': '1' }
  for (const [name, count] of Object.entries(counts)) {
    await expect(window.check(name)).toHaveAttribute('data-count', count)
  }
  await expect(window.check('mixed-kinds')).toContainText('amount')
  await window.check('misfits').getByRole('button', { name: 'Show 1 event that is neither credit nor debit' }).click()
  await expectEvents(window, odd.slice(0, 1))
  await window.openTab('Checks')
  await window.check('repeated-ids').getByRole('button', { name: 'Show 2 events with the ID evt_0091' }).click()
  await expectEvents(window, odd.slice(1))
})

test('several groups are marked by keyboard with one reason, which is said and undone', async ({
  inspector: window,
  page,
}) => {
  const duplicates = await openDuplicates(window)
  const groups = duplicates.locator('[data-group]')
  const bar = page.getByRole('region', { name: 'Marks of groups', exact: true })
  await window.button('Select groups', bar).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Different idempotency keys', exact: true }).press('Enter')
  await expect(bar.getByRole('status')).toHaveText('1 group selected')
  await expect(groups.last().getByRole('checkbox')).toBeChecked()
  await groups.first().getByRole('checkbox').focus()
  await page.keyboard.press('Space')
  await expect(bar.getByRole('status')).toHaveText('2 groups selected')
  await expectNoViolations(page, 'selected groups', '[aria-label="Snapshot"]')
  await expectFits(page, 'selected groups')
  await window.button('Mark 2 as legitimate', bar).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(window.button('Mark 2 as legitimate', bar)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('a load test')
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('2 groups marked as legitimate')
  await expect(duplicates).toHaveAttribute('data-count', '0')
  await expect(duplicates.locator('[data-legitimate="a load test"]')).toHaveCount(2)
  await expect(window.button('Undo', bar)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar.getByRole('status')).toHaveText('Undone: 2 groups marked as legitimate')
  await expect(duplicates).toHaveAttribute('data-count', '2')
  await expect(window.button('Select groups', bar)).toBeFocused()
})

test('a group is marked by keyboard, stays so in another snapshot of the connection, and is let go of', async ({
  inspector: window,
  page,
  opened,
}) => {
  const duplicates = await openDuplicates(window)
  const mark = duplicates
    .locator('[data-group]')
    .first()
    .getByRole('button', { name: 'Mark as legitimate', exact: true })
  await mark.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('two seats, ordered twice')
  await page.keyboard.press('Enter')
  await expect(duplicates).toHaveAttribute('data-count', '1')
  await expect(duplicates).toContainText(
    '1 group may be duplicates. Genuine events can look like this. In 1 group each event has a key of its own: they are in no figure. 1 group marked as legitimate.',
  )
  const again = await openNewSnapshot(window, 'October again', OCTOBER)
  expect(again).not.toBe(opened.id)
  await openDuplicates(window, 1)
  const known = duplicates.locator('[data-legitimate]')
  await expect(known).toHaveAttribute('data-legitimate', 'two seats, ordered twice')
  await window.button('Remove mark', known).click()
  await expect(duplicates).toHaveAttribute('data-count', '2')
})

test('what a property means is one thing everywhere: said in Totals, it holds in Checks at once', async ({
  inspector: window,
  page,
}) => {
  await openDuplicates(window)
  await window.openTab('Totals')
  const line = page.getByText(/may be duplicates\. If one of each is right/)
  await expect(line).toContainText('2 groups may be duplicates')
  await openPriceRules(window)
  const dialog = page.getByRole('dialog', { name: 'Price rules', exact: true })
  await dialog.getByRole('button', { name: 'As text', exact: true }).click()
  for (const [choice, words] of [
    ['noMeaning', '1 group may be duplicates'],
    ['requestIdentifiers', '2 groups may be duplicates'],
  ] as const) {
    await dialog
      .getByRole('textbox', { name: 'Paste rules' })
      .fill(`{"eventscopeRules":1,"${choice}":["idempotency_key"]}`)
    await dialog.getByRole('button', { name: 'Use these rules' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(line).toContainText(words)
  }
  await page.keyboard.press('Escape')
})

test('another month beside it: differences and percent by group', async ({ inspector: window, page, opened }) => {
  await takeSnapshot(window, 'September', SEPTEMBER)
  await window.button('Compare…', window.snapshot).click()
  await page
    .getByRole('dialog', { name: 'Compare with' })
    .getByRole('button', { name: /^September/ })
    .click()
  await window.comparison.getByLabel('Then by').selectOption({ label: 'nothing' })
  await window.comparison.getByLabel('Group by').selectOption({ label: 'Event code' })
  const row = window.comparison.locator('tr[data-group^=\'["api_calls"\']')
  const [before, now] = [september, opened.months.events.filter(({ created }) => created.startsWith('2026-10'))].map(
    (events) =>
      events
        .filter(({ code, type }) => code === 'api_calls' && type === 'debit')
        .reduce((sum, { properties }) => {
          const text = properties.find(([name]) => name === 'amount')?.[1] ?? ''
          return text.startsWith('"') ? sum : sum + cents(text)
        }, 0),
  )
  if (before === undefined || now === undefined) throw new Error('No sums')
  await expect(row.locator('[data-side="there"]')).toHaveAttribute('data-value', (before / 100).toFixed(2))
  await expect(row.locator('[data-side="here"]')).toHaveAttribute('data-value', (now / 100).toFixed(2))
  await expect(row.locator('[data-difference]')).toHaveAttribute('data-difference', ((now - before) / 100).toFixed(2))
  await expectNoViolations(page, 'periods', '[aria-label="Snapshot"]')
  await page.getByRole('button', { name: 'Close comparison', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Comparison', exact: true })).toHaveCount(0)
})

test('closing says its requests, and asks one total a day', { tag: '@core' }, async ({
  inspector: window,
  page,
  opened,
}) => {
  await window.button('Check for changes…', window.snapshot).click()
  const counting = page.getByRole('menuitem', { name: 'Count each day again', exact: true })
  await expect(counting).toHaveAttribute('aria-disabled', 'true')
  await expect(counting).toHaveAccessibleDescription(/^31 requests\. Needs a closing copy/)
  await page.keyboard.press('Escape')
  const before = countsOf(opened.months).length
  await closeMonth(window)
  expect(countsOf(opened.months).length - before).toBe(31)
})

test('events without a time that can be read are in no bar, and shown', { tag: '@core' }, async ({
  inspector: window,
  page,
  opened,
}) => {
  opened.months.events.push(undated)
  await openNewSnapshot(window, 'October, with one that has no time', OCTOBER)
  await page.getByRole('button', { name: 'Include it', exact: true }).click()
  await window.openTab('Totals')
  const chart = page.getByRole('figure', { name: 'Chart', exact: true })
  await expect(chart).toContainText('1 event without a readable time is not drawn.')
  await chart.getByRole('button', { name: 'Show them', exact: true }).click()
  await expect(window.rows).toHaveCount(1)
  await expect(window.row(undated.id)).toBeVisible()
})

test.describe('a closed month', () => {
  // One late, one gone, on different days; one altered in place.
  const late = charge(500, { amount: '36.45', created: '2026-10-04T09:14:07Z' })
  const [gone, altered] = [usual[20], usual[26]]
  if (gone === undefined || altered === undefined) throw new Error('No such events')
  const replaced: SentEvent = { ...altered, properties: [['amount', '100.00'], ...altered.properties.slice(1)] }
  const testClosed = testInWindowOf(async (page, folder) => {
    const opened = await openOctober(page, folder)
    const { events } = opened.months
    await closeMonth(opened.inspector)
    events.splice(events.indexOf(gone), 1)
    events.splice(events.indexOf(altered), 1, replaced)
    events.push(late)
    return opened
  })

  testClosed(
    'a recheck asks the same totals again, then reads the days that differ',
    async ({ inspector: window, page, opened }) => {
      const before = countsOf(opened.months).length
      await chooseOfSnapshot(window, 'Check for changes…', 'Count each day again')
      await expect(window.changes).toHaveAttribute('data-step', 'counted')
      expect(countsOf(opened.months).length - before).toBe(31)
      await expect(window.changes).toContainText('4 Oct 2026; 21 Oct 2026')
      await expectNoViolations(page, 'days that differ', '[aria-label="Snapshot"]')
      await page.getByRole('button', { name: /^Read the days that differ: about \d+ requests$/ }).click()
      // Two days are read.
      await expect(window.changes).toHaveAttribute('data-added', '1', { timeout: 60_000 })
      for (const [name, count] of Object.entries({ 'data-gone': '1', 'data-altered': '0' })) {
        await expect(window.changes).toHaveAttribute(name, count)
      }
      await expect(window.changes).toContainText(
        /1 event dated 4 Oct 2026 was absent on .* UTC and is here now: debits \+36\.45 EUR as sent \(no price rule\)\./,
      )
      await expect(window.changes).toContainText(
        /1 event dated 21 Oct 2026 was here on .* UTC and is gone now: debits −30\.25 EUR as sent \(no price rule\)\./,
      )
      await expectNoViolations(page, 'changes', '[aria-label="Snapshot"]')
      await expectFits(page, 'changes')
      await window.button('Read all again', window.changes).click()
      await expect(window.changes).toHaveAttribute('data-altered', '1')
    },
  )

  testClosed(
    'in full, what was altered in place shows too; every figure lists its events',
    async ({ inspector: window, page, opened }) => {
      await openSnapshot(window, opened.id)
      await chooseOfSnapshot(window, 'Check for changes…', 'Read all again')
      await expect(window.changes).toHaveAttribute('data-altered', '1')
      // It arrives where it is waited for: no notice offers it as well.
      await expect(window.status('is taken')).toHaveCount(0)
      await expect(window.changes).toHaveAttribute('data-added', '1')
      await expect(window.changes).toHaveAttribute('data-gone', '1')
      for (const [kind, difference] of [
        ['added', '36.45'],
        ['gone', '-30.25'],
      ] as const) {
        const figure = window.changes.locator(`tr[data-change="${kind}"][data-group] [data-figure="debit"]`)
        await expect(figure).toHaveAttribute('data-value', difference)
      }
      const line = window.changes.locator('tr[data-change="altered"][data-group]')
      const debit = line.locator('[data-figure="debit"]')
      await expect(debit).toHaveAttribute('data-value', '63.75')
      await debit.getByRole('button').click()
      const listed = page.getByRole('table', { name: 'Changed events', exact: true }).locator('tr[data-event-id]')
      await expect(listed).toHaveCount(1)
      await expect(listed).toHaveAttribute('data-event-id', altered.id)
      await listed.getByRole('button', { name: /^Compare / }).click()
      const compared = page.getByRole('dialog', { name: 'Compare events', exact: true })
      await expect(compared.locator('[data-equal="false"]')).toHaveCount(1)
      await page.keyboard.press('Escape')
      await window.changes.locator('[data-change="gone"]').getByRole('button', { name: 'Show in Events' }).click()
      await expect(window.snapshot).toHaveAttribute('data-snapshot', opened.id)
      await expectEvents(window, [gone])
      await window.openTab('Changes')
      await window.button('Open the later snapshot', window.changes).click()
      await expect(window.snapshot).not.toHaveAttribute('data-snapshot', opened.id)
      await window.openTab('Changes')
      await window.changes.locator('[data-change="added"]').getByRole('button', { name: 'Show in Events' }).click()
      await expectEvents(window, [late])
      await window.openTab('Changes')
      await page.getByRole('button', { name: 'Close changes', exact: true }).click()
      await expect(page.getByRole('tab', { name: 'Changes', exact: true })).toHaveCount(0)
    },
  )
})
