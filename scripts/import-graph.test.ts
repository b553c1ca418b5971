// Draws the import graph of the repository: no file reaches itself, between two folders the arrows run one way, and
// between subjects they run down.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{shared,electron,renderer,service,contract,e2e,bench,scripts}/**/*.{ts,tsx,cjs}', {
  cwd: root,
  exclude: (name) => name === 'node_modules',
}).map((file) => file.split(sep).join('/'))

type Graph = Map<string, Set<string>>

/** Every relative import of `source`, types included: what a reader has to know counts, not what a bundler keeps. */
function importsOf(file: string, source: string): string[] {
  const { module } = parseSync(file, source)
  const named = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    .map(({ moduleRequest }) => moduleRequest?.value)
    .filter((specifier) => specifier !== undefined)
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    source.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  )
  return [...named, ...dynamic]
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => join(dirname(file), specifier).split(sep).join('/'))
}

function draw(read: (file: string) => string, names = files): Graph {
  return new Map(names.map((file) => [file, new Set(importsOf(file, read(file)))]))
}

/** The house's rooms: tests and fixtures belong to the room whose door they stand at, and may look into any. */
const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file) || file.includes('/fixtures/')

function folders(graph: Graph): Graph {
  const arrows: Graph = new Map()
  for (const [file, targets] of graph) {
    if (isTest(file)) continue
    for (const target of targets) {
      const [from, to] = [dirname(file), dirname(target)]
      if (from === to) continue
      arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  return arrows
}

/** The floors of what is laid out by subject, from the top: a subject imports any floor below, none beside or above. */
const FLOORS: Record<string, string[][]> = {
  shared: [
    ['contract'],
    ['export'],
    ['snapshot'],
    ['search', 'connection', 'worth'],
    ['event', 'failure'],
    ['exact', 'time'],
  ],
  renderer: [
    ['app'],
    ['export'],
    ['snapshot'],
    ['find', 'connections'],
    ['event'],
    ['live'],
    ['grid'],
    ['worth'],
    ['ui'],
    ['bridge.ts'],
    ['sent-answer.ts', 'icon.svg'],
  ],
}

/** Imports between subjects that do not run down, styles included. */
function upward(graph: Graph): string[] {
  return [...graph].flatMap(([file, targets]) => {
    const [top = '', subject = ''] = file.split('/')
    const floors = FLOORS[top]
    if (floors === undefined || isTest(file)) return []
    const floorOf = (name: string) => floors.findIndex((subjects) => subjects.includes(name))
    return [...targets]
      .map((target) => target.split('/'))
      .filter(([other, name = '']) => other === top && name !== subject && floorOf(name) <= floorOf(subject))
      .map((target) => `${file} → ${target.join('/')}`)
  })
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

const graph = draw((file) => readFileSync(join(root, file), 'utf8'))

test('no file reaches itself through its imports', () => {
  expect(circles(graph)).toEqual([])
})

test('between folders the arrows run one way', () => {
  expect(circles(folders(graph))).toEqual([])
})

test('between subjects the arrows run down', () => {
  expect(upward(graph)).toEqual([])
})

test('every file of shared and of the page is of a subject', () => {
  const subjects = Object.entries(FLOORS).flatMap(([top, floors]) => floors.flat().map((name) => `${top}/${name}`))
  const laidOut = files.filter((file) => FLOORS[file.split('/')[0] ?? ''] !== undefined && !isTest(file))
  expect(laidOut.filter((file) => !subjects.includes(file.split('/').slice(0, 2).join('/')))).toEqual([])
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

test.each([
  ['two files', { 'a/x.ts': "import './y.ts'", 'a/y.ts': "export { z } from './x.ts'" }],
  ['two folders', { 'a/x.ts': "import '../b/y.ts'", 'b/y.ts': '', 'b/z.ts': "const x = await import('../a/x.ts')" }],
  [
    'three folders',
    {
      'a/x.ts': "import '../b/x.ts'",
      'b/x.ts': "import type { C } from '../c/x.ts'",
      'c/x.ts': '',
      'c/y.ts': "import '../a/x.ts'",
    },
  ],
])('a planted circle of %s is found', (_, planted: Record<string, string>) => {
  const drawn = draw((file) => planted[file] ?? '', Object.keys(planted))
  expect([...circles(drawn), ...circles(folders(drawn))]).not.toEqual([])
})

test.each([
  ['to a floor above', 'renderer/live/store/x.ts', "import type { Y } from '../../snapshot/y.ts'"],
  ['to a subject beside', 'renderer/find/x.ts', "import '../connections/y.ts'"],
  ['to styles above', 'renderer/worth/x.tsx', "import styles from '../snapshot/y.module.css'"],
  ['on demand', 'shared/event/x.ts', "const y = await import('../search/y.ts')"],
])('a planted arrow %s is found', (_, file, source) => {
  expect(upward(draw(() => source, [file]))).toHaveLength(1)
})
