// "Test connection": one search of limit 1, and in words whatever is odd about its answer.
import type { ProbeReport } from '../../../shared/connection/connection.ts'
import type { SearchAnswer } from '../../../shared/event/event.ts'
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Access } from '../connections/connection-access.ts'
import { probeLimits } from './attempt.ts'
import type { EventService } from './event-service.ts'

/** A clock that differs by more makes presets such as "last hour" surprising. */
const CLOCK_TOLERANCE_MS = 60_000

/** Fails as the search does. Observations are sentences for the user, each once. @param now ms since the epoch */
export async function probe(
  service: Pick<EventService, 'search'>,
  access: Access,
  now: () => number,
  signal: AbortSignal,
): Promise<Result<ProbeReport>> {
  const request = { filters: { propertyFilters: [] }, limit: 1, offset: 0 }
  const answered = await service.search(access, request, { signal, report: () => undefined, limits: probeLimits })
  if (!answered.ok) return answered
  const { page, info } = answered.value
  return succeeded({
    durationMs: info.durationMs,
    serviceDate: info.serviceDate,
    sawEvents: page.events.length > 0,
    observations: [...observations(answered.value), ...clockObservations(info.serviceDate, now())],
  })
}

function observations({ page }: SearchAnswer): string[] {
  const seen: string[] = []
  const { events, sent, total, limit, offset } = page
  if (sent > 1) seen.push(`1 event was requested, but ${sent} came: the service ignores the limit.`)
  if (limit !== null && limit !== 1) seen.push(`A limit of 1 was requested, but the service says it applied ${limit}.`)
  if (offset !== null && offset !== 0) seen.push(`No offset was requested, but the service says it applied ${offset}.`)
  if (total !== null && total < sent) seen.push(`The total of ${total} is less than the ${sent} events that came.`)
  if (sent === 1 && total === 1) {
    seen.push('The total is 1: there is only one event, or the service counts the page and not all matches.')
  }
  for (const { field, message } of page.problems) seen.push(`${field}: ${message}`)
  for (const { field, message } of events.flatMap((event) => event.problems)) seen.push(`${field}: ${message}`)
  return [...new Set(seen)].slice(0, 20)
}

function clockObservations(serviceDate: string | null, nowMs: number): string[] {
  if (serviceDate === null) return ['The service sends no Date header, so "now" is taken from this computer.']
  const aheadMs = Date.parse(serviceDate) - nowMs
  if (Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS) return []
  const by = `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
  return [`The service's clock is ${by} this computer's.`]
}
