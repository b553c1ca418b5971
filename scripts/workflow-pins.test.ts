import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../.github/workflows/', import.meta.url))

test('every action of the workflows is pinned to a commit: a tag can be moved to other code', () => {
  const lines = globSync('*.yml', { cwd: folder }).flatMap((name) => readFileSync(folder + name, 'utf8').split('\n'))
  const actions = lines.filter((line) => /^\s*(?:- )?uses:/.test(line)).map((line) => line.trim())
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/@[\da-f]{40} # v\d/.test(action))).toEqual([])
})
