// Answers which events are not as expected, in groups of one code, property and reason, with what they come to by the
// price rules.
import type { Decimal } from '../../../../shared/exact/decimal.ts'
import { NO_SHAPES } from '../../../../shared/shape/expected-shapes.ts'
import { shapesVersion } from '../../../../shared/shape/print-shapes.ts'
import { readShapes } from '../../../../shared/shape/read-shapes.ts'
import type {
  ShapeRowsQuestion,
  ShapesAnswer,
  ShapesQuestion,
  UnexpectedGroup,
  UnexpectedMoney,
} from '../../../../shared/snapshot/snapshot-shapes.ts'
import type { NamedRows } from '../../../../shared/snapshot/snapshot-worth.ts'
import { missedEvent } from '../../../../shared/worth/grouped-worth.ts'
import { moneyText } from '../../../../shared/worth/money-text.ts'
import { createNotInSum, type Missed } from '../../../../shared/worth/not-in-sum.ts'
import { type CurrencySum, isMoneyKind } from '../../../../shared/worth/worth.ts'
import { createWorthSums } from '../../../../shared/worth/worth-sums.ts'
import { askedRules, type ValuedRows, valuedRows } from '../money/valued-rows.ts'
import { rowsByCode } from '../table/group-rows.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { MOST_ROWS_NAMED, selectRows } from '../table/select-rows.ts'
import { inSteps, type Turn } from '../table/turn.ts'
import { type Expectation, exampleOf, expectationsOf, type Mismatch, visitUnexpected } from './unexpected-rows.ts'

/** All rows of a group are named or, beyond these, none; and so many groups are listed. */
const MOST_ROWS_OF_GROUP = 5_000
const MOST_GROUPS = 1_000

/** The events that are not as expected. Shapes that cannot be read count as none, and rules likewise. */
export async function answerShapes(
  snapshot: LoadedSnapshot,
  { scope, rules, shapes: text }: ShapesQuestion,
  turn: Turn,
): Promise<ShapesAnswer> {
  const read = readShapes(text)
  const shapes = read.ok ? read.shapes : NO_SHAPES
  const rows = await selectRows(snapshot, scope, turn)
  const all = expectationsOf(shapes, await rowsByCode(snapshot, rows, turn))

  // First only which events these are: what they are worth is then asked once of each.
  const isUnexpected = new Uint8Array(snapshot.table.rows)
  /** Expectations that some row does not meet. */
  const missed: Expectation[] = []
  const mark = (expectation: Expectation) => {
    let isNoted = false
    return (row: number) => {
      isUnexpected[row] = 1
      if (!isNoted) missed.push(expectation)
      isNoted = true
    }
  }
  await visitUnexpected(snapshot, all, turn, mark)
  const unexpected = rows.filter((row) => isUnexpected[row] === 1)
  const asked = askedRules({ rules })
  const worth = await unexpectedWorth(await valuedRows(snapshot, asked, unexpected, turn), turn)

  const groups: Group[] = []
  const left = withoutRareCodes(missed)
  await visitUnexpected(snapshot, left.kept, turn, grouping)
  const total = worth.sums()
  await inSteps(unexpected.length, turn, (from, to) => {
    for (let at = from; at < to; at += 1) total.add(unexpected[at] ?? 0)
  })
  return {
    shapes: shapesVersion(shapes),
    version: asked.version,
    events: rows.length,
    unexpected: unexpected.length,
    ...total.figures(),
    groups: groups.toSorted(largestFirst).slice(0, MOST_GROUPS).map(answered),
    groupCount: groups.length + left.others,
  }

  /** A visitor that makes a group of each way in which rows do not meet an expectation. */
  function grouping({ of, shape }: Expectation, column: Parameters<typeof exampleOf>[1]) {
    const groupOf = new Map<Mismatch, Group>()
    return (row: number, mismatch: Mismatch) => {
      let group = groupOf.get(mismatch)
      if (group === undefined) {
        const example = exampleOf(snapshot.table, column, row)
        const names = { ...mismatch, code: of.code, property: shape?.name ?? null, example }
        group = { ...names, events: 0, rows: [], sums: worth.sums() }
        groupOf.set(mismatch, group)
        groups.push(group)
      }
      group.events += 1
      group.sums.add(row)
      if (group.rows.length < MOST_ROWS_OF_GROUP) group.rows.push(row)
    }
  }
}

/** A group as it grows. */
type Names = Pick<UnexpectedGroup, 'what' | 'kind' | 'code' | 'property' | 'example' | 'events' | 'rows'>
type Group = Names & { sums: Awaited<ReturnType<typeof unexpectedWorth>>['sums'] extends () => infer S ? S : never }

/** All rows of a group or none: half of them would be taken for all. */
const answered = ({ sums, ...group }: Group): UnexpectedGroup => ({
  ...group,
  rows: group.events > group.rows.length ? [] : group.rows,
  ...sums.figures(),
})

const largestFirst = (a: Group, b: Group) =>
  b.events - a.events || compared(a.code ?? '', b.code ?? '') || compared(a.property ?? '', b.property ?? '')

const compared = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * The expectations of which groups are made. A service may give each event a code of its own: beyond the commonest,
 * codes that are not known are only counted (`others`).
 */
function withoutRareCodes(missed: readonly Expectation[]): { kept: Expectation[]; others: number } {
  const unknown = missed.filter(({ shape }) => shape === null).toSorted((a, b) => b.of.rows.length - a.of.rows.length)
  const kept = [...unknown.slice(0, MOST_GROUPS), ...missed.filter(({ shape }) => shape !== null)]
  return { kept, others: missed.length - kept.length }
}

/**
 * The events behind one line of those that are not as expected, where they are more than its answer names. All rows or
 * none: half of them would be taken for all.
 */
export async function answerShapeRows(
  snapshot: LoadedSnapshot,
  { scope, shapes: text, of: { what, code, property, kind } }: ShapeRowsQuestion,
  turn: Turn,
): Promise<NamedRows> {
  const read = readShapes(text)
  if (!read.ok) return { events: 0, rows: [] }
  const byCode = await rowsByCode(snapshot, await selectRows(snapshot, scope, turn), turn)
  const asked = expectationsOf(read.shapes, byCode).filter(
    ({ of, shape }) => of.code === code && (shape?.name ?? null) === property,
  )
  const rows: number[] = []
  let events = 0
  const take = (row: number, mismatch: { what: typeof what; kind: typeof kind }) => {
    if (mismatch.what !== what || mismatch.kind !== kind) return
    events += 1
    if (rows.length < MOST_ROWS_NAMED) rows.push(row)
  }
  await visitUnexpected(snapshot, asked, turn, () => take)
  return { events, rows: events > rows.length ? [] : rows }
}

/** One sum has at most so many. */
const MOST_CURRENCIES = 100

interface Money {
  isCharged: boolean
  worth: Decimal
  currency: string | null
}

interface UnexpectedSums {
  add(row: number): void
  figures(): UnexpectedMoney
}

/**
 * What unexpected events come to. Each is valued once, and may be in several sums. `sums` begins a new one; events that
 * are none of these rows count there as without money.
 */
async function unexpectedWorth(
  { snapshot, rows, kindAt, eventAt }: ValuedRows,
  turn: Turn,
): Promise<{ sums(): UnexpectedSums }> {
  /** By row: the place in `money` plus 1; 0: it has no money, and lacks none. */
  const places = new Uint32Array(snapshot.table.rows)
  /** The money of rows, or what they lack for it. */
  const money: (Money | Missed)[] = []
  for (const [at, row] of rows.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    const valued = eventAt(at)
    const { moneyKind, worth, currency } = valued
    if (worth !== null && isMoneyKind(moneyKind)) {
      places[row] = money.push({ isCharged: moneyKind === 'charged', worth, currency })
    } else {
      const missed = missedEvent(valued, kindAt(at).eventCode)
      if (missed !== null) places[row] = money.push(missed)
    }
  }
  return {
    sums() {
      const [charged, reduces] = [createWorthSums(), createWorthSums()]
      const missed = createNotInSum()
      let without = 0
      return {
        add(row) {
          const eventMoney = money[(places[row] ?? 0) - 1]
          if (eventMoney !== undefined && 'isCharged' in eventMoney) {
            ;(eventMoney.isCharged ? charged : reduces).add(eventMoney.currency, eventMoney.worth, 1)
            return
          }
          without += 1
          if (eventMoney !== undefined) missed.add(eventMoney)
        },
        figures: () => ({
          charged: stated(charged.figures()),
          reduces: stated(reduces.figures()),
          without,
          notIn: missed.figures(),
        }),
      }
    },
  }
}

const stated = (sums: CurrencySum[]) =>
  sums.slice(0, MOST_CURRENCIES).map((one) => ({ ...one, sum: moneyText(one.sum, one.currency) }))
