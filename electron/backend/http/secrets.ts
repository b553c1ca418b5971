// The secrets that this run has met, taken out of whatever is written down or handed on: the log, diagnostics.
import { redactCutText, redactToken } from './redact-token.ts'

export interface Secrets {
  /** An API key, a key of a store, what opens a window. Nothing is remembered of null, undefined or an empty text. */
  add(secret: string | null | undefined): void
  /** Each of them, encoded or not (docs/decisions/api-key-redaction.md), and all that stands where one always does. */
  redact(text: string): string
}

/** As short as no secret is: it would be found in ordinary words. */
const SHORTEST_SECRET = 6
/** The latest: a window may be given many launch links. */
const MOST_SECRETS = 300
/** A longer text is cut; half a secret at its end goes too. */
const MOST_CHARACTERS = 65_536

/** @param onNew told of one that was not known before */
export function createSecrets(onNew: (secret: string) => void = () => {}): Secrets {
  const known = new Set<string>()
  return {
    add(secret) {
      if (!secret || secret.length < SHORTEST_SECRET) return
      const isNew = !known.delete(secret)
      known.add(secret)
      if (isNew) onNew(secret)
      for (const oldest of known) {
        if (known.size <= MOST_SECRETS) break
        known.delete(oldest)
      }
    },
    redact(text) {
      const isCut = text.length > MOST_CHARACTERS
      const kept = isCut ? text.slice(0, MOST_CHARACTERS) : text
      let clean = kept
      for (const secret of known) clean = isCut ? redactCutText(clean, secret) : redactToken(clean, secret)
      for (const [pattern, instead] of PLACES) clean = clean.replace(pattern, instead)
      return isCut ? `${clean}…` : clean
    },
  }
}

/** Where a secret stands that this run may not know. */
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
