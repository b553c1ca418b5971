// Answers what does not fit: properties of mixed kinds, rows that violate the filters or the interface, IDs that occur
// twice, amounts that are not quantity × unit price.
import type { EventField } from '../../../../shared/event/event-fields.ts'
import type {
  AmountsDiffering,
  ChecksAnswer,
  ChecksQuestion,
  DifferingEvent,
} from '../../../../shared/snapshot/snapshot-checks.ts'
import {
  MISMATCHES,
  type Mismatch,
  type Scope,
  type ValueKind,
} from '../../../../shared/snapshot/snapshot-condition.ts'
import { missedEvent } from '../../../../shared/worth/grouped-worth.ts'
import { moneyText, plainMoney } from '../../../../shared/worth/money-text.ts'
import { createNotInSum, type Missed } from '../../../../shared/worth/not-in-sum.ts'
import { missedNumber } from '../../../../shared/worth/property-sum.ts'
import { countedProperty } from '../../../../shared/worth/rule.ts'
import type { ValuedEvent } from '../../../../shared/worth/value-event.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { createWorthSums } from '../../../../shared/worth/worth-sums.ts'
import { textsOf } from '../money/event-reader.ts'
import { askedRules, valuedRows } from '../money/valued-rows.ts'
import { fieldColumn, MISMATCH_BITS, textAt, valueOfCode } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { allOrNone, selectRows } from '../table/select-rows.ts'
import { inSteps, type Turn } from '../table/turn.ts'

const MOST_LISTED = 100
const MOST_CODES = 20
/** It stands in place of a kind's number where there are several kinds. */
const SEVERAL = 255

/** Answers for the rows of the scope. Those that miss a filter are checked whatever it says, but for their amounts. */
export async function answerChecks(
  snapshot: LoadedSnapshot,
  { scope, rules }: ChecksQuestion,
  turn: Turn,
): Promise<ChecksAnswer> {
  const rows = await selectRows(snapshot, { ...scope, misses: true }, turn)
  return {
    events: rows.length,
    mixedKinds: await mixedKinds(snapshot, rows, turn),
    ...(await mismatches(snapshot, rows, turn)),
    ...(await repeatedIds(snapshot, rows, turn)),
    ...(await differingAmounts(snapshot, { scope, rules }, turn)),
  }
}

/** Properties whose values are of several kinds in these rows, with the event codes within which they are. */
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
    /** Kinds are numbered from 1, in this order; 0: there is no value. */
    const kinds: ValueKind[] = []
    const kindOfValue = new Uint8Array(column.values.size + 1)
    for (let id = 1; id <= column.values.size; id += 1) {
      const kind = column.values.kind(id)
      if (!kinds.includes(kind)) kinds.push(kind)
      kindOfValue[id] = 1 + kinds.indexOf(kind)
    }
    if (kinds.length < 2) continue
    const counts = new Uint32Array(kinds.length + 1)
    /** The kind of all values that events of a code have; `SEVERAL`: they have more than one. */
    const kindOfCode = new Uint8Array(codes.values.size + 1)
    await inSteps(rows.length, turn, (from, to) => {
      for (let at = from; at < to; at += 1) {
        const row = rows[at] ?? 0
        const kind = kindOfValue[column.codes[row] ?? 0] ?? 0
        counts[kind] = (counts[kind] ?? 0) + 1
        const code = codes.codes[row] ?? 0
        const before = kindOfCode[code] ?? 0
        if (kind !== 0 && kind !== before) kindOfCode[code] = before === 0 ? kind : SEVERAL
      }
    })
    const counted = kinds.flatMap((kind, at): [ValueKind, number][] =>
      counts[at + 1] ? [[kind, counts[at + 1] ?? 0]] : [],
    )
    if (counted.length < 2) continue
    const within: (string | null)[] = []
    for (let code = 0; code <= codes.values.size && within.length < MOST_CODES; code += 1) {
      if (kindOfCode[code] === SEVERAL) within.push(code === 0 ? null : codes.values.text(code))
    }
    mixed.push({ name, kinds: Object.fromEntries(counted), codes: within })
  }
  return mixed
}

/** Rows that violate the filters or the interface, by the way in which they do. */
async function mismatches(
  { table }: LoadedSnapshot,
  rows: Uint32Array,
  turn: Turn,
): Promise<Pick<ChecksAnswer, 'mismatches' | 'mismatchEvents'>> {
  let mismatchEvents = 0
  // An answer calls a mismatch `misfit`, as conditions and the page's attributes always have.
  const found = MISMATCHES.map((mismatch) => ({ misfit: mismatch, count: 0, rows: [] as number[] }))
  await inSteps(rows.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) {
      const row = rows[at] ?? 0
      if (table.mismatches[row] === 0 && table.misses[row] === 0) continue
      mismatchEvents += 1
      for (const group of found) {
        if (!isMismatch(group.misfit, table.mismatches[row] ?? 0, table.misses[row] ?? 0)) continue
        group.count += 1
        if (group.rows.length < MOST_LISTED) group.rows.push(row)
      }
    }
  })
  return { mismatches: found.filter(({ count }) => count > 0), mismatchEvents }
}

/** @param bits of the row, by `MISMATCH_BITS` @param misses which filters it misses; 0: none */
const isMismatch = (mismatch: Mismatch, bits: number, misses: number) =>
  mismatch === 'filters' ? misses !== 0 : (bits & MISMATCH_BITS[mismatch]) !== 0

/** Event IDs that several rows have: the first 100 with their rows, and how many there are. */
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

/** The rows of so many events are named, by which "Events" shows them. */
const MOST_ROWS = 5_000

/**
 * Amounts that are not quantity × unit price, by how much they are more; all rows are named or, beyond 5,000, none.
 * Without a rule that names both nothing is compared.
 */
async function differingAmounts(
  snapshot: LoadedSnapshot,
  { scope, rules: text }: { scope: Scope; rules: string },
  turn: Turn,
): Promise<Pick<ChecksAnswer, 'version' | 'isCompared' | 'differing' | 'roundedOnly' | 'notCompared'>> {
  const asked = askedRules({ rules: text })
  const { rules, version } = asked
  const [differing, roundedOnly] = [collected(snapshot), collected(snapshot)]
  const isCompared = rules.rules.some(({ money }) => money.by === 'amount' && money.price !== null)
  const notCompared = createNotInSum()
  if (isCompared) {
    const rows = await selectRows(snapshot, scope, turn)
    const missing = await missingOfThree(snapshot, rules, turn)
    const valued = await valuedRows(snapshot, asked, rows, turn)
    for (const [at, row] of rows.entries()) {
      if (at % 4_096 === 0) await turn.breathe()
      // Events are valued by kinds, whose events are alike but for their figures: the kind says whether amount and
      // quantity × unit price differ (`differs` is not null), the column of figures by how much.
      const { moneyKind, differs, currency, isRounded } = valued.kindAt(at).like
      if (differs === null) {
        const missed = missing(row, valued.eventAt(at))
        if (missed !== null) notCompared.add(missed)
      } else if (moneyKind !== 'balance') {
        const difference = valued.columns.differs.at(valued.places[at] ?? 0)
        if (isRounded) roundedOnly.add(row, currency, difference)
        else differing.add(row, currency, difference)
      }
    }
  }
  return {
    version,
    isCompared,
    differing: differing.figures(),
    roundedOnly: roundedOnly.figures(),
    notCompared: notCompared.figures(),
  }
}

/**
 * The function tells why an event's amount could not be compared with quantity × unit price: the first of the three
 * that has no number, and what was sent in its place. Null where it was compared, or is not to be.
 */
async function missingOfThree(snapshot: LoadedSnapshot, { rules, textNumbers }: WorthRules, turn: Turn) {
  const comparedByRule = rules.map(({ effect, quantity, money }) => {
    const isCompared = money.by === 'amount' && money.price !== null && effect !== 'balance' && effect !== 'not-money'
    return isCompared ? { quantity: countedProperty(quantity), price: money.price } : null
  })
  const names = comparedByRule.flatMap((one) => [one?.quantity, one?.price].filter((name) => name != null))
  const columns = await snapshot.properties([...new Set(names)], turn)
  const codeOf = textsOf(fieldColumn(snapshot.table, 'eventCode'))
  const read = new Set(textNumbers)

  return (row: number, valued: ValuedEvent): Missed | null => {
    const compared = valued.rule === null ? null : (comparedByRule[valued.rule] ?? null)
    if (compared === null) return null
    if (valued.worth === null) return missedEvent(valued, codeOf(row))
    // The first that has no number; the amount itself has one, as the event has a worth.
    const name = valued.quantity === null ? compared.quantity : valued.price === null ? compared.price : null
    const column = name === null ? undefined : columns.get(name)
    if (name === null || column === undefined) return null
    return missedNumber(name, codeOf(row), valueOfCode(column, column.codes[row] ?? 0), read.has(name))
  }
}

/** Collects events whose amounts differ, and adds up by how much. */
function collected({ table }: LoadedSnapshot) {
  const sums = createWorthSums()
  const rows: number[] = []
  const listed: DifferingEvent[] = []
  let events = 0
  const textOf = (field: EventField['key'], row: number) => textAt(fieldColumn(table, field), row)

  return {
    add(row: number, currency: string | null, more: Parameters<typeof sums.add>[1]) {
      events += 1
      sums.add(currency, more, 1)
      // One more than are named: by it `allOrNone` knows that these are not all.
      if (rows.length <= MOST_ROWS) rows.push(row)
      if (listed.length >= MOST_LISTED) return
      listed.push({
        row,
        eventId: textOf('eventId', row),
        createdAt: textOf('createdAt', row) ?? '',
        customerId: textOf('customerId', row),
        eventCode: textOf('eventCode', row),
        more: plainMoney(more, currency),
        currency,
      })
    },
    figures: (): AmountsDiffering => ({
      events,
      rows: allOrNone(rows, MOST_ROWS),
      sums: sums
        .figures()
        .slice(0, MOST_LISTED)
        .map((one) => ({ ...one, sum: moneyText(one.sum, one.currency) })),
      listed,
    }),
  }
}
