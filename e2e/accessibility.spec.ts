// axe finds nothing in any state, in either theme; and every state is reached and left by keyboard alone.
import { test as base, expect, startBrowserShell, testInOneWindow, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, startScriptedService } from './scripted-service.ts'
import { openNewSnapshot } from './taken-snapshot.ts'
import { expectNoViolations, nameMismatches } from './violations.ts'

// A dozen rows hold all that fifty do, and axe looks at every cell.
const test = testInOneWindow('--events', '12', '--seed', '7')
base.slow()

base('first run, with and without errors', async ({ firstRun, page }) => {
  await expect(firstRun.connectionDialog).toBeVisible()
  await expectNoViolations(page, 'first run')
  await firstRun.button('Save and connect').click()
  await expect(firstRun.connectionDialog.locator('[aria-invalid="true"]').first()).toBeVisible()
  await expectNoViolations(page, 'first run with errors')
})

test('what a screen reader is told of the table, and of two events beside each other', async ({ inspector, page }) => {
  await expect(inspector.grid).toHaveAccessibleName('Events')
  await expect(inspector.grid).toHaveAttribute('aria-multiselectable', 'true')
  const heads = inspector.grid.getByRole('columnheader')
  for (const name of ['Created', 'Event ID', 'Event code', 'Type', 'amount', 'unit_price', 'Customer ID', 'Properties'])
    await expect(inspector.grid.getByRole('columnheader', { name, exact: true })).toHaveCount(1)
  // The checkbox of all rows stands in the ninth.
  await expect(heads).toHaveCount(9)
  await expect(inspector.grid.getByRole('row')).toHaveCount((await inspector.rows.count()) + 1)
  await expect(inspector.rows.first().getByRole('gridcell')).toHaveCount(9)
  for (const [at, sort] of [
    [1, 'none'],
    [2, 'none'],
  ] as const)
    await expect(heads.nth(at)).toHaveAttribute('aria-sort', sort)
  const [first = '', second = ''] = await inspector.eventIds()
  for (const id of [first, second])
    await inspector
      .row(id)
      .getByRole('checkbox', { name: `Select event ${id}` })
      .check()
  await expect(inspector.row(first)).toHaveAttribute('aria-selected', 'true')
  const selection = page.getByRole('toolbar', { name: 'Selection', exact: true })
  for (const name of ['Compare', 'Copy selection', 'Export selection', 'Show selected', 'Clear selection'])
    await expect(inspector.button(name, selection)).toHaveCount(1)
  await inspector.button('Compare', selection).click()
  const dialog = page.getByRole('dialog', { name: 'Compare events', exact: true })
  await expect(dialog.getByRole('table')).toHaveCount(1)
  await expect(dialog.getByRole('columnheader')).toHaveCount(3)
  await expect(dialog.locator('[data-field][data-equal="false"]').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await inspector.button('Clear selection', selection).click()
})

test('what is seen on a button is what it is pressed by, also by voice', async ({ inspector, page }) => {
  const [id = ''] = await inspector.eventIds()
  await inspector.open(id)
  await inspector.row(id).getByRole('checkbox').check()
  const alone = inspector.button('Show selected')
  await alone.click()
  await expect(alone).toHaveAttribute('aria-pressed', 'true')
  await expect(alone).toHaveText('Show selected')
  expect(await nameMismatches(page)).toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 700, height: 800 })
  expect(await nameMismatches(page)).toEqual([])

  // The connection and the time zone stand under a button that says what it does.
  for (const [words, name, opened] of [
    ['UTC', 'Time zone', 'listbox'],
    ['Environment Development', 'Switch connection', 'menu'],
  ] as const) {
    await inspector.button(words).dispatchEvent('click')
    await expect(page.getByRole(opened).first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(inspector.button(name)).toBeFocused()
    await expect(inspector.button(name)).toHaveAccessibleDescription(words.replace(' ', ', '))
  }
  if (size !== null) await page.setViewportSize(size)
  await alone.click()
  await inspector.button('Clear selection').click()
  await inspector.button('Close details').click()
})

test('rows, details, a changed draft, invalid filters, each overlay, an event with 400 properties', async ({
  inspector,
  page,
}) => {
  await expectNoViolations(page, 'rows')
  const [first = '', second = ''] = await inspector.eventIds()
  await inspector.row(second).getByRole('checkbox').check()
  await inspector.open(first)
  await inspector.row(second).hover()
  await expectNoViolations(page, 'details and a selection, under the pointer')
  for (const tab of ['Raw', 'History', 'Event']) {
    await inspector.details.getByRole('tab', { name: tab, exact: true }).click()
    if (tab !== 'Event') await expectNoViolations(page, tab)
  }
  await inspector.fillFilters({
    'Customer ID': 'cus_x',
    From: '2026-02-30',
    properties: [{ name: '', type: 'Number', value: 'x' }],
  })
  await inspector.button('Search').click()
  await expectNoViolations(page, 'invalid filters')
  for (const overlay of [
    'Switch connection',
    'Settings',
    'Activity',
    'Time zone',
    'Export',
    'Columns',
    'Auto-refresh',
  ]) {
    if (overlay === 'Activity') await inspector.button('Settings').click()
    await inspector.button(overlay).click()
    const open = page.locator('[role=dialog],[role=menu],[role=listbox]').filter({ visible: true })
    await expect(open.first()).toBeVisible()
    if (overlay === 'Activity') await open.getByRole('listitem').getByRole('button').first().click()
    await expectNoViolations(page, overlay)
    await page.keyboard.press('Escape')
    await expect(open).toHaveCount(0)
  }
  await inspector.findById('evt_not_there')
  await expect(inspector.alert).toBeVisible()
  await expectNoViolations(page, 'not found')
})

base('loading, failures, no rows, odd rows, an event that does not fit', { tag: '@core' }, async ({ folder, page }) => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`property_${index}`, index % 2 ? index : `value ${index}`]),
  )
  const rows = [
    eventText(0, { event_properties: JSON.stringify(many) }),
    eventText(1, {
      customer_id: '42',
      event_type: '"refund"',
      created_at: '"yesterday"',
      event_properties: '{"a":null,"b":{"c":1},"a":"שלום 🎉"}',
    }),
    eventText(2, { event_id: JSON.stringify('x'.repeat(20_000)) }),
  ]
  const scripted = await startScriptedService((_, response) => json(response, pageOf(rows)))
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token })
  const inspector = new Inspector(page)
  await page.goto(shell.url)
  await expect(inspector.rows).toHaveCount(3)
  await inspector.open('evt_0000')
  await expectNoViolations(page, '400 properties')
  await inspector.open('evt_0001')
  await expectNoViolations(page, 'an event that does not fit')
  scripted.answers((_, response) => json(response, { error: 'broken' }, 500))
  await inspector.button('Refresh').click()
  await expect(inspector.alert.first()).toBeVisible()
  await expectNoViolations(page, 'a failure above rows')
  scripted.answers((_, response) => json(response, '<p>hello', 200))
  await inspector.button('Retry').click()
  await expect(inspector.page.getByText('<p>hello').first()).toBeVisible()
  await expectNoViolations(page, 'an answer that does not fit')
  scripted.answers((_, response) => json(response, pageOf([])))
  await inspector.search({ 'Customer ID': 'nobody', properties: [{ name: 'amount', value: '12' }] })
  await expect(inspector.status('No events')).toBeVisible()
  await expectNoViolations(page, 'no rows')
  scripted.answers(() => {})
  await inspector.button('Refresh').click()
  await expect(inspector.button('Cancel search')).toBeVisible()
  await expectNoViolations(page, 'loading')
  await inspector.button('Cancel search').click()
  await shell.stop()
  await scripted.stop()
})

// axe passes over the live page that is hidden behind a snapshot, and looks at the theme that is on first.
for (const on of ['light', 'dark'] as const)
  test(`a low contrast in front of a hidden page is found in both themes, of which ${on} is on`, async ({
    inspector,
    page,
  }) => {
    await openNewSnapshot(inspector, `In ${on}`, { from: null, until: null, zone: 'UTC' })
    const panel = '[role=tabpanel]:not([inert])'
    await expect(page.locator(panel)).toBeVisible()
    await expectNoViolations(page, 'as it is', panel)
    const tab = page.getByRole('tab', { selected: true })
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: on, reducedMotion: 'reduce' })
      // Too close in one theme only.
      const style = {
        light: 'background: #eee; color: light-dark(#ccc, #111)',
        dark: 'background: #222; color: light-dark(#fff, #333)',
      }
      await tab.evaluate((element, css) => {
        element.style.cssText = css
      }, style[theme])
      const told = expectNoViolations(page, 'planted', '[role=tablist]')
      await expect(told).rejects.toThrow(new RegExp(`planted, ${theme}[^]*color-contrast`))
    }
    await tab.evaluate((element) => element.removeAttribute('style'))
  })
