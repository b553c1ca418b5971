// Where a connection's API key is, in words, and whether it travels unencrypted.
import type { Connection, TokenPlace } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'

/** Why no keychain answers is explained in Settings; here it is named. */
export function tokenPlaceWords(token: TokenPlace, keychain: ShellInfo['keychain']): string {
  const because = (why: string) => (!keychain.available && why === keychain.why ? 'no keychain answers.' : why)
  switch (token.place) {
    case 'keychain':
      return `API key in ${keychain.available ? keychain.name : 'the system’s keychain'}.`
    case 'memory':
      return `API key kept for this run only: ${because(token.why)}`
    case 'nowhere':
      return token.why === undefined ? 'No API key.' : `No API key: ${because(token.why)}`
    default:
      return token satisfies never
  }
}

/** Plain http to another computer: the user agreed once, and it stays visible. */
export function isUnencrypted({ baseUrl, plainHttpConsent }: Connection): boolean {
  return plainHttpConsent && baseUrl.toLowerCase().startsWith('http:')
}
