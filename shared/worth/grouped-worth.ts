// This is what events are worth by group, currency by currency, from events that are valued once.
//
// Groups are joined into larger ones: events by customer and day are the finest groups, whose money by customer is that
// of all days. A period line (`period-lines.ts`) has money for a customer, an event code and a whole month alone: it is
// in a group only where none of its events is in another one, as by customer, and by day in none.
import { type Decimal, decimalText, plus, rounded, ZERO } from '../exact/decimal.ts'
import { currencyExponent } from './money-text.ts'
import { createNotInSum, type Missed, type NotInSumTally } from './not-in-sum.ts'
import type { ComputedLine } from './period-lines.ts'
import type { ValuedEvent } from './value-event.ts'
import { isMoneyKind, type NotValued } from './worth.ts'

/** Currencies beyond these have no block of their own, which bounds a service that gives each event one. */
const MOST_CURRENCIES = 1_000
/** Groups that say what is not in their money: each takes a kilobyte. An answer has half as many lines. */
const MOST_TOLD = 20_000

/** The money of a group in one currency. */
export interface GroupMoney {
  /** Null: not known, or there is no money. */
  currency: string | null
  /** They have the currency that their rule says, with money or not; those without a rule are in no block. */
  events: number
  /** So many of them have money of their own, or are in a line that has some. */
  valued: number
  /** Null: none. */
  charged: Decimal | null
  reduces: Decimal | null
  /** Events that have a number and no money; null: none. A million groups are a million of these. */
  notValued: Map<NotValued, number> | null
  /** This says what is not in its money: these events, and those whose number is missing; null: all is in it. */
  notIn: NotInSumTally | null
  /** Events like these of which only this is known, as too many groups have some. */
  untold: number
}

export interface GroupWorth {
  /** First seen first. */
  money: GroupMoney[]
  /** Events that no rule takes: while there are any, nothing of the group is netted. */
  unruled: number
}

/**
 * The money of a finest group in one currency. Events whose money is that of their line are beside it: where groups
 * have lines whole, the line counts instead of them; elsewhere they are events without money.
 */
interface Bucket extends GroupMoney {
  group: number
  /** The number of such events. */
  ofLines: number
  /** What they would add to the money, had they any; null: there are none. */
  missedOfLines: MissedMoney | null
}

type MissedMoney = Pick<GroupMoney, 'notIn' | 'untold'>

/** Takes what a valuation's `add` gives: a line has its place by then. Grows with groups and the currencies of each. */
export function createGroupedWorth() {
  const buckets = new Map<number, Bucket>()
  const currencies = new Map<string | null, number>([[null, 0]])
  const unruled = new Map<number, number>()
  /**
   * The finest group of each line's first event, by the line's place: where groups have lines whole, all of its events
   * are in the same larger group as that one.
   */
  const groupOfLine: number[] = []
  /** How many groups say what is not in their money. */
  let told = 0

  /** Notes what events would add to the money of their group, had they any, those of a line apart; or their number. */
  function noteMissed(bucket: Bucket, missed: Missed): void {
    const noted = missed.why === 'part-of-line' ? missedOfLines(bucket) : bucket
    if (noted.notIn === null && told >= MOST_TOLD) {
      noted.untold += missed.events
      return
    }
    if (noted.notIn === null) told += 1
    noted.notIn ??= createNotInSum()
    noted.notIn.add(missed)
  }

  /** A number for a currency; that of no currency where there are too many. */
  function numberOf(currency: string | null): number {
    const known = currencies.get(currency)
    if (known !== undefined) return known
    if (currencies.size > MOST_CURRENCIES) return 0
    currencies.set(currency, currencies.size)
    return currencies.size - 1
  }

  /** One number for a group in a currency: a million texts would take much more room. */
  const keyOf = (group: number, currencyNumber: number) => group * (MOST_CURRENCIES + 1) + currencyNumber

  function bucketOf(group: number, currency: string | null): Bucket {
    const number = numberOf(currency)
    const key = keyOf(group, number)
    const known = buckets.get(key)
    if (known !== undefined) return known
    const made = { group, ofLines: 0, missedOfLines: null, ...noMoney(number === 0 ? null : currency) }
    buckets.set(key, made)
    return made
  }

  return {
    /**
     * @param valued one event, or the sums of several alike
     * @param group a number of a finest group, from 0
     * @param eventCode of the event
     */
    add(valued: ValuedEvent, group: number, eventCode: string | null, events = 1): void {
      const { moneyKind, worth, why, line } = valued
      if (moneyKind === 'no-rule') {
        unruled.set(group, (unruled.get(group) ?? 0) + events)
        return
      }
      const currency = blockCurrency(valued)
      const bucket = bucketOf(group, currency)
      bucket.events += events
      if (line !== null) groupOfLine[line.place] ??= group
      if (worth !== null && isMoneyKind(moneyKind)) {
        if (bucket.currency === currency) addMoney(bucket, worth, moneyKind, events)
        else count(bucket, 'too-many-currencies', events)
      } else if (why === 'part-of-line' && line !== null) bucket.ofLines += events
      else if (isNotValued(why)) count(bucket, why, events)
      const missed = missedEvent(valued, eventCode, events)
      if (missed !== null) noteMissed(bucket, missed)
    },
    /**
     * The groups joined into larger ones, by their number there; sparse where a group has no events.
     * @param parents gives the larger group of a finest one
     * @param lines of the same valuation; `hasLines`: each of them lies in one larger group, with all of its events
     */
    joined(
      parents: (group: number) => number,
      { lines, hasLines }: { lines: readonly ComputedLine[]; hasLines: boolean },
    ): GroupWorth[] {
      const groups: GroupWorth[] = []
      const blocks = new Map<number, GroupMoney>()
      const groupOf = (number: number) => {
        const known = groups[number] ?? { money: [], unruled: 0 }
        groups[number] = known
        return known
      }
      const blockIn = (number: number, currency: string | null) => {
        const key = keyOf(number, numberOf(currency))
        const known = blocks.get(key)
        if (known !== undefined) return known
        const made = noMoney(numberOf(currency) === 0 ? null : currency)
        blocks.set(key, made)
        groupOf(number).money.push(made)
        return made
      }
      for (const bucket of buckets.values()) {
        const block = blockIn(parents(bucket.group), bucket.currency)
        block.events += bucket.events
        block.valued += bucket.valued
        block.charged = joinedMoney(block.charged, bucket.charged)
        block.reduces = joinedMoney(block.reduces, bucket.reduces)
        for (const [why, events] of bucket.notValued ?? []) count(block, why, events)
        joinMissed(block, bucket)
        if (hasLines) continue
        if (bucket.ofLines > 0) count(block, 'part-of-line', bucket.ofLines)
        if (bucket.missedOfLines !== null) joinMissed(block, bucket.missedOfLines)
      }
      if (hasLines) for (const [place, line] of lines.entries()) joinLine(groupOfLine[place], line)
      for (const [group, events] of unruled) groupOf(parents(group)).unruled += events
      return groups

      /** @param group the finest group of its first event; undefined: none was added */
      function joinLine(group: number | undefined, { line, worth, quantity }: ComputedLine): void {
        if (group === undefined) return
        const block = blockIn(parents(group), line.currency)
        const isOfOther = worth !== null && block.currency !== line.currency
        const why = isOfOther ? 'too-many-currencies' : line.why
        if (worth !== null && !isOfOther) addMoney(block, worth, worth.digits < 0n ? 'reduces' : 'charged', line.events)
        else if (why !== null) {
          count(block, why, line.events)
          block.notIn ??= createNotInSum()
          block.notIn.add({ ...missedLine(line, quantity), why })
        }
      }
    },
  }
}

/** The currency in whose block an event counts: of its money, of its line, or of the money that it lacks. */
export function blockCurrency({
  moneyKind,
  currency,
  line,
  missing,
}: Pick<ValuedEvent, 'moneyKind' | 'currency' | 'line' | 'missing'>): string | null {
  if (line !== null) return line.currency
  if (missing !== null) return missing.currency
  return isMoneyKind(moneyKind) ? currency : null
}

const noMoney = (currency: string | null): GroupMoney => ({
  currency,
  events: 0,
  valued: 0,
  charged: null,
  reduces: null,
  notValued: null,
  notIn: null,
  untold: 0,
})

function missedOfLines(bucket: Bucket): MissedMoney {
  bucket.missedOfLines ??= { notIn: null, untold: 0 }
  return bucket.missedOfLines
}

/** Adds what is not in the money of a part of the block. */
function joinMissed(block: GroupMoney, { notIn, untold }: MissedMoney): void {
  block.untold += untold
  if (notIn === null) return
  block.notIn ??= createNotInSum()
  block.notIn.join(notIn.figures())
}

/** An event that has no money of its own, or several alike, as what lacks it says it; null: nothing lacks it. */
export function missedEvent(
  { why, worth, missing, quantity, unit }: Pick<ValuedEvent, 'why' | 'worth' | 'missing' | 'quantity' | 'unit'>,
  eventCode: string | null,
  events = 1,
): Missed | null {
  if (why === null || worth !== null) return null
  if (missing === null && !isNotValued(why)) return null
  return {
    why,
    eventCode,
    property: missing?.property ?? null,
    value: missing?.value ?? null,
    quantity: missing === null ? quantity : null,
    unit,
    events,
  }
}

/** The same of a line of a month that is not valued; why it is not, its caller adds. */
export const missedLine = (
  { eventCode, unit, events }: Pick<ComputedLine['line'], 'eventCode' | 'unit' | 'events'>,
  quantity: Decimal | null,
) => ({
  eventCode,
  property: null,
  value: null,
  quantity,
  unit,
  events,
})

function addMoney(block: GroupMoney, worth: Decimal, moneyKind: 'charged' | 'reduces', events: number): void {
  block[moneyKind] = joinedMoney(block[moneyKind], worth)
  block.valued += events
}

const joinedMoney = (one: Decimal | null, other: Decimal | null) =>
  one === null || other === null ? (one ?? other) : plus(one, other)

const isNotValued = (why: ValuedEvent['why']): why is NotValued =>
  why !== null && why !== 'no-number' && why !== 'text' && why !== 'beyond'

function count(block: GroupMoney, why: NotValued, events: number): void {
  block.notValued ??= new Map()
  block.notValued.set(why, (block.notValued.get(why) ?? 0) + events)
}

export interface InvoicedSum {
  currency: string
  /** It has the decimals of the currency. */
  sum: string
}

/**
 * Tells what an invoice would say: each of its lines, which is a customer's event code in one month, is rounded to the
 * currency's minor unit before it is added: half up, away from zero. A currency of which nobody knows the minor unit
 * has none, nor has anything while an event has no rule.
 * @param groups one for each customer, event code and month
 */
export function invoicedSums(groups: readonly GroupWorth[]): InvoicedSum[] {
  const sums = new Map<string, Decimal>()
  for (const { money, unruled } of groups) {
    if (unruled > 0) return []
    for (const { currency, charged, reduces } of money) {
      const places = currency === null ? null : currencyExponent(currency)
      const exact = joinedMoney(charged, reduces)
      if (currency === null || places === null || exact === null) continue
      sums.set(currency, plus(sums.get(currency) ?? ZERO, rounded(exact, places, 'half-up')))
    }
  }
  return [...sums].map(([currency, sum]) => ({ currency, sum: decimalText(sum) }))
}
