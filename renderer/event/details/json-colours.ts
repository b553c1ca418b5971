// Cuts JSON text into tokens for colouring. It does not parse: what it does not know counts as punctuation, and a string may
// be cut off.
import { excerpt } from '../../ui/excerpt.ts'

type JsonRole = 'name' | 'string' | 'number' | 'literal' | 'punctuation'

export interface JsonToken {
  role: JsonRole
  text: string
}

/** An unclosed string ends with the text: otherwise every quote in it would be tried as the start of one. */
const TOKENS =
  /(?<string>"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))(?<colon>\s*:)?|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)/gs

/** Tokens in order; joined they are the text. */
export function jsonTokens(json: string): JsonToken[] {
  const tokens: JsonToken[] = []
  let done = 0
  for (const match of json.matchAll(TOKENS)) {
    const { string, number, literal, colon } = match.groups ?? {}
    const text = string ?? number ?? literal ?? ''
    if (match.index > done) tokens.push({ role: 'punctuation', text: json.slice(done, match.index) })
    tokens.push({ role: roleOf(string, number, colon), text })
    done = match.index + text.length
  }
  if (done < json.length) tokens.push({ role: 'punctuation', text: json.slice(done) })
  return tokens
}

/** What is drawn as one: a token, or a name together with what indents it and with its colon. */
export type JsonPiece =
  | { role: Exclude<JsonRole, 'name'>; text: string }
  | { role: 'name'; indent: string; text: string; colon: string }

/** Pieces in order; joined they are the tokens' text. */
export function jsonPieces(tokens: readonly JsonToken[]): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let indent = ''
  for (const [at, { role, text }] of tokens.entries()) {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    if (role === 'name') {
      pieces.push({ role, indent, text, colon: after?.text.startsWith(':') ? ':' : '' })
      indent = ''
    } else if (role === 'punctuation') {
      const rest = before?.role === 'name' && text.startsWith(':') ? text.slice(1) : text
      const end = after?.role === 'name' ? rest.lastIndexOf('\n') + 1 : rest.length
      indent = rest.slice(end)
      if (end > 0) pieces.push({ role, text: rest.slice(0, end) })
    } else pieces.push({ role, text })
  }
  return pieces
}

function roleOf(string: string | undefined, number: string | undefined, colon: string | undefined): JsonRole {
  if (string !== undefined) return colon === undefined ? 'string' : 'name'
  return number === undefined ? 'literal' : 'number'
}

/**
 * The tokens in blocks of about `length` characters that end with a line, or where a line is longer than that within it, so
 * that each can be laid out by itself; joined they are the text.
 */
export function blocksOfTokens(json: string, length: number): JsonToken[][] {
  const blocks: JsonToken[][] = []
  let block: JsonToken[] = []
  let size = 0
  function put(role: JsonRole, text: string) {
    if (text !== '') block.push({ role, text })
    size += text.length
  }
  function end() {
    if (block.length > 0) blocks.push(block)
    block = []
    size = 0
  }
  for (const { role, text } of jsonTokens(json)) {
    let rest = text
    const lineEnd = role === 'punctuation' && size >= length ? text.indexOf('\n') + 1 : 0
    if (lineEnd > 0) {
      put(role, text.slice(0, lineEnd))
      end()
      rest = text.slice(lineEnd)
    }
    while (size + rest.length > 2 * length) {
      const cut = excerpt(rest, 2 * length - size, -1).end
      put(role, rest.slice(0, cut))
      end()
      rest = rest.slice(cut)
    }
    put(role, rest)
  }
  end()
  return blocks
}
