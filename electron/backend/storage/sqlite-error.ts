// What node:sqlite throws when the disk or another process is in the way.
import { failed, type Result, succeeded } from '../../../shared/failure/failure.ts'
import { UntrustedFileError } from './private-file.ts'

/** SQLite's primary result codes (sqlite.org/rescode.html). */
export const BUSY = 5
export const CORRUPT = 11
export const NOT_A_DATABASE = 26

export type SqliteError = Error & { errcode: number }

/** False for Node's own errors, such as for a database that is closed: those are bugs. */
export const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'

/** The low byte of `errcode`; the rest is detail. */
export const primaryCode = ({ errcode }: SqliteError): number => errcode & 0xff

/** What a disk did, for people; a sentence without its full stop. */
export function diskCause(error: SqliteError): string {
  const causes: Record<number, string> = {
    8: 'The user-data folder cannot be written',
    10: `The disk reported an error (${error.message})`,
    13: 'The disk is full',
    14: 'The user-data folder cannot be written',
  }
  return causes[primaryCode(error)] ?? `The file could not be used (${error.message})`
}

/** Runs database work; turns disk errors into a `disk` failure. Anything else is a bug and is thrown. */
export function onDisk<T>(work: () => T): Result<T> {
  try {
    return succeeded(work())
  } catch (error) {
    if (error instanceof UntrustedFileError) return failed({ kind: 'disk', detail: error.message })
    if (!isSqliteError(error)) throw error
    return failed({ kind: 'disk', detail: `${diskCause(error)}.` })
  }
}
