// Who may use a browser shell: launch tokens that are good once, and the sessions that they were traded for.
import { createHash, randomBytes } from 'node:crypto'

export interface Sessions {
  /** A new launch token of 192 bits. */
  launchToken(): string
  /** Trades a launch token for the session's secret; null when it is unknown or used. */
  exchange(launchToken: string): string | null
  isOpen(secret: string): boolean
}

export function createSessions(): Sessions {
  // Digests, so that looking one up tells nothing about the others through its timing.
  const launches = new Set<string>()
  const open = new Set<string>()
  return {
    launchToken: () => remember(launches),
    exchange: (token) => (launches.delete(digest(token)) ? remember(open) : null),
    isOpen: (secret) => open.has(digest(secret)),
  }
}

function remember(set: Set<string>): string {
  const secret = randomBytes(24).toString('base64url')
  set.add(digest(secret))
  return secret
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('base64')
