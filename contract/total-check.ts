// What total counts, which docs/interface.md 4.2 leaves open, and whether it is right.
import type { Context } from './context.ts'
import { countsOf } from './context.ts'
import { missedFilters, type Search, searchText } from './search.ts'
import type { Page } from './searcher.ts'

const QUESTION = 'What total counts'

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
  const isAll = pages.every(({ total }) => total === one.total)
  const isPage = pages.every(({ total, count }) => total === count)
  report.expect(
    'total-counts',
    isAll || isPage,
    () => `limit 1 has total ${one.total}, limit 2 has ${two.total}, limit 2 with offset 1 has ${three.total}`,
  )
  if (isAll && isPage) report.gap('4.2', QUESTION, 'cannot be told from one event')
  else if (isPage) report.gap('4.2', QUESTION, "the page's events")
  else if (!isAll) report.gap('4.2', QUESTION, 'neither all matches nor the page')
  else {
    const counted = (await ignoresFilters(context, one.total)) ? 'all events, whatever the filters' : 'all matches'
    const cap = (await isCapped(context, one.total)) ? `, but at most ${one.total}` : ''
    report.gap('4.2', QUESTION, `${counted}${cap}`)
    await checkCount(context)
  }
}

async function ignoresFilters({ searcher, sample }: Context, total: number): Promise<boolean> {
  const nothing = await searcher.page({ event_id: sample.nonce, limit: 1 })
  return nothing !== null && nothing.count === 0 && nothing.total > 0 && nothing.total === total
}

// Sent raw, because a service may refuse so large an offset.
async function isCapped({ searcher, report }: Context, total: number): Promise<boolean> {
  const behind = countsOf(await searcher.raw(JSON.stringify({ limit: 1, offset: total })))
  if (behind.total !== total || behind.count === null) return false
  report.expect('total-counts', behind.count === 0, () => `total is ${total}, but more events come at offset ${total}`)
  return behind.count > 0
}

const MOST_PAGES = 12

// Pages through a search to its end: in any order, the pages together must hold as many events as total says.
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
