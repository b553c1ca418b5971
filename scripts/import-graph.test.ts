// Walks every import of the repository: each is one that import-table.ts allows, no file reaches itself, and
// docs/decisions/import-floors.md draws the floors as the table has them.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'
import { HOUSE, SETS, TESTS } from './import-table.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync(`{${Object.keys(HOUSE)}}/**/*.{ts,tsx,cjs}`, {
  cwd: root,
  exclude: (name) => name === 'node_modules',
}).map((file) => file.split(sep).join('/'))

/** What each file imports: our files by their paths, packages as `npm:NAME`. */
type Graph = Map<string, Set<string>>

/** Every import of `source`, types included: what a reader has to know counts, not what a bundler keeps. */
function importsOf(file: string, source: string): Set<string> {
  const found = new Set<string>()
  const add = (name: string) =>
    found.add(name.startsWith('.') ? join(dirname(file), name).split(sep).join('/') : `npm:${name}`)
  /** A name that is computed stays as it is written, which no rule allows. */
  const addWritten = ({ start, end }: { start: number; end: number }) => {
    const written = source.slice(start, end)
    add(/^(?:new URL\()?['"]([^'"]+)['"]/.exec(written)?.[1] ?? written)
  }
  new Visitor({
    ImportDeclaration: (node) => add(node.source.value),
    ExportNamedDeclaration: (node) => node.source && add(node.source.value),
    ExportAllDeclaration: (node) => add(node.source.value),
    ImportExpression: (node) => addWritten(node.source),
    TSImportType: (node) => add(node.source.value),
    CallExpression: ({ callee, arguments: [name] }) =>
      name && callee.type === 'Identifier' && callee.name === 'require' && addWritten(name),
  }).visit(parseSync(file, source).program)
  return found
}

function draw(read: (file: string) => string, names = files): Graph {
  return new Map(names.map((file) => [file, importsOf(file, read(file))]))
}

/** Tests and fixtures belong to the room whose door they stand at. */
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file) || file.includes('/fixtures/')

interface Room {
  path: string
  building: string
  /** Counted from the top; what stands in the building and in no room is above all floors. */
  floor: number
  packages: string[]
}

/** Innermost first. */
const rooms = Object.entries(HOUSE)
  .flatMap(([building, { floors, packages }]): Room[] => [
    { path: building, building, floor: -1, packages },
    ...floors.flatMap((floor, depth) =>
      Object.entries(floor).map(([room, files]) => ({
        path: `${building}/${room}`,
        building,
        floor: depth,
        packages: [...packages, ...files.flatMap((name) => SETS[name] ?? name)],
      })),
    ),
  ])
  .sort((one, other) => other.path.length - one.path.length)

const within = (name: string, path: string) => path === '' || name === path || name.startsWith(`${path}/`)
const roomOf = (file: string) => rooms.find(({ path }) => within(file, path))
/** Whether a package's name, or the beginning of it that is followed by `*`, stands for what is imported. */
const covers = (name: string, target: string) =>
  name.endsWith('*') ? target.startsWith(`npm:${name.slice(0, -1)}`) : within(target, `npm:${name}`)

function mayImport(file: string, target: string): boolean {
  const from = roomOf(file)
  const to = roomOf(target)
  if (from === undefined) return false
  if (to?.building === from.building && (to.path === from.path || to.floor > from.floor)) return true
  const besides = isTest(file) ? Object.keys(TESTS).filter((path) => within(file, path)) : []
  const grants = [{ on: HOUSE[from.building]!.on, packages: from.packages }, ...besides.map((path) => TESTS[path]!)]
  return grants.some(
    ({ on = [], packages = [] }) =>
      on.some((folder) => within(target, folder)) || packages.some((name) => covers(name, target)),
  )
}

function refused(graph: Graph): string[] {
  return [...graph].flatMap(([file, targets]) =>
    [...targets].filter((target) => !mayImport(file, target)).map((target) => `${file} → ${target}`),
  )
}

/** Everything that `file` leads to, however far. */
function reach(graph: Graph, file: string, reached = new Set<string>()): Set<string> {
  for (const target of graph.get(file) ?? []) {
    if (!reached.has(target)) reach(graph, target, reached.add(target))
  }
  return reached
}

/** The circles of a graph, each named by its members: Tarjan's strongly connected components of two or more. */
function circles(graph: Graph): string[] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const found: string[] = []
  const visit = (node: string) => {
    order.set(node, order.size)
    low.set(node, order.get(node)!)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== order.get(node)) return
    const members = stack.splice(stack.indexOf(node))
    if (members.length > 1 || graph.get(node)?.has(node)) found.push(members.sort().join(' ↔ '))
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return found
}

/** The house as docs/decisions/import-floors.md shows it: ├ begins a floor, │ goes on with it. */
function picture(): string {
  const sets = Object.entries(SETS).map(([name, packages]) => `${name} = ${packages.join(', ')}`)
  const buildings = Object.entries(HOUSE).map(([building, { on, packages, floors }]) => {
    const rows = floors.flatMap((floor) =>
      Object.entries(floor).map(([room, files], at) => `${at === 0 ? '├' : '│'} ${room.padEnd(33)}${files.join(', ')}`),
    )
    return [`${building.padEnd(9)} on ${on.join(', ') || 'nothing'}; ${packages.join(', ')}`, ...rows]
      .map((row) => row.trimEnd())
      .join('\n')
  })
  return [...sets, ...buildings].join('\n\n')
}

const graph = draw((file) => readFileSync(join(root, file), 'utf8'))

test('no file reaches itself through its imports', () => {
  expect(circles(graph)).toEqual([])
})

test('every import is one that the table allows', () => {
  expect(refused(graph)).toEqual([])
})

test('every file stands on a floor where its building has floors', () => {
  const floorless = files.filter((file) => {
    const room = roomOf(file)
    return room === undefined || (room.floor < 0 && HOUSE[room.building]!.floors.length > 0 && !isTest(file))
  })
  expect(floorless).toEqual([])
})

test('nothing that a store leads to draws', () => {
  const stores = files.filter((file) => /^renderer\/\w+\/store\//.test(file) && !isTest(file))
  const drawing = stores.filter((file) =>
    [...reach(graph, file)].some((target) => SETS.view!.some((rule) => covers(rule, target))),
  )
  expect(stores).not.toEqual([])
  expect(drawing).toEqual([])
})

test('every import leads to a file that is there', () => {
  const known = new Set(files)
  const lost = [...graph].flatMap(([file, targets]) =>
    [...targets]
      .filter((target) => /\.(?:tsx?|cjs)$/.test(target) && !known.has(target))
      .map((target) => `${file} → ${target}`),
  )
  expect(lost).toEqual([])
})

test('docs/decisions/import-floors.md draws the floors of the table', () => {
  const words = readFileSync(join(root, 'docs/decisions/import-floors.md'), 'utf8')
  expect(/```\n([\s\S]*?)\n```/.exec(words)?.[1]).toBe(picture())
})

test.each([
  ['two files', { 'a/x.ts': "import './y.ts'", 'a/y.ts': "export { z } from './x.ts'" }],
  ['two files, one on demand', { 'a/x.ts': "import '../b/y.ts'", 'b/y.ts': "const x = await import('../a/x.ts')" }],
  [
    'three files',
    {
      'a/x.ts': "import '../b/x.ts'",
      'b/x.ts': "import type { C } from '../c/x.ts'",
      'c/x.ts': "import '../a/x.ts'",
    },
  ],
])('a planted circle of %s is found', (_, planted: Record<string, string>) => {
  const drawn = draw((file) => planted[file] ?? '', Object.keys(planted))
  expect(circles(drawn)).not.toEqual([])
})

test.each([
  ['for its types', "import type { Y } from '../app/y.ts'"],
  ['for a type in its place', "let y: typeof import('../app/y.ts')"],
  ['for styles', "import styles from '../app/y.module.css'"],
  ['to hand it on', "export * from '../app/y.ts'"],
  ['to hand on a name', "export { y } from '../app/y.ts'"],
  ['on demand', "const y = await import('../app/y.ts')"],
  ['by a text that is put together', 'const y = await import(`../app/y.ts`)'],
  ['by its address', "const y = await import(new URL('../app/y.ts', import.meta.url).href)"],
  ['as modules of old', "const y = require('../app/y.ts')"],
])('an import %s is seen', (_, source) => {
  expect(refused(draw(() => source, ['renderer/live/x.ts']))).toHaveLength(1)
})

/** Planted, by the file that they stand in: what the table refuses. */
const REFUSED: Record<string, string[]> = {
  'shared/event/x.ts': [
    '../search/y.ts',
    '../failure/y.ts',
    '../../renderer/bridge.ts',
    'node:fs',
    'electron',
    'react',
  ],
  'shared/contract/x.ts': ['../../electron/backend/bridge/y.ts', 'undici', '@orpc/server'],
  'shared/event/fixtures/x.ts': ['../../../service/y.ts', 'node:fs'],
  'shared/event/x.test.ts': ['react', 'node:fs'],
  'shared/x.ts': ['../service/y.ts'],
  'electron/backend/http/x.ts': ['../../platform/y.ts', '../../../service/y.ts', '../export/y.ts', 'electron'],
  'electron/backend/export/x.ts': ['../../browser/y.ts', '../../../renderer/bridge.ts', 'electron/main', 'undici'],
  'electron/backend/snapshots/store/x.ts': ['../queue/y.ts', '../../../../service/y.ts', '@napi-rs/keyring'],
  'electron/backend/snapshots/reading/proof/x.ts': ['../pages/y.ts', '../read-snapshot.ts'],
  'electron/backend/snapshots/reading/x.test.ts': ['../../../platform/y.ts', 'electron'],
  'electron/backend/http/x.test.ts': ['../../../service/y.ts'],
  'electron/platform/x.ts': ['../browser/y.ts', '../desktop/y.ts', '../../service/y.ts', 'electron'],
  'electron/browser/x.ts': ['../desktop/y.ts', '../command/y.ts', '../../renderer/bridge.ts', 'electron'],
  'electron/command/x.ts': ['../browser/y.ts', '../../service/y.ts', 'electron'],
  'electron/command/x.test.ts': ['../browser/y.ts', 'electron'],
  'electron/desktop/x.ts': ['../browser/y.ts', '../command/y.ts', '../../service/y.ts', '../../renderer/bridge.ts'],
  'renderer/bridge.ts': ['./live/store/y.ts', './app/y.tsx', '../electron/backend/bridge/y.ts', 'react', 'undici'],
  'renderer/live/store/x.ts': ['../filters/y.tsx', 'react', '@tanstack/react-query', '@mantine/core', 'node:fs'],
  'renderer/live/results/x.tsx': [
    '../../snapshot/y.ts',
    '../../../electron/backend/bridge/y.ts',
    'node:fs',
    'electron',
  ],
  'renderer/find/x.ts': ['../connections/y.ts', '../../e2e/y.ts', '../../scripts/y.ts', '../../bench/y.ts'],
  'renderer/grid/x.test.ts': ['../live/y.ts', 'node:child_process'],
  'service/x.ts': ['../shared/event/y.ts', '../contract/y.ts', '../electron/backend/bridge/y.ts'],
  'service/fixtures/x.ts': ['../../shared/event/y.ts'],
  'contract/x.ts': ['../shared/event/y.ts', '../service/y.ts'],
  'contract/x.test.ts': ['../shared/event/y.ts'],
  'e2e/x.spec.ts': ['../shared/event/y.ts', '../renderer/bridge.ts', '../service/y.ts', '../bench/y.ts'],
  'bin/x.ts': ['../electron/platform/y.ts', '../service/y.ts', '../scripts/build.ts', 'zod'],
  'e2e/kit/x.ts': ['../fixtures.ts', '../../scripts/y.ts'],
  'scripts/x.ts': ['../e2e/y.ts', '../bench/y.ts', '../renderer/bridge.ts'],
}

test.each(Object.entries(REFUSED))('%s is refused each of %j', (file, names) => {
  const source = names.map((name) => `import '${name}'`).join('\n')
  expect(refused(draw(() => source, [file]))).toHaveLength(names.length)
})

test('what stands on no floor, and what leads a store to a view, is found', () => {
  expect(roomOf('renderer/x.ts')?.floor).toBe(-1)
  expect(roomOf('tools/x.ts')).toBeUndefined()
  const planted = draw((file) => (file === 'a.ts' ? "import './b.ts'" : "import 'react'"), ['a.ts', 'b.ts'])
  expect(reach(planted, 'a.ts')).toContain('npm:react')
})
