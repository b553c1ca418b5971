// The map of the code in docs/architecture.md names every folder that there is, and none that is not; CONTRIBUTING's
// words name every room, and each room says in a head comment what it is for.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { HOUSE } from './import-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const architecture = readFileSync(`${root}docs/architecture.md`, 'utf8')
const map = /## How the code is laid out[\s\S]*?```([\s\S]*?)```/.exec(architecture)?.[1] ?? ''

/** Folders of the map with their lines, those that are indented below the one before them. */
const named = new Map<string, string>()
let above = ''
for (const [, indent = '', folder = '', words = ''] of map.matchAll(/^( *)([\w.-]+)\/ +(.*(?:\n {12,}.*)*)$/gm)) {
  if (indent === '') above = folder
  named.set(indent === '' ? folder : `${above}/${folder}`, words)
}

const sources = globSync('*/**/*.{ts,tsx,md}', {
  cwd: root,
  exclude: (name) => /^(node_modules|dist|release|test-results)$/.test(name),
})
const folders = (depth: number, below = '') =>
  new Set(
    sources
      .map((file) => file.replaceAll('\\', '/').split('/'))
      .filter((parts) => parts.length > depth && parts.join('/').startsWith(below))
      .map((parts) => parts.slice(0, depth).join('/')),
  )

test('each folder at the top, of the process and of the page', () => {
  const there = [...folders(1), ...folders(2, 'electron/'), ...folders(2, 'renderer/')]
  expect([...named.keys()].sort()).toEqual(there.sort())
})

test('each part of the backend', () => {
  const [list = ''] = (named.get('electron/backend') ?? '').split(';')
  const parts = [...folders(3, 'electron/backend/')].map((folder) => folder.split('/')[2] ?? '')
  expect(list.split(/, */).sort()).toEqual(parts.filter((part) => part !== 'fixtures').sort())
})

test('each room has its name among the words of CONTRIBUTING', () => {
  const words = [...readFileSync(`${root}CONTRIBUTING.md`, 'utf8').matchAll(/^\|([^|]+)\|/gm)]
    .flatMap(([, cell = '']) => cell.trim().split(/[,:] */))
    .flatMap((word) => [word, `${word}s`, `${word}es`])
  const rooms = sources
    .map((file) => file.replaceAll('\\', '/').split('/').slice(0, -1))
    .filter(([building = '', ...below]) => HOUSE[building]?.floors.length && !below.includes('fixtures'))
    .flatMap(([, ...below]) => below)
  expect([...new Set(rooms)].filter((room) => !words.includes(room))).toEqual([])
})

test('each room says once what it is for, first thing in its main file', () => {
  const rooms = Object.entries(HOUSE).flatMap(([building, { floors }]) =>
    floors.flatMap((floor) => Object.keys(floor).map((room) => `${building}/${room}`)),
  )
  const entries = sources.flatMap((file) => {
    const folder = file.replaceAll('\\', '/')
    const room = rooms
      .filter((path) => folder.startsWith(`${path}/`))
      .sort((one, other) => other.length - one.length)[0]
    const [, name] = /^\/\/ ([\w-]+)\/ /.exec(readFileSync(`${root}${file}`, 'utf8')) ?? []
    return room !== undefined && name === room.split('/').at(-1) ? [room] : []
  })
  expect(entries.sort()).toEqual(rooms.filter((room) => !room.includes('.')).sort())
})
