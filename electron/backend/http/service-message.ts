// The service's own message in an error response. docs/interface.md 7 defines no shape, so the usual ones are tried.
import type { HttpResponse } from './attempt.ts'
import { redactCutText, redactToken } from './redact-token.ts'

const MOST_CHARACTERS = 2_000
const MESSAGE_FIELDS = ['message', 'error_description', 'detail', 'error', 'title', 'reason', 'errors']

/** The message as plain text, at most 2,000 characters, with the token redacted; null if there is none. */
export function serviceMessage(
  { contentType, bytes, isCut }: Pick<HttpResponse, 'contentType' | 'bytes' | 'isCut'>,
  token: string,
): string | null {
  const body = new TextDecoder().decode(bytes)
  const clean = isCut ? redactCutText(body, token) : redactToken(body, token)
  const words =
    messageOfJson(clean) ??
    (/html/i.test(contentType ?? '') || /^\s*<(!doctype|html)/i.test(clean) ? textOfHtml(clean) : clean)
  // Redacted again after decoding, and before a token could be cut in two.
  const shown = redactToken(words.replaceAll(/[^\P{C}\n\t]/gu, '').trim(), token)
  return shown === '' ? null : shown.slice(0, MOST_CHARACTERS).toWellFormed()
}

function messageOfJson(body: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return null
  }
  return wordsIn(value, 0)
}

/** The text of a JSON value: itself, its items, or a member with a usual name, prefixed with the field it names. */
function wordsIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || depth > 4) return null
  if (Array.isArray(value)) {
    const all = value.slice(0, 20).flatMap((item) => wordsIn(item, depth + 1) ?? [])
    return all.length === 0 ? null : all.join('\n')
  }
  const members = new Map(Object.entries(value))
  for (const name of MESSAGE_FIELDS) {
    const words = wordsIn(members.get(name), depth + 1)
    if (words === null || words === '') continue
    const field = members.get('field') ?? members.get('path') ?? members.get('pointer')
    return typeof field === 'string' && !words.includes(field) ? `${field}: ${words}` : words
  }
  return null
}

/** The text outside tags, scripts and styles. In one pass: a regular expression that seeks each tag's end is quadratic. */
function textOfHtml(html: string): string {
  const [first = '', ...tagged] = html.split('<')
  const words = [first]
  let silent: string | null = null
  for (const piece of tagged) {
    const tag = /^[/!]?[a-z]*/i.exec(piece)?.[0].toLowerCase() ?? ''
    if (tag === `/${silent}`) silent = null
    else if (silent === null && (tag === 'script' || tag === 'style')) silent = tag
    if (silent !== null) continue
    const end = piece.indexOf('>')
    if (tag === '') words.push(`<${piece}`)
    else if (end !== -1) words.push(piece.slice(end + 1))
  }
  return words
    .join(' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }
