// The money to compare: an event's worth by the price rules, or its amount as sent, and what a line's amount means next
// to it.
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

/** How the amount of a line counts beside its event's money. Equal treatments share a number. */
export interface Treatment {
  of: MoneyKind
  /** What the rules do with the amount; `as-sent` where the line says it as it counts. */
  effect: Effect
  /** The amount is in minor units, of which a unit of the currency has ten to the power of it; 0: it is in units. */
  shift: number
}

/** The money of a snapshot's events, for lines to be compared with. Arrays are indexed by row number. */
export interface EventMoney {
  amounts: Amounts
  currencies: Currencies
  /** The number of its `Treatment`. */
  treatment: Uint8Array
  treatments: readonly Treatment[]
  /** Numbers in `currencies`. */
  currency: Uint32Array
  /** What the line should say, in the units in which it was sent, as its number in `amounts`; 0: nothing. */
  expected: Uint32Array
  /** What the event comes to, in units of its currency, as its number in `amounts`; 0: it has no money of its own. */
  worth: Uint32Array
  /** The worth of whole months, which belongs to no single event. */
  wholeMonths: MoneyOfMonths[]
  /** The `Treatment` of a code's events; undefined if there are none, or if they differ. */
  treatmentOfCode(code: string): number | undefined
  /** The `Treatment` of a line without an event. @param event made of the line's cells */
  treatmentOf(event: WorthEvent): number
  /** The properties that such an event needs, in this order. */
  names: readonly string[]
  /** They are those of `names` that are amounts or currencies. */
  amountNames: ReadonlySet<string>
  currencyNames: ReadonlySet<string>
}

export type Currencies = ReturnType<typeof createCurrencies>

function createCurrencies(rules: WorthRules) {
  const nameOf = currencyNames(rules.equalCurrencies)
  const names: (string | null)[] = [null]
  const ids = new Map<string, number>()
  return {
    /** 0 stands for null. */
    of(text: string | null): number {
      if (text === null) return 0
      const name = nameOf(text)
      const known = ids.get(name) ?? names.push(name) - 1
      ids.set(name, known)
      return known
    },
    name: (id: number) => names[id] ?? null,
    /** Gives what it is called among those that are equal. */
    nameOf,
  }
}

const SEVERAL = -1
/** A row holds the number of its treatment in a byte; kinds × effects × shifts are fewer. */
const MOST_TREATMENTS = 255

/**
 * Only `rows` are valued: others have neither `expected` nor `worth`. `treatmentOf` may add to `treatments`.
 * @param creditsStand how the file says amounts that the rules take off
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
  const treatmentsOfCodes = new Map<string, number>()
  const { kindOf, sent: sentNumbers } = valued.columns
  const kindMoney: KindMoney[] = []

  function noteTreatment(code: string | null, treatment: number): void {
    if (code === null) return
    const isAsBefore = (treatmentsOfCodes.get(code) ?? treatment) === treatment
    treatmentsOfCodes.set(code, isAsBefore ? treatment : SEVERAL)
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
      effect,
      lineEffect: creditsStand === 'as-counted' ? effect : 'as-sent',
      shift: treated.shift,
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
      const worth = amounts.ofExact(sentNumbers, place, kind.effect, 0)
      money.worth[row] = worth
      // What was sent is held in units of its currency: the line says it in minor units where the event did.
      const isWorth = kind.lineEffect === kind.effect && kind.shift === 0
      money.expected[row] = isWorth ? worth : amounts.ofExact(sentNumbers, place, kind.lineEffect, -kind.shift)
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
    treatmentOfCode: (code) => {
      const number = treatmentsOfCodes.get(code)
      return number === SEVERAL ? undefined : number
    },
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

/** Where the rows of one kind have their money from: none is their own, each row sent it, or their rule says it. */
type KindMoney = { treatment: number } & (
  | { from: 'none' | 'row' }
  | {
      from: 'rule'
      currency: number
      /** Whether what they sent is worth something. */
      hasWorth: boolean
      /** What the rule does with what was sent, for its worth. */
      effect: Effect
      /** The same for what a line should say of it. */
      lineEffect: Effect
      shift: number
    }
)

const NOT_SENT: Pick<ValuedEvent, 'sent' | 'currency'> = { sent: null, currency: null }

/** Gives what a row without a rule sent: an amount, and its currency. @param areTextsRead whether texts are amounts */
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

function moneyNames({ rules }: WorthRules, sent: FileCheckQuestion['sent']) {
  const amountNames = new Set(sent === null ? [] : [sent.amount])
  const currencyNames = new Set(sent?.currency == null ? [] : [sent.currency])
  for (const { money, currency } of rules) {
    if (money.by === 'amount') amountNames.add(money.property)
    if (currency !== null && 'property' in currency) currencyNames.add(currency.property)
  }
  return { amountNames, currencyNames }
}

/** @param rule null: none takes the event, which then has money of its type, as it was sent */
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

/** Whether the rules give single events of this kind money, even if this one lacks the number for it. */
function hasOwnMoney({ line, worth, why }: ValuedEvent, { effect, money }: Rule): boolean {
  if (effect === 'balance' || effect === 'not-money' || money.by === 'none' || line !== null) return false
  return worth !== null || why === 'no-number' || why === 'text' || why === 'beyond'
}
