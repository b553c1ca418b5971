// "Check a file" on the sample company: ledgers by ID, by a key and as sent, an invoice with the hours beside its
// month, pasted lines.
import type { Locator } from '@playwright/test'
import { HEADS as INVOICE_HEADS, NORDLICHT } from '../../nordlicht-invoice.ts'
import { openPriceRules } from '../../snapshot-menus.ts'
import { backToTab, eachChoice, eachCopy, eachFold, eachKey, eachPage, eachPress } from '../explore.ts'
import { openOctober } from '../open-october.ts'
import { SAMPLE_COMPANY_RULES } from '../sample-rules.ts'
import { type Stage, TOKEN } from '../stage.ts'

export async function chooseFile({ inspector, page }: Stage, name: string, lines: readonly string[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await inspector.button('Choose file').click()
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\r\n')}\r\n`) })
  await page.getByRole('heading', { name, exact: true }).waitFor()
}

export async function checkFile(stage: Stage, name: string): Promise<void> {
  const lines = stage.page.getByRole('table', { name: 'Lines', exact: true })
  await stage.inspector.button('Check').click()
  await lines.first().waitFor()
  await stage.look(name)
}

const group = ({ page }: Stage) => page.getByRole('group', { name: 'Columns', exact: true })
const panel = ({ page }: Stage) => page.locator('[role=tabpanel]:not([inert])')

/** In the dialog of price rules, as a user pastes them. */
export async function pasteRules(stage: Stage, rules: string): Promise<void> {
  const { inspector, page } = stage
  await inspector.openTab('Totals')
  await openPriceRules(inspector)
  const dialog = page.getByRole('dialog', { name: 'Price rules', exact: true })
  await dialog.getByRole('table', { name: 'Kinds of events', exact: true }).waitFor()
  await stage.look('kinds of events')
  await inspector.button('As text', dialog).click()
  await inspector.textbox('Paste rules', dialog).fill(rules)
  await inspector.button('Use these rules', dialog).click()
  await stage.look('rules pasted')
  await inspector.button('Save', dialog).click()
  await dialog
    .getByTitle(/^Version [0-9a-f]{12}$/)
    .first()
    .waitFor()
  await stage.look('rules saved')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
}

/** Lines of the first of October as the service has it. */
async function sentLines(baseUrl: string): Promise<string[][]> {
  const lines: string[][] = []
  for (;;) {
    const answer = await fetch(`${baseUrl}/v1/events/search`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        created_at_from: '2026-09-30T22:00:00Z',
        created_at_to: '2026-10-01T21:59:59.999Z',
        limit: 100,
        offset: lines.length,
      }),
    })
    const { events } = (await answer.json()) as { events: Record<string, string & Record<string, string>>[] }
    for (const { event_id, customer_id, event_code, event_type, created_at, event_properties: of } of events)
      lines.push(
        [event_id, customer_id, event_code, event_type, created_at, of?.quantity, of?.amount, of?.currency].map(
          (text) => String(text ?? ''),
        ),
      )
    if (events.length < 100) return lines
  }
}

const HEADS = ['Event ID', 'Customer', 'Code', 'Type', 'Date', 'Quantity', 'Amount', 'Currency']
const csv = (lines: readonly string[][], heads = HEADS, sign = ',') => [heads, ...lines].map((line) => line.join(sign))

export async function playLedgers(stage: Stage): Promise<void> {
  const baseUrl = await stage.service('--sample')
  const inspector = await stage.window(baseUrl)
  const { page } = stage
  await inspector.search({ From: '2026-10-01 00:00', To: '2026-10-01' })
  await inspector.takeSnapshot()
  const sent = await sentLines(baseUrl)
  const money = sent.filter((line) => line[6] !== '' && line[7] === 'EUR')
  const [missing, altered, repeated, named, sold] = money
  if (!missing || !altered || !repeated || !named || !sold) throw new Error('There are too few events.')
  const put = (line: string[], at: number, text: string) => line.map((cell, index) => (index === at ? text : cell))
  const written = new Map([
    [altered, put(altered, 6, '999.5')],
    [named, put(named, 1, 'Customer no. 7')],
    [sold, put(sold, 7, 'USD')],
  ])
  const ledger = [
    ...sent.filter((line) => line !== missing).map((line) => written.get(line) ?? line),
    repeated,
    ['evt_none', 'cus_lumen', 'sms', 'debit', '2026-10-01T10:00:00Z', '250', '12.5', 'EUR'],
  ]
  const byKey = ledger.map((line) => line.slice(1))
  await inspector.openTab('Check a file')
  await stage.look('no file yet')
  await chooseFile(stage, 'ledger.csv', csv(ledger))
  await stage.look('a ledger')
  await eachFold(stage, panel(stage), 'a ledger')
  await eachChoice(stage, panel(stage), 'a ledger', ['Lines are found by', 'Decimal sign', 'Meaning of Quantity'])
  await checkFile(stage, 'a ledger as sent, checked')
  await pasteRules(stage, SAMPLE_COMPANY_RULES)
  await inspector.openTab('Check a file')
  await stage.look('the ledger after the rules changed')
  await checkFile(stage, 'a ledger, checked')
  await eachCopy(stage, panel(stage), 'a ledger')
  const outcomes = page.getByRole('table', { name: 'Ledger', exact: true })
  for (const name of ['Matched', 'Differing', 'No such event', 'Second line for one event', 'Not in the file']) {
    const button = outcomes.getByRole('button', { name, exact: true })
    if (!(await button.isVisible())) continue
    await button.click()
    await stage.look(`a ledger, ${name}`)
    await eachPage(stage, page.getByRole('navigation', { name: 'Pages of lines', exact: true }), `a ledger, ${name}`)
    await eachCopy(stage, panel(stage), `a ledger, ${name}`, /^Copy table of lines/)
  }
  const shown = page.getByRole('table', { name: 'Lines', exact: true }).getByRole('button')
  await eachPress(stage, shown, 'a ledger', () => backToTab(stage, 'Check a file'), 1)
  await eachPress(
    stage,
    page.getByRole('region', { name: 'Difference', exact: true }).getByRole('button'),
    'its equation',
  )

  await chooseFile(stage, 'by key.csv', csv(byKey, HEADS.slice(1)))
  await inspector.choose(page.getByRole('combobox', { name: 'Lines are found by', exact: true }), 'Other columns')
  for (const head of ['Customer', 'Code', 'Date'])
    await page.getByRole('checkbox', { name: `Found by ${head}`, exact: true }).check()
  await stage.look('by a key')
  await checkFile(stage, 'by a key, checked')
  await chooseFile(stage, 'as sent.csv', csv(ledger))
  await group(stage).getByRole('combobox', { name: 'Meaning of Amount', exact: true }).selectOption('property:amount')
  await checkFile(stage, 'by the column as sent, checked')
  await chooseFile(
    stage,
    'asks.csv',
    csv(
      money.slice(0, 8).map((line) => put(line, 6, '1,234')),
      HEADS,
      ';',
    ),
  )
  await inspector.button('Check').click()
  await stage.look('what a file leaves open')
  await inspector.button('Decimal comma').click()
  await checkFile(stage, 'what was asked, checked')
  await inspector.button('Paste lines').click()
  await inspector.textbox('Lines').fill(csv(sent.slice(0, 12), HEADS, '\t').join('\n'))
  await inspector.button('Check').click()
  await stage.look('pasted lines')
  // It is read as the last file with these heads was.
  await inspector.choose(page.getByRole('combobox', { name: 'Decimal sign', exact: true }), 'Decimal point')
  await checkFile(stage, 'pasted lines, checked')
}

export async function playInvoice(stage: Stage): Promise<void> {
  await openOctober(stage)
  const { inspector, page } = stage
  await inspector.openTab('Check a file')
  await chooseFile(stage, 'nordlicht-2026-10.csv', NORDLICHT)
  await stage.look('an invoice')
  await checkFile(stage, 'an invoice, checked')
  const difference = page.getByRole('region', { name: 'Difference', exact: true })
  const lines = page.getByRole('table', { name: 'Lines', exact: true })
  await inspector.button('Load the hours before and after').click()
  const edges = page.getByRole('dialog', { name: 'Load the hours before and after', exact: true })
  await stage.look('the edges')
  await inspector.button('Read them', edges).click()
  await lines.locator('[data-line-verdict=unexplained]').waitFor({ state: 'detached' })
  await stage.look('an invoice with its edges')
  await eachFold(stage, panel(stage), 'an invoice')
  await eachCopy(stage, panel(stage), 'an invoice')
  await eachPress(stage, page.getByRole('list', { name: 'Verdicts', exact: true }).getByRole('button'), 'an invoice')
  await page.getByRole('list', { name: 'Verdicts', exact: true }).getByRole('button').first().click()
  await eachPress(stage, lines.getByRole('button'), 'an invoice, line')
  await eachKey(stage, lines, 'an invoice')
  await eachPress(
    stage,
    page.getByRole('region', { name: 'How the difference adds up', exact: true }).getByRole('button'),
    'how the difference adds up',
  )
  await lines.getByRole('button', { name: 'Build minutes', exact: true }).click()
  await eachCopy(stage, difference, 'a line', /^(Copy|Print)/)
  await inspector.button('Explain', difference).click()
  const explained = page.getByRole('dialog', { name: /^Build minutes/ })
  await explained.waitFor()
  await stage.look('explained')
  await eachCopy(stage, explained, 'explained')
  await page.keyboard.press('Escape')
  await eachPress(stage, difference.getByRole('button', { name: /^Show the \d+ events/ }), 'a line', () =>
    backToTab(stage, 'Check a file'),
  )
  await playOtherInvoices(stage)
}

/** One of which nothing is known, one that says other figures than its events, and one that cannot be read. */
async function playOtherInvoices(stage: Stage): Promise<void> {
  const { inspector, page } = stage
  await chooseFile(stage, 'rechnung.csv', [
    'Position;Menge;Preis;Betrag',
    'API calls;18.600.000;0,0004;7.440,00',
    'Setup;1;5,00;5,00',
    'Total;;;7.445,00',
  ])
  await inspector.choose(page.getByRole('combobox', { name: 'Read as', exact: true }), 'Invoice')
  await stage.look('an invoice of which little is known')
  const meanings = { Position: 'item', Menge: 'quantity', Preis: 'unitPrice', Betrag: 'amount' }
  for (const [head, means] of Object.entries(meanings))
    await group(stage)
      .getByRole('combobox', { name: `Meaning of ${head}`, exact: true })
      .selectOption(means)
  await inspector.textbox('Period of all lines').fill('October 2026')
  await inspector.textbox('Currency of all lines').fill('EUR')
  const customer: Locator = page.getByRole('combobox', { name: 'Customer of all lines', exact: true })
  await customer.fill('cus_nordlicht')
  await page.keyboard.press('Enter')
  await checkFile(stage, 'names that are not known')
  await chooseFile(stage, 'other figures.csv', [
    INVOICE_HEADS,
    'Nordlicht Logistik,2026-10,API calls,19800000,0.0004,7920,JPY',
    'Nordlicht Logistik,2026-10,Seats,140,29.00,4060.00,EUR',
    'Nordlicht Logistik,2026-10,Tokens,44000000,0.000015,999.00,EUR',
  ])
  await checkFile(stage, 'figures of its own')
  await inspector.button('Copy the lines', panel(stage)).click()
  const forSpreadsheet = page.getByRole('menuitem', { name: 'For a spreadsheet', exact: true })
  await stage.taken('figures of its own, for a spreadsheet', forSpreadsheet)
  await chooseFile(stage, 'odd.csv', [
    INVOICE_HEADS,
    'Nordlicht Logistik,soon,API calls,many,0.0004,a lot,EUR',
    'Nobody,2026-10,Seats,1,29,29.00,CHF',
  ])
  await inspector.button('Check').click()
  await stage.look('an odd invoice')
}
