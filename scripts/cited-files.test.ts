// A comment that sends its reader to a file has to name one that is there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const texts = globSync(
  ['{shared,electron,renderer,service,contract,e2e,bench,scripts,docs}/**/*.{ts,tsx,css,md}', '*.md', '*.ts'],
  { cwd: root },
).filter((file) => !file.endsWith('cited-files.test.ts'))

/** Documents that a text names, as they are written there. */
function citedIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./-])((?:[\w-]+\/)*[\w-]+\.md)\b/g)].map(([, path = '']) => path)
}

test('every document that a source or a document cites is in the repository', () => {
  const lost = texts.flatMap((file) =>
    citedIn(readFileSync(join(root, file), 'utf8'))
      .filter((path) => !GENERATED.has(path))
      .filter((path) => !existsSync(join(root, path)) && !existsSync(join(root, dirname(file), path)))
      .map((path) => `${file} cites ${path}`),
  )
  expect(lost).toEqual([])
})

/** Made by a build, or by a reader of a file of ours. */
const GENERATED: ReadonlySet<string> = new Set([
  'licenses.md',
  'dist/licenses.md',
  'dist/page/licenses.md',
  'page/licenses.md',
])

test('a citation is seen where one stands', () => {
  expect(citedIn('see docs/interface.md 4.2 (and nowhere.md); a/b.mdx, x.md.ts')).toEqual([
    'docs/interface.md',
    'nowhere.md',
    'x.md',
  ])
})
