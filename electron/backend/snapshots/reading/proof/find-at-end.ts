// What only a complete reading shows about its service: what totals count, the order, how filters combine.
import { grouped } from '../../../../../shared/exact/grouped-digits.ts'
import type { Finding } from '../../reading-state.ts'
import type { RowOrder } from '../course/observations.ts'
import type { Reading } from '../course/reading.ts'

/** Adds the findings that follow from all answers together. */
export function findAtEnd(reading: Reading): void {
  for (const found of [aboutTotals(reading), aboutOrder(reading), aboutFilters(reading)]) {
    // A finding from a single answer already cites more telling requests.
    const isKnown = reading.state.findings.some(({ about, finding }) => same(found, { about, finding }))
    if (found !== null && !isKnown) reading.find(found, whole(reading))
  }
}

type Found = Pick<Finding, 'about' | 'finding' | 'words'> | null

const same = (a: Found, b: Pick<Finding, 'about' | 'finding'>) => a?.about === b.about && a.finding === b.finding

/** The whole search as evidence: its request, and all answers in one sentence. */
function whole({ requests, state, slices }: Reading) {
  let returned = 0
  for (const slice of slices.values()) returned += slice.returned - slice.shared
  const total = (state.totalAtEnd ?? state.totalAtStart)?.total ?? null
  const saw = `in ${grouped(state.requests)} requests ${grouped(returned)} events, total ${total === null ? 'missing' : grouped(total)}`
  return { request: requests.requestFor(state.sent, 0), saw }
}

function aboutTotals({ state, slices, requests }: Reading): Found {
  const found = (finding: string, words: string): Found => ({ about: 'totals', finding, words })
  switch (state.behaviour.totals) {
    case 'matches':
      return found('matches', 'The total counts all matches.')
    case 'page':
      return found('page', 'The total counts the events of one answer only.')
    case 'none':
      return found('none', 'No total comes with an answer.')
    case 'other':
      return found('other', 'The total is not the number of matches.')
    case 'wrong':
      return found(
        'wrong',
        "The total is not the number of matches: the counts of a range's parts add up to more than the whole.",
      )
    case null: {
      // Read by offset: the total exceeded one answer, and that many rows came.
      const [only] = slices.values()
      const isProved = only?.state === 'read' && only.returned > requests.pageSize()
      return isProved ? found('matches', 'The total counts all matches: exactly that many came.') : null
    }
    default:
      return state.behaviour.totals satisfies never
  }
}

const ORDERS: Record<Exclude<RowOrder, 'either'>, string> = {
  newest: 'Events come newest first, and pages follow on from each other.',
  oldest: 'Events come oldest first, and pages follow on from each other.',
  other: 'Events do not come in the order of their times, but pages follow on from each other.',
}

function aboutOrder({ state, orders }: Reading): Found {
  const found = (finding: string, words: string): Found => ({ about: 'order', finding, words })
  if (!state.behaviour.orderHolds)
    return found('unstable', 'Pages of one search overlap or leave gaps: the order changes from request to request.')
  const [order, another] = [...orders].filter((one) => one !== 'either')
  if (order === undefined) return null
  const seen = another === undefined ? order : 'other'
  return found(seen, ORDERS[seen])
}

/** Only two filters or more combine; a range is one. */
function aboutFilters({ journal, slices }: Reading): Found {
  const { search, range } = journal.header
  const { propertyFilters, ...fields } = search
  const named = Object.values(fields).filter((value) => value !== undefined).length + propertyFilters.length
  const count = named + Number(range.from !== null || range.until !== null)
  let kept = 0
  let missing = 0
  for (const slice of slices.values()) {
    kept += slice.kept
    missing += slice.missing
  }
  if (missing > 0) {
    const words = `${grouped(missing)} of ${grouped(kept)} events do not match a filter: the service may combine filters with OR, or ignore one.`
    return { about: 'filters', finding: 'or', words }
  }
  if (count < 2 || kept === 0) return null
  return {
    about: 'filters',
    finding: 'and',
    words: `Filters combine with AND: all ${grouped(kept)} events match every one.`,
  }
}
