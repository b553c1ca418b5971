// How the window looks: the sample company, each tab once, in both themes and three sizes.
import { openOctober } from '../open-october.ts'
import type { Stage } from '../stage.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 700 },
  { width: 720, height: 450 },
]

const TABS = ['Events', 'Totals', 'Values', 'Checks']

export async function playPictures(stage: Stage): Promise<void> {
  await openOctober(stage)
  const { inspector, page } = stage
  const shoot = async (name: string) => {
    // Where it is, nothing is pointed at.
    await page.mouse.move(0, 0)
    for (const size of SIZES)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme })
        await stage.atRest()
        await stage.picture(`${name} ${size.width} ${colorScheme}`)
      }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  for (const tab of TABS) {
    await inspector.openTab(tab)
    await shoot(tab)
  }
  await inspector.backToLive()
  const [first = ''] = await inspector.eventIds()
  await shoot('Live')
  await inspector.open(first)
  await shoot('Live, an event')
}
