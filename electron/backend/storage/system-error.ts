// Tells errors of the operating system from bugs.

/** Has a `code` such as ENOENT and the system's own message. */
export type SystemError = Error & { code: string }

/** Any error with a text as its `code`: UntrustedFileError too, and Node's ERR_…, those of SQLite among them. */
export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** There is no such file or folder. */
export const isMissing = (error: unknown): boolean => isSystemError(error) && error.code === 'ENOENT'
