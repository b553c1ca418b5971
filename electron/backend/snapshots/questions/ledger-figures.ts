// The figures of a checked ledger: each group's lines, events and money, and the equation between file and snapshot.
// Amounts, currencies, treatments and outcomes are numbers of lists here, as there may be a million lines: an amount is
// a number of `EventMoney.amounts`, and 0 is none.
import { type Decimal, minus, plus, readPlain, ZERO } from '../../../../shared/exact/decimal.ts'
import {
  type LedgerEquation,
  type LedgerGroup,
  type LedgerMoney,
  MONEY_KINDS,
  type MoneyKind,
  OUTCOMES,
} from '../../../../shared/snapshot/snapshot-ledger.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import type { Turn } from '../table/turn.ts'
import type { CheckedLedger } from './checked-ledger.ts'
import { type AmountSums, createAmountSums } from './ledger-amounts.ts'
import { countedAmount, turnedBy } from './ledger-line-money.ts'
import { CHANGED_ID, MATCHED, OUTSIDE, outcomeNumber, REPEATED, rowOf, TOTAL } from './match-ledger.ts'

const KINDS = MONEY_KINDS.length
const OUTCOME_COUNT = OUTCOMES.length
/** It stands in place of an outcome in the sum of all of them: a file is added up once more as a whole. */
const ALL = OUTCOME_COUNT

/** The number of a block, which is the money of one kind in one currency. @param currency by its number */
const blockOf = (kind: MoneyKind, currency: number) => currency * KINDS + MONEY_KINDS.indexOf(kind)
/** The number of the sum that an outcome, or `ALL`, has in a block. */
const sumOf = (block: number, outcome: number) => block * (OUTCOME_COUNT + 1) + outcome

export interface LedgerFigures {
  groups: LedgerGroup[]
  equation: LedgerEquation[]
}

/** Lines and events counted by outcome, and their money added up by block and outcome (`sumOf`). */
interface LedgerTally {
  /** Indexed by the number of the outcome. */
  counts: Omit<LedgerGroup, 'outcome' | 'money'>[]
  ofFile: AmountSums
  ofSnapshot: AmountSums
  /** Blocks in which there is money, or an amount that is not read. */
  blocks: Set<number>
  /** The blocks and the sums in which a line's amount could not be read as a number, so that no total is known. */
  unreadBlocks: Set<number>
  unreadSums: Set<number>
}

const noneCounted = () => ({ lines: 0, events: 0, linesWithout: 0, eventsWithout: 0 })

/** Counts and adds up all lines and events. */
async function tallied(ledger: CheckedLedger, turn: Turn): Promise<LedgerTally> {
  const { amounts } = ledger.money
  const tally: LedgerTally = {
    counts: OUTCOMES.map(noneCounted),
    ofFile: createAmountSums(amounts),
    ofSnapshot: createAmountSums(amounts),
    blocks: new Set(),
    unreadBlocks: new Set(),
    unreadSums: new Set(),
  }
  await tallyLines(ledger, tally, turn)
  await tallyEvents(ledger, tally, turn)
  return tally
}

/** Counts the lines, and adds up their amounts, with the signs that they count with and in units of the currency. */
async function tallyLines(ledger: CheckedLedger, tally: LedgerTally, turn: Turn): Promise<void> {
  const { file, matches, money, signs, lineMoney } = ledger
  const amountColumn = ledger.columns.find((column) => column.file.means.is === 'amount') ?? null
  const hasUnreadAmount = (line: number) => amountColumn?.isUnread?.(amountColumn.file.codes[line] ?? 0) === true

  for (let line = 0; line < file.lines; line += 1) {
    if (line % 16_384 === 0) await turn.breathe()
    const outcome = matches.outcomes[line] ?? 0
    const count = tally.counts[outcome]
    // A row of totals (`TOTAL`) is no line.
    if (count === undefined) continue
    count.lines += 1
    const own = lineMoney(line)
    const hasAmount = own.amount !== 0
    const treatment = money.treatments[own.treatment]
    if (treatment === undefined || !hasAmount) count.linesWithout += 1
    if (treatment === undefined || !(hasAmount || hasUnreadAmount(line))) continue
    const block = blockOf(treatment.of, own.currency)
    tally.blocks.add(block)
    if (hasAmount) {
      const effect = turnedBy(treatment.effect, signs)
      for (const one of [outcome, ALL]) tally.ofFile.add(sumOf(block, one), own.amount, effect, treatment.shift)
    } else {
      tally.unreadBlocks.add(block)
      tally.unreadSums.add(sumOf(block, outcome))
    }
  }
}

/** Counts the events, and adds up what they are worth, which has its sign and is in units of its currency already. */
async function tallyEvents(ledger: CheckedLedger, tally: LedgerTally, turn: Turn): Promise<void> {
  const { matches, money, rows } = ledger
  for (const [at, row] of rows.entries()) {
    if (at % 16_384 === 0) await turn.breathe()
    const outcome = matches.rowOutcomes[row] ?? OUTSIDE
    const count = tally.counts[outcome]
    if (count === undefined) continue
    count.events += 1
    const worth = money.worth[row] ?? 0
    if (worth === 0) {
      count.eventsWithout += 1
      continue
    }
    const treatment = money.treatments[money.treatment[row] ?? 0]
    const block = blockOf(treatment?.of ?? 'worth', money.currency[row] ?? 0)
    for (const one of [outcome, ALL]) tally.ofSnapshot.add(sumOf(block, one), worth, 'as-sent', 0)
    tally.blocks.add(block)
  }
}

/**
 * The figures of a checked ledger. Groups are in the order of `OUTCOMES`; the money of each, and the equations, by kind
 * of money, then by currency.
 */
export async function ledgerFigures(ledger: CheckedLedger, turn: Turn): Promise<LedgerFigures> {
  const { counts, ofFile, ofSnapshot, blocks: numbers, unreadBlocks, unreadSums } = await tallied(ledger, turn)
  const { currencies } = ledger.money
  const blocks = [...numbers]
    .map((block) => ({ block, kind: block % KINDS, currency: currencies.name(Math.floor(block / KINDS)) }))
    .sort((a, b) => a.kind - b.kind || compareCurrencyNames(a.currency, b.currency))
  /** Null: the outcome has no money in the block. */
  const moneyOf = ({ block, kind, currency }: (typeof blocks)[number], outcome: number): LedgerMoney | null => {
    const sum = sumOf(block, outcome)
    const [fileSum, snapshotSum] = [ofFile.total(sum), ofSnapshot.total(sum)]
    const isUnread = unreadSums.has(sum)
    if (fileSum === null && snapshotSum === null && !isUnread) return null
    return comparedMoney(kind, currency, isUnread ? null : (fileSum ?? ZERO), snapshotSum ?? ZERO)
  }
  // Only some files have changed IDs; the other outcomes are there with no line too.
  const outcomes = OUTCOMES.filter((one) => one !== 'changed-id' || counts[CHANGED_ID]?.lines !== 0)
  const groups = outcomes.map((outcome): LedgerGroup => {
    const number = outcomeNumber(outcome)
    const money = blocks.flatMap((one) => moneyOf(one, number) ?? [])
    return { outcome, ...(counts[number] ?? noneCounted()), money }
  })
  const equation = blocks.map((one): LedgerEquation => {
    const sumOfAll = sumOf(one.block, ALL)
    const fileTotal = unreadBlocks.has(one.block) ? null : (ofFile.total(sumOfAll) ?? ZERO)
    const whole = comparedMoney(one.kind, one.currency, fileTotal, ofSnapshot.total(sumOfAll) ?? ZERO)
    const parts = outcomes.map((outcome) => {
      const ofOutcome = moneyOf(one, outcomeNumber(outcome))
      return { outcome, difference: ofOutcome === null ? '0' : ofOutcome.difference }
    })
    if (whole.difference === null) return { ...whole, groups: parts, holds: null }
    const sum = parts.reduce((all, { difference }) => plus(all, readPlain(difference ?? '0')), ZERO)
    return { ...whole, groups: parts, holds: minus(sum, readPlain(whole.difference)).digits === 0n }
  })
  return { groups, equation }
}

/**
 * What each line that does not match differs by: what it counts as less what its event is worth, or all of it where it
 * has no event of its own.
 */
export function* differences({ file, matches, money, lineMoney, signs }: CheckedLedger) {
  for (let line = 0; line < file.lines; line += 1) {
    const outcome = matches.outcomes[line]
    if (outcome === MATCHED || outcome === TOTAL) continue
    const own = lineMoney(line)
    const counted = countedAmount(own, money, signs)
    if (counted === null || money.treatments[own.treatment]?.of === 'unvalued') continue
    // What is repeated has the event of the line that it repeats.
    const row = outcome === REPEATED ? null : rowOf(matches, line)
    // Amounts in two currencies have no difference.
    if (row !== null && money.currency[row] !== own.currency) continue
    const worth = row === null ? 0 : (money.worth[row] ?? 0)
    const difference = worth === 0 ? counted : minus(counted, money.amounts.decimal(worth))
    yield { line: file.lineNumbers[line] ?? 0, currency: money.currencies.name(own.currency), difference }
  }
}

/** What has no currency comes last. */
export const compareCurrencyNames = (a: string | null, b: string | null) =>
  Number(a === null) - Number(b === null) || ((a ?? '') < (b ?? '') ? -1 : 1)

/** Both sides of a sum as texts. @param kind its place in `MONEY_KINDS` @param file null: an amount is not read */
function comparedMoney(kind: number, currency: string | null, file: Decimal | null, snapshot: Decimal): LedgerMoney {
  return {
    of: MONEY_KINDS[kind] ?? 'worth',
    currency,
    file: file && plainNumber(file),
    snapshot: plainNumber(snapshot),
    difference: file && plainNumber(minus(file, snapshot)),
  }
}
