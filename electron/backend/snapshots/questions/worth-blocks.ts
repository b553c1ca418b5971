// The blocks of totals by rules: what a group has in one currency, and its figures as texts.
import { type Decimal, percentOf, plus } from '../../../../shared/exact/decimal.ts'
import type {
  Figure,
  NotInFigures,
  TotalsAnswer,
  TotalsCell,
  TotalsLine,
} from '../../../../shared/snapshot/snapshot-totals.ts'
import type { GroupMoney, GroupWorth } from '../../../../shared/worth/grouped-worth.ts'
import { plainMoney } from '../../../../shared/worth/money-text.ts'
import { joinedNotIn } from '../../../../shared/worth/not-in-sum.ts'
import type { ComputedLine } from '../../../../shared/worth/period-lines.ts'
import { NOT_VALUED } from '../../../../shared/worth/worth.ts'
import { cellWithout, notInOf, shareOf } from './totals-lines.ts'

/** So many event codes of lines are named. */
const MOST_CODES = 100

/** What a group has in one currency: its money by the rules, and beside it what no rule takes. */
export interface Block {
  currency: string | null
  money: GroupMoney | null
  /** What its events without a rule sent; null: nothing. */
  sent: TotalsLine | null
  /** Its events without a rule, where they sent nothing that is known to be summed. */
  unsummed: number
}

/**
 * A block for each currency of a group: its money by the rules, beside what was sent in the same currency.
 * @param sent what its events without a rule sent
 * @param isSummed whether all of that is in `sent`; else the events without a rule are only counted, without a currency
 */
export function blocksOf(
  group: GroupWorth | undefined,
  sent: readonly TotalsLine[],
  isSummed = sent.length > 0,
): Block[] {
  const made = (group?.money ?? []).map((money): Block => {
    return { currency: money.currency, money, sent: null, unsummed: 0 }
  })
  for (const line of sent) {
    const currency = unitName(line.units)
    const known = made.find((one) => one.currency === currency && one.sent === null)
    if (known === undefined) made.push({ currency, money: null, sent: line, unsummed: 0 })
    else known.sent = line
  }
  const unsummed = isSummed ? 0 : (group?.unruled ?? 0)
  if (unsummed === 0) return made
  const known = made.find(({ currency }) => currency === null)
  if (known === undefined) made.push({ currency: null, money: null, sent: null, unsummed })
  else known.unsummed = unsummed
  return made
}

/** The units of a line of totals as sent, as a currency is named: "EUR"; null: it has none. */
function unitName(units: readonly (string | null)[]): string | null {
  const known = units.filter((unit) => unit !== null)
  return known.length === 0 ? null : known.join(' · ')
}

/** The blocks of each group. */
export function blocksOfGroups(
  groups: readonly GroupWorth[],
  sent: TotalsAnswer | null,
  keysOf: (group: number) => TotalsLine['keys'],
): { block: Block; group: number }[] {
  const sentOf = Map.groupBy(sent?.lines ?? [], ({ keys }) => JSON.stringify(keys))
  return groups.flatMap((groupWorth, group) => {
    const sentLines = groupWorth.unruled === 0 ? [] : (sentOf.get(JSON.stringify(keysOf(group))) ?? [])
    return blocksOf(groupWorth, sentLines).map((block) => ({ block, group }))
  })
}

/** The number of events in a block. */
export const countOf = ({ money, sent, unsummed }: Block) => (money?.events ?? 0) + (sent?.total.count ?? 0) + unsummed

/** Charged plus reduces; null if neither has money. */
export const netOf = (money: GroupMoney | null): Decimal | null => {
  if (money === null || money.charged === null || money.reduces === null)
    return money?.charged ?? money?.reduces ?? null
  return plus(money.charged, money.reduces)
}

/** Most events first, as in the headlines; what has no currency comes last. */
export function sortedBlocks(blocks: Block[]): Block[] {
  return blocks.sort((a, b) => Number(a.currency === null) - Number(b.currency === null) || countOf(b) - countOf(a))
}

const exactly = (exact: string): Figure => ({ exact, perEvent: null, perLine: null, perTotal: null })

/**
 * A block as the cell of a line.
 * @param unruled the group's events without a price rule: while there are any, nothing is netted
 * @param all the money of "All" in its currency, which shares are of
 * @param events all events there are
 */
export function worthCell(
  block: Block,
  { unruled, all, events }: { unruled: number; all: GroupMoney | null; events: number },
): TotalsCell {
  const { money, sent, currency } = block
  const text = (value: Decimal | null) => value && plainMoney(value, currency)
  const net = unruled > 0 ? null : netOf(money)
  const count = countOf(block)
  const valued = money?.valued ?? 0
  return {
    ...cellWithout(count),
    numbers: valued,
    without: count - valued,
    credit: sent?.total.credit ?? null,
    debit: sent?.total.debit ?? null,
    neither: sent?.total.neither ?? null,
    debitMinusCredit: net && exactly(text(net) ?? ''),
    ...notInOf(missedIn(money, sent)),
    share: { count: percentOf(wholeNumber(count), wholeNumber(events), 2), credit: null, debit: null },
    worth: {
      charged: text(money?.charged ?? null),
      reduces: text(money?.reduces ?? null),
      quantity: null,
      unruled,
      notValued: NOT_VALUED.flatMap((why) => {
        const notValued = money?.notValued?.get(why) ?? 0
        return notValued === 0 ? [] : [{ why, events: notValued }]
      }),
      share: { charged: shareOf(money?.charged, all?.charged), reduces: shareOf(money?.reduces, all?.reduces) },
    },
  }
}

/** Says what is not in the money, and in what its events without a rule sent. */
const missedIn = (money: GroupMoney | null, sent: TotalsLine | null): NotInFigures => ({
  parts: joinedNotIn([money?.notIn?.figures() ?? [], sent?.total.notIn?.parts ?? []]),
  untold: (money?.untold ?? 0) + (sent?.total.notIn?.untold ?? 0),
})

const wholeNumber = (count: number): Decimal => ({ digits: BigInt(count), scale: 0 })

/** What lines of whole months come to, by currency. */
export function moneyOfLines(lines: readonly ComputedLine[]) {
  const sums = new Map<string | null, { sum: Decimal; codes: Set<string | null> }>()
  for (const { worth, line } of lines) {
    if (worth === null) continue
    const known = sums.get(line.currency)
    sums.set(line.currency, {
      sum: known === undefined ? worth : plus(known.sum, worth),
      codes: (known?.codes ?? new Set()).add(line.eventCode),
    })
  }
  return [...sums].map(([currency, { sum, codes }]) => ({
    currency,
    sum: plainMoney(sum, currency),
    codes: [...codes].slice(0, MOST_CODES),
  }))
}
