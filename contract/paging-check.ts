// Limits and offsets (docs/interface.md 4.2 and 8), independent of the order of events.
import type { Context } from './context.ts'
import { countOf, countsOf, describeAnswer } from './context.ts'
import type { Page } from './searcher.ts'

export async function checkPaging(context: Context): Promise<void> {
  await checkLimits(context)
  await checkOverLimit(context)
  await checkOffsets(context)
}

async function checkLimits({ searcher, report }: Context): Promise<void> {
  await searcher.page({})
  const pages: { limit: number; page: Page }[] = []
  for (const limit of [1, 2, 7, 50, 100]) {
    const page = await searcher.page({ limit })
    if (page !== null) pages.push({ limit, page })
  }
  // A service may have a cap of its own below 100: then it applies to every limit above it.
  const cap = Math.min(100, ...pages.filter(({ limit, page }) => page.limit < limit).map(({ page }) => page.limit))
  for (const { limit, page } of pages) {
    const expected = Math.min(limit, cap)
    report.expect('limit-applied', page.limit === expected, () => `limit ${limit} is echoed as ${page.limit}`)
  }
  for (const [index, { limit, page }] of pages.entries()) {
    const larger = pages[index + 1]
    if (larger === undefined) break
    const fewer = larger.page.count < page.count
    report.expect(
      'limit-applied',
      !fewer,
      () => `limit ${limit} returns ${page.count}, limit ${larger.limit} only ${larger.page.count}`,
    )
  }
  report.gap(
    '8',
    'A cap on the limit of its own',
    cap < 100 ? `${cap}, to which larger limits are lowered` : 'none below 100',
  )
}

async function checkOverLimit({ searcher, report }: Context): Promise<void> {
  const answers: string[] = []
  for (const limit of [101, 1000]) {
    const answer = await searcher.raw(`{"limit":${limit}}`)
    const { count, limit: applied } = countsOf(answer)
    const kept = answer.status !== 200 || ((count ?? 0) <= 100 && (applied ?? 0) <= 100)
    report.expect(
      'limit-cap',
      kept,
      () => `limit ${limit} is answered with ${countOf(count ?? 0)} and limit ${applied}`,
    )
    answers.push(answer.status === 200 ? `lowers it to ${applied}` : describeAnswer(answer))
  }
  report.gap('8', 'A limit above 100', [...new Set(answers)].join('; '))
}

async function checkOffsets({ searcher, report, sample }: Context): Promise<void> {
  const far = await searcher.raw('{"offset":1000000000,"limit":10}')
  if (far.status === 200) {
    const { count, offset } = countsOf(far)
    report.expect(
      'offset-applied',
      count === 0 && offset === 1_000_000_000,
      () => `after 1000000000 events come ${count} more, and offset is echoed as ${offset}`,
    )
  }
  report.gap('4.2', 'An offset far beyond the end', describeAnswer(far))

  const [event] = sample.events
  if (event === undefined) return
  const whole = await searcher.page({ event_id: event.eventId })
  const past = await searcher.page({ event_id: event.eventId, offset: whole?.count ?? 1 })
  if (past !== null) {
    report.expect(
      'offset-applied',
      past.count === 0,
      () => `an offset past the only ${countOf(whole?.count ?? 1)} still returns ${past.count}`,
    )
  }

  // Overlapping pages must agree if the order is stable, which asking for the first one twice shows.
  const first = await searcher.page({ limit: 20 })
  const shifted = await searcher.page({ limit: 20, offset: 5 })
  const again = await searcher.page({ limit: 20 })
  if (first === null || shifted === null || again === null || idsOf(first) !== idsOf(again)) return
  const overlap = first.events.slice(5).map(({ eventId }) => eventId)
  const agrees = overlap.every((eventId, index) => shifted.events[index]?.eventId === eventId)
  report.expect('offset-applied', agrees, () => 'offset 5 does not begin with the sixth event of offset 0')
}

function idsOf(page: Page): string {
  return page.events.map(({ eventId }) => eventId).join('\n')
}
