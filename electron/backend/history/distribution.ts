// How the events of a search lie over time: one count for each stretch, held against the count of all.
import { type Result, succeeded } from '../../../shared/failure.ts'
import type { Distribution } from '../../../shared/time-search.ts'
import { nanosecondsOf, rfc3339Of } from '../snapshots/reading/instants.ts'
import type { AskBetween } from './ask-between.ts'

/** How many events lie in each of so many equal stretches; two requests at a time. Both ends are needed. */
export async function distribution(
  { from, to }: { from: string; to: string },
  bins: number,
  ask: AskBetween,
): Promise<Result<Distribution>> {
  const [start, stop] = [nanosecondsOf(from) ?? 0n, nanosecondsOf(to) ?? 0n]
  const edges = Array.from({ length: bins + 1 }, (_, at) => start + ((stop - start) * BigInt(at)) / BigInt(bins))
  const counts: number[] = []
  let requests = 0
  let trouble: Result<Distribution> | null = null

  async function count(low: bigint, high: bigint): Promise<number> {
    requests += 1
    // What lies right at an edge belongs to the stretch that begins there.
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
  const whole = trouble === null ? await count(start, stop) : 0
  if (trouble !== null) return trouble
  if (counts.reduce((sum, one) => sum + one, 0) !== whole) {
    return succeeded({ kind: 'untrusted', words: 'The parts do not add up to the whole.', requests })
  }
  const texts = edges.map((at) => rfc3339Of(at))
  return succeeded({
    kind: 'counted',
    bins: counts.map((own, at) => ({ from: texts[at] ?? '', to: texts[at + 1] ?? '', count: own })),
    total: whole,
    requests,
  })
}
