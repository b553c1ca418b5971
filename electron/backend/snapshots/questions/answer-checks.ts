// What does not fit: properties of mixed kinds, rows that violate the filters or the interface, IDs that occur twice, amounts
// that are not quantity × unit price.
import type { ChecksAnswer, ChecksQuestion } from '../../../../shared/snapshot/snapshot-checks.ts'
import { MISFITS, type Misfit, type ValueKind } from '../../../../shared/snapshot/snapshot-condition.ts'
import { differingAmounts } from './differing-amounts.ts'
import { fieldColumn, MISFIT_BITS } from './loaded-events.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'
import { selectRows } from './select-rows.ts'
import { inSteps, type Turn } from './turn.ts'

const MOST_LISTED = 100
const MOST_CODES = 20

/** Rows that miss a filter count whatever the scope says, except for amounts that differ. */
export async function answerChecks(
  snapshot: LoadedSnapshot,
  { scope, rules }: ChecksQuestion,
  turn: Turn,
): Promise<ChecksAnswer> {
  // Rows that miss a filter are always included: this check is about them.
  const rows = await selectRows(snapshot, { ...scope, misses: true }, turn)
  return {
    events: rows.length,
    mixedKinds: await mixedKinds(snapshot, rows, turn),
    ...(await misfits(snapshot, rows, turn)),
    ...(await repeatedIds(snapshot, rows, turn)),
    ...(await differingAmounts(snapshot, { scope, rules }, turn)),
  }
}

async function mixedKinds(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  turn: Turn,
): Promise<ChecksAnswer['mixedKinds']> {
  const codes = fieldColumn(table, 'eventCode')
  const mixed: ChecksAnswer['mixedKinds'] = []
  for (const { name } of table.names) {
    const column = table.properties.get(name)
    if (column === undefined) continue
    const kinds: ValueKind[] = []
    const kindOf = new Uint8Array(column.values.size + 1)
    for (let id = 1; id <= column.values.size; id += 1) {
      const kind = column.values.kind(id)
      if (!kinds.includes(kind)) kinds.push(kind)
      kindOf[id] = 1 + kinds.indexOf(kind)
    }
    if (kinds.length < 2) continue
    const counts = new Uint32Array(kinds.length + 1)
    /** Per event code, one bit for each kind. */
    const seen = new Uint8Array(codes.values.size + 1)
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0
        const kind = kindOf[column.codes[row] ?? 0] ?? 0
        counts[kind] = (counts[kind] ?? 0) + 1
        const code = codes.codes[row] ?? 0
        if (kind !== 0) seen[code] = (seen[code] ?? 0) | (1 << (kind - 1))
      }
    })
    const counted = kinds.flatMap((kind, at): [ValueKind, number][] =>
      counts[at + 1] ? [[kind, counts[at + 1] ?? 0]] : [],
    )
    if (counted.length < 2) continue
    const within: (string | null)[] = []
    for (let code = 0; code <= codes.values.size && within.length < MOST_CODES; code += 1) {
      const bits = seen[code] ?? 0
      if ((bits & (bits - 1)) !== 0) within.push(code === 0 ? null : codes.values.text(code))
    }
    mixed.push({ name, kinds: Object.fromEntries(counted), codes: within })
  }
  return mixed
}

async function misfits(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  turn: Turn,
): Promise<Pick<ChecksAnswer, 'misfits' | 'misfitEvents'>> {
  let misfitEvents = 0
  const found = MISFITS.map((misfit) => ({ misfit, count: 0, rows: [] as number[] }))
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      if (table.misfits[row] === 0 && table.misses[row] === 0) continue
      misfitEvents += 1
      for (const group of found) {
        if (!isMisfit(group.misfit, table.misfits[row] ?? 0, table.misses[row] ?? 0)) continue
        group.count += 1
        if (group.rows.length < MOST_LISTED) group.rows.push(row)
      }
    }
  })
  return { misfits: found.filter(({ count }) => count > 0), misfitEvents }
}

const isMisfit = (misfit: Misfit, bits: number, misses: number) =>
  misfit === 'filters' ? misses !== 0 : (bits & MISFIT_BITS[misfit]) !== 0

async function repeatedIds({ table }: LoadedSnapshot, rows: Uint32Array, turn: Turn) {
  const { codes, values } = fieldColumn(table, 'eventId')
  const counts = new Uint32Array(values.size + 1)
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const code = codes[rows[at] ?? 0] ?? 0
      counts[code] = (counts[code] ?? 0) + 1
    }
  })
  counts[0] = 0
  const listed = new Map<number, number[]>()
  let repeatedIdCount = 0
  for (let id = 1; id < counts.length; id += 1) {
    if ((counts[id] ?? 0) < 2) continue
    repeatedIdCount += 1
    if (listed.size < MOST_LISTED) listed.set(id, [])
  }
  if (listed.size > 0) {
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0
        const list = listed.get(codes[row] ?? 0)
        if (list !== undefined && list.length < MOST_LISTED) list.push(row)
      }
    })
  }
  const ids = [...listed].map(([id, rows]) => ({
    eventId: values.text(id),
    rows,
    texts: new Set(rows.map((row) => table.texts.text(row))).size,
  }))
  return { repeatedIds: ids, repeatedIdCount }
}
