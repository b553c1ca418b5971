// Searches are things: in the page's address, recent, saved, copied as a line, run elsewhere; what was there is led
// back to.
import { expect, startBrowserShell, startService, test, token } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('F5, a restart and another connection in between lead back; a name that is taken is refused; a copied line asks where', async ({
  folder,
  service,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const other = await startService('--events', '60', '--seed', '3')
  const first = await startBrowserShell(folder)
  await page.goto(first.url)
  const window = new Inspector(page)
  const address = () => page.evaluate(() => location.hash)
  const menu = async (item: string) => {
    await window.button('Searches', window.filters).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await window.connect({ name: 'Alpha', baseUrl: service.url, token })
  await expect(window.rows.first()).toBeVisible()
  const customer = 'cus_5Rb7nVy'

  /** Everything that is to come back. */
  async function expectThere() {
    await expect(window.textbox('Event code', window.filters)).toHaveValue('api_calls')
    await expect(window.grid).toHaveAttribute('data-offset', '25')
    await expect(window.grid).toHaveAttribute('data-limit', '25')
    await expect(window.grid.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(window.details.locator('[data-field="event_id"]')).toHaveAttribute('data-value', opened)
  }

  await window.search({ 'Event code': 'api_calls' })
  await window.rowsPerPage(25)
  await window.next()
  await window.grid.getByRole('columnheader', { name: 'Created' }).getByRole('button').first().click()
  await window.grid.getByRole('columnheader', { name: 'Created' }).getByRole('button').first().click()
  const opened = (await window.eventIds())[2] ?? ''
  await window.open(opened)
  await expectThere()
  await expect.poll(address).toContain(`event=${opened}`)
  expect(await address()).not.toContain(token)

  await test.step('F5', async () => {
    await page.reload()
    await expectThere()
  })
  await test.step('another connection in between: what was typed and not searched with waits, too', async () => {
    const customerField = window.textbox('Customer ID', window.filters)
    await customerField.fill('not yet')
    await window.button('Switch connection').click()
    await page.getByRole('menuitem', { name: /^Add connection/ }).click()
    await window.connect({ name: 'Beta', baseUrl: other.url, token })
    await expect(window.status('of 60')).toBeVisible()
    await expect(window.details).toBeHidden()
    await expect(customerField).toHaveValue('')
    await window.take('Switch to Alpha', 'Switch to Alpha')
    await expectThere()
    await expect(customerField).toHaveValue('not yet')
    await expect(window.filters).toContainText('Filters changed')
    await customerField.fill('')
    await expect(window.filters).not.toContainText('Filters changed')
  })
  await test.step('saved under a name, which is refused where it is taken', async () => {
    await menu('Save this search')
    const dialog = page.getByRole('dialog', { name: 'Save this search', exact: true })
    await expect(dialog).toContainText('api_calls')
    await window.textbox('Name of the search', dialog).fill('API use')
    await window.button('Save', dialog).click()
    await expect(dialog).toBeHidden()
    await menu('Save this search')
    await window.textbox('Name of the search', dialog).fill(' api USE ')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('A saved search “api USE” already exists.')
    await expect(window.textbox('Name of the search', dialog)).toBeFocused()
    // Nothing is in its way once the other one is gone.
    await window.button('Remove “API use”', dialog).click()
    await expect(dialog).not.toContainText('already exists')
    await window.textbox('Name of the search', dialog).fill('API use')
    const kept = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/remembered/write') && Boolean(answer.request().postData()?.includes('API use')),
    )
    await window.button('Save', dialog).click()
    await expect(dialog).toBeHidden()
    await kept
  })
  await first.stop()

  await test.step('a restart', async () => {
    const second = await startBrowserShell(folder)
    await page.goto(second.url)
    await expect(page).toHaveTitle(/^Alpha/)
    await expectThere()
    await window.search({ 'Customer ID': customer })
    await expect(window.grid).toHaveAttribute('data-offset', '0')
    await window.take('API use', 'Search API use')
    await expect(window.textbox('Event code', window.filters)).toHaveValue('api_calls')
    await expect(window.grid).toHaveAttribute('data-offset', '0')
    await window.button('Searches', window.filters).click()
    await page.getByRole('menuitem', { name: 'Recent', exact: true }).hover()
    await page.getByRole('menuitem', { name: customer, exact: true }).click()
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue(customer)
    await window.settled()

    await menu('Copy search')
    const line = await page.evaluate(() => navigator.clipboard.readText())
    expect(line).toMatch(/^eventscope:search\?name=Alpha&base_url=http/)
    expect(line).not.toContain(token)
    const results = page.getByRole('listbox', { name: 'Find results', exact: true })
    await window.find.fill(`look: ${line} please`)
    await expect(results.getByRole('option')).toHaveText([/^Run in Alpha/, /^Run in Beta/])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveTitle(/^Beta/)
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue(customer)

    // The same of the other connection, from the menu; and by its keys.
    await window.button('Searches', window.filters).click()
    await page.getByRole('menuitem', { name: 'Run in', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Alpha', exact: true }).click()
    await expect(page).toHaveTitle(/^Alpha/)
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue(customer)
    await window.settled()
    await window.button('Searches', window.filters).press('Enter')
    const runIn = page.getByRole('menuitem', { name: 'Run in', exact: true })
    await expect(runIn).toBeVisible()
    await runIn.press('ArrowRight')
    const beta = page.getByRole('menuitem', { name: 'Beta', exact: true })
    await expect(beta).toBeVisible()
    await beta.press('Enter')
    await expect(page).toHaveTitle(/^Beta/)
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue(customer)
    await window.settled()

    // From nowhere known; with filters that do not fit; with a script in it.
    await window.find.fill(line.replace(/base_url=[^&]*/, 'base_url=https%3A%2F%2Felse.example'))
    await expect(page.getByText('(https://else.example), which is not one of your connections.')).toBeVisible()
    await expect(results.getByRole('option')).toHaveCount(2)
    await window.find.fill(`${line}&event_type=refund`)
    await expect(page.getByText('cannot be run. “event_type” must be credit or debit.')).toBeVisible()
    await expect(results.getByRole('option')).toHaveCount(0)
    const script = encodeURIComponent('<img src=x onerror="window.__ran=1">')
    await window.find.fill(
      line.replace(/customer_id=[^&]*/, `customer_id=${script}`).replace('name=Alpha', `name=${script}`),
    )
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(window.status('No events')).toBeVisible()
    expect(await page.evaluate(() => (window as unknown as { __ran?: number }).__ran)).toBeUndefined()

    // Changed by hand: what fits is followed, what does not is said, and so is a connection that is not here.
    const go = (change: string) =>
      page.evaluate((hash) => {
        location.hash = hash
      }, change)
    await expect.poll(address).toContain('onerror')
    await go((await address()).replace(/customer_id=[^&]*/, `customer_id=${customer}`))
    await expect(window.textbox('Customer ID', window.filters)).toHaveValue(customer)
    await expect.poll(address).toContain(`customer_id=${customer}`)
    await go(`${await address()}&nonsense=1`)
    await expect(page.getByText('“nonsense” is not part of a search.')).toBeVisible()
    expect(await address()).not.toContain('nonsense')
    await go('#connection=nobody&limit=50')
    await expect(page.getByText('belongs to a connection that does not exist here')).toBeVisible()
    await expect(page).toHaveTitle(/^Beta/)
    await second.stop()
  })
  await other.stop()
})

test('Back stays once, says so and asks for nothing; the next one leaves', async ({ inspector, page }) => {
  const before = page.url()
  await inspector.search({ 'Event code': 'api_calls' })
  await expect(page).not.toHaveURL(before)
  const [address, ids] = [page.url(), await inspector.eventIds()]
  let searches = 0
  page.on('request', (request) => {
    // The page after this one may be fetched ahead meanwhile.
    if (request.url().endsWith('/rpc/events/search') && request.postDataJSON().json.request.offset === 0) searches += 1
  })
  for (let round = 0; round < 2; round++) {
    await page.goBack()
    const warning = page.getByRole('status').filter({ hasText: 'Back leaves Eventscope. Press it once more to leave.' })
    await expect(warning).toBeVisible()
    await expect(page).toHaveURL(address)
    expect(await inspector.eventIds()).toEqual(ids)
    // Whoever stays and works on is told again.
    if (round === 0) await inspector.textbox('Customer ID', inspector.filters).press('End')
  }
  expect(searches).toBe(0)
  // The keys that mean Back do not hold it back.
  await page.keyboard.press('Alt+ArrowLeft')
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})
