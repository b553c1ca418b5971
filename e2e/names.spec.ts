// The names that tests and screen readers rely on are a promise: each of names.json is there, exact, inside its
// container.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { test as base, expect, openedOnce, openInspector, root, token } from './fixtures.ts'
import { type HeldService, startHeldService } from './held-service.ts'
import type { Inspector } from './kit/inspector.ts'
import { chooseOfSnapshot } from './snapshot-menus.ts'

const names = JSON.parse(readFileSync(join(root, 'e2e/kit/names.json'), 'utf8'))
type Role = Parameters<Page['getByRole']>[0]

/** Exactly one element of this role and exact name is visible there. */
async function expectEach(within: Locator | Page, role: Role, wanted: string[]): Promise<void> {
  for (const name of wanted) {
    const found = within.getByRole(role, { name, exact: true })
    await expect(found, `${role} "${name}"`).toHaveCount(1)
    await expect(found).toBeVisible()
  }
}

const container = ({ page }: Inspector, { role, name }: { role: Role; name: string }) =>
  page.getByRole(role, { name, exact: true })

const one = openedOnce(async (page, folder) => {
  const service = await startHeldService('--events', '237', '--seed', '7')
  const { inspector, shell } = await openInspector(page, folder, service.url)
  return { inspector, service, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
const test = base.extend<{ held: HeldService; page: Page; inspector: Inspector }>({
  held: async ({ browser }, use) => use((await one(browser)).service),
  page: async ({ browser }, use) => use((await one(browser)).page),
  inspector: async ({ browser }, use) => use((await one(browser)).inspector),
})

/** Where the tests of a snapshot begin: one is open. */
async function openSnapshot(inspector: Inspector, held: HeldService): Promise<Locator> {
  held.open()
  if (!(await inspector.snapshot.isVisible())) await inspector.takeSnapshot()
  return container(inspector, names.snapshots.within)
}

test('the list has the version that the docs describe, and names what is not built yet', () => {
  expect(readFileSync(join(root, 'docs/test-authors.md'), 'utf8')).toContain(`**version ${names.version}**`)
  for (const section of names.notYet) expect(names).toHaveProperty(section)
})

// At first run: a window of its own.
base(
  'connect: the dialog, its fields and its buttons; the same over the page, for another connection and for one that is there',
  async ({ firstRun, service }) => {
    const { page } = firstRun
    const first = container(firstRun, names.connect.within)
    await expectEach(first, 'textbox', names.connect.textbox)
    await expectEach(first, 'button', [...names.connect.button, ...names.connect.firstRunButton])
    await expectBehindMore(first)
    await firstRun.connect({ name: 'Acme', baseUrl: service.url, token })
    const { role, name } = names.connect.editing
    for (const [item, title] of [
      [/^Add connection/, names.connect.within.name],
      [/^Edit connection/, name.replace('NAME', 'Acme')],
    ] as const) {
      await firstRun.button('Switch connection').click()
      await page.getByRole('menuitem', { name: item }).click()
      const dialog = container(firstRun, { role, name: title })
      await expectEach(dialog, 'textbox', names.connect.textbox)
      await expectEach(dialog, 'button', names.connect.button)
      await expectBehindMore(dialog)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  },
)

async function expectBehindMore(form: Locator): Promise<void> {
  await form.getByRole('button', { name: 'More', exact: true }).click()
  for (const role of ['radiogroup', 'combobox'] as const) await expectEach(form, role, names.connect.behindMore[role])
}

test('header, lookup and searches', async ({ inspector, page }) => {
  await expectEach(page, 'button', names.header.button)
  await expectEach(page, 'combobox', names.header.combobox)
  await expectEach(page, 'button', [...names.taking.button, ...names.snapshots.button])
  await inspector.find.focus()
  await expectEach(page, 'listbox', [names.header.listbox])
  const pasted = [...(await inspector.eventIds()).slice(0, 2), 'evt_not_there']
  await inspector.take(pasted.join('; '), 'Find 3 events')
  const lookup = container(inspector, names.lookup.within)
  await expectEach(lookup, 'table', [names.lookup.table])
  for (const name of names.lookup.button as string[]) await expectEach(lookup, 'button', [name.replace(/N$/, '2')])
  await page.keyboard.press('Escape')
  await expect(lookup).toBeHidden()
  await expectEach(page, 'button', names.searches.button)
  await inspector.button('Searches').click()
  await expectEach(page, 'menuitem', names.searches.menuitem)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem')).toHaveCount(0)
})

test('filters', async ({ inspector }) => {
  const filters = container(inspector, names.filters.within)
  await inspector.textbox('Customer ID', filters).fill('cus_1')
  for (const role of ['textbox', 'combobox', 'radiogroup', 'radio', 'button'] as const) {
    await expectEach(filters, role, names.filters[role])
  }
  for (const number of [1, 2]) {
    await inspector.button('Add property filter').click()
    const group = filters.getByRole('group', { name: `${names.filters.group} ${number}`, exact: true })
    for (const role of ['textbox', 'combobox', 'button'] as const)
      await expectEach(group, role, names.filters.inGroup[role])
    const types = group.getByRole('combobox', { name: 'Property type' }).locator('option')
    await expect(types).toHaveText(names.filters.inGroup.option)
  }
  await inspector.button('Remove property filter').last().click()
  await inspector.button('Remove property filter').click()
  await inspector.textbox('Customer ID', filters).fill('')
})

test('results and columns', async ({ inspector, page }) => {
  const grid = container(inspector, names.results.within)
  await expectEach(grid, 'columnheader', names.results.columnheader)
  await expect(grid).toHaveAttribute('aria-busy', 'false')
  for (const attribute of ['data-offset', 'data-limit', 'data-total'])
    await expect(grid).toHaveAttribute(attribute, /^\d+$/)
  const [id = ''] = await inspector.eventIds()
  await expectEach(grid, 'checkbox', [`${names.results.checkbox} ${id}`])
  await expect(inspector.status('Rows 1–50 of 237')).toHaveCount(1)

  await expectEach(page, 'button', names.columns.button)
  await inspector.button('Columns').click()
  const columns = container(inspector, names.columns.within)
  for (const role of ['checkbox', 'textbox'] as const) await expectEach(columns, role, names.columns[role])
  await expectEach(columns, 'button', [`${names.columns.add} region`])
  await page.keyboard.press('Escape')
})

test('selection and compare', async ({ inspector, page }) => {
  for (const id of (await inspector.eventIds()).slice(0, 2)) await inspector.row(id).getByRole('checkbox').check()
  const selection = container(inspector, names.selection.within)
  await expectEach(selection, 'button', names.selection.button)
  await inspector.button('Compare', selection).click()
  const compared = container(inspector, names.compare.within)
  for (const attribute of names.compare.data)
    await expect(
      compared
        .getByRole('row')
        .and(page.locator(`[${attribute}]`))
        .first(),
    ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(compared).toBeHidden()
  await inspector.button('Clear selection', selection).click()
})

test('paging', async ({ inspector, page }) => {
  const paging = container(inspector, names.paging.within)
  await inspector.next()
  const { button: pagingButtons, combobox } = names.paging as { button: string[]; combobox: string[] }
  await expectEach(
    paging,
    'button',
    pagingButtons.filter((name) => name !== 'Refresh'),
  )
  await expectEach(page, 'button', ['Refresh'])
  await expectEach(paging, 'combobox', combobox)
  await inspector.button('First page', paging).click()
  await inspector.settled()
})

test('details', async ({ inspector }) => {
  const [id = ''] = await inspector.eventIds()
  await inspector.open(id)
  for (const role of ['tab', 'button'] as const)
    await expectEach(container(inspector, names.details.within), role, names.details[role])
  const property = inspector.details.locator('[data-property]').first()
  for (const attribute of ['data-property', 'data-type', 'data-value'])
    await expect(property).toHaveAttribute(attribute, /./)
})

test('export', async ({ inspector, page }) => {
  const [id = ''] = await inspector.eventIds()
  await inspector.row(id).getByRole('checkbox').check()
  await expectEach(page, 'button', names.export.button)
  await inspector.button('Export').click()
  await expectEach(page, 'menuitem', names.export.menuitem)
  await page.getByRole('menuitem', { name: 'This page', exact: true }).click()
  const dialog = container(inspector, names.export.dialog)
  await expectEach(dialog, 'combobox', names.export.dialogCombobox)
  for (const name of names.export.option as string[])
    await expect(dialog.getByRole('combobox').getByRole('option', { name, exact: true })).toHaveCount(1)
  await expect(dialog.getByRole('progressbar')).toBeAttached()
  await expectEach(dialog, 'button', names.export.dialogButton)
  await inspector.button('Start export', dialog).click()
  await expect(container(inspector, names.export.exports).getByRole('listitem')).toHaveCount(1)
})

test('loading and failures', async ({ inspector, page }) => {
  await page.route('**/rpc/events/search', () => {})
  await inspector.button('Refresh').click()
  await expectEach(page, 'button', names.loading.button)
  await inspector.button('Cancel search').click()
  await page.unroute('**/rpc/events/search')

  await inspector.findById('evt_not_there')
  await expect(page.getByRole(names.failures.role as Role)).toBeVisible()
})

test('taking a snapshot', async ({ inspector, held, page }) => {
  await expectEach(page, 'button', [...names.taking.button, names.snapshots.button[0]])
  await inspector.button('Load all').click()
  const taking = container(inspector, names.taking.within)
  await expect(taking.getByRole('progressbar')).toBeVisible()
  await inspector.button('Pause', taking).click()
  await expectEach(taking, 'button', ['Resume', 'Stop'])
  await inspector.button('Resume', taking).click()
  held.open()
  await expect(inspector.snapshot).toBeVisible()
})

test('an open snapshot: its head, its tabs and its conditions', async ({ inspector, held, page }) => {
  const snapshot = await openSnapshot(inspector, held)
  for (const name of names.snapshots.data) await expect(snapshot).toHaveAttribute(name)
  expect(names.snapshots.verdict).toContain(await snapshot.getAttribute('data-verdict'))
  await expectEach(snapshot, 'button', names.snapshots.regionButton)
  for (const [menu, items] of [
    ['Check for changes…', names.snapshots.checkForChanges],
    ['More actions', names.snapshots.moreActions],
  ] as [string, string[]][]) {
    await inspector.button(menu, snapshot).click()
    const rows = (await snapshot.getAttribute('data-rows')) ?? ''
    await expectEach(
      page,
      'menuitem',
      items.map((name) => name.replace(/\bN\b/, rows)),
    )
    await page.keyboard.press('Escape')
  }
  await expectEach(snapshot, 'tab', names.snapshots.tab)
  await expect(snapshot.getByRole('grid', { name: names.snapshots.grid, exact: true })).toBeVisible()
  await inspector.button('Add condition', snapshot).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('a')
  await page.keyboard.press('Enter')
  const conditions = snapshot.getByRole(names.conditions.within.role, {
    name: names.conditions.within.name,
    exact: true,
  })
  await expect(conditions.getByRole('listitem')).toHaveCount(1)
  await conditions.getByRole('button').click()
  await expect(conditions).toHaveCount(0)
})

test('how a snapshot was read', { tag: '@core' }, async ({ inspector, held, page }) => {
  const snapshot = await openSnapshot(inspector, held)
  await expectEach(snapshot, 'button', names.proof.button)
  await inspector.button('How it was read', snapshot).click()
  const proof = container(inspector, names.proof.within)
  await proof.getByText(names.proof.summary, { exact: true }).click()
  const account = proof.getByRole('table', { name: names.proof.table, exact: true })
  for (const row of [...names.proof.bin, ...names.proof.sum]) {
    await expect(account.locator(`[data-account="${row}"]`)).toHaveAttribute('data-count', /^\d+$/)
  }
  await page.keyboard.press('Escape')
  await expect(proof).toBeHidden()
})

test('totals', async ({ inspector, held, page }) => {
  const snapshot = await openSnapshot(inspector, held)
  await snapshot.getByRole('tab', { name: 'Totals', exact: true }).click()
  const totals = container(inspector, names.totals.within)
  const behind: string[] = names.totals.behindMore
  await expectEach(
    page,
    'combobox',
    names.totals.combobox.filter((name: string) => !behind.includes(name)),
  )
  for (const name of behind) await expect(page.getByRole('combobox', { name, exact: true })).toHaveCount(0)
  await expectEach(snapshot, 'button', names.totals.button)
  await inspector.button('Options', snapshot).click()
  await expectEach(page, 'combobox', names.totals.combobox)
  const { chart } = names.totals as { chart: { role: Role; name: string } }
  await expect(container(inspector, chart).getByRole('button').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Then by', exact: true }).click()
  for (const option of [...names.totals.key, names.totals.noKey]) {
    await expect(page.getByRole('option', { name: option, exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await inspector.chooseTotals('Split by', 'Customer ID')
  // Quantities of several codes without a unit have no line of all.
  await inspector.chooseTotals('Measure', 'Number of events')
  for (const name of names.totals.data) await expect(totals.locator(`[${name}]`).first()).toBeVisible()
})

test('values', { tag: '@core' }, async ({ inspector, held }) => {
  const snapshot = await openSnapshot(inspector, held)
  await snapshot.getByRole('tab', { name: 'Values', exact: true }).click()
  const values = container(inspector, names.values.within)
  for (const name of names.values.data) await expect(values.locator(`[${name}]`).first()).toBeVisible()
})

test('checks and shapes', { tag: '@core' }, async ({ inspector, held, page }) => {
  const snapshot = await openSnapshot(inspector, held)
  await snapshot.getByRole('tab', { name: 'Checks', exact: true }).click()
  const checks = container(inspector, names.checks.within)
  for (const check of names.checks.check) {
    await expect(checks.locator(`[data-check="${check}"]`)).toHaveAttribute('data-count', /^\d+$/)
  }
  for (const check of names.shapes.check) {
    await expect(checks.locator(`[data-check="${check}"]`)).toHaveAttribute('data-count', /^\d+$/)
  }
  for (const check of names.checks.checkWhereSome) {
    await expect(checks.locator(`[data-check="${check}"]`)).toHaveCount(0)
  }
  await expectEach(checks, 'button', names.shapes.button)
  await inspector.button('Learn from this snapshot').click()
  const shapes = container(inspector, names.shapes.within)
  await expectEach(shapes, 'table', [names.shapes.table])
  await inspector.button('As JSON Schema', shapes).click()
  await expectEach(shapes, 'button', names.shapes.dialogButton)
  await page.keyboard.press('Escape')
  await expect(shapes).toBeHidden()
})

test('changes', { tag: '@core' }, async ({ inspector, held }) => {
  await openSnapshot(inspector, held)
  await chooseOfSnapshot(inspector, 'Check for changes…', 'Read all again')
  const changes = container(inspector, names.changes.within)
  for (const name of names.changes.data) await expect(changes).toHaveAttribute(name, '0')
})

test('comparison', { tag: '@core' }, async ({ inspector, held }) => {
  await openSnapshot(inspector, held)
  await inspector.backToLive()
  await inspector.search({ type: 'Credit' })
  await inspector.takeSnapshot()
  await inspector.button('Compare…', inspector.snapshot).click()
  const others = container(inspector, names.comparison.dialog)
  await others.getByRole('button').filter({ hasText: 'events' }).first().click()
  const comparison = container(inspector, names.comparison.within)
  const [groups, only = ''] = names.comparison.table as string[]
  await expect(comparison.getByRole('table', { name: only.replace('NAME', '') }).first()).toBeVisible()
  await comparison.getByText('Groups', { exact: true }).click()
  await expectEach(comparison, 'table', [groups ?? ''])
  for (const name of names.comparison.data) await expect(comparison.locator(`[${name}]`).first()).toBeVisible()
})
