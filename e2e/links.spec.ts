// Links: copied from a search, an event and a snapshot, pasted into the one box, and shown before anything is sent.
import { expect, testInWindowOf } from './fixtures.ts'
import { Inspector } from './kit/inspector.ts'
import { startInspector } from './kit/start-inspector.ts'
import { startReferenceService } from './kit/start-reference-service.ts'
import { said } from './said.ts'
import { chooseOfSnapshot } from './snapshot-menus.ts'
import { expectNoViolations } from './violations.ts'

const test = testInWindowOf(async (page) => {
  const service = await startReferenceService(['--events', '60'])
  const running = await startInspector({ baseUrl: service.url, token: service.token, fetchAhead: false })
  await page.goto(running.url)
  const inspector = new Inspector(page)
  await inspector.settled()
  return { inspector, service, stop: () => Promise.all([running.stop(), service.stop()]) }
})
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const dialogOf = ({ page }: Inspector) => page.getByRole('dialog', { name: 'Open a link', exact: true })
const clipboard = ({ page }: Inspector) => page.evaluate(() => navigator.clipboard.readText())

/** What is copied by a press; a test before may have left its own. */
async function copyLink(inspector: Inspector, press: () => Promise<void>): Promise<string> {
  await inspector.page.evaluate(() => navigator.clipboard.writeText(''))
  await said(inspector.page, /Link copied/, press)
  await expect.poll(() => clipboard(inspector)).not.toBe('')
  return clipboard(inspector)
}

/** By the keyboard alone. */
async function paste({ page }: Inspector, text: string) {
  await page.keyboard.press('ControlOrMeta+k')
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByRole('option', { name: 'Show what this link asks' })).toBeVisible()
  await page.keyboard.press('Enter')
}

async function copySearchLink(inspector: Inspector): Promise<void> {
  await inspector.button('Searches', inspector.filters).click()
  await inspector.page.getByRole('menuitem', { name: 'Copy link', exact: true }).click()
}

test('a search and an event are copied as links, which ask nothing before they are opened', async ({
  opened: { inspector, service },
}) => {
  const { page } = inspector
  await inspector.open((await inspector.eventIds())[3] ?? '')
  const [customer, id] = [await inspector.fieldText('customer_id'), await inspector.fieldText('event_id')]
  const ofEvent = await copyLink(inspector, () => inspector.button('Copy link', inspector.details).click())
  expect(ofEvent).toMatch(
    /^eventscope:\/\/open\?connection=Environment&base_url=http%3A%2F%2F127\.0\.0\.1%3A\d+&event=/,
  )
  await inspector.search({ 'Customer ID': customer ?? '', From: '2020-01-01' })
  const ofSearch = await copyLink(inspector, () => copySearchLink(inspector))
  expect(ofSearch).toContain('created_at_from=')
  await inspector.button('Clear filters').click()
  await inspector.settled()
  await inspector.button('Close details').click()
  const asked = async () => (await service.requests()).length
  const before = await asked()

  const dialog = dialogOf(inspector)
  await paste(inspector, ofSearch)
  await expect(dialog).toContainText('Nothing is sent before you open it.')
  await expect(dialog).toContainText(`Customer ID = ${customer}`)
  await expect(dialog).toContainText('From = 2020-01-01T00:00:00Z')
  await expect(inspector.button('Cancel', dialog)).toBeFocused()
  await expectNoViolations(page, 'a link', '[role=dialog]')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect(await asked()).toBe(before)

  await paste(inspector, ofSearch)
  await inspector.button('Open', dialog).click()
  await inspector.settled()
  await expect(inspector.textbox('Customer ID', inspector.filters)).toHaveValue(customer ?? '')
  expect(await asked()).toBe(before + 1)

  await paste(inspector, ofEvent)
  await expect(dialog).toContainText(`Event ID = ${id}`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(inspector.field('event_id')).toHaveAttribute('data-value', id ?? '')
  await expect.poll(asked).toBeLessThanOrEqual(before + 2)
  await inspector.button('Close details').click()
  await inspector.search()
})

test('a link of a service that is not a connection here is not asked, and adds none', async ({
  opened: { inspector, service },
}) => {
  const { page } = inspector
  const other = (await copyLink(inspector, () => copySearchLink(inspector))).replace('127.0.0.1', '127.0.0.2')
  const before = (await service.requests()).length
  const dialog = dialogOf(inspector)
  await paste(inspector, other)
  await expect(dialog).toContainText('None of your connections leads to the service of this link')
  await expect(dialog).toContainText('Your connection “Environment” leads to another service')
  await expect(inspector.button('Open', dialog)).toHaveCount(0)
  await inspector.button('Add connection', dialog).click()
  await expect(inspector.textbox('Base URL', inspector.connectionDialog)).toHaveValue('')
  await page.keyboard.press('Escape')
  expect((await service.requests()).length).toBe(before)
})

/** Each behind a good link; shared/connection/link.test.ts has all the others. */
const HOSTILE = [
  '&token=sk_live_1',
  '&customer_id=a&customer_id=b',
  '&customer_id=cus_%E2%80%AEemca',
  '&customer_id=a%0D%0AAuthorization%3A%20Bearer%20x',
  '&out=%2Fetc%2Fpasswd',
  '#javascript:alert(1)',
  ' --no-sandbox',
  '\u202e',
]

test('what only looks like a link is refused, with its unseen characters shown', async ({
  opened: { inspector, service },
}) => {
  const { page } = inspector
  const good = await copyLink(inspector, () => copySearchLink(inspector))
  const before = (await service.requests()).length
  const dialog = dialogOf(inspector)
  for (const more of HOSTILE) {
    await paste(inspector, `${good}${more}`)
    await expect(dialog).toContainText('This link cannot be opened. Nothing was sent.')
    await expect(inspector.button('Open', dialog)).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }
  expect((await service.requests()).length).toBe(before)
})

test('an API key that was typed as a filter is in no link', async ({ opened: { inspector, service } }) => {
  const { page } = inspector
  await page.evaluate(() => navigator.clipboard.writeText('as before'))
  await inspector.search({ 'Customer ID': `x${service.token}x` })
  await copySearchLink(inspector)
  await expect(page.getByText('Not copied: the API key of this connection would be in the link.')).toBeVisible()
  expect(await clipboard(inspector)).toBe('as before')
  await inspector.search()
})

test('a snapshot has a link to its search', async ({ inspector }) => {
  await inspector.search({ type: 'Debit', To: '2030-01-31' })
  await inspector.takeSnapshot()
  expect(await copyLink(inspector, () => chooseOfSnapshot(inspector, 'More actions', 'Copy link'))).toContain(
    '&event_type=debit&created_at_to=2030-01-31T23%3A59%3A59.999999999Z',
  )
  await inspector.backToLive()
  await inspector.search()
})

test('a link to an event shows it in the live rows, also from a snapshot', async ({ inspector }) => {
  const [id = ''] = await inspector.eventIds()
  await inspector.open(id)
  const link = await copyLink(inspector, () => inspector.button('Copy link', inspector.details).click())
  await inspector.takeSnapshot()
  await paste(inspector, link)
  await inspector.button('Open', dialogOf(inspector)).click()
  await expect(inspector.snapshot).toBeHidden()
  await expect(inspector.field('event_id')).toHaveAttribute('data-value', id)
})
