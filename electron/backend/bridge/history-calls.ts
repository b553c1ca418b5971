// The bridge's calls that ask a service when the events of a search began and ended, and how they lie between.
import type { Filters } from '../../../shared/event/event.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Access } from '../connections/connection-access.ts'
import type { AskBetween } from '../history/ask-between.ts'
import { distribution } from '../history/distribution.ts'
import { findEdge } from '../history/first-and-last.ts'
import type { EventService } from '../http/event-service.ts'
import { type BridgeCalls, unwrap } from './implement-bridge.ts'

export interface HistoryCallsParts {
  service: Pick<EventService, 'search'>
  /** Fails with `connection-changed` where the connection is of another account than the page shows. */
  accessOf: (asked: { connectionId: string; account: number }) => Promise<Result<Access>>
  untilClosed: (signal: AbortSignal | undefined) => AbortSignal
}

export function historyCalls({ events: os }: BridgeCalls, { service, accessOf, untilClosed }: HistoryCallsParts) {
  const asking = (access: Access, filters: Filters, signal: AbortSignal): AskBetween => {
    const { createdAtFrom: _, createdAtTo: __, ...search } = filters
    return async (from, to, limit) => {
      const range = { ...(from === null ? {} : { createdAtFrom: from }), ...(to === null ? {} : { createdAtTo: to }) }
      const request = { filters: { ...search, ...range }, limit, offset: 0 }
      const answered = await service.search(access, request, { signal, report: () => undefined })
      return answered.ok ? succeeded(answered.value.page) : answered
    }
  }

  return {
    edge: os.edge.handler(async ({ input, signal }) => {
      const { filters, side } = input
      const access = unwrap(await accessOf(input))
      const range = { from: filters.createdAtFrom ?? null, to: filters.createdAtTo ?? null }
      return unwrap(await findEdge(side, range, asking(access, filters, untilClosed(signal))))
    }),
    distribution: os.distribution.handler(async ({ input, signal }) => {
      const { filters, edges } = input
      const access = unwrap(await accessOf(input))
      return unwrap(await distribution(edges, asking(access, filters, untilClosed(signal))))
    }),
  }
}
