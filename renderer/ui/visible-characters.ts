// Characters that a reader would miss or be misled by, found in a text so that a component can show them.
// Nothing is replaced: the runs joined are the text, character for character.

/** `space`: plain spaces at the ends · `newline` · `escape`: everything that draws nothing or reorders its neighbours. */
export type Run = { mark: null; text: string } | MarkedRun
interface MarkedRun {
  mark: 'space' | 'newline' | 'escape'
  text: string
  shown: string
  name: string
}

/** So many times the same character. */
interface Mark {
  character: string
  start: number
  end: number
}

/*
 * In this order: whole emoji, whose joiners belong to them; joiners and variation selectors where a script needs them
 * (never beside Latin, Greek or Cyrillic, where they only make look-alikes); then what is marked; then signs above and below a
 * letter.
 */
const NOTABLE =
  /\p{RGI_Emoji}|(?<=[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]])[\u200C\u200D](?=[[\p{L}\p{M}]--[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}]])|(?<=[\P{ASCII}--\p{Default_Ignorable_Code_Point}])\p{Variation_Selector}|(?<marked>[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}])|(?<=\p{L})(?<joined>\p{M})/gv

const NAMES: ReadonlyMap<number, string> = new Map([
  [0x00, 'null'],
  [0x09, 'tab'],
  [0x0a, 'line feed'],
  [0x0d, 'carriage return'],
  [0x1b, 'escape'],
  [0x20, 'space'],
  [0x7f, 'delete'],
  [0xa0, 'no-break space'],
  [0xad, 'soft hyphen'],
  [0x200b, 'zero width space'],
  [0x200c, 'zero width non-joiner'],
  [0x200d, 'zero width joiner'],
  [0x200e, 'left-to-right mark'],
  [0x200f, 'right-to-left mark'],
  [0x2028, 'line separator'],
  [0x2029, 'paragraph separator'],
  [0x202a, 'left-to-right embedding'],
  [0x202b, 'right-to-left embedding'],
  [0x202c, 'pop directional formatting'],
  [0x202d, 'left-to-right override'],
  [0x202e, 'right-to-left override'],
  [0x202f, 'narrow no-break space'],
  [0x2060, 'word joiner'],
  [0x2066, 'left-to-right isolate'],
  [0x2067, 'right-to-left isolate'],
  [0x2068, 'first strong isolate'],
  [0x2069, 'pop directional isolate'],
  [0x3000, 'ideographic space'],
  [0xfeff, 'byte order mark'],
])

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\f', '\\f'],
  ['\r', '\\r'],
])

/** What is not a plain character, or a space at an end: most texts have neither, and that is quickly seen. */
const UNUSUAL = /[^\x20-\x7E]|^ | $/

/**
 * Splits a text into plain runs and marked ones. Adjacent escapes share a run, and so do spaces; line feeds do
 * not (each ends a line).
 * Where `text` is part of a longer one, `cutBefore` or `cutAfter` tells that its edge is not an end.
 */
export function visibleRuns(text: string, cutBefore = false, cutAfter = false): Run[] {
  if (!UNUSUAL.test(text)) return plainRun(text)
  const bodyStart = cutBefore ? 0 : text.length - text.trimStart().length
  const bodyEnd = cutAfter ? text.length : text.trimEnd().length
  const marks: Mark[] = []
  for (const { groups, index } of text.matchAll(NOTABLE)) {
    const character = groups?.marked ?? (isLookAlike(text, index) ? groups?.joined : undefined)
    if (character === undefined) continue
    if (character === ' ' && index >= bodyStart && index < bodyEnd) continue
    const end = index + character.length
    const before = marks.at(-1)
    if (before?.end === index && before.character === character && character !== '\n') before.end = end
    else marks.push({ character, start: index, end })
  }
  let done = 0
  const runs: Run[] = []
  let at = 0
  while (at < marks.length) {
    const first = marks[at] as Mark
    const together = escapesFrom(marks, at)
    runs.push(...plainRun(text.slice(done, first.start)), together.length > 1 ? escapedRun(together) : markedRun(first))
    at += together.length
    done = marks[at - 1]?.end ?? text.length
  }
  return [...runs, ...plainRun(text.slice(done))]
}

/**
 * Whether the sign at `index` and the letter before it have a character of their own: two names that differ by that alone are drawn
 * alike. Scripts that write their signs apart have none.
 */
function isLookAlike(text: string, index: number): boolean {
  const sign = String.fromCodePoint(text.codePointAt(index) ?? 0)
  const letter = [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? ''
  return `${letter}${sign}`.normalize('NFC').length < letter.length + sign.length
}

/** The mark, and those right behind it where all of them are escapes: each run is an element, which takes its time to draw. */
function escapesFrom(marks: readonly Mark[], at: number): Mark[] {
  const together = marks.slice(at, at + 1)
  for (let next = at + 1; next < marks.length; next += 1) {
    const [before, mark] = [marks[next - 1], marks[next]]
    if (mark === undefined || before?.end !== mark.start) break
    if (markOf(before.character) !== 'escape' || markOf(mark.character) !== 'escape') break
    together.push(mark)
  }
  return together
}

function escapedRun(marks: readonly Mark[]): Run {
  const runs = marks.map(markedRun)
  const names = [...new Set(runs.map(({ name }) => name))]
  return {
    mark: 'escape',
    text: runs.map(({ text }) => text).join(''),
    shown: runs.map(({ shown }) => shown).join(''),
    name: names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} and others` : names.join(', '),
  }
}

/** Of one run. */
const MOST_NAMES = 4

const plainRun = (text: string): Run[] => (text === '' ? [] : [{ mark: null, text }])

function markedRun({ character, start, end }: Mark): MarkedRun {
  const count = (end - start) / character.length
  const shown = shownAs(character).repeat(count)
  return { mark: markOf(character), text: character.repeat(count), shown, name: nameOf(character) }
}

function markOf(character: string): 'space' | 'newline' | 'escape' {
  if (character === ' ') return 'space'
  return character === '\n' ? 'newline' : 'escape'
}

function shownAs(character: string): string {
  if (character === ' ') return '·'
  if (character === '\n') return '↵'
  const hex = (character.codePointAt(0) ?? 0).toString(16)
  return SHORT_ESCAPES.get(character) ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`)
}

/** As "U+200B zero width space", or the code point alone. */
function nameOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0
  const code = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
  const name = character.isWellFormed() ? NAMES.get(codePoint) : 'half of a surrogate pair'
  return name === undefined ? code : `${code} ${name}`
}
