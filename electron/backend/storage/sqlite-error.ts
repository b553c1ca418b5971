// What node:sqlite throws when the disk or another process is in the way.

/** SQLite's primary result codes (sqlite.org/rescode.html). */
export const BUSY = 5
export const CORRUPT = 11
export const NOT_A_DATABASE = 26

export type SqliteError = Error & { errcode: number }

export const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'

/** The low byte of `errcode`; the rest only says more about it. */
export const primaryCode = ({ errcode }: SqliteError): number => errcode & 0xff
