// The order of events, which docs/interface.md 4.2 leaves open, and whether it is stable.
import type { Context } from './context.ts'
import type { Page } from './searcher.ts'
import { isLeapSecond } from './seen-event.ts'

export async function checkOrder({ searcher, report }: Context): Promise<void> {
  const pages: Page[] = []
  for (let time = 0; time < 3; time++) {
    const page = await searcher.page({ limit: 50 })
    if (page !== null) pages.push(page)
  }
  const [first, ...others] = pages
  if (first === undefined || others.length < 2) return
  const ids = first.events.map(({ eventId }) => eventId)
  const same = others.every(({ events }) => events.map(({ eventId }) => eventId).join() === ids.join())
  report.gap(
    '4.2',
    'The order of the returned events',
    `${orderOf(first)}${same ? '' : '; another one for each request'}`,
  )
}

function orderOf({ events }: Page): string {
  const instants = events.filter(({ createdAt }) => !isLeapSecond(createdAt)).map(({ instant }) => instant)
  const steps = instants.slice(1).map((instant, index) => instant - (instants[index] ?? instant))
  if (steps.every((step) => step === 0n)) return 'cannot be told from these events'
  if (steps.every((step) => step <= 0n)) return 'newest first'
  if (steps.every((step) => step >= 0n)) return 'oldest first'
  return 'none by created_at'
}
