// Cuts JSON text into tokens for colouring. It colours, it does not parse: what it does not know is punctuation, and a string may be cut off.

type JsonRole = 'name' | 'string' | 'number' | 'literal' | 'punctuation'

interface JsonToken {
  role: JsonRole
  text: string
}

const TOKENS =
  /(?<string>"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$))(?<colon>\s*:)?|(?<number>-?\d[\d.eE+-]*)|(?<literal>true|false|null)/g

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

/** Pieces in order; joined they are the text. */
export function jsonPieces(json: string): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let indent = ''
  const tokens = jsonTokens(json)
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

/** Cuts a text into blocks of about `length` that end with a line, so that each can be laid out by itself; joined they are the text. */
export function blocksOfLines(text: string, length: number): string[] {
  const blocks: string[] = []
  let start = 0
  while (start < text.length) {
    const lineEnd = text.indexOf('\n', start + length)
    const end = lineEnd === -1 ? text.length : lineEnd + 1
    blocks.push(text.slice(start, end))
    start = end
  }
  return blocks
}
