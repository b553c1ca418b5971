// Who may use a browser shell: launch tokens that open one session each, and the sessions that they opened.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ExchangeRefusal } from '../../shared/contract/session-exchange.ts'

/** This is what a session is recognised by: neither secret is enough without the other. */
export interface SessionSecrets {
  cookie: string
  page: string
}

/** A request holds these: servers of other ports can plant cookies of our name beside ours. */
export interface PresentedSecrets {
  cookies: string[]
  page: string
}

export interface Session {
  /** Aborted when somebody else came with the link that opened it. */
  ended: AbortSignal
  /** Whether its cookie is among these: all that a browser sends where it only follows an address. */
  isHeldBy(cookies: readonly string[]): boolean
}

export type Exchange =
  | { kind: 'opened'; secrets: SessionSecrets }
  /** The link was presented again by the session that it opened. */
  | { kind: 'own' }
  /** `endedNow`: the session that it had opened was still open. */
  | { kind: 'refused'; reason: ExchangeRefusal; endedNow: boolean }

interface OpenedSession {
  cookieDigest: Buffer
  pageDigest: Buffer
  end: AbortController
}

/** @param now milliseconds, for the expiry of launch tokens */
export function createSessions(now: () => number) {
  // Digests, so that looking one up tells nothing about the others through its timing.
  const launches = new Map<string, { expiresAtMs: number; opened: OpenedSession | null }>()
  const open = new Set<OpenedSession>()

  /** The open session of both secrets. All are compared, so that the time taken tells nothing of which one fits. */
  function holderOf({ cookies, page }: PresentedSecrets): OpenedSession | null {
    const pageDigest = digest(page)
    const held = [...open].filter((session) => {
      const cookieFits = isCookieOf(session, cookies)
      return timingSafeEqual(pageDigest, session.pageDigest) && cookieFits
    })
    return held[0] ?? null
  }

  function isCookieOf({ cookieDigest }: OpenedSession, cookies: readonly string[]): boolean {
    return cookies.map(digest).filter((cookie) => timingSafeEqual(cookie, cookieDigest)).length > 0
  }

  return {
    /** A new launch token of 192 bits, good once, and until `expiresAtMs` on the clock of `now`. */
    launchToken(expiresAtMs: number): string {
      const token = newSecret()
      launches.set(digest(token).toString('base64'), { expiresAtMs, opened: null })
      return token
    },
    exchange(token: string, presented: PresentedSecrets): Exchange {
      const launch = launches.get(digest(token).toString('base64'))
      if (launch === undefined) return { kind: 'refused', reason: 'unknown', endedNow: false }
      if (launch.opened === null) {
        if (now() >= launch.expiresAtMs) return { kind: 'refused', reason: 'expired', endedNow: false }
        const secrets = { cookie: newSecret(), page: newSecret() }
        launch.opened = {
          cookieDigest: digest(secrets.cookie),
          pageDigest: digest(secrets.page),
          end: new AbortController(),
        }
        open.add(launch.opened)
        return { kind: 'opened', secrets }
      }
      if (launch.opened === holderOf(presented)) return { kind: 'own' }
      const endedNow = open.delete(launch.opened)
      launch.opened.end.abort()
      return { kind: 'refused', reason: 'used', endedNow }
    },
    /** The open session that both secrets belong to. */
    sessionOf(presented: PresentedSecrets): Session | null {
      const held = holderOf(presented)
      return held && { ended: held.end.signal, isHeldBy: (cookies) => isCookieOf(held, cookies) }
    },
  }
}

const SECRET_BYTES = 24

const newSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
const digest = (secret: string) => createHash('sha256').update(secret).digest()
