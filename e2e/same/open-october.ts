// Where the acts on a snapshot begin: the sample company with all events of October loaded.
import type { Locator } from '@playwright/test'
import type { Stage } from './stage.ts'

/** @returns the region of the open snapshot */
export async function openOctober(stage: Stage): Promise<{ snapshot: Locator }> {
  const inspector = await stage.window(null)
  await inspector.button('Explore sample data', inspector.connectionDialog).click()
  await inspector.settled()
  await inspector.search({ From: '2026-10-01', To: '2026-10-31' })
  await inspector.takeSnapshot()
  return { snapshot: inspector.snapshot }
}
