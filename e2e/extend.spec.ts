// A snapshot is extended to a later end and to an earlier start: by mouse and by keys, in both themes and three sizes.
import { expectGoodLooks } from './good-looks.ts'
import { expect, test } from './kit/fixtures.ts'
import { chooseOfSnapshot } from './snapshot-menus.ts'
import { call, openNewSnapshot, openSnapshot } from './taken-snapshot.ts'

test.use({ serviceSwitches: ['--events', '3000', '--now', '2026-11-20T12:00:00Z'], fetchAhead: false })

interface Listed {
  snapshots: {
    id: string
    name: string
    rows: number
    status: { state: string; verdict?: { kind: string } }
  }[]
}

test('what is proved is taken over, and says from when it is', async ({ inspector, page }) => {
  const snapshot = page.getByRole('region', { name: 'Snapshot', exact: true })
  const range = { from: '2026-10-01T00:00:00Z', until: '2026-11-08T00:00:00Z', zone: 'UTC' }
  await openNewSnapshot(inspector, 'Autumn', range)
  const dialog = page.getByRole('dialog', { name: 'Extend the period', exact: true })
  const [from, until] = [dialog.getByLabel('From', { exact: true }), dialog.getByLabel('Up to, not including')]
  const finished = async (name: string) => {
    const of = async () => (await call<Listed>(page, 'snapshots/list')).snapshots.find((one) => one.name === name)
    await expect.poll(async () => (await of())?.status.verdict?.kind, { timeout: 60_000 }).toBe('complete')
    return of()
  }

  await test.step('by mouse: a later end', async () => {
    await chooseOfSnapshot(inspector, 'More actions', 'Extend the period…')
    await expect(from).toHaveValue('2026-10-01')
    await expect(until).toHaveValue('2026-11-08')
    await inspector.button('Count: 1 request', dialog).click()
    await expect(dialog).toContainText('This is the range of the snapshot.')
    await until.fill('2026-11-19')
    await inspector.button('Count: 1 request', dialog).click()
    await expect(dialog.getByRole('status')).toContainText(
      /of this snapshot are taken over in \d+ parts?: each part is/,
    )
  })

  await expectGoodLooks(page, 'extend', '[role="dialog"]')

  await test.step('it is read as any other', async () => {
    await dialog.getByRole('button', { name: /^Read: about \d+ requests$/ }).click()
    await expect(dialog).toBeHidden()
    await finished('Autumn, extended')
  })

  await test.step('by keys: an earlier start', async () => {
    await inspector.button('More actions', snapshot).press('Enter')
    await page.keyboard.press('Enter')
    await expect(from).toBeFocused()
    await from.fill('2026-09-30 12:00')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: /^Read: about/ })).toBeVisible()
    // What was counted is of what was typed then.
    await page.keyboard.press('Tab')
    await expect(until).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('2026-11-19')
    await expect(inspector.button('Count: 1 request', dialog)).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: /^Read: about/ })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const extended = await finished('Autumn, extended (2)')
    await openSnapshot(inspector, extended?.id ?? '')
    await inspector.button('How it was read', snapshot).click()
    const read = page.getByRole('dialog', { name: 'How it was read', exact: true })
    await expect(read).toContainText(/Of these, [\d,]+ events were read (on|from) .* for an earlier snapshot/)
  })
})
