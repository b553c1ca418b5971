// Keyboard and screen readers: the grid's keys, "/", one announcement a search, and what Tab reaches.
import type { Locator, Page } from '@playwright/test'
import type { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, type ScriptedService, serving } from './scripted-service.ts'
import { test as base, expect, fifty, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow(pageOf(fifty, 120))
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** Row and column of the grid that have the focus; row -1 is the heads. */
const place = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
    return [Number(row), document.activeElement?.closest<HTMLTableCellElement>('td, th')?.cellIndex]
  })

async function press(window: Inspector, key: string, row: number, column: number): Promise<void> {
  await window.page.keyboard.press(key)
  expect(await place(window.page), key).toEqual([row, column])
  await expect(window.grid.locator(':focus')).toBeInViewport({ ratio: 1 })
}

test('the table is a grid with one stop for Tab: arrows, Home, End, PageUp, PageDown', async ({ window, page }) => {
  await window.button('Refresh').focus()
  while ((await window.grid.locator(':focus').count()) === 0) await page.keyboard.press('Tab')
  await expect(window.grid.locator('[tabindex="0"]')).toHaveCount(1)
  expect(await place(page)).toEqual([0, 1])
  await press(window, 'ArrowDown', 1, 1)
  await press(window, 'ArrowRight', 1, 2)
  await press(window, 'ArrowLeft', 1, 1)
  await press(window, 'ArrowUp', 0, 1)
  await press(window, 'End', 0, 7)
  await press(window, 'ArrowRight', 0, 7)
  await press(window, 'Home', 0, 0)
  await press(window, 'Control+End', 49, 7)
  await press(window, 'ArrowDown', 49, 7)
  await press(window, 'Control+Home', 0, 0)
  await page.keyboard.press('PageDown')
  const [row = 0] = await place(page)
  expect(row).toBeGreaterThan(15)
  expect(row).toBeLessThan(26)
  await expect(window.grid.locator(':focus')).toBeInViewport({ ratio: 1 })
  await press(window, 'PageUp', 0, 0)
  await expect(window.grid.locator('[tabindex="0"]')).toHaveCount(1)

  // One stop for Tab, wherever the focus was in the grid.
  await press(window, 'ArrowRight', 0, 1)
  await press(window, 'ArrowDown', 1, 1)
  await page.keyboard.press('Tab')
  await expect(window.grid.locator(':focus')).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  expect(await place(page)).toEqual([1, 1])
})

// Before other tests open details: the first time loads them.
test('details become an overlay that returns the focus, filters a button with a count', async ({ window, page }) => {
  const filters = page.getByRole('button', { name: /^Show filters/ })
  for (const size of [
    { width: 1024, height: 700 },
    // 1280×800 at 200 % zoom.
    { width: 640, height: 400 },
  ]) {
    await page.setViewportSize(size)
    await expect(window.filters).toBeHidden()
    await window.row('evt_0002').getByRole('gridcell').nth(1).focus()
    await page.keyboard.press('Enter')
    const overlay = page.getByRole('dialog', { name: 'Details of the event' })
    await expect(overlay.getByRole('region', { name: 'Event details' })).toBeVisible()
    await expect(overlay.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Alt+ArrowDown')
    await expect(overlay).toContainText('evt_0003')
    // Tab stays inside.
    for (let stop = 0; stop < 20; stop += 1) await page.keyboard.press('Tab')
    await expect(overlay.locator(':focus')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(window.grid.locator(':focus')).toHaveCount(1)

    await page.keyboard.press('/')
    await expect(window.textbox('Customer ID', window.filters)).toBeFocused()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText('cus_A')
    await page.keyboard.press('Enter')
    await expect(window.filters).toBeHidden()
    await expect(filters).toHaveAccessibleName('Show filters, 1 applied')
    await expect(filters).toContainText('1')
    await window.settled()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await window.button('Clear filters', window.filters).click()
  await window.search()
})

test('in the grid Space selects and Enter opens; the heads are above the first row and sort', async ({
  window,
  page,
}) => {
  await window.row('evt_0001').getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('Space')
  await expect(window.row('evt_0001')).toHaveAttribute('aria-selected', 'true')
  await press(window, 'ArrowDown', 2, 1)
  await press(window, 'ArrowDown', 3, 1)
  await page.keyboard.press('Shift+Space')
  await expect(window.page.getByText('3 selected')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  await expect(window.page.getByText('2 selected')).toBeVisible()
  await page.keyboard.press('Control+a')
  await expect(window.page.getByText('50 selected')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(window.details).toContainText('evt_0003')

  // The heads are above the first row; Enter sorts.
  await page.keyboard.press('Control+Home')
  await press(window, 'ArrowUp', -1, 0)
  await press(window, 'ArrowRight', -1, 1)
  await page.keyboard.press('Enter')
  await expect(window.grid.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  await window.button('Clear selection').click()
  await page.getByRole('button', { name: /Back to the service’s order/ }).click()
  await window.button('Close details').click()
})

test('from the filters to the rows in two presses of Tab; Up and Down move what is open; F6 goes from pane to pane', async ({
  window,
  page,
}) => {
  const focusIn = (within: Locator) => expect(within.locator(':focus')).toHaveCount(1)
  await window.grid.locator('[tabindex="0"]').focus()
  await page.keyboard.press('Control+Home')
  await window.button('Search', window.filters).focus()
  for (let presses = 0; presses < 2; presses++) await page.keyboard.press('Tab')
  await focusIn(window.grid)

  // The tools above the rows are one stop; the arrow keys go from one to the next, and round.
  await page.keyboard.press('Shift+Tab')
  const tools = page.getByRole('toolbar', { name: 'Events', exact: true })
  await focusIn(tools)
  const first = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowRight')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(first)
  await page.keyboard.press('ArrowLeft')
  await expect(window.button('Load all')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(window.button('Load all')).toBeFocused()
  await page.keyboard.press('Tab')

  // Nothing is open: nothing opens.
  await page.keyboard.press('ArrowDown')
  await expect(window.details).toBeHidden()
  await page.keyboard.press('Enter')
  const id = window.details.locator('[data-field="event_id"]')
  await expect(id).toHaveAttribute('data-value', 'evt_0001')
  for (const [key, eventId] of [
    ['ArrowDown', 'evt_0002'],
    ['ArrowDown', 'evt_0003'],
    ['ArrowUp', 'evt_0002'],
    ['ArrowRight', 'evt_0002'],
    ['Control+End', 'evt_0049'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(id, key).toHaveAttribute('data-value', eventId)
    await focusIn(window.grid)
  }

  const panes = [window.details, page.getByRole('banner').first(), window.filters, window.grid]
  for (const pane of panes) {
    await page.keyboard.press('F6')
    await expect(pane.locator(':focus').or(pane.and(page.locator(':focus')))).toHaveCount(1)
  }
  await page.keyboard.press('Shift+F6')
  await focusIn(window.filters)
  await window.button('Close details').click()
})

test('Ctrl+K over a dialog leaves the focus to it, and over one on its way out the focus is not nowhere', async ({
  window,
  page,
}) => {
  await window.settled()
  await window.button('Settings').click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(window.find).not.toBeFocused()
  // Both before the dialog has faded: only its own keyboard is as quick as that.
  await page.evaluate(() => {
    const press = (init: KeyboardEventInit) =>
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
    press({ key: 'Escape', code: 'Escape' })
    press({ key: 'k', code: 'KeyK', ctrlKey: true })
  })
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()
  await expect(page.locator('body')).not.toBeFocused()
})

test('"/" focuses the first filter, is a sign like any other in a field, and can be switched off', async ({
  window,
  page,
}) => {
  const first = window.textbox('Customer ID', window.filters)
  await window.row('evt_0002').getByRole('gridcell').nth(1).focus()
  await page.keyboard.press('/')
  await expect(first).toBeFocused()
  await page.keyboard.press('/')
  await expect(first).toHaveValue('/')

  // The filters come back for it.
  await window.button('Hide filters').click()
  await expect(window.filters).toBeHidden()
  await page.keyboard.press('/')
  await expect(first).toBeFocused()

  await window.button('Settings').click()
  await page.getByRole('dialog').getByText('goes to filters').waitFor()
  await page.getByRole('switch', { name: 'Slash key goes to filters' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const again of [false, true]) {
    if (again) await page.reload()
    await window.settled()
    await window.row('evt_0002').getByRole('gridcell').nth(1).focus()
    await page.keyboard.press('/')
    await expect(first).not.toBeFocused()
  }
})

/** Ten times as many as were asked for. */
async function showMany(window: Inspector, scripted: ScriptedService): Promise<void> {
  const many = Array.from({ length: 500 }, (_, index) => eventText(index))
  scripted.answers(({ method, path }, response) =>
    json(response, method === 'GET' ? eventText(Number(/\d+$/.exec(path)?.[0])) : pageOf(many, 5_000)),
  )
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–500 of 5,000')).toBeVisible()
}

test('of more rows than anybody asked for only those in sight are drawn, and all the keys still reach every one', async ({
  window,
  scripted,
  page,
}) => {
  await showMany(window, scripted)
  await expect(window.grid).toHaveAttribute('aria-rowcount', '501')
  expect(await window.rows.count()).toBeLessThan(120)
  await window.grid.locator('[tabindex="0"]').focus()
  await press(window, 'Control+End', 499, 7)
  await expect(window.row('evt_0499')).toHaveAttribute('aria-rowindex', '501')
  // A row in the middle, out of sight: it stands where it would if all were drawn.
  await press(window, 'Home', 499, 0)
  for (let screens = 0; screens < 10; screens++) await page.keyboard.press('PageUp')
  const [middle = 0] = await place(page)
  expect(middle).toBeGreaterThan(200)
  expect(middle).toBeLessThan(350)
  const row = window.rows.and(page.locator(`[data-row="${middle}"]`))
  const { top, height } = await row.evaluate((it) => ({
    top: (it as HTMLElement).offsetTop,
    height: it.getBoundingClientRect().height,
  }))
  expect(Math.abs(top - middle * height)).toBeLessThan(40)

  await page.keyboard.press('Space')
  await press(window, 'Control+Home', 0, 0)
  await page.keyboard.press('Shift+Space')
  await expect(page.getByText(`${middle + 1} selected`)).toBeVisible()
  await page.keyboard.press('Control+c')
  await expect(window.status(`${middle + 1} rows copied`)).toBeVisible()
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n')
  // The row that was chosen first comes first.
  const ids = copied.slice(1).map((line) => line.split('\t')[0])
  expect(ids.toSorted()).toEqual(
    Array.from({ length: middle + 1 }, (_, index) => `evt_${String(index).padStart(4, '0')}`),
  )
  await page.keyboard.press('Control+a')
  await expect(page.getByText('500 selected')).toBeVisible()
  await window.button('Clear selection').click()
})

test('the focus stays with its row, however far it is scrolled or sorted away, and the keys go on from there', async ({
  window,
  scripted,
  page,
}) => {
  await showMany(window, scripted)
  await window.grid.locator('[tabindex="0"]').focus()
  await page.keyboard.press('Control+Home')
  await press(window, 'ArrowRight', 0, 1)
  await window.rows.first().hover()
  await page.mouse.wheel(0, 7_000)
  await expect(window.row('evt_0250')).toBeAttached()
  expect(await window.rows.count()).toBeLessThan(120)
  expect(await place(page)).toEqual([0, 1])
  await press(window, 'ArrowDown', 1, 1)
  await page.keyboard.press('Enter')
  await expect(window.details).toContainText('2 of 500 on this page')

  // Sorted the other way the open event is far from sight, and its neighbours are still one key away.
  await window.grid.getByRole('button', { name: 'Event ID', exact: true }).click()
  await window.grid.getByRole('button', { name: 'Event ID', exact: true }).click()
  await expect(window.details).toContainText('499 of 500 on this page')
  await expect(window.row('evt_0001')).toBeInViewport({ ratio: 0.5 })
  await page.keyboard.press('Alt+ArrowUp')
  await expect(window.row('evt_0002')).toHaveAttribute('aria-current', 'true')
  await expect(window.row('evt_0002')).toBeInViewport({ ratio: 0.5 })
  await page.getByRole('button', { name: /Back to the service’s order/ }).click()
  await window.button('Close details').click()
})

// Its clock cannot be put back.
base.use({ firstPage: pageOf(fifty, 120) })
base('one polite announcement a search', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await window.search()
  // What a screen reader would say: each text that appears in a live region.
  await page.evaluate(() => {
    const announced: string[] = []
    Object.assign(globalThis, { __announced: announced })
    const live = '[role=status], [role=alert], [role=log], output, [aria-live]:not([aria-live=off])'
    new MutationObserver((changes) => {
      const heard = new Set<Element>()
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live)
        if (region) heard.add(region)
        for (const node of addedNodes) {
          if (node instanceof Element) for (const inner of node.querySelectorAll('[role=alert]')) heard.add(inner)
        }
      }
      announced.push(...[...heard].map((region) => region.textContent ?? '').filter((text) => text !== ''))
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  const announced = async () => {
    await page.waitForTimeout(300)
    return page.evaluate(() => (globalThis as unknown as { __announced: string[] }).__announced.splice(0))
  }
  await window.next()
  expect(await announced()).toEqual(['Rows 51–100 of 120'])
  await window.button('Refresh').click()
  await window.settled()
  expect(await announced()).toEqual(['Rows 51–100 of 120'])
  await window.search()
  expect(await announced()).toEqual(['Rows 1–50 of 120'])
  await window.rowsPerPage(25)
  expect(await announced()).toEqual(['Rows 1–25 of 120'])
  scripted.answers((_, response) => json(response, pageOf([], 0)))
  await window.search()
  expect(await announced()).toEqual(['No events'])

  // Cached rows are announced when they come; asked for again behind them and found the same, they are not once more.
  scripted.answers(serving(120))
  await page.clock.install({ time: Date.now() + 31_000 })
  await window.rowsPerPage(50)
  await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  await window.settled()
  await page.clock.runFor(400)
  expect(await page.evaluate(() => (globalThis as unknown as { __announced: string[] }).__announced.splice(0))).toEqual(
    ['Rows 1–50 of 120'],
  )
})

interface Stop {
  /** Role-like tag and accessible-looking name, for messages. */
  what: string
  visible: boolean
}

/** Presses Tab through the whole page. @returns each stop, and whether its focus can be seen */
async function tabThrough(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-stop]')) element.removeAttribute('data-stop')
  })
  for (let count = 0; count < 150; count += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return 'outside'
      if (element.hasAttribute('data-stop')) return 'again'
      element.setAttribute('data-stop', '')
      // A covered input is drawn by its label, its track or its wrapper.
      const drawn = [element, element.parentElement, element.nextElementSibling, element.closest('label')]
      const look = () =>
        drawn.map((part) => {
          if (part === null) return ''
          const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(part)
          const outline = outlineStyle === 'none' ? '' : `${outlineWidth} ${outlineColor}`
          return [outline, boxShadow, getComputedStyle(part, '::after').backgroundColor].join('|')
        })
      const focused = look()
      element.blur()
      const blurred = look()
      element.focus({ preventScroll: true })
      const { width, height } = element.getBoundingClientRect()
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''
      return {
        what: `${element.tagName.toLowerCase()} ${name || element.id || element.className} ${Math.round(width)}×${Math.round(height)}`,
        visible: focused.some((part, index) => part !== blurred[index]),
      }
    })
    if (stop === 'again') break
    if (stop !== 'outside') stops.push(stop)
  }
  return stops
}

/**
 * What can be used with a mouse but was no stop: the parts of a composite (grid, menu, radio group, toolbar, tabs) have
 * one for all.
 */
const missed = (page: Page) =>
  page.evaluate(() => {
    const controls = 'button, input, select, textarea, a[href], summary, [role=button], [role=separator][tabindex]'
    return (
      [...document.querySelectorAll<HTMLElement>(controls)]
        .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        .filter((control) => !control.matches(':disabled') && !control.hasAttribute('data-stop'))
        .filter(
          (control) =>
            !control.closest(
              '[role=grid], [role=menu], [role=listbox], [role=toolbar], [role=tablist], [inert], [aria-hidden=true]',
            ),
        )
        // Words that press the button above them, which is a stop.
        .filter((control) => !control.matches('[data-covered]:has(~ [data-stop], ~ * [data-stop])'))
        .filter((control) => !(control instanceof HTMLInputElement && control.type === 'radio' && !control.checked))
        .map((control) => control.outerHTML.slice(0, 120))
    )
  })

async function expectReachable(page: Page, state: string): Promise<void> {
  const stops = await tabThrough(page)
  expect(stops.length, state).toBeGreaterThan(2)
  expect(
    stops.filter(({ visible }) => !visible).map(({ what }) => what),
    `${state}: unseen focus`,
  ).toEqual([])
  expect(await missed(page), `${state}: out of reach`).toEqual([])
}

test('every control is a stop of Tab, with a visible focus, in every state', async ({ window, scripted, page }) => {
  test.slow()
  const odd = fifty.map((text, index) => (index === 3 ? eventText(3, { customer_id: '42' }) : text))
  scripted.answers((_, response) => json(response, pageOf(odd, 120)))
  await window.search({ properties: [{ name: 'amount', type: 'Number', value: '7' }] })
  await window.row('evt_0003').getByRole('checkbox').check()
  await window.grid.getByRole('button', { name: 'Event ID' }).click()
  await window.open('evt_0003')
  await window.textbox('Customer ID', window.filters).fill('changed')
  await expectReachable(page, 'rows that do not match, a selection, sorted, details, a changed draft')

  scripted.answers((_, response) => json(response, { error: 'no' }, 401))
  await window.button('Refresh').click()
  await expect(window.alert).toBeVisible()
  await expectReachable(page, 'a failure')

  scripted.answers((_, response) => json(response, pageOf([], 0)))
  await window.search({ properties: [{ name: 'amount', type: 'Number', value: '7' }] })
  await expectReachable(page, 'no rows')

  scripted.answers(() => {})
  await window.button('Refresh').click()
  await expect(window.button('Cancel search')).toBeVisible()
  await expectReachable(page, 'loading')
  await window.button('Cancel search').click()

  await window.button('Settings').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect((await tabThrough(page)).filter(({ visible }) => !visible)).toEqual([])
})
