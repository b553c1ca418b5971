// Paging goes by what came back, never by `total` alone (shared/search/paging.ts).
import { eventText, json, pageOf, serving } from './scripted-service.ts'
import { expect, fifty, testInOneScriptedWindow } from './scripted-window.ts'

const test = testInOneScriptedWindow(pageOf(fifty, 120))

const offsetsAsked = (asked: readonly { body: string }[]) =>
  asked.map(({ body }) => (JSON.parse(body) as { offset: number }).offset)

test('Next is enabled while a full page came back or total says more', async ({ window, scripted }) => {
  const next = window.button('Next page', window.pages)
  const pages: [what: string, rows: number, total: number | string, limit: number, enabled: boolean][] = [
    ['a full page, total counting it alone', 50, 50, 50, true],
    ['a full page, total below it', 50, 3, 50, true],
    ['a full page, total that is not a number', 50, '"many"', 50, true],
    ['as many as the limit that the service clamped to', 20, 20, 20, true],
    ['a short page, total saying more', 30, 120, 50, true],
    ['a short page, total saying no more', 30, 30, 50, false],
    ['fewer than the limit that the service clamped to', 19, 19, 20, false],
    ['no rows', 0, 0, 50, false],
  ]
  for (const [what, rows, total, limit, enabled] of pages) {
    scripted.answers((_, response) => json(response, pageOf(fifty.slice(0, rows), total as number, limit)))
    await window.button('Refresh').click()
    await expect(window.rows, what).toHaveCount(rows)
    await window.settled()
    expect(await next.isEnabled(), what).toBe(enabled)
    await expect(window.button('Previous page', window.pages), what).toBeHidden()
    await expect(window.button('First page', window.pages), what).toBeHidden()
  }
})

test('where total can only be a page count it is unknown', async ({ window, scripted }) => {
  scripted.answers(serving(120, { total: 'page' }))
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–50 · total unknown')).toBeVisible()
  await window.next()
  await expect(window.status('Rows 51–100 · total unknown')).toBeVisible()
  await window.next()
  await expect(window.status('Rows 101–120 · total unknown')).toBeVisible()
  await expect(window.button('Next page', window.pages)).toBeDisabled()
  expect((await window.state()).total).toBe(20)
})

test('an empty page past the end offers the way back to the last rows', async ({ window, scripted }) => {
  // A search of its own in each test: pages that were seen are not asked for again.
  await window.search({ 'Event code': 'api_calls' })
  scripted.answers(serving(100, { total: 'page' }))
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–50 · total unknown')).toBeVisible()
  await window.next()
  await window.next()
  await expect(window.status('No events')).toBeVisible()
  await expect(window.grid.locator('xpath=..')).toContainText('No rows from row 101 on')
  await expect(window.button('Next page', window.pages)).toBeDisabled()
  await window.button('Go to the last rows').click()
  await expect(window.status('Rows 51–100 · total unknown')).toBeVisible()

  // Where total says how many there are, straight to the last of them: here events went while their user paged.
  scripted.answers(serving(400))
  await window.search({ 'Customer ID': 'cus_A' })
  for (let page = 0; page < 5; page += 1) await window.next()
  await expect(window.status('Rows 251–300 of 400')).toBeVisible()
  scripted.answers(serving(70))
  await window.button('Refresh').click()
  await expect(window.status('No events')).toBeVisible()
  await window.button('Go to the last rows').click()
  await expect(window.status('Rows 51–70 of 70')).toBeVisible()
  expect(offsetsAsked(scripted.asked).at(-1)).toBe(50)
})

test('the next offset is the echoed offset plus the echoed limit, or behind the last row of a page cut short', async ({
  window,
  scripted,
}) => {
  await window.search({ type: 'Debit' })
  scripted.answers(serving(70, { most: 20 }))
  await window.button('Refresh').click()
  await expect(window.status('Rows 1–20 of 70')).toBeVisible()
  await window.next()
  await expect(window.status('Rows 21–40 of 70')).toBeVisible()
  await window.next()
  await window.next()
  await expect(window.status('Rows 61–70 of 70')).toBeVisible()
  expect(await window.state()).toMatchObject({ offset: 60, limit: 20, total: 70 })
  await expect(window.button('Next page', window.pages)).toBeDisabled()
  await window.button('Previous page', window.pages).click()
  await expect(window.status('Rows 41–60 of 70')).toBeVisible()
  await window.button('First page', window.pages).click()
  await expect(window.status('Rows 1–20 of 70')).toBeVisible()
  expect(new Set(await window.walk()).size).toBe(70)

  // Five rows of fifty although there are 120: no row is skipped.
  scripted.answers((asked, response) => {
    const { offset } = JSON.parse(asked.body) as { offset: number }
    const events = Array.from({ length: 5 }, (_, index) => eventText(offset + index))
    json(response, pageOf(events, 120, 50, offset))
  })
  await window.search()
  await expect(window.status('Rows 1–5 of 120')).toBeVisible()
  await window.next()
  await expect(window.status('Rows 6–10 of 120')).toBeVisible()
})

test('25, 50 or 100 rows a page, 50 at first; more cannot be asked for', async ({ window, scripted }) => {
  await window.search({ 'Customer ID': 'cus_A', 'Event code': 'api_calls' })
  const limitsAsked = () => scripted.asked.map(({ body }) => (JSON.parse(body) as { limit: number }).limit)
  scripted.answers(serving(1000))
  const sizes = window.pages.getByRole('combobox', { name: 'Rows per page', exact: true })
  await expect(sizes.locator('option')).toHaveText(['25', '50', '100'])
  await expect(sizes).toHaveValue('50')
  expect(limitsAsked()[0]).toBe(50)
  await window.rowsPerPage(100)
  await expect(window.status('Rows 1–100 of 1,000')).toBeVisible()
  await window.next()
  await window.next()
  await window.rowsPerPage(25)
  // The first row stays among those on screen.
  await expect(window.status('Rows 201–225 of 1,000')).toBeVisible()
  expect(Math.max(...limitsAsked())).toBe(100)
  expect([...new Set(limitsAsked())].sort()).toEqual([100, 25, 50].sort())

  // The size is remembered, and so is the place.
  await window.page.reload()
  await expect(window.status('Rows 201–225 of 1,000')).toBeVisible()
})
