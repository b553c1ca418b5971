// Asks for what comes after the last row of a slice: nothing that is not known may be there.
import { rowKey } from '../../../rows/search-rows.ts'
import type { Fact } from '../../reading-state.ts'
import type { Slice } from '../../slice.ts'
import type { Reading } from '../course/reading.ts'

export interface SliceEndAnswer {
  says: Fact['says']
  /** The service's count for the slice, in that answer; null if there is none. */
  total: number | null
  /** Rows that came and are not known. */
  unknown: number
  serviceDate: string | null
}

/** Sends one request or two, besides retries. A refused offset counts as an end; `unasked` where no answer came. */
export async function askEnd({ requests, index, learn }: Reading, slice: Slice): Promise<SliceEndAnswer> {
  // Where nothing came, a service that narrows its pages only afterwards may have it further on.
  const offset = slice.nextOffset === 0 ? requests.pageSize() : slice.nextOffset
  // Else a single row: what counts may come from elsewhere than what gives pages, and more of them would be no other end.
  const asked = await requests.page(slice, offset, slice.nextOffset === 0 ? {} : { limit: 1 })
  if (!asked.ok) {
    // An offset that is refused at the count is an end as well, if all counts agree.
    const isRefused = asked.failure.kind === 'rejected'
    const counted = isRefused ? await requests.count(slice) : asked
    const total = counted.ok ? counted.value.total : null
    return { says: isRefused ? 'holds' : 'unasked', total, unknown: 0, serviceDate: null }
  }
  const { events, serviceDate } = asked.value
  let { total } = asked.value
  // A total of the page alone is not known by this answer, but by one of the last event. So where rows come beyond the end.
  if ((total !== slice.total || events.length > 0) && total === events.length) {
    const one = await requests.page(slice, Math.max(0, slice.nextOffset - 1), { limit: 1 })
    if (one.ok && one.value.total === 1 && one.value.events.length === 1) learn({ totals: 'page' })
    else if (one.ok) total = one.value.total
  }
  const unknown = events.filter((row) => !index.has(rowKey(row))).length
  // Beyond as many as are counted there is none, not even one that is known.
  const isBeyond = total !== null && offset >= total && events.length > 0
  return { says: unknown === 0 && !isBeyond ? 'holds' : 'moved', total, unknown, serviceDate }
}
