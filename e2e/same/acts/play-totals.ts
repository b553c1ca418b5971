// The tab "Totals" of the sample company's October: each choice of its bars, its tables and copies, and what its
// figures list.
import { compareWithinPeriod, openPriceRules } from '../../snapshot-menus.ts'
import { backToTab, eachChoice, eachCopy, eachFold, eachKey, eachMenu, eachPress, eachScreen } from '../explore.ts'
import { openOctober } from '../open-october.ts'
import type { Stage } from '../stage.ts'

export async function playTotals(stage: Stage): Promise<void> {
  const snapshot = await openOctober(stage)
  const { inspector } = stage
  await inspector.openTab('Totals')
  await inspector.totals.waitFor()
  await stage.look('totals')
  // It is the table's one stop from then on.
  await inspector.totals.locator('[data-group]').nth(2).getByRole('button').last().click()
  await stage.atRest()
  await backToTab(stage, 'Totals')
  await stage.look('totals of which a figure was pressed')
  await eachKey(stage, inspector.totals, 'totals')
  await eachMenu(stage, snapshot, 'totals')
  await eachCopy(stage, snapshot, 'totals')
  await eachChoice(stage, snapshot, 'totals')
  await inspector.chooseTotals('Group by', 'Day')
  await eachCopy(stage, snapshot, 'totals by day', /^Copy table/)
}

/** What is behind "Options", and tables that are longer than the window. */
export async function playTotalsOptions(stage: Stage): Promise<void> {
  const snapshot = await openOctober(stage)
  const { inspector } = stage
  await inspector.openTab('Totals')
  await inspector.totals.waitFor()
  await inspector.button('Options', snapshot).click()
  await eachChoice(stage, snapshot, 'totals', ['Split by', 'Chart by'])
  await inspector.chooseTotals('Measure', 'Sum of amount')
  await inspector.chooseTotals('Rounding', '2 decimals, half-up')
  await eachChoice(stage, snapshot, 'totals of amounts', ['Rounding', 'Rounded'])
  await eachCopy(stage, snapshot, 'totals of amounts')
  await inspector.chooseTotals('Measure', 'What they are worth')
  await inspector.chooseTotals('Group by', 'Hour')
  await eachScreen(stage, inspector.totals, 'totals by hour')
  await inspector.chooseTotals('Group by', 'Customer ID')
  await inspector.chooseTotals('Then by', 'Event code')
  await inspector.chooseTotals('Split by', 'currency')
  await stage.look('totals by customer and code, by currency')
  await eachScreen(stage, inspector.totals, 'totals by customer and code, by currency')
  await eachCopy(stage, snapshot, 'totals by customer and code, by currency')
}

export async function playTotalsOfPeriods(stage: Stage): Promise<void> {
  await openOctober(stage)
  const { inspector, page } = stage
  await inspector.openTab('Totals')
  await inspector.totals.waitFor()
  await compareWithinPeriod(inspector)
  const periods = page.getByRole('region', { name: 'Compare within this period', exact: true })
  await stage.look('two periods')
  await eachChoice(stage, periods, 'two periods', ['Periods', 'Figure'])
  await eachCopy(stage, periods, 'two periods')
  const back = async () => {
    await backToTab(stage, 'Totals')
    await compareWithinPeriod(inspector)
  }
  await eachPress(stage, periods.locator('tbody').getByRole('button'), 'two periods', back, 3)
  const dialog = page.getByRole('dialog', { name: 'Price rules', exact: true })
  await openPriceRules(inspector)
  await dialog.waitFor()
  await stage.look('price rules')
  await eachFold(stage, dialog, 'price rules')
  await eachCopy(stage, dialog, 'price rules')
}

/** What each figure lists: of small groups, whose events are seen whole, and of one that is large. */
export async function playFigures(stage: Stage): Promise<void> {
  const snapshot = await openOctober(stage)
  const { inspector, page } = stage
  const back = () => backToTab(stage, 'Totals')
  await inspector.openTab('Totals')
  await inspector.totals.waitFor()
  const lines = ['["seats","EUR"]', '["refund","EUR"]', '["build_minutes","GBP"]', '["credit_grant",null]']
  for (const line of lines)
    await eachPress(
      stage,
      inspector.totals.locator(`[data-group='${line}']`).getByRole('button'),
      `totals, ${line}`,
      back,
    )
  await eachPress(stage, inspector.totals.locator(`[data-all='["GBP"]']`).getByRole('button'), 'totals, all', back)
  await eachPress(
    stage,
    page.getByRole('region', { name: 'Headlines', exact: true }).getByRole('button'),
    'headlines',
    back,
  )
  const bars = page.getByRole('figure', { name: 'Chart', exact: true }).locator('button[data-period]')
  await eachPress(stage, bars.nth(10), 'chart', back)
  await eachPress(stage, bars.nth(18), 'chart', back)

  await inspector.chooseTotals('Group by', 'Customer ID')
  await stage.look('totals by customer')
  // Narrowed by two conditions at once, all tabs tell of these events alone.
  await inspector.totals.locator(`[data-group='["cus_lumen","EUR"]']`).getByRole('button').first().click()
  await stage.look('events of a customer')
  await inspector.openTab('Totals')
  await stage.look('totals of a customer')
  await inspector.openTab('Values')
  await stage.look('values of a customer')
  await inspector.openTab('Checks')
  await stage.look('checks of a customer')
  await inspector.openTab('Totals')
  await eachCopy(stage, snapshot, 'totals of a customer')
}
