// Splits a JSON object into members with their source texts, which JSON.parse discards along with repeated names. One
// pass without recursion, so deep nesting cannot overflow the stack.

/** A member of an object: its decoded name and its value's source text. */
export type Member = { name: string; text: string }

export type JsonReading = { ok: true; members: Member[]; repeated: string | null } | { ok: false; problem: string }

/**
 * Parses the text of a JSON object. Members are in source order, repeated names included; `repeated` is the first name
 * that occurs twice.
 */
export function readJsonObject(text: string): JsonReading {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, problem: `is not valid JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  if (kindOf(value) !== 'object') return { ok: false, problem: `must be a JSON object, not ${kindOf(value)}` }
  const members = objectMembers(text)
  const seen = new Set<string>()
  for (const { name } of members) {
    if (seen.has(name)) return { ok: true, members, repeated: name }
    seen.add(name)
  }
  return { ok: true, members, repeated: null }
}

export type JsonKind = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null'

/** The kind of a value that JSON.parse returned. */
export function kindOf(value: unknown): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as JsonKind
}

/** The kind of the value that a member's text holds. */
export function kindOfText(text: string): JsonKind {
  switch (text[0]) {
    case '{':
      return 'object'
    case '[':
      return 'array'
    case '"':
      return 'string'
    case 't':
    case 'f':
      return 'boolean'
    case 'n':
      return 'null'
    default:
      return 'number'
  }
}

/** A string, one character that structures JSON, or any other value. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** JSON.parse has accepted the text, so tokens can only be where the grammar allows them. */
function objectMembers(text: string): Member[] {
  const members: Member[] = []
  let depth = 0
  // Of the member that was begun: its name, null before there is one, and where its value begins, -1 before that.
  let name: string | null = null
  let start = -1
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    const closes = token === '}' || token === ']'
    if (depth === 1 && name !== null && start >= 0 && (token === ',' || closes)) {
      members.push({ name, text: text.slice(start, match.index).trimEnd() })
      name = null
      start = -1
    } else if (depth === 1 && name === null && token[0] === '"') {
      name = JSON.parse(token) as string
    } else if (depth === 1 && name !== null && start < 0 && token !== ':') {
      start = match.index
    }
    if (token === '{' || token === '[') depth++
    else if (closes) depth--
  }
  return members
}
