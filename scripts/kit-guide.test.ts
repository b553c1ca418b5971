// The guide of the kit stands in a package without the rest of the repository: it tells of every public member and of
// nothing that is not packed. No document in the package sends to one that is not there, from the README on.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const guide = read('docs/test-authors.md')
const { files } = JSON.parse(read('package.json')) as { files: string[] }
/** Beside what `files` names, npm packs these. */
const packed = new Set([
  ...globSync([...files, ...files.map((file) => `${file}/**`)], { cwd: root }),
  'README.md',
  'LICENSE',
])
const packedDocs = [...packed].filter((file) => file.endsWith('.md') && !file.startsWith('dist/'))
/** What authors of tests read; the others are of the repository. */
const kitDocs = ['docs/test-authors.md', 'docs/service.md', 'docs/interface.md']

test('every public member is in the guide', () => {
  const members: Record<string, Record<string, string[]>> = JSON.parse(read('e2e/kit/public-members.json'))
  const names = Object.values(members).flatMap((entry) =>
    Object.entries(entry).flatMap(([name, signatures]) => [
      name,
      ...signatures.flatMap((signature) => /^(?:get |readonly )?(\w+)\??(?=[(:])/.exec(signature)?.[1] ?? []),
    ]),
  )
  expect(names).toContain('kindCounts')
  const untold = new Set(
    names.filter((name) => name !== 'constructor' && !new RegExp(`\\b${name}\\b`).test(codeOf(guide))),
  )
  expect([...untold]).toEqual([])
})

/** What stands as code, in a line or in a block. */
const codeOf = (text: string) => [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].join('\n')

test.each(packedDocs)('%s links to nothing that is not packed', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to)
  const dead = links
    .filter((to) => !/^https?:/.test(to))
    .map((to) => join(dirname(file), to).replaceAll('\\', '/'))
    .map((path) => path.replace(/\/$/, ''))
    .filter((path) => !packed.has(path))
  expect(dead).toEqual([])
})

test('what the guide tells to run is packed', () => {
  expect(kitDocs.length).toBeGreaterThan(0)
  for (const file of kitDocs) {
    const sources = [
      ...codeOf(read(file)).matchAll(/\b(?:service|bench|contract|electron|scripts)\/[\w./-]+\.ts\b/g),
    ].map(String)
    expect(sources, file).toEqual([])
    expect([...codeOf(read(file)).matchAll(/npm run (?!build\b|service\b)[\w:]+/g)].map(String), file).toEqual([])
  }
})
