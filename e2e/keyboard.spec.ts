// Keyboard and screen readers: the grid's keys, "/", one announcement a search, and every action by keyboard alone.
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { startBrowserShell, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { eventText, json, pageOf, serving, startScriptedService } from './scripted-service.ts'
import { expect, fifty, test } from './scripted-window.ts'

test.use({ firstPage: pageOf(fifty, 120) })

/** Row and column of the grid that have the focus; row -1 is the heads. */
const place = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('[data-row]')?.getAttribute('data-row')
    return [Number(row), document.activeElement?.closest<HTMLTableCellElement>('td, th')?.cellIndex]
  })

test('of more rows than anybody asked for only those in sight are drawn, and all the keys still reach every one', async ({
  window,
  scripted,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const many = Array.from({ length: 500 }, (_, index) => eventText(index))
  scripted.answers(({ method, path }, response) =>
    json(response, method === 'GET' ? eventText(Number(/\d+$/.exec(path)?.[0])) : pageOf(many, 5_000)),
  )
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–500 of 5,000')).toBeVisible()
  await expect(window.grid).toHaveAttribute('aria-rowcount', '501')
  expect(await window.rows.count()).toBeLessThan(120)
  const press = async (key: string, row: number, column: number) => {
    await page.keyboard.press(key)
    expect(await place(page), key).toEqual([row, column])
    await expect(window.grid.locator(':focus')).toBeInViewport({ ratio: 1 })
  }
  await window.grid.locator('[tabindex="0"]').focus()
  await press('Control+End', 499, 7)
  await expect(window.row('evt_0499')).toHaveAttribute('aria-rowindex', '501')
  // A row in the middle, out of sight: it stands where it would if all were drawn.
  await press('Home', 499, 0)
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
  await press('Control+Home', 0, 0)
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

  // The focus stays with its row, however far that is scrolled away, and the keys go on from there.
  await press('ArrowRight', 0, 1)
  await window.rows.first().hover()
  await page.mouse.wheel(0, 7_000)
  await expect(window.row('evt_0250')).toBeAttached()
  expect(await window.rows.count()).toBeLessThan(120)
  expect(await place(page)).toEqual([0, 1])
  await press('ArrowDown', 1, 1)
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
})

test('one polite announcement a search', async ({ window, scripted, page }) => {
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

test('the keys of the grid, of the panes around it and of small windows', async ({ window, page }) => {
  await test.step('the table is a grid with a roving focus: arrows, Home, End, PageUp, PageDown; Space selects, Enter opens', async () => {
    const press = async (key: string, row: number, column: number) => {
      await page.keyboard.press(key)
      expect(await place(page), key).toEqual([row, column])
    }
    await window.button('Refresh').focus()
    while ((await window.grid.locator(':focus').count()) === 0) await page.keyboard.press('Tab')
    await expect(window.grid.locator('[tabindex="0"]')).toHaveCount(1)
    expect(await place(page)).toEqual([0, 1])
    await press('ArrowDown', 1, 1)
    await press('ArrowRight', 1, 2)
    await press('ArrowLeft', 1, 1)
    await press('ArrowUp', 0, 1)
    await press('End', 0, 7)
    await press('ArrowRight', 0, 7)
    await press('Home', 0, 0)
    await press('Control+End', 49, 7)
    await expect(window.grid.locator(':focus')).toBeInViewport({ ratio: 1 })
    await press('ArrowDown', 49, 7)
    await press('Control+Home', 0, 0)
    await expect(window.grid.locator(':focus')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('PageDown')
    const [row = 0] = await place(page)
    expect(row).toBeGreaterThan(15)
    expect(row).toBeLessThan(26)
    await expect(window.grid.locator(':focus')).toBeInViewport({ ratio: 1 })
    await press('PageUp', 0, 0)
    await expect(window.grid.locator('[tabindex="0"]')).toHaveCount(1)

    // One stop for Tab, wherever the focus was in the grid.
    await press('ArrowRight', 0, 1)
    await press('ArrowDown', 1, 1)
    await page.keyboard.press('Tab')
    await expect(window.grid.locator(':focus')).toHaveCount(0)
    await page.keyboard.press('Shift+Tab')
    expect(await place(page)).toEqual([1, 1])

    await page.keyboard.press('Space')
    await expect(window.row('evt_0001')).toHaveAttribute('aria-selected', 'true')
    await press('ArrowDown', 2, 1)
    await press('ArrowDown', 3, 1)
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
    await press('ArrowUp', -1, 0)
    await press('ArrowRight', -1, 1)
    await page.keyboard.press('Enter')
    await expect(window.grid.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
    await window.button('Clear selection').click()
    await page.getByRole('button', { name: /Back to the service’s order/ }).click()
    await window.button('Close details').click()
    await window.grid.locator('[tabindex="0"]').focus()
    await page.keyboard.press('Control+Home')
  })

  await test.step('from the filters to the rows in three presses of Tab; Up and Down move what is open; F6 goes from pane to pane', async () => {
    const focusIn = (within: Locator) => expect(within.locator(':focus')).toHaveCount(1)
    await window.button('Search', window.filters).focus()
    for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
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
    await expect(window.button('Export')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(window.button('Export')).toBeFocused()
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

  await test.step('Ctrl+K over a dialog leaves the focus to it, and over one on its way out the focus is not nowhere', async () => {
    await window.settled()
    await window.button('Settings').click()
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(window.find).not.toBeFocused()
    // Both before the dialog has faded: only its own keyboard is as quick as that.
    await page.evaluate(() => {
      const press = (init: KeyboardEventInit) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }),
        )
      press({ key: 'Escape', code: 'Escape' })
      press({ key: 'k', code: 'KeyK', ctrlKey: true })
    })
    await expect(page.getByRole('dialog', { name: 'Settings' })).toBeHidden()
    await expect(page.locator('body')).not.toBeFocused()
  })

  await test.step('details become an overlay that returns the focus, filters a button with a count', async () => {
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

  await test.step('"/" focuses the first filter, is a sign like any other in a field, and can be switched off', async () => {
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

/** What can be used with a mouse but was no stop: the parts of a composite (grid, menu, radio group, toolbar, tabs) have one for all. */
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

const KEYS = { beside: 'ArrowRight', before: 'Shift+Tab', behind: 'Tab' } as const

/** Tab or Shift+Tab, whichever leads there sooner, as often as it takes; within a toolbar the arrow keys go on. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  // Found once, and not by its name behind every key: that looks at the whole page each time.
  let element = await target.elementHandle()
  for (let count = 0; count < 120 && element !== null; count += 1) {
    const where = await element.evaluate((element) => {
      if (!element.isConnected) return 'gone'
      const focused = document.activeElement
      if (element === focused) return 'there'
      const isBeside = focused instanceof HTMLButtonElement
      if (isBeside && element.closest('[role=toolbar]')?.contains(focused)) return 'beside'
      const isBefore = focused !== null && focused.compareDocumentPosition(element) === Node.DOCUMENT_POSITION_PRECEDING
      return isBefore ? 'before' : 'behind'
    })
    if (where === 'there') return
    if (where === 'gone') element = await target.elementHandle()
    else await page.keyboard.press(KEYS[where])
  }
  await expect(target).toBeFocused()
}

test('every action by keyboard alone', async ({ folder, page, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const scripted = await startScriptedService(serving(120))
  const shell = await startBrowserShell(folder)
  await page.goto(shell.url)
  const window = new Inspector(page)
  const { keyboard } = page
  const type = async (field: string, text: string) => {
    await tabTo(page, window.textbox(field))
    await keyboard.insertText(text)
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) await keyboard.press(key)
  }
  const use = async (button: string, key = 'Enter') => {
    await tabTo(page, window.button(button))
    await keyboard.press(key)
  }
  const menuitem = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const inGrid = () => expect(window.grid.locator(':focus')).toHaveCount(1)

  await test.step('connect', async () => {
    await type('Name', 'Alpha')
    await type('Base URL', scripted.url)
    await type('API key', token)
    await use('Test connection')
    await expect(window.connectionDialog.getByRole('status')).toContainText(/answered|works|connected/i)
    await use('Save and connect')
    await expect(window.status('Rows 1–50 of 120')).toBeVisible()
  })

  await test.step('filter', async () => {
    await press('/')
    await expect(window.textbox('Customer ID', window.filters)).toBeFocused()
    await keyboard.insertText('cus_A')
    await tabTo(page, window.filters.getByRole('radio', { name: 'All' }))
    await press('ArrowRight', 'ArrowRight')
    await expect(window.filters.getByRole('radio', { name: 'Debit' })).toBeChecked()
    await use('Add property filter')
    await expect(window.textbox('Property name', window.filters)).toBeFocused()
    await keyboard.insertText('amount')
    await tabTo(page, window.filters.getByRole('combobox', { name: 'Property type' }))
    await keyboard.type('Number')
    await type('Property value', '0.1')
    await press('Enter')
    await expect(window.filters).toContainText('3 applied')
    expect(scripted.asked.at(-1)?.body).toContain('"event_property_filters":{"amount":0.1}')
    await use('Remove property filter')
    await expect(window.filters.locator(':focus')).toHaveCount(1)
    await use('Clear filters')
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue('')
    await use('Search')
    await expect(window.filters).not.toContainText('applied')
    await window.settled()
  })

  await test.step('read, select and copy', async () => {
    while ((await window.grid.locator(':focus').count()) === 0) await press('Tab')
    await press('ArrowDown', 'Enter')
    await expect(window.details).toContainText('evt_0001')
    await press('Alt+ArrowDown')
    await expect(window.details).toContainText('evt_0002')
    await tabTo(page, page.getByRole('separator', { name: 'Resize event details' }))
    const width = async () => (await window.details.boundingBox())?.width ?? 0
    const before = await width()
    await press('ArrowLeft')
    await expect.poll(width).toBeGreaterThan(before)
    await use('Copy JSON')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('evt_0002')
    await press('Escape')
    await expect(window.details).toBeHidden()
    await inGrid()
    await press('Space', 'ArrowDown', 'Space')
    await expect(page.getByText('2 selected')).toBeVisible()
    await press('Control+c')
    await expect(window.status('2 rows copied')).toBeVisible()
  })

  await test.step('page and refresh', async () => {
    await use('Next page')
    await expect(window.status('Rows 51–100 of 120')).toBeVisible()
    await expect(window.button('Next page')).toBeFocused()
    await press('Enter')
    await expect(window.status('Rows 101–120 of 120')).toBeVisible()
    await use('Previous page')
    await expect(window.status('Rows 51–100 of 120')).toBeVisible()
    await use('First page')
    await expect(window.status('Rows 1–50 of 120')).toBeVisible()
    await tabTo(page, page.getByRole('combobox', { name: 'Rows per page' }))
    await keyboard.type('100')
    await expect(window.status('Rows 1–100 of 120')).toBeVisible()
    await use('Refresh', 'Space')
    await window.settled()
  })

  await test.step('columns, export, the selection gone', async () => {
    await use('Columns')
    const columns = page.getByRole('dialog', { name: 'Columns', exact: true })
    const code = columns.getByRole('checkbox', { name: 'Event code', exact: true })
    await expect(columns.getByRole('checkbox', { name: 'Created', exact: true })).toBeFocused()
    while (!(await code.evaluate((item) => item.matches(':focus')))) await press('ArrowDown')
    await press('Space')
    await expect(window.grid.getByRole('columnheader', { name: 'Event code' })).toHaveCount(0)
    await press('Escape')
    await expect(window.button('Columns')).toBeFocused()
    await use('Export')
    await expect(menuitem('This page')).toBeVisible()
    while (!(await menuitem('Selected rows').evaluate((item) => item.matches(':focus')))) await press('ArrowDown')
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
    await expect(dialog).toBeVisible()
    // The format has the focus: its first letter chooses.
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toBeFocused()
    await keyboard.type('N')
    await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('ndjson')
    const download = page.waitForEvent('download')
    await tabTo(page, window.button('Start export', dialog))
    // Its rows have come.
    await expect(window.button('Start export', dialog)).toBeEnabled()
    await press('Enter')
    expect((await download).suggestedFilename()).toMatch(/\.ndjson$/)
    await expect(dialog).toBeHidden()
    await expect(window.button('Export')).toBeFocused()
    const item = window.exports.getByRole('listitem')
    await expect(item).toHaveAttribute('data-state', 'written')
    await tabTo(page, window.button('Remove from the list', item))
    await press('Enter')
    await expect(window.exports).toHaveCount(0)
    await tabTo(page, window.button('Export'))
    await use('Clear selection')
    await expect(page.getByText('2 selected')).toBeHidden()
    await inGrid()
  })

  await test.step('the header', async () => {
    await use('Time zone')
    // Typed once the field has the focus, and taken once it alone is found: a machine types faster than anybody.
    await expect(page.getByLabel('Search time zones')).toBeFocused()
    await keyboard.insertText('Berlin')
    await expect(page.getByRole('listbox', { name: 'Time zones' }).getByRole('option')).toHaveText([/^Europe\/Berlin/])
    await press('ArrowDown', 'Enter')
    await expect(window.button('Time zone')).toContainText('Berlin')
    await press('Control+k')
    await expect(window.find).toBeFocused()
    await keyboard.insertText('evt_0042')
    await press('Enter')
    await expect(window.details).toContainText('evt_0042')
    for (const [name, dialog] of [
      ['Activity', 'Activity'],
      ['Settings', 'Settings'],
    ] as const) {
      await use(name)
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await press('Escape')
      await expect(page.getByRole('dialog', { name: dialog })).toBeHidden()
      await expect(window.button(name)).toBeFocused()
    }
    await use('Switch connection')
    await expect(menuitem('Add connection…')).toBeVisible()
    while (!(await menuitem('Add connection…').evaluate((item) => item.matches(':focus')))) await press('ArrowDown')
    await press('Enter')
    await expect(window.connectionDialog.locator(':focus')).toHaveCount(1)
    await press('Escape')
    await expect(window.connectionDialog).toBeHidden()
    await expect(window.button('Switch connection')).toBeFocused()
    await press('Control+k')
    await expect(window.find).toBeFocused()
    await press('Escape')
    await expect(window.button('Switch connection')).toBeFocused()
  })

  await test.step('a snapshot: taken, filtered, sorted, selected, written to files, and left', async () => {
    const { snapshot } = window
    const rows = snapshot.getByRole('grid', { name: 'Events', exact: true })
    const useIn = async (within: Locator, button: string) => {
      await tabTo(page, window.button(button, within))
      await press('Enter')
    }
    /** By the button that has the focus. @returns the lines of the file, as NDJSON */
    const lines = async () => {
      const dialog = page.getByRole('dialog', { name: 'Export', exact: true })
      await expect(dialog.getByRole('combobox', { name: 'Format' })).toBeFocused()
      await keyboard.type('N')
      await expect(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('ndjson')
      const download = page.waitForEvent('download')
      await useIn(dialog, 'Start export')
      const text = await readFile(await (await download).path(), 'utf8')
      await expect(dialog).toBeHidden()
      return text.trim().split('\n')
    }
    await use('Take snapshot')
    await expect(snapshot).toHaveAttribute('data-rows', '120')
    await expect(snapshot.getByRole('heading').first()).toBeFocused()

    await useIn(snapshot, 'Add condition')
    const of = page.getByRole('combobox', { name: 'Field or property', exact: true })
    await expect(of).toBeFocused()
    await press('Control+a')
    await keyboard.insertText('Event ID')
    await expect(page.locator('[role=option]').filter({ visible: true })).toHaveText(['Event ID'])
    await press('ArrowDown', 'Enter')
    await expect(of).toHaveValue('Event ID')
    await type('Text', 'evt_001')
    await press('Enter')
    await expect(window.status('10 of 120 events')).toBeVisible()
    await useIn(snapshot, 'Remove condition: event ID contains "evt_001"')
    await expect(window.status(/^120 events$/)).toBeVisible()
    await expect(snapshot.getByRole('tab', { name: 'Events', exact: true })).toBeFocused()

    const created = rows.getByRole('columnheader', { name: 'Created', exact: true })
    while ((await rows.locator(':focus').count()) === 0) await press('Tab')
    while ((await rows.locator('thead :focus').count()) === 0) await press('ArrowUp')
    while ((await created.locator(':focus').count()) === 0) await press('ArrowLeft')
    await press('Enter')
    await expect(created).toHaveAttribute('aria-sort', 'descending')
    await expect(rows.locator('[data-event-id]').first()).toHaveAttribute('data-event-id', 'evt_0119')
    await press('ArrowDown', 'Space', 'ArrowDown', 'Space')
    const selection = snapshot.getByRole('toolbar', { name: 'Selection', exact: true })
    await expect(selection).toContainText('2 selected')
    await useIn(selection, 'Export selection')
    expect(await lines()).toEqual([eventText(119), eventText(118)])
    await expect(window.button('Export selection', selection)).toBeFocused()
    await useIn(selection, 'Clear selection')
    await expect(selection).toBeHidden()
    await expect(rows.locator(':focus')).toHaveCount(1)
    await useIn(snapshot, 'Export')
    expect(await lines()).toEqual(Array.from({ length: 120 }, (_, index) => eventText(119 - index)))
    await expect(window.button('Export', snapshot)).toBeFocused()
    await useIn(snapshot, 'Back to live')
    await expect(snapshot).toHaveCount(0)
    await expect(window.button('Take snapshot')).toBeFocused()
  })

  await test.step('a search under way, and one that failed', async () => {
    scripted.answers(() => {})
    await use('Refresh')
    await expect(window.button('Cancel search')).toBeVisible()
    await use('Cancel search')
    await inGrid()
    scripted.answers((_, response) => json(response, { error: 'bad' }, 400))
    await use('Refresh')
    await expect(window.alert).toBeVisible()
    scripted.answers(serving(120))
    await use('Retry')
    await expect(window.alert).toBeHidden()
    await inGrid()
  })
  await shell.stop()
  await scripted.stop()
})
