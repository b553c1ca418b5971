// JSON with nothing lost: numbers digit for digit, members in order with duplicates and `__proto__`, strings as written.
// One pass without recursion over text that JSON.parse has accepted; it only slices, so it need not check anything again.
import { nestedEnd, scalarEnd, skipSpace, stringEnd } from './json-tokens.ts'

/** `source` is the value as written. A container deeper than the depth asked for is not opened: kind `json`. */
export type ExactNode =
  | { kind: 'object'; source: string; members: ExactMember[] }
  | { kind: 'array'; source: string; items: ExactNode[] }
  | ExactString
  | { kind: 'number' | 'boolean' | 'null' | 'json'; source: string }

/** A name and its value, in the order sent; names may repeat. */
export interface ExactMember {
  name: string
  value: ExactNode
}

interface ExactString {
  kind: 'string'
  source: string
  text: string
  /** What stands between the quotes, where JSON.stringify would write the text in another way. */
  raw?: string
}

/** Containers inside more than this many others stay unopened. */
const DEEPEST = 500

/** Reads JSON text, opening containers down to `depth` levels. `message` is JSON.parse's own, and may quote the text. */
export function parseExact(
  text: string,
  depth = DEEPEST,
): { ok: true; value: ExactNode } | { ok: false; message: string } {
  const problem = syntaxProblem(text)
  return problem === null ? { ok: true, value: readAccepted(text, depth) } : { ok: false, message: problem }
}

/** Containers deeper than this stay as they are, so that indenting cannot blow a hostile text up. */
const DEEPEST_INDENTED = 20

/**
 * Lays JSON text out as JSON.stringify(value, null, indent) would, every token as it is. With indent 0 all is on one line.
 * Text that is no JSON comes back unchanged.
 */
export function formatExact(source: string, indent: number): string {
  if (syntaxProblem(source) !== null) return source
  const breaks = Array.from({ length: DEEPEST_INDENTED + 1 }, (_, depth) =>
    indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`,
  )
  const pieces: string[] = []
  let depth = 0
  let at = skipSpace(source, 0)
  while (at < source.length) {
    const character = source.charAt(at)
    let end = at + 1
    if (character === '{' || character === '[') {
      const inside = skipSpace(source, end)
      if (source[inside] === '}' || source[inside] === ']') {
        end = inside + 1
        pieces.push(character, source.charAt(inside))
      } else if (depth === DEEPEST_INDENTED) {
        end = nestedEnd(source, at)
        pieces.push(source.slice(at, end))
      } else {
        depth += 1
        pieces.push(character, breaks[depth] ?? '')
      }
    } else if (character === '}' || character === ']') {
      depth -= 1
      pieces.push(breaks[depth] ?? '', character)
    } else if (character === ',') {
      pieces.push(character, breaks[depth] ?? '')
    } else if (character === ':') {
      pieces.push(indent === 0 ? ':' : ': ')
    } else {
      end = character === '"' ? stringEnd(source, at) : scalarEnd(source, at)
      pieces.push(source.slice(at, end))
    }
    at = skipSpace(source, end)
  }
  return pieces.join('')
}

/** Whether the text, as it stands, is a number in JSON's grammar (RFC 8259 section 6). */
export function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}

/** Why typed text is no JSON number, in words that say what to write; null when it is one. */
export function jsonNumberProblem(text: string): string | null {
  if (isJsonNumber(text)) return null
  const rule = NUMBER_MISTAKES.find(([mistake]) => mistake.test(text))
  return rule ? rule[1] : 'This is not a number: write it as 12, -0.5 or 6.02e23.'
}

const NUMBER_MISTAKES: [RegExp, string][] = [
  [/^\s*$/, 'Write a number.'],
  [/\s/, 'A number has no spaces in it.'],
  [/^[-+]?(?:NaN|Infinity|∞)$/i, 'JSON has no such number: only finite ones can be sent.'],
  [/^[-+]?0[xob]/i, 'Write the number in decimal digits: JSON knows no other base.'],
  [/[−–]/, 'Write minus as a plain hyphen: -5.'],
  [/^\+/, 'Leave out the leading +.'],
  [/,/, 'A number has no commas: write 1234.5, with a point before the fraction and nothing between thousands.'],
  [/_/, 'Leave out the underscores.'],
  [/^-?\.\d/, 'Write a digit before the point: 0.5.'],
  [/\.(?:$|[eE])/, 'Write a digit after the point, or leave the point out.'],
  [/^-?[\d.]+[eE][-+]?$/, 'Write the digits of the exponent: 1e3.'],
  [/^-?0\d/, 'Leave out the leading zeros.'],
  [/\..*\./, 'A number has one point at most.'],
  [/^-?\d[\d.]*n$/, 'Leave out the trailing n.'],
]

const { rawJSON } = JSON as typeof JSON & { rawJSON(text: string): object }

/** A value that JSON.stringify writes as this number, digit for digit. Throws on text that `isJsonNumber` refuses. */
export function exactNumber(text: string): object {
  if (!isJsonNumber(text)) throw new TypeError(`Not a JSON number: ${text.slice(0, 40)}`)
  return rawJSON(text)
}

function syntaxProblem(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    if (error instanceof SyntaxError) return error.message
    throw error
  }
}

type Container = Extract<ExactNode, { kind: 'object' | 'array' }>

/** A container that is being filled: where it starts, and the name of the member whose value comes next. */
interface Open {
  node: Container
  start: number
  name: string
}

function readAccepted(text: string, depth: number): ExactNode {
  const open: Open[] = []
  let at = skipSpace(text, 0)
  for (;;) {
    const node = open.length < depth ? containerWithItems(text, at) : null
    if (node) {
      const inner = { node, start: at, name: '' }
      open.push(inner)
      at = enterItem(text, at, inner)
      continue
    }
    let value = readLeaf(text, at, open.length < depth)
    at = skipSpace(text, at + value.source.length)
    let inner = open.at(-1)
    while (inner) {
      addItem(inner, value)
      if (text[at] === ',') break
      value = { ...inner.node, source: text.slice(inner.start, at + 1) }
      open.pop()
      at = skipSpace(text, at + 1)
      inner = open.at(-1)
    }
    if (!inner) return value
    at = enterItem(text, at, inner)
  }
}

/** An empty node for a container that has items to be read; null for everything else. */
function containerWithItems(text: string, at: number): Container | null {
  const character = text[at]
  if (character !== '{' && character !== '[') return null
  const first = text[skipSpace(text, at + 1)]
  if (first === '}' || first === ']') return null
  return character === '{' ? { kind: 'object', source: '', members: [] } : { kind: 'array', source: '', items: [] }
}

/** From an opening bracket or a comma to where the item's value begins; a member's name is read on the way. */
function enterItem(text: string, at: number, container: Open): number {
  const start = skipSpace(text, at + 1)
  if (container.node.kind === 'array') return start
  const end = stringEnd(text, start)
  container.name = decode(text.slice(start + 1, end - 1))
  return skipSpace(text, skipSpace(text, end) + 1)
}

function addItem(container: Open, value: ExactNode): void {
  if (container.node.kind === 'object') container.node.members.push({ name: container.name, value })
  else container.node.items.push(value)
}

/** A scalar, an empty container, or (when `mayOpen` is false) any container unopened. */
function readLeaf(text: string, at: number, mayOpen: boolean): ExactNode {
  switch (text[at]) {
    case '{':
    case '[': {
      const source = text.slice(at, nestedEnd(text, at))
      if (!mayOpen) return { kind: 'json', source }
      return text[at] === '{' ? { kind: 'object', source, members: [] } : { kind: 'array', source, items: [] }
    }
    case '"':
      return stringNode(text.slice(at, stringEnd(text, at)))
    case 'n':
      return { kind: 'null', source: 'null' }
    case 't':
      return { kind: 'boolean', source: 'true' }
    case 'f':
      return { kind: 'boolean', source: 'false' }
    default:
      return { kind: 'number', source: text.slice(at, scalarEnd(text, at)) }
  }
}

function stringNode(source: string): ExactString {
  const raw = source.slice(1, -1)
  const text = decode(raw)
  const isPlain = text === raw ? text.isWellFormed() : JSON.stringify(text) === source
  return isPlain ? { kind: 'string', source, text } : { kind: 'string', source, text, raw }
}

function decode(raw: string): string {
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw
}
