// Limits, offsets and totals, in whatever order the service returns events.
import type { Context } from './context.ts'
import { countOf, describe } from './context.ts'
import { integerOf, membersOf } from './exact-json.ts'
import { missedFilters, type Search, searchText } from './search.ts'
import type { Page } from './searcher.ts'
import type { Answer } from './service-client.ts'

export async function checkPaging(context: Context): Promise<void> {
  await checkLimits(context)
  await checkOverLimit(context)
  await checkOffsets(context)
  await checkTotal(context)
}

async function checkLimits({ searcher, report }: Context): Promise<void> {
  await searcher.page({})
  const pages: { limit: number; page: Page }[] = []
  for (const limit of [1, 2, 7, 50, 100]) {
    const page = await searcher.page({ limit })
    if (page !== null) pages.push({ limit, page })
  }
  // A service may have a cap below 100 of its own: then it applies one and the same to every limit above it.
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
    const { count, limit: applied } = numbersOf(answer)
    const kept = answer.status !== 200 || ((count ?? 0) <= 100 && (applied ?? 0) <= 100)
    report.expect(
      'limit-cap',
      kept,
      () => `limit ${limit} is answered with ${countOf(count ?? 0)} and limit ${applied}`,
    )
    answers.push(answer.status === 200 ? `lowers it to ${applied}` : describe(answer))
  }
  report.gap('8', 'A limit above 100', [...new Set(answers)].join('; '))
}

async function checkOffsets({ searcher, report, sample }: Context): Promise<void> {
  const far = await searcher.raw('{"offset":1000000000,"limit":10}')
  if (far.status === 200) {
    const { count, offset } = numbersOf(far)
    report.expect(
      'offset-applied',
      count === 0 && offset === 1_000_000_000,
      () => `after 1000000000 events come ${count} more, and offset is echoed as ${offset}`,
    )
  }
  report.gap('4.2', 'An offset far beyond the end', describe(far))

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

  // Overlapping pages agree where the order holds still; that is seen from asking for the first one again.
  const first = await searcher.page({ limit: 20 })
  const shifted = await searcher.page({ limit: 20, offset: 5 })
  const again = await searcher.page({ limit: 20 })
  if (first === null || shifted === null || again === null || idsOf(first) !== idsOf(again)) return
  const overlap = first.events.slice(5).map(({ eventId }) => eventId)
  const agrees = overlap.every((eventId, index) => shifted.events[index]?.eventId === eventId)
  report.expect('offset-applied', agrees, () => 'offset 5 does not begin with the sixth event of offset 0')
}

async function checkTotal(context: Context): Promise<void> {
  const { searcher, report } = context
  const ask = (search: Search) => searcher.page(search)
  const [one, two, three] = [await ask({ limit: 1 }), await ask({ limit: 2 }), await ask({ limit: 2, offset: 1 })]
  const again = await ask({ limit: 1 })
  if (one === null || two === null || three === null || again === null) return
  const pages = [one, two, three]
  if (one.total !== again.total) {
    report.gap('4.2', 'What total counts', 'it changes while the suite runs')
    return
  }
  const isAll = pages.every(({ total }) => total === one.total)
  const isPage = pages.every(({ total, count }) => total === count)
  report.expect(
    'total-counts',
    isAll || isPage,
    () => `limit 1 has total ${one.total}, limit 2 has ${two.total}, limit 2 with offset 1 has ${three.total}`,
  )
  if (isAll && isPage) report.gap('4.2', 'What total counts', 'cannot be told from one event')
  else if (isPage) report.gap('4.2', 'What total counts', "the page's events")
  else if (isAll) {
    report.gap('4.2', 'What total counts', 'all matches')
    await checkCount(context)
  } else report.gap('4.2', 'What total counts', 'neither all matches nor the page')
}

const MOST_PAGES = 12

// Counts a search to its end: pages may come in any order, but together they hold as many events as total says.
async function checkCount({ searcher, report, sample }: Context): Promise<void> {
  const customers = [...new Set(sample.events.map(({ customerId }) => customerId))].slice(0, 8)
  const searches: Search[] = [{}, ...customers.map((customer_id) => ({ customer_id }))]
  for (const search of searches) {
    const first = await searcher.page({ ...search, limit: 100 })
    if (first === null || first.total <= first.count || first.total > MOST_PAGES * first.limit) continue
    let counted = first.count
    let page: Page | null = first
    while (page !== null && page.count >= page.limit && counted <= first.total) {
      const next = { ...search, limit: 100, offset: counted }
      page = await searcher.page(next)
      const wrong = page?.events.find((event) => missedFilters(event, search).length > 0)
      if (search.customer_id !== undefined) {
        report.expect(
          'filter-customer-id',
          wrong === undefined,
          () => `${searchText(next)} returns ${wrong?.eventId}, which does not match`,
        )
      }
      counted += page?.count ?? 0
    }
    const after = await searcher.page({ ...search, limit: 1 })
    if (page === null || after?.total !== first.total) continue
    report.expect('total-counts', counted === first.total, () => `total is ${first.total}, but ${counted} events come`)
    return
  }
}

function numbersOf({ json }: Answer) {
  const members = membersOf(json)
  const events = members?.get('events')
  return {
    count: Array.isArray(events) ? events.length : null,
    limit: integerOf(members?.get('limit')),
    offset: integerOf(members?.get('offset')),
  }
}

function idsOf(page: Page): string {
  return page.events.map(({ eventId }) => eventId).join('\n')
}
