// What events have in money, for the lines of a ledger to be compared with: an event's worth by the price rules, or its
// amount as sent, and what the amount of its line should be.
import type { FileChoices } from '../../../../shared/check/checked-file.ts'
import { sumTypeOf } from '../../../../shared/exact/exact-sum.ts'
import type { FileCheckQuestion, MoneyKind, MoneyOfMonths } from '../../../../shared/snapshot/snapshot-ledger.ts'
import { currencyExponent, currencyNames } from '../../../../shared/worth/money-text.ts'
import type { Effect, Rule } from '../../../../shared/worth/rule.ts'
import { rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { eventValuer, type ValuedEvent } from '../../../../shared/worth/value-event.ts'
import type { WorthEvent } from '../../../../shared/worth/worth-event.ts'
import type { WorthRules } from '../../../../shared/worth/worth-rules.ts'
import { instantsOf } from '../money/event-reader.ts'
import { fold } from '../money/fold.ts'
import { type ValuedKind, valuedRows } from '../money/valued-rows.ts'
import type { LoadedSnapshot } from '../table/loaded-snapshot.ts'
import { measuredRows, valueAt } from '../table/measure-rows.ts'
import type { Turn } from '../table/turn.ts'
import { type Amounts, createAmounts } from './ledger-amounts.ts'
import { moneyOfLines } from './worth-blocks.ts'

/**
 * How the amount of a line counts beside its event's money. It follows from the event's rule and from how the file
 * writes what rules take off. A snapshot has few treatments, which are numbered: events have the number of theirs.
 */
export interface Treatment {
  /** The kind of money that line and event are; `unvalued`: the event has none of its own, and nothing is compared. */
  of: MoneyKind
  /** What the rule does with the line's amount before it is added up; `as-sent` where the line says it as it counts. */
  effect: Effect
  /** Decimal places by which the line's amount is divided: 2 where it is in cents, as its event sent it; else 0. */
  shift: number
}

/**
 * The money of a snapshot's events. Arrays are indexed by row number. A credit of 1250 cents, which its rule takes off,
 * is worth -12.50; its line should say 1250, or -12.50 in a file that has every amount as it counts.
 */
export interface EventMoney {
  /** All amounts of events, and of lines that are read, as numbers from 1: equal ones have one number. */
  amounts: Amounts
  currencies: Currencies
  /** The treatment of each row, as an index into `treatments`. */
  treatment: Uint8Array
  treatments: readonly Treatment[]
  /** The currency of each row, as its number in `currencies`. */
  currency: Uint32Array
  /** What the line of a row should say, as its number in `amounts`; 0: nothing. */
  expected: Uint32Array
  /** What the event comes to, in units of its currency, as its number in `amounts`; 0: it has no money of its own. */
  worth: Uint32Array
  /** What lines of whole months are worth, which is that of no single event. */
  wholeMonths: MoneyOfMonths[]
  /** The number of the treatment of a code's events; undefined: there are none, or they have several. */
  treatmentOfCode(code: string): number | undefined
  /** The number of the treatment of a line without an event. @param event made of the line's cells */
  treatmentOf(event: WorthEvent): number
  /** The properties whose values such an event has, in this order. */
  names: readonly string[]
  /** Which of `names` are amounts, and which are currencies. */
  amountNames: ReadonlySet<string>
  currencyNames: ReadonlySet<string>
}

export type Currencies = ReturnType<typeof createCurrencies>

/** Numbers currencies from 1, those that the rules call equal as one. */
function createCurrencies(rules: WorthRules) {
  const nameOf = currencyNames(rules.equalCurrencies)
  const names: (string | null)[] = [null]
  const ids = new Map<string, number>()
  return {
    /** The number of a currency; 0 for null. */
    of(text: string | null): number {
      if (text === null) return 0
      const name = nameOf(text)
      const known = ids.get(name) ?? names.push(name) - 1
      ids.set(name, known)
      return known
    },
    /** The name of a number; null for 0. */
    name: (id: number) => names[id] ?? null,
    /** What a currency is called among those that are equal. */
    nameOf,
  }
}

/** A row holds the number of its treatment in a byte; kinds × effects × shifts are fewer. */
const MOST_TREATMENTS = 255

/**
 * The money of these rows; others have neither `expected` nor `worth`. `treatmentOf` may add to `treatments`.
 * @param sent which properties are the amount and the currency of events that no rule takes; null: they have none
 * @param creditsStand how the file writes amounts that the rules take off: with the sign that the service sends, or as
 * they count, below zero; null: as all of them in the file stand
 */
export async function eventMoney(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  rules: WorthRules,
  { sent, wholeRange = null }: Pick<FileCheckQuestion, 'sent' | 'wholeRange'>,
  { amounts: creditsStand }: Pick<FileChoices, 'amounts'>,
  turn: Turn,
): Promise<EventMoney> {
  const { table } = snapshot
  const valuer = eventValuer(rules, table.range.zone, sent)
  const valued = await valuedRows(snapshot, { rules, version: rulesVersion(rules) }, rows, turn)
  const asSent =
    sent === null ? null : await unruledMoney(snapshot, sent, rules.textNumbers.includes(sent.amount), turn)
  const amounts = createAmounts()
  const currencies = createCurrencies(rules)
  const { treatments, numberOf } = createTreatments()
  const money = {
    treatment: new Uint8Array(table.rows),
    currency: new Uint32Array(table.rows),
    expected: new Uint32Array(table.rows),
    worth: new Uint32Array(table.rows),
  }
  const ruleOf = ({ rule }: Pick<ValuedEvent, 'rule'>) => (rule === null ? null : (rules.rules[rule] ?? null))
  /** By event code: the number of the treatment that all of its events have; null: they have several. */
  const treatmentOfCodes = new Map<string, number | null>()
  const { kindOf, sent: sentNumbers } = valued.columns
  const kindMoney: KindMoney[] = []

  function noteTreatment(code: string | null, treatment: number): void {
    if (code === null) return
    const known = treatmentOfCodes.get(code)
    treatmentOfCodes.set(code, known === undefined || known === treatment ? treatment : null)
  }

  function moneyOfKind({ like, effect, eventCode, type }: ValuedKind): KindMoney {
    const rule = ruleOf(like)
    const treated = treatmentBy(like, rule, type, creditsStand)
    const treatment = numberOf(treated)
    noteTreatment(eventCode, treatment)
    if (treated.of === 'unvalued') return { treatment, from: 'none' }
    if (rule === null) return { treatment, from: 'row' }
    return {
      treatment,
      from: 'rule',
      currency: currencies.of(like.currency),
      hasWorth: like.worth !== null && like.sent !== null,
      worthEffect: effect,
      lineEffect: creditsStand === 'as-counted' ? effect : 'as-sent',
      lineShift: treated.shift,
    }
  }

  for (const [at, row] of rows.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    const place = valued.places[at] ?? 0
    const number = kindOf[place] ?? 0
    const kind = kindMoney[number] ?? moneyOfKind(valued.kindAt(at))
    kindMoney[number] = kind
    money.treatment[row] = kind.treatment
    if (kind.from === 'rule') {
      money.currency[row] = kind.currency
      if (!kind.hasWorth) continue
      const worth = amounts.ofExact(sentNumbers, place, kind.worthEffect, 0)
      money.worth[row] = worth
      // The column has what was sent in units of the currency. A line has it in cents where the event had, so there it
      // is not divided by 100 but multiplied.
      const doesLineSayWorth = kind.lineEffect === kind.worthEffect && kind.lineShift === 0
      money.expected[row] = doesLineSayWorth
        ? worth
        : amounts.ofExact(sentNumbers, place, kind.lineEffect, -kind.lineShift)
    } else if (kind.from === 'row') {
      const { sent: own, currency } = asSent?.(row) ?? NOT_SENT
      money.currency[row] = currencies.of(currency)
      if (own === null) continue
      money.worth[row] = amounts.ofDecimal(own)
      money.expected[row] = money.worth[row] ?? 0
    }
  }
  const { lines } = await fold([{ valued }], rules, instantsOf(wholeRange), turn)
  return {
    amounts,
    currencies,
    treatments,
    ...money,
    wholeMonths: moneyOfLines(lines),
    names: valuer.names,
    ...moneyNames(rules, sent),
    treatmentOfCode: (code) => treatmentOfCodes.get(code) ?? undefined,
    treatmentOf: (event) => {
      const valued = valuer.value(event)
      return numberOf(treatmentBy(valued, ruleOf(valued), event.eventType, creditsStand))
    },
  }
}

/** Numbers treatments in the order in which they are first asked about. */
function createTreatments() {
  const treatments: Treatment[] = []
  const known = new Map<string, number>()
  return {
    treatments,
    numberOf(treatment: Treatment): number {
      const key = `${treatment.of} ${treatment.effect} ${treatment.shift}`
      const number = known.get(key)
      if (number !== undefined) return number
      if (treatments.length === MOST_TREATMENTS) throw new Error('There are more kinds of money than a byte can number')
      known.set(key, treatments.length)
      return treatments.push(treatment) - 1
    },
  }
}

/**
 * What rows of one kind, which are valued in the same way, have in common of their money. `none`: it is none of their
 * own; `row`: no rule takes them, so each has the amount and the currency that it sent; `rule`: their rule says it.
 */
type KindMoney = { treatment: number } & (
  | { from: 'none' | 'row' }
  | {
      from: 'rule'
      /** Its number in `Currencies`. */
      currency: number
      /** Whether they have a worth: none has where the number for it is missing. */
      hasWorth: boolean
      /** What is done with the number that a row sent, for its worth, and for what its line should say. */
      worthEffect: Effect
      lineEffect: Effect
      /** The `shift` of their treatment: decimal places by which the amount of a line is divided. */
      lineShift: number
    }
)

/** What a row sent of money where it sent none. */
const NOT_SENT: Pick<ValuedEvent, 'sent' | 'currency'> = { sent: null, currency: null }

/** The amount and the currency that a row without a rule sent. @param areTextsRead whether texts may be amounts */
async function unruledMoney(
  snapshot: LoadedSnapshot,
  { amount, currency }: NonNullable<FileCheckQuestion['sent']>,
  areTextsRead: boolean,
  turn: Turn,
) {
  const measured = await measuredRows(snapshot, { properties: [amount], text: areTextsRead }, turn)
  const column = currency === null ? null : await snapshot.property(currency, turn)
  return (row: number): typeof NOT_SENT => {
    const sent = valueAt(measured, row)
    const code = column?.codes[row] ?? 0
    const isNamed = sent !== null && column !== null && code !== 0 && column.values.kind(code) === 'string'
    return { ...NOT_SENT, sent, currency: isNamed ? column.values.text(code) : null }
  }
}

/** The properties that any rule, or a row without one, has for its amount, and for its currency. */
function moneyNames({ rules }: WorthRules, sent: FileCheckQuestion['sent']) {
  const amountNames = new Set(sent === null ? [] : [sent.amount])
  const currencyNames = new Set(sent?.currency == null ? [] : [sent.currency])
  for (const { money, currency } of rules) {
    if (money.by === 'amount') amountNames.add(money.property)
    if (currency !== null && 'property' in currency) currencyNames.add(currency.property)
  }
  return { amountNames, currencyNames }
}

/**
 * The treatment of lines whose events are valued like this one.
 * @param rule that takes the event; null: none does, so that it has money of its type, as it was sent
 * @param type the event type
 */
function treatmentBy(
  valued: ValuedEvent,
  rule: Rule | null,
  type: string | null,
  creditsStand: FileChoices['amounts'],
): Treatment {
  if (rule === null) return { of: sumTypeOf(type), effect: 'as-sent', shift: 0 }
  if (!hasOwnMoney(valued, rule)) return { of: 'unvalued', effect: 'as-sent', shift: 0 }
  if (creditsStand === 'as-counted') return { of: 'worth', effect: 'as-sent', shift: 0 }
  const isMinor = rule.money.by === 'amount' && rule.money.units === 'minor'
  const exponent = isMinor && valued.currency !== null ? currencyExponent(valued.currency) : 0
  return { of: 'worth', effect: rule.effect, shift: exponent ?? 0 }
}

/** Whether the rule gives such an event money of its own, even if the number for it is missing in this one. */
function hasOwnMoney({ line, worth, why }: ValuedEvent, { effect, money }: Rule): boolean {
  if (effect === 'balance' || effect === 'not-money' || money.by === 'none' || line !== null) return false
  const isNumberMissing = why === 'no-number' || why === 'text' || why === 'beyond'
  return worth !== null || isNumberMissing
}
