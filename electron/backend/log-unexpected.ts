// What the page may not hear, the terminal does: errors that are no failure of the contract.
import { mapEventIterator } from '@orpc/client'
import { ORPCError } from '@orpc/server'
import type { Failure } from '../../shared/failure.ts'

/** How the page hears of an error that is none of the failures. */
export const UNEXPECTED: Failure = {
  kind: 'bridge',
  reason: 'other',
  detail: 'Where Eventscope was started, more is said.',
}

type Log = (line: string) => void

/** Runs a call of the bridge; logs what it throws, or its stream while it is read, unless that is a typed error. */
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
