// The bridge's calls that ask a service for events: a search, one event, when the events of a search began and ended,
// and how they lie between.
import type { Filters } from '../../../shared/event/event.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Access } from '../connections/connection-access.ts'
import { type AskBetween, distribution, findEdge } from '../history/event-times.ts'
import { backgroundLimits, interactiveLimits } from '../http/attempt.ts'
import type { AnswerText } from '../http/event-service.ts'
import { describeError } from '../http/secrets.ts'
import type { ReportProgress } from '../http/service-call.ts'
import { rangeFilters } from '../snapshots/reading/session/requests.ts'
import { type BridgeCalls, progressStream, type RouterParts, unwrap } from './implement-bridge.ts'

/** The connection that is asked, and the account of it that the page shows. */
export interface AskedService {
  connectionId: string
  account: number
}

/** @param parts its `accessOf` fails with `connection-changed` where the page shows another account */
export function eventCalls(
  { events: os }: BridgeCalls,
  parts: RouterParts & { accessOf: (asked: AskedService) => Promise<Result<Access>> },
) {
  const { service, live, accessOf, untilClosed, log } = parts
  const onUnread = (error: unknown) => log(`Unexpected error after a call was given up: ${describeError(error)}`)
  /** This is what a call to a service tells while it is under way; the connection is looked up first. */
  const calling = (
    asked: AskedService,
    call: (access: Access, report: ReportProgress) => Promise<Result<AnswerText>>,
  ) =>
    live.first(
      progressStream(async (report) => {
        const access = await accessOf(asked)
        return access.ok ? call(access.value, report) : access
      }, onUnread),
    )
  /** Searches by the filters between any two instants, in place of their own range. */
  const asking = (access: Access, filters: Filters, signal: AbortSignal): AskBetween => {
    const { createdAtFrom: _, createdAtTo: __, ...search } = filters
    return async (from, to, limit) => {
      const request = { filters: { ...search, ...rangeFilters({ from, to }) }, limit, offset: 0 }
      const answered = await service.search(access, request, { signal, report: () => undefined })
      return answered.ok ? succeeded(answered.value.page) : answered
    }
  }

  return {
    search: os.search.handler(({ input, signal }) => {
      const limits = input.once ? backgroundLimits : interactiveLimits
      return calling(input, (access, report) =>
        service.searchText(access, input.request, { signal: untilClosed(signal), report, limits }),
      )
    }),
    get: os.get.handler(({ input, signal }) =>
      calling(input, (access, report) =>
        service.getText(access, input.eventId, { signal: untilClosed(signal), report }),
      ),
    ),
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
