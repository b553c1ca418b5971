// An opened snapshot: its head, the grid over all of its rows, and the way back to a live page that is as it was left.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { test as base, expect, openInspector, root, startService, testInWindowOf } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { chooseOfSnapshot } from './snapshot-menus.ts'
import { openSnapshot, takeSnapshot } from './taken-snapshot.ts'
import { expectNoViolations } from './violations.ts'

const names = JSON.parse(readFileSync(join(root, 'e2e/kit/names.json'), 'utf8'))
const EVERYTHING = { from: null, until: null, zone: 'UTC' }

const snapshotOf = (page: Page) => page.getByRole('region', { name: 'Snapshot', exact: true })
const gridOf = (page: Page) => snapshotOf(page).getByRole('grid', { name: 'Events', exact: true })
const rowsOf = (page: Page) => gridOf(page).locator('[data-event-id]')

const SWITCHES = ['--events', '1200', '--seed', '7']
/** In a window that has a snapshot of all events, which each test opens. */
const test = testInWindowOf(async (page, folder) => {
  const service = await startService(...SWITCHES)
  const { inspector, shell } = await openInspector(page, folder, service.url)
  const id = await takeSnapshot(inspector, 'All of it', EVERYTHING)
  return { inspector, id, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
// Where a test changes what is said of all snapshots it has a window of its own.
base.use({ serviceSwitches: SWITCHES })

/** Unsorted and unfiltered. */
async function openAll(inspector: Inspector, id: string) {
  await openSnapshot(inspector, id)
  await expect(rowsOf(inspector.page).first()).toBeVisible()
}

/** By the list of snapshots, as people do. */
async function openFromList(inspector: Inspector, name: string) {
  await inspector.button('Snapshots').click()
  const dialog = inspector.page.getByRole('dialog', { name: 'Snapshots', exact: true })
  await dialog.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: /^Open/ }).click()
  await expect(dialog).toBeHidden()
  await expect(gridOf(inspector.page).locator('[data-event-id]').first()).toBeVisible()
}

/** The condition that this column has what it has in a row. */
async function filterBy(page: Page, row: number, column: string) {
  await rowsOf(page).nth(row).locator(`td[data-column="${column}"]`).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Filter by this' }).click()
}

/** Which row has the focus, counted from 1 as screen readers hear it. */
const focusedRow = (page: Page) =>
  page.evaluate(() => Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex')) - 1)

test('the head says what it is', async ({ inspector, page, opened }) => {
  await openFromList(inspector, 'All of it')
  const region = snapshotOf(page)
  for (const [name, value] of [
    ['data-snapshot', opened.id],
    ['data-verdict', 'complete'],
    ['data-so-far', 'false'],
    ['data-rows', '1200'],
  ] as const)
    await expect(region).toHaveAttribute(name, value)
  const name = region.getByRole('heading', { name: 'All of it' })
  await expect(name).toBeVisible()
  await expect(region.getByText('All events read', { exact: true })).toBeVisible()
  const read = region.getByRole('list', { name: 'What was read', exact: true })
  await expect(read).toHaveText(/1,200 eventsread .+ UTC$/)
  await expect(read).toHaveAttribute('title', /1,200 events\nread .+ to .+ UTC$/)
  await expect(region).toHaveAttribute('data-evidence', 'abcde')
  // A name that lacks a fraction of a pixel ends in "…": it lacks none as long as the words after it can give way.
  const written = (text: string) =>
    name.evaluate((heading, words) => {
      // The same node: it is React's.
      if (heading.firstChild !== null) heading.firstChild.nodeValue = words
    }, text)
  const measured = () =>
    name.evaluate((heading) => {
      const text = document.createRange()
      text.selectNodeContents(heading)
      const widthOf = (of: Element | Range | null | undefined) => of?.getBoundingClientRect().width ?? 0
      const lacks = widthOf(text) - widthOf(heading)
      return { lacks, givesWay: widthOf(heading.parentElement?.querySelector('ul')) > 40 }
    })
  await written('All of it, as it was closed')
  const lacking: number[] = []
  for (let width = 1600; width >= 1000; width -= 20) {
    await page.setViewportSize({ width, height: 900 })
    const { lacks, givesWay } = await measured()
    if (givesWay) lacking.push(lacks)
  }
  await written('All of it')
  // The next test has this window as well.
  await page.setViewportSize({ width: 1_440, height: 900 })
  expect(Math.max(...lacking)).toBe(0)
})

test('every row is reached by keyboard, and few of them are in the document', async ({ inspector, page, opened }) => {
  await openAll(inspector, opened.id)
  const [grid, rows] = [gridOf(page), rowsOf(page)]
  await expect(grid).toHaveAttribute('aria-rowcount', '1201')
  expect(await rows.count()).toBeLessThan(80)
  await rows.first().getByRole('gridcell').nth(2).focus()
  await page.keyboard.press('Control+End')
  expect(await focusedRow(page)).toBe(1200)
  await expect(rows.last()).toHaveAttribute('data-row', '1199')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowUp')
  const at = await focusedRow(page)
  expect(at).toBeLessThan(1190)
  await page.keyboard.press('Control+Home')
  expect(await focusedRow(page)).toBe(1)
})

test('it is sorted by a property over all rows', { tag: '@core' }, async ({ inspector, page, opened }) => {
  await openAll(inspector, opened.id)
  const grid = gridOf(page)
  await grid.getByRole('button', { name: 'amount' }).click()
  await expect(grid.getByRole('columnheader', { name: 'amount' })).toHaveAttribute('aria-sort', 'descending')
  const amounts = async () => {
    const texts = await grid.locator('td[data-column="amount"]').allTextContents()
    return texts.map((text) => Number(text.replaceAll(',', '').replace('−', '-')))
  }
  await expect.poll(async () => (await amounts())[0]).toBeGreaterThan(8_000_000)
  const found = await amounts()
  expect(found).toEqual(found.toSorted((a, b) => b - a))
  await inspector.button('sorted: amount, descending Back to the snapshot’s order').click()
  await expect(grid.getByRole('columnheader', { name: 'amount' })).toHaveAttribute('aria-sort', 'none')
})

test('it is filtered by conditions, by keyboard; they hold until they are removed, also in another tab', {
  tag: '@core',
}, async ({ inspector, page, opened }) => {
  await openAll(inspector, opened.id)
  const [grid, rows] = [gridOf(page), rowsOf(page)]
  await inspector.button('Add condition').focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Add condition' })
  await expectNoViolations(page, 'add condition')
  await form.getByRole('textbox', { name: 'Text', exact: true }).fill('API')
  await page.keyboard.press('Enter')
  await expect(
    snapshotOf(page)
      .getByRole('status')
      .filter({ hasText: / of 1,200 events$/ }),
  ).toBeVisible()
  for (const code of await grid.locator('td[data-column="Event code"]').allTextContents()) expect(code).toContain('api')
  const chip = inspector.button('Remove condition: event code contains "API"')
  await chip.click()
  await expect(
    snapshotOf(page)
      .getByRole('status')
      .filter({ hasText: /^1,200 events$/ }),
  ).toBeVisible()

  // From a value, and away again.
  const customer = (await rows.nth(4).locator('td[data-column="Customer ID"]').textContent()) ?? ''
  await filterBy(page, 4, 'Customer ID')
  await expect(inspector.button(`Remove condition: customer ID = ${customer}`)).toBeVisible()
  await expect
    .poll(async () => new Set(await grid.locator('td[data-column="Customer ID"]').allTextContents()).size)
    .toBe(1)

  // Events is as it was left.
  await snapshotOf(page).getByRole('tab', { name: 'Values', exact: true }).click()
  await expect(snapshotOf(page).getByRole('tab', { name: 'Values', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(grid).toBeHidden()
  await snapshotOf(page).getByRole('tab', { name: 'Events', exact: true }).click()
  await expect(grid).toBeVisible()
  await expect(page.getByRole('button', { name: /^Remove condition: customer ID/ })).toBeVisible()
})

test('details step through rows, and what is selected is compared and shown alone', async ({
  inspector,
  page,
  opened,
}) => {
  await openAll(inspector, opened.id)
  const [grid, rows] = [gridOf(page), rowsOf(page)]
  await filterBy(page, 4, 'Customer ID')
  await expect(grid).toHaveAttribute('aria-rowcount', /^\d{1,3}$/)
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  await rows.nth(1).getByRole('checkbox').check()
  await rows
    .nth(4)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  const selection = snapshotOf(page).getByRole('toolbar', { name: 'Selection', exact: true })
  await expect(selection.getByText('4 selected')).toBeVisible()
  const first = (await rows.first().getAttribute('data-event-id')) ?? ''
  await rows.first().getByRole('gridcell').nth(3).click()
  const details = snapshotOf(page).getByRole('region', { name: 'Event details' })
  await expect(details.getByRole('heading', { name: first })).toBeVisible()
  await expect(details.getByText(/^1 of [\d,]+ in this snapshot · from the snapshot/)).toBeVisible()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(details.getByText(/^2 of [\d,]+ in this snapshot/)).toBeVisible()
  await expectNoViolations(page, 'a filter, a selection and details in a snapshot')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await inspector.button('Show selected', selection).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '5')
  await inspector.button('Compare', selection).click()
  await expect(page.getByRole('dialog', { name: 'Compare events' })).toBeVisible()
  await page.keyboard.press('Escape')
  await inspector.button('Clear selection', selection).click()
  await expect(selection).toBeHidden()
})

test('it leads back to the live page as that was left', async ({ inspector, page, opened }) => {
  await openAll(inspector, opened.id)
  await inspector.backToLive()
  await inspector.next()
  const ids = await inspector.eventIds()
  await inspector
    .row(ids[3] ?? '')
    .getByRole('checkbox')
    .check()
  await inspector.open(ids[5] ?? '')
  const scroller = inspector.grid.locator('xpath=..')
  await scroller.evaluate((box) => box.scrollTo(0, 300))
  const before = await page.evaluate(() => location.hash)

  // Its own selection, details and tab are no matter of that page.
  await openFromList(inspector, 'All of it')
  await rowsOf(page).nth(1).getByRole('checkbox').check()
  await rowsOf(page).first().getByRole('gridcell').nth(3).click()
  await expect(snapshotOf(page).getByRole('region', { name: 'Event details' })).toBeVisible()
  await inspector.openTab('Values')
  await inspector.button('Back to live').click()
  await expect(snapshotOf(page)).toHaveCount(0)
  expect(await inspector.eventIds()).toEqual(ids)
  expect((await inspector.state()).offset).toBe(50)
  await expect(inspector.row(ids[3] ?? '')).toHaveAttribute('aria-selected', 'true')
  await expect(inspector.row(ids[5] ?? '')).toHaveAttribute('aria-current', 'true')
  expect(await scroller.evaluate((box) => box.scrollTop)).toBe(300)
  expect(await page.evaluate(() => location.hash)).toBe(before)
})

test('its file follows the screen: the sorting, the filter, the columns; what is selected has a receipt, too', async ({
  inspector,
  page,
  opened,
}) => {
  await openAll(inspector, opened.id)
  const [grid, rows] = [gridOf(page), rowsOf(page)]
  const code = (await rows.first().locator('td[data-column="Event code"]').textContent()) ?? ''
  await filterBy(page, 0, 'Event code')
  await grid.getByRole('button', { name: 'amount' }).click()
  await expect(snapshotOf(page).getByText('amount, descending', { exact: true })).toBeVisible()
  await expect
    .poll(async () => new Set(await grid.locator('td[data-column="Event code"]').allTextContents()))
    .toEqual(new Set([code]))
  // The rows may be filtered already and not yet sorted.
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  const shown = await grid.locator('[data-event-id]').evaluateAll((all) => all.map((row) => row.dataset.eventId))
  const cells = rows.first().locator('td[data-column]')
  const heads = await cells.evaluateAll((all) => all.map(({ dataset }) => dataset.column ?? ''))

  await inspector.button('Export', snapshotOf(page)).click()
  const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
  await inspector.choose(dialog.getByRole('combobox', { name: 'Format', exact: true }), 'CSV')
  await inspector.choose(dialog.getByRole('combobox', { name: 'Columns', exact: true }), 'As on screen')
  await expect(dialog.getByRole('combobox', { name: 'Order', exact: true })).toHaveValue('sorted')
  await expect(dialog).toContainText(/of 1,200 events: /)
  await expect(dialog.getByRole('columnheader', { name: 'amount', exact: true })).toBeVisible()
  await expectNoViolations(page, 'the dialog "Export" over a snapshot')
  const { text } = await inspector.startExport(dialog)
  const written: Record<string, string>[] = parse(text, { bom: true, columns: true })
  expect(written.slice(0, shown.length).map((row) => row.event_id)).toEqual(shown)
  expect(new Set(written.map((row) => row.event_code))).toEqual(new Set([code]))
  const names: Record<string, string> = { Created: 'created_at', 'Event ID': 'event_id', 'Event code': 'event_code' }
  Object.assign(names, { Type: 'event_type', 'Customer ID': 'customer_id' })
  expect(Object.keys(written[0] ?? {})).toEqual(
    heads.flatMap((head) => names[head] ?? (head === 'Properties' ? [] : head)),
  )

  // Selected, then sorted otherwise: they are the same rows.
  await rows.nth(1).getByRole('checkbox').check()
  await rows.nth(3).getByRole('checkbox').check()
  const chosen = [shown[1], shown[3]]
  await inspector.button('sorted: amount, descending Back to the snapshot’s order').click()
  const selection = snapshotOf(page).getByRole('toolbar', { name: 'Selection', exact: true })
  await inspector.button('Show selected', selection).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '3')
  await inspector.button('Export selection', selection).click()
  await expect(dialog).toContainText('2 of 1,200 events: 2 individual events of the snapshot')
  await expect(dialog).toContainText('with a receipt')
  const few: Record<string, string>[] = parse((await inspector.startExport(dialog)).text, {
    bom: true,
    columns: true,
  })
  expect(few.map((row) => row.event_id).toSorted()).toEqual(chosen.toSorted())
  const item = inspector.exports.getByRole('listitem').first()
  await expect(item).toContainText('All events read')
  await expect(item.getByRole('button', { name: 'Receipt', exact: true })).toBeVisible()
  await inspector.button('Clear finished exports').click()
  await inspector.button('Clear selection', selection).click()
})

test('F5 leads back to tab, filter and sorting', async ({ inspector, page, opened }) => {
  await openAll(inspector, opened.id)
  const [grid, rows] = [gridOf(page), rowsOf(page)]
  await filterBy(page, 0, 'Event code')
  const chip = page.getByRole('button', { name: /^Remove condition: event code/ })
  await grid.getByRole('button', { name: 'amount' }).click()
  await snapshotOf(page).getByRole('tab', { name: 'Values', exact: true }).click()
  // Written once the tab is painted.
  await expect(page).toHaveURL(/snapshot_tab=Values/)
  await page.reload()
  await expect(snapshotOf(page)).toHaveAttribute('data-snapshot', opened.id)
  await expect(snapshotOf(page).getByRole('tab', { name: 'Values', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await snapshotOf(page).getByRole('tab', { name: 'Events', exact: true }).click()
  await expect(chip).toBeVisible()
  await expect(grid.getByRole('columnheader', { name: 'amount' })).toHaveAttribute('aria-sort', 'descending')
  await expect(snapshotOf(page).getByText('amount, descending', { exact: true })).toBeVisible()
  await expect(rows.first()).toBeVisible()
  await page.goto('about:blank')
  await page.goBack()
  await expect(chip).toBeVisible()
})

test('the one box looks in the snapshot first, and leaves it only where that is chosen', async ({
  inspector,
  page,
  opened,
}) => {
  await openAll(inspector, opened.id)
  const rows = rowsOf(page)
  const id = (await rows.nth(3).getAttribute('data-event-id')) ?? ''
  await inspector.take(`What of ${id}, please?`, `Show event ${id}`)
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-event-id', id)
  await expect(inspector.find).toHaveValue('')
  await inspector.take('evt_nowhere_1', 'Show event evt_nowhere_1')
  await expect(rows).toHaveCount(0)
  await expect(snapshotOf(page)).toHaveAttribute('data-snapshot', opened.id)
  await inspector.find.fill(id)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(inspector.find).toHaveValue('')
  await inspector.findById(id)
  await expect(snapshotOf(page)).toHaveCount(0)
  await expect(inspector.details).toBeVisible()
})

test('how it was read: the verdict, its five pieces of evidence, an account that adds up, and the service', async ({
  inspector,
  page,
  opened,
}) => {
  await openAll(inspector, opened.id)
  const sentence = await snapshotOf(page).getByText('All events read', { exact: true }).getAttribute('title')
  await inspector.button('How it was read').click()
  const dialog = page.getByRole('dialog', { name: 'How it was read', exact: true })
  await expect(dialog).toBeVisible()
  const sentenceStart = await dialog.getByText(/^All 1,200 events read/).textContent()
  expect(sentence?.startsWith(sentenceStart ?? '–')).toBe(true)
  await expect(dialog.getByText(/^From the first event up to, not including, /)).toBeVisible()
  await dialog.getByText('Details for auditors', { exact: true }).click()
  const evidence = dialog.getByRole('list', { name: 'Evidence', exact: true }).getByRole('listitem')
  await expect(evidence).toHaveText([/^a\..+Holds/, /^b\..+Holds/, /^c\..+Holds/, /^d\..+Holds/, /^e\..+Holds/])

  const account = dialog.getByRole('table', { name: 'Account', exact: true })
  const counts = await account
    .locator('[data-account]')
    .evaluateAll((rows) => rows.map(({ dataset }) => [dataset.account, Number(dataset.count)] as const))
  const { received, counted, ...bins }: Record<string, number> = Object.fromEntries(counts)
  expect(Object.keys(bins)).toEqual(names.proof.bin)
  expect(Object.values(bins).reduce((sum, bin) => sum + bin, 0)).toBe(received)
  expect((received ?? 0) - (bins.cameAgain ?? 0) - (bins.gone ?? 0)).toBe(counted)
  expect((bins.kept ?? 0) + (bins.misses ?? 0) + (bins.undated ?? 0)).toBe(1_200)
  await expect(account.getByRole('row', { name: /^Counted by the service .*: it adds up/ })).toBeVisible()

  await expect(dialog.getByRole('heading', { name: 'What the service showed' })).toBeVisible()
  await expect(dialog.locator('summary').first()).toBeVisible()
  await expectNoViolations(page, 'how it was read')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(inspector.button('How it was read')).toBeFocused()
})

base(
  'one that an earlier rule judged says so, is not green, and is read again from beside its verdict',
  async ({ inspector, page }) => {
    // As a version before the evidence left it.
    await page.route('**/rpc/snapshots/list', async (route) => {
      const response = await route.fetch()
      const { json } = await response.json()
      for (const snapshot of json.snapshots) {
        snapshot.account = null
        if (snapshot.name === 'By an earlier rule') delete snapshot.status.verdict?.grounds
      }
      await route.fulfill({ response, json: { json } })
    })
    await takeSnapshot(inspector, 'By an earlier rule', EVERYTHING)
    await inspector.button('Snapshots').click()
    const list = page.getByRole('dialog', { name: 'Snapshots', exact: true })
    await expect(
      list.getByRole('listitem').getByText('All events read, by an earlier rule', { exact: true }),
    ).toBeVisible()
    await page.keyboard.press('Escape')

    await openFromList(inspector, 'By an earlier rule')
    const region = snapshotOf(page)
    await expect(region).toHaveAttribute('data-verdict', 'complete')
    await expect(region).not.toHaveAttribute('data-evidence')
    const badge = region.getByText('All events read, by an earlier rule', { exact: true })
    await expect(badge).toBeVisible()
    expect(await badge.evaluate((one) => getComputedStyle(one).color)).toBe(
      await region
        .getByRole('list', { name: 'What was read', exact: true })
        .evaluate((one) => getComputedStyle(one).color),
    )
    await expectNoViolations(page, 'a snapshot that an earlier rule judged')

    await inspector.button('How it was read').click()
    const dialog = page.getByRole('dialog', { name: 'How it was read', exact: true })
    await expect(dialog).toContainText('judged by an earlier rule')
    await expect(dialog.getByRole('list', { name: 'Evidence', exact: true })).toHaveCount(0)
    await expect(dialog.getByRole('table', { name: 'Account', exact: true })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()

    await chooseOfSnapshot(inspector, 'Check for changes…', 'Read all again')
    await expect(page.getByRole('region', { name: 'Changes', exact: true })).toHaveAttribute('data-added', '0')
    await inspector.button('Snapshots').click()
    await expect(list.getByText('All events read', { exact: true })).toBeVisible()
  },
)

const MILLION = 1_000_000
const ASK = '**/rpc/snapshots/ask'

/** What ends a call that tells its steps. */
const lastStep = (outcome: unknown) => ({
  contentType: 'text/event-stream',
  body: `event: message\ndata: ${JSON.stringify({ json: { state: 'over', outcome } })}\n\nevent: done\ndata: \n\n`,
})

/** The worker's answers of a snapshot of a million rows. */
async function answerMillion(page: Page) {
  await page.route(ASK, async (route) => {
    const { ask, offset, limit } = route.request().postDataJSON().json.question
    if (ask !== 'rows') return route.continue()
    const rows = Array.from({ length: Math.min(limit, MILLION - offset) }, (_, at) => {
      const row = offset + at
      const source = JSON.stringify({
        event_id: `evt_${row}`,
        customer_id: `cus_${row % 7}`,
        event_code: 'api_calls',
        event_type: row % 9 === 0 ? 'credit' : 'debit',
        created_at: new Date(Date.UTC(2026, 9, 1) + row * 1_000).toISOString(),
        event_properties: { amount: row / 100, region: 'eu' },
      })
      return { row, source, misses: [] }
    })
    const answer = { rows, offset, count: MILLION, of: MILLION, missing: 0 }
    await route.fulfill(lastStep({ kind: 'answered', answer }))
  })
}

/** The row at the top of what is in sight, and how many pixels of it are above. */
const topOf = (grid: Locator) =>
  grid.evaluate((table) => {
    const head = table.querySelector('thead th')?.getBoundingClientRect().bottom ?? 0
    for (const row of table.querySelectorAll<HTMLElement>('tbody [data-row]')) {
      const { top, bottom, height } = row.getBoundingClientRect()
      if (top <= head && bottom > head) return { row: Number(row.dataset.row), above: head - top, height }
    }
    return { row: -1, above: 0, height: 0 }
  })

test('a million rows: the wheel and the keys move by what they say, the scroll bar reaches every part', async ({
  inspector,
  page,
}) => {
  // Before it may open by itself.
  await answerMillion(page)
  await takeSnapshot(inspector, 'A million', EVERYTHING)
  await openFromList(inspector, 'A million')
  const grid = gridOf(page)
  const scroller = grid.locator('xpath=..')
  await expect(grid).toHaveAttribute('aria-rowcount', String(MILLION + 1))
  const pixels = async () => {
    const { row, above, height } = await topOf(grid)
    return row * height + above
  }

  await scroller.hover()
  for (const place of [0, 0.371, 0.5]) {
    await scroller.evaluate((box, place) => box.scrollTo(0, place * (box.scrollHeight - box.clientHeight)), place)
    await expect.poll(async () => (await topOf(grid)).row / MILLION).toBeCloseTo(place, 2)
    await expect(grid.locator('[data-event-id]').first()).toBeVisible()
    const before = await pixels()
    for (const by of [120, 240, -90]) await page.mouse.wheel(0, by)
    // The place before may lie between two pixels, where the wheel's does not.
    await expect.poll(async () => Math.abs((await pixels()) - before - 270)).toBeLessThan(1)
  }

  const { row } = await topOf(grid)
  await grid
    .locator(`[data-row="${row + 2}"]`)
    .getByRole('gridcell')
    .nth(2)
    .click({ modifiers: ['Control'] })
  await grid
    .locator(`[data-row="${row + 2}"]`)
    .getByRole('checkbox')
    .focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageDown')
  const step = (await focusedRow(page)) - 1 - (row + 2)
  expect(step).toBeGreaterThan(10)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowUp')
  expect(await focusedRow(page)).toBe(row + 2 + 3 * step)
  await page.keyboard.press('Control+End')
  expect(await focusedRow(page)).toBe(MILLION)
  await expect(grid.locator(`[data-event-id="evt_${MILLION - 1}"]`)).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${(MILLION - 1).toLocaleString('en-US')} of 1,000,000 in this snapshot`)).toBeVisible()
  await page.keyboard.press('Control+Home')
  await expect(grid.locator('[data-event-id="evt_0"]')).toBeInViewport()
  expect(await focusedRow(page)).toBe(1)
  await page.unroute(ASK)
})

test('a snapshot that is not loaded says why, and what can still be done', async ({ inspector, page }) => {
  await takeSnapshot(inspector, 'Large', EVERYTHING)
  const outcomes = [
    [
      { kind: 'too-many', rows: 4_200_000, most: 3_000_000 },
      /4,200,000 events; up to 3,000,000 .* can still be exported/,
    ],
    [
      { kind: 'unreadable', words: 'Its file is damaged.' },
      /Its file is damaged.*To read its events again, load the same search/,
    ],
    [{ kind: 'closed' }, /Nothing is lost/],
  ] as const
  let at = 0
  const loads = '**/rpc/snapshots/load'
  await page.route(loads, (route) => route.fulfill(lastStep(outcomes[at]?.[0])))
  await inspector.button('Snapshots').click()
  await page.getByRole('listitem').filter({ hasText: 'Large' }).getByRole('button', { name: /^Open/ }).click()
  const alert = snapshotOf(page).getByRole('alert')
  for (const [, words] of outcomes) {
    await expect(alert).toContainText(words)
    await expect(inspector.button('Back to live')).toBeVisible()
    if (at === 0) await expectNoViolations(page, 'too many events')
    at += 1
    await inspector.button('Back to live').click()
    if (at === outcomes.length) break
    await inspector.button('Snapshots').click()
    await page.getByRole('listitem').filter({ hasText: 'Large' }).getByRole('button', { name: /^Open/ }).click()
  }
  await expect(snapshotOf(page)).toHaveCount(0)
  await page.unroute(loads)
})
