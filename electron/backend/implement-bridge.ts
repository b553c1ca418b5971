// What every call of the bridge is built on: the contract, and a log of what is no failure.
import { implement } from '@orpc/server'
import { contract } from '../../shared/contract.ts'
import { logUnexpected } from './log-unexpected.ts'

export const implementBridge = (log: (line: string) => void) =>
  implement(contract).use(({ next, path }) => logUnexpected(next, path.join('.'), log))

export type BridgeCalls = ReturnType<typeof implementBridge>
