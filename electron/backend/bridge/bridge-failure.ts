// The one place where a failure becomes the bridge's typed error.
import { ORPCError } from '@orpc/server'
import type { Failure, Result } from '../../../shared/failure/failure.ts'

/** The value, or throws what the bridge carries to the page. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new ORPCError<'FAILURE', Failure>('FAILURE', { data: result.failure })
}
