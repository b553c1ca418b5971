// Compares lines with what their events are worth: which agree, which differ and by how much.
import {
  compareDecimals,
  type Decimal,
  dividedExactly,
  minus,
  plus,
  times,
  wholesOf,
  ZERO,
} from '../../../../../shared/exact/decimal.ts'
import { countWords } from '../../../../../shared/exact/grouped-digits.ts'
import { billedOnWords } from '../../../../../shared/snapshot/checked-words.ts'
import { plainMoney, plainNumber } from '../../../../../shared/worth/money-text.ts'
import { priceDecimal, type RatePrice } from '../../../../../shared/worth/rate-card.ts'
import { NOT_VALUED_WORDS } from '../../../../../shared/worth/worth.ts'
import {
  isAverage,
  isEqual,
  moneyWithCurrency,
  ONE,
  roundsTo,
  shownNumber,
  sizeOf,
  wholeNumber,
} from './causes/figures.ts'
import type { PaperLine } from './invoice-paper.ts'
import { type JudgedLine, judgedLine, type LineClass, type UsageLine } from './judged-line.ts'
import type { PeriodWorth, StretchMoney } from './period-worth.ts'

export interface Judging {
  /** Without any, no event has money. */
  hasRules: boolean
  places: (currency: string | null) => number
  /** The rate card, and what of it is for a code. */
  card: readonly RatePrice[]
  pricesOf: (code: string) => readonly RatePrice[]
}

const NO_RULES_WORDS = 'There are no price rules, so it is not known what its events are worth.'

/** What became of the lines of a class. `searched`: the one whose causes are still to be searched, by its place; null: none. */
export interface JudgedClass extends LineClass {
  searched: number | null
}

export function judgeClass(lineClass: LineClass<UsageLine>, judging: Judging): JudgedClass {
  const { lines, worth, overlaps, currency } = lineClass
  const alike = (found: Pick<JudgedLine, 'verdict' | 'why'>): JudgedClass => ({
    ...lineClass,
    lines: lines.map((line) => judgedLine(line, { ...found, currency })),
    searched: null,
  })
  if (!judging.hasRules) return alike({ verdict: 'no-rule', why: [NO_RULES_WORDS] })
  if (overlaps !== null)
    return { ...lineClass, lines: lines.map((line) => billedTwice(line, lineClass, overlaps)), searched: null }
  const without = worth === null ? null : withoutMoney(worth)
  if (without !== null) return alike({ verdict: without.verdict, why: [without.why] })
  const money = worth?.money.get(currency) ?? null
  const together = lines.length > 1 ? agreeingTogether(lineClass, money, judging) : null
  if (together !== null) return together
  const nearest = nearestTo(lines, money?.worth ?? ZERO)
  const held = nearest && comparedWithEvents(nearest, lineClass, money, judging)
  return {
    ...lineClass,
    lines: lines.map((line) =>
      line === nearest && held !== null ? held.line : billedTwice(line, lineClass, nearest?.paper.line ?? null),
    ),
    searched: held?.isSearched === true ? held.line.at : null,
  }
}

/** Why there is nothing to hold a line against. */
function withoutMoney(worth: PeriodWorth): { verdict: 'not-covered' | 'no-rule'; why: string } | null {
  if (worth.why === 'part-of-line') {
    const why =
      'By your price rules its events are billed by the month, and the snapshot holds only a part of that month.'
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
  return no(`Its ${events} ${worth.events === 1 ? 'has' : 'have'} no number that could be valued.`)
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

function billedTwice(line: UsageLine, { currency }: LineClass<UsageLine>, alsoOn: number | null): JudgedLine {
  const sentence = billedOnWords(String(alsoOn))
  return judgedLine(line, {
    currency,
    verdict: 'explained',
    alsoOn,
    difference: line.paper.amount,
    why: [sentence],
    causes: {
      tried: 1,
      fits: [{ code: 'billed-twice', words: 'billed twice', sentence, quantity: null, worth: '0' }],
      unasked: 0,
    },
  })
}

function comparedWithEvents(
  line: UsageLine,
  lineClass: LineClass<UsageLine>,
  money: StretchMoney | null,
  judging: Judging,
): { line: JudgedLine; isSearched: boolean } {
  const { worth, group, currency } = lineClass
  const eventWorth = money?.worth ?? ZERO
  const amount = line.paper.amount ?? ZERO
  const other = money === null && worth !== null && worth.money.size > 0 ? worth.money : null
  const doubt = doubtOf(money)
  const notes = worth === null ? [] : partNotes(worth)
  if (group === null || worth === null || worth.events === 0) {
    notes.push(`There are no events of ${lineClass.code} in its period.`)
  }
  const judged = (verdict: JudgedLine['verdict'], why: readonly string[]) =>
    judgedLine(line, {
      ...worthOf(lineClass, eventWorth),
      difference: minus(amount, eventWorth),
      doubt,
      verdict,
      why: [...notes, ...why],
    })
  if (other !== null) {
    const sums = [...other].map(([name, { worth: sum }]) => moneyWithCurrency(sum, name)).join(' and ')
    const why = `Its events are worth ${sums}, and the line is in ${currency ?? 'no known currency'}.`
    return { line: judged(isEqual(amount, eventWorth) ? 'agrees' : 'unexplained', [why]), isSearched: false }
  }
  const problems =
    worth === null ? [] : figureProblems(line.paper, worth, judging.pricesOf(lineClass.code), judging.card)
  const how = agreement(amount, eventWorth, money, judging.places(currency))
  if (how === null || problems.length > 0) return { line: judged('unexplained', problems), isSearched: true }
  return { line: judged(doubt === null ? how : 'in-doubt', []), isSearched: false }
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

function worthOf(
  { worth, group, currency }: LineClass<UsageLine>,
  eventWorth: Decimal,
): Pick<JudgedLine, 'currency' | 'worth' | 'byRules'> {
  return {
    currency,
    worth: eventWorth,
    byRules: {
      events: worth?.events ?? 0,
      quantity: worth?.quantity == null ? null : plainNumber(worth.quantity),
      unit: group?.unit ?? null,
      price: worth?.price == null ? null : plainNumber(worth.price),
      worth: plainMoney(eventWorth, currency),
      currency,
    },
  }
}

/** Tiers, price steps, or charges and credits may stand on lines of their own; null: they do not come to the worth together. */
function agreeingTogether(
  lineClass: LineClass<UsageLine>,
  money: StretchMoney | null,
  { places, pricesOf, card }: Judging,
): JudgedClass | null {
  const { lines, worth, currency } = lineClass
  const eventWorth = money?.worth ?? ZERO
  const amounts = lines.map(({ paper }) => paper.amount ?? ZERO)
  const sum = amounts.reduce(plus, ZERO)
  const how = agreement(sum, eventWorth, money, places(currency))
  if (how === null) return null
  const quantities = lines.flatMap(({ paper }) => paper.quantity ?? [])
  const isOther =
    quantities.length === lines.length &&
    worth !== null &&
    !isQuantityOf(quantities.reduce(plus, ZERO), worth, pricesOf(lineClass.code), card)
  // So few that each of many lines can name them.
  const others = lines.slice(0, 6).map(({ paper }) => paper.line)
  const left = minus(sum, eventWorth)
  const judged = lines.map((line, at) => {
    const difference = at === 0 ? left : ZERO
    const doubt = at === 0 ? doubtOf(money) : null
    const beside = others
      .filter((number) => number !== line.paper.line)
      .slice(0, 5)
      .join(', ')
    const together = `Together with line ${beside} it comes to what the events are worth: ${moneyWithCurrency(eventWorth, currency)}.`
    return judgedLine(line, {
      ...worthOf(lineClass, minus(amounts[at] ?? ZERO, difference)),
      difference,
      doubt,
      verdict: isOther ? 'unexplained' : doubt === null ? how : 'in-doubt',
      why: isOther ? [together, 'Their quantities do not add up to that of the events.'] : [together],
    })
  })
  return { ...lineClass, lines: judged, searched: isOther ? (judged[0]?.at ?? null) : null }
}

/** The line whose amount is nearest to it, of several the first; null: there is none. */
function nearestTo(lines: readonly UsageLine[], worth: Decimal): UsageLine | null {
  const off = ({ paper }: UsageLine) => sizeOf(minus(paper.amount ?? ZERO, worth))
  let nearest: UsageLine | null = null
  for (const line of lines) if (nearest === null || compareDecimals(off(line), off(nearest)) < 0) nearest = line
  return nearest
}

// Whether the quantity and the unit price that a line states can be those of its events.

/**
 * What contradicts the events, a sentence each. A quantity may be rounded as it is shown, less what is included, or of so many
 * as the price is per; a unit price may be that of a tier, or the one that comes of amount and quantity.
 * @param ofCode prices of the rate card for this code
 * @param card the rate card
 */
function figureProblems(
  line: PaperLine,
  worth: PeriodWorth,
  ofCode: readonly RatePrice[],
  card: readonly RatePrice[],
): string[] {
  const problems: string[] = []
  const { linePrices, prices } = pricesFor(worth, ofCode, card)
  const { quantity, unitPrice, amount } = line
  if (quantity !== null && worth.quantity !== null && !isQuantityOf(quantity, worth, ofCode, card)) {
    problems.push(`The line says ${shownNumber(quantity)}, and its events come to ${shownNumber(worth.quantity)}.`)
  }
  if (unitPrice === null) return problems
  const single = worth.price ?? null
  const known = single === null ? [] : [single, ...prices.map(({ per }) => times(single, priceDecimal(per)))]
  if (single === null && linePrices.length > 0) {
    for (const { tiers } of prices) for (const { price } of tiers) known.push(priceDecimal(price))
  }
  if (known.length === 0 || known.some(fits(sizeOf(unitPrice)))) return problems
  const hasAverage = quantity !== null && amount !== null && isAverage({ quantity, worth: amount }, unitPrice)
  if (single === null && hasAverage) return problems
  const wanted =
    single === null ? 'by the rate card it has another one' : `that of its events is ${shownNumber(single)}`
  problems.push(`The line has the unit price ${shownNumber(unitPrice)}, and ${wanted}.`)
  return problems
}

function pricesFor(worth: PeriodWorth, ofCode: readonly RatePrice[], card: readonly RatePrice[]) {
  const linePrices = worth.lines.flatMap(({ line: { price } }) => (price === null ? [] : (card[price] ?? [])))
  return {
    linePrices,
    prices: linePrices.length > 0 ? linePrices : ofCode.map((price) => ({ ...price, included: '0', begun: false })),
  }
}

/** Whether a quantity can be that of the events, as `figureProblems` has it. */
function isQuantityOf(
  stated: Decimal,
  worth: PeriodWorth,
  ofCode: readonly RatePrice[],
  card: readonly RatePrice[],
): boolean {
  const { prices } = pricesFor(worth, ofCode, card)
  return worth.quantity === null || quantitiesOf(worth.quantity, prices).some(fits(sizeOf(stated)))
}

const fits = (stated: Decimal) => (one: Decimal) =>
  isEqual(stated, sizeOf(one)) || roundsTo(sizeOf(one), stated, Math.max(stated.scale, 0))

/** As an invoice may count what events come to. */
function quantitiesOf(quantity: Decimal, prices: readonly RatePrice[]): Decimal[] {
  const counted = [quantity]
  for (const { per: perText, included: includedText, begun } of prices) {
    const [per, included] = [priceDecimal(perText), priceDecimal(includedText)]
    const left = compareDecimals(quantity, included) > 0 ? minus(quantity, included) : ZERO
    for (const figure of [quantity, left]) {
      counted.push(figure)
      if (isEqual(per, ONE)) continue
      counted.push(begun ? wholeNumber(wholesOf(figure, per)) : (dividedExactly(figure, per) ?? figure))
    }
  }
  return counted
}
