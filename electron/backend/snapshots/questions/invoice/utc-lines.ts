// Lines whose periods the file says in UTC. They are valued by days of the billing zone; what days in UTC come to is told beside it,
// and which of their hours were not read.
import { type Decimal, ZERO } from '../../../../../shared/exact/decimal.ts'
import type { Turn } from '../turn.ts'
import { isEqual, moneyWithCurrency, placeWords } from './causes/figures.ts'
import { between, isTimed, type LineCase, type Seconds } from './causes/line-case.ts'
import { lineReckoner } from './causes/line-reckoner.ts'
import { daysLater, startOf } from './causes/zone-days.ts'
import { groupKey, type JudgedLine, type LineClass, type UtcFinding, withFound } from './judged-line.ts'
import { compareTexts, lineCase, type SearchOptions } from './search-causes.ts'

/** The classes with what days in UTC come to, of lines that are held against events, and in `why` where it is another amount. */
export async function judgeInUtc(
  classes: readonly LineClass[],
  options: SearchOptions,
  turn: Turn,
): Promise<LineClass[]> {
  const found = new Map<number, JudgedLine>()
  // Lines of one customer's code one after the other, as their events are read once.
  for (const one of classes.toSorted((a, b) => compareTexts(keyOf(a), keyOf(b)))) {
    const lines = one.lines.filter(({ paper, worth }) => paper.isUtc && worth !== null)
    const [first] = lines
    if (first === undefined) continue
    const { period } = one.placed
    const inUtc = { from: startOf(period.from, 'UTC'), until: startOf(daysLater(period.until, 1), 'UTC') }
    if (inUtc.from === one.placed.from && inUtc.until === one.placed.until) continue
    await turn.breathe()
    const worth = one.worth?.money.get(one.currency)?.worth ?? ZERO
    const around = await options.sources.eventsAround(one.customerId, one.code, one.placed, turn)
    const unread = unreadHours(inUtc, options)
    const other =
      typeof around === 'number' ? 'not-known' : worthInUtc({ ...lineCase(first, one, around, options), worth }, inUtc)
    const why = other === null ? [] : [bothWorths(worth, other, unread, one.currency, options.zone)]
    for (const line of lines) found.set(line.at, { ...line, utc: { unread, other }, why: [...line.why, ...why] })
  }
  return withFound(classes, found)
}

const keyOf = ({ customerId, code }: LineClass) => groupKey(customerId, code)

/** Null: the same as in the billing zone. */
function worthInUtc(line: LineCase, inUtc: Seconds): UtcFinding['other'] {
  const reckoner = lineReckoner(line)
  const figures = reckoner?.figures(reckoner.within(inUtc, 'UTC')) ?? null
  if (figures !== null) return isEqual(figures.worth, line.worth) ? null : figures.worth
  const { period } = line
  const shifts: Seconds[] = [
    { from: Math.min(period.from, inUtc.from), until: Math.max(period.from, inUtc.from) },
    { from: Math.min(period.until, inUtc.until), until: Math.max(period.until, inUtc.until) },
  ]
  const timed = line.events.filter(isTimed)
  return shifts.some((shift) => between(timed, shift).length > 0) ? 'not-known' : null
}

/** "its last hour (UTC) was not read"; null: all were. */
function unreadHours({ from, until }: Seconds, { inHand, hasEdges }: SearchOptions): string | null {
  const [first, last] = [
    hasEdges.before ? 0 : Math.max(0, inHand.from - from),
    hasEdges.after ? 0 : Math.max(0, until - inHand.until),
  ]
  const words = [hoursWords('first', first), hoursWords('last', last)].filter((one) => one !== null)
  if (words.length === 0) return null
  return `its ${words.join(' and ')} (UTC) ${first + last === 3_600 ? 'was' : 'were'} not read`
}

function hoursWords(which: 'first' | 'last', seconds: number): string | null {
  if (seconds === 0) return null
  return seconds === 3_600 ? `${which} hour` : `${which} ${Number((seconds / 3_600).toFixed(2))} hours`
}

/** "In Berlin its events are worth 744.00 EUR, in UTC 747.00 EUR." */
function bothWorths(
  worth: Decimal,
  other: Decimal | 'not-known',
  unread: string | null,
  currency: string | null,
  zone: string,
): string {
  const here = `By days in ${placeWords(zone)} its events are worth ${moneyWithCurrency(worth, currency)}`
  if (other === 'not-known') return `${here}; what they are by days in UTC is not known.`
  const asFar = unread === null ? '' : ` as far as they were read: ${unread}`
  return `${here}, by days in UTC ${moneyWithCurrency(other, currency)}${asFar}.`
}
