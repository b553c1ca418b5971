// docs/architecture.md lists the files that a click passes through, each with what it is for: each is imported, as a
// value, by the file above it that is indented less.
import { readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const BORDER = '- - -'

/** What `file` imports as a value, at once or later. */
function ran(file: string): Set<string> {
  const source = read(file)
  const found = new Set<string>()
  const add = (name: string) => name.startsWith('.') && found.add(join(dirname(file), name).split(sep).join('/'))
  const addWritten = ({ start, end }: { start: number; end: number }) => {
    const written = /^['"]([^'"]+)['"]/.exec(source.slice(start, end))?.[1]
    if (written !== undefined) add(written)
  }
  new Visitor({
    ImportDeclaration: ({ importKind, specifiers, source: { value } }) => {
      const isType = (one: (typeof specifiers)[number]) => one.type === 'ImportSpecifier' && one.importKind === 'type'
      if (importKind !== 'type' && (specifiers.length === 0 || !specifiers.every(isType))) add(value)
    },
    ImportExpression: (node) => addWritten(node.source),
  }).visit(parseSync(file, source).program)
  return found
}

interface Step {
  file: string
  /** The file that imports it; null where a journey begins behind a border. */
  by: string | null
}

function stepsOf(journey: string): Step[] {
  const steps: Step[] = []
  let above: { file: string; depth: number }[] = []
  for (const line of journey.split('\n')) {
    const [file = ''] = line.trim().split(/ {2,}/)
    if (file === BORDER) above = []
    if (file === BORDER || file === '') continue
    const depth = line.length - line.trimStart().length
    above = above.filter((one) => one.depth < depth)
    steps.push({ file, by: above.at(-1)?.file ?? null })
    above.push({ file, depth })
  }
  return steps
}

const journeys = [...read('docs/architecture.md').matchAll(/([^\n]+)\n\n```journey\n(.*?)```/gs)].map(
  ([, title = '', text = '']) => ({ title, text, steps: stepsOf(text) }),
)

test('there are three, none names a file twice, and each says of every file what it is for', () => {
  expect(journeys).toHaveLength(3)
  for (const { title, text, steps } of journeys) {
    expect(new Set(steps.map(({ file }) => file)).size, title).toBe(steps.length)
    expect(
      text.split('\n').filter((line) => /\w/.test(line) && !/\S {2,}\S/.test(line)),
      title,
    ).toEqual([])
  }
})

test.each(journeys)('each file is imported by the one above it: $title', ({ text, steps }) => {
  const missing = steps.filter(({ file, by }) => by !== null && !ran(by).has(file))
  expect(missing).toEqual([])
  // The shells give the worker's file to the backend, as its name differs once it is built.
  const [window, backend, ...worker] = text.split(BORDER).map((part) => stepsOf(part)[0]?.file)
  expect([window, backend]).toEqual(['renderer/app/app.tsx', 'electron/backend/bridge/backend.ts'])
  expect([[], ['electron/backend/snapshots/questions/worker/questions-worker.ts']]).toContainEqual(worker)
  expect(steps.filter(({ by }) => by === null)).toHaveLength(2 + worker.length)
  expect(steps.map(({ file }) => file)).toContain('renderer/bridge.ts')
})
