// Checks what was typed into the connection form, field by field. The messages are shown at the fields.
import { type Connection, type ConnectionDraft, RESERVED_NAME } from '../../../shared/connection/connection.ts'
import {
  otherServerWords,
  readBaseUrl,
  readBillingZone,
  readToken,
  sameOrigin,
} from '../../../shared/connection/connection-input.ts'
import { type Failure, failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { nameTooLong } from '../../../shared/failure/failure-words.ts'

const LONGEST_NAME = 80

/** The trimmed name. It must not be reserved or among `taken`, which are folded names. */
export function checkName(typed: string, taken: ReadonlySet<string>): Result<string> {
  const name = typed.trim()
  if (name === '') return invalid('name', 'Give the connection a name.')
  if (/\p{C}|[\u2028\u2029]/u.test(name))
    return invalid('name', 'A name cannot hold line breaks or invisible characters.')
  if (name.length > LONGEST_NAME) return invalid('name', nameTooLong(LONGEST_NAME))
  if (foldedName(name) === foldedName(RESERVED_NAME)) {
    return invalid('name', `"${RESERVED_NAME}" is reserved for the connection from the environment variables.`)
  }
  if (taken.has(foldedName(name))) return invalid('name', `A connection "${name}" already exists.`)
  return succeeded(name)
}

type Address = Pick<Connection, 'baseUrl' | 'environment' | 'plainHttpConsent'>

/** The normalised address. Consent is dropped where it is not needed. */
export function checkAddress(
  draft: Pick<ConnectionDraft, 'baseUrl' | 'environment' | 'plainHttpConsent'>,
): Result<Address> {
  const read = readBaseUrl(draft.baseUrl)
  if (!read.ok) return invalid('baseUrl', read.message)
  if (read.plainHttp && !draft.plainHttpConsent) {
    return invalid(
      'plainHttpConsent',
      'Over plain http, anyone on the way can read the API key. Use https, or tick the box to accept that.',
    )
  }
  return succeeded({ baseUrl: read.baseUrl, environment: draft.environment, plainHttpConsent: read.plainHttp })
}

/** The zone's name in the time zone database; null for none. */
export function checkBillingZone(typed: string | null): Result<string | null> {
  const read = readBillingZone(typed ?? '')
  return read.ok ? succeeded(read.zone) : invalid('billingZone', read.message)
}

/** The token as it is sent, without what is only typed around it. */
export function checkToken(typed: string): Result<string> {
  const read = readToken(typed)
  return read.ok ? succeeded(read.token) : invalid('token', read.message)
}

/** A connection before it is changed; `token` is where its token was last stored. */
interface Before {
  baseUrl: string
  token: 'keychain' | 'memory' | 'nowhere'
}

/**
 * The token for `baseUrl`; null if none was typed and the stored one of `before` is kept. A stored token is kept only
 * for the server that it was typed for: moving a connection never sends it elsewhere, whoever asks.
 */
export function checkTokenFor(
  baseUrl: string,
  typed: string | undefined,
  before: Before | null,
): Result<string | null> {
  if (typed !== undefined || before === null) return checkToken(typed ?? '')
  const stays = before.token === 'nowhere' || sameOrigin(before.baseUrl, baseUrl)
  return stays ? succeeded(null) : invalid('token', otherServerWords(before.baseUrl))
}

/** Equal for names that differ only in case or compatibility forms. Upper case first, so that ß and SS are equal. */
export const foldedName = (name: string) =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ')

function invalid(field: Extract<Failure, { kind: 'invalid' }>['field'], message: string): ReturnType<typeof failed> {
  return failed({ kind: 'invalid', field, message })
}
