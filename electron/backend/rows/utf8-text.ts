// The text of an answer.
import type { Unusable } from '../../../shared/search/search-page.ts'

/** Strict, so that no byte turns into U+FFFD in silence; a byte order mark goes. */
export function utf8Text(bytes: Uint8Array): { ok: true; text: string } | Unusable {
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { ok: false, why: 'unfit', problems: ['The answer is not UTF-8, as JSON must be.'] }
  }
}
