// Compares lines with what their events are worth: which agree, which differ and by how much.
import { compareDecimals, type Decimal, minus, plus, ZERO } from '../../../../../shared/exact/decimal.ts'
import { countWords } from '../../../../../shared/exact/grouped-digits.ts'
import type { RatePrice } from '../../../../../shared/worth/rate-card.ts'
import { NOT_VALUED_WORDS } from '../../../../../shared/worth/worth.ts'
import { isEqual, moneyWithCurrency, plainMoney, plainNumber, roundsTo, sizeOf } from './causes/figures.ts'
import type { StretchMoney } from './group-stretch.ts'
import type { JudgedLine, LineClass } from './judged-line.ts'
import { figureProblems, isQuantityOf } from './line-figures.ts'
import type { PeriodWorth } from './period-worth.ts'

export interface Judging {
  /** Without any, no event has money. */
  hasRules: boolean
  places: (currency: string | null) => number
  /** The rate card, and what of it is for a code. */
  card: readonly RatePrice[]
  pricesOf: (code: string) => readonly RatePrice[]
}

const NO_RULES_WORDS = 'There are no price rules, so it is not known what its events are worth.'

/** Writes what it finds into the lines. Where `isSearched` is set, causes are still to be searched. */
export function judgeClass(lineClass: LineClass, judging: Judging): void {
  const { lines, worth, group } = lineClass
  for (const line of lines) {
    line.group = group
    line.period = worth
  }
  if (!judging.hasRules) {
    for (const line of lines) Object.assign(line, { verdict: 'no-rule', why: [NO_RULES_WORDS] })
    return
  }
  if (lineClass.overlaps !== null) {
    const first = lineClass.overlaps.lines[0]
    for (const line of lines) billedTwice(line, first?.paper.line ?? null)
    return
  }
  const without = worth === null ? null : withoutMoney(worth)
  if (without !== null) {
    for (const line of lines) Object.assign(line, { verdict: without.verdict, why: [without.why] })
    return
  }
  const money = worth?.money.get(lineClass.currency) ?? null
  if (lines.length > 1 && agreeTogether(lineClass, money, judging)) return
  const [held, ...others] = nearestFirst(lines, money?.worth ?? ZERO)
  if (held === undefined) return
  compareWithEvents(held, lineClass, money, judging)
  for (const line of others) billedTwice(line, held.paper.line)
}

/** Why there is nothing to hold a line against. */
function withoutMoney(worth: PeriodWorth): { verdict: 'not-covered' | 'no-rule'; why: string } | null {
  if (worth.why === 'part-of-line') {
    const why = 'By your price rules its events are billed by the month, and only a part of their month is here.'
    return { verdict: 'not-covered', why }
  }
  if (worth.events === 0 || worth.money.size > 0) return null
  const events = countWords(worth.events, 'event')
  const no = (why: string) => ({ verdict: 'no-rule', why }) as const
  if (worth.unruled > 0) return no(`${leading(worth.unruled, worth.events)} no price rule.`)
  if (worth.apart > 0) return no(`By your price rules its ${events} ${worth.events === 1 ? 'is' : 'are'} not money.`)
  const [reason = null] = worth.notValued.keys()
  const why = worth.why ?? reason
  if (why !== null)
    return no(`Its ${events} ${worth.events === 1 ? 'is' : 'are'} not valued: ${NOT_VALUED_WORDS[why].why}.`)
  return no(`The number of its ${events} is missing.`)
}

const leading = (some: number, all: number) =>
  some === all
    ? `Its ${countWords(all, 'event')} ${all === 1 ? 'has' : 'have'}`
    : `Of its ${countWords(all, 'event')} ${some} ${some === 1 ? 'has' : 'have'}`

/** What is to be known of a line that is valued by a part of its events. */
function partNotes(worth: PeriodWorth): string[] {
  const notes: string[] = []
  if (worth.unruled > 0) notes.push(`${leading(worth.unruled, worth.events)} no price rule.`)
  if (worth.numberMissing > 0) notes.push(`${leading(worth.numberMissing, worth.events)} no number.`)
  for (const [why, events] of worth.notValued) {
    notes.push(
      `${countWords(events, 'event')} ${events === 1 ? 'is' : 'are'} not valued: ${NOT_VALUED_WORDS[why].why}.`,
    )
  }
  if (worth.why !== null) notes.push(`A part of its events is not valued: ${NOT_VALUED_WORDS[worth.why].why}.`)
  return notes
}

function billedTwice(line: JudgedLine, alsoOn: number | null): void {
  const { amount } = line.paper
  line.verdict = 'explained'
  line.alsoOn = alsoOn
  line.difference = amount
  line.why = [`Line ${alsoOn} has these events already.`]
  line.causes = {
    tried: 1,
    fits: [
      {
        code: 'billed-twice',
        words: 'billed twice',
        sentence: `Line ${alsoOn} has these events already.`,
        quantity: null,
        worth: '0',
      },
    ],
    unasked: 0,
  }
}

function compareWithEvents(line: JudgedLine, lineClass: LineClass, money: StretchMoney | null, judging: Judging): void {
  const { worth, group, currency } = lineClass
  const eventWorth = money?.worth ?? ZERO
  const amount = line.paper.amount ?? ZERO
  const other = money === null && worth !== null && worth.money.size > 0 ? worth.money : null
  setWorth(line, lineClass, eventWorth)
  line.difference = minus(amount, eventWorth)
  line.doubt = doubtOf(money)
  line.why = worth === null ? [] : partNotes(worth)
  if (group === null || worth === null || worth.events === 0) {
    line.why.push(`There are no events of ${lineClass.code} in its period.`)
  }
  if (other !== null) {
    const sums = [...other].map(([name, { worth: sum }]) => moneyWithCurrency(sum, name)).join(' and ')
    line.why.push(`Its events are worth ${sums}, and the line is in ${currency ?? 'no known currency'}.`)
    line.verdict = isEqual(amount, eventWorth) ? 'agrees' : 'unexplained'
    return
  }
  const problems =
    worth === null ? [] : figureProblems(line.paper, worth, judging.pricesOf(lineClass.code), judging.card)
  const how = agreement(amount, eventWorth, money, judging.places(currency))
  line.why.push(...problems)
  if (how === null || problems.length > 0) {
    line.verdict = 'unexplained'
    line.isSearched = true
    return
  }
  line.verdict = line.doubt === null ? how : 'in-doubt'
}

const doubtOf = (money: StretchMoney | null) =>
  money === null || money.doubt === null || money.doubt.digits === 0n ? null : money.doubt

function agreement(
  amount: Decimal,
  worth: Decimal,
  money: StretchMoney | null,
  places: number,
): 'agrees' | 'rounded' | null {
  if (isEqual(amount, worth)) return 'agrees'
  const isSumOfRounded = money !== null && (isEqual(money.halfUp, amount) || isEqual(money.halfEven, amount))
  return roundsTo(worth, amount, places) || isSumOfRounded ? 'rounded' : null
}

function setWorth(line: JudgedLine, { worth, group, currency }: LineClass, eventWorth: Decimal): void {
  line.worth = eventWorth
  line.byRules = {
    events: worth?.events ?? 0,
    quantity: worth?.quantity == null ? null : plainNumber(worth.quantity),
    unit: group?.unit ?? null,
    price: worth?.price == null ? null : plainNumber(worth.price),
    worth: plainMoney(eventWorth, currency),
    currency,
  }
}

/** Tiers, price steps, or charges and credits may stand on lines of their own. */
function agreeTogether(lineClass: LineClass, money: StretchMoney | null, { places, pricesOf, card }: Judging): boolean {
  const { lines, worth, currency } = lineClass
  const eventWorth = money?.worth ?? ZERO
  const amounts = lines.map(({ paper }) => paper.amount ?? ZERO)
  const sum = amounts.reduce(plus, ZERO)
  const how = agreement(sum, eventWorth, money, places(currency))
  if (how === null) return false
  const quantities = lines.flatMap(({ paper }) => paper.quantity ?? [])
  const isOther =
    quantities.length === lines.length &&
    worth !== null &&
    !isQuantityOf(quantities.reduce(plus, ZERO), worth, pricesOf(lineClass.code), card)
  // So few that each of many lines can name them.
  const others = lines.slice(0, 6).map(({ paper }) => paper.line)
  const left = minus(sum, eventWorth)
  const doubt = doubtOf(money)
  for (const [at, line] of lines.entries()) {
    const amount = amounts[at] ?? ZERO
    const difference = at === 0 ? left : ZERO
    setWorth(line, lineClass, minus(amount, difference))
    line.difference = difference
    line.doubt = at === 0 ? doubt : null
    const beside = others
      .filter((number) => number !== line.paper.line)
      .slice(0, 5)
      .join(', ')
    line.why = [
      `Together with line ${beside} it comes to what the events are worth: ${moneyWithCurrency(eventWorth, currency)}.`,
    ]
    line.verdict = isOther ? 'unexplained' : line.doubt === null ? how : 'in-doubt'
    if (isOther) {
      line.isSearched = at === 0
      line.why.push('Their quantities do not add up to that of the events.')
    }
  }
  return true
}

function nearestFirst(lines: readonly JudgedLine[], worth: Decimal): JudgedLine[] {
  const [first] = lines
  if (first === undefined || lines.length === 1) return [...lines]
  const off = ({ paper }: JudgedLine) => sizeOf(minus(paper.amount ?? ZERO, worth))
  const nearest = lines.reduce((best, line) => (compareDecimals(off(line), off(best)) < 0 ? line : best), first)
  return [nearest, ...lines.filter((line) => line !== nearest)]
}
