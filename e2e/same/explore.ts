// What is done wherever it can be done: each choice of a bar once, each menu opened, each copy taken, each figure's
// button pressed, each table seen to its end, and gone through by its keys.
import type { Locator } from '@playwright/test'
import type { Stage } from './stage.ts'

const LONG_LIST = 15

/** Accessible names of what is in sight; asked in the page at once, as there may be a thousand. */
function namesInSight(controls: Element[]): string[] {
  return controls.flatMap((control) => {
    const { width, height } = control.getBoundingClientRect()
    if (width === 0 || height === 0 || !control.checkVisibility({ visibilityProperty: true })) return []
    const labels = (control as HTMLInputElement).labels ?? []
    const named = control.getAttribute('aria-label') ?? [...labels].map((label) => label.textContent).join(' ')
    return [(named || (control.textContent ?? '')).trim().replaceAll(/\s+/g, ' ')]
  })
}

/** Each once. */
async function namesOf(controls: Locator): Promise<string[]> {
  return [...new Set(await controls.evaluateAll(namesInSight))].filter((name) => name !== '')
}

/**
 * Takes each option of each combobox in `region` once, looks, and takes the first choice again.
 * @param only the names of these boxes; where it is left out, all of them
 */
export async function eachChoice(stage: Stage, region: Locator, at: string, only?: readonly string[]): Promise<void> {
  const { inspector, page } = stage
  for (const label of only ?? (await namesOf(region.getByRole('combobox')))) {
    const box = region.getByRole('combobox', { name: label, exact: true }).first()
    if (!(await box.isVisible()) || !(await box.isEnabled())) continue
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
      if (!(await box.isVisible())) return
    }
    if (options.includes(chosen)) await inspector.choose(box, chosen)
    if (!isSelect) await page.keyboard.press('Escape')
  }
}

/** A list that is long holds things of one kind, such as time zones: its ends stand for all. */
const someOf = (options: readonly string[]) =>
  options.length > LONG_LIST ? [...options.slice(0, 2), ...options.slice(-1)] : options

/** What each row of a table has is taken of the first and the last: their names differ in an ID or a number. */
function endsOfRows(names: readonly string[]): string[] {
  const alike = Object.groupBy(names, (name) => name.replaceAll(/\S*\d\S*/g, '#'))
  return Object.values(alike).flatMap((each = []) => [...new Set([...each.slice(0, 1), ...each.slice(-1)])])
}

async function optionsOf({ page }: Stage, box: Locator): Promise<string[]> {
  await box.click()
  await box.and(page.locator('[aria-controls]')).waitFor()
  const list = page.locator(`[id="${await box.getAttribute('aria-controls')}"]`)
  await list.getByRole('option').first().waitFor()
  const names = await list.getByRole('option').allInnerTexts()
  await page.keyboard.press('Escape')
  return names
}

/** Takes each of the radios in `region` that is not chosen, looks, and takes the first choice again. */
export async function eachRadio(stage: Stage, region: Locator, at: string): Promise<void> {
  const radio = (name: string) => region.getByRole('radio', { name, exact: true }).first()
  const chosen = await namesOf(region.getByRole('radio', { checked: true }))
  const others = (await namesOf(region.getByRole('radio'))).filter((name) => !chosen.includes(name))
  for (const name of others) {
    await radio(name).press('Space')
    await stage.look(`${at}, ${name}`)
  }
  for (const name of chosen) await radio(name).press('Space')
}

/** Opens each menu and dialog that a button in `region` says it opens, looks, and closes it. */
export async function eachMenu(stage: Stage, region: Locator, at: string): Promise<void> {
  for (const name of await namesOf(region.locator('button[aria-haspopup]:not([role=combobox])'))) {
    const button = stage.inspector.button(name, region).first()
    if (!(await button.isEnabled())) continue
    await button.click()
    await stage.look(`${at}, ${name} opened`)
    await stage.page.keyboard.press('Escape')
    // A list beside a figure stays open.
    if ((await button.getAttribute('aria-expanded')) === 'true') await button.click()
  }
}

/** Unfolds each part that a button in `region` folds, looks, and folds it. */
export async function eachFold(stage: Stage, region: Locator, at: string): Promise<void> {
  const folds = region.locator('button[aria-expanded=false]:not([aria-haspopup]):not([role=combobox])')
  for (const name of await namesOf(folds)) {
    const button = stage.inspector.button(name, region).first()
    await button.click()
    await stage.look(`${at}, ${name} unfolded`)
    if (await button.isVisible()) await button.click()
  }
}

/**
 * Takes each copy, print and file that a button in `region`, or the menu of one, offers.
 * @param named which buttons; their names begin so
 */
export async function eachCopy(
  stage: Stage,
  region: Locator,
  at: string,
  named = /^(Copy|Print|Export the|Save as)/,
): Promise<void> {
  const { page, inspector } = stage
  const take = async (name: string, control: Locator) => {
    await stage.taken(name, control)
    const receipt = inspector.button('Save its receipt')
    // By its key: what the file was saved from may lie over the notice.
    if (await receipt.isVisible()) await stage.taken(`${name}, receipt`, receipt, () => receipt.press('Enter'))
  }
  for (const name of endsOfRows(await namesOf(region.getByRole('button', { name: named })))) {
    const button = inspector.button(name, region).first()
    if (!(await button.isEnabled())) continue
    if ((await button.getAttribute('aria-haspopup')) === null) {
      await take(`${at}, ${name}`, button)
      continue
    }
    await button.click()
    await page.getByRole('menuitem').first().waitFor()
    const items = await namesOf(page.getByRole('menuitem'))
    await page.keyboard.press('Escape')
    for (const item of items) {
      await button.click()
      await take(`${at}, ${name}, ${item}`, page.getByRole('menuitem', { name: item, exact: true }))
    }
  }
}

/** Presses each of these controls, looks at what comes of it, and comes `back`. */
export async function eachPress(
  stage: Stage,
  controls: Locator,
  at: string,
  back: () => Promise<void> = async () => undefined,
  most = 40,
): Promise<void> {
  await controls.first().waitFor()
  const count = Math.min(most, await controls.count())
  for (let index = 0; index < count; index++) {
    const control = controls.nth(index)
    await control.waitFor()
    const [name = ''] = await control.evaluateAll(namesInSight)
    await control.click()
    await stage.look(`${at}, ${name}`)
    await back()
  }
}

/** Goes on by the button of `pages` that does, and looks at each page; then back to the first. */
export async function eachPage(stage: Stage, pages: Locator, at: string, most = 3): Promise<void> {
  const [next, previous] = [/^Next /, /^Previous /].map((name) => pages.getByRole('button', { name }).first())
  if (next === undefined || previous === undefined) return
  let page = 1
  while (page < most && (await next.isVisible()) && (await next.isEnabled())) {
    await next.click()
    page++
    await stage.look(`${at}, page ${page}`)
  }
  for (; page > 1; page--) await previous.click()
}

/** Scrolls what holds `content` by its height to its end, and looks each time, at most `most` times and at the end. */
export async function eachScreen(stage: Stage, content: Locator, at: string, most = 3): Promise<void> {
  const scroll = (by: number) =>
    content.first().evaluate((element, part) => {
      let box: Element | null = element
      while (box !== null && box.scrollHeight <= box.clientHeight + 1) box = box.parentElement
      if (box === null) return false
      const before = box.scrollTop
      box.scrollTop = part === Number.POSITIVE_INFINITY ? box.scrollHeight : before + part * box.clientHeight
      return box.scrollTop > before
    }, by)
  for (let screen = 2; screen <= most && (await scroll(0.9)); screen++) await stage.look(`${at}, screen ${screen}`)
  if (await scroll(Number.POSITIVE_INFINITY)) await stage.look(`${at}, its end`)
  await scroll(Number.NEGATIVE_INFINITY)
}

/** There and back, from cell to cell, from row to row, and out of it by Tab and into it again. */
const KEYS = 'ArrowDown ArrowRight ArrowDown ArrowLeft End PageDown ArrowUp Home PageUp ArrowRight Tab Shift+Tab'.split(
  ' ',
)

/** Goes through a table by its keys from its one stop for Tab, and writes down what then has the focus. */
export async function eachKey(stage: Stage, table: Locator, at: string): Promise<void> {
  const { page } = stage
  const steps: string[] = []
  await table.locator('[tabindex="0"]').first().focus()
  for (const key of ['', ...KEYS]) {
    if (key !== '') await page.keyboard.press(key)
    await stage.atRest()
    steps.push(`${key}: ${await page.evaluate(focused)}`)
  }
  stage.note(`${at}, by its keys`, steps.join('\n'))
}

/** What has the focus, in which row, and how many stops for Tab there are in its table. */
function focused(): string {
  const { activeElement: element } = document
  const row = element?.closest('tr')
  const data = [...(row?.attributes ?? [])].filter(({ name }) => name.startsWith('data-'))
  const stops = element?.closest('table')?.querySelectorAll('[tabindex="0"]').length ?? 'no table'
  const name = element?.getAttribute('aria-label') ?? element?.textContent?.slice(0, 80)
  return [
    `${element?.localName} ${name}`,
    ...data.map(({ name: of, value }) => `${of}=${value}`),
    `${stops} stops`,
  ].join(' | ')
}

/** Takes away each condition, and opens this tab of the snapshot. */
export async function backToTab({ inspector, page }: Stage, tab: string): Promise<void> {
  const conditions = page.getByRole('button', { name: /^Remove condition: / })
  while ((await conditions.count()) > 0) await conditions.first().click()
  await inspector.openTab(tab)
}
