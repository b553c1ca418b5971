import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const INSIDE = /from '(hyparquet(?:-writer)?\/src\/[^']+)'/

// A file that is gone is named by the import itself.
test('what is used of the inside of hyparquet is there, under its name', async () => {
  const uses = [...read('hyparquet-inside.ts').matchAll(/^export \{ (\w+) \} from '([^']+)'$/gm)]
  expect(uses).toHaveLength(5)
  const inside: Record<string, unknown> = await import('./hyparquet-inside.ts')
  const moved = uses.filter(([, name = '']) => typeof inside[name] !== 'function')
  expect(moved.map(([, name, path]) => `${name} of ${path}`)).toEqual([])
})

test('no other file uses it', () => {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => INSIDE.test(read(file)))
  expect(files).toEqual(['hyparquet-inside.ts'])
})
