// Eventscope itself has stopped behind its window, in a browser, where the window stays.
import { expect, openInspector, test } from './fixtures.ts'

test('the window says so within 5 s, keeps its rows, and calls them new no more', async ({ page, folder, service }) => {
  const { inspector, shell } = await openInspector(page, folder, service.url)
  await inspector.rows.first().click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(/from the (list|service|cache), /)
  await shell.stop()
  await expect(inspector.alert).toContainText('Eventscope’s background process does not answer', { timeout: 5_000 })
  await expect(inspector.alert).toContainText('Start Eventscope again')
  await expect(details).toContainText('before Eventscope stopped')
  await expect(page.getByText('Updated before Eventscope stopped', { exact: true })).toBeVisible()
  await expect(page.getByText('just now')).toHaveCount(0)
  await expect(inspector.rows).toHaveCount(50)
})

test('what was still to be loaded does not take the place of what is drawn', async ({ page, folder, service }) => {
  const { inspector, shell } = await openInspector(page, folder, service.url)
  const asked = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  await page.route(/\/filter-by-button-[\w-]+\.js$/, async (route) => {
    asked.resolve()
    await stopped.promise
    await route.abort('connectionrefused')
  })
  await inspector.rows.first().click()
  await asked.promise
  await shell.stop()
  stopped.resolve()
  await expect(inspector.alert).toContainText('Eventscope’s background process does not answer')
  await expect(inspector.rows).toHaveCount(50)
})
