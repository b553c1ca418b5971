// "Check a file": ledgers made from what the service itself says, with planted mistakes, held against an opened
// snapshot. By mouse and by keys, in both themes and three sizes; what must come out is found here, in plain loops.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { copiedHtml } from './copied-html.ts'
import { expect, openInspector, root, startService, testInWindowOf, token } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { pressTo } from './press-to.ts'
import { openAfresh, openNewSnapshot, openSnapshot, takeSnapshot } from './taken-snapshot.ts'
import { expectNoViolations } from './violations.ts'

const names = JSON.parse(readFileSync(join(root, 'e2e/kit/names.json'), 'utf8')).fileCheck

const DAYS = { from: '2026-09-30T22:00:00Z', until: '2026-10-01T22:00:00Z', zone: 'Europe/Berlin' }
/** Its end is not there yet: nothing of it is proven to be all. */
const SO_FAR = { from: '2026-11-21T23:00:00Z', until: '2026-11-23T23:00:00Z', zone: 'Europe/Berlin' }

interface SentEvent {
  event_id: string
  customer_id: string
  event_code: string
  event_type: string
  created_at: string
  event_properties: Record<string, string | number>
}

async function eventsOf(url: string, from: string, to: string): Promise<SentEvent[]> {
  const events: SentEvent[] = []
  for (;;) {
    const answer = await fetch(`${url}/v1/events/search`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ created_at_from: from, created_at_to: to, limit: 100, offset: events.length }),
    })
    const page = (await answer.json()) as { events: SentEvent[] }
    events.push(...page.events)
    if (page.events.length < 100) return events
  }
}

const HEADS = ['Event ID', 'Customer', 'Code', 'Type', 'Date', 'Quantity', 'Amount', 'Currency', 'Note']
type Row = string[]

const rowOf = ({ event_id, customer_id, event_code, event_type, created_at, event_properties: of }: SentEvent): Row => [
  event_id,
  customer_id,
  event_code,
  event_type,
  created_at,
  String(of.quantity ?? ''),
  String(of.amount ?? ''),
  String(of.currency ?? ''),
  'as billed',
]

const csvOf = (rows: readonly Row[], heads = HEADS, separator = ';') =>
  [heads, ...rows].map((row) => row.join(separator)).join('\n')

/** Twelve places behind the point, as a whole number. */
function exact(text: string): bigint {
  const [, sign = '', whole = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  return BigInt(`${sign}${whole}${decimals.padEnd(12, '0')}`)
}

const sumOf = (rows: readonly Row[], currency: string) =>
  rows.filter((row) => row[7] === currency).reduce((sum, row) => sum + exact(row[6] || '0'), 0n)

/** Drops a file on the window, as a file manager does. */
async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([called = '', content = '']) => {
      const data = new DataTransfer()
      data.items.add(new File([content], called))
      return data
    },
    [name, text],
  )
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('body', type, { dataTransfer: transfer })
}

async function chooseFile({ page }: Inspector, name: string, content: string | Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file', exact: true }).click()
  const buffer = typeof content === 'string' ? Buffer.from(content) : content
  await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const ledgerOf = (page: Page) => page.getByRole('table', { name: 'Ledger', exact: true })
const linesOf = (page: Page) => page.getByRole('table', { name: 'Lines', exact: true })

/** How many lines and events each outcome has. */
async function outcomesOf(page: Page): Promise<Record<string, [number, number]>> {
  const rows = ledgerOf(page).locator('tr[data-outcome]')
  const found = await rows.evaluateAll((all) =>
    (all as HTMLElement[]).map(({ dataset }) => [dataset.outcome ?? '', [dataset.lines, dataset.events].map(Number)]),
  )
  return Object.fromEntries(found)
}

/** Text that is cut off, controls beside the window, and a bar that is wider than its place. */
async function cutOff(within: Locator): Promise<string[]> {
  return within.evaluate((panel) => {
    const width = document.documentElement.clientWidth
    const controls = [...panel.querySelectorAll<HTMLElement>('button, select, textarea, h3')].filter(
      (control) => control.checkVisibility() && control.closest('table') === null,
    )
    const odd = controls.flatMap((control) => {
      const { left, right, height } = control.getBoundingClientRect()
      const name = control.ariaLabel ?? control.textContent ?? ''
      if (left < 0 || right > width) return [`${name} is outside`]
      const isControl = control.matches('button, select') && control.closest('p, h3, h4, [role=status]') === null
      return isControl && ![28, 32].includes(Math.round(height)) ? [`${name} is ${height} px high`] : []
    })
    return panel.scrollWidth > panel.clientWidth ? [...odd, 'it is wider than its place'] : odd
  })
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 720, height: 450 },
]

async function expectFinished(page: Page, state: string): Promise<void> {
  const panel = page.locator('[role=tabpanel]:not([inert]) > div')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await expect.poll(() => cutOff(panel), { message: `${state}, ${size.width}` }).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoViolations(page, state, '[role=tabpanel]:not([inert])')
}

/** The day as its events are, and a file of it with mistakes. */
async function ledgerFrom(url: string) {
  const sent = (await eventsOf(url, DAYS.from, '2026-10-01T21:59:59.999Z')).map(rowOf)
  const [missing, altered, repeated, named] = sent.filter((row) => row[6] !== '' && row[7] === 'EUR')
  if (!missing || !altered || !repeated || !named) throw new Error('There are too few events.')
  const extra = ['evt_none', 'Nordlicht GmbH', 'sms', 'debit', '2026-10-01T10:00:00Z', '250', '12.5', 'EUR', 'by hand']
  const changed = [...altered.slice(0, 6), '999.5', ...altered.slice(7)]
  const rows = sent.filter((row) => row !== missing).map((row) => (row === altered ? changed : row))
  const wanted = {
    matched: [sent.length - 2, sent.length - 2],
    differing: [1, 1],
    'only-file': [1, 0],
    repeated: [1, 0],
    'only-snapshot': [0, 1],
  }
  return { sent, missing, altered, changed, repeated, named, file: [...rows, repeated, extra], wanted }
}

/** In a window that has a snapshot of the day. */
const test = testInWindowOf(async (page, folder) => {
  const service = await startService('--sample', '--now', '2026-11-22T15:00:00Z')
  const { inspector, shell } = await openInspector(page, folder, service.url)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const [id, ledger] = [await takeSnapshot(inspector, 'First of October', DAYS), await ledgerFrom(service.url)]
  return { inspector, service, id, ...ledger, stop: () => Promise.all([shell.stop(), service.stop()]) }
})
test.slow()

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** Nothing is chosen yet. */
async function openTab(inspector: Inspector, id: string): Promise<void> {
  await openSnapshot(inspector, id)
  await inspector.openTab('Check a file')
}

async function openLedger(inspector: Inspector, id: string, file: readonly Row[]): Promise<void> {
  await openTab(inspector, id)
  await dropFile(inspector.page, 'ledger.csv', csvOf(file))
  await expect(inspector.page.getByRole('heading', { name: 'ledger.csv' })).toBeVisible()
}

async function checkLedger(inspector: Inspector, id: string, file: readonly Row[]): Promise<void> {
  await openLedger(inspector, id, file)
  await inspector.button('Check').click()
  await expect(ledgerOf(inspector.page)).toBeVisible()
}

test('without an opened snapshot a file asks for one, and is checked there', async ({ inspector, page, opened }) => {
  await dropFile(page, 'ledger.csv', csvOf(opened.file))
  const notice = page.getByRole('status').filter({ hasText: 'A file is checked against a snapshot, and none is open.' })
  await expect(notice).toContainText('ledger.csv is checked there')
  await inspector.button('Open a snapshot', notice).click()
  await page.getByRole('dialog', { name: 'Snapshots' }).getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Check a file', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'ledger.csv' })).toBeVisible()
})

test('columns are matched by name, and one that is not can be said', async ({ inspector, page, opened }) => {
  await openLedger(inspector, opened.id, opened.file)
  const columns = page.getByRole('group', { name: names.group, exact: true })
  const meaning = (head: string) => columns.getByRole('combobox', { name: `Meaning of ${head}`, exact: true })
  for (const [head, value] of [
    ['Event ID', 'field:eventId'],
    ['Date', 'field:createdAt'],
    ['Quantity', 'property:quantity'],
    ['Amount', 'amount'],
    ['Note', ''],
  ] as const)
    await expect(meaning(head)).toHaveValue(value)
  await meaning('Note').selectOption('property:Note')
  await expect(columns).toContainText('9 columns are compared with events')
  await meaning('Note').selectOption('')
  await expect(columns).toContainText('8 columns are compared with events, which are found by event ID.')
})

test('every outcome, and the equation to the last digit', { tag: '@core' }, async ({ inspector, page, opened }) => {
  const { sent, missing, altered, changed, repeated, named } = opened
  // The accounts call one customer by a name of their own.
  const called = [named[0], 'Customer no. 7', ...named.slice(2)].map(String)
  const file = opened.file.map((row) => (row === named ? called : row))
  await openLedger(inspector, opened.id, file)
  await inspector.button('Check').click()
  await expect(page.getByRole('status').filter({ hasText: 'lines match. 2 differ' })).toBeVisible()
  const customer = page.getByRole('combobox', { name: 'Customer ID of Customer no. 7', exact: true })
  await customer.fill(named[1] ?? '')
  await inspector.button('Check with these names').click()
  await expect(
    page.getByRole('status').filter({ hasText: 'lines match. 1 differs, 1 has no such event' }),
  ).toBeVisible()
  expect(await outcomesOf(page)).toEqual(opened.wanted)
  const difference = page.getByRole(names.region.role, { name: names.region.name, exact: true })
  const euros = difference.locator('[data-money="debit"][data-currency="EUR"]')
  await expect(euros).toHaveAttribute('data-holds', 'true')
  const shownDifference = exact((await euros.getAttribute('data-value')) ?? '')
  expect(shownDifference).toBe(sumOf(file, 'EUR') - sumOf(sent, 'EUR'))
  for (const [outcome, rows, others] of [
    ['differing', [changed], [altered]],
    ['only-snapshot', [], [missing]],
    ['repeated', [repeated], []],
  ] as const) {
    const cell = ledgerOf(page).locator(
      `tbody:has([data-outcome="${outcome}"]) [data-figure="difference"][data-currency="EUR"]`,
    )
    expect(exact((await cell.getAttribute('data-value')) ?? ''), outcome).toBe(
      sumOf(rows, 'EUR') - sumOf(others, 'EUR'),
    )
  }
  for (const name of names.data) await expect(page.locator(`[${name}]`).first()).toBeVisible()
  await expectFinished(page, 'checked')
})

test('the lines of a group, and the event of one', async ({ inspector, page, opened }) => {
  const { sent, missing, altered } = opened
  await checkLedger(inspector, opened.id, opened.file)
  const line = linesOf(page).locator(`tr[data-event-id="${altered[0]}"]`)
  expect(exact((await line.getAttribute('data-difference')) ?? '')).toBe(exact('999.5') - exact(altered[6] ?? ''))
  await page.getByRole('button', { name: /^Amount differs in 1 line/ }).click()
  await expect(linesOf(page).locator('tbody tr')).toHaveCount(1)
  await ledgerOf(page).getByRole('button', { name: 'No such event', exact: true }).click()
  await expect(linesOf(page).locator('tr[data-line]')).toHaveAttribute('data-event-id', 'evt_none')
  await ledgerOf(page).getByRole('button', { name: 'Matched', exact: true }).click()
  await expect(page.getByText(`Lines 1–50 of ${sent.length - 2}`)).toBeVisible()
  await inspector.button('Next lines').click()
  await expect(page.getByText(`Lines 51–`)).toBeVisible()
  await ledgerOf(page).getByRole('button', { name: 'Not in the file', exact: true }).click()
  await page.getByRole('button', { name: `Show the event ${missing[0]}`, exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Events', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => inspector.eventIds()).toEqual([missing[0]])
  await page.getByRole('button', { name: /^Remove condition/ }).click()
  await inspector.openTab('Check a file')
  expect(await outcomesOf(page)).toEqual(opened.wanted)
})

test('lines are copied as text and as a table, and an Excel file has its receipt', async ({
  inspector,
  page,
  opened,
}) => {
  const { missing } = opened
  await checkLedger(inspector, opened.id, opened.file)
  await ledgerOf(page).getByRole('button', { name: 'Not in the file', exact: true }).click()
  await inspector.button('Copy table of lines').click()
  await page.getByRole('menuitem', { name: 'For a spreadsheet' }).click()
  await expect.poll(() => clipboard(page)).toContain(missing[0])
  const lines = (await clipboard(page)).split('\r\n')
  expect(lines[1]?.split('\t').slice(1, 3)).toEqual(['Not in the file', missing[0]])
  expect(lines).toContain('Lines are found by\tevent ID')
  expect(await copiedHtml(page)).toContain(`${missing[0]}</td>`)
  const download = page.waitForEvent('download')
  await inspector.button('Copy table of outcomes').click()
  await page.getByRole('menuitem', { name: 'Excel file' }).click()
  const { sheets } = await readXlsx(readFileSync(await (await download).path()))
  expect(sheets[0]?.rows.slice(0, 40).flat()).toContain('Not in the file')
  await expect(inspector.button('Save its receipt')).toBeVisible()
})

test('a receipt takes no place, and is named', async ({ inspector, page, opened }) => {
  await checkLedger(inspector, opened.id, opened.file)
  const receipt = { eventscope: { receipt: 1 }, resources: [{ path: 'events.csv' }] }
  await dropFile(page, 'events.csv.receipt.json', JSON.stringify(receipt))
  const notice = page.getByRole('status').filter({ hasText: 'This is a receipt, of the file “events.csv”.' })
  await inspector.button('Close this notice', notice).click()
  await expect(inspector.button('Check')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'ledger.csv' })).toBeVisible()
  expect(await outcomesOf(page)).toEqual(opened.wanted)
})

test('what a file leaves open is asked, with what it would be read as; the answer holds for the next one', async ({
  inspector,
  page,
  opened,
}) => {
  const { sent } = opened
  await openTab(inspector, opened.id)
  const comma = (row: Row) => row.map((cell, at) => (at === 6 ? cell.replace('.', ',') : cell))
  const asked = sent.filter((row) => /^\d\.\d{3}$/.test(row[6] ?? '') || row[6] === '').slice(0, 30)
  const rows = asked.length > 0 && asked.some((row) => row[6] !== '') ? asked : sent.slice(0, 30)
  const odd = rows.map((row, at) => (at === 0 ? [...row.slice(0, 6), '1.234', ...row.slice(7)] : row)).map(comma)
  const only = odd.map((row) => (/^\d+,\d{3}$/.test(row[6] ?? '') ? row : [...row.slice(0, 6), '', ...row.slice(7)]))
  await chooseFile(inspector, 'german.csv', csvOf(only))
  await expect(page.getByRole('heading', { name: 'german.csv' })).toBeVisible()
  await inspector.button('Check').click()
  const ask = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Decimal comma' }) })
  await expect(ask).toContainText('1,234')
  // A picture takes no place: what is asked of the file that is here stays.
  await chooseFile(inspector, 'chart.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex'))
  await expect(page.getByRole('alert').filter({ hasText: 'chart.png' })).toContainText(/\w\.$/)
  await expectFinished(page, 'asked, and refused')
  await inspector.button('Decimal comma', ask).click()
  await inspector.button('Check').click()
  await expect(ledgerOf(page)).toBeVisible()
  await chooseFile(inspector, 'german again.csv', csvOf(only))
  await expect(page.getByText(/As chosen for the last file with these columns\./)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Decimal sign', exact: true })).toHaveValue(',')
})

test('by keys alone: lines are pasted, found by other columns than their ID, and each outcome is of what was read so far', async ({
  page,
  inspector,
  opened,
}) => {
  const events = await eventsOf(opened.service.url, SO_FAR.from, '2026-11-22T15:00:00Z')
  const sent = events.map(rowOf)
  await openNewSnapshot(inspector, 'Today', SO_FAR)
  const press = (key: string, to: Locator) => pressTo(page, key, to)
  await press('Tab', page.getByRole('tab', { name: 'Events', exact: true }))
  await press('ArrowRight', page.getByRole('tab', { name: 'Check a file', exact: true }))
  const typed = page.getByRole('textbox', { name: 'Lines', exact: true })
  await typed.waitFor()
  await press('Tab', typed)
  await expectFinished(page, 'nothing chosen')
  // As it is copied from a spreadsheet, without event IDs.
  const rows = sent.map((row, at) => [...row.slice(1, 5), at === 0 ? '0.5' : row[5], row[6]].map(String))
  await page.keyboard.insertText(csvOf(rows, HEADS.slice(1, 7), '\t'))
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await press('Shift+Tab', check)
  await page.keyboard.press('Enter')

  await expect(
    page
      .getByRole('group')
      .filter({ hasText: /event ID/i })
      .first(),
  ).toBeVisible()
  const by = page.getByRole('combobox', { name: 'Lines are found by', exact: true })
  await press('Tab', by)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('found by customer ID, event code, event type and created to the second.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Found by Date', exact: true })).toBeChecked()
  await press('Shift+Tab', check)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: /^Of what was read: / })).toBeVisible()
  await expect(check).toBeFocused()
  expect(await outcomesOf(page)).toMatchObject({
    matched: [sent.length - 1, sent.length - 1],
    differing: [1, 1],
    'only-snapshot': [0, 0],
  })
  for (const outcome of names.outcome)
    await expect(ledgerOf(page).locator(`[data-outcome="${outcome}"]`)).toContainText('of what was read')

  const group = ledgerOf(page).getByRole('button', { name: 'Matched, of what was read', exact: true })
  await press('Tab', group)
  await page.keyboard.press('Enter')
  await expect(group).toHaveAttribute('aria-pressed', 'true')
  const first = linesOf(page)
    .getByRole('button', { name: /^Show the event / })
    .first()
  await press('Tab', first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Events', exact: true })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Conditions', exact: true })).toBeVisible()
})

async function expectDisabled(page: Page, why: string): Promise<void> {
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await expect(check).toHaveAttribute('aria-disabled', 'true')
  await expect(check).toHaveAccessibleDescription(why)
  await check.focus()
  await page.keyboard.press('Enter')
  await expect(ledgerOf(page)).toHaveCount(0)
}

/** Chosen by keys, asked, answered by keys, and checked. */
async function expectAsked(
  page: Page,
  file: { name: string; content: string | Buffer },
  why: string,
  answer: Locator,
  give: () => Promise<void>,
  isAskedFirst = true,
) {
  const check = page.getByRole('button', { name: 'Check', exact: true })
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file', exact: true }).focus()
  await page.keyboard.press('Enter')
  const buffer = Buffer.from(file.content)
  await (await choosing).setFiles({ name: file.name, mimeType: 'application/octet-stream', buffer })
  await expect(page.getByRole('heading', { name: file.name })).toBeVisible()
  if (!isAskedFirst) {
    await pressTo(page, 'Shift+Tab', check)
    await page.keyboard.press('Enter')
  }
  await expect(answer).toBeVisible()
  await expectDisabled(page, why)
  await expectFinished(page, `${file.name} is asked about`)
  await pressTo(page, 'Tab', answer)
  await give()
  await expect(check).not.toHaveAttribute('aria-disabled', 'true')
  await expect(check).toHaveAccessibleDescription('')
  await pressTo(page, 'Shift+Tab', check)
  await page.keyboard.press('Enter')
  await expect(ledgerOf(page)).toBeVisible()
  await pressTo(page, 'Shift+Tab', page.getByRole('button', { name: 'Paste lines', exact: true }))
  await page.keyboard.press('Enter')
  await expect(ledgerOf(page)).toHaveCount(0)
}

const asked = (page: Page, name: string) => page.getByRole('group').getByRole('button', { name, exact: true })
const rowsWith = (sent: readonly Row[], head: string, cellOf: (row: Row) => string) => [
  ['Event ID', head],
  ...sent.map((row) => [row[0] ?? '', cellOf(row)]),
]
const customerOf = (row: Row) => row[1] ?? ''
const textOf = (rows: readonly Row[]) => rows.map((row) => row.join(';')).join('\n')

test('without lines Check is disabled and says why', async ({ inspector, page, opened }) => {
  await openTab(inspector, opened.id)
  await expectDisabled(page, 'Paste lines or choose a file first.')
})

test('the encoding is asked, and answered by keys', async ({ inspector, page, opened }) => {
  await openTab(inspector, opened.id)
  const content = Buffer.from(textOf(rowsWith(opened.sent, 'Kunde in Dvo\u00f8\u00e1k', customerOf)), 'latin1')
  const answer = asked(page, 'Windows-1252')
  await expectAsked(page, { name: 'latin.csv', content }, 'Choose the encoding first.', answer, async () => {
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('combobox', { name: 'Meaning of Kunde in Dvo\u00f8\u00e1k', exact: true }),
    ).toBeVisible()
  })
})

test('the separator is asked, and answered by keys', { tag: '@core' }, async ({ inspector, page, opened }) => {
  await openTab(inspector, opened.id)
  const content = textOf(rowsWith(opened.sent, 'a,b', () => '1,2'))
  await expectAsked(
    page,
    { name: 'either.csv', content },
    'Choose the separator first.',
    asked(page, 'Semicolon'),
    () => page.keyboard.press('Enter'),
  )
})

for (const [name, sheets, answerOf, key] of [
  ['two sheets', ['Cover', 'Lines'], (page: Page) => asked(page, 'Lines'), 'Enter'],
  [
    'ten sheets',
    ['Lines', ...Array.from({ length: 9 }, (_, at) => `Sheet ${at + 1}`)],
    (page: Page) => page.getByRole('combobox', { name: 'Sheet to be read', exact: true }),
    'ArrowDown',
  ],
] as const) {
  test(`the sheet is asked of ${name}, and answered by keys`, async ({ inspector, page, opened }) => {
    await openTab(inspector, opened.id)
    const rows = rowsWith(opened.sent, 'Customer', customerOf)
    const book = await writeXlsx({
      sheets: sheets.map((name) => ({ name, rows: name === 'Lines' ? rows : [['Notes']] })),
    })
    await expectAsked(
      page,
      { name: `${name}.xlsx`, content: Buffer.from(book) },
      'Choose the sheet first.',
      answerOf(page),
      () => page.keyboard.press(key),
    )
  })
}

test('the decimal sign is asked once it is checked, and answered by keys', async ({ inspector, page, opened }) => {
  await openTab(inspector, opened.id)
  const content = textOf(rowsWith(opened.sent, 'Amount', () => '1,234'))
  await expectAsked(
    page,
    { name: 'amounts.csv', content },
    'Choose the decimal sign first.',
    asked(page, 'Decimal comma'),
    () => page.keyboard.press('Enter'),
    false,
  )
})

test('of a group of 60,000 lines a copy says how many it has, and an Excel file has all', async ({
  page,
  inspector,
  opened,
}) => {
  await openAfresh(inspector, opened.id)
  await inspector.openTab('Check a file')
  const ids = Array.from({ length: 60_000 }, (_, at) => `evt_${at}`)
  await dropFile(page, 'long.csv', ['event_id', ...ids].join('\n'))
  await expect(page.getByRole('heading', { name: 'long.csv' })).toBeVisible()
  await inspector.button('Check').click()
  await expect(page.getByText('Lines 1–50 of 60,000')).toBeVisible()
  await inspector.button('Copy table of lines').click()
  await page.getByRole('menuitem', { name: 'For a spreadsheet' }).click()
  await expect.poll(() => clipboard(page)).toContain('Lines\t50,000 of 60,000; an Excel file has all of them')
  expect((await clipboard(page)).match(/\tNo such event\t/g)).toHaveLength(50_000)
  const download = page.waitForEvent('download')
  await inspector.button('Copy table of lines').click()
  await page.getByRole('menuitem', { name: 'Excel file' }).click()
  const [table, about] = (await readXlsx(readFileSync(await (await download).path()))).sheets
  expect(table?.rows.slice(1).map((row) => row[2])).toEqual(ids)
  expect(about?.rows.map(([name]) => name)).not.toContain('Lines')
  await expect(inspector.button('Save its receipt')).toBeVisible()
})
