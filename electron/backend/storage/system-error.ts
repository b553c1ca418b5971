// What the operating system refuses, told apart from mistakes of ours.

/** With a `code` such as ENOENT; its message is the system's own words. */
export type SystemError = Error & { code: string }

export const isSystemError = (error: unknown): error is SystemError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** There is no such file or folder. */
export const isMissing = (error: unknown): boolean => isSystemError(error) && error.code === 'ENOENT'
