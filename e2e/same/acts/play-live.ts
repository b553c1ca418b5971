// The live page on the sample company.
import type { Stage } from '../stage.ts'

export async function playLive(stage: Stage): Promise<void> {
  const inspector = await stage.window(null)
  await stage.look('first run')
  await inspector.button('Explore sample data', inspector.connectionDialog).click()
  await inspector.settled()
  await stage.look('sample data')
  const [first = '', second = ''] = await inspector.eventIds()
  await inspector.open(first)
  await stage.look('an open event')
  await inspector.open(second)
  await stage.look('another')
}
