import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('../.github/workflows/', import.meta.url))
const workflows = globSync('*.yml', { cwd: folder }).map((name) => readFileSync(folder + name, 'utf8'))

/** The lines of each block that begins with this text, its own indentation taken off. */
function blocks(text: string, begin: RegExp): string[] {
  const lines = text.split('\n')
  const indent = (line: string) => line.search(/\S/)
  return lines.flatMap((line, at) => {
    if (!begin.test(line)) return []
    const end = lines.findIndex((other, later) => later > at && other.trim() !== '' && indent(other) <= indent(line))
    return lines
      .slice(at, end < 0 ? undefined : end)
      .map((one) => one.slice(indent(line)))
      .join('\n')
  })
}

test('every action of the workflows is pinned to a commit: a tag can be moved to other code', () => {
  const lines = workflows.flatMap((text) => text.split('\n'))
  const actions = lines.filter((line) => /^\s*(?:- )?uses:/.test(line)).map((line) => line.trim())
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/@[\da-f]{40} # v\d/.test(action))).toEqual([])
})

test('no checkout leaves its credentials where code of others is installed', () => {
  const checkouts = workflows.flatMap((text) => blocks(text, /^\s*- uses: actions\/checkout@/))
  expect(checkouts.length).toBeGreaterThan(0)
  expect(checkouts.filter((step) => !/^ {2}with:\n(?: {4}.*\n)*? {4}persist-credentials: false$/m.test(step))).toEqual(
    [],
  )
})

test('a job may read the code and nothing else, and a new one may do nothing until it says what it needs', () => {
  for (const text of workflows) {
    expect(text).toMatch(/^permissions: \{\}$/m)
    const permissions = blocks(text, /^ +permissions:/)
    expect(permissions.length).toBe(blocks(text, /^ {2}[\w-]+:$/).filter((job) => job.includes('runs-on:')).length)
    expect(permissions.filter((block) => block.trim() !== 'permissions:\n  contents: read')).toEqual([])
    // Nothing is handed a token by name either.
    expect(text).not.toMatch(/secrets\.|github\.token|GITHUB_TOKEN/)
  }
})
