// A service may echo the Authorization header; the page must not get the API key back that way.
// What this finds and what it cannot: docs/decisions/api-key-redaction.md.

/** Shorter tokens are hardly secret, and would match inside ordinary words. */
const SHORTEST_SECRET = 6

/** How many layers of encoding are decoded, such as JSON escapes inside percent-encoding. */
const DEEPEST = 4

/** The beginning of a token that was cut lies within so many characters of the text's end, however it is escaped. */
const TAIL = 16_384
/** Behind it may stand the half of an escape that was cut too, of at most so many characters. */
const HALF_ESCAPE = 32

/**
 * Replaces every occurrence of the token by `•••`, even if its characters are escaped (JSON, HTML entities,
 * percent-encoding, nested up to four deep) or separated by invisible ones. Linear in the length of `text`.
 */
export function redactToken(text: string, token: string): string {
  // Nearly every header has no escapes and no token.
  if (PLAIN.test(text) && !text.includes(token)) return text
  return redact(text, token, wholeOf(token))
}

/** Redacts as `redactToken` a text that was cut: also replaces a beginning of the token at its very end. */
export function redactCutText(text: string, token: string): string {
  const clean = redactToken(text, token)
  const tail = clean.slice(-TAIL)
  const atItsEnd = { beginnings: 1, shortest: SHORTEST_SECRET, endsAfter: tail.length - HALF_ESCAPE }
  return clean.slice(0, -TAIL) + redact(tail, token, atItsEnd)
}

/** Redacts as `redactToken` a short text that quotes excerpts: also parts of the token from six characters on. */
export function redactTokenParts(text: string, token: string): string {
  const anyPart = { beginnings: token.length, shortest: SHORTEST_SECRET, endsAfter: 0 }
  return redact(redactToken(text, token), token, anyPart)
}

/** It says which parts of the token are looked for. */
interface Parts {
  /** A part begins at one of so many of the token's first characters: 1, where it must begin as the token does. */
  beginnings: number
  /** A part has at least so many characters of the token. */
  shortest: number
  /** A part counts only where it ends behind this offset in the text; 0: anywhere. */
  endsAfter: number
}

const wholeOf = (token: string): Parts => ({ beginnings: 1, shortest: token.length, endsAfter: 0 })

type Range = { start: number; end: number }

/** A text after some layers were decoded; `starts` maps each character, and the end, to its offset in the original. */
interface DecodedText {
  text: string
  starts: Uint32Array
}

/** Looks into the text as it stands, then with one layer of escapes decoded, then with two, and so on. */
function redact(text: string, token: string, parts: Parts): string {
  if (token.length < SHORTEST_SECRET) return text
  const ranges: Range[] = []
  let layer: DecodedText | null = { text, starts: Uint32Array.from({ length: text.length + 1 }, (_, at) => at) }
  for (let depth = 0; layer !== null && depth < DEEPEST; depth += 1) {
    const { starts } = layer
    for (const found of partsIn(layer.text, token, parts)) {
      const range = { start: starts[found.start] ?? 0, end: starts[found.end] ?? text.length }
      if (range.end > parts.endsAfter) ranges.push(range)
    }
    layer = decoded(layer)
  }
  return replaced(text, ranges)
}

/** What of the token was found so far: where that starts in the text, and how many of the token's characters it has. */
interface Match {
  start: number
  length: number
}

/**
 * Finds parts of the token. A token may itself contain what looks like an escape: `a%41` is those four characters, or
 * `aA`. Both are followed side by side, in one pass; a regular expression would backtrack exponentially.
 */
function partsIn(text: string, token: string, { beginnings, shortest }: Parts): Range[] {
  const ranges: Range[] = []
  const beginningsBy = offsetsByCharacter(token.slice(0, beginnings))
  /**
   * The matches under way: by the offset in `text` up to which they have come, then by that of the token which is next.
   */
  const underWay = new Map<number, Map<number, Match>>()
  function advance(end: number, next: number, match: Match) {
    const there = underWay.get(end) ?? new Map<number, Match>()
    // Of two that continue alike the longer one says more.
    if ((there.get(next)?.length ?? 0) >= match.length) return
    underWay.set(end, there.set(next, match))
    if (match.length >= shortest) ranges.push({ start: match.start, end })
  }
  for (let at = 0; at < text.length; at++) {
    const itself = { character: text.charAt(at), end: at + 1 }
    const escaped = escapeAt(text, at)
    if (underWay.size === 0 && escaped === null && !beginningsBy.has(itself.character)) continue
    const here = underWay.get(at)
    underWay.delete(at)
    for (const { character, end } of escaped === null ? [itself] : [itself, escaped]) {
      for (const offset of beginningsBy.get(character) ?? []) advance(end, offset + 1, { start: at, length: 1 })
      for (const [next, { start, length }] of here ?? [])
        if (character === token[next]) advance(end, next + 1, { start, length: length + 1 })
    }
  }
  return ranges
}

const offsetsByCharacter = (text: string): Map<string, number[]> =>
  Map.groupBy(Array.from({ length: text.length }).keys(), (at) => text.charAt(at))

/** Decodes one layer of escapes and drops invisible characters; null if there are none of either. */
function decoded({ text, starts }: DecodedText): DecodedText | null {
  const pieces: string[] = []
  /** As `starts`, for the pieces; `length` characters of them are there. */
  const origins = new Uint32Array(starts.length)
  let length = 0
  /** All of `text` before this offset is in the pieces, or dropped. */
  let copied = 0
  const copy = (until: number) => {
    pieces.push(text.slice(copied, until))
    origins.set(starts.subarray(copied, until), length)
    length += until - copied
  }
  for (let at = 0; at < text.length; ) {
    const found = escapeAt(text, at) ?? invisibleAt(text, at)
    if (found === null) {
      at += 1
      continue
    }
    copy(at)
    pieces.push(found.character)
    if (found.character !== '') origins[length++] = starts[at] ?? 0
    at = found.end
    copied = at
  }
  if (copied === 0) return null
  copy(text.length)
  origins[length] = starts[text.length] ?? 0
  return { text: pieces.join(''), starts: origins.subarray(0, length + 1) }
}

/**
 * The ways to write a character, by group: itself, two hex digits, in braces, an HTML entity by hex, decimal, or name.
 */
const ESCAPE =
  /\\(["'\\/])|(?:\\u00|\\x|%u00|%)([\da-f]{2})|\\u\{0*([\da-f]{2})\}|&(?:#x0*([\da-f]{2});?|#0*(\d{2,3});?|([a-z]+);)/iy

/** Visible ASCII and spaces, without what an escape begins with. */
const PLAIN = /^[ !"#$'-[\]-~]*$/

/** Tells what an escape that begins at `at` stands for, and where it ends. */
function escapeAt(text: string, at: number): { character: string; end: number } | null {
  const first = text[at]
  if (first !== '\\' && first !== '%' && first !== '&') return null
  ESCAPE.lastIndex = at
  const found = ESCAPE.exec(text)
  if (found === null) return null
  const [whole, itself, hex, braced, hexEntity, decimal, name] = found
  const code = Number.parseInt(hex ?? braced ?? hexEntity ?? '', 16) || Number(decimal)
  const character = itself ?? (name === undefined ? String.fromCharCode(code) : NAMED.get(name))
  return character === undefined ? null : { character, end: at + whole.length }
}

function invisibleAt(text: string, at: number): { character: ''; end: number } | null {
  const code = text.charCodeAt(at)
  const isInvisible = (code < 0x20 && code !== 0x0a && code !== 0x09) || (code > 0x7e && /\p{C}/u.test(text.charAt(at)))
  return isInvisible ? { character: '', end: at + 1 } : null
}

/** Puts `•••` in the place of each range; those that overlap have one together. */
function replaced(text: string, ranges: Range[]): string {
  if (ranges.length === 0) return text
  const pieces: string[] = []
  let at = 0
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    if (start >= at) pieces.push(text.slice(at, start), '•••')
    at = Math.max(at, end)
  }
  return pieces.join('') + text.slice(at)
}

/** HTML's named entities for visible ASCII, each behind its character; a token has no other characters. */
const NAMED = new Map(
  (
    '!excl "quot "QUOT #num $dollar %percnt &amp &AMP \'apos (lpar )rpar *ast +plus ,comma .period /sol :colon ;semi <lt <LT ' +
    '=equals >gt >GT ?quest @commat [lsqb [lbrack \\bsol ]rsqb ]rbrack ^Hat _lowbar `grave {lcub {lbrace |verbar |vert }rcub }rbrace'
  )
    .split(' ')
    .map((entry) => [entry.slice(1), entry.charAt(0)]),
)

// The secrets that this run has met, taken out of whatever is written down or handed on: the log, diagnostics.

export type Secrets = ReturnType<typeof createSecrets>

/** The latest: a window may be given many launch links. */
const MOST_SECRETS = 300
/** A longer text is cut; half a secret at its end goes too. */
const MOST_REDACTED = 65_536

/** @param onNew told of one that was not known before */
export function createSecrets(onNew: (secret: string) => void = () => {}) {
  const known = new Set<string>()
  return {
    /** An API key, a key of a store, what opens a window. Nothing is remembered of null, undefined or an empty text. */
    add(secret: string | null | undefined): void {
      if (!secret || secret.length < SHORTEST_SECRET) return
      const isNew = !known.delete(secret)
      known.add(secret)
      if (isNew) onNew(secret)
      for (const oldest of known) {
        if (known.size <= MOST_SECRETS) break
        known.delete(oldest)
      }
    },
    /** Each of them, encoded too (docs/decisions/api-key-redaction.md), and all that stands where one always does. */
    redact(text: string): string {
      const isCut = text.length > MOST_REDACTED
      const kept = isCut ? text.slice(0, MOST_REDACTED) : text
      let clean = kept
      for (const secret of known) clean = isCut ? redactCutText(clean, secret) : redactToken(clean, secret)
      for (const [pattern, instead] of PLACES) clean = clean.replace(pattern, instead)
      return isCut ? `${clean}…` : clean
    },
  }
}

/** A secret stands there that this run may not know. */
const PLACES: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer)(\s+|%20|\+)[^\s"'`,;<>]+/gi, '$1 •••'],
  [
    /\b((?:proxy-)?authorization|x-api-key|api-key)(["']?\s*[:=]\s*["']?)(?!bearer\b)(?:\w{1,20}\s)?[^\s"'`,;<>]+/gi,
    '$1$2•••',
  ],
  [/\b(launch)(=|%3D)[\w%-]+/gi, '$1$2•••'],
  [/\b(EVENTSCOPE_(?:TOKEN|STORE_KEY))(\s*[:=]\s*)\S+/g, '$1$2•••'],
  [/(:\/\/)[^\s/@:]{1,200}:[^\s/@]{1,200}@/g, '$1•••@'],
]

/** Name, message and stack, with whatever follows "Bearer" taken out. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return text.replaceAll(/bearer\s+\S+/gi, 'Bearer …')
}
