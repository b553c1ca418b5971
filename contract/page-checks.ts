// Pages of a search (docs/interface.md 4.2 and 8): limits and offsets, what total counts, and the order of events.
import { type Context, countsOf, describeAnswer } from './context.ts'
import { missedFilters, type Page, returnsOther, type Search, searchText } from './searcher.ts'
import { countOf, isLeapSecond } from './seen-event.ts'

// Limits and offsets (docs/interface.md 4.2 and 8), independent of the order of events.

/** Reports how limits and offsets are kept and echoed. */
export async function checkPaging(context: Context): Promise<void> {
  await checkLimits(context)
  await checkOverLimit(context)
  await checkOffsets(context)
}

/** A limit is echoed as asked, or as the service's own cap, and a larger one never returns fewer events. */
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

/** An offset beyond the end returns nothing, and one within begins with the event that stands there. */
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

// This says what total counts, which docs/interface.md 4.2 leaves open, and whether it is right.

const QUESTION = 'What total counts'

/** Reports what `total` counts, and whether it holds still. */
export async function checkTotal(context: Context): Promise<void> {
  const { searcher, report } = context
  const ask = (search: Search) => searcher.page(search)
  const [one, two, three] = [await ask({ limit: 1 }), await ask({ limit: 2 }), await ask({ limit: 2, offset: 1 })]
  const again = await ask({ limit: 1 })
  if (one === null || two === null || three === null || again === null) return
  const pages = [one, two, three]
  if (one.total !== again.total) {
    report.gap('4.2', QUESTION, 'it changes while the suite runs')
    return
  }
  const mayBeOfAll = pages.every(({ total }) => total === one.total)
  const mayBeOfPage = pages.every(({ total, count }) => total === count)
  report.expect(
    'total-counts',
    mayBeOfAll || mayBeOfPage,
    () => `limit 1 has total ${one.total}, limit 2 has ${two.total}, limit 2 with offset 1 has ${three.total}`,
  )
  if (mayBeOfAll && mayBeOfPage) report.gap('4.2', QUESTION, 'cannot be told from one event')
  else if (mayBeOfPage) report.gap('4.2', QUESTION, "the page's events")
  else if (!mayBeOfAll) report.gap('4.2', QUESTION, 'neither all matches nor the page')
  else {
    const counted = (await ignoresFilters(context, one.total)) ? 'all events, whatever the filters' : 'all matches'
    const cap = (await isCapped(context, one.total)) ? `, but at most ${one.total}` : ''
    report.gap('4.2', QUESTION, `${counted}${cap}`)
    await checkCount(context)
  }
}

/** Whether a search that finds nothing has the same total as one without filters. */
async function ignoresFilters({ searcher, sample }: Context, total: number): Promise<boolean> {
  const nothing = await searcher.page({ event_id: sample.nonce, limit: 1 })
  return nothing !== null && nothing.count === 0 && nothing.total > 0 && nothing.total === total
}

/** Whether more events come than the total counts. It is sent raw, because a service may refuse so large an offset. */
async function isCapped({ searcher, report }: Context, total: number): Promise<boolean> {
  const behind = countsOf(await searcher.raw(JSON.stringify({ limit: 1, offset: total })))
  if (behind.total !== total || behind.count === null) return false
  report.expect('total-counts', behind.count === 0, () => `total is ${total}, but more events come at offset ${total}`)
  return behind.count > 0
}

const MOST_PAGES = 12

/** Pages through a search to its end: in any order, the pages together must hold as many events as total says. */
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
        report.expect('filter-customer-id', wrong === undefined, () => returnsOther(searchText(next), wrong))
      }
      counted += page?.count ?? 0
    }
    const after = await searcher.page({ ...search, limit: 1 })
    if (page === null || after?.total !== first.total) continue
    report.expect(
      'total-counts',
      counted === first.total,
      () => `total is ${first.total}, but ${countOf(counted)} ${counted === 1 ? 'comes' : 'come'}`,
    )
    return
  }
}

// The order of events, which docs/interface.md 4.2 leaves open, and whether it is stable.

/** Reports the order of events, and whether three equal searches have it. */
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
