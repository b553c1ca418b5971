import { basename, extname } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './source-texts.ts'

/** Where a building is entered: as in every project, such a file is called so. */
const ENTRY = 'main'

test('no two files that ship share a name: whoever hears of one finds it', () => {
  const places = new Map<string, string[]>()
  for (const file of sources) {
    const name = basename(file, extname(file))
    if (name !== ENTRY) places.set(name, [...(places.get(name) ?? []), file])
  }
  expect([...places.values()].filter((files) => files.length > 1)).toEqual([])
})
