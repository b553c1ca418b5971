// Compares the lines of a class, which are for the same events, with what these events are worth: which agree, which
// differ and by how much. Events are paid for once: several lines either come to their worth together, or one of them
// is compared with it and the others bill the events a second time.
import { compareDecimals, type Decimal, minus, plus, times, ZERO } from '../../../../../shared/exact/decimal.ts'
import { countWords, grouped } from '../../../../../shared/exact/grouped-digits.ts'
import { billedOnWords } from '../../../../../shared/snapshot/checked-words.ts'
import { plainMoney, plainNumber } from '../../../../../shared/worth/money-text.ts'
import { priceDecimal, type RatePrice } from '../../../../../shared/worth/rate-price.ts'
import { NOT_VALUED_WORDS } from '../../../../../shared/worth/worth.ts'
import {
  isAverage,
  isEqual,
  moneyWithCurrency,
  quantitiesStated,
  roundsTo,
  shownNumber,
  sizeOf,
} from './causes/figures.ts'
import type { DocumentLine } from './invoice-document.ts'
import { type JudgedLine, judgedLine, type LineClass, type UsageLine } from './judged-line.ts'
import type { PeriodWorth, SegmentMoney } from './period-worth.ts'

/** What classes of lines are judged by. */
export interface Judging {
  /** Whether there are price rules: without any, no event has money. */
  hasRules: boolean
  /** Decimals that the amounts of a currency have in the invoice. */
  places: (currency: string | null) => number
  /** The rate card. */
  card: readonly RatePrice[]
  /** The prices of the rate card that are for an event code. */
  pricesOf: (code: string) => readonly RatePrice[]
}

const NO_RULES_WORDS = 'There are no price rules, so it is not known what its events are worth.'

/** A class with what became of its lines. */
export interface JudgedClass extends LineClass {
  /** The place (`at`) of the line whose causes are still to be searched, as it differs; null: there is none. */
  searched: number | null
}

/**
 * Judges every line of a class: without rules, as billed twice where the events are another class's, without money that
 * could be compared, as agreeing together, or else the nearest line by itself and the others as billed twice. Causes of
 * a difference are not searched yet.
 */
export function judgeClass(lineClass: LineClass<UsageLine>, judging: Judging): JudgedClass {
  const { lines, worth, overlaps, currency } = lineClass
  /** The same verdict for all lines. */
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
  if (nearest === null) return { ...lineClass, lines: [], searched: null }
  const compared = comparedWithEvents(nearest, lineClass, money, judging)
  return {
    ...lineClass,
    lines: lines.map((line) => (line === nearest ? compared.line : billedTwice(line, lineClass, nearest.paper.line))),
    searched: compared.isSearched ? compared.line.at : null,
  }
}

/** Why the events of a line have no money that it could be compared with; null: they have some, or there are none. */
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

/** "Its 3 events have", "Of its 3 events 1 has": how a sentence about some of a line's events begins. */
const leading = (some: number, all: number) =>
  some === all
    ? `Its ${countWords(all, 'event')} ${all === 1 ? 'has' : 'have'}`
    : `Of its ${countWords(all, 'event')} ${grouped(some)} ${some === 1 ? 'has' : 'have'}`

/** Which events of a line are not in the worth that it is compared with, a sentence for each reason. */
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

/** A line for events that another line is for already. @param alsoOn the number of that line */
function billedTwice(line: UsageLine, { currency }: LineClass<UsageLine>, alsoOn: number): JudgedLine {
  const sentence = billedOnWords(grouped(alsoOn))
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

/**
 * Compares one line with the worth of its events.
 * @param money what they are worth in the line's currency; null: nothing
 * @returns `isSearched`: whether the causes of a difference are to be searched
 */
function comparedWithEvents(
  line: UsageLine,
  lineClass: LineClass<UsageLine>,
  money: SegmentMoney | null,
  judging: Judging,
): { line: JudgedLine; isSearched: boolean } {
  const { worth, group, currency } = lineClass
  const eventWorth = money?.worth ?? ZERO
  const amount = line.paper.amount ?? ZERO
  const otherCurrencies = money === null && worth !== null && worth.money.size > 0 ? worth.money : null
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
  if (otherCurrencies !== null) {
    const sums = [...otherCurrencies].map(([name, { worth: sum }]) => moneyWithCurrency(sum, name)).join(' and ')
    const why = `Its events are worth ${sums}, and the line is in ${currency ?? 'no known currency'}.`
    return { line: judged(isEqual(amount, eventWorth) ? 'agrees' : 'unexplained', [why]), isSearched: false }
  }
  const problems = worth === null ? [] : figureProblems(line.paper, worth, pricesFor(worth, lineClass.code, judging))
  const how = agreement(amount, eventWorth, money, judging.places(currency))
  if (how === null || problems.length > 0) return { line: judged('unexplained', problems), isSearched: true }
  return { line: judged(doubt === null ? how : 'in-doubt', []), isSearched: false }
}

/** What those events are worth that may be duplicates; null: there are none, or they come to 0. */
const doubtOf = (money: SegmentMoney | null) =>
  money === null || money.doubt === null || money.doubt.digits === 0n ? null : money.doubt

/** Whether an amount is the worth of its events, exactly, or rounded as a whole or event by event; null: it is not. */
function agreement(
  amount: Decimal,
  worth: Decimal,
  money: SegmentMoney | null,
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

/**
 * Judges lines that come to the worth of their events together, as tiers, price steps, or charges and credits may stand
 * on lines of their own. The first line gets what rounding leaves, and what is in doubt. Null: their sum is not the
 * worth.
 */
function agreeingTogether(
  lineClass: LineClass<UsageLine>,
  money: SegmentMoney | null,
  judging: Judging,
): JudgedClass | null {
  const { lines, worth, currency, code } = lineClass
  const eventWorth = money?.worth ?? ZERO
  const amounts = lines.map(({ paper }) => paper.amount ?? ZERO)
  const sum = amounts.reduce(plus, ZERO)
  const how = agreement(sum, eventWorth, money, judging.places(currency))
  if (how === null) return null
  const quantities = lines.flatMap(({ paper }) => paper.quantity ?? [])
  const isOtherQuantity =
    quantities.length === lines.length &&
    worth !== null &&
    !isQuantityOf(quantities.reduce(plus, ZERO), worth, pricesFor(worth, code, judging))
  // Each line names at most five others: where there are thousands, all of them would be too long.
  const named = lines.slice(0, 6).map(({ paper }) => paper.line)
  const left = minus(sum, eventWorth)
  const judged = lines.map((line, at) => {
    const difference = at === 0 ? left : ZERO
    const doubt = at === 0 ? doubtOf(money) : null
    const beside = named
      .filter((number) => number !== line.paper.line)
      .slice(0, 5)
      .map(grouped)
      .join(', ')
    const together = `Together with line ${beside} it comes to what the events are worth: ${moneyWithCurrency(eventWorth, currency)}.`
    // Each line's share of what the events are worth is its own amount; all that the sum is off is the first one's.
    const share = minus(amounts[at] ?? ZERO, difference)
    return judgedLine(line, {
      ...worthOf(lineClass, share),
      difference,
      doubt,
      verdict: isOtherQuantity ? 'unexplained' : doubt === null ? how : 'in-doubt',
      why: isOtherQuantity ? [together, 'Their quantities do not add up to that of the events.'] : [together],
    })
  })
  return { ...lineClass, lines: judged, searched: isOtherQuantity ? (judged[0]?.at ?? null) : null }
}

/** The line whose amount is nearest to the worth, of several the first; null: there is no line. */
function nearestTo(lines: readonly UsageLine[], worth: Decimal): UsageLine | null {
  const off = ({ paper }: UsageLine) => sizeOf(minus(paper.amount ?? ZERO, worth))
  let nearest: UsageLine | null = null
  for (const line of lines) if (nearest === null || compareDecimals(off(line), off(nearest)) < 0) nearest = line
  return nearest
}

// Whether the quantity and the unit price that a line states can be those of its events.

/**
 * The quantity and the unit price of a line that its events contradict, a sentence each. A quantity may be written in
 * any way of `quantitiesStated`. A unit price may be the single price of the events, by one or by as many as the rate
 * card's price is per; that of a tier; or, where there is no single price, the amount divided by the quantity.
 */
function figureProblems(
  { quantity, unitPrice, amount }: DocumentLine,
  worth: PeriodWorth,
  priced: ShownPrices,
): string[] {
  const problems: string[] = []
  const { isByMonth, prices } = priced
  if (quantity !== null && worth.quantity !== null && !isQuantityOf(quantity, worth, priced)) {
    problems.push(`The line says ${shownNumber(quantity)}, and its events come to ${shownNumber(worth.quantity)}.`)
  }
  if (unitPrice === null) return problems
  const single = worth.price ?? null
  /**
   * The unit prices that are known of the events, of which the line may state any: their single price, by one and by as
   * many as a rate card's price is per; without one, where the month is valued by a rate card, those of its tiers. None:
   * nothing is known, and the line is believed.
   */
  const known = single === null ? [] : [single, ...prices.map(({ per }) => times(single, priceDecimal(per)))]
  if (single === null && isByMonth) {
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

/**
 * The prices that a line may show. `isByMonth`: they are those by which whole months of its events are valued. Only
 * such prices take off included quantities, and round begun units up.
 */
interface ShownPrices {
  isByMonth: boolean
  prices: readonly RatePrice[]
}

/** The prices by which whole months of the events are valued, else all of their code. */
function pricesFor(worth: PeriodWorth, code: string, { card, pricesOf }: Judging): ShownPrices {
  const ofMonths = worth.lines.flatMap(({ line: { price } }) => (price === null ? [] : (card[price] ?? [])))
  if (ofMonths.length > 0) return { isByMonth: true, prices: ofMonths }
  return { isByMonth: false, prices: pricesOf(code).map((price) => ({ ...price, included: '0', begun: false })) }
}

/** Whether a quantity can be that of the events, in one of the ways of `quantitiesStated`, whatever its sign. */
const isQuantityOf = (stated: Decimal, { quantity }: PeriodWorth, { prices }: ShownPrices): boolean =>
  quantity === null ||
  [quantity, ...prices.flatMap((price) => quantitiesStated(quantity, price))].some(fits(sizeOf(stated)))

/** Whether a stated figure is another one, or that rounded to as many decimals as are stated; signs do not count. */
const fits = (stated: Decimal) => (one: Decimal) =>
  isEqual(stated, sizeOf(one)) || roundsTo(sizeOf(one), stated, Math.max(stated.scale, 0))
