// Tables of figures are descriptions, which renderer/ui/figure-table draws and CopyTable copies, prints and saves: a
// file that draws one by itself has none of that. Which files draw a table all the same, and what it is instead.
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const DRAWN: readonly [file: string, what: string][] = [
  ['renderer/ui/figure-table/', 'tables of figures'],
  ['renderer/ui/data-table.tsx', 'heads and cells, of these and of forms'],
  ['renderer/grid/', 'events as they were sent'],
  ['renderer/app/help/docs.tsx', 'a page of the docs'],
  ['renderer/case/fixtures/', 'a test'],
  ['renderer/event/compare/compare-events-dialog.tsx', 'the fields of a few events, a column for each'],
  ['renderer/export/dialog/export-preview.tsx', 'the first rows of a file'],
  ['renderer/find/lookup-dialog.tsx', 'events that are found one by one'],
  ['renderer/shape/shape-table.tsx', 'a form'],
  ['renderer/snapshot/file-check/columns-table.tsx', 'a form'],
  ['renderer/snapshot/file-check/names-card.tsx', 'a form'],
  [
    'renderer/snapshot/headlines/kept-months.tsx',
    'snapshots, each of which answers for itself, or says why it does not',
  ],
  ['renderer/snapshot/values/', 'values, with charts and lists in them'],
  ['renderer/worth/kinds-table.tsx', 'a form'],
  ['renderer/worth/rate-card.tsx', 'a form'],
  ['renderer/worth/rules-versions.tsx', 'texts to look at'],
]

const TABLE = /^(?:table|Table(?:\.\w+)*|DataTable|TableHead|th|td)$/

/** The elements of a file that only tables have. */
function tableElements(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found: string[] = []
  new Visitor({
    JSXOpeningElement({ name: { start, end } }) {
      const name = source.slice(start, end)
      if (TABLE.test(name)) found.push(name)
    },
  }).visit(parseSync(file, source).program)
  return found
}

const drawing = globSync('renderer/**/*.tsx', { cwd: root })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => !file.endsWith('.test.tsx') && tableElements(file).length > 0)

test('no other file draws a table', () => {
  expect(drawing.filter((file) => !DRAWN.some(([listed]) => file.startsWith(listed)))).toEqual([])
})

test('each file that is listed draws one', () => {
  expect(DRAWN.filter(([listed]) => !drawing.some((file) => file.startsWith(listed)))).toEqual([])
})
