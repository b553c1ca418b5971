// Columns: money among them, numbers one below the other, as wide and in the order that their user wants, remembered
// per connection, and never moved by anything else.
import type { Locator } from '@playwright/test'
import { test as base, expect, startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, type ScriptedService, startScriptedService } from './scripted-service.ts'
import { testInOneScriptedWindow } from './scripted-window.ts'

const amounts = ['1249.00', '0.4821', '12.75', '4996233', '-0.5', '2.5E-7', '"42"', 'null']
const rows = amounts.map((amount, index) =>
  eventText(index, {
    event_id: JSON.stringify(`evt_01JBRX7Q3M5T9V2W4Y6Z8A08C${index}E`),
    created_at: JSON.stringify(`2026-11-03T21:33:2${index}.477123456Z`),
    event_properties: `{"amount":${amount},${index < 4 ? `"quantity":${index},` : ''}"currency":"EUR","__proto__":"a name","created_at":"typed"}`,
  }),
)
const idOf = (index: number) => `evt_01JBRX7Q3M5T9V2W4Y6Z8A08C${index}E`

const test = testInOneScriptedWindow(pageOf(rows))

test('the head of "Created" says whose times these are, its tooltip by which offset, and rows of two offsets show the whole of theirs', async ({
  window,
  scripted,
}) => {
  const summer = eventText(90, { created_at: '"2026-06-03T21:33:20.477123456Z"' })
  const head = window.grid.getByRole('columnheader', { name: 'Created', exact: true })
  /** Whether nothing around this text cuts any of it off. */
  const isWhole = (where: Locator, text: string) =>
    where.evaluate((element, text) => {
      const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      let node = walk.nextNode() as Text | null
      while (node !== null && !node.data.includes(text)) node = walk.nextNode() as Text | null
      if (node === null) return `without ${text}: ${element.textContent}`
      const range = document.createRange()
      range.setStart(node, node.data.indexOf(text))
      range.setEnd(node, node.data.indexOf(text) + text.length)
      const { left, right } = range.getBoundingClientRect()
      for (let box = node.parentElement; box !== null; box = box === element ? null : box.parentElement) {
        const around = box.getBoundingClientRect()
        if (getComputedStyle(box).overflowX === 'visible' && box !== element) continue
        if (left < around.left - 0.5 || right > around.right + 0.5) return `cut: ${element.textContent}`
      }
      return 'whole'
    }, text)

  for (const sorted of [false, true]) {
    if (sorted) await head.getByRole('button').click()
    for (const [zone, offset] of [
      ['Europe/Berlin', '+01:00'],
      ['Asia/Kathmandu', '+05:45'],
      ['America/Buenos_Aires', '-03:00'],
      ['America/North_Dakota/New_Salem', '-06:00'],
      ['Antarctica/DumontDUrville', '+10:00'],
    ] as const) {
      await window.chooseZone(zone)
      await expect(head.getByRole('button')).toHaveAttribute('title', new RegExp(`\\(\\${offset}\\)$`))
      expect(await isWhole(head, 'Created'), zone).toBe('whole')
    }
  }
  scripted.answers((_, response) => json(response, pageOf([...rows, summer])))
  await window.button('Refresh').click()
  await expect(window.rows).toHaveCount(rows.length + 1)
  await window.chooseZone('America/North_Dakota/New_Salem')
  expect(await isWhole(window.cell('evt_0090', 'Created'), '-05:00')).toBe('whole')
  expect(await isWhole(window.cell(idOf(0), 'Created'), '-06:00')).toBe('whole')
  await window.chooseZone('UTC')
})

async function showAmounts(window: Inspector, scripted: ScriptedService): Promise<void> {
  scripted.answers((_, response) => json(response, pageOf(rows)))
  await window.button('Refresh').click()
  await expect(window.rows).toHaveCount(amounts.length)
}

test('numbers are offered as columns; texts differ from them by more than colour', async ({ window, scripted }) => {
  await showAmounts(window, scripted)
  expect(await window.columns()).toEqual([
    ...['Created', 'Event ID', 'Event code', 'Type', 'amount', 'quantity', 'Customer ID', 'Properties'],
  ])
  await expect(window.grid.getByRole('columnheader', { name: 'amount', exact: true })).toContainText('#')
  await expect(window.cell(idOf(0), 'Event ID')).toHaveText('evt_01JBRX7Q…8A08C0E')
  await expect(window.cell(idOf(0), 'Created')).toHaveText('3 Nov 21:33:20.477')
  await expect(window.grid.getByRole('columnheader', { name: 'Created', exact: true })).toContainText('UTC')
  await expect(window.cell(idOf(6), 'amount')).toHaveText('"42"')
  await expect(window.cell(idOf(7), 'amount')).toHaveText('null')
})

test('the points of numbers stand below one another', async ({ window, scripted }) => {
  await showAmounts(window, scripted)
  const pointOf = (index: number) =>
    window.cell(idOf(index), 'amount').evaluate((cell) => {
      const node = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() as Text
      const at = node.data.indexOf('.')
      const range = document.createRange()
      range.setStart(node, at < 0 ? node.length : at)
      range.setEnd(node, at < 0 ? node.length : at)
      return Math.round(range.getBoundingClientRect().left)
    })
  const points = await Promise.all([0, 1, 2, 3, 4, 5].map(pointOf))
  expect(new Set(points).size).toBe(1)
})

test('opening the details moves no column, and the amount stays in sight', async ({ window, scripted, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await showAmounts(window, scripted)
  const places = () =>
    window.grid.locator('th').evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)))
  const before = await places()
  await window.open(idOf(0))
  expect(await places()).toEqual(before)
  for (const index of [0, 1, 3]) {
    const number = window.cell(idOf(index), 'amount').locator('span')
    const box = await number.boundingBox()
    const pane = await window.details.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(pane?.x ?? 0)
  }
  await page.keyboard.press('Escape')
})

async function resetColumns(window: Inspector): Promise<void> {
  await window.button('Columns').click()
  await window.button('Reset columns').click()
  await window.page.keyboard.press('Escape')
  await expect.poll(async () => (await window.columns()).length).toBe(8)
}

const headOf = (window: Inspector, name: string) => window.grid.locator(`th[data-column="${name}"]`)
const widthOf = async (window: Inspector, name: string) =>
  Math.round((await headOf(window, name).boundingBox())?.width ?? 0)

test('a property is added as a column, whatever it is called, and a column hidden', async ({ window, scripted }) => {
  await showAmounts(window, scripted)
  await window.showColumn('__proto__')
  await window.showColumn('created_at')
  await window.showColumn('Customer ID', false)
  await expect(window.cell(idOf(0), '__proto__')).toHaveText('a name')
  await expect(window.cell(idOf(0), 'created_at')).toHaveText('typed')
  await expect(headOf(window, 'Customer ID')).toHaveCount(0)
  await resetColumns(window)
})

test('a column is moved by key, and focus stays with it; pinned it is kept in sight while the others scroll', async ({
  window,
  scripted,
  page,
}) => {
  await showAmounts(window, scripted)
  await window.button('Columns').click()
  const panel = page.getByRole('dialog', { name: 'Columns', exact: true })
  const box = panel.getByRole('checkbox', { name: 'amount', exact: true })
  await box.focus()
  for (let step = 0; step < 5; step++) await page.keyboard.press('Alt+ArrowUp')
  await expect(box).toBeFocused()
  expect((await window.columns())[0]).toBe('amount')
  await panel.getByRole('button', { name: 'Move down: amount', exact: true }).click()
  expect((await window.columns()).slice(0, 2)).toEqual(['Created', 'amount'])
  await panel.getByRole('button', { name: 'Pin: amount', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(window.button('Columns')).toBeFocused()

  await page.setViewportSize({ width: 720, height: 700 })
  const left = async (name: string) => Math.round((await headOf(window, name).boundingBox())?.x ?? 0)
  const before = [await left('Created'), await left('amount'), await left('Event ID')]
  await window.grid.evaluate((grid) => grid.parentElement?.scrollBy({ left: 200 }))
  await expect.poll(() => left('Event ID')).toBeLessThan(before[2] ?? 0)
  expect([await left('Created'), await left('amount')]).toEqual(before.slice(0, 2))
  await page.setViewportSize({ width: 1280, height: 720 })
  await resetColumns(window)
})

test('a column is moved by the pointer: nothing is sorted by that', async ({ window, scripted, page }) => {
  await showAmounts(window, scripted)
  const [from, to] = [await headOf(window, 'Type').boundingBox(), await headOf(window, 'Event ID').boundingBox()]
  if (!from || !to) throw new Error('There are no heads.')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 10, { steps: 6 })
  await page.mouse.up()
  await expect
    .poll(async () => (await window.columns()).slice(0, 4))
    .toEqual(['Created', 'Type', 'Event ID', 'Event code'])
  await expect(headOf(window, 'Type')).toHaveAttribute('aria-sort', 'none')
  await resetColumns(window)
})

test('a column is made wider by its edge, by key, and as wide as what it holds', async ({ window, scripted, page }) => {
  await showAmounts(window, scripted)
  const head = headOf(window, 'Event ID')
  const before = await widthOf(window, 'Event ID')
  const box = await head.boundingBox()
  if (!box) throw new Error('There is no head.')
  await page.mouse.move(box.x + box.width - 3, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 57, box.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf(window, 'Event ID')).toBe(before + 60)
  await head.getByRole('button').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => widthOf(window, 'Event ID')).toBe(before + 48)
  await head.locator('[title^="Drag"]').dblclick()
  await expect(window.cell(idOf(0), 'Event ID')).toHaveText(idOf(0))
  await resetColumns(window)
})

test('a column is sorted by exact value', async ({ window, scripted }) => {
  await showAmounts(window, scripted)
  await headOf(window, 'amount').getByRole('button').click()
  const shown = await window.grid.locator('td[data-column="amount"]').allInnerTexts()
  expect(shown).toEqual(['null', '"42"', '4,996,233', '1,249.00', '12.75', '0.4821', '2.5E-7', '−0.5'])
})

// It starts two shells.
base('the columns, their order and widths are there again after a restart', async ({ folder, page }) => {
  const scripted = await startScriptedService((_, response) => json(response, pageOf(rows)))
  const env = { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token }
  const shell = await startBrowserShell(folder, env)
  const window = new Inspector(page)
  await page.goto(shell.url)
  await expect(window.rows).toHaveCount(amounts.length)
  await window.showColumn('__proto__')
  await window.showColumn('created_at')
  await window.showColumn('Customer ID', false)
  await window.button('Columns').click()
  const panel = page.getByRole('dialog', { name: 'Columns', exact: true })
  await panel.getByRole('checkbox', { name: 'amount', exact: true }).focus()
  for (let step = 0; step < 3; step++) await page.keyboard.press('Alt+ArrowUp')
  await panel.getByRole('button', { name: 'Pin: amount', exact: true }).click()
  await page.keyboard.press('Escape')
  const widthKept = page.waitForResponse(
    (answer) => answer.url().endsWith('/remembered/write') && /widths\\":\[\[/.test(answer.request().postData() ?? ''),
  )
  await headOf(window, 'Event ID').locator('[title^="Drag"]').dblclick()
  await expect(window.cell(idOf(0), 'Event ID')).toHaveText(idOf(0))
  await widthKept
  const [order, width] = [await window.columns(), await widthOf(window, 'Event ID')]
  expect(order.slice(0, 2)).toEqual(['Created', 'amount'])
  await shell.stop()

  const again = await startBrowserShell(folder, env)
  await page.goto(again.url)
  await expect(window.rows).toHaveCount(amounts.length)
  expect(await window.columns()).toEqual(order)
  expect(await widthOf(window, 'Event ID')).toBe(width)
  await resetColumns(window)
  await again.stop()
  await scripted.stop()
})

// Which numbers are columns at first goes by the first rows.
base('5,000 names, some of 10,000 characters, are found by typing and shown as fits', async ({ folder, page }) => {
  const long = `x${'y'.repeat(9_999)}`
  const names = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`property_${index}`, index]))
  const many = [
    eventText(0, { event_properties: JSON.stringify({ [long]: 1, ' \u202e\u200b': 2, '': 3, ...names }) }),
    eventText(1, { event_properties: '{"property_0":1,"property_0":2}' }),
  ]
  const scripted = await startScriptedService((_, response) => json(response, pageOf(many)))
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token })
  const window = new Inspector(page)
  await page.goto(shell.url)
  await expect(window.rows).toHaveCount(2)
  await window.button('Columns').click()
  const panel = page.getByRole('dialog', { name: 'Columns', exact: true })
  await expect(panel.getByText(/more: keep typing/)).toBeVisible()
  await window.textbox('Find a property', panel).fill('property_4999')
  await expect(panel.getByRole('button', { name: /^Add column/ })).toHaveCount(1)
  await window.button('Add column property_4999', panel).click()
  await window.textbox('Find a property', panel).fill('xyyy')
  await panel.getByRole('button', { name: /^Add column xy{9}/ }).click()
  // Nor is one without a name nameless on the screen.
  await window.textbox('Find a property', panel).fill('')
  await window.button('Add column no name', panel).click()
  await page.keyboard.press('Escape')
  await expect(window.grid.getByRole('columnheader', { name: 'no name' })).toBeVisible()
  await expect(window.cell('evt_0000', '')).toHaveText('3')
  await expect(window.cell('evt_0000', 'property_4999')).toHaveText('4,999')
  await expect(window.cell('evt_0001', 'property_0')).toHaveText('2 values')
  await expect(window.grid.locator('th').filter({ hasText: 'xyyy' })).toBeVisible()
  expect(await window.grid.evaluate((grid) => grid.clientWidth)).toBeLessThan(2_500)
  await shell.stop()
  await scripted.stop()
})
