// The event ID within what was pasted: people copy it with its quotes, out of JSON, out of a log, out of an address.

const QUOTES = '"\'`“”„‘’‚«»‹›'
const OPENING = '([{<'
const CLOSING = ')]}>'
const BEFORE = new Set(`${QUOTES}${OPENING}\\*•`)
const AFTER = new Set(`${QUOTES}${CLOSING}\\*,.;:!?`)

/** A name before the ID: `"event_id": `, `Event ID=`, `event evt_1`. */
const LABEL = /^(?:event[ _-]?id|event|id)["'`“”\\]*(?:\s*[:=]\s*|\s+)(?=\S)/i
const ADDRESS = /^[a-z][a-z\d+.-]*:\/\//i
/** Markdown's way to write a link. */
const LINK = /^\[([^\]]*)\]\([^)]*\)$/

/** Tabs, line ends, zero-width characters, marks of direction. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u

/** Whether no service could mean this as an ID: characters that nobody sees, halves of a pair. */
export function cannotBeId(text: string): boolean {
  return !text.isWellFormed() || UNSEEN.test(text)
}

/**
 * The ID without what it was pasted in. Null where nothing can be taken off, or nothing would be left. Work grows as the
 * text does.
 */
export function cleanedId(pasted: string): string | null {
  let text = pasted
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  text = LINK.exec(text)?.[1] ?? text
  // An ID in quotes in an object in quotes: no more rounds than people nest.
  for (let round = 0; round < 4; round++) {
    const before = text
    text = withoutAddress(withoutDress(text).replace(LABEL, ''))
    if (text === before) break
  }
  return text === '' || text === pasted ? null : text
}

/** Without signs at either end; a closing bracket whose opening one is inside stays. */
function withoutDress(text: string): string {
  let start = 0
  let end = text.length
  const isSpace = (at: number) => text.charAt(at).trim() === ''
  while (start < end && (BEFORE.has(text.charAt(start)) || isSpace(start))) start++
  const inside = new Set(text.slice(start))
  const belongs = (sign: string) => CLOSING.includes(sign) && inside.has(OPENING.charAt(CLOSING.indexOf(sign)))
  while (end > start && (isSpace(end - 1) || (AFTER.has(text.charAt(end - 1)) && !belongs(text.charAt(end - 1))))) end--
  return text.slice(start, end)
}

/** The last step of an address or a path of the interface, or its `event_id`. */
function withoutAddress(text: string): string {
  if (!ADDRESS.test(text) && !/^\/?v1\/events\//.test(text)) return text
  const [path = '', query = ''] = (text.split('#', 1)[0] ?? '').split('?', 2)
  const asked = new URLSearchParams(query).get('event_id')
  if (asked) return asked
  const last =
    path
      .replace(ADDRESS, '')
      .split('/')
      .findLast((step) => step !== '') ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    // A percent sign that begins no code: the step as it stands.
    return last
  }
}
