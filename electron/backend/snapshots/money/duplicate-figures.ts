// Possible duplicates come to the worth of all events, less the worth without the rows beyond the first of each group.
// Charged and credited are kept apart. Later credits may have made up for one.
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

type Evidence = DuplicateFigure['evidence']

/** Rows beyond the first of each group, except in legitimate groups and those whose rows all have different keys. */
export async function repeatedRows(
  snapshot: LoadedSnapshot,
  groups: readonly (readonly number[])[],
  { ignored, legitimate }: { ignored: readonly string[]; legitimate: readonly string[] },
  turn: Turn,
): Promise<ReadonlyMap<number, Evidence>> {
  const columns = await snapshot.properties(ignored, turn)
  const marks = new Set(legitimate)
  const again = new Map<number, Evidence>()
  for (const [at, group] of groups.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    if (marks.size > 0 && marks.has(groupKey(snapshot.table, group))) continue
    const evidence = evidenceOf(identifiersOf(group, ignored, columns))
    if (evidence === 'against') continue
    for (const row of group.slice(1)) again.set(row, evidence === 'strong' ? 'key' : 'alike')
  }
  return again
}

/**
 * Rows whose number is missing are of the side that their rule takes them for, and in no sum.
 * @param rows all valued rows, including the repeated ones
 * @param wholeRange what these are of
 */
export async function duplicateFigures(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  again: ReadonlyMap<number, Evidence>,
  { asked, wholeRange }: { asked: AskedRules; wholeRange: WholeRangeInstants | null },
  turn: Turn,
): Promise<{ charged: DuplicateFigure[]; credited: DuplicateFigure[] }> {
  const { rules } = asked
  const sides = { charged: kinds(), credited: kinds() }
  const sideOf = ({ moneyKind, rule }: ValuedEvent) => {
    if (moneyKind === 'charged') return sides.charged
    if (moneyKind === 'reduces') return sides.credited
    const effect = moneyKind === 'number-missing' && rule !== null ? rules.rules[rule]?.effect : undefined
    return effect === 'as-sent' ? sides.charged : effect === 'reduces' || effect === 'reversed' ? sides.credited : null
  }
  const valued = await valuedRows(snapshot, asked, Uint32Array.from(again.keys()), turn)
  for (const [at, row] of valued.rows.entries()) {
    const { like } = valued.kindAt(at)
    const kind = sideOf(like)?.[again.get(row) ?? 'alike']
    kind?.rows.add(row)
    if (kind !== undefined && like.why === 'part-of-line') kind.isInLines = true
  }

  /** @param duplicated those among them that are told apart */
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

  async function figuresOf(side: ReturnType<typeof kinds>): Promise<DuplicateFigure[]> {
    const figures: DuplicateFigure[] = []
    for (const evidence of ['key', 'alike'] as const) {
      const { rows: duplicated, isInLines } = side[evidence]
      if (duplicated.size === 0) continue
      // Rows outside monthly lines are worth the same whatever else there is, so the other events need not be valued.
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

const kind = () => ({ rows: new Set<number>(), isInLines: false })
const kinds = () => ({ key: kind(), alike: kind() })

/** Credits that may already have compensated for a duplicate: same customer and worth, not before its second event. */
const MOST_CREDITS = 3

/** This is what is known of rows: as sent, and of the first of each group its worth by the rules. */
interface KnownRows {
  units: readonly UnitCodes[]
  sentOf(row: number): Decimal | null
  signOf(row: number): Sign
  worthOf(row: number): EventWorth
}

/**
 * The first three such rows for each group of debits; the sign of the amount, as sent without a rule, does not matter.
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
  /** Indexed by customer, units and amount, since thousands of credits are matched against hundreds of groups. */
  const wanted = new Map<string, number[]>()
  const wantedCustomers = new Set<number>()
  for (const [at, group] of groups.entries()) {
    const first = group[0] ?? 0
    const customer = customers[first] ?? 0
    const size = sizeName(first, known.worthOf(first), known)
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
    const size = sizeName(row, valued.eventAt(credit), known)
    if (size === null || size.endsWith(NOTHING)) continue
    for (const at of wanted.get(`${customers[row] ?? 0} ${size}`) ?? []) {
      const [time, second] = [instantOf(row), instantOf(groups[at]?.[1] ?? 0)]
      const list = found[at]
      if (list === undefined || list.length === MOST_CREDITS || time === null || second === null) continue
      if (compareInstants(time, second) >= 0) list.push(row)
    }
  }
  return found
}

/** Equal for equal worths in one currency, without a rule for amounts in the same units; null: it has none. */
function sizeName(row: number, valued: EventWorth, { units, sentOf }: KnownRows): string | null {
  if (valued.moneyKind !== 'no-rule') {
    const isMoney = isMoneyKind(valued.moneyKind)
    return isMoney && valued.worth !== null ? `${JSON.stringify(valued.currency)} ${sizeText(valued.worth)}` : null
  }
  const sent = sentOf(row)
  return sent && `as sent ${units.map(({ codes }) => codes[row] ?? 0).join()} ${sizeText(sent)}`
}

/** The name of 0 ends with it. */
const NOTHING = ' 0'

/** Equal for equal sizes, whatever their sign and trailing zeros. */
const sizeText = ({ digits, scale }: Decimal) => plainNumber({ digits: digits < 0n ? -digits : digits, scale })
