// Density, stillness and room: 25 rows at 1280×800, nothing shifts while paging, nothing is cut off in small windows.
import type { Page } from '@playwright/test'
import { test as base, expect, startBrowserShell, testInOneWindow, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { serving, startScriptedService } from './scripted-service.ts'

const test = testInOneWindow('--events', '237', '--seed', '7')

// As it moves for most people.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('25 rows are in view at 1280×800', async ({ inspector, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  // In view: its last pixel line is its own, with no footer and no edge of the pane over it.
  const visible = () =>
    inspector.rows.evaluateAll(
      (rows) =>
        rows.filter((row) => {
          const { left, bottom } = row.getBoundingClientRect()
          return row.contains(document.elementFromPoint(left + 80, bottom - 2))
        }).length,
    )
  await expect.poll(visible).toBeGreaterThanOrEqual(25)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('the live page has at most 34 controls beside its rows, one of them filled', async ({ inspector, page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await inspector.settled()
  const controls = page.locator('button, input, select, textarea, a[href]').filter({ visible: true })
  const shown = await controls.evaluateAll((all) =>
    all
      // The words beneath a button are part of it; radios are drawn by their labels.
      .filter((one) => one.closest('tbody, [data-covered]') === null && one.checkVisibility({ opacityProperty: true }))
      .map((one) => ({
        name: one.getAttribute('aria-label') ?? one.textContent ?? '',
        isFilled: one.getAttribute('data-variant') === 'filled',
      })),
  )
  expect(shown.length, shown.map(({ name }) => name).join()).toBeLessThanOrEqual(34)
  expect(shown.filter(({ isFilled }) => isFilled).map(({ name }) => name)).toEqual(['Load all'])
})

test('nothing shifts while paging: the cumulative layout shift is 0', async ({ inspector, page }) => {
  await inspector.settled()
  // The grid hears of its new size a frame later, and widens its last column.
  await expect.poll(() => roomRightOfColumns(page)).toBeLessThan(20)
  const shifts = await watchShifts(page)
  for (let flip = 0; flip < 4; flip++) await inspector.next()
  await inspector.button('Previous page').click()
  await inspector.settled()
  await inspector.button('First page').click()
  await inspector.settled()
  await inspector.search({ type: 'Credit' })
  expect(await shifts()).toEqual([])
})

test('nothing is cut off, in any size of window; small ones show details as an overlay and filters behind a button', async ({
  inspector,
  page,
}) => {
  const [first = '', second = ''] = await inspector.eventIds()
  await inspector.row(second).getByRole('checkbox').check()
  for (const { name, width, height } of windows) {
    await page.setViewportSize({ width, height })
    // The panes hear of their new size a frame later.
    await expect.poll(() => cutOff(page), { message: `${name}: rows` }).toEqual([])
    await inspector.open(first)
    await expect.poll(() => cutOff(page), { message: `${name}: details` }).toEqual([])
    const box = await inspector.details.boundingBox()
    expect(
      (box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width + 1,
      `${name}: details in the window`,
    ).toBe(true)
    await page.keyboard.press('Escape')
    await expect(inspector.details).toBeHidden()
    if (width > 1100) continue
    await inspector.button('Columns').click()
    await inspector.button('Reset columns').focus()
    await expect(inspector.button('Reset columns'), `${name}: the end of the columns`).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Escape')
    const open = page.getByRole('button', { name: /^(Show )?filters/i })
    await open.click()
    await expect(inspector.filters).toBeVisible()
    await expect(inspector.button('Search', inspector.filters)).toBeInViewport()
    await expect.poll(() => cutOff(page), { message: `${name}: filters` }).toEqual([])
    const close = await inspector.button('Close the filters').boundingBox()
    const drawer = await page.getByRole('dialog', { name: 'Filters of the search' }).boundingBox()
    expect((close?.x ?? 9_999) + (close?.width ?? 0), `${name}: close, in the drawer`).toBeLessThan(
      (drawer?.x ?? 0) + (drawer?.width ?? 0),
    )
    await page.keyboard.press('Escape')
    await expect(inspector.filters).toBeHidden()
    await expect(open).toBeFocused()
  }
})

/** How far the last column ends before the window does, in CSS pixels. */
async function roomRightOfColumns(page: Page): Promise<number> {
  const box = await page.getByRole('columnheader').last().boundingBox()
  return (page.viewportSize()?.width ?? 0) - (box === null ? 0 : box.x + box.width)
}

/** Remembers every layout shift from here on; answers with how to tell them. */
async function watchShifts(page: Page): Promise<() => Promise<unknown[]>> {
  await page.evaluate(() => {
    interface Moved {
      node?: Node
      previousRect: DOMRectReadOnly
      currentRect: DOMRectReadOnly
    }
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { __shifts: shifts })
    const where = ({ x, y, width, height }: DOMRectReadOnly) => `${width}×${height} at ${x},${y}`
    const tagOf = (node: Node | undefined) =>
      (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 160)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources?: Moved[] })[]) {
        const moved = (entry.sources ?? []).map(
          ({ node, previousRect, currentRect }) => `${tagOf(node)}: ${where(previousRect)} to ${where(currentRect)}`,
        )
        shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: false })
  })
  return async () => {
    // A shift is reported with the frame after the one that it happened in.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return page.evaluate(() => (window as unknown as { __shifts: unknown[] }).__shifts)
  }
}

// Its service is another one.
base('nothing shifts either when a search is said to take long', async ({ page, folder }) => {
  const scripted = await startScriptedService(serving(120))
  const shell = await startBrowserShell(folder, { EVENTSCOPE_BASE_URL: scripted.url, EVENTSCOPE_TOKEN: token })
  const inspector = new Inspector(page)
  await page.goto(shell.url)
  await inspector.settled()
  let answer = () => {}
  scripted.answers(async (asked, response, count) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await serving(120)(asked, response, count)
  })
  const shifts = await watchShifts(page)
  await inspector.button('Refresh').click()
  await expect(inspector.button('Cancel search')).toBeVisible()
  await expect(inspector.status('Still searching')).toBeVisible()
  answer()
  await inspector.settled()
  expect(await shifts()).toEqual([])
  await shell.stop()
  await scripted.stop()
})

/** Controls that reach out of the window, or whose own text does not fit them. */
async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, input, select, textarea, a, [role=status], h1, h2, h3',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      const { left, right, width, height } = element.getBoundingClientRect()
      // Tables scroll in a box of their own; a bar's label may be wider than it.
      if (width <= 1 || height <= 1 || element.closest('[role=grid], table, figure')) continue
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? element.tagName
      if (left < -1 || right > innerWidth + 1) found.push(`${element.tagName} "${name}" from ${left} to ${right}`)
      const isText = element.tagName === 'BUTTON' || element.tagName.startsWith('H')
      if (isText && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${element.tagName} "${name}" is cut at ${element.clientWidth} of ${element.scrollWidth}`)
      }
    }
    return found
  })
}

const windows = [
  { name: '1440×900', width: 1440, height: 900 },
  { name: '1024×700', width: 1024, height: 700 },
  // A window of 1280×800 at 200 % zoom has this many CSS pixels.
  { name: '200 % zoom', width: 640, height: 400 },
  { name: '512 px', width: 512, height: 700 },
]

const screens = [
  // 1440×900 at 200 % zoom.
  { width: 720, height: 450 },
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
for (const scheme of ['light', 'dark'] as const) {
  test(`in ${scheme}, at five sizes: controls of two heights on one line, one line of footer, no column moved by the details`, async ({
    inspector,
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 1440, height: 900 })
    await inspector.search({})
    const [first = '', second = ''] = await inspector.eventIds()
    await inspector.row(second).getByRole('checkbox').check()
    await expect(page.getByRole('toolbar', { name: 'Selection', exact: true })).toBeVisible()
    for (const size of screens) {
      const where = `${size.width}×${size.height}`
      await page.setViewportSize(size)
      expect(await cutOff(page), where).toEqual([])
      expect(await oddControls(page), where).toEqual([])
      if (size.width > 1024) {
        const footer = await page.getByRole('navigation', { name: 'Pages' }).locator('> :last-child').boundingBox()
        expect(footer?.height, `${where}: footer`).toBeLessThanOrEqual(45)
        const words = await inspector.status('Rows 1–50 of 237').boundingBox()
        expect(words?.height, `${where}: range`).toBeLessThanOrEqual(24)
      }
      const heads = () =>
        inspector.grid
          .locator('th')
          .evaluateAll((all) => all.map((head) => Math.round(head.getBoundingClientRect().left)))
      const before = await heads()
      await inspector.open(first)
      expect(await heads(), `${where}: columns`).toEqual(before)
      await expect.poll(() => cutOff(page), { message: `${where}, details` }).toEqual([])
      await page.keyboard.press('Escape')
      await expect(inspector.details).toBeHidden()
    }
  })
}

test('the edge of the details is dragged: the table gives the room, and the width stays for the next event', async ({
  inspector,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const [first = '', second = ''] = await inspector.eventIds()
  await inspector.open(first)
  const widths = async () => ({
    details: Math.round((await inspector.details.boundingBox())?.width ?? 0),
    table: Math.round((await page.getByRole('region', { name: 'Events', exact: true }).boundingBox())?.width ?? 0),
  })
  const before = await widths()
  const edge = await page.getByRole('separator', { name: 'Resize event details' }).boundingBox()
  if (edge === null) throw new Error('There is no edge to drag.')
  const y = edge.y + edge.height / 2
  await page.mouse.move(edge.x + edge.width / 2, y)
  await page.mouse.down()
  await page.mouse.move(edge.x + edge.width / 2 - 90, y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(widths).toEqual({ details: before.details + 90, table: before.table - 90 })
  await inspector.button('Close details').click()
  await inspector.open(second)
  expect((await widths()).details).toBe(before.details + 90)
  await inspector.button('Close details').click()
})

test('nothing stands blank under an empty date, and what fills dates in stays where it is', async ({
  inspector,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const from = await inspector.textbox('From', inspector.filters).boundingBox()
  const to = await inspector.textbox('To', inspector.filters).boundingBox()
  const label = await inspector.filters.getByText('Customer ID', { exact: true }).boundingBox()
  const customer = await inspector.textbox('Customer ID', inspector.filters).boundingBox()
  expect(Math.round((customer?.y ?? 0) - (label?.y ?? 0) - (label?.height ?? 0))).toBe(4)
  // A label with 4 px under it, and 12 px between two fields.
  expect((to?.y ?? 0) - (from?.y ?? 0) - (from?.height ?? 0)).toBeLessThan(40)
  // What is pressed stays where it is, and what stands below, whatever is said of the dates that it fills in.
  const period = inspector.filters.getByRole('combobox', { name: 'Period', exact: true })
  const below = inspector.textbox('Event ID', inspector.filters)
  const places = async () => [await period.boundingBox(), await below.boundingBox()]
  const before = await places()
  await inspector.choosePeriod('Today')
  await expect(period).toHaveText('Today')
  expect(await places()).toEqual(before)
  await inspector.button('Clear filters', inspector.filters).click()
  await inspector.settled()
})

test('the filter over a cell is seen whole, also where the edge cuts its column', async ({ inspector, page }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  // The filters leave their place to the rows.
  await expect(inspector.button('Show filters')).toBeVisible()
  const filter = page.locator('[data-cell-filter]')
  const cells = inspector.rows.nth(1).getByRole('gridcell')
  const seen = await inspector.grid.locator('..').evaluate((scroll) => {
    const { left } = scroll.getBoundingClientRect()
    return { left, right: left + scroll.clientWidth }
  })
  let cut = 0
  for (const cell of await cells.all()) {
    const box = await cell.boundingBox()
    if (box === null || box.x >= seen.right - 24) continue
    await page.mouse.move(box.x + 2, box.y + 8)
    if (!(await filter.isVisible())) continue
    if (box.x + box.width > seen.right) cut += 1
    const { x = 0, width = 0 } = (await filter.boundingBox()) ?? {}
    expect(x).toBeGreaterThanOrEqual(seen.left)
    expect(x + width).toBeLessThanOrEqual(seen.right)
  }
  expect(cut).toBe(1)
  await page.mouse.move(0, 0)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('an instant keeps on its line, and all that is covered is dimmed alike', async ({ inspector, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const [first = ''] = await inspector.eventIds()
  await inspector.open(first)
  // Where an instant is too long for a line, that ends behind its day.
  const day = inspector.field('created_at').getByText(/^\d{4}-\d\d-\d\d$/)
  for (const width of ['280px', '400px']) {
    await page
      .locator('main')
      .locator('..')
      .evaluate((panes, width) => {
        ;(panes as HTMLElement).style.setProperty('--details-width', width)
      }, width)
    expect(await day.evaluate((element) => element.getClientRects().length)).toBe(1)
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 1024, height: 700 })
    const dimming = () =>
      page.evaluate(() => {
        const over = document.elementFromPoint(4, innerHeight / 2)
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')
        if (over === null || canvas === null) return []
        canvas.fillStyle = getComputedStyle(over).backgroundColor
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data]
      })
    await expect(page.getByRole('dialog', { name: 'Details of the event' })).toBeVisible()
    const byDetails = await dimming()
    expect(byDetails[3]).toBeGreaterThan(90)
    expect(byDetails[3]).toBeLessThan(160)
    await page.setViewportSize({ width: 1280, height: 800 })
    await inspector.button('Settings').click()
    await inspector.button('Activity').click()
    await expect.poll(dimming).toEqual(byDetails)
    const drawer = page.getByRole('dialog', { name: 'Activity', exact: true })
    expect(await drawer.evaluate((element) => getComputedStyle(element).borderLeftWidth)).toBe('1px')
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  }
  await page.keyboard.press('Escape')
})

test('in dialogs and on a snapshot, too, controls of two heights on one line, labels above their fields', async ({
  inspector,
  page,
}) => {
  const expectEven = async (where: string) => {
    await expect.poll(() => oddControls(page), { message: where }).toEqual([])
    expect(await oddLabels(page), where).toEqual([])
    expect(await cutOff(page), where).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await inspector.rows.nth(1).getByRole('checkbox').check()
  await inspector.button('Switch connection').click()
  await page.getByRole('menuitem', { name: /^Add connection/ }).click()
  await expect(inspector.textbox('API key', inspector.connectionDialog)).toBeVisible()
  await expectEven('a connection')
  await page.keyboard.press('Escape')
  await expect(inspector.connectionDialog).toBeHidden()
  const exporting = await inspector.openExport('This page')
  await expectEven('an export')
  await inspector.button('Cancel export', exporting).click()
  await inspector.takeSnapshot()
  for (const tab of ['Totals', 'Values', 'Checks']) {
    await inspector.openTab(tab)
    await expect(inspector.button('Copy table')).toBeVisible()
    for (const size of [screens[0], screens[2]]) {
      if (size === undefined) continue
      await page.setViewportSize(size)
      await expectEven(`${tab}, ${size.width}×${size.height}`)
      // Whatever is scrolled away in a low window, what a verdict rests on is at hand.
      await expect(inspector.button('How it was read')).toBeInViewport({ ratio: 1 })
    }
  }
})

test('reduced motion is respected', async ({ inspector, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await inspector.button('Settings').click()
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 1).length,
  )
  expect(moving).toBe(0)
  const fading = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => !/^0s(, 0s)*$/.test(getComputedStyle(element).transitionDuration))
      .map((element) => element.className),
  )
  expect(fading).toEqual([])
})

/** Labels that do not end 4 px above their field, but for those that stand beside it, in the middle of its line. */
async function oddLabels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLLabelElement>('label.mantine-InputWrapper-label')].flatMap((label) => {
      const field = label.control?.closest('.mantine-Input-wrapper')
      if (!field || !label.checkVisibility({ visibilityProperty: true })) return []
      const [above, below] = [label.getBoundingClientRect(), field.getBoundingClientRect()]
      const isBeside = above.right <= below.left && Math.abs(above.top + above.bottom - below.top - below.bottom) <= 2
      const gap = Math.round(below.top - above.bottom)
      return isBeside || gap === 4 ? [] : [`${label.textContent} is ${gap} px above its field`]
    }),
  )
}

/** Fields and controls of a line that are neither 28 nor 32 px high, or whose middle is not that of the line. */
async function oddControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isOdd = ({ height }: DOMRect) => ![28, 32].includes(Math.round(height))
    const typed = document.querySelectorAll<HTMLInputElement>(
      'input:not([type=checkbox], [type=radio]), [role=radiogroup]',
    )
    const fields = [...typed].filter((field) => field.checkVisibility({ visibilityProperty: true }))
    const oddFields = fields
      .filter((field) => isOdd(field.getBoundingClientRect()))
      .map((field) => `${field.ariaLabel ?? field.id} is ${field.getBoundingClientRect().height} px high`)
    const lines = document.querySelectorAll<HTMLElement>('[role=toolbar], nav[aria-label="Pages"] > div')
    const oddLines = [...lines].flatMap((line) => {
      const controls = [...line.querySelectorAll<HTMLElement>('button, select')].filter(
        (control) => control.checkVisibility() && control.closest('[role=menu], [role=dialog], figure') === null,
      )
      const boxes = controls.map((control) => ({ control, box: control.getBoundingClientRect() }))
      const middles = boxes.map(({ box }) => Math.round(box.top + box.height / 2))
      const odd = boxes.filter(({ box }) => isOdd(box))
      const wraps = getComputedStyle(line).flexWrap === 'wrap'
      return [
        ...odd.map(({ control, box }) => `${control.ariaLabel ?? control.textContent} is ${box.height} px high`),
        ...(wraps || new Set(middles).size < 2 ? [] : [`${line.ariaLabel ?? line.className}: ${middles.join(', ')}`]),
      ]
    })
    return [...oddFields, ...oddLines]
  })
}
