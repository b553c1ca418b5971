// The tabs "Values" and "Checks" of the sample company's October, with the events that their figures list, and expected
// shapes.
import type { Locator } from '@playwright/test'
import { backToTab, eachChoice, eachCopy, eachMenu, eachPress, eachRadio, eachScreen } from '../explore.ts'
import { openOctober } from '../open-october.ts'
import type { Stage } from '../stage.ts'

export async function playValues(stage: Stage): Promise<void> {
  const snapshot = await openOctober(stage)
  const { inspector } = stage
  await inspector.openTab('Values')
  await inspector.values.waitFor()
  await stage.look('values')
  await eachMenu(stage, inspector.values, 'values')
  await eachCopy(stage, snapshot, 'values')
  await eachChoice(stage, snapshot, 'values')
  await eachScreen(stage, inspector.values, 'values')
  const find = snapshot.getByRole('textbox', { name: 'Find a field or property', exact: true })
  await find.fill('price')
  await stage.look('values named price')
  await eachCopy(stage, snapshot, 'values named price')
  await find.fill('nothing is called so')
  await stage.look('values named otherwise')
  await find.fill('')
  const back = () => backToTab(stage, 'Values')
  for (const name of ['quantity', 'currency'])
    await eachPress(stage, inspector.valuesRow(name).getByRole('button'), `values, ${name}`, back, 6)
  await eachPress(stage, inspector.valuesRow('created_at', 'field').getByRole('button'), 'values, created_at', back, 3)
}

export async function playChecks(stage: Stage): Promise<void> {
  const snapshot = await openOctober(stage)
  const { inspector, page } = stage
  await inspector.openTab('Checks')
  const checks = page.getByRole('list', { name: 'Checks', exact: true })
  await checks.waitFor()
  await stage.look('checks')
  await eachRadio(stage, snapshot, 'checks')
  await eachCopy(stage, snapshot, 'checks')
  const back = () => backToTab(stage, 'Checks')
  await eachPress(stage, checks.locator('[data-twice]').getByRole('button'), 'checks', back)
  await eachPress(stage, inspector.check('amount-differs').getByRole('button'), 'checks, amounts', back, 3)
  await eachPress(stage, inspector.check('mixed-kinds').getByRole('button'), 'checks, kinds', back, 3)
  const group = inspector.check('possible-duplicates').locator('[data-group]').first()
  await eachPress(stage, inspector.button('Show events', group), 'checks, group', back)
  await eachPress(stage, inspector.button('Compare', group), 'checks, group', () => page.keyboard.press('Escape'))
  await group.getByRole('checkbox').check()
  await stage.look('checks, a group selected')
  await inspector.button('Learn from this snapshot').click()
  const shapes = page.getByRole('dialog', { name: 'Expected shapes', exact: true })
  await shapes.waitFor()
  await stage.look('shapes learned')
  await inspector.button('As JSON Schema', shapes).click()
  await stage.look('shapes as a schema')
  await eachCopy(stage, shapes, 'shapes', /^(Copy|Save) schema/)
}

/** Groups that may be duplicates: selected by each kind, marked for a reason, undone, and one mark removed. */
export async function playMarks(stage: Stage): Promise<void> {
  const snapshot = await openOctober(stage)
  const { inspector, page } = stage
  await inspector.openTab('Checks')
  const bar = page.getByRole('region', { name: 'Marks of groups', exact: true })
  const choices = page.getByRole('menuitem')
  await inspector.button('Select groups', bar).click()
  await choices.first().waitFor()
  const kinds = await choices.allInnerTexts()
  await page.keyboard.press('Escape')
  for (const kind of kinds) {
    await inspector.button('Select groups', bar).click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
    await stage.look(`groups selected: ${kind}`)
  }
  const mark = async (button: Locator, reason: string, at: string) => {
    await button.click()
    await inspector.textbox('Why it is legitimate', snapshot).fill(reason)
    await page.keyboard.press('Enter')
    await stage.look(at)
  }
  await inspector.button('Select groups', bar).click()
  await page.getByRole('menuitem', { name: 'All that are not marked', exact: true }).click()
  const all = bar.getByRole('button', { name: /^Mark \d+ as legitimate$/ })
  await mark(all, 'a load test', 'all marked')
  await inspector.button('Undo', bar).click()
  await stage.look('marks undone')
  const group = inspector.check('possible-duplicates').locator('[data-group]').first()
  await mark(inspector.button('Mark as legitimate', group), '', 'a group marked without a reason')
  await inspector.openTab('Totals')
  await stage.look('totals with a marked group')
  await inspector.openTab('Checks')
  await eachCopy(stage, snapshot, 'a marked group')
  await inspector.button('Remove mark', snapshot).click()
  await stage.look('a mark removed')
}
