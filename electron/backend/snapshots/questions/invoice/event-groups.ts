// The events of the customers that an invoice names, by customer and event code, in the order of time.
import { fieldColumn } from '../loaded-events.ts'
import type { LoadedSnapshot } from '../loaded-snapshot.ts'
import type { Turn } from '../turn.ts'

export interface EventGroup {
  customerId: string
  /** Null: they have none. */
  eventCode: string | null
  /** Those without a time last. */
  rows: Uint32Array
  /** How many have a time. */
  dated: number
}

export interface GroupedEvents {
  groups: EventGroup[]
  /** Events of customers that no line names. */
  ofOthers: number
}

export async function groupEvents(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  customers: ReadonlySet<string>,
  turn: Turn,
): Promise<GroupedEvents> {
  const [customer, code, created] = [
    fieldColumn(table, 'customerId'),
    fieldColumn(table, 'eventCode'),
    fieldColumn(table, 'createdAt').codes,
  ]
  const isWanted = new Uint8Array(customer.values.size + 1)
  for (const name of customers) {
    const id = customer.values.find('string', name)
    if (id !== 0) isWanted[id] = 1
  }
  const lists = new Map<number, number[]>()
  const count = code.values.size + 1
  let ofOthers = 0
  for (let at = 0; at < rows.length; at += 1) {
    if (at % 16_384 === 0) await turn.breathe()
    const row = rows[at] ?? 0
    const own = customer.codes[row] ?? 0
    if (isWanted[own] === 0) {
      ofOthers += 1
      continue
    }
    const key = own * count + (code.codes[row] ?? 0)
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [row])
    else list.push(row)
  }
  const { seconds, nanoseconds } = table.instants
  const secondOf = (row: number) => seconds[created[row] ?? 0] ?? Number.NaN
  const groups: EventGroup[] = []
  for (const [key, list] of lists) {
    await turn.breathe()
    const dated = list.filter((row) => !Number.isNaN(secondOf(row)))
    dated.sort(
      (a, b) =>
        secondOf(a) - secondOf(b) || (nanoseconds[created[a] ?? 0] ?? 0) - (nanoseconds[created[b] ?? 0] ?? 0) || a - b,
    )
    const undated = dated.length === list.length ? [] : list.filter((row) => Number.isNaN(secondOf(row)))
    const codeId = key % count
    groups.push({
      customerId: customer.values.text((key - codeId) / count),
      eventCode: codeId === 0 ? null : code.values.text(codeId),
      rows: Uint32Array.from(dated.concat(undated)),
      dated: dated.length,
    })
  }
  return { groups, ofOthers }
}
