// The contract suite: finds out which rules of the interface a service keeps, and how it fills the gaps.

import { checkCombination } from './combination-check.ts'
import { checkFilters, checkPropertyValues } from './filter-checks.ts'
import { checkOrder, checkPaging, checkTotal } from './page-checks.ts'
import { checkRange } from './range-check.ts'
import { type ContractResult, createReport } from './report.ts'
import { checkAuthorization, checkBadInput, checkFetch } from './request-checks.ts'
import { checkData, checkStillness, takeSample } from './sample.ts'
import { createSearcher, type Searcher } from './searcher.ts'
import { type ClientOptions, createServiceClient, RunAborted } from './service-client.ts'

/**
 * Runs the suite. `nonce` is a text that occurs in no event. The suite only reads, with at most `budget` requests, one
 * after the other; rules that need events stay unchecked if the service has none.
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
    const combinesWithAnd = await checkCombination(context)
    await checkRange(context, combinesWithAnd)
    await checkFilters(context)
    await checkPropertyValues(context)
    await checkBadInput(context)
    checkData(context)
    await checkStillness(context)
  } catch (error) {
    if (!(error instanceof RunAborted)) throw error
    stopped = error.message
  }
  report.gap(
    '2',
    'What events hold beyond the interface',
    [...searcher.extensions].slice(0, 10).join(', ') || 'nothing',
  )
  report.gap('4.2', 'The Content-Type of a search result', [...searcher.contentTypes].join(', ') || 'none was seen')
  return { rules: report.results(), gaps: report.gaps(), requests: client.sent(), stopped }
}

// With a refused token, every rule would seem broken.
async function checkToken(searcher: Searcher): Promise<void> {
  const { status } = await searcher.raw('{}')
  if (status === 401 || status === 403) throw new RunAborted(`The service refuses the token (${status}).`)
}
