// Checks the Authorization header.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Problem } from './error-response.ts'
import type { Gaps } from './service-options.ts'

/** Returns a check for Authorization headers: null if the token is valid, else the error (RFC 6750, section 3). */
export function bearerCheck(
  token: string,
  status: Gaps['unauthorized'],
): (header: string | undefined) => Problem | null {
  // Digests have equal lengths, so the comparison takes the same time whatever was sent.
  const expected = digest(token)

  return (header) => {
    if (header === undefined) return refusal('The Authorization header is missing: send "Bearer <ACCESS_TOKEN>".')
    const match = /^Bearer +(\S+)$/i.exec(header)
    if (match?.[1] === undefined) {
      return refusal('The Authorization header must have the form "Bearer <ACCESS_TOKEN>".', 'invalid_token')
    }
    if (timingSafeEqual(digest(match[1]), expected)) return null
    return refusal('The access token is not valid.', 'invalid_token')
  }

  function refusal(message: string, error?: string): Problem {
    const challenge = `Bearer realm="events"${error === undefined ? '' : `, error="${error}"`}`
    return { status, message, field: 'Authorization', headers: status === 401 ? { 'WWW-Authenticate': challenge } : {} }
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
