// The one box: what Enter takes, IDs however they were pasted, its tree for screen readers, and what is too much for
// it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { root } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { type Answer, eventText, json, pageOf, type ScriptedService, serving } from './scripted-service.ts'
import { expect, fifty, testInOneScriptedWindow } from './scripted-window.ts'
import { expectNoViolations } from './violations.ts'

const names = JSON.parse(readFileSync(join(root, 'e2e/kit/names.json'), 'utf8')).help

const test = testInOneScriptedWindow(pageOf(fifty, 120))
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('says what Enter will do, to a screen reader too, and gives the focus back on Escape', async ({
  window,
  page,
}) => {
  await window.settled()
  await window.row('evt_0003').getByRole('gridcell').nth(2).focus()
  await page.keyboard.press('Control+k')
  await expect(window.find).toBeFocused()
  await page.keyboard.type('cus_A')
  await expect(page.getByRole('search', { name: 'Find' })).toMatchAriaSnapshot(`
  - search "Find":
    - combobox "Find" [expanded]: cus_A
    - listbox "Find results":
      - group "Customers seen":
        - option "Show events of cus_A" [selected]
      - group "Event":
        - option "Open event cus_A"
`)
  const active = await window.find.getAttribute('aria-activedescendant')
  await expect(page.locator(`#${active}`)).toHaveText(/^Show events of cus_A/)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Open event cus_A' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(window.filters).toContainText('1 applied')
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('cus_A')
  await expect(window.grid.locator(':focus')).toHaveCount(1)
  await expect(window.find).toHaveValue('')

  // The first Escape closes the list, the second leaves the box.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Find results' })).toBeHidden()
  await expect(window.find).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(window.grid.locator(':focus')).toHaveCount(1)
  await expect(window.find).toHaveValue('')
})

test('what is chosen differs from what the pointer is over, in rows and results, light and dark', async ({
  window,
  page,
}) => {
  await window.settled()
  const colourOf = (name: string) =>
    page.evaluate((value) => {
      const shown = document.body.appendChild(document.createElement('i'))
      shown.style.background = value
      const { backgroundColor } = getComputedStyle(shown)
      shown.remove()
      return backgroundColor
    }, `var(--es-${name})`)
  const backgroundOf = (found: Locator) => found.evaluate((one) => getComputedStyle(one).backgroundColor)
  await window.row('evt_0003').getByRole('checkbox').check()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    // The page follows the system a moment later.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const [chosen, over] = [await colourOf('selected'), await colourOf('hover')]
    const cell = (id: string) => window.row(id).getByRole('gridcell').nth(2)
    await cell('evt_0005').hover()
    await expect.poll(() => backgroundOf(cell('evt_0005'))).toBe(over)
    await expect.poll(() => backgroundOf(cell('evt_0003'))).toBe(chosen)
    await window.find.fill('cus_A')
    await window.find.focus()
    // Of the results the pointer chooses the one that Enter takes.
    const [first, second] = [/^Show events of cus_A/, 'Open event cus_A'].map((name) =>
      page.getByRole('option', { name }),
    )
    if (first === undefined || second === undefined) throw new Error('There are two results')
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => backgroundOf(first)).toBe(chosen)
    await second.hover()
    await expect(second).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => backgroundOf(second)).toBe(chosen)
    await expect.poll(() => backgroundOf(first)).not.toBe(chosen)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await window.row('evt_0003').getByRole('checkbox').uncheck()
})

test('Tab goes on to what stands beside it, whether or not a list is open', async ({ window, page }) => {
  for (const typed of ['', 'evt']) {
    await window.find.fill(typed)
    await window.find.focus()
    await expect(page.getByRole('listbox', { name: 'Find results' })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(window.button('Time zone')).toBeFocused({ timeout: 2_000 })
    await page.keyboard.press('Shift+Tab')
    await expect(window.find).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(window.button('Switch connection')).toBeFocused()
  }
  await window.find.focus()
  await page.keyboard.press('Escape')
})

test('"?" shows Help with the keys, unless keys that are a sign alone are switched off', async ({ window, page }) => {
  await window.settled()
  await window.row('evt_0003').getByRole('gridcell').nth(2).focus()
  await page.keyboard.press('?')
  const keys = page.getByRole(names.within.role, { name: names.within.name, exact: true })
  await expect(keys).toContainText('Find an event, a customer, a search or a command')
  for (const name of names.tab) await expect(keys.getByRole('tab', { name, exact: true })).toBeVisible()
  await keys.getByRole('tab', { name: 'Docs', exact: true }).click()
  await expect(keys.getByRole('combobox', { name: names.combobox[0], exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await window.textbox('Customer ID', window.filters).fill('')
  await page.keyboard.type('?')
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('?')
  await expect(keys).toBeHidden()
})

test('a pasted megabyte is refused in words, and the page goes on', async ({ window, scripted, page }) => {
  scripted.answers(serving(120))
  await window.settled()
  const megabyte = 'evt_1 '.repeat(175_000)
  await page.evaluate((text) => navigator.clipboard.writeText(text), megabyte)
  await window.find.focus()
  await page.keyboard.press('Control+v')
  await expect(page.getByRole('alert').filter({ hasText: '1,050,000 characters were pasted' })).toBeVisible()
  await expect(window.find).toHaveValue('')
  // However it comes in.
  await window.find.fill(megabyte)
  await expect(page.getByRole('alert').filter({ hasText: '1,050,000 characters were pasted' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('evt_0002')
  await page.keyboard.press('Enter')
  await expect(window.details.locator('[data-field="event_id"]')).toHaveAttribute('data-value', 'evt_0002')
  // Its row says all of it before it is asked for.
  await expect.poll(() => idsAsked(scripted)).toContain('/v1/events/evt_0002')
})

/** Any search finds fifty events; of IDs that are asked for it knows two. */
const knowsTwo: Answer = ({ path, method }, response) => {
  if (method === 'POST') return json(response, pageOf(fifty, 120))
  const found = /\/evt_(0777|0001)$/.exec(path)?.[1]
  if (found !== undefined) return json(response, eventText(Number(found)))
  json(response, { message: 'no such event' }, 404)
}

const idsAsked = ({ asked }: ScriptedService) =>
  asked.filter(({ method }) => method === 'GET').map(({ path }) => decodeURIComponent(path))

const expectOpen = (window: Inspector, id: string) =>
  expect(window.details.locator('[data-field="event_id"]')).toHaveAttribute('data-value', id)

const results = (page: Page) => page.getByRole('listbox', { name: 'Find results', exact: true }).getByRole('option')

test('an ID is asked for as pasted first, then as it stands within its quotes, and that is said', async ({
  window,
  scripted,
  page,
}) => {
  scripted.answers(knowsTwo)
  const before = idsAsked(scripted).length
  await window.take('"event_id":"evt_0777",', 'Open event evt_0777')
  await expectOpen(window, 'evt_0777')
  await expect
    .poll(() => idsAsked(scripted).slice(before))
    .toEqual(['/v1/events/"event_id":"evt_0777",', '/v1/events/evt_0777'])
  const notice = page.getByText('No event has the ID “"event_id":"evt_0777",”. This is “evt_0777”.')
  await expect(notice).toBeVisible()
  // At the bottom, over no button of the footer.
  const place = await notice.boundingBox()
  const button = await window.button('Next page').boundingBox()
  expect(place?.y).toBeGreaterThan((page.viewportSize()?.height ?? 0) / 2)
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  // It stays, marked, for the next one to be pasted over it.
  await expect(window.find).toBeFocused()
  await page.keyboard.insertText('evt_0001')
  await page.keyboard.press('Enter')
  await expectOpen(window, 'evt_0001')
  // It is on screen before the service is asked for it.
  await expect.poll(() => idsAsked(scripted).at(-1)).toBe('/v1/events/evt_0001')
  await page.keyboard.press('Escape')
})

test('of words only the IDs within are asked for; all of them only if that is chosen', async ({
  window,
  scripted,
  page,
}) => {
  scripted.answers(knowsTwo)
  const before = idsAsked(scripted).length
  await window.find.fill('Dear support, our last invoice of 99 is wrong')
  await expect(results(page)).toHaveText(/^Open event Dear support/)
  await page.keyboard.press('Enter')
  await expect(results(page).and(page.getByRole('option', { selected: true }))).toHaveCount(0)
  await window.find.fill('Dear support, we think that evt_0777 of cus_A is wrong. Regards, Ann')
  // What else the text is about comes behind it.
  await expect(results(page)).toHaveText([/^Open event evt_0777Within this text/, /^Show events of cus_A/])
  await page.keyboard.press('Enter')
  await expectOpen(window, 'evt_0777')
  expect(
    idsAsked(scripted)
      .slice(before)
      .filter((path) => path !== '/v1/events/evt_0777'),
  ).toEqual([])
  // What was typed for it goes with one Escape, also with the list open once more.
  await window.find.click()
  await page.keyboard.press('Escape')
  await expect(window.find).toHaveValue('')
  await window.find.fill('first event')
  await expect(results(page).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => idsAsked(scripted).at(-1)).toBe('/v1/events/first event')
  await page.keyboard.press('Escape')
})

const lookedUp = (page: Page) => page.getByRole('dialog', { name: 'Pasted event IDs', exact: true })
const lookedUpRow = (page: Page, id: string) => lookedUp(page).locator(`tr[data-event-id="${id}"]`)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text)
  await page.keyboard.press('Control+v')
}

test('several IDs in the field of one are offered', async ({ window, scripted, page }) => {
  scripted.answers(knowsTwo)
  const field = window.textbox('Event ID', window.filters)
  await field.focus()
  await paste(page, 'evt_0777\nevt_0001\nevt_4040')
  await expect(window.filters).toContainText('A search takes one ID.')
  await expectNoViolations(page, 'several IDs in the field of one')
  await window.button('Find 3 events', window.filters).click()
  await expect(lookedUp(page).getByRole('status')).toHaveText('2 of 3 found, 1 not found.')
  await page.keyboard.press('Escape')
  await field.fill('evt_0777')
  await expect(window.filters).not.toContainText('A search takes one ID.')
  await field.fill('')
})

test('a column of IDs: which are there, in the zone of the header, and which are not', { tag: '@core' }, async ({
  window,
  scripted,
  page,
}) => {
  scripted.answers(knowsTwo)
  await window.findById('evt_0777')
  await expect.poll(() => idsAsked(scripted)).toContain('/v1/events/evt_0777')
  await expectOpen(window, 'evt_0777')
  const dialog = lookedUp(page)
  await window.chooseZone('Asia/Kathmandu')
  const before = idsAsked(scripted).length
  await page.keyboard.press('Control+k')
  await paste(page, 'event_id\r\nevt_0777\r\n\r\nevt_0001\r\nevt_4040\r\nevt_4041\r\n')
  await expect(window.find).toHaveValue('event_id, evt_0777, evt_0001, evt_4040, evt_4041')
  await expect(results(page).first()).toContainText('Find 4 events')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('2 of 4 found, 2 not found.')
  await expect(dialog).toMatchAriaSnapshot(`
    - status: 2 of 4 found, 2 not found.
    - table "Looked up":
      - rowgroup:
        - row "Event ID Created Event code Type Customer ID"
      - rowgroup:
        - row /evt_0777 .* api_calls Debit cus_A/:
          - rowheader:
            - button "evt_0777"
        - row /evt_0001/
        - row "evt_4040 No event has this ID"
        - row "evt_4041 No event has this ID"
    - button "Copy IDs not found"
    - button "Compare"
    - button "Select these 2"
  `)
  await expect(window.button('Select these 2', dialog)).toBeFocused()
  await expect(lookedUpRow(page, 'evt_0001').locator('time')).toHaveText(/ \d\d:\d\d:\d\d.*\+05:45$/)
  // One was fetched just now; each of the others is one request.
  expect(idsAsked(scripted).slice(before)).not.toContain('/v1/events/evt_0777')
  expect(idsAsked(scripted).slice(before)).toContain('/v1/events/evt_4041')
  await window.button('Copy IDs not found', dialog).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('evt_4040\nevt_4041')
  await window.button('Compare', dialog).click()
  const compare = page.getByRole('dialog', { name: 'Compare events', exact: true })
  await expect(compare.getByRole('columnheader')).toHaveText(['Field', 'evt_0777', 'evt_0001'])
  await page.keyboard.press('Escape')
  await expect(compare).toBeHidden()
})

test('of pasted IDs those that are there are selected together, or one is opened', async ({
  window,
  scripted,
  page,
}) => {
  scripted.answers(knowsTwo)
  await page.keyboard.press('Control+k')
  await paste(page, '["evt_0777", "evt_0001"]')
  await expect(results(page).first()).toContainText('Find 2 events')
  await page.keyboard.press('Enter')
  await expect(window.button('Select these 2', lookedUp(page))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lookedUp(page)).toBeHidden()
  const toolbar = page.getByRole('toolbar', { name: 'Selection', exact: true })
  await expect(toolbar).toContainText('2 selected, 1 of them not in this table')
  await window.button('Show selected', toolbar).click()
  await expect(window.rows).toHaveCount(2)
  await window.button('Show selected', toolbar).click()

  await page.keyboard.press('Control+k')
  await paste(page, 'evt_0777;evt_4040')
  await page.keyboard.press('Enter')
  await expect(lookedUpRow(page, 'evt_4040')).toHaveAttribute('data-state', 'missing')
  await lookedUpRow(page, 'evt_0777').getByRole('button').click()
  await expect(lookedUp(page)).toBeHidden()
  await expectOpen(window, 'evt_0777')
})

test('a service that refuses says so once, and is asked for no more of the pasted IDs', async ({
  window,
  scripted,
  page,
}) => {
  scripted.answers((_, response) => json(response, { message: 'no' }, 401))
  const dialog = lookedUp(page)
  const before = idsAsked(scripted).length
  await page.keyboard.press('Control+k')
  await paste(page, Array.from({ length: 150 }, (_, index) => `evt_9${index}`).join('\n'))
  await expect(results(page).first()).toContainText('Find the first 100 of 150 events')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toHaveText(/^0 of 100 found, 100 could not be looked up. 50 more/)
  expect(idsAsked(scripted).length - before).toBeLessThanOrEqual(4)
  await expectNoViolations(page, 'pasted IDs, none of them there')
  scripted.answers((_, response) => json(response, { message: 'no such event' }, 404))
  // With none to select, what has the focus closes; Retry leaves it there, as it goes itself.
  const close = window.button('Close', dialog).last()
  await expect(close).toBeFocused()
  await window.button('Retry', dialog).press('Enter')
  await expect(lookedUpRow(page, 'evt_90')).toHaveAttribute('data-state', 'missing')
  await expect(close).toBeFocused()
  await expect(dialog.getByRole('button', { name: /^(Select|Compare)/ })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
})
