// Where a connection's API key is, in words, and whether it travels unencrypted.
import type { Connection, TokenPlace } from '../../../shared/connection.ts'

/** `keychainName` as the shell gives it, as "macOS Keychain"; null where no keychain answers. */
export function tokenPlaceWords(token: TokenPlace, keychainName: string | null): string {
  switch (token.place) {
    case 'keychain':
      return `API key in ${keychainName ?? 'the system’s keychain'}.`
    case 'memory':
      return `API key kept for this run only: ${token.why}`
    case 'nowhere':
      return token.why === undefined ? 'No API key.' : `No API key: ${token.why}`
    default:
      return token satisfies never
  }
}

/** Plain http to another computer, to which the user agreed once and which stays said. */
export function isUnencrypted({ baseUrl, plainHttpConsent }: Connection): boolean {
  return plainHttpConsent && baseUrl.toLowerCase().startsWith('http:')
}
