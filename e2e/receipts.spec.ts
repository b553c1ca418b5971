// From Settings and by drop: exported files held against their receipts, also after a rename; diagnostics, and where
// the log is.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, testInOneWindow, token } from './fixtures.ts'
import type { Inspector } from './kit/inspector.ts'
import { said } from './said.ts'
import { expectNoViolations } from './violations.ts'

const test = testInOneWindow('--events', '237', '--seed', '7')

const dialogOf = ({ page }: Inspector) => page.getByRole('dialog', { name: 'Verify a file', exact: true })

interface NamedFile {
  name: string
  bytes: Buffer
}

/** As a file manager drops them. */
async function drop(page: Page, ...files: NamedFile[]): Promise<void> {
  const data = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer()
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
        transfer.items.add(new File([bytes], name))
      }
      return transfer
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: data })
  await page.dispatchEvent('body', 'drop', { dataTransfer: data })
}

interface Receipt {
  resources: [{ bytes: number; hash: string }]
  eventscope: { rows: string; sums: { figures: { sum: string }[] }[] }
}

/** Pictures to be looked at. */
async function looked(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const [width, height] of [
      [1440, 900],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}-${width}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  if (size !== null) await page.setViewportSize(size)
}

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return readFile(await download.path(), 'utf8')
}

interface Exported {
  file: NamedFile
  receipt: NamedFile
}

let written: Promise<Exported> | null = null

/** All matches, with their receipt; written by the first test of a window that asks. */
function exported(inspector: Inspector): Promise<Exported> {
  written ??= writeAll(inspector)
  return written
}

async function writeAll(inspector: Inspector): Promise<Exported> {
  const { page } = inspector
  const { fileName, bytes } = await inspector.export('All matches', 'CSV')
  const download = page.waitForEvent('download')
  await inspector.button('Receipt', inspector.exports).first().click()
  const receipt = await readFile(await (await download).path())
  return { file: { name: fileName, bytes }, receipt: { name: `${fileName}.datapackage.json`, bytes: receipt } }
}

test('receipts go to a case, from the list of exports and as verified, and to a customer only if they are theirs', {
  tag: '@core',
}, async ({ inspector }) => {
  test.slow()
  const { page } = inspector
  const { file, receipt } = await exported(inspector)
  await page.setViewportSize({ width: 1024, height: 760 })
  await page.screenshot({ path: test.info().outputPath('exports-open-1024.png') })
  await page.setViewportSize({ width: 1440, height: 900 })
  await inspector.button('Add to report', inspector.exports).click()
  const cases = page.getByRole('dialog', { name: 'Report', exact: true })
  const entries = cases.getByRole('list', { name: 'Entries', exact: true }).getByRole('listitem')
  await inspector.button('Open report').click()
  await expect(entries).toHaveCount(1)
  await page.keyboard.press('Escape')
  const other = Buffer.from(file.bytes)
  other[other.length - 5] = (other[other.length - 5] ?? 0) ^ 1
  await drop(page, receipt, { name: 'renamed.csv', bytes: other })
  await expect(dialogOf(inspector).locator('[data-verification="differs"]')).toBeVisible()
  await inspector.button('Add to report', dialogOf(inspector)).click()
  await inspector.button('Open report').click()
  await expect(entries).toHaveCount(2)
  await expect(dialogOf(inspector)).toBeHidden()
  await expect(entries.nth(1)).toContainText('file does not agree')
  await looked(page, 'case')
  const text = await saved(page, 'Save as HTML')
  const { resources, eventscope } = JSON.parse(receipt.bytes.toString()) as Receipt
  for (const line of [
    `<h2 id="s1">Receipt of ${file.name}</h2>`,
    resources[0].hash.replace('sha256:', ''),
    `data-value="${resources[0].bytes}"`,
    `data-value="${eventscope.rows}"`,
    'the file and its receipt do not agree',
    'renamed.csv',
    ...eventscope.sums.flatMap(({ figures }) => figures.map(({ sum }) => `data-value="${sum}"`)),
  ])
    expect(text).toContain(line)
  expect(text).not.toContain(token)
  await cases.getByText('For the customer', { exact: true }).click()
  await expect(cases).toContainText('No entry names a customer.')
})

test('a file is verified where it is dropped, alone and renamed: its receipt is kept on this computer', async ({
  inspector,
}) => {
  const { page } = inspector
  const { file } = await exported(inspector)
  const dialog = dialogOf(inspector)
  const outcome = dialog.locator('[data-verification]')
  // The case may be open.
  await page.keyboard.press('Escape')
  await drop(page, { ...file, name: 'renamed\u202egpj.csv' })
  await expect(outcome).toHaveAttribute('data-verification', 'agrees')
  await expect(outcome).toContainText(`It was called ${file.name} when its receipt was written.`)
  await expect(outcome).toContainText('237 rows')
  await expect(outcome).toContainText('This does not prove:')
  await expect(dialog.locator('[data-shown*="202e"]')).toHaveCount(1)
  await expectNoViolations(page, 'a file that agrees', '[role=dialog]')
  await inspector.button('Add to report', dialog).press('Enter')
  await expect(page.getByText('Added to the report.')).toBeVisible()
  await looked(page, 'verified')
  await inspector.button('Done', dialog).click()
  await expect(dialog).toBeHidden()
})

test('a file is verified with its receipt: a byte that is another is said', async ({ inspector }) => {
  const { page } = inspector
  const { file, receipt } = await exported(inspector)
  const dialog = dialogOf(inspector)
  const outcome = dialog.locator('[data-verification]')
  const bytes = Buffer.from(file.bytes)
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1
  await drop(page, { name: 'x (1).json', bytes: receipt.bytes }, { name: file.name, bytes })
  await expect(outcome).toHaveAttribute('data-verification', 'differs')
  await expect(dialog.getByRole('alert')).toContainText('its hash is sha256:')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('a receipt asks for its file, which is chosen by keys', { tag: '@core' }, async ({ inspector }) => {
  const { page } = inspector
  const { file, receipt } = await exported(inspector)
  const dialog = dialogOf(inspector)
  const outcome = dialog.locator('[data-verification]')
  await drop(page, receipt)
  await expect(dialog).toContainText('This is a receipt.')
  const choosing = page.waitForEvent('filechooser')
  await inspector.button('Choose files', dialog).focus()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles({ name: file.name, mimeType: 'text/csv', buffer: file.bytes })
  await expect(outcome).toHaveAttribute('data-verification', 'agrees')
  await page.keyboard.press('Escape')
})

test('from Settings; a file that no receipt here describes asks for one, and dropped it is checked', async ({
  inspector,
}) => {
  const { page } = inspector
  const dialog = dialogOf(inspector)
  const stranger = { name: 'ledger.csv', bytes: Buffer.from('Event ID\nevt_1\n') }
  await inspector.button('Settings').click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Verify a file…', exact: true }).click()
  await inspector.button('Choose files', dialog).click()
  await (await choosing).setFiles({ ...stranger, mimeType: 'text/csv', buffer: stranger.bytes })
  await expect(dialog.locator('[data-verification="unknown"]')).toContainText(
    'No receipt that is kept on this computer',
  )
  await drop(page, {
    name: 'all.csv.datapackage.json',
    bytes: Buffer.from('{"$schema":"https://datapackage.org/profiles/2.0/datapackage.json"'),
  })
  await expect(dialog.locator('[data-verification="differs"]')).toContainText('is not JSON')
  await inspector.button('Done', dialog).click()
  await drop(page, {
    name: 'datapackage.json',
    bytes: Buffer.from(
      '{"$schema":"https://datapackage.org/profiles/2.0/datapackage.json","resources":[{"path":"dt=2026-11-03/part-000.parquet"}]}',
    ),
  })
  await expect(dialog.getByRole('alert')).toContainText('eventscope verify FOLDER')
  await expectNoViolations(page, 'the receipt of a folder', '[role=dialog]')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: test.info().outputPath(`folder-${colorScheme}.png`) })
  }
  await inspector.button('Done', dialog).click()
  await drop(page, stranger)
  await expect(page.getByText('A file is checked against a snapshot, and none is open.')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('diagnostics are copied, and the log is named, without the API key', { tag: '@core' }, async ({
  inspector,
  folder,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { page } = inspector
  await inspector.search({ 'Customer ID': 'cus_of_somebody' })
  await inspector.button('Settings').click()
  await inspector.button('Copy diagnostics').focus()
  await said(page, /^Copied$/, () => page.keyboard.press('Enter'))
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toMatch(/^# Eventscope \d/)
  expect(text).toContain('environment, development, http, API key: memory')
  expect(text).toMatch(/POST answered 200, \d+ bytes, 1 attempts/)
  expect(text).toContain('starts: browser shell')
  expect(text).not.toContain('cus_of_somebody')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const path = join(folder, 'log', 'eventscope.jsonl')
  await expect(page.getByText(`The log is on the computer where Eventscope runs: ${path}`)).toBeVisible()
  const log = await readFile(path, 'utf8')
  expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({
    message: expect.stringContaining('starts: browser shell'),
  })
  for (const one of [text, log]) expect(one).not.toContain(token)
})
