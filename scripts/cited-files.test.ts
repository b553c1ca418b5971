// A comment or a document that sends its reader to a file or a folder has to name one that is there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { HOUSE } from './import-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const texts = globSync(
  ['{shared,electron,renderer,service,contract,e2e,bench,scripts,docs}/**/*.{ts,tsx,css,md}', '*.md', '*.ts'],
  { cwd: root },
).filter((file) => !file.endsWith('cited-files.test.ts'))

/** Documents that a text names, as they are written there. */
function citedIn(text: string): string[] {
  return [...text.matchAll(/(?<![\p{L}\w./-])((?:[\w-]+\/)*[\w-]+\.md)\b/gu)].map(([, path = '']) => path)
}

/** Sources by path or by the end of it, and folders by their path from the top, that a document or a comment names. */
function sourcesIn(file: string, text: string): string[] {
  const words = file.endsWith('.md') ? text : [...text.matchAll(/(?:^\s*\*|\/[/*]).*/gm)].join('\n')
  const named = /(?<![\w./*'-])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|cjs|css|grit)\b(?!\/)/g
  const folders = new RegExp(
    `(?<![\\w./*'@-])(?:${Object.keys(HOUSE).join('|')}|docs)(?:/[\\w-]+)+(?![\\w*-]|[./][\\w*])`,
    'g',
  )
  return [...words.matchAll(named), ...words.matchAll(folders)]
    .map(([path]) => path)
    .filter((path) => !path.includes('NAME'))
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

test('every source or folder that a document or a comment cites is in the repository', () => {
  const there = globSync(['*.{ts,tsx}', `{${Object.keys(HOUSE)},docs}/**`], {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  }).map((path) => `/${path.split(sep).join('/')}`)
  const lost = texts.flatMap((file) =>
    sourcesIn(file, readFileSync(join(root, file), 'utf8'))
      .filter(
        (path) => !there.some((known) => (/\.\w+$/.test(path) ? known.endsWith(`/${path}`) : known === `/${path}`)),
      )
      .map((path) => `${file} cites ${path}`),
  )
  expect(lost).toEqual([])
})

/** Made by a build, or by a reader of a file of ours. */
const GENERATED: ReadonlySet<string> = new Set([
  'licenses.md',
  'dist/licenses.md',
  'dist/command/licenses.md',
  'dist/page/licenses.md',
  'page/licenses.md',
])

test('a citation is seen where one stands', () => {
  expect(citedIn('see docs/interface.md 4.2 (and nowhere.md); a/b.mdx, x.md.ts')).toEqual([
    'docs/interface.md',
    'nowhere.md',
    'x.md',
  ])
  const text =
    "const x = 'not/cited.ts' // see a/b.test.ts, shared/gone/, dist/x.md and electron/x.ts; NAME-x.ts, */y.ts"
  expect(sourcesIn('x.ts', text)).toEqual(['a/b.test.ts', 'electron/x.ts', 'shared/gone'])
})
