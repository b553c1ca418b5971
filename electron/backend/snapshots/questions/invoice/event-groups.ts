// Events by customer and event code, in the order of time.
import type { Dictionary } from '../dictionary.ts'
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
  /** Events that are in none of them. */
  ofOthers: number
}

/** Which events are grouped; null: any. */
export interface Grouping {
  customers: ReadonlySet<string> | null
  codes: ReadonlySet<string> | null
  /** Customers beyond so many of one code are left out; null: none is. */
  mostOfCode: number | null
}

/** Groups come in the order of their first rows; an event without a customer is in none. */
export async function groupEvents(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  { customers, codes, mostOfCode }: Grouping,
  turn: Turn,
): Promise<GroupedEvents> {
  const [customer, code, created] = [
    fieldColumn(table, 'customerId'),
    fieldColumn(table, 'eventCode'),
    fieldColumn(table, 'createdAt').codes,
  ]
  const [isOfCustomer, isOfCode] = [wanted(customer.values, customers), wanted(code.values, codes)]
  const customersOf = new Uint32Array(code.values.size + 1)
  const lists = new Map<number, number[]>()
  const count = code.values.size + 1
  let ofOthers = 0
  for (let at = 0; at < rows.length; at += 1) {
    if (at % 16_384 === 0) await turn.breathe()
    const row = rows[at] ?? 0
    const [customerId, codeId] = [customer.codes[row] ?? 0, code.codes[row] ?? 0]
    const key = customerId * count + codeId
    const list = lists.get(key)
    if (list !== undefined) {
      list.push(row)
      continue
    }
    if (
      customerId === 0 ||
      isOfCustomer[customerId] === 0 ||
      isOfCode[codeId] === 0 ||
      customersOf[codeId] === mostOfCode
    ) {
      ofOthers += 1
      continue
    }
    customersOf[codeId] = (customersOf[codeId] ?? 0) + 1
    lists.set(key, [row])
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

/** By the numbers of values; null: all are. */
function wanted(values: Dictionary, names: ReadonlySet<string> | null): Uint8Array {
  const isWanted = new Uint8Array(values.size + 1)
  if (names === null) return isWanted.fill(1)
  for (const name of names) isWanted[values.find('string', name)] = 1
  isWanted[0] = 0
  return isWanted
}
