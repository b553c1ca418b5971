// The pictures of README and docs/ show words that are still in the program. `npm run screenshots` takes them again.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = `${root}docs/screenshots/`
const words = JSON.parse(readFileSync(`${folder}words.json`, 'utf8')) as Record<string, string[]>

test('each picture shows words of this build', () => {
  const code = globSync('{renderer,shared}/**/*.{ts,tsx}', { cwd: root, exclude: (name) => name.includes('.test.') })
    .map((file) => readFileSync(`${root}${file}`, 'utf8'))
    .join()
  const gone = Object.entries(words).flatMap(([picture, shown]) =>
    shown.filter((word) => !code.includes(word)).map((word) => `${picture}: ${word}`),
  )
  expect(gone).toEqual([])
})

test('each picture has its words, and each is shown somewhere', () => {
  const pictures = globSync('*.png', { cwd: folder }).map((file) => file.replace('.png', ''))
  expect(Object.keys(words).sort()).toEqual(pictures.sort())
  expect(Object.values(words).map(({ length }) => length > 5)).toEqual(pictures.map(() => true))
})
