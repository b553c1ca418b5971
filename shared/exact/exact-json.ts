// exact/ reads, compares and adds numbers and JSON to the last digit. JSON with nothing lost: numbers digit for digit,
// members in order with duplicates and `__proto__`, strings as written. One pass, which checks the text, counts what is
// in it and builds no more than it is asked for.
import type { z } from 'zod'

import { normalDecimal } from './exact-number.ts'
import { BRACE, BRACKET, decodedString, JsonScanner } from './json-scanner.ts'

/** `source` is the value as written. A container deeper than the depth asked for is not opened: kind `json`. */
export type ExactNode =
  | ExactObject
  | ExactArray
  | { kind: 'string'; source: string; text: string }
  | { kind: 'number' | 'boolean' | 'null' | 'json'; source: string }

/** A name and its value, in the order sent; names may repeat. */
export interface ExactMember {
  name: string
  value: ExactNode
}

interface ExactObject {
  kind: 'object'
  source: string
  members: ExactMember[]
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
  /** Containers inside this many others stay unopened; at most 500 are opened. */
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

/** Each level is a call inside another. */
const DEEPEST = 500

/** Each costs some 200 bytes once it is built. */
export const MOST_VALUES = 500_000

/** Reads JSON text. What is beyond a bound is checked and counted, but not built. */
export function parseExact(text: string, bounds: ExactBounds = {}): ExactResult {
  const { depth = DEEPEST, items = Number.POSITIVE_INFINITY, values = MOST_VALUES } = bounds
  const scanner = new JsonScanner(text, values)
  const value = read(scanner, scanner.next(), Math.min(depth, DEEPEST), items)
  if (value !== null && Number.isNaN(scanner.next())) return { ok: true, value }
  if (scanner.valuesLeft < 0) return { ok: false, why: 'too-many-values' }
  return { ok: false, why: 'not-json', message: syntaxProblem(text) }
}

/** What plain JSON.parse makes of a text that one of us kept or sent; null: it is not JSON, or does not fit. */
export function parseKept<T>(text: string | null, schema: z.ZodType<T>): T | null {
  try {
    return text === null ? null : (schema.safeParse(JSON.parse(text)).data ?? null)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
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

/**
 * The value at which the scanner stands; null where it is none, or there are too many values.
 * @param first the code of its first character
 * @param depth how many levels of containers are opened; with 0 one is checked and kept as its text
 * @param items the most items of an array that are built; further ones are checked and counted
 */
function read(scanner: JsonScanner, first: number, depth: number, items: number): ExactNode | null {
  const start = scanner.at
  const isContainer = first === BRACE || first === BRACKET
  if (!isContainer) return scanner.leaf(first) ? leafNode(first, scanner.text.slice(start, scanner.at), scanner) : null
  if (depth === 0) {
    return scanner.value(first) ? { kind: 'json', source: scanner.text.slice(start, scanner.at) } : null
  }
  const node: ExactObject | ExactArray =
    first === BRACE ? { kind: 'object', source: '', members: [] } : { kind: 'array', source: '', items: [], length: 0 }
  const isRead = scanner.each(first, (code) => {
    if (node.kind === 'object') {
      const { name } = scanner
      const value = read(scanner, code, depth - 1, items)
      if (value !== null) node.members.push({ name, value })
      return value !== null
    }
    node.length += 1
    if (node.items.length >= items) return scanner.value(code)
    const value = read(scanner, code, depth - 1, items)
    if (value !== null) node.items.push(value)
    return value !== null
  })
  node.source = scanner.text.slice(start, scanner.at)
  return isRead ? node : null
}

/** What is no container is told by its first character. */
function leafNode(first: number, source: string, { escaped }: JsonScanner): ExactNode {
  switch (String.fromCharCode(first)) {
    case '"':
      return { kind: 'string', source, text: decodedString(source, escaped) }
    case 'n':
      return { kind: 'null', source }
    case 't':
    case 'f':
      return { kind: 'boolean', source }
    default:
      return { kind: 'number', source }
  }
}

// JSON text laid out for reading, every token as it was written.

/** Containers deeper than this stay as they are, so that indenting cannot blow a hostile text up. */
const DEEPEST_INDENTED = 20

/**
 * Lays JSON text out as JSON.stringify(value, null, indent) would, every token as it is. With indent 0 all is on one
 * line. Text that is not JSON comes back unchanged.
 */
export function formatExact(source: string, indent: number): string {
  if (!isJson(source)) return source
  /** The break before a line of each depth. */
  const breaks = Array.from({ length: DEEPEST_INDENTED + 1 }, (_, depth) =>
    indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`,
  )
  const pieces: string[] = []
  const scanner = new JsonScanner(source)
  let depth = 0
  for (let code = scanner.next(); !Number.isNaN(code); code = scanner.next()) {
    const start = scanner.at
    const character = source.charAt(start)
    if (character === '{' || character === '[') {
      if (scanner.empty(code)) pieces.push(character === '{' ? '{}' : '[]')
      else if (depth === DEEPEST_INDENTED) {
        scanner.value(code)
        pieces.push(source.slice(start, scanner.at))
      } else {
        scanner.at += 1
        depth += 1
        pieces.push(character, breaks[depth] ?? '')
      }
    } else if (scanner.leaf(code)) {
      pieces.push(source.slice(start, scanner.at))
    } else {
      scanner.at += 1
      if (character === ',') pieces.push(character, breaks[depth] ?? '')
      else if (character === ':') pieces.push(indent === 0 ? ':' : ': ')
      else {
        depth -= 1
        pieces.push(breaks[depth] ?? '', character)
      }
    }
  }
  return pieces.join('')
}

/**
 * One text for all JSON texts of one meaning: whatever the order of names, the white space, how a string is escaped or
 * a number is written. What is nested too deep, or too large, to be read keeps its order of names.
 */
export function canonicalJson(source: string): string {
  const read = parseExact(source)
  return read.ok ? canonical(read.value) : source
}

function canonical(node: ExactNode): string {
  switch (node.kind) {
    case 'string':
      return JSON.stringify(node.text)
    case 'number':
      return normalDecimal(node.source) ?? node.source
    case 'object': {
      const members = node.members.map(({ name, value }) => ({ name, text: canonical(value) }))
      // A name that repeats keeps the order of its values: sorting is stable.
      members.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      return `{${members.map(({ name, text }) => `${JSON.stringify(name)}:${text}`).join()}}`
    }
    case 'array':
      return `[${node.items.map(canonical).join()}]`
    case 'json':
      return formatExact(node.source, 0)
    case 'boolean':
    case 'null':
      return node.source
  }
}

/** The text with each half of a surrogate pair, which UTF-8 cannot hold, as JSON escapes it (`\ud83d`). */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.replace(/\p{Surrogate}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`)
}
