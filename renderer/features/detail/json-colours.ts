// Cuts JSON text into tokens for colouring. It colours, it does not parse: what it does not know is punctuation, and a string may be cut off.

type JsonRole = 'name' | 'string' | 'number' | 'literal' | 'punctuation'

export interface JsonToken {
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
