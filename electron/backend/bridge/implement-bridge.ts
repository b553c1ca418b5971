// The base of every bridge call: the contract, and a log of unexpected errors.
import { implement, ORPCError } from '@orpc/server'
import { contract } from '../../../shared/contract/contract.ts'
import type { Failure, Result } from '../../../shared/failure/failure.ts'
import type { OfferDownload } from '../export/delivery.ts'
import { logUnexpected } from '../http/log-unexpected.ts'

/** What a shell knows about the caller. */
export interface BridgeContext {
  /** Offers the caller's session a file to fetch; absent if the shell writes files itself. */
  offerDownload?: OfferDownload
}

/** @param log told what a call or its stream throws, except failures that `unwrap` threw */
export const implementBridge = (log: (line: string) => void) =>
  implement(contract)
    .$context<BridgeContext>()
    .use(({ next, path }) => logUnexpected(next, path.join('.'), log))

export type BridgeCalls = ReturnType<typeof implementBridge>

/** Returns the value, or throws the failure as the bridge's typed error: the only place that does so. */
export function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new ORPCError<'FAILURE', Failure>('FAILURE', { data: result.failure })
}
