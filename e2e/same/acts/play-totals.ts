// The tabs of the sample company's October, as they are opened: Totals with each of its choices, Values, Checks.
import { eachChoice, eachCopy, eachFigure, eachMenu } from '../explore.ts'
import { openOctober } from '../open-october.ts'
import type { Stage } from '../stage.ts'

export async function playTotals(stage: Stage): Promise<void> {
  const { snapshot } = await openOctober(stage)
  const { inspector } = stage
  await stage.look('events')
  await inspector.openTab('Totals')
  await inspector.totals.waitFor()
  await stage.look('totals')
  await eachMenu(stage, snapshot, 'totals')
  await eachCopy(stage, snapshot, 'totals')
  const back = async () => {
    const conditions = snapshot.getByRole('button', { name: /^Remove condition: / })
    while ((await conditions.count()) > 0) await conditions.first().click()
    await inspector.openTab('Totals')
  }
  await eachFigure(stage, inspector.totals, 'totals', back)
  await eachChoice(stage, snapshot, 'totals')
}
