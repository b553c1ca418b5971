// A Parquet file from the dialog to DuckDB: the file of the window, and the statements that the window copies, by mouse
// and by keys.
import { writeFile } from 'node:fs/promises'
import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from './fixtures.ts'
import { said } from './said.ts'

test(
  'is downloaded, loaded by what “Copy for DuckDB” copies, and answers what it says',
  { tag: '@core' },
  async ({ inspector, context }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { page } = inspector
    const byMouse = await inspector.export('This page', 'Parquet')
    expect(byMouse.fileName).toMatch(/\.parquet$/)
    expect(byMouse.bytes.subarray(0, 4).toString()).toBe('PAR1')
    const item = inspector.exports.getByRole('listitem')
    await expect(item).toHaveAttribute('data-state', 'written')
    await said(page, /^Copied$/, () => inspector.button('Copy for DuckDB', item).click(), '[aria-live]')
    expect(await answers(byMouse, await copied())).toEqual([])

    await inspector.button('Remove from the list', item).click()
    const dialog = await inspector.openExport('This page')
    await dialog.getByRole('combobox', { name: 'Format', exact: true }).focus()
    await page.keyboard.type('P')
    await expect(dialog.getByText('The file is not encrypted.')).toBeVisible()
    const byKeys = await inspector.startExport(dialog)
    expect(byKeys.bytes.equals(byMouse.bytes)).toBe(true)
    await inspector.button('Copy for DuckDB', item).focus()
    await said(page, /^Copied$/, () => page.keyboard.press('Enter'), '[aria-live]')
    expect(await answers(byKeys, await copied())).toEqual([])

    function copied(): Promise<string> {
      return page.evaluate(() => navigator.clipboard.readText())
    }

    /** The figures that DuckDB finds otherwise, of the file beside which it was started. */
    async function answers({ fileName, bytes }: typeof byMouse, statements: string): Promise<unknown[]> {
      await writeFile(info.outputPath(fileName), bytes)
      const [load = '', check = ''] = statements.split('\n\n')
      const database = await DuckDBInstance.create(':memory:', { file_search_path: info.outputDir })
      const connection = await database.connect()
      await connection.run(load)
      const rows = (await connection.runAndReadAll(check)).getRowObjectsJson()
      connection.closeSync()
      expect(rows.length).toBeGreaterThan(0)
      return rows.filter(({ agrees }) => agrees !== true)
    }
  },
)
