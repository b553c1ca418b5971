// Export from the page to the file: what is chosen, what is written, what becomes of it, and what goes wrong on the
// way.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { readXlsx } from 'hucre/xlsx'
import { startBrowserShell, token } from './fixtures.ts'
import { startHeldService } from './held-service.ts'
import { Inspector } from './kit/inspector.ts'
import { type Answer, eventText, json, pageOf, type ScriptedService, serving } from './scripted-service.ts'
import { test as base, expect, testInOneScriptedWindow } from './scripted-window.ts'
import { expectNoViolations } from './violations.ts'

/** Digits past a double's, a text like a day, one like a formula, and one with everything that separates. */
const odd = (index: number) =>
  eventText(index, {
    event_properties: `{"amount":9007199254740993.10,"currency":"EUR","day":"1-2","sum":"=SUM(A1:A9)","note":"a;b,\\"c\\"\\td","idempotency_key":"k${index}"}`,
  })

const oddPage = pageOf([1, 2, 3].map(odd))
const odds: Answer = (_, response) => json(response, oddPage)
const test = testInOneScriptedWindow(oddPage)

async function show(window: Inspector, scripted: ScriptedService, answer: Answer): Promise<void> {
  scripted.answers(answer)
  await window.button('Refresh').click()
  await window.settled()
}

const newest = (window: Inspector) => window.exports.getByRole('listitem').first()

const field = (window: Inspector, name: string) =>
  window.page.getByRole('dialog', { name: 'Export', exact: true }).getByRole('combobox', { name, exact: true })

/** Of any text that csv-parse reads, the first row as heads. */
const records = (text: string, delimiter: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, delimiter })

interface Receipt {
  resources: { hash: string }[]
  eventscope: { verdict: { kind: string; sentence: string; reasons: unknown[] } }
}

/** Of a written file: its receipt, as the browser gets it. */
async function receiptOf(window: Inspector, item: Locator): Promise<{ fileName: string; receipt: Receipt }> {
  const download = window.page.waitForEvent('download')
  await window.button('Receipt', item).click()
  const file = await download
  return { fileName: file.suggestedFilename(), receipt: JSON.parse(await readFile(await file.path(), 'utf8')) }
}

/** Which of the theme's colours a verdict is written in. */
const colourRole = (badge: Locator) =>
  badge.evaluate((element) => {
    const probe = element.appendChild(document.createElement('i'))
    const roles = ['--es-warning', '--es-credit', '--es-dim'].filter((role) => {
      probe.style.color = `var(${role})`
      return getComputedStyle(probe).color === getComputedStyle(element).color
    })
    probe.remove()
    return roles.join(' ')
  })

test('a change of the format leaves every button where it is', { tag: '@core' }, async ({ window, page }) => {
  const dialog = await window.openExport('This page')
  const places = new Set<string>()
  for (const format of ['CSV', 'NDJSON', 'Parquet', 'Excel']) {
    await field(window, 'Format').selectOption(format)
    await expect(dialog).toContainText(`page.${format === 'Excel' ? 'xlsx' : format.toLowerCase()}`)
    await expect(dialog.locator('[aria-busy=false]')).toBeVisible()
    places.add(
      JSON.stringify([await field(window, 'Format').boundingBox(), await window.button('Start export').boundingBox()]),
    )
  }
  expect([...places]).toHaveLength(1)
  await page.keyboard.press('Escape')
})

test('Excel comes first, and keeps what a CSV would not', { tag: '@core' }, async ({ window, page }) => {
  const dialog = await window.openExport('This page')
  await expect(dialog).toContainText('3 rows: all of this page')
  await expect(dialog.getByRole('columnheader', { name: 'event_id', exact: true })).toBeVisible()
  await expect(dialog).toContainText('This Excel file keeps')
  await expect(dialog.getByRole('progressbar')).toBeAttached()
  await expectNoViolations(page, 'the dialog, Excel', '[role=dialog]')
  const { bytes, fileName } = await window.startExport(dialog)
  expect(fileName).toMatch(/^eventscope-environment-.*page.*\.xlsx$/)
  const { sheets } = await readXlsx(bytes)
  expect(sheets.map(({ name }) => name)).toEqual(['Events', 'About'])
  const cells = sheets[0]?.rows.flat().map(String)
  for (const text of ['evt_0001', '9007199254740993.10', '1-2', '=SUM(A1:A9)']) expect(cells).toContain(text)
  await expect(newest(window)).toHaveAttribute('data-state', 'written')
  await expect(newest(window)).toContainText('3 rows')
  await expect(window.button('Export')).toBeFocused()
})

test('all matches: one item tells of their reading and their writing', { tag: '@core' }, async ({
  window,
  scripted,
}) => {
  await show(window, scripted, serving(120))
  const file = await window.export('All matches', 'CSV')
  expect(records(file.text, ',')).toHaveLength(120)
  await expect(newest(window)).toHaveAttribute('data-state', 'written')
  await expect(newest(window)).toContainText('120 rows')
  await expect(newest(window)).toContainText(/So far|All events read/)
  const { fileName, receipt } = await receiptOf(window, newest(window))
  expect(fileName).toBe(`${file.fileName}.datapackage.json`)
  expect(receipt.resources[0]?.hash).toBe(`sha256:${createHash('sha256').update(file.bytes).digest('hex')}`)
})

test('all matches that were read minutes ago are offered from that snapshot, and read again unless it is chosen', async ({
  window,
  scripted,
  page,
}) => {
  await show(window, scripted, serving(120))
  await window.export('All matches', 'CSV')
  const dialog = await window.openExport('All matches')
  const recent = dialog.getByRole('checkbox', { name: /^Use the snapshot read (just now|\d+ (s|min) ago)$/ })
  await expect(recent).not.toBeChecked()
  await expect(dialog).toContainText('All 120 matches. Takes')
  await recent.check()
  await expect(dialog).toContainText('120 rows of the snapshot “')
  await expectNoViolations(page, 'a snapshot in place of another reading')
  const asked = scripted.asked.length
  expect(records((await window.startExport(dialog)).text, ',')).toHaveLength(120)
  expect(scripted.asked.length).toBe(asked)
})

test('what was read for a file is found with its export alone, is exported from there, and goes with it', async ({
  window,
  scripted,
  page,
}) => {
  await show(window, scripted, serving(120))
  await window.export('All matches', 'CSV')
  await expect(page.getByRole('region', { name: 'Snapshot', exact: true })).toHaveCount(0)
  await window.button('Snapshots').click()
  const list = page.getByRole('dialog', { name: 'Snapshots', exact: true })
  await expect(list).toContainText('No snapshots yet')
  await page.keyboard.press('Escape')
  await window.button('Open', newest(window)).click()
  const region = page.getByRole('region', { name: 'Snapshot', exact: true })
  await window.button('Export', region).click()
  const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
  await expect(dialog).toContainText('of the snapshot')
  await field(window, 'Format').selectOption('NDJSON')
  await field(window, 'Order').selectOption('Newest first')
  const { text } = await window.startExport(dialog)
  expect(text.trim().split('\n')).toHaveLength(120)
  await window.button('Back to live', region).click()
  await window.button('Settings').click()
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true })
  await expect(settings.getByRole('region', { name: 'Snapshots' })).toContainText(
    /\d readings? made for snapshots or files/,
  )
  await page.keyboard.press('Escape')
  // What the page was told last may still be that the second one runs.
  await expect(window.exports).not.toContainText(/\d (?:running|waiting)/)
  await window.button('Clear finished exports').click()
  await expect(window.exports).toHaveCount(0)
  await window.button('Settings').click()
  await expect(settings.getByRole('region', { name: 'Snapshots' })).toContainText('None is kept')
  await page.keyboard.press('Escape')
})

test('an API key that is refused pauses an export; it goes on over a reload, too', async ({
  window,
  scripted,
  page,
}) => {
  await show(window, scripted, serving(120))
  scripted.answers((_, response) => json(response, { error: 'no' }, 401))
  const dialog = await window.openExport('All matches')
  await field(window, 'Format').selectOption('NDJSON')
  await window.button('Start export', dialog).click()
  await expect(dialog).toBeHidden()
  await expect(newest(window)).toHaveAttribute('data-state', 'failed')
  await expect(newest(window).getByRole('alert')).toContainText('The service refused the API key')
  scripted.answers(serving(120))
  await page.reload()
  await window.settled()
  await expect(newest(window).getByRole('alert')).toContainText('The service refused the API key')
  const download = page.waitForEvent('download')
  await window.button('Retry', newest(window)).click()
  expect((await download).suggestedFilename()).toMatch(/\.ndjson$/)
  await expect(newest(window)).toHaveAttribute('data-state', 'written')
})

test('an export that is cancelled while it is read leaves no file', { tag: '@core' }, async ({ window, scripted }) => {
  await show(window, scripted, serving(120))
  let waiting = 0
  scripted.answers(() => {
    waiting += 1
  })
  const dialog = await window.openExport('All matches')
  await window.button('Start export', dialog).click()
  await expect.poll(() => waiting).toBeGreaterThan(0)
  await expect(newest(window).getByRole('progressbar')).toBeVisible()
  await window.button('Cancel', newest(window)).click()
  await expect(newest(window)).toContainText('No file was written')
})

/** Caps its pages at 20, as it says or in silence, and counts the page or nothing. */
const capped = (matches: number, total: 'page' | 'none', isSilent: boolean): Answer => {
  const answer = serving(matches, { most: 20, total: 'page' })
  return (asked, response, count) => {
    const end = response.end.bind(response)
    response.end = ((text: string) => {
      const { total: counted, limit, ...page } = JSON.parse(text) as Record<string, unknown>
      const said =
        'events' in page ? { ...(total === 'page' ? { total: counted } : {}), ...(isSilent ? {} : { limit }) } : {}
      return end(JSON.stringify({ ...page, ...said }))
    }) as typeof response.end
    return answer(asked, response, count)
  }
}

test('all matches are all, read and proved with a receipt, whatever the service says of its page', async ({
  window,
  scripted,
}) => {
  for (const [answer, rows, promised, verdict] of [
    [serving(7), 7, 'All matches; the service counts 7. Takes', /So far|All events read/],
    [capped(60, 'page', false), 60, 'All matches. Reads every match', /Count not confirmed/],
    [capped(60, 'page', true), 60, 'All matches; the service counts 20. Takes', /Count not confirmed/],
    [capped(60, 'none', true), 60, 'All matches. Reads every match', /Count not confirmed/],
  ] as const) {
    await show(window, scripted, answer)
    await window.button('Export').click()
    await expect(window.page.getByRole('menuitem', { name: 'All matches' })).toHaveAccessibleDescription(
      'Reads every match, then writes the file',
    )
    await window.page.keyboard.press('Escape')
    const dialog = await window.openExport('All matches')
    await field(window, 'Format').selectOption('NDJSON')
    await expect(dialog).toContainText(promised)
    await expect(dialog).toContainText('with a receipt')
    const { text } = await window.startExport(dialog)
    expect(text.trim().split('\n')).toHaveLength(rows)
    await expect(newest(window)).toHaveAttribute('data-state', 'written')
    await expect(newest(window)).toContainText(verdict)
  }
})

test('an export that is incomplete and one that nothing proves: the head, its reasons, the file and its receipt', async ({
  window,
  scripted,
  page,
}) => {
  const rest: Answer = (asked, response) =>
    /"offset":[1-9]/.test(asked.body) ? json(response, { error: 'no' }, 400) : serving(240)(asked, response, 0)
  const few = "read to the end, but the service's total counts one page only. Missing events would not show."
  for (const [answer, kind, word, words, code] of [
    [rest, 'partial', 'Incomplete', 'the search was not read (400). The service counts 140 more.', 'not-read'],
    [serving(120, { total: 'page' }), 'unproven', 'Count not confirmed', few, 'page-total'],
  ] as const) {
    const sentence = `${word}: ${words}`
    scripted.answers(answer)
    await window.takeSnapshot()
    const head = window.snapshot.locator('header')
    await expect(window.snapshot).toHaveAttribute('data-verdict', kind)
    const badge = head.getByText(word, { exact: true })
    await expect(badge).toBeVisible()
    await expect(window.snapshot.getByText(sentence)).toBeVisible()
    expect(await colourRole(badge)).toBe('--es-warning')
    await window.button('How it was read', head).click()
    const read = page.getByRole('dialog', { name: 'How it was read', exact: true })
    await expect(read.getByRole('listitem').filter({ hasText: words })).toBeVisible()
    await expectNoViolations(page, `how it was read, ${kind}`, '[role=dialog]')
    await page.keyboard.press('Escape')

    await window.button('Export', window.snapshot).click()
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
    await field(window, 'Format').selectOption('Excel')
    const { bytes } = await window.startExport(dialog)
    const about =
      (await readXlsx(bytes)).sheets.find(({ name }) => name === 'About')?.rows.map((cells) => cells.map(String)) ?? []
    expect(about.find(([name]) => name === 'Verdict')?.[1]).toBe(word)
    // The verdict has its name in its own line.
    expect(about.flat()).toContain(words.replace(/^[a-z]/, (letter) => letter.toUpperCase()))
    await expect(newest(window)).toContainText(word)
    const { receipt } = await receiptOf(window, newest(window))
    expect(receipt.eventscope.verdict).toMatchObject({ kind, sentence })
    expect(receipt.eventscope.verdict.reasons[0]).toEqual({ code, words })
    await window.backToLive()
  }
})

test('a CSV: what a spreadsheet changes is counted, a separator that is none is refused; a selection, for the customer, as it was left', async ({
  window,
  scripted,
  page,
}) => {
  await show(window, scripted, odds)
  const dialog = await window.openExport('This page')
  await field(window, 'Format').selectOption('CSV')
  await expect(dialog).toContainText(/A spreadsheet would change [\d,]+ cells of this CSV/)
  await field(window, 'Separator').fill('a pipe')
  await window.button('Start export', dialog).click()
  await expect(field(window, 'Separator')).toBeFocused()
  await expect(field(window, 'Separator')).toHaveAccessibleDescription('Choose a comma, a semicolon or a tab.')
  await expectNoViolations(page, 'the dialog, CSV with a problem', '[role=dialog]')
  await field(window, 'Separator').fill(';')
  await expect(field(window, 'Decimal sign')).toHaveValue(',')
  await field(window, 'Columns').selectOption('Chosen')
  const columns = dialog.getByRole('group', { name: 'Columns of the file' })
  await columns.getByRole('checkbox', { name: 'customer_id', exact: true }).uncheck()
  await columns.getByRole('checkbox', { name: 'note', exact: true }).check()
  await columns.getByRole('checkbox', { name: 'sum', exact: true }).check()
  await expect(dialog.getByRole('columnheader', { name: 'note', exact: true })).toBeVisible()
  const { text } = await window.startExport(dialog)
  const rows = records(text, ';')
  expect(rows).toHaveLength(3)
  expect(rows[0]).not.toHaveProperty('customer_id')
  expect(rows[0]).toMatchObject({ event_id: 'evt_0001', note: 'a;b,"c"\td', sum: "'=SUM(A1:A9)" })
  expect(rows[0]?.amount).toBe('9007199254740993,10')

  // A selection, for the customer: without what is internal; all of it is as it was left.
  await window.row('evt_0003').getByRole('checkbox').check()
  await window.button('Export selection').click()
  await expect(dialog).toContainText('1 row: all selected rows, from every page')
  await expect(field(window, 'Format')).toHaveValue('csv')
  await expect(field(window, 'Separator')).toHaveValue(';')
  await field(window, 'Columns').selectOption('For the customer')
  await expect(dialog.getByRole('checkbox', { name: 'idempotency_key' })).not.toBeChecked()
  await expect(dialog.getByRole('columnheader', { name: 'idempotency_key' })).toHaveCount(0)
  const file = await window.startExport(dialog)
  expect(file.text).not.toContain('idempotency_key')
  expect(records(file.text, ';').map(({ event_id }) => event_id)).toEqual(['evt_0003'])
  await window.button('Clear selection').click()
  await window.openExport('This page')
  await expect(field(window, 'Columns')).toHaveValue('customer')
  await window.button('Cancel export', dialog).click()
})

test('NDJSON is the exact texts; "Export again" writes it once more', { tag: '@core' }, async ({
  window,
  scripted,
  page,
}) => {
  await show(window, scripted, odds)
  const items = window.exports.getByRole('listitem')
  const before = await items.count()
  const dialog = await window.openExport('This page')
  await field(window, 'Columns').selectOption('All')
  await field(window, 'Format').selectOption('NDJSON')
  const { text } = await window.startExport(dialog)
  expect(text).toBe(`${[1, 2, 3].map(odd).join('\n')}\n`)
  const again = page.waitForEvent('download')
  await window.button('Export again', newest(window)).click()
  expect((await again).suggestedFilename()).toMatch(/\.ndjson$/)
  await expect(items).toHaveCount(before + 2)
})

test('the region takes room of its own, is folded in a low window, and is emptied', async ({ window, page }) => {
  await window.exportPage()
  for (const [width, height] of [
    [1024, 700],
    [720, 450],
  ] as const) {
    await page.setViewportSize({ width, height })
    const tray = await window.exports.boundingBox()
    const paging = await window.pages.getByRole('button', { name: 'Next page' }).boundingBox()
    expect(tray && paging && paging.y + paging.height).toBeLessThanOrEqual(tray?.y ?? 0)
    expect((tray?.y ?? 0) + (tray?.height ?? 0)).toBeLessThanOrEqual(height)
    const dialog = await window.openExport('This page')
    await expect(window.button('Start export', dialog)).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await expectNoViolations(page, 'the region Exports', '[data-exports]')
  await window.button('Clear finished exports').click()
  await expect(window.exports).toHaveCount(0)
})

// Its window is closed.
base(
  'all matches: closing the window changes nothing; the next one is offered the file, and any one cancels',
  async ({ context, folder }) => {
    const service = await startHeldService('--events', '1200', '--seed', '7')
    const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: service.url, EVENTSCOPE_TOKEN: token })
    const openWindow = async () => {
      const window = new Inspector(await context.newPage())
      await window.page.goto(shell.url)
      await window.settled()
      return window
    }
    const itemIn = (window: Inspector) => window.exports.getByRole('listitem').first()
    const begin = async (window: Inspector) => {
      const dialog = await window.openExport('All matches')
      await field(window, 'Format').selectOption('NDJSON')
      await window.button('Start export', dialog).click()
      await expect(dialog).toBeHidden()
      await expect(itemIn(window).getByRole('progressbar')).toBeVisible()
    }

    const first = await openWindow()
    await begin(first)
    await first.page.close()
    service.open()
    const second = await openWindow()
    const item = itemIn(second)
    await expect(item).toContainText('All matches were read: 1,200 rows')
    await expect(item).toContainText('All events read')
    await expectNoViolations(second.page, 'a file that waits', '[data-exports]')
    const downloading = second.page.waitForEvent('download')
    await second.button('Save', item).click()
    const bytes = await readFile(await (await downloading).path())
    const ids = bytes
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).event_id)
    expect([ids.length, new Set(ids).size]).toEqual([1_200, 1_200])
    await expect(item).toHaveAttribute('data-state', 'written')
    const { receipt } = await receiptOf(second, item)
    expect(receipt.resources[0]?.hash).toBe(`sha256:${createHash('sha256').update(bytes).digest('hex')}`)
    expect(receipt.eventscope.verdict.kind).toBe('complete')

    service.shut()
    await begin(second)
    const third = await openWindow()
    await expect(third.exports.getByRole('listitem')).toHaveCount(2)
    await third.button('Cancel', itemIn(third)).click()
    for (const window of [third, second]) await expect(itemIn(window)).toContainText('No file was written')
    await expect(third.taking).toHaveCount(0)
    await shell.stop()
    await service.stop()
  },
)
