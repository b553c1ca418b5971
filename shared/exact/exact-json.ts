// exact/ reads, compares and adds numbers and JSON to the last digit.
// JSON with nothing lost: numbers digit for digit, members in order with duplicates and `__proto__`, strings as written.
// One pass without recursion, which checks the text, counts what is in it and builds no more than it is asked for.
import { BRACE, BRACKET, CLOSING_BRACE, COMMA, JsonScanner, QUOTE, TO_CLOSING } from './json-scanner.ts'

/** `source` is the value as written. A container deeper than the depth asked for is not opened: kind `json`. */
export type ExactNode =
  | { kind: 'object'; source: string; members: ExactMember[] }
  | ExactArray
  | { kind: 'string'; source: string; text: string }
  | { kind: 'number' | 'boolean' | 'null' | 'json'; source: string }

/** A name and its value, in the order sent; names may repeat. */
export interface ExactMember {
  name: string
  value: ExactNode
}

interface ExactArray {
  kind: 'array'
  source: string
  /** The first of them, as many as were asked for. */
  items: ExactNode[]
  /** How many there are. */
  length: number
}

export interface ExactBounds {
  /** Containers inside this many others stay unopened. */
  depth?: number
  /** The most items of each array that are kept. */
  items?: number
  /** The most members and items in the whole text, whether they are kept or not. */
  values?: number
}

/** `message` is JSON.parse's own, and may quote the text. */
export type ExactResult =
  | { ok: true; value: ExactNode }
  | { ok: false; why: 'not-json'; message: string }
  | { ok: false; why: 'too-many-values' }

const DEEPEST = 500

/** Each costs some 200 bytes once it is built. */
export const MOST_VALUES = 500_000

/** Reads JSON text. What is beyond a bound is checked and counted, but not built. */
export function parseExact(text: string, bounds: ExactBounds = {}): ExactResult {
  const value = read(text, { depth: DEEPEST, items: Number.POSITIVE_INFINITY, values: MOST_VALUES, ...bounds })
  if (value === 'not-json') return { ok: false, why: value, message: syntaxProblem(text) }
  return value === 'too-many-values' ? { ok: false, why: value } : { ok: true, value }
}

/** Whether this text is JSON. Builds nothing. */
export function isJson(text: string): boolean {
  const scanner = new JsonScanner(text)
  return scanner.value(scanner.next()) && Number.isNaN(scanner.next())
}

function syntaxProblem(text: string): string {
  try {
    JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
  throw new Error('JSON.parse took a text that was found not to be JSON')
}

type Container = Extract<ExactNode, { kind: 'object' | 'array' }>

/** A container that is being read. */
interface Open {
  start: number
  /** The code of the character that ends it. */
  closing: number
  node: Container
  /** The name of the member whose value comes next. */
  name: string
}

function read(
  text: string,
  { depth, items, values }: Required<ExactBounds>,
): ExactNode | 'not-json' | 'too-many-values' {
  const scanner = new JsonScanner(text, values)
  const open: Open[] = []
  let inner: Open | undefined
  for (;;) {
    let code = scanner.next()
    const start = scanner.at
    const isContainer = code === BRACKET || code === BRACE
    const isKept = inner === undefined || hasRoom(inner.node, items)
    const isOpened = isContainer && isKept && open.length < depth
    if (isOpened && !scanner.empty(code)) {
      inner = { start, closing: code + TO_CLOSING, node: emptyContainer(code, ''), name: '' }
      open.push(inner)
    } else {
      if (!isOpened && !(isContainer ? scanner.value(code) : scanner.leaf(code))) return whyNot(scanner)
      let value = isKept ? nodeOf(code, text.slice(start, scanner.at), scanner.escaped, isOpened) : null
      code = scanner.next()
      while (inner !== undefined && code === inner.closing) {
        scanner.at += 1
        add(inner, value)
        value = inner.node
        value.source = text.slice(inner.start, scanner.at)
        open.pop()
        inner = open.at(-1)
        code = scanner.next()
      }
      if (inner === undefined) return value !== null && Number.isNaN(code) ? value : 'not-json'
      if (code !== COMMA) return 'not-json'
      add(inner, value)
    }
    if (!scanner.item()) return whyNot(scanner)
    if (inner.closing !== CLOSING_BRACE) continue
    scanner.next()
    const quote = scanner.at
    if (!scanner.string()) return 'not-json'
    inner.name = decode(text.slice(quote, scanner.at), scanner.escaped)
    if (!scanner.colon()) return 'not-json'
  }
}

const whyNot = (scanner: JsonScanner) => (scanner.valuesLeft < 0 ? 'too-many-values' : 'not-json')

const hasRoom = (node: Container, items: number) => node.kind === 'object' || node.items.length < items

function emptyContainer(code: number, source: string): Container {
  return code === BRACE ? { kind: 'object', source, members: [] } : { kind: 'array', source, items: [], length: 0 }
}

/** `value` is null where it is not kept. */
function add({ node, name }: Open, value: ExactNode | null): void {
  if (node.kind === 'array') node.length += 1
  if (value === null) return
  if (node.kind === 'object') node.members.push({ name, value })
  else node.items.push(value)
}

/** Of a scalar, an empty container, or one that stays unopened; `code` is that of its first character. */
function nodeOf(code: number, source: string, escaped: boolean, opened: boolean): ExactNode {
  switch (code) {
    case BRACE:
    case BRACKET:
      return opened ? emptyContainer(code, source) : { kind: 'json', source }
    case QUOTE:
      return { kind: 'string', source, text: decode(source, escaped) }
    case 0x6e:
      return { kind: 'null', source }
    case 0x74:
    case 0x66:
      return { kind: 'boolean', source }
    default:
      return { kind: 'number', source }
  }
}

/** What a string means; `source` has its quotes. */
function decode(source: string, escaped: boolean): string {
  return escaped ? (JSON.parse(source) as string) : source.slice(1, -1)
}
