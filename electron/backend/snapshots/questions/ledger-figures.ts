// The figures of a checked ledger: each group's lines, events and money, and the equation between file and snapshot.
import { type Decimal, minus, plus, readPlain, ZERO } from '../../../../shared/exact/decimal.ts'
import {
  type LedgerEquation,
  type LedgerGroup,
  type LedgerMoney,
  MONEY_KINDS,
  OUTCOMES,
} from '../../../../shared/snapshot/snapshot-ledger.ts'
import { plainNumber } from '../../../../shared/worth/money-text.ts'
import type { Turn } from '../table/turn.ts'
import type { CheckedLedger } from './checked-ledger.ts'
import { type AmountSums, createAmountSums } from './ledger-amounts.ts'
import { countedAmount, turnedBy } from './ledger-line-money.ts'
import { CHANGED_ID, OUTSIDE, outcomeNumber } from './match-ledger.ts'

const KINDS = MONEY_KINDS.length
/** A group is the number of an outcome. */
const GROUPS = OUTCOMES.length
/** It stands in place of a group for all of them, which are added up apart from each. */
const ALL = GROUPS

/** The number of a block: money of one kind, by its place in `MONEY_KINDS`, in one currency, by its number. */
const blockOf = (kind: number, currency: number) => currency * KINDS + kind
/** The number of the sum that a group has in a block. */
const sumOf = (block: number, group: number) => block * (GROUPS + 1) + group

export interface LedgerFigures {
  groups: LedgerGroup[]
  equation: LedgerEquation[]
}

/** Lines and events counted by outcome, and their money added up by block and outcome. */
interface LedgerTally {
  /** By the number of the outcome. */
  counts: Omit<LedgerGroup, 'outcome' | 'money'>[]
  ofFile: AmountSums
  ofSnapshot: AmountSums
  /** Blocks in which there is money, or an amount that is not read. */
  seen: ReadonlySet<number>
  /** No sum is known where an amount is not read: they say in which blocks, and which sums of their groups. */
  unreadBlocks: ReadonlySet<number>
  unreadSums: ReadonlySet<number>
}

const noneCounted = () => ({ lines: 0, events: 0, linesWithout: 0, eventsWithout: 0 })

async function tallied(ledger: CheckedLedger, turn: Turn): Promise<LedgerTally> {
  const { file, matches, money, rows } = ledger
  const { amounts, treatments } = money
  const ofFile = createAmountSums(amounts)
  const ofSnapshot = createAmountSums(amounts)
  const counts = OUTCOMES.map(noneCounted)
  const stated = ledger.columns.find(({ file: { means } }) => means.is === 'amount') ?? null
  const seen = new Set<number>()
  const unreadBlocks = new Set<number>()
  const unreadSums = new Set<number>()

  for (let line = 0; line < file.lines; line += 1) {
    if (line % 16_384 === 0) await turn.breathe()
    const group = matches.outcomes[line] ?? 0
    const count = counts[group]
    if (count === undefined) continue
    count.lines += 1
    const { treatment, currency, amount } = ledger.lineMoney(line)
    const how = treatments[treatment]
    if (amount === 0 || how === undefined) {
      count.linesWithout += 1
      if (how === undefined || stated?.isUnread?.(stated.file.codes[line] ?? 0) !== true) continue
      const block = blockOf(MONEY_KINDS.indexOf(how.of), currency)
      seen.add(block)
      unreadBlocks.add(block)
      unreadSums.add(sumOf(block, group))
      continue
    }
    const block = blockOf(MONEY_KINDS.indexOf(how.of), currency)
    seen.add(block)
    const effect = turnedBy(how.effect, ledger.signs)
    for (const one of [group, ALL]) ofFile.add(sumOf(block, one), amount, effect, how.shift)
  }
  for (const [at, row] of rows.entries()) {
    if (at % 16_384 === 0) await turn.breathe()
    const group = matches.rowOutcomes[row] ?? OUTSIDE
    const count = counts[group]
    if (count === undefined) continue
    count.events += 1
    const amount = money.worth[row] ?? 0
    if (amount === 0) {
      count.eventsWithout += 1
      continue
    }
    const how = treatments[money.treatment[row] ?? 0]
    const block = blockOf(MONEY_KINDS.indexOf(how?.of ?? 'worth'), money.currency[row] ?? 0)
    seen.add(block)
    for (const one of [group, ALL]) ofSnapshot.add(sumOf(block, one), amount, 'as-sent', 0)
  }
  return { counts, ofFile, ofSnapshot, seen, unreadBlocks, unreadSums }
}

/** A group for each outcome in the order of `OUTCOMES`, an empty one too but of changed IDs; by kind, then currency. */
export async function ledgerFigures(ledger: CheckedLedger, turn: Turn): Promise<LedgerFigures> {
  const { counts, ofFile, ofSnapshot, seen, unreadBlocks, unreadSums } = await tallied(ledger, turn)
  const { currencies } = ledger.money
  const blocks = [...seen]
    .map((block) => ({ block, kind: block % KINDS, currency: currencies.name(Math.floor(block / KINDS)) }))
    .sort((a, b) => a.kind - b.kind || compareCurrencyNames(a.currency, b.currency))
  /** Null: the group has no money in the block. */
  const moneyOf = ({ block, kind, currency }: (typeof blocks)[number], group: number): LedgerMoney | null => {
    const sum = sumOf(block, group)
    const [fileSum, snapshotSum] = [ofFile.total(sum), ofSnapshot.total(sum)]
    const isUnread = unreadSums.has(sum)
    if (fileSum === null && snapshotSum === null && !isUnread) return null
    return ledgerMoney(kind, currency, isUnread ? null : (fileSum ?? ZERO), snapshotSum ?? ZERO)
  }
  const outcomes = OUTCOMES.filter((one) => one !== 'changed-id' || counts[CHANGED_ID]?.lines !== 0)
  const groups = outcomes.map((outcome): LedgerGroup => {
    const group = outcomeNumber(outcome)
    const count = counts[group] ?? noneCounted()
    const sums = blocks.flatMap((one) => moneyOf(one, group) ?? [])
    return { outcome, ...count, money: sums }
  })
  const equation = blocks.map((one): LedgerEquation => {
    const sumOfAll = sumOf(one.block, ALL)
    const fileTotal = unreadBlocks.has(one.block) ? null : (ofFile.total(sumOfAll) ?? ZERO)
    const whole = ledgerMoney(one.kind, one.currency, fileTotal, ofSnapshot.total(sumOfAll) ?? ZERO)
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

/** Gives, for lines that have no event or another amount than it, what each comes to, less what its event is worth. */
export function* differences({ file, matches, money, lineMoney, signs }: CheckedLedger) {
  for (let line = 0; line < file.lines; line += 1) {
    const outcome = matches.outcomes[line] ?? OUTSIDE
    if (outcome === outcomeNumber('matched') || outcome >= GROUPS) continue
    const own = lineMoney(line)
    const comes = countedAmount(own, money, signs)
    if (comes === null || money.treatments[own.treatment]?.of === 'unvalued') continue
    // What is repeated has the event of the line that it repeats.
    const row = outcome === outcomeNumber('repeated') ? -1 : (matches.rows[line] ?? 0) - 1
    const worth = row < 0 ? 0 : (money.worth[row] ?? 0)
    // Of an event in another currency it is no difference.
    if (row >= 0 && money.currency[row] !== own.currency) continue
    const difference = worth === 0 ? comes : minus(comes, money.amounts.decimal(worth))
    yield { line: file.lineNumbers[line] ?? 0, currency: money.currencies.name(own.currency), difference }
  }
}

/** What has no currency comes last. */
export const compareCurrencyNames = (a: string | null, b: string | null) =>
  Number(a === null) - Number(b === null) || ((a ?? '') < (b ?? '') ? -1 : 1)

/** @param kind its place in `MONEY_KINDS` @param file null: an amount of it is not read */
function ledgerMoney(kind: number, currency: string | null, file: Decimal | null, snapshot: Decimal): LedgerMoney {
  return {
    of: MONEY_KINDS[kind] ?? 'worth',
    currency,
    file: file && plainNumber(file),
    snapshot: plainNumber(snapshot),
    difference: file && plainNumber(minus(file, snapshot)),
  }
}
