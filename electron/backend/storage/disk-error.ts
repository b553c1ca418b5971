// These tell what a disk, the operating system or SQLite refuses from bugs.
import type { Result } from '../../../shared/failure/failure.ts'
import { DISK_FULL } from '../../../shared/failure/failure-words.ts'

/** Has a `code` such as ENOENT and the system's own message. */
export type SystemError = Error & { code: string }

/** Any error with a text as its `code`: UntrustedFileError too, and Node's ERR_…, those of SQLite among them. */
export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** There is no such file or folder. */
export const isMissing = (error: unknown): boolean => isSystemError(error) && error.code === 'ENOENT'

/** Takes what is not there for null. @throws any other error */
export function toMissing(error: unknown): null {
  if (isMissing(error)) return null
  throw error
}

/** The file is not this user's own. Has a `code`, like a system error. */
export class UntrustedFileError extends Error {
  override name = 'UntrustedFileError'
  code = 'EUNTRUSTED'
}

/** SQLite's primary result codes (sqlite.org/rescode.html). */
export const BUSY = 5
const READ_ONLY = 8
const IO_ERROR = 10
export const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
export const NOT_A_DATABASE = 26

export type SqliteError = Error & { errcode: number }

/** False for Node's own errors, such as for a database that is closed: those are bugs. */
export const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'

/** The low byte of `errcode`; the rest is detail. */
export const primaryCode = ({ errcode }: SqliteError): number => errcode & 0xff

/** Tells people what a disk did, in a sentence without its full stop. */
export function diskCause(error: SqliteError): string {
  const causes: Record<number, string> = {
    [READ_ONLY]: 'The user-data folder cannot be written',
    [IO_ERROR]: `The disk reported an error (${error.message})`,
    [FULL]: DISK_FULL,
    [CANNOT_OPEN]: 'The user-data folder cannot be written',
  }
  return causes[primaryCode(error)] ?? `The file could not be used (${error.message})`
}

/** Runs database work; turns disk errors into a `disk` failure. Anything else is a bug and is thrown. */
export function onDisk<T>(work: () => T): Result<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    if (error instanceof UntrustedFileError) return diskFailure(error.message)
    if (!isSqliteError(error)) throw error
    return diskFailure(`${diskCause(error)}.`)
  }
}

const diskFailure = (detail: string): Result<never> => ({ ok: false, failure: { kind: 'disk', detail } })
