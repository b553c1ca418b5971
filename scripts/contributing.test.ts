// What CONTRIBUTING tells to type is there to be typed, its nouns are the types that it says, and its recipes send to
// every document that would be out of date.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { TOOLS } from './tool-command.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const contributing = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
const section = (heading: string) => contributing.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''

test('the short loop has a line each for types, one test file, lint and one spec, and its commands are there', () => {
  const loop = section('The short loop')
  const lines = [...loop.matchAll(/^\| ([a-z ]+) \| (.+) \|$/gm)].map(([, name = '', commands = '']) => ({
    name,
    commands,
  }))
  expect(lines.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['types', 'one test file', 'lint and format', 'one spec']),
  )
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  for (const { name, commands } of lines) {
    const started = [...commands.matchAll(/(?:npx|npm run) ([\w:]+)/g)]
    expect(started, name).not.toEqual([])
    for (const [command, tool = ''] of started) {
      expect(command.startsWith('npx') ? TOOLS : scripts, command).toHaveProperty([tool])
    }
    for (const [file] of commands.matchAll(/(?<=[ `])[\w-]+\/[\w./-]*(?=[ `])/g))
      expect(existsSync(root + file), file).toBe(true)
  }
})

test('each noun is the type of the file beside it', () => {
  const rows = [...section('Words').matchAll(/^\| [^|`]+ \| ((?:`\w+`[,;]? ?)+)\| ((?:`[\w/.-]+`;? ?)+)\|$/gm)]
  expect(rows.length).toBeGreaterThan(10)
  for (const [, types = '', files = ''] of rows) {
    const named = files.split(';').map((file) => file.replaceAll(/[`\s]/g, ''))
    const groups = types.split(';').map((group) => [...group.matchAll(/\w+/g)].map(String))
    expect(groups.length, types).toBe(named.length)
    for (const [at, file] of named.entries()) {
      const source = readFileSync(root + file, 'utf8')
      for (const type of groups[at] ?? [])
        expect(source).toMatch(new RegExp(`^export (?:interface|type) ${type}\\b`, 'm'))
    }
  }
})

test('the recipe of a format names every document that lists the formats', () => {
  const recipe = section('A new export format')
  const listing = globSync(['*.md', 'docs/*.md'], { cwd: root }).filter((file) =>
    readFileSync(root + file, 'utf8')
      .split(/\n\s*\n|\n(?=[-|])/)
      .some((paragraph) => ['Excel', 'CSV', 'NDJSON'].every((format) => paragraph.includes(format))),
  )
  expect(listing.length).toBeGreaterThan(1)
  expect(listing.filter((file) => !recipe.includes(`\`${file}\``))).toEqual([])
})
