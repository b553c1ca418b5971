// This is what changed between two readings of one search, in sentences.
import { SUM_TYPE_WORDS } from '../../../shared/event/event.ts'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import { notInSides } from '../../../shared/figures/comparison.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ChangeKind, KindWorth, NotInChange, Segment } from '../../../shared/snapshot/snapshot-changes.ts'
import { inZone } from '../../../shared/time/instant.ts'
import { notInSumOf } from '../../../shared/worth/not-in-sum.ts'
import { NOT_IN_TOTAL, type WorthDifference } from '../../../shared/worth/worth.ts'
import { dayWords, monthWords, zoneCity } from '../../ui/instant-words.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import { currencyWords, moneyWords, signedMoney, signedMoneyInWords } from '../../worth/money-words.ts'
import type { SentDifference, SummedWorth } from '../figures/summed-worth.ts'

/** "November 2026", "4 Nov 2026", "4 Nov to 6 Nov 2026" in the zone; null where it has no beginning or end. */
export function datesWords(
  { from, until }: { from: string | null; until: string | null },
  zone: string,
): string | null {
  const start = from === null ? null : inZone(from, zone)
  const last = until === null ? null : inZone(justBefore(until), zone)
  if (start === null || last === null || from?.startsWith('0001')) return null
  const year = last.date.slice(0, 4)
  const end = inZone(until ?? '', zone)
  const isWhole =
    start.date.endsWith('-01') && isMidnight(start.time) && end?.date.endsWith('-01') && isMidnight(end.time)
  if (isWhole && start.date.slice(0, 7) === last.date.slice(0, 7)) return monthWords(last.date)
  if (start.date === last.date) return `${dayWords(start.date)} ${year}`
  return `${dayWords(start.date)} to ${dayWords(last.date)} ${year}`
}

const isMidnight = (time: string) => time === '00:00:00'

/** An instant within the last day: the end itself does not belong to the range. */
const justBefore = (until: string) => new Date(Date.parse(until) - 1).toISOString()

/** "1 Dec 2026, 08:01 UTC": the moment that a snapshot shows. */
export function readMoment({ asOf, endedAt, begunAt }: SnapshotSummary, zone: string): string {
  const seen = inZone(asOf ?? endedAt ?? begunAt, zone)
  if (seen === null) return asOf ?? endedAt ?? begunAt
  const place = zone === 'UTC' ? 'UTC' : zoneCity(zone)
  return `${dayWords(seen.date)} ${seen.date.slice(0, 4)}, ${seen.time.slice(0, 5)} ${place}`
}

interface SentenceParts {
  kind: ChangeKind
  count: number
  /** It is of this kind; null: events are only counted. */
  worth: KindWorth | null
  amount: Pick<AmountChoice, 'isMinor'>
  /** It is as `datesWords` writes it. */
  dated: string | null
  /** It is `readMoment` of the earlier one. */
  moment: string
}

/** "3 events dated November 2026 were absent on 1 Dec 2026, 08:01 UTC and are here now: +36.45 EUR." */
export function changeSentence({ kind, count, worth, amount, dated, moment }: SentenceParts): string {
  const isOne = count === 1
  const events = `${countWords(count, 'event')}${dated === null ? '' : ` dated ${dated}`}`
  const sums = worth === null ? [] : worthWords(worth, amount)
  const end = sums.length === 0 ? '.' : `: ${sums.join(', ')}.`
  switch (kind) {
    case 'added':
      return `${events} ${isOne ? 'was' : 'were'} absent on ${moment} and ${isOne ? 'is' : 'are'} here now${end}`
    case 'gone':
      return `${events} ${isOne ? 'was' : 'were'} here on ${moment} and ${isOne ? 'is' : 'are'} gone now${end}`
    case 'altered':
      return `${events} ${isOne ? 'was' : 'were'} altered since ${moment}${end}`
  }
}

/**
 * "−375.30 EUR (+37.20 charged, −412.50 taken off)"; charged and reduces apart where nothing is netted; then debits and
 * credits as sent of events that no rule takes. Each with what is not in it; then how many events are no money at all.
 * The first of many sums are named.
 */
export function worthWords(
  { all, asSent, unvalued, notIn }: SummedWorth,
  amount: Pick<AmountChoice, 'isMinor'>,
): string[] {
  const sums = firstSums([...differencesWords(all, notIn), ...sentWords(asSent, amount)])
  // Whatever else has no money of its own is in a line of a month, or told with the sums.
  const isNone = ({ why }: KindWorth['unvalued'][number]) => why === 'balance' || why === 'not-money'
  const without = unvalued.filter(isNone).reduce((sum, { before, after }) => sum + Math.max(before, after), 0)
  return without === 0 ? sums : [...sums, `${countWords(without, 'event')} ${NOT_IN_TOTAL.words}`]
}

/** "debits +4.20 EUR as sent (no price rule)": differences as sent, each followed by what is not in it. */
export const sentWords = ({ all }: SummedWorth['asSent'], { isMinor }: Pick<AmountChoice, 'isMinor'>): string[] =>
  all.flatMap(({ units, code, before, after, changes: { debit, credit, neither } }) => {
    const words = (name: string, change: typeof debit) =>
      change === null
        ? []
        : [`${name} ${moneyWords(change.difference, units, { isMinor, isSigned: true, code })} as sent (no price rule)`]
    return [
      ...words('debits', debit),
      ...words('credits', credit),
      ...words(SUM_TYPE_WORDS.neither, neither),
      ...[sentWithout({ before, after })].filter((without) => without !== null),
    ]
  })

/** Gives the first of many sums, and how many more there are, which are in the table. */
export const firstSums = (sums: string[]): string[] =>
  sums.length > MOST_SUMS ? [...sums.slice(0, MOST_SUMS), `and ${sums.length - MOST_SUMS} more`] : sums

const MOST_SUMS = 6

/** Tells what is not in differences as sent, of then and of now. */
export const sentWithout = (sides: Pick<SentDifference, 'before' | 'after'>): string | null =>
  notInSides(sides, { before: 'then', after: 'now' })

/** The differences, each with what is not in it; then what is in none. */
function differencesWords(all: readonly WorthDifference[], notIn: NotInChange): string[] {
  const differences = all.map((one) => {
    const without = notInChange(notIn, one.currency)
    return without === null ? differenceWords(one) : `${differenceWords(one)} ${without}`
  })
  return [...differences, ...inNoDifferenceWords(all, notIn)]
}

/** Tells what is in no difference, as there is none in its currency. */
export function inNoDifferenceWords(all: readonly WorthDifference[], notIn: NotInChange): string[] {
  const known = new Set(all.map(({ currency }) => currency))
  const currencies = new Set([...notIn.before, ...notIn.after].map(({ currency }) => currency))
  const alone = [...currencies].filter((currency) => !known.has(currency))
  return alone.map((currency) => `${currencyWords(currency)} ${notInChange(notIn, currency)}`)
}

/** Tells what is not in a difference of money: of what was there, of what is there now, or of both. */
export function notInChange({ before, after }: NotInChange, currency: string | null): string | null {
  const [then, now] = [notInSumOf(before, currency), notInSumOf(after, currency)]
  if (then === null || now === null || then === now) return now ?? then
  return `then ${then}, now ${now}`
}

/** "−375.30 EUR (+37.20 charged, −412.50 taken off)"; "+37.20 charged, −412.50 taken off EUR" if not netted. */
export function differenceWords({ currency, charged, reduces, net }: WorthDifference): string {
  const apart = `${signedMoney(charged, currency)} charged, ${signedMoney(reduces, currency)} taken off`
  if (net === null) return `${apart} ${currencyWords(currency)}`
  const hasBoth = [charged, reduces].every((sum) => /[1-9]/.test(sum))
  return `${signedMoneyInWords(net, currency)}${hasBoth ? ` (${apart})` : ''}`
}

/**
 * Says what a recheck by counts found: "Of 30 days, these have another total than in the closing copy: 4 Nov 2026; 17
 * Nov 2026."; at most ten are named.
 */
export function recheckWords(
  { days, differing }: { days: number; differing: readonly Segment[] },
  zone: string,
): string {
  if (differing.length === 0) return `The totals of all ${countWords(days, 'day')} are the same as in the closing copy.`
  const names = differing.slice(0, MOST_SEGMENTS).map((one) => datesWords(one, zone) ?? `${one.from} to ${one.until}`)
  const more = differing.length - names.length
  return `Of ${countWords(days, 'day')}, these have another total than in the closing copy: ${names.join('; ')}${more > 0 ? ` and ${more} more` : ''}.`
}

const MOST_SEGMENTS = 10
