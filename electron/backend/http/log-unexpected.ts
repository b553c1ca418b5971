// Logs errors that are not failures of the contract: the page learns only that there was one.
import { mapEventIterator } from '@orpc/client'
import { ORPCError } from '@orpc/server'
import type { Failure } from '../../../shared/failure/failure.ts'

/** What the page learns of an unexpected error. */
export const UNEXPECTED: Failure = {
  kind: 'bridge',
  reason: 'other',
  detail: 'The terminal where Eventscope was started says more.',
}

type Log = (line: string) => void

/** Runs a bridge call; logs whatever it or its stream throws, except typed errors. */
export async function logUnexpected<R extends { output: unknown }>(
  call: () => R | PromiseLike<R>,
  name: string,
  log: Log,
): Promise<R> {
  const note = (error: unknown) => {
    if (!(error instanceof ORPCError)) log(`Unexpected error in ${name}: ${describeError(error)}`)
  }
  try {
    const result = await call()
    const { output } = result
    if (!isStream(output)) return result
    const noted = mapEventIterator(output, {
      value: async (value) => value,
      error: async (error) => {
        note(error)
        return error
      },
    })
    return { ...result, output: noted }
  } catch (error) {
    note(error)
    throw error
  }
}

/** Name, message and stack, with whatever follows "Bearer" taken out. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
  return text.replaceAll(/bearer\s+\S+/gi, 'Bearer …')
}

const isStream = (output: unknown): output is AsyncIterator<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output
