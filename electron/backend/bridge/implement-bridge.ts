// The base of every bridge call: the contract, and a log of unexpected errors.
import { implement } from '@orpc/server'
import { contract } from '../../../shared/contract/contract.ts'
import type { OfferDownload } from '../export/delivery.ts'
import { logUnexpected } from '../http/log-unexpected.ts'

/** What a shell tells about the caller. */
export interface BridgeContext {
  /** Offers the caller's session a file to fetch; absent if the shell writes files itself. */
  offerDownload?: OfferDownload
}

export const implementBridge = (log: (line: string) => void) =>
  implement(contract)
    .$context<BridgeContext>()
    .use(({ next, path }) => logUnexpected(next, path.join('.'), log))

export type BridgeCalls = ReturnType<typeof implementBridge>
