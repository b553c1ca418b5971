// What authors of tests build on: the list of the kit's public members is what its sources export, so that none goes or
// is renamed unseen. A member that is meant to be public is added to the list.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const LIST = 'e2e/kit/public-members.json'

type Read = (file: string) => string
const fromDisk: Read = (file) => readFileSync(join(root, file), 'utf8')

/** Under each entry of the package its exports by name, and the members of each as they are written. */
type Members = Record<string, Record<string, string[]>>

function publicMembers(read: Read): Members {
  const { name, exports } = JSON.parse(read('package.json'))
  const entries = Object.entries<string | { types: string }>(exports).flatMap(([entry, to]) =>
    typeof to === 'string' ? [] : [[entry, to.types] as const],
  )
  return Object.fromEntries(
    entries.map(([entry, types]) => [
      entry.replace('.', name),
      sorted(membersOf(read, types.replace('./dist/', 'e2e/').replace('.d.ts', '.ts'))),
    ]),
  )
}

const sorted = <T>(named: Record<string, T>) =>
  Object.fromEntries(Object.entries(named).sort(([one], [other]) => (one < other ? -1 : 1)))

const isHidden = ({ accessibility }: ESTree.MethodDefinition | ESTree.PropertyDefinition) =>
  accessibility === 'protected' || accessibility === 'private'

/** Of everything that `file` exports. */
function membersOf(read: Read, file: string): Record<string, string[]> {
  const text = read(file)
  const { program } = parseSync(file, text)
  const written = ({ start, end }: ESTree.Span) => text.slice(start, end).replaceAll(/\s+/g, ' ')
  /** Up to its body: what is inside is nobody's business. */
  const signature = ({ start }: ESTree.Span, end: number) =>
    written({ start, end })
      .replace(/^async /, '')
      .trim()
  const next = (source: ESTree.StringLiteral) => membersOf(read, join(dirname(file), source.value))

  function ofClass({ superClass, body }: ESTree.Class): string[] {
    const above = program.body.flatMap((node) => {
      const isAbove =
        node.type === 'ImportDeclaration' &&
        superClass?.type === 'Identifier' &&
        node.specifiers.some(({ local }) => local.name === superClass.name)
      return isAbove ? (next(node.source)[superClass.name] ?? []) : []
    })
    const members = body.body.flatMap((member) => {
      if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') return []
      if (member.key.type === 'PrivateIdentifier' || isHidden(member)) return []
      const end = (member.type === 'MethodDefinition' ? member.value.body?.start : member.value?.start) ?? member.end
      return [signature(member, end)]
    })
    return [...above, ...members].sort()
  }

  function ofDeclaration(declaration: ESTree.Declaration): Record<string, string[]> {
    switch (declaration.type) {
      case 'ClassDeclaration':
        return { [declaration.id?.name ?? '']: ofClass(declaration) }
      case 'TSInterfaceDeclaration':
        return { [declaration.id.name]: declaration.body.body.map(written).sort() }
      case 'TSTypeAliasDeclaration':
        return { [declaration.id.name]: [written(declaration.typeAnnotation)] }
      case 'FunctionDeclaration':
        return { [declaration.id?.name ?? '']: [signature(declaration, declaration.body?.start ?? declaration.end)] }
      case 'VariableDeclaration':
        return Object.fromEntries(declaration.declarations.map(({ id }) => [written(id), []]))
      default:
        throw new Error(`${file}: the list has no way to say ${declaration.type}`)
    }
  }

  return Object.assign(
    {},
    ...program.body.map((node) => {
      if (node.type !== 'ExportNamedDeclaration') return {}
      if (node.declaration !== null) return ofDeclaration(node.declaration)
      const there = node.source === null ? {} : next(node.source)
      return Object.fromEntries(
        node.specifiers.map(({ local, exported }) => [written(exported), there[written(local)] ?? []]),
      )
    }),
  )
}

const listed = fromDisk(LIST)

test('the members of the kit are those of the list', () => {
  expect(publicMembers(fromDisk)).toEqual(JSON.parse(listed))
})

describe('a change is seen', () => {
  test.each([
    ['a method renamed', 'e2e/kit/live-search.ts', 'async walk()', 'async walkOn()'],
    ['another parameter', 'e2e/kit/inspector.ts', 'check(name: string)', 'check(name: string, of: number)'],
    ['a getter hidden', 'e2e/kit/live-search.ts', 'get exports()', 'protected get exports()'],
    ['a class that no longer extends', 'e2e/kit/live-search.ts', 'LiveSearch extends EventsWindow', 'LiveSearch'],
    ['a property of another type', 'e2e/kit/events-window.ts', 'readonly alert: Locator', 'readonly alert: string'],
    ['a field of a type gone', 'e2e/kit/live-search.ts', '  From?: string\n', ''],
    ['one choice fewer', 'e2e/kit/live-search.ts', " | 'NDJSON'", ''],
    ['an option of a function gone', 'e2e/kit/start-inspector.ts', '  userData?: string\n', ''],
    ['a fixture renamed', 'e2e/kit/fixtures.ts', 'running: RunningInspector', 'started: RunningInspector'],
    ['an export gone', 'e2e/kit/kit.ts', "export { Inspector } from './inspector.ts'\n", ''],
    ['an entry of the package gone', 'package.json', '"./kit/fixtures"', '"./fixtures"'],
  ])('%s', (_, changed, from, to) => {
    const whole = fromDisk(changed)
    expect(whole).toContain(from)
    const read: Read = (file) => (file === changed ? whole.replace(from, to) : fromDisk(file))
    expect(publicMembers(read)).not.toEqual(JSON.parse(listed))
  })
})
