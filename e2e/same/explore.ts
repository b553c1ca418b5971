// What is done wherever it can be done: each choice of a bar once, each menu opened, each copy taken, each figure's button pressed.
import type { Locator } from '@playwright/test'
import type { Stage } from './stage.ts'

const LONG_LIST = 30

const accessibleName = async (control: Locator) =>
  (await control.getAttribute('aria-label')) ?? (await control.innerText()).trim().replaceAll(/\s+/g, ' ')

/** The names of what is in sight, each once. */
async function namesOf(controls: Locator): Promise<string[]> {
  const names: string[] = []
  for (const control of await controls.all()) if (await control.isVisible()) names.push(await accessibleName(control))
  return [...new Set(names)].filter((name) => name !== '')
}

/** Takes each option of each combobox in `region` once, looks, and takes the first choice again. */
export async function eachChoice(stage: Stage, region: Locator, at: string): Promise<void> {
  const { inspector, page } = stage
  const labels = await region
    .getByRole('combobox')
    .evaluateAll((boxes) =>
      boxes.map((box) => box.getAttribute('aria-label') ?? (box as HTMLSelectElement).labels?.[0]?.textContent ?? ''),
    )
  for (const label of labels) {
    const box = region.getByRole('combobox', { name: label, exact: true })
    if (label === '' || !(await box.isVisible())) continue
    const isSelect = (await box.evaluate((element) => element.tagName)) === 'SELECT'
    const chosen = isSelect
      ? await box.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.label ?? '')
      : await box.inputValue()
    const options = isSelect
      ? await box.evaluate((element) => [...(element as HTMLSelectElement).options].map((option) => option.label))
      : await optionsOf(stage, box)
    for (const option of someOf(options).filter((name) => name !== chosen)) {
      await inspector.choose(box, option)
      await stage.look(`${at}, ${label} ${option}`)
      if (!(await box.isVisible())) break
    }
    if (chosen !== '' && (await box.isVisible())) await inspector.choose(box, chosen)
    await page.keyboard.press('Escape')
  }
}

/** A list that is long holds things of one kind, such as time zones: its ends stand for all. */
const someOf = (options: readonly string[]) =>
  options.length > LONG_LIST ? [...options.slice(0, 2), ...options.slice(-1)] : options

async function optionsOf({ page }: Stage, box: Locator): Promise<string[]> {
  await box.click()
  await box.and(page.locator('[aria-controls]')).waitFor()
  const list = page.locator(`[id="${await box.getAttribute('aria-controls')}"]`)
  const names = await list.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

/** Opens each menu and dialog that a button in `region` says it opens, looks, and closes it. */
export async function eachMenu(stage: Stage, region: Locator, at: string): Promise<void> {
  for (const name of await namesOf(region.locator('button[aria-haspopup]:not([role=combobox])'))) {
    const button = stage.inspector.button(name, region).first()
    if (!(await button.isEnabled())) continue
    await button.click()
    await stage.look(`${at}, ${name} opened`)
    await stage.page.keyboard.press('Escape')
  }
}

/** Takes each copy that a button or the menu of one in `region` offers. */
export async function eachCopy(stage: Stage, region: Locator, at: string): Promise<void> {
  for (const name of await namesOf(region.getByRole('button', { name: /^Copy/ }))) {
    const button = stage.inspector.button(name, region).first()
    if ((await button.getAttribute('aria-haspopup')) === null) {
      await stage.taken(`${at}, ${name}`, button)
      continue
    }
    await button.click()
    const items = await namesOf(stage.page.getByRole('menuitem'))
    await stage.page.keyboard.press('Escape')
    for (const item of items) {
      await button.click()
      await stage.taken(`${at}, ${name}, ${item}`, stage.page.getByRole('menuitem', { name: item, exact: true }))
    }
  }
}

/** Presses the button of each figure in the first `most` rows of a table, looks at what it lists, and comes `back`. */
export async function eachFigure(
  stage: Stage,
  table: Locator,
  at: string,
  back: () => Promise<void>,
  most = 6,
): Promise<void> {
  const rows = Math.min(most, await table.locator('tbody tr').count())
  for (let row = 0; row < rows; row++) {
    const buttons = () => table.locator('tbody tr').nth(row).getByRole('button')
    for (let index = 0; index < (await buttons().count()); index++) {
      const button = buttons().nth(index)
      const name = await accessibleName(button)
      await button.click()
      await stage.look(`${at}, row ${row + 1}, ${name}`)
      await back()
      await table.waitFor()
    }
  }
}
