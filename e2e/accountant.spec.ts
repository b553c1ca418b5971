// What leaves the house says the sample company's October to the cent, with what is not in it: workbook, CSV with its
// charges, copied table, report, print and letter, each read by a program that is not ours.
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Download, Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { SAMPLE_COMPANY_RULES } from '../shared/worth/sample-company-files.ts'
import { copiedHtml } from './copied-html.ts'
import { expect, test } from './fixtures.ts'
import { keepRules, openNewSnapshot } from './taken-snapshot.ts'

const OCTOBER = { from: '2026-09-30T22:00:00Z', until: '2026-10-31T23:00:00Z', zone: 'Europe/Berlin' }
const NETS = [
  ['EUR', '42803.30'],
  ['GBP', '3843.70'],
  ['USD', '64916.00'],
]
const LACKS = 'without 3 events of build_minutes whose quantity is text: “150” 3 times'
/** Files of events have the words by which receipts are verified. */
const LACKS_IN_FILES = 'without 3 build_minutes events whose quantity is text: “150” 3 times'

test.use({ serviceSwitches: ['--sample', '--now', '2026-11-22T15:00:00Z'] })

test('the October of the sample company, in everything that an accountant and a customer get', async ({
  inspector,
  page,
  browser,
  context,
}, info) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await keepRules(inspector, SAMPLE_COMPANY_RULES)
  await openNewSnapshot(inspector, 'October', OCTOBER)
  const [dialog, report] = ['Export', 'Report'].map((name) => page.getByRole('dialog', { name, exact: true }))
  if (dialog === undefined || report === undefined) throw new Error('There is no dialog.')
  const reader = await browser.newPage()
  const readTables = async (html: string) => {
    await reader.setContent(html)
    return tablesIn(reader.locator('body'))
  }

  await test.step('the workbook', async () => {
    await inspector.button('Export', inspector.snapshot).click()
    const { bytes, fileName } = await inspector.startExport(dialog)
    const { sheets } = await readXlsx(bytes)
    const [events, charges] = sheets.map(({ rows }) => rows.map((row) => row.map((cell) => String(cell ?? ''))))
    expect(events?.flat()).toContain('27,825.50 EUR of events + 14,977.80 EUR billed by the month = 42,803.30 EUR')
    const sums = totalsOf(charges ?? [], 'Customer')
    expect(sums).toEqual(NETS)
    expect(charges?.flat()).toContain(LACKS_IN_FILES)
    if (process.env.EVENTSCOPE_LONG !== '1') return
    const path = info.outputPath(fileName)
    await writeFile(path, bytes)
    expect(totalsOf(await byLibreOffice(path, info.outputDir), 'Customer')).toEqual(NETS)
  })

  await test.step('the CSV file with its charges', async () => {
    await inspector.button('Export', inspector.snapshot).click()
    await inspector.choose(dialog.getByRole('combobox', { name: 'Format', exact: true }), 'CSV')
    await inspector.startExport(dialog)
    const download = page.waitForEvent('download')
    await inspector.button('Charges', inspector.exports.getByRole('listitem').first()).click()
    const path = await (await download).path()
    const database = await DuckDBInstance.create(':memory:')
    const connection = await database.connect()
    const rows = await connection.runAndReadAll(
      `SELECT currency, CAST(sum(CAST(total AS DECIMAL(38, 9))) AS DECIMAL(38, 2))::VARCHAR AS total,
       string_agg(DISTINCT not_in_total) AS words
       FROM read_csv('${path}', all_varchar = true) WHERE currency IS NOT NULL GROUP BY ALL ORDER BY ALL`,
    )
    connection.closeSync()
    const stated = NETS.map(([currency, net]) => [currency, net, currency === 'GBP' ? LACKS_IN_FILES : null])
    expect(rows.getRows()).toEqual(stated)
  })

  await inspector.openTab('Totals')
  await inspector.chooseTotals('Group by', 'Customer ID')
  const ofCopy = async (item: string) => {
    await inspector.button('Copy table', inspector.snapshot).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }

  await test.step('the copied table', async () => {
    await ofCopy('For a spreadsheet')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('42803.30')
    expectOctober(await readTables(await copiedHtml(page)))
  })

  await test.step('the report for a colleague', async () => {
    await ofCopy('Add to report')
    await inspector.button('Open report').click()
    expectOctober(await readTables(await saved(page, report)))
    await page.keyboard.press('Escape')
  })

  await test.step('the print', async () => {
    // A dialog of the system would wait for somebody.
    await page.evaluate(() => {
      window.print = () => {}
    })
    await ofCopy('Print')
    const sheets = page.locator('[data-printed]')
    await expect(sheets).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    expectOctober(await tablesIn(sheets))
    await page.pdf({ format: 'A4', path: info.outputPath('october.pdf') })
    await page.emulateMedia({ media: 'screen' })
  })

  await test.step('the letter, in two languages', async () => {
    await openNewSnapshot(inspector, 'Kestrel', OCTOBER, 'cus_kestrel')
    await inspector.openTab('Totals')
    await inspector.chooseTotals('Group by', 'Event code')
    await inspector.button('Reports').click()
    await inspector.button('New report', report).click()
    await page.keyboard.press('Escape')
    await ofCopy('Add to report')
    await inspector.button('Open report').click()
    await report.getByText('For the customer', { exact: true }).click()
    const [english] = await readTables(await saved(page, report))
    const all = (table: readonly string[][] | undefined, name: string) => table?.find(([first]) => first === name)
    expect(english?.[0]).toContain('Total, GBP')
    expect(all(english, 'All')).toEqual(expect.arrayContaining(['3,843.70', LACKS]))
    await report.getByLabel('Language of the letter').click()
    await page.getByRole('option', { name: 'German', exact: true }).click()
    const [german] = await readTables(await saved(page, report))
    expect(german?.[0]).toEqual([
      'Code',
      'Ereignisse',
      'Berechnet, GBP',
      'Gesamt, GBP',
      'Anteil am Berechneten, %',
      'In der Summe',
      'Nicht in der Summe',
    ])
    expect(all(german, 'Alle')).toEqual(
      expect.arrayContaining(['3.843,70', 'ohne 3 Ereignisse build_minutes, deren quantity Text ist: „150“ 3-mal']),
    )
    for (const hidden of ['42.803,30', '64.916', 'cus_nordlicht'])
      await expect(reader.locator('body')).not.toContainText(hidden)
  })
  await reader.close()
})

/** What the lines under these heads add up to, by currency. @param first the first head */
function totalsOf(rows: readonly string[][], first: string): [string, string][] {
  const at = rows.findIndex(([cell]) => cell === first)
  const place = (head: string) => rows[at]?.indexOf(head) ?? -1
  const cents = new Map<string, number>()
  for (const row of rows.slice(at + 1)) {
    const [currency = '', total = ''] = [row[place('Currency')], row[place('Total')]]
    if (currency !== '') cents.set(currency, (cents.get(currency) ?? 0) + Math.round(Number(total) * 100))
  }
  return [...cents].map(([currency, sum]): [string, string] => [currency, (sum / 100).toFixed(2)]).sort()
}

/** Of the first table, each "All" has its currency, its net and what is not in it. */
function expectOctober(tables: readonly string[][][]): void {
  const [heads = [], ...rows] = tables[0] ?? []
  const cell = (row: readonly string[], head: string) => row[heads.indexOf(head)]?.replaceAll(',', '').trim() ?? ''
  const all = rows.filter(([first]) => first === 'All' || first?.trim() === 'All')
  const told = all.map((row) => [
    cell(row, 'Currency'),
    cell(row, 'Total'),
    row[heads.indexOf('Not in the total')]?.trim(),
  ])
  expect(told.filter(([currency = '']) => /^[A-Z]{3}$/.test(currency)).sort()).toEqual(
    NETS.map(([currency, net]) => [currency, net, currency === 'GBP' ? LACKS : '']),
  )
}

const tablesIn = (within: Locator): Promise<string[][][]> =>
  within
    .locator('table')
    .evaluateAll((tables) =>
      tables.map((table) =>
        [...(table as HTMLTableElement).rows].map((row) => [...row.cells].map((cell) => cell.textContent ?? '')),
      ),
    )

async function saved(page: Page, report: Locator): Promise<string> {
  const [download]: [Download, unknown] = await Promise.all([
    page.waitForEvent('download'),
    report.getByRole('button', { name: 'Save as HTML', exact: true }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

/** The cells of the sheet "Charges", as they are and not as they are shown. */
async function byLibreOffice(path: string, folder: string): Promise<string[][]> {
  const asCsv = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,false,false,false,false,-1'
  const profile = `-env:UserInstallation=${pathToFileURL(`${folder}/profile`).href}`
  const args = [profile, '--headless', '--norestore', '--convert-to', asCsv, '--outdir', folder, path]
  const env = { ...process.env, HOME: folder }
  await promisify(execFile)(process.env.LIBREOFFICE_PATH ?? '/usr/bin/soffice', args, { env, timeout: 120_000 })
  const text = await readFile(path.replace(/\.xlsx$/, '-Charges.csv'), 'utf8')
  return text.split('\n').map((line) => line.split('\t').map((cell) => cell.replaceAll('"', '')))
}
