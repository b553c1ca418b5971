// A notice for a failed outcome that has no place of its own on the page; success is silent.
import type { Result } from '../../shared/failure/failure.ts'
import { FailureError } from '../bridge.ts'
import { notifyFailure } from './notify-failure.ts'

export async function notifyOutcome(outcome: Promise<Result<unknown>>): Promise<void> {
  const done = await outcome
  if (!done.ok) notifyFailure(new FailureError(done.failure))
}
