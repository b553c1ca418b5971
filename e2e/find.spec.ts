// The one box: what Enter takes, IDs however they were pasted, its tree for screen readers, and what is too much for it.
import { eventText, json, pageOf } from './scripted-service.ts'
import { expect, fifty, test } from './scripted-window.ts'

test.use({ firstPage: pageOf(fifty, 120), contextOptions: { reducedMotion: 'reduce' } })

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

test('an ID is asked for as pasted first, then as it stands within its quotes, and that is said', async ({
  window,
  scripted,
  page,
}) => {
  const asked = () =>
    scripted.asked.filter(({ method }) => method === 'GET').map(({ path }) => decodeURIComponent(path))
  scripted.answers(({ path, method }, response) => {
    if (method === 'POST') return json(response, pageOf(fifty, 120))
    if (path.endsWith('/evt_0777')) return json(response, eventText(777))
    json(response, { message: 'no such event' }, 404)
  })
  await window.take(' "event_id": "evt_0777",', 'Open event evt_0777')
  const id = window.details.locator('[data-field="event_id"]')
  await expect(id).toHaveAttribute('data-value', 'evt_0777')
  await expect.poll(asked).toEqual(['/v1/events/"event_id": "evt_0777",', '/v1/events/evt_0777'])
  await expect(page.getByText('There is no event “"event_id": "evt_0777",”. This is “evt_0777”.')).toBeVisible()
  // It stays, marked, for the next one to be pasted over it.
  await expect(window.find).toBeFocused()
  await page.keyboard.insertText('evt_0001')
  await page.keyboard.press('Enter')
  await expect(id).toHaveAttribute('data-value', 'evt_0001')
})

test('a pasted megabyte is refused in words, and the page goes on', async ({ window, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
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
  await page.keyboard.type('evt_0001')
  await page.keyboard.press('Enter')
  await expect(window.details.locator('[data-field="event_id"]')).toHaveAttribute('data-value', 'evt_0001')
})

test('"?" shows the keys, unless keys that are a sign alone are switched off', async ({ window, page }) => {
  await window.settled()
  await window.row('evt_0003').getByRole('gridcell').nth(2).focus()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys', exact: true })
  await expect(keys).toContainText('Find an event, a customer, a search or a command')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await window.textbox('Customer ID', window.filters).focus()
  await page.keyboard.type('?')
  await expect(window.textbox('Customer ID', window.filters)).toHaveValue('?')
  await expect(keys).toBeHidden()
})
