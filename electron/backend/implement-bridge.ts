// What every call of the bridge is built on: the contract, and a log of what is no failure.
import { implement } from '@orpc/server'
import { contract } from '../../shared/contract/contract.ts'
import type { OfferDownload } from './export/delivery.ts'
import { logUnexpected } from './log-unexpected.ts'

/** What a shell says of whoever makes a call. */
export interface BridgeContext {
  /** Gives the caller's session a file to fetch; absent where the shell writes files itself. */
  offerDownload?: OfferDownload
}

export const implementBridge = (log: (line: string) => void) =>
  implement(contract)
    .$context<BridgeContext>()
    .use(({ next, path }) => logUnexpected(next, path.join('.'), log))

export type BridgeCalls = ReturnType<typeof implementBridge>
