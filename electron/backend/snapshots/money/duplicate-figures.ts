// What possible duplicates come to: the worth of all events, less the worth of all but the rows that stand behind the
// first one in each group. Charged and credited are kept apart. Later credits may have made up for a duplicate.
import { type Decimal, plus, readPlain } from '../../../../shared/exact/decimal.ts'
import type { DuplicateFigure } from '../../../../shared/snapshot/snapshot-worth.ts'
import { compareInstants } from '../../../../shared/time/instant.ts'
import type { WholeRangeInstants } from '../../../../shared/worth/billing-months.ts'
import { blockCurrency, missedEvent, missedLine } from '../../../../shared/worth/grouped-worth.ts'
import { plainMoney, plainNumber } from '../../../../shared/worth/money-text.ts'
import { createNotInSums, type NotInSums } from '../../../../shared/worth/not-in-sum.ts'
import type { EventWorth, ValuedEvent } from '../../../../shared/worth/value-event.ts'
import { isMoneyKind, worthDifference } from '../../../../shared/worth/worth.ts'
import { groupRows } from '../table/group-rows.ts'
import { fieldColumn, rowInstants } from '../table/loaded-events.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import type { Sign, UnitCodes } from '../table/measure-rows.ts'
import { allOrNone } from '../table/select-rows.ts'
import { inSteps, type Turn } from '../table/turn.ts'
import { evidenceOf, groupKey, identifiersOf } from './duplicate-groups.ts'
import { type Fold, type FoldedPart, fold } from './fold.ts'
import { type AskedRules, valuedRows } from './valued-rows.ts'

/** Most rows that are listed, and most currencies. */
const MOST_ROWS = 5_000
const MOST_CURRENCIES = 100

/** `key`: the rows of a group share an idempotency key; `alike`: they are only alike. */
type Evidence = DuplicateFigure['evidence']

/**
 * The rows that stand behind the first one in each group, with the evidence that they are duplicates. There are none of
 * groups that somebody marked as legitimate, and none of groups whose rows all have different idempotency keys.
 * @param groups as `duplicateGroups` finds them
 */
export async function repeatedRows(
  snapshot: LoadedSnapshot,
  groups: readonly (readonly number[])[],
  { ignored, legitimate }: { ignored: readonly string[]; legitimate: readonly string[] },
  turn: Turn,
): Promise<ReadonlyMap<number, Evidence>> {
  const columns = await snapshot.properties(ignored, turn)
  const marked = new Set(legitimate)
  const repeated = new Map<number, Evidence>()
  for (const [at, group] of groups.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    if (marked.size > 0 && marked.has(groupKey(snapshot.table, group))) continue
    const evidence = evidenceOf(identifiersOf(group, ignored, columns))
    if (evidence === 'against') continue
    for (const row of group.slice(1)) repeated.set(row, evidence === 'strong' ? 'key' : 'alike')
  }
  return repeated
}

/**
 * By how much events would be charged and credited too often, were all repeated rows duplicates; a figure for each
 * evidence. Rows whose number is missing are on the side on which their rule would count them, and in no sum.
 * @param rows all rows in question, including the repeated ones
 * @param repeated as `repeatedRows` finds them
 * @param wholeRange the range of which `rows` are all events; null: they are a part, in which no month is whole
 */
export async function duplicateFigures(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  repeated: ReadonlyMap<number, Evidence>,
  { asked, wholeRange }: { asked: AskedRules; wholeRange: WholeRangeInstants | null },
  turn: Turn,
): Promise<{ charged: DuplicateFigure[]; credited: DuplicateFigure[] }> {
  const { rules } = asked
  const sides = { charged: newSide(), credited: newSide() }
  const sideOf = ({ moneyKind, rule }: ValuedEvent) => {
    if (moneyKind === 'charged') return sides.charged
    if (moneyKind === 'reduces') return sides.credited
    const effect = moneyKind === 'number-missing' && rule !== null ? rules.rules[rule]?.effect : undefined
    return effect === 'as-sent' ? sides.charged : effect === 'reduces' || effect === 'reversed' ? sides.credited : null
  }
  const valued = await valuedRows(snapshot, asked, Uint32Array.from(repeated.keys()), turn)
  for (const [at, row] of valued.rows.entries()) {
    const { like } = valued.kindAt(at)
    const ofEvidence = sideOf(like)?.[repeated.get(row) ?? 'alike']
    ofEvidence?.rows.add(row)
    if (ofEvidence !== undefined && like.why === 'part-of-line') ofEvidence.isInLines = true
  }

  /** What some rows are worth. @param duplicated the rows whose parts are given besides, as `ofDuplicates` */
  async function foldOf(some: Uint32Array, duplicated: ReadonlySet<number>) {
    const codes = new Uint32Array(snapshot.table.rows)
    for (const row of duplicated) codes[row] = 1
    const groups = await groupRows(some, [{ codes, size: 1 }], turn)
    const folded = await fold(
      [{ valued: await valuedRows(snapshot, asked, some, turn), groups }],
      rules,
      wholeRange,
      turn,
    )
    const ofDuplicates: FoldedPart[] = []
    await folded.each((part) => void (groups.codes[0]?.[part.group] === 1 && ofDuplicates.push(part)))
    return { lines: folded.lines, worth: await folded.worth(), ofDuplicates }
  }

  async function figuresOf(side: ReturnType<typeof newSide>): Promise<DuplicateFigure[]> {
    const figures: DuplicateFigure[] = []
    for (const evidence of ['key', 'alike'] as const) {
      const { rows: duplicated, isInLines } = side[evidence]
      if (duplicated.size === 0) continue
      // Only rows of a month's line are worth more or less for the events beside them: without any, no others are
      // valued.
      const [all, without] = isInLines
        ? [rows, rows.filter((row) => !duplicated.has(row))]
        : [Uint32Array.from(duplicated), new Uint32Array()]
      const { ofDuplicates, ...ofAll } = await foldOf(all, duplicated)
      const ofOthers = await foldOf(without, new Set())
      const sums = worthDifference(ofAll.worth, ofOthers.worth).flatMap(({ currency, charged, reduces }) => {
        const sum = plainMoney(plus(readPlain(charged), readPlain(reduces)), currency)
        return /[1-9]/.test(sum) ? [{ currency, sum }] : []
      })
      const named = allOrNone([...duplicated], MOST_ROWS)
      figures.push({
        evidence,
        events: duplicated.size,
        rows: named,
        sums: sums.slice(0, MOST_CURRENCIES),
        notInSums: notInSums(ofDuplicates, ofAll.lines).slice(0, MOST_CURRENCIES),
      })
    }
    return figures
  }

  return { charged: await figuresOf(sides.charged), credited: await figuresOf(sides.credited) }
}

/** Which events are in no sum: those that lack what they are valued by, then those of lines that are not valued. */
function notInSums(parts: readonly FoldedPart[], lines: Fold['lines']): NotInSums {
  const missed = createNotInSums()
  const isInLine = ({ line, missing }: ValuedEvent) => line !== null && missing === null
  for (const { valued, eventCode, events } of parts) {
    const lacks = isInLine(valued) ? null : missedEvent(valued, eventCode, events)
    if (lacks !== null) missed.of(blockCurrency(valued)).add(lacks)
  }
  for (const { valued, events } of parts) {
    if (!isInLine(valued)) continue
    const { quantity, unit, line } = valued
    const { why = null, eventCode = null, currency = null } = lines[line?.place ?? -1]?.line ?? {}
    if (why !== null) missed.of(currency).add({ ...missedLine({ eventCode, unit, events }, quantity), why })
  }
  return missed.figures()
}

/** Duplicates of one evidence. `isInLines`: one of them is worth something only as a part of a month's line. */
const noDuplicates = () => ({ rows: new Set<number>(), isInLines: false })
const newSide = () => ({ key: noDuplicates(), alike: noDuplicates() })

// Later credits: rows that may already have made up for a duplicate, as they are of the same customer and of the same
// size, and not earlier than its second event.

/** So many are named for each group. */
const MOST_CREDITS = 3

interface KnownRows {
  /** The units by which amounts as sent are told apart. */
  units: readonly UnitCodes[]
  /** The amount that a row sent; null: none that could be read. */
  sentOf(row: number): Decimal | null
  signOf(row: number): Sign
  /** What a row is worth by the rules, which is known of the first row of each group alone. */
  worthOf(row: number): EventWorth
}

/**
 * The first three later credits for each group of debits, in the order of the groups; none for other groups. The sign
 * with which an amount was sent does not matter.
 */
export async function laterCredits(
  snapshot: LoadedSnapshot,
  groups: readonly (readonly number[])[],
  known: KnownRows,
  asked: AskedRules,
  turn: Turn,
): Promise<number[][]> {
  const { table } = snapshot
  const { signOf } = known
  const customers = fieldColumn(table, 'customerId').codes
  const found: number[][] = groups.map(() => [])
  const instantOf = rowInstants(table)
  /**
   * The groups by customer and size of their money, since thousands of credits are matched against hundreds of them.
   */
  const wanted = new Map<string, number[]>()
  const wantedCustomers = new Set<number>()
  for (const [at, group] of groups.entries()) {
    const first = group[0] ?? 0
    const customer = customers[first] ?? 0
    const size = moneySize(first, known.worthOf(first), known)
    if (signOf(first) !== 'debit' || customer === 0 || size === null) continue
    const name = `${customer} ${size}`
    const others = wanted.get(name)
    if (others === undefined) wanted.set(name, [at])
    else others.push(at)
    wantedCustomers.add(customer)
  }
  if (wanted.size === 0) return found

  const credits: number[] = []
  await inSteps(table.rows, turn, (from, to) => {
    for (let row = from; row < to; row += 1) {
      const isCredit = wantedCustomers.has(customers[row] ?? 0) && signOf(row) === 'credit' && table.misses[row] === 0
      if (isCredit && instantOf(row) !== null) credits.push(row)
    }
  })
  const valued = await valuedRows(snapshot, asked, Uint32Array.from(credits), turn)
  for (const [credit, row] of credits.entries()) {
    if (credit % 4_096 === 0) await turn.breathe()
    const size = moneySize(row, valued.eventAt(credit), known)
    if (size === null) continue
    for (const at of wanted.get(`${customers[row] ?? 0} ${size}`) ?? []) {
      const [time, second] = [instantOf(row), instantOf(groups[at]?.[1] ?? 0)]
      const list = found[at]
      if (list === undefined || list.length === MOST_CREDITS || time === null || second === null) continue
      if (compareInstants(time, second) >= 0) list.push(row)
    }
  }
  return found
}

/**
 * A text that two rows share where their money is of one size, whatever its sign: the same worth in one currency, or,
 * without a rule, the same amount in the same units. Null: the row has no money, or it comes to 0.
 */
function moneySize(row: number, valued: EventWorth, { units, sentOf }: KnownRows): string | null {
  if (valued.moneyKind !== 'no-rule') {
    const worth = isMoneyKind(valued.moneyKind) ? sizeText(valued.worth) : null
    return worth && `${JSON.stringify(valued.currency)} ${worth}`
  }
  const sent = sizeText(sentOf(row))
  return sent && `as sent ${units.map(({ codes }) => codes[row] ?? 0).join()} ${sent}`
}

/** A text for a size, whatever its sign and its zeros at the end; null: there is none, or it is 0. */
function sizeText(value: Decimal | null): string | null {
  if (value === null || value.digits === 0n) return null
  const { digits, scale } = value
  return plainNumber({ digits: digits < 0n ? -digits : digits, scale })
}
