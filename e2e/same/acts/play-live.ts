// The live page on the sample company: first run, filters, pages, columns, what rows add up to, the open event,
// comparing, exports.
import { eachChoice, eachCopy, eachFold, eachMenu, eachPage } from '../explore.ts'
import { openSample } from '../open-october.ts'
import type { Stage } from '../stage.ts'

export async function playLive(stage: Stage): Promise<void> {
  const first = await stage.window(null)
  await stage.look('first run')
  await first.button('More', first.connectionDialog).click()
  await stage.look('first run, more')
  await first.button('Explore sample data', first.connectionDialog).click()
  await first.settled()
  await stage.look('sample data')
  await playFilters(stage)
  await playPages(stage)
}

/** Each filter once, and together; what is refused is said beside its field. */
async function playFilters(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  const searches = [
    { 'Customer ID': 'cus_kestrel' },
    { 'Event code': 'refund' },
    { 'Event ID': 'evt_003524' },
    { From: '2026-10-24', To: '2026-10-24 13:00' },
    { type: 'Credit' },
    { properties: [{ name: 'currency', value: 'GBP' }] },
    { properties: [{ name: 'quantity', type: 'Number', value: '150' }] },
    { 'Customer ID': ' cus_lumen ', 'Event code': 'egress_gb', From: 'Oct 2026', type: 'Debit' },
    { 'Customer ID': 'cus_nobody' },
    { From: 'yesterday-ish' },
    { From: '2026-11-01', To: '2026-10-01' },
    // The clock of Berlin shows the one twice, and the other never.
    { From: '2026-10-25 02:30' },
    { From: '2026-03-29 02:30' },
    { From: '2026-10-25', To: '2026-10-25' },
    { From: '2026-10-25T02:30:00.5+02:00', To: '25.10.2026' },
  ] as const
  for (const filters of searches) {
    await inspector.search({ ...filters, properties: 'properties' in filters ? [...filters.properties] : [] })
    await stage.look(`search ${JSON.stringify(filters)}`)
  }
  await inspector.button('Clear filters', inspector.filters).click()
  await inspector.settled()
  for (const period of ['Today', 'Last 7 days', 'Last month', 'Any time']) {
    await inspector.choosePeriod(period)
    await stage.look(`period ${period}`)
  }
  await inspector.fillFilters({ properties: [{ name: 'amount', type: 'Number', value: '100' }] })
  const group = inspector.filters.getByRole('group', { name: 'Property filter 1', exact: true })
  await eachChoice(stage, group, 'property filter')
  await inspector.button('Clear filters', inspector.filters).click()
  await inspector.textbox('Customer ID', inspector.filters).fill('cus_l')
  await stage.look('completion of a customer')
  await page.keyboard.press('Escape')
  await inspector.textbox('Event ID', inspector.filters).fill('evt_003524 evt_004041')
  await stage.look('two event IDs')
  await inspector.search({})
}

async function playPages(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  await eachPage(stage, inspector.pages, 'pages')
  for (const size of [25, 100] as const) {
    await inspector.rowsPerPage(size)
    await stage.look(`${size} rows a page`)
  }
  await inspector.search({ From: '2026-08-01', To: '2026-09-01 01:00' })
  while (await inspector.button('Next page', inspector.pages).isEnabled()) await inspector.next()
  await stage.look('the last page')
  await inspector.search({})
  await inspector.rowsPerPage(25)
  await inspector.button('Refresh', inspector.pages).click()
  await inspector.settled()
  await stage.look('refreshed')
  const toolbar = page.getByRole('toolbar', { name: 'Events', exact: true })
  await eachMenu(stage, toolbar, 'live')
  await eachMenu(stage, inspector.pages, 'pages')
  await inspector.showColumn('Type', false)
  await inspector.showColumn('currency')
  await stage.look('other columns')
  for (const name of ['quantity', 'Created']) {
    const head = inspector.grid.getByRole('columnheader', { name, exact: true }).getByRole('button').first()
    await head.click()
    await stage.look(`sorted by ${name}`)
    await head.click()
    await stage.look(`sorted by ${name}, the other way`)
  }
  await page.getByRole('button', { name: /^sorted on this page/ }).click()
  await playCells(stage)
  for (const zone of ['UTC', 'Asia/Kathmandu', 'Europe/Berlin']) {
    await inspector.chooseZone(zone)
    await stage.look(`times of ${zone}`)
  }
}

/** What the menu of each cell of a row offers, and what it asks to filter by it. */
async function playCells(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  const cells = inspector.rows.first().getByRole('gridcell')
  for (let at = 0; at < (await cells.count()); at++) {
    await cells.nth(at).click({ button: 'right' })
    await stage.look(`cell ${at}`)
    const filter = page.getByRole('menuitem', { name: 'Filter by this', exact: true })
    if (!(await filter.isVisible())) {
      await page.keyboard.press('Escape')
      continue
    }
    await filter.click()
    await inspector.settled()
    await stage.look(`filtered by cell ${at}`)
    await inspector.search({})
  }
}

/** What rows and segments of time come to, the open event, and events side by side. */
export async function playEvents(stage: Stage): Promise<void> {
  await openSample(stage)
  const { inspector, page } = stage
  await inspector.button('Close “Five things to try”').click()
  await inspector.search({ From: '2026-10-19', To: '2026-10-19', 'Customer ID': 'cus_nordlicht' })
  await inspector.button('Totals of this page').click()
  await stage.look('totals of this page')
  const sums = page.getByRole('dialog', { name: 'Totals of this page', exact: true })
  await eachChoice(stage, sums, 'totals of this page')
  await eachCopy(stage, sums, 'totals of this page')
  await page.keyboard.press('Escape')

  const ids = await inspector.eventIds()
  const selection = page.getByRole('toolbar', { name: 'Selection', exact: true })
  for (const id of ids.slice(0, 3)) await inspector.row(id).getByRole('checkbox').check()
  await stage.look('three selected')
  await eachChoice(stage, selection, 'selection')
  await eachCopy(stage, selection, 'selection')
  await inspector.button('Show selected', selection).click()
  await stage.look('the selected alone')
  await inspector.button('Show selected', selection).click()
  await inspector.button('Compare', selection).click()
  const compared = page.getByRole('dialog', { name: 'Compare events', exact: true })
  await compared.waitFor()
  await stage.look('compared')
  await eachCopy(stage, compared, 'compared')
  await eachFold(stage, compared, 'compared')
  await page.keyboard.press('Escape')
  await inspector.button('Clear selection', selection).click()

  await inspector.open(ids[1] ?? '')
  for (const tab of ['Event', 'Raw', 'History']) {
    await inspector.details.getByRole('tab', { name: tab, exact: true }).click()
    await stage.look(`details, ${tab}`)
  }
  await inspector.details.getByRole('tab', { name: 'Event', exact: true }).click()
  await eachCopy(stage, inspector.details, 'details')
  await eachMenu(stage, inspector.details, 'details')
  await stage.taken('details, Add to report', inspector.button('Add to report', inspector.details))
  await inspector.button('Next event', inspector.details).click()
  await stage.look('the next event')
  await inspector.button('Similar events', inspector.details).click()
  await stage.look('similar events')
  await page.keyboard.press('Escape')
  await inspector.search({ From: '2026-10-01', To: '2026-10-31', 'Event code': 'sms' })

  await inspector.button('Over time').click()
  const overTime = page.getByRole('dialog', { name: 'Over time' })
  await overTime.waitFor()
  await stage.look('over time')
  for (const name of ['Find the first event', 'Find the last event', 'Count over time']) {
    await inspector.button(name, overTime).click()
    await stage.look(`over time, ${name}`)
  }
  await eachChoice(stage, overTime, 'over time')
  await eachCopy(stage, overTime, 'over time')
  await page.keyboard.press('Escape')
  await playExports(stage)
}

/** Of the page in each format, with receipts; the dialog's choices. */
async function playExports(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  for (const format of ['Excel', 'CSV', 'NDJSON', 'Parquet'] as const) {
    const file = await inspector.export('This page', format)
    stage.file(`page ${file.fileName}`, file.bytes)
  }
  await stage.look('exports')
  await eachCopy(stage, inspector.exports, 'exports', /^(Receipt|Copy)/)
  const dialog = await inspector.openExport('All matches')
  await stage.look('export of all matches')
  await inspector.choose(dialog.getByRole('combobox', { name: 'Format', exact: true }), 'CSV')
  await eachChoice(stage, dialog, 'export')
  await page.keyboard.press('Escape')
  const all = await inspector.export('All matches', 'CSV')
  stage.file(`all ${all.fileName}`, all.bytes)
  await stage.look('all matches exported')
}
