// What a commit left on a user's computer is opened: a connection with its columns and names of customers, a saved
// search, price rules, a closing copy, a snapshot that was read after it, how its totals were grouped, a report and
// settings.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Inspector } from '../../kit/inspector.ts'
import { call, keepRules } from '../../taken-snapshot.ts'
import { SAMPLE_COMPANY_RULES } from '../sample-rules.ts'
import { LEFT, Stage, TOKEN } from '../stage.ts'

/** What of a subject's folder is kept. */
const PARTS = ['user-data', 'keyring.json']

const OCTOBER = { 'Customer ID': 'cus_halden', From: '2026-10-01', To: '2026-10-31' }

export async function playOldData(stage: Stage): Promise<void> {
  const { place } = stage
  const left = place.left ?? join(place.record, LEFT)
  if (place.left === null) await leaveData(stage, left)
  for (const part of PARTS) cpSync(join(left, part), join(place.work, part), { recursive: true })
  await stage.service('--sample')
  const inspector = await stage.window(null)
  const { page } = stage
  await stage.look('as it was left')
  for (const menu of ['Searches', 'Snapshots', 'Settings', 'Reports', 'Switch connection']) {
    await inspector.button(menu).click()
    await stage.look(menu)
    await page.keyboard.press('Escape')
  }
  const snapshots: string[] = JSON.parse(readFileSync(join(left, 'snapshots.json'), 'utf8'))
  for (const [number, id] of snapshots.entries()) {
    if (number > 0) await inspector.backToLive()
    await openByAddress(stage, id)
    for (const tab of ['Events', 'Totals', 'Values', 'Checks']) {
      await inspector.openTab(tab)
      await stage.look(`snapshot ${number} ${tab}`)
    }
  }
  await inspector.button('Price rules').click()
  await stage.look('Price rules')
  await page.keyboard.press('Escape')
}

/** As a link to it does, from a page at rest, which does not write its own address meanwhile. */
async function openByAddress(stage: Stage, snapshotId: string): Promise<void> {
  const { inspector, page } = stage
  await stage.atRest()
  await page.evaluate((snapshot) => {
    const place = new URLSearchParams(location.hash.slice(1))
    place.set('snapshot', snapshot)
    location.hash = `${place}`
  }, snapshotId)
  await inspector.snapshot.and(page.locator(`[data-snapshot="${snapshotId}"]`)).waitFor()
}

/** In a folder of its own, so that what opens it begins alike wherever it was left. */
async function leaveData({ place, browser }: Stage, left: string): Promise<void> {
  const stage = new Stage({ ...place, work: `${place.work}-left`, expected: null, commands: null }, browser)
  try {
    const closed = await stage.service('--sample', '--at-closing')
    const inspector = await stage.window(null)
    await inspector.connect({ name: 'Billing', baseUrl: closed, token: TOKEN })
    await inspector.settled()
    const snapshots = await leave(stage, inspector)
    mkdirSync(left, { recursive: true })
    writeFileSync(join(left, 'snapshots.json'), JSON.stringify(snapshots))
  } finally {
    await stage.end()
  }
  for (const part of PARTS) cpSync(join(stage.place.work, part), join(left, part), { recursive: true })
}

/** @returns the ids of the snapshots that are there then */
async function leave(stage: Stage, inspector: Inspector): Promise<string[]> {
  const { page } = stage
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  await inspector.showColumn('Type', false)
  await inspector.showColumn('currency')
  await inspector.button('Switch connection').click()
  await page.getByRole('menuitem', { name: 'Customer names…', exact: true }).click()
  await inspector.textbox('Names', dialog('Customer names')).fill('cus_halden\tHalden Verlag')
  await inspector.button('Save names', dialog('Customer names')).click()
  await page.keyboard.press('Escape')
  await inspector.search(OCTOBER)
  await inspector.button('Searches').click()
  await page.getByRole('menuitem', { name: 'Save this search', exact: true }).click()
  await inspector.textbox('Name of the search', dialog('Save this search')).fill('Halden’s October')
  await inspector.button('Save', dialog('Save this search')).click()
  const [first = ''] = await inspector.eventIds()
  await inspector.open(first)
  await inspector.button('Add to report').click()
  await inspector.button('Close details').click()
  await keepRules(inspector, SAMPLE_COMPANY_RULES)
  const read = async () => {
    await inspector.takeSnapshot()
    return (await inspector.snapshot.getAttribute('data-snapshot')) ?? ''
  }
  const before = await read()
  await inspector.openTab('Totals')
  await inspector.chooseTotals('Group by', 'Event type')
  await inspector.chooseTotals('Then by', 'Event code')
  await call(page, 'snapshots/close', { snapshotId: before, note: 'as invoiced', rules: SAMPLE_COMPANY_RULES })
  await inspector.backToLive()
  // What came later is there now.
  await stage.endService()
  await stage.service('--sample')
  await inspector.search(OCTOBER)
  const now = await read()
  await inspector.backToLive()
  await inspector.chooseZone('Asia/Kolkata')
  // Settings are written a moment after they changed.
  await expect
    .poll(() => readFileSync(join(stage.userData, 'settings.json'), 'utf8'), { timeout: 60_000 })
    .toContain('Asia/Kolkata')
  return [before, now]
}
