// Where the acts on a snapshot begin: the sample company with all events of October loaded.
import type { Locator } from '@playwright/test'
import type { Stage } from './stage.ts'

/** The live page of the sample company, in which nothing was done yet. */
export async function openSample(stage: Stage): Promise<void> {
  const inspector = await stage.window(null)
  await inspector.button('Explore sample data', inspector.connectionDialog).click()
  await inspector.settled()
}

/** @returns the region of the open snapshot */
export async function openOctober(stage: Stage): Promise<Locator> {
  await openSample(stage)
  const { inspector } = stage
  await inspector.button('Close “Five things to try”').click()
  await inspector.choosePeriod('Last month')
  await inspector.takeSnapshot()
  return inspector.snapshot
}
