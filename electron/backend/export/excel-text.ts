// Texts as the XML of a sheet holds them, so that Excel reads what was sent. An underscore that would be taken for the
// beginning of an escape is escaped itself: a literal `_x0041_` would be read as "A".
import { wellFormed } from '../../../shared/exact/exact-json.ts'
import type { Tally } from './file-format.ts'

/** The most UTF-16 units of a cell; Excel calls a file with more broken. */
const MOST_TEXT = 32_767

const PLAIN = /^(?:[\x21-\x25\x27-\x3b\x3d\x3f-\x5e`-\x7e]|_(?!x))*$/

/** The element that holds a text. Counts what it had to change. */
export function textElement(text: string, tally: Tally): string {
  // The length first: on a text of millions the pattern would exhaust its stack.
  return text.length <= MOST_TEXT && PLAIN.test(text)
    ? `<t>${text}</t>`
    : `<t xml:space="preserve">${escaped(cellText(text, tally))}</t>`
}

/** The text without half pairs, and cut where no cell takes it; what lies beyond the cut is not worked on. */
export function cellText(sent: string, tally: Tally): string {
  const whole = sent.length <= MOST_TEXT ? wellFormed(sent) : null
  if (whole !== null && whole.length <= MOST_TEXT) {
    if (whole !== sent) tally.halfPairs += 1
    return whole
  }
  tally.cut += 1
  const mark = ` … (cut: ${sent.length} characters)`
  const part = beginning(sent, MOST_TEXT - mark.length)
  const written = wellFormed(part)
  if (written !== part) tally.halfPairs += 1
  return beginning(written, MOST_TEXT - mark.length) + mark
}

/** Not ended in the middle of a pair. */
const beginning = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** Also CR, which XML readers turn into LF, and what XML cannot hold. */
function escaped(text: string): string {
  return (
    text
      // Whatever follows four digits: it may become an escape itself and lend its underscore. LibreOffice reads fewer digits, too.
      .replaceAll(/_(?=x(?:[0-9A-Fa-f]{4}|[0-9A-Fa-f]{1,3}_))/g, '_x005F_')
      .replaceAll(/[^\P{Cc}\t\n\x7f-\x9f]|[\ufffe\uffff]/gu, escapeOf)
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  )
}

const escapeOf = (unit: string) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
