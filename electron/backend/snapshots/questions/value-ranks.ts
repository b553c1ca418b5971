// The order of a column's values: numbers by exact value, then texts by code points, true and false, null, objects.
import type { ValueKind } from '../../../../shared/snapshot/snapshot-condition.ts'
import type { Instants } from './created-instants.ts'
import type { Dictionary } from './dictionary.ts'
import { type NumberColumn, SMALL } from './number-column.ts'
import { compareNumbers, orderedNumber } from './number-order.ts'
import { sortByBytes } from './sort-bytes.ts'
import { sortByDoubles } from './sort-doubles.ts'
import type { Turn } from './turn.ts'

/** By the number of a value; equal values have one rank. `size`: how many ranks there are, from 0 on. */
export interface Ranks {
  of: Uint32Array
  size: number
}

const KIND_ORDER: readonly ValueKind[] = ['number', 'string', 'boolean', 'null', 'json', 'repeated']

export async function valueRanks(values: Dictionary, numbers: NumberColumn, turn: Turn): Promise<Ranks> {
  const ranks: Ranks = { of: new Uint32Array(values.size + 1), size: 0 }
  for (const kind of KIND_ORDER) {
    const ids = idsOf(values, kind)
    await turn.breathe()
    if (kind !== 'number') {
      await sortByBytes(ids, values, turn)
      for (const id of ids) ranks.of[id] = ranks.size++
    } else rankNumbers(ids, values, numbers, ranks)
  }
  return ranks
}

/** Of created_at: by instant, then what is no date-time. */
export async function instantRanks(values: Dictionary, { seconds, nanoseconds }: Instants, turn: Turn): Promise<Ranks> {
  const ranks: Ranks = { of: new Uint32Array(values.size + 1), size: 0 }
  const all = idsOf(values, 'string')
  const ids = all.filter((id) => !Number.isNaN(seconds[id]))
  await turn.breathe()
  // The sort is stable, so the less significant key goes first.
  sortByDoubles(
    ids,
    Float64Array.from(ids, (id) => nanoseconds[id] ?? 0),
  )
  await turn.breathe()
  sortByDoubles(
    ids,
    Float64Array.from(ids, (id) => seconds[id] ?? 0),
  )
  let before = -1
  for (const id of ids) {
    const isSame = before >= 0 && seconds[before] === seconds[id] && nanoseconds[before] === nanoseconds[id]
    ranks.of[id] = isSame ? ranks.size - 1 : ranks.size++
    before = id
  }
  const others = all.filter((id) => Number.isNaN(seconds[id]))
  await sortByBytes(others, values, turn)
  for (const id of others) ranks.of[id] = ranks.size++
  return ranks
}

function rankNumbers(ids: Uint32Array, values: Dictionary, numbers: NumberColumn, ranks: Ranks): void {
  const power = 10 ** numbers.scale
  // Nearest doubles are in the order of the numbers, except where several numbers share one.
  const doubleOf = (id: number) =>
    numbers.states[id] === SMALL ? (numbers.wholes[id] ?? 0) / power : Number(values.text(id))
  const doubles = Float64Array.from(ids, doubleOf)
  sortByDoubles(ids, doubles)
  for (let from = 0; from < ids.length; ) {
    let to = from + 1
    const double = doubleOf(ids[from] ?? 0)
    while (to < ids.length && doubleOf(ids[to] ?? 0) === double) to += 1
    if (to === from + 1) ranks.of[ids[from] ?? 0] = ranks.size++
    else rankAlike([...ids.subarray(from, to)], values, ranks)
    from = to
  }
}

function rankAlike(ids: number[], values: Dictionary, ranks: Ranks): void {
  const read = ids.flatMap((id) => {
    const number = orderedNumber(values.text(id))
    return number === null ? [] : [{ id, number }]
  })
  read.sort((a, b) => compareNumbers(a.number, b.number))
  read.forEach(({ id, number }, at) => {
    const before = read[at - 1]
    const isSame = before !== undefined && compareNumbers(before.number, number) === 0
    ranks.of[id] = isSame ? ranks.size - 1 : ranks.size++
  })
}

function idsOf(values: Dictionary, kind: ValueKind): Uint32Array {
  const ids = new Uint32Array(values.size)
  let count = 0
  for (let id = 1; id <= values.size; id += 1) {
    if (values.kind(id) === kind) {
      ids[count] = id
      count += 1
    }
  }
  return ids.subarray(0, count)
}
