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

/** How an amount is understood: its kind of money, effect and shift. Equal ones share a number. */
export interface Treatment {
  of: MoneyKind
  /** The sign of a line's amount is to be read by it. */
  effect: Effect
  /** Decimal places by which an amount in minor units is shifted. */
  shift: number
}

/** Arrays are indexed by row number. */
export interface EventMoney {
  amounts: Amounts
  currencies: Currencies
  /** The number of its `Treatment`. */
  treatment: Uint8Array
  treatments: readonly Treatment[]
  /** Numbers in `currencies`. */
  currency: Uint32Array
  /** Numbers in `amounts`; 0: none. `expected`: what the line should say. `worth`: what the event comes to. */
  expected: Uint32Array
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
/** Kinds × signs × shifts fit into a byte. */
const MOST_TREATMENTS = 255

/** Only `rows` are valued: others have neither `expected` nor `worth`. `treatmentOf` may add to `treatments`. */
export async function eventMoney(
  snapshot: LoadedSnapshot,
  rows: Uint32Array,
  rules: WorthRules,
  { sent, wholeRange = null }: Pick<FileCheckQuestion, 'sent' | 'wholeRange'>,
  { amounts: are }: Pick<FileChoices, 'amounts'>,
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
  const ofCodes = new Map<string, number>()
  const { kindOf, sent: sentNumbers } = valued.columns
  const ofKinds: RowsOfKind[] = []

  function rowsOfKind({ like, effect, eventCode: code, type }: ValuedKind): RowsOfKind {
    const rule = ruleOf(like)
    const { of, effect: read, shift } = treatmentBy(like, rule, type, are)
    const treatment = numberOf({ of, effect: read, shift })
    if (code !== null) ofCodes.set(code, (ofCodes.get(code) ?? treatment) === treatment ? treatment : SEVERAL)
    if (of === 'unvalued') return { treatment, are: 'unvalued' }
    if (rule === null) return { treatment, are: 'as-sent' }
    const isWorth = like.worth !== null && like.sent !== null
    const expectedAs = are === 'as-counted' ? effect : 'as-sent'
    return { treatment, are: 'by-rule', currency: currencies.of(like.currency), isWorth, effect, expectedAs, shift }
  }

  for (const [at, row] of rows.entries()) {
    if (at % 4_096 === 0) await turn.breathe()
    const place = valued.places[at] ?? 0
    const number = kindOf[place] ?? 0
    const kind = ofKinds[number] ?? rowsOfKind(valued.kindAt(at))
    ofKinds[number] = kind
    money.treatment[row] = kind.treatment
    if (kind.are === 'by-rule') {
      money.currency[row] = kind.currency
      if (!kind.isWorth) continue
      money.worth[row] = amounts.ofExact(sentNumbers, place, kind.effect, 0)
      money.expected[row] = amounts.ofExact(sentNumbers, place, kind.expectedAs, -kind.shift)
    } else if (kind.are === 'as-sent') {
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
    treatmentOfCode: (one) => {
      const number = ofCodes.get(one)
      return number === SEVERAL ? undefined : number
    },
    treatmentOf: (event) => {
      const valued = valuer.value(event)
      return numberOf(treatmentBy(valued, ruleOf(valued), event.eventType, are))
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

/** The money of rows of one kind: none of their own, what each sent, or by their rule. */
type RowsOfKind = { treatment: number } & (
  | { are: 'unvalued' | 'as-sent' }
  | {
      are: 'by-rule'
      currency: number
      /** Whether what they sent is worth something. */
      isWorth: boolean
      /** What was sent counts so, and is compared so with a line. */
      effect: Effect
      expectedAs: Effect
      shift: number
    }
)

const NOT_SENT: Pick<ValuedEvent, 'sent' | 'currency'> = { sent: null, currency: null }

/** Reads what events without a rule sent: an amount, and its currency. @param text whether text amounts are read */
async function unruledMoney(
  snapshot: LoadedSnapshot,
  { amount, currency }: NonNullable<FileCheckQuestion['sent']>,
  text: boolean,
  turn: Turn,
) {
  const measured = await measuredRows(snapshot, { properties: [amount], text }, turn)
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

function treatmentBy(
  valued: ValuedEvent,
  rule: Rule | null,
  type: string | null,
  are: FileChoices['amounts'],
): Treatment {
  if (rule === null) return { of: sumTypeOf(type), effect: 'as-sent', shift: 0 }
  if (!hasOwnMoney(valued, rule)) return { of: 'unvalued', effect: 'as-sent', shift: 0 }
  if (are === 'as-counted') return { of: 'worth', effect: 'as-sent', shift: 0 }
  const isMinor = rule.money.by === 'amount' && rule.money.units === 'minor'
  const exponent = isMinor && valued.currency !== null ? currencyExponent(valued.currency) : 0
  return { of: 'worth', effect: rule.effect, shift: exponent ?? 0 }
}

/** Whether the rules give single events of this kind money, even if this one lacks the number for it. */
function hasOwnMoney({ line, worth, why }: ValuedEvent, { effect, money }: Rule): boolean {
  if (effect === 'balance' || effect === 'not-money' || money.by === 'none' || line !== null) return false
  return worth !== null || why === 'no-number' || why === 'text' || why === 'beyond'
}
