// Counts the props of every component: at most ten. What belongs together is one object with a name, and what floors above
// offer comes by context.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const MOST = 10

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('renderer/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'))

type Read = (file: string) => string

/** A reader of what the types of `read`'s files hold; each file is parsed once. */
function typesOf(read: Read, names: readonly string[]) {
  const known = new Set(names)
  const programs = new Map<string, ESTree.Program>()

  function programOf(file: string): ESTree.Program {
    const program = programs.get(file) ?? parseSync(file, read(file)).program
    programs.set(file, program)
    return program
  }

  /** Names of the members of a type of ours; a library's type, a primitive or a type parameter has none. */
  function members(file: string, type: ESTree.TSType): string[] {
    switch (type.type) {
      case 'TSTypeLiteral':
        return type.members.map(memberName)
      case 'TSIntersectionType':
      case 'TSUnionType':
        return unique(type.types.flatMap((one) => members(file, one)))
      case 'TSParenthesizedType':
        return members(file, type.typeAnnotation)
      case 'TSTypeReference':
        return type.typeName.type === 'Identifier'
          ? membersNamed(file, type.typeName.name, type.typeArguments?.params ?? [])
          : []
      default:
        return []
    }
  }

  function membersNamed(file: string, name: string, of: readonly ESTree.TSType[]): string[] {
    const [first, second] = of
    switch (name) {
      case 'Pick':
      case 'Omit': {
        const keys = second === undefined ? [] : literals(second)
        return first === undefined
          ? []
          : members(file, first).filter((member) => keys.includes(member) === (name === 'Pick'))
      }
      case 'Readonly':
      case 'Partial':
      case 'Required':
        return first === undefined ? [] : members(file, first)
      default:
        return declared(file, name)
    }
  }

  function declared(file: string, name: string): string[] {
    for (const statement of programOf(file).body) {
      const node = (statement.type === 'ExportNamedDeclaration' && statement.declaration) || statement
      if (node.type === 'TSTypeAliasDeclaration' && node.id.name === name) return members(file, node.typeAnnotation)
      if (node.type === 'TSInterfaceDeclaration' && node.id.name === name) {
        const inherited = node.extends.flatMap(({ expression, typeArguments }) =>
          expression.type === 'Identifier' ? membersNamed(file, expression.name, typeArguments?.params ?? []) : [],
        )
        return unique([...inherited, ...node.body.body.map(memberName)])
      }
      if (node.type !== 'ImportDeclaration') continue
      const from = join(dirname(file), node.source.value).split(sep).join('/')
      const found = node.specifiers.find(({ local }) => local.name === name)
      if (found?.type !== 'ImportSpecifier' || !known.has(from)) continue
      return declared(from, found.imported.type === 'Identifier' ? found.imported.name : name)
    }
    return []
  }

  return { programOf, members }
}

const unique = (names: string[]) => [...new Set(names)]

const memberName = (member: ESTree.TSSignature): string =>
  'key' in member && member.key.type === 'Identifier' ? member.key.name : `[${member.type}]`

const literals = (type: ESTree.TSType): unknown[] =>
  (type.type === 'TSUnionType' ? type.types : [type]).map((one) =>
    one.type === 'TSLiteralType' && 'value' in one.literal ? one.literal.value : null,
  )

interface Component {
  file: string
  name: string
  props: string[]
}

/** Functions with a capital first letter, also those within `memo`, and what they are given: by type, or as destructured. */
function componentsOf(read: Read, names: readonly string[]): Component[] {
  const { programOf, members } = typesOf(read, names)
  return names
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) => {
      const found: Component[] = []
      function add(name: string | undefined, params: readonly ESTree.ParamPattern[]) {
        const [given] = params
        if (name === undefined || !/^[A-Z]/.test(name) || given === undefined || !('typeAnnotation' in given)) return
        const typed = given.typeAnnotation ? members(file, given.typeAnnotation.typeAnnotation) : []
        const taken = given.type === 'ObjectPattern' ? given.properties.flatMap(takenName) : []
        found.push({ file, name, props: unique([...typed, ...taken]) })
      }
      new Visitor({
        FunctionDeclaration: ({ id, params }) => add(id?.name, params),
        FunctionExpression: ({ id, params }) => add(id?.name, params),
        VariableDeclarator({ id, init }) {
          const within = init?.type === 'CallExpression' ? init.arguments : [init]
          for (const one of within) {
            if (one?.type === 'ArrowFunctionExpression') add(id.type === 'Identifier' ? id.name : undefined, one.params)
          }
        },
      }).visit(programOf(file))
      return found
    })
}

const takenName = (property: ESTree.ObjectPattern['properties'][number]): string[] =>
  property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : []

const tooMany = (components: Component[]) =>
  components
    .filter(({ props }) => props.length > MOST)
    .map(({ file, name, props }) => `${name} takes ${props.length} props (${file})`)

const components = componentsOf((file) => readFileSync(join(root, file), 'utf8'), files)

test('no component takes more than ten props', () => {
  expect(tooMany(components)).toEqual([])
})

test('the components of the page are read, nearly all with their props', () => {
  expect(components.length).toBeGreaterThan(300)
  expect(components.filter(({ props }) => props.length === 0).length).toBeLessThan(components.length / 20)
})

const SIX = 'a: 1; b: 1; c: 1; d: 1; e: 1; f: 1'
const FIVE = 'g: 1; h: 1; i: 1; j: 1; k: 1'
const ELEVEN = `${SIX}; ${FIVE}`

test.each<[string, string]>([
  ['an interface', `interface P { ${ELEVEN} }\nexport function X(props: P) {}`],
  ['a literal type', `export function X({ a }: { ${ELEVEN} }) {}`],
  ['what it destructures', 'export function X({ a, b, c, d, e, f, g, h, i, j, k }) {}'],
  ['within memo', `export const X = memo(function X(props: { ${ELEVEN} }) {})`],
  ['an arrow within memo', `export const X = memo((props: { ${ELEVEN} }) => null)`],
  ['an intersection', `type P = { ${SIX} } & { ${FIVE} }\nexport const X = (props: P) => null`],
  [
    'what is inherited',
    `interface Q { ${ELEVEN} }\ninterface P extends Omit<Q, 'a'> { l: 1 }\nfunction X(props: P) {}`,
  ],
  [
    'what is picked elsewhere',
    `import type { Q } from './q.ts'\nfunction X(props: Pick<Q, 'a' | 'b'> & { ${ELEVEN} }) {}`,
  ],
  ['an imported type', "import type { Q } from './q.ts'\nfunction X(props: Q) {}"],
])('eleven props are found in %s', (_, planted) => {
  const read = (file: string) => (file === 'a/q.ts' ? `export interface Q { ${ELEVEN} }` : planted)
  expect(tooMany(componentsOf(read, ['a/x.tsx', 'a/q.ts']))).toHaveLength(1)
})

test.each<[string, string]>([
  ['ten', `interface P { ${ELEVEN} }\nexport function X(props: Omit<P, 'a'>) {}`],
  ['a function that draws nothing', `export function x(given: { ${ELEVEN} }) {}`],
  ["a library's own", `import type { P } from '@mantine/core'\nexport function X(props: P & { ${FIVE} }) {}`],
])('%s may be', (_, planted) => {
  expect(tooMany(componentsOf(() => planted, ['a/x.tsx']))).toEqual([])
})
