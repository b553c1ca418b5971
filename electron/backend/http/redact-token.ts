// A service may echo the Authorization header in an error; the page must not get the token back that way.

/** Shorter ones are no secrets, and would be found in ordinary words. */
const SHORTEST_SECRET = 6

/**
 * `text` with every occurrence of the token replaced by `•••`, also where any of its characters is written with JSON's
 * escapes, as an HTML entity or percent-encoded. At most text times token in time, whatever both are.
 */
export function redactToken(text: string, token: string): string {
  if (token.length < SHORTEST_SECRET) return text
  const plain = text.replaceAll(token, '•••')
  const pieces: string[] = []
  let at = 0
  for (let found = findWritten(plain, token, 0); found !== null; found = findWritten(plain, token, at)) {
    pieces.push(plain.slice(at, found.start), '•••')
    at = found.end
  }
  return pieces.join('') + plain.slice(at)
}

/**
 * The first place from `from` on that reads as the token. A token may itself hold what looks like an escape, so both
 * readings of each are followed side by side: an expression that tries one after the other may take forever.
 */
function findWritten(text: string, token: string, from: number): { start: number; end: number } | null {
  /** By offset: how many of the token's characters were read up to there, and where that began. */
  const reached = new Map<number, Map<number, number>>()
  for (let at = from; at < text.length; at++) {
    const itself = { character: text.charAt(at), end: at + 1 }
    const escaped = escapeAt(text, at)
    if (reached.size === 0 && escaped === null && itself.character !== token[0]) continue
    const states = reached.get(at) ?? new Map<number, number>()
    reached.delete(at)
    states.set(0, at)
    for (const { character, end } of escaped === null ? [itself] : [itself, escaped]) {
      for (const [matched, start] of states) {
        if (character !== token[matched]) continue
        if (matched + 1 === token.length) return { start, end }
        const next = reached.get(end) ?? new Map<number, number>()
        reached.set(end, next.set(matched + 1, next.get(matched + 1) ?? start))
      }
    }
  }
  return null
}

const ESCAPE = /\\(["\\/])|(?:\\u00|%)([\da-f]{2})|&(?:#x0*([\da-f]{2});?|#0*(\d{2,3});?|([a-z]+);)/iy

/** What an escape that begins at `at` stands for, and where it ends. */
function escapeAt(text: string, at: number): { character: string; end: number } | null {
  const first = text[at]
  if (first !== '\\' && first !== '%' && first !== '&') return null
  ESCAPE.lastIndex = at
  const found = ESCAPE.exec(text)
  if (found === null) return null
  const [whole, itself, hex, hexEntity, decimal, name] = found
  const code = Number.parseInt(hex ?? hexEntity ?? '', 16) || Number(decimal)
  const character = itself ?? (name === undefined ? String.fromCharCode(code) : NAMED.get(name))
  return character === undefined ? null : { character, end: at + whole.length }
}

/** The entities that HTML has for visible ASCII; a token has no other characters. */
const NAMED = new Map(
  (
    '!excl "quot "QUOT #num $dollar %percnt &amp &AMP \'apos (lpar )rpar *ast +plus ,comma .period /sol :colon ;semi <lt <LT ' +
    '=equals >gt >GT ?quest @commat [lsqb [lbrack \\bsol ]rsqb ]rbrack ^Hat _lowbar `grave {lcub {lbrace |verbar |vert }rcub }rbrace'
  )
    .split(' ')
    .map((entry) => [entry.slice(1), entry.charAt(0)]),
)
