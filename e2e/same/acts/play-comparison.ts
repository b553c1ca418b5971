// The sample company's October held against its closing copy, against September, against a customer's part of it, and
// one service against another.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { keepAsClosingCopy } from '../../snapshot-menus.ts'
import { backToTab, eachChoice, eachCopy, eachPage, eachPress } from '../explore.ts'
import { openSample } from '../open-october.ts'
import { SAMPLE_COMPANY_RULES } from '../sample-rules.ts'
import { type Stage, TOKEN } from '../stage.ts'
import { pasteRules } from './play-files.ts'

async function compareWith({ inspector, page }: Stage, named: RegExp): Promise<Locator> {
  await inspector.button('Compare…', inspector.snapshot).click()
  const dialog = page.getByRole('dialog', { name: 'Compare with', exact: true })
  await dialog.locator('[data-snapshot]').filter({ hasText: named }).first().click()
  await dialog.waitFor({ state: 'hidden' })
  return inspector.comparison.or(inspector.changes)
}

/**
 * October as its last day was, kept as the closing copy; then the window an hour later, when two events have come.
 * @returns its region
 */
async function openSinceClosing(stage: Stage): Promise<Locator> {
  const october = { From: '2026-10-01', To: '2026-10-31' }
  const before = await stage.window(await stage.service('--sample', '--at-closing'))
  await before.search(october)
  await before.takeSnapshot()
  await pasteRules(stage, SAMPLE_COMPANY_RULES)
  await keepAsClosingCopy(before, 'as closed')
  await stage.look('kept as closing copy')
  await stage.endService()
  await stage.end()
  stage.later()
  const since = await stage.window(await stage.service('--sample'))
  await since.search(october)
  await since.takeSnapshot()
  return since.snapshot
}

/** What changed since the closing copy, by each of the ways to look for it. */
export async function playChanges(stage: Stage): Promise<void> {
  const snapshot = await openSinceClosing(stage)
  const { inspector, page } = stage
  await inspector.openTab('Totals')
  const changed = page.getByRole('region', { name: 'Headlines', exact: true }).locator('[data-headline=changed]')
  await changed.first().waitFor()
  await stage.look('changed since the closing copy')
  await eachCopy(stage, snapshot, 'changed since the closing copy')
  const changes = await compareWith(stage, /./)
  await stage.look('changes')
  await eachChoice(stage, changes, 'changes')
  await eachCopy(stage, changes, 'changes')
  await eachPress(stage, changes.locator('tbody').getByRole('button'), 'changes', () => backToTab(stage, 'Changes'), 6)
  await inspector.button('Close changes', changes).click()

  await inspector.button('Snapshots').click()
  const list = page.getByRole('dialog', { name: 'Snapshots', exact: true })
  await list.waitFor()
  await stage.look('snapshots')
  await list
    .getByRole('listitem')
    .filter({ hasText: 'losing copy' })
    .getByRole('button', { name: 'Open', exact: true })
    .click()
  await snapshot
    .locator('header')
    .getByText(/^Closing copy/)
    .first()
    .waitFor()
  await stage.look('the closing copy')
  const ways = inspector.button('Check for changes…', snapshot)
  for (const way of [/^Count each day again/, /^Spot-check/, /^Read all again/]) {
    await ways.click()
    await page.getByRole('menuitem', { name: way }).click()
    if (way.source.includes('Spot')) {
      await stage.look('spot-check')
      const dialog = page.getByRole('dialog', { name: 'Spot-check events', exact: true })
      await dialog.getByLabel('Events at random').fill('20')
      await dialog.getByRole('button', { name: /^Check: / }).click()
      await dialog.getByRole('region', { name: 'Sample', exact: true }).waitFor()
      await stage.look('spot-checked')
      await page.keyboard.press('Escape')
      continue
    }
    await inspector.changes.and(page.locator('[data-step=counted], [data-step=compared]')).waitFor()
    await stage.look(`changes, ${way.source}`)
    await eachCopy(stage, inspector.changes, `changes, ${way.source}`, /^Copy/)
  }
  await backToTab(stage, 'Totals')
  await inspector.totals.waitFor()
  await stage.look('totals of the closing copy')
}

export async function playMonths(stage: Stage): Promise<void> {
  await openSample(stage)
  const { inspector, page } = stage
  await inspector.search({ From: '2026-09-01', To: '2026-09-30' })
  await inspector.takeSnapshot()
  await inspector.backToLive()
  await inspector.search({ From: '2026-10-01', To: '2026-10-31', 'Customer ID': 'cus_bluefin' })
  await inspector.takeSnapshot()
  await inspector.backToLive()
  await inspector.search({ From: '2026-10-01', To: '2026-10-31' })
  await inspector.takeSnapshot()
  const back = () => backToTab(stage, 'Comparison')
  const months = await compareWith(stage, /September/)
  await stage.look('two months')
  await eachChoice(stage, months, 'two months')
  await eachCopy(stage, months, 'two months')
  await eachPress(
    stage,
    months.locator('[data-group*=cus_lumen] [data-side=here]').getByRole('button'),
    'two months',
    back,
    3,
  )
  await inspector.button('Swap', months).click()
  await stage.look('two months, swapped')
  await inspector.button('Close comparison', months).click()

  const customers = await compareWith(stage, /cus_bluefin/)
  await stage.look('a customer of the month')
  for (const way of ['Groups', 'Key', 'Event ID']) {
    await customers.getByRole('radio', { name: way, exact: true }).press('Space')
    await stage.look(`a customer of the month by ${way}`)
    await eachCopy(stage, customers, `a customer of the month by ${way}`)
  }
  await eachPage(stage, page.getByRole('navigation', { name: /^Pages of / }).first(), 'a customer of the month')
}

const EVENTS = 240
/** By the event's number; what the one holds is escaped in texts, HTML and Markdown. */
const OTHER_REGIONS: Record<number, string> = { 100: 'us', 101: String.raw`the \"old\" | <new>_` }

/** An event of an old service, and the same of a new one under another ID: some are left out, some differ. */
function twoServices(): [old: string[], made: string[]] {
  const text = (id: string, at: number, amount: string, region: string) =>
    `{"event_id":"${id}","customer_id":"cus_${at % 4}","event_code":"${at % 3 === 0 ? 'sms' : 'api_calls'}","event_type":"debit","created_at":"${new Date(Date.UTC(2026, 9, 1) + at * 600_000).toISOString()}","event_properties":{"amount":${amount},"currency":"EUR","region":"${region}","idempotency_key":"${id}-key"}}`
  const all = Array.from({ length: EVENTS }, (_, at) => at)
  return [
    all.map((at) => text(`old-${at}`, at, `${at}.10`, 'eu')),
    all.flatMap((at) =>
      at % 60 === 7 ? [] : [text(`new-${at}`, at, at % 80 === 11 ? `${at}.35` : `${at}.1`, OTHER_REGIONS[at] ?? 'eu')],
    ),
  ]
}

export async function playServices(stage: Stage): Promise<void> {
  const files = ['old.ndjson', 'new.ndjson'].map((name) => join(stage.place.work, name))
  const urls: string[] = []
  for (const [at, lines] of twoServices().entries()) {
    writeFileSync(files[at] ?? '', `${lines.join('\n')}\n`)
    urls.push(await stage.service('--data', files[at] ?? ''))
  }
  const inspector = await stage.window(null)
  const { page } = stage
  for (const [at, name] of ['Old billing', 'New billing'].entries()) {
    if (at > 0) {
      await inspector.button('Switch connection').click()
      await page.getByRole('menuitem', { name: /^Add connection/ }).click()
    }
    await inspector.connect({ name, baseUrl: urls[at] ?? '', token: TOKEN })
    await stage.look(`${name} connected`)
    await inspector.search({ From: '2026-10-01', To: '2026-10-31' })
    await inspector.takeSnapshot()
  }
  const compared = await compareWith(stage, /Old billing/)
  await stage.look('two services by ID')
  await compared.getByRole('radio', { name: 'Key', exact: true }).press('Space')
  await stage.look('two services by key')
  await eachCopy(stage, compared, 'two services by key')
  await eachPress(
    stage,
    compared.getByRole('button', { name: /^Show in Events of / }),
    'two services',
    () => backToTab(stage, 'Comparison'),
    3,
  )
  await compared.getByRole('radio', { name: 'Groups', exact: true }).press('Space')
  await stage.look('two services by groups')
  await eachCopy(stage, compared, 'two services by groups')
}
