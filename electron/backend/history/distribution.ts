// history/ asks how the events of a whole search are spread over time, and which are the first and the last.
// How the events of a search are spread over time: one count per stretch, checked against the count of all.
import { type Result, succeeded } from '../../../shared/failure/failure.ts'
import type { Distribution } from '../../../shared/search/time-search.ts'
import { nanosecondsOf, rfc3339Of } from '../snapshots/reading/course/instants.ts'
import type { AskBetween } from './ask-between.ts'

/** How many events lie in each stretch from one edge to the next; two requests at a time. Edges are RFC 3339, in order. */
export async function distribution(texts: readonly string[], ask: AskBetween): Promise<Result<Distribution>> {
  const edges = texts.map((text) => nanosecondsOf(text) ?? 0n)
  const bins = edges.length - 1
  const counts: number[] = []
  let requests = 0
  let trouble: Result<Distribution> | null = null

  async function count(low: bigint, high: bigint): Promise<number> {
    requests += 1
    // An event exactly at an edge belongs to the stretch that begins there.
    const asked = await ask(rfc3339Of(low), rfc3339Of(high - 1n), 1)
    if (!asked.ok) trouble ??= asked
    else if (asked.value.total === null)
      trouble ??= succeeded({ kind: 'untrusted', words: 'The service gives no total.', requests })
    else return asked.value.total
    return 0
  }

  let next = 0
  const work = async () => {
    while (next < bins && trouble === null) {
      const at = next
      next += 1
      counts[at] = await count(edges[at] ?? 0n, edges[at + 1] ?? 0n)
    }
  }
  await Promise.all([work(), work()])
  const whole = trouble === null ? await count(edges[0] ?? 0n, edges[bins] ?? 0n) : 0
  if (trouble !== null) return trouble
  if (counts.reduce((sum, one) => sum + one, 0) !== whole) {
    return succeeded({ kind: 'untrusted', words: 'The parts do not add up to the total.', requests })
  }
  return succeeded({
    kind: 'counted',
    bins: counts.map((count, at) => ({ from: texts[at] ?? '', to: texts[at + 1] ?? '', count })),
    total: whole,
    requests,
  })
}
