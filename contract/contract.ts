// The contract suite: asks a service that it has never seen, and tells which rules it keeps and how it fills the gaps.
import { checkAuthorization } from './authorization-check.ts'
import { checkBadInput } from './bad-input-check.ts'
import { checkCombination } from './combination-check.ts'
import { checkData } from './data-check.ts'
import { checkFetch } from './fetch-check.ts'
import { checkFilters } from './filter-check.ts'
import { checkOrder } from './order-check.ts'
import { checkPaging } from './paging-check.ts'
import { checkProperties } from './property-check.ts'
import { checkRange } from './range-check.ts'
import { createReport, type Gap, type RuleResult } from './report.ts'
import { takeSample } from './sample.ts'
import { createSearcher, type Searcher } from './searcher.ts'
import { CannotAsk, type ClientOptions, createServiceClient } from './service-client.ts'
import { checkStillness } from './stillness-check.ts'
import { checkTotal } from './total-check.ts'

export type ContractResult = {
  rules: RuleResult[]
  gaps: Gap[]
  requests: number
  /** Why the suite ended early; null when it asked everything. */
  stopped: string | null
}

/**
 * Runs the suite. `nonce` is a text that no event holds anywhere. The service is only read from, with at most
 * `budget` requests one after the other; where it holds no events, the rules that need one stay unchecked.
 */
export async function runContract(options: ClientOptions & { nonce: string }): Promise<ContractResult> {
  const client = createServiceClient(options)
  const report = createReport()
  const searcher = createSearcher(client, report)
  let stopped: string | null = null
  try {
    await checkToken(searcher)
    const sample = await takeSample(searcher, options.nonce)
    const context = { client, searcher, report, sample }
    await checkAuthorization(context)
    await checkFetch(context)
    await checkPaging(context)
    await checkTotal(context)
    await checkOrder(context)
    const areAll = await checkCombination(context)
    await checkRange(context, areAll)
    await checkFilters(context)
    await checkProperties(context)
    await checkBadInput(context)
    checkData(context)
    await checkStillness(context)
  } catch (error) {
    if (!(error instanceof CannotAsk)) throw error
    stopped = error.message
  }
  report.gap('2', 'What events hold beyond the interface', [...searcher.oddities].slice(0, 10).join(', ') || 'nothing')
  report.gap('4.2', 'The Content-Type of a search result', [...searcher.contentTypes].join(', ') || 'none was seen')
  return { rules: report.results(), gaps: report.gaps(), requests: client.sent(), stopped }
}

// A refused token would read as a service that breaks every rule.
async function checkToken(searcher: Searcher): Promise<void> {
  const { status } = await searcher.raw('{}')
  if (status === 401 || status === 403) throw new CannotAsk(`The service refuses the token (${status}).`)
}
