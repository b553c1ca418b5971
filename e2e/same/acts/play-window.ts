// What stands around the rows: the one box, searches and links, reports, connections, settings, help, five things to
// try.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import type { FilterInput } from '../../kit/live-search.ts'
import { eachChoice, eachCopy, eachMenu, eachPress, eachRadio } from '../explore.ts'
import { openSample } from '../open-october.ts'
import type { Stage } from '../stage.ts'

export async function playWindow(stage: Stage): Promise<void> {
  await openSample(stage)
  await playFind(stage)
  await playSearches(stage)
  await playSettings(stage)
}

async function playFind(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  await inspector.search({})
  const typed = [
    '',
    'evt_003524',
    'cus_lumen',
    'cus_lumen refund october',
    'when did it stop',
    'theme',
    'report',
    'amount > 100',
    'nothing is called so, and nobody asks',
    'customer_id=cus_lumen&event_type=credit',
    '{"event_id":"evt_003524"}',
  ]
  for (const text of typed) {
    await inspector.find.fill(text)
    // A key that comes before what is offered chooses none of it.
    await stage.atRest()
    await inspector.find.press('ArrowDown')
    await stage.look(`find “${text}”`)
  }
  await page.keyboard.press('Escape')
  await inspector.findById('evt_003524')
  await stage.look('found by its ID')
  await inspector.button('Close details', inspector.details).click()
  await inspector.textbox('Event ID', inspector.filters).fill('evt_003524 evt_004041 evt_nobody')
  await inspector.button('Find 3 events', inspector.filters).click()
  const found = page.getByRole('dialog', { name: 'Pasted event IDs', exact: true })
  await found.getByRole('status').waitFor()
  await stage.look('pasted IDs')
  await eachCopy(stage, found, 'pasted IDs')
  await inspector.button('Compare', found).click()
  await stage.look('pasted IDs compared')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

async function playSearches(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const menu = inspector.button('Searches', inspector.filters)
  /** Another type searches by itself, and the button's search would end that one where it is still under way. */
  const searchWith = async (filters: FilterInput) => {
    await inspector.fillFilters(filters)
    await inspector.settled()
    await inspector.search()
  }
  await searchWith({ 'Customer ID': 'cus_halden', From: '2026-10-01', To: '2026-10-31', type: 'Credit' })
  await menu.click()
  await item('Save this search').click()
  const dialog = page.getByRole('dialog', { name: 'Save this search', exact: true })
  await dialog.waitFor()
  await stage.look('save this search')
  await inspector.textbox('Name of the search', dialog).fill('Halden’s credits')
  await inspector.button('Save', dialog).click()
  await stage.look('saved')
  for (const name of ['Copy search', 'Copy link']) {
    await menu.click()
    await stage.taken(`searches, ${name}`, item(name))
  }
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await searchWith({})
  for (const list of ['Recent', 'Saved']) {
    await menu.click()
    await item(list).hover()
    await page
      .getByRole('menuitem', { name: /Halden|cus_halden/ })
      .first()
      .waitFor()
    await stage.look(`searches, ${list}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  await menu.click()
  await item('Saved').click()
  await page.getByRole('menuitem', { name: 'Halden’s credits', exact: true }).click()
  await inspector.settled()
  await stage.look('the saved search')
  await searchWith({})
  await inspector.find.fill(link)
  await page.getByRole('option', { name: 'Show what this link asks' }).waitFor()
  await inspector.find.press('Enter')
  const asked = page.getByRole('dialog', { name: 'Open a link', exact: true })
  await asked.waitFor()
  await stage.look('a link')
  await inspector.button('Open', asked).click()
  await inspector.settled()
  await stage.look('a link opened')
}

async function playSettings(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  const dialog = page.getByRole('dialog', { name: 'Settings', exact: true })
  const open = async () => {
    await inspector.button('Settings').click()
    await dialog.waitFor()
  }
  await open()
  await stage.look('settings')
  await eachRadio(stage, dialog.getByRole('radiogroup', { name: 'Theme', exact: true }), 'settings')
  await eachChoice(stage, dialog, 'settings', ['Rows on a page'])
  await eachCopy(stage, dialog, 'settings', /^Copy diagnostics/)
  for (const [button, name] of [
    ['Activity', 'Activity'],
    ['Verify a file…', 'Verify a file'],
    ['Open help', 'Help'],
  ] as const) {
    if (!(await dialog.isVisible())) await open()
    await inspector.button(button, dialog).click()
    const opened = page.getByRole('dialog', { name, exact: true })
    await opened.waitFor()
    await stage.look(name)
    if (name === 'Help') await playHelp(stage, opened)
    if (name === 'Activity')
      await eachPress(stage, opened.getByRole('listitem').first().getByRole('button').first(), name)
    await page.keyboard.press('Escape')
  }
  await inspector.button('Switch connection').click()
  await page.getByRole('menuitem', { name: 'Customer names…', exact: true }).click()
  const names = page.getByRole('dialog', { name: 'Customer names', exact: true })
  await inspector.textbox('Names', names).fill('cus_halden\tHalden Verlag\ncus_lumen\tLumen SARL')
  await stage.look('customer names')
  await inspector.button('Save names', names).click()
  await stage.look('customer names saved')
  await eachMenu(stage, page.getByRole('banner'), 'header')
}

async function playHelp(stage: Stage, help: Locator): Promise<void> {
  for (const tab of ['Words', 'Docs', 'Shortcuts']) {
    await help.getByRole('tab', { name: tab, exact: true }).click()
    await stage.look(`help, ${tab}`)
  }
}

/**
 * The things to try, with what there is to see. What changed after closing is not told where time stands still, as the
 * closing copy is to be the earlier one: play-comparison.ts has it.
 */
export async function playFiveThings(stage: Stage): Promise<void> {
  await openSample(stage)
  const { inspector, page } = stage
  const names = JSON.parse(readFileSync(join(import.meta.dirname, '../../kit/names.json'), 'utf8'))
  const cards = page.getByRole('region', { name: 'Five things to try', exact: true })
  const seen = page.getByRole('region', { name: 'What there is to see', exact: true })
  for (const name of (names.fiveThings.button as string[]).slice(0, 5)) {
    if (name.includes('closing')) continue
    const live = inspector.button('Back to live')
    if (await live.isVisible()) await live.click()
    if (name.includes('workbook')) await stage.taken(name, inspector.button(name, cards))
    else {
      await inspector.button(name, cards).click()
      await seen.and(page.locator('[data-step=there]')).filter({ hasText: name }).waitFor()
      await stage.look(name)
    }
  }
}
