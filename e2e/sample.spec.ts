// A sample of a closed snapshot is asked again: by mouse and by keys, in both themes and three sizes.
import { expectGoodLooks } from './good-looks.ts'
import { expect, test } from './kit/fixtures.ts'
import { pressTo } from './press-to.ts'
import { chooseOfSnapshot, keepAsClosingCopy } from './snapshot-menus.ts'
import { openNewSnapshot } from './taken-snapshot.ts'

const event = (number: number, amount: string) =>
  `{"event_id":"evt_${number}","customer_id":"cus_1","event_code":"api_calls","event_type":"debit","created_at":"2026-10-${String(1 + (number % 28)).padStart(2, '0')}T10:00:00Z","event_properties":{"amount":${amount}}}`

test.use({ serviceSwitches: ['--events', '0', '--now', '2026-11-20T12:00:00Z'], fetchAhead: false })

test('none differs, then what was altered and what is gone', { tag: '@core' }, async ({ inspector, service, page }) => {
  const numbers = Array.from({ length: 40 }, (_, number) => number)
  await service.add(...numbers.map((number) => event(number, '1.50')))
  await inspector.button('Refresh', inspector.pages).click()
  const snapshot = page.getByRole('region', { name: 'Snapshot', exact: true })
  await openNewSnapshot(inspector, 'October', {
    from: '2026-10-01T00:00:00Z',
    until: '2026-11-01T00:00:00Z',
    zone: 'UTC',
  })
  await keepAsClosingCopy(inspector)
  const dialog = page.getByRole('dialog', { name: 'Spot-check events', exact: true })
  const sample = dialog.getByRole('region', { name: 'Sample', exact: true })

  await test.step('by mouse: fewer events than asked for are all asked, and it says so', async () => {
    await chooseOfSnapshot(inspector, 'Check for changes…', 'Spot-check 40 events')
    const before = (await service.requests()).length
    await dialog.getByRole('button', { name: 'Check all 40 events', exact: true }).click()
    await expect(sample).toContainText('None of 40 differs: these are all events that can be asked for')
    expect((await service.requests()).slice(before).filter(({ method }) => method === 'GET')).toHaveLength(40)
  })

  await service.amend(event(3, '9.50'))
  await service.remove('evt_7')

  await test.step('by keys: a smaller sample, then all above an amount besides', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await inspector.button('Check for changes…', snapshot).press('Enter')
    await pressTo(page, 'ArrowDown', page.getByRole('menuitem', { name: 'Spot-check 40 events', exact: true }))
    await page.keyboard.press('Enter')
    await expect(sample).toContainText('None of 40 differs')
    const random = dialog.getByLabel('Events at random')
    await random.fill('0')
    await random.press('Enter')
    await expect(random).toHaveAccessibleDescription(/Enter a whole number from 1 to/)
    await expect(random).toHaveValue('0')
    await random.fill('10')
    await dialog.getByLabel('And all events whose').selectOption({ label: 'amount' })
    await dialog.getByLabel('is at least, in size').fill('much')
    await page.keyboard.press('Enter')
    await expect(dialog).toContainText('Enter a number of 0 or more, such as 1000.')
    await dialog.getByLabel('is at least, in size').fill('1')
    await page.keyboard.press('Enter')
    await expect(sample).toHaveAttribute('data-differing', '2')
    await expect(sample).toContainText('All of the 30 further events with amount of 1 or more were asked')
    const lines = sample.getByRole('table', { name: 'Differing events', exact: true }).getByRole('row')
    await expect(lines).toHaveText([
      'Event IDWhat differs',
      'evt_3amount',
      'evt_7gone: the service no longer finds it (404)',
    ])
  })

  await expectGoodLooks(page, 'sample', '[role="dialog"]')

  await test.step('it leads to its events, and stays with the snapshot', async () => {
    await sample.getByRole('button', { name: 'Show these 2 events', exact: true }).click()
    await expect(inspector.rows).toHaveCount(2)
    await inspector.button('How it was read', snapshot).click()
    const read = page.getByRole('dialog', { name: 'How it was read', exact: true })
    await expect(read).toContainText('Spot check')
  })
})
