// This is what the events of a kind can mean, as rules to choose from, each in plain words.
import type { EventKind } from '../../shared/worth/event-kinds.ts'
import type { PropertyMeaning, PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import type { Effect, Quantity, Rule } from '../../shared/worth/rule.ts'
import { NOT_IN_TOTAL } from '../../shared/worth/worth.ts'
import type { WorthRules } from '../../shared/worth/worth-rules.ts'
import { shortened } from '../ui/excerpt.ts'

export interface KindChoice {
  words: string
  rule: Rule
}

export type ChosenKind = Pick<EventKind, 'eventCode' | 'type' | 'sign' | 'property' | 'offered'>

/** This is what a rule says of an event, besides which events it takes. */
type Says = Pick<Rule, 'effect' | 'quantity' | 'money' | 'currency'>

const EFFECT_WORDS: Record<Effect, string> = {
  'as-sent': 'Counts',
  reversed: 'Sign reversed (30 counts as −30)',
  reduces: 'Always taken off',
  balance: 'Adds prepaid balance',
  'not-money': 'Is not money',
}

/** "Counts: amount", "Always taken off: quantity × unit_price", "Is not money". */
export function ruleWords({ effect, quantity, money }: Says): string {
  const counted = quantity === null ? '' : quantityWords(quantity)
  if (effect === 'not-money') return EFFECT_WORDS[effect]
  const words = `${EFFECT_WORDS[effect]}:`
  switch (money.by) {
    case 'amount':
      return `${words} ${named(money.property)}${money.units === 'minor' ? ', in minor units' : ''}`
    case 'price':
      return `${words} ${counted} × ${named(money.property)}`
    case 'rate-card':
      return `${words} ${counted}, by the rate card`
    case 'none':
      return `${words} ${counted}${effect === 'balance' ? '' : `, ${NOT_IN_TOTAL.words}`}`
  }
}

function quantityWords(quantity: Quantity): string {
  switch (quantity.by) {
    case 'events':
      return 'number of events'
    case 'sum':
      return named(quantity.property)
    case 'maximum':
      return `the month’s maximum of ${named(quantity.property)}`
    case 'last':
      return `the month’s last ${named(quantity.property)}`
    case 'distinct':
      return `the month’s different values of ${named(quantity.property)}`
  }
}

const named = (property: string) => shortened(property, 40)

/**
 * Tells what can be said of these events, what is offered first. Empty where no rule can name them, as they have no
 * code.
 * @param isOnly whether all events of the code and type have this sign
 */
export function kindChoices(kind: ChosenKind, meanings: PropertyMeanings, isOnly: boolean): KindChoice[] {
  const { eventCode, offered } = kind
  if (eventCode === null) return []
  const says: Says[] = [
    ...(offered === null ? [] : [offered]),
    ...amountSays(kind, meanings),
    ...quantitySays(kind, meanings),
    NO_MONEY,
  ]
  const seen = new Set<string>()
  return says.flatMap((one) => {
    const words = ruleWords(one)
    if (seen.has(words)) return []
    seen.add(words)
    return [{ words, rule: kindRule(kind, one, isOnly) }]
  })
}

const NO_MONEY: Says = { effect: 'not-money', quantity: null, money: { by: 'none' }, currency: null }

const nameOf = (meanings: PropertyMeanings, meaning: PropertyMeaning) =>
  meanings.find((one) => one.meaning === meaning)?.name ?? null

/** Tells which property is a currency; null where none is. */
export const currencyProperty = (meanings: PropertyMeanings): string | null => nameOf(meanings, 'currency')

function currencyOf(meanings: PropertyMeanings): Rule['currency'] {
  const property = currencyProperty(meanings)
  return property === null ? null : { property }
}

/** What an amount can mean, where the number of the kind is one. What is offered also names its quantity and price. */
function amountSays({ property, offered }: ChosenKind, meanings: PropertyMeanings): Says[] {
  const meaning = meanings.find((one) => one.name === property)?.meaning
  if (property === null || (meaning !== 'amount-major' && meaning !== 'amount-minor')) return []
  const offeredMoney = offered?.money.by === 'amount' ? offered.money : null
  const money = offeredMoney ?? {
    by: 'amount' as const,
    property,
    units: meaning === 'amount-minor' ? ('minor' as const) : ('major' as const),
    price: null,
  }
  const quantity = offeredMoney === null ? null : (offered?.quantity ?? null)
  const currency = currencyOf(meanings)
  const effects: Effect[] = ['as-sent', 'reduces', 'reversed', 'balance']
  return effects.map((effect) => ({ effect, quantity, money, currency }))
}

/** What a quantity can mean: that which is offered, or the number of the kind where it is one. */
function quantitySays({ property, offered }: ChosenKind, meanings: PropertyMeanings): Says[] {
  const isQuantity = meanings.find((one) => one.name === property)?.meaning === 'quantity'
  const offeredQuantity = offered?.quantity ?? null
  const name =
    offeredQuantity !== null && offeredQuantity.by !== 'events'
      ? offeredQuantity.property
      : isQuantity
        ? property
        : null
  if (name === null) return []
  const sum: Quantity = { by: 'sum', property: name }
  const price = nameOf(meanings, 'unit-price')
  const currency = currencyOf(meanings)
  const priced = (effect: Effect): Says[] =>
    price === null ? [] : [{ effect, quantity: sum, money: { by: 'price', property: price, units: 'major' }, currency }]
  const unpriced = (effect: Effect, by: 'rate-card' | 'none', quantity = sum): Says => ({
    effect,
    quantity,
    money: { by },
    currency: null,
  })
  const usual = [...priced('as-sent'), unpriced('as-sent', 'rate-card')]
  // What has an amount beside its quantity is seldom anything else.
  if (!isQuantity) return usual
  return [
    ...usual,
    unpriced('as-sent', 'rate-card', { by: 'maximum', property: name }),
    unpriced('as-sent', 'none'),
    ...priced('reduces'),
    unpriced('reduces', 'rate-card'),
    unpriced('balance', 'none'),
  ]
}

function kindRule({ eventCode, type, sign, property }: ChosenKind, says: Says, isOnly: boolean): Rule {
  const { effect, quantity, money, currency } = says
  return {
    codes: eventCode === null ? null : [eventCode],
    type,
    sign: sign === null || property === null || isOnly ? null : { property, is: sign },
    where: [],
    has: [],
    effect,
    quantity,
    money,
    currency,
    tax: 'not-said',
  }
}

/**
 * The rules in which the events of a kind have this currency; null where no rule can say it of them alone: the one that
 * takes them has conditions, or takes its money from the rate card or none at all.
 * @param taking the rule that takes all of them
 */
export function withKindCurrency(
  rules: WorthRules,
  kind: ChosenKind,
  taking: Rule,
  currency: Rule['currency'],
  isOnly: boolean,
): WorthRules | null {
  const isOfEvents = taking.money.by === 'amount' || taking.money.by === 'price'
  if (kind.eventCode === null || !isOfEvents || taking.effect === 'not-money') return null
  if (taking.where.length > 0 || taking.has.length > 0) return null
  return withKindRule(rules, { ...kindRule(kind, { ...taking, currency }, isOnly), tax: taking.tax })
}

const codeOf = ({ codes }: Rule) => codes?.[0] ?? ''

/**
 * Whether a rule takes, of this code, exactly the events that `of` takes: then `of` can take its place for the code.
 */
function isOfKind({ codes, type, sign, where, has }: Rule, of: Rule): boolean {
  return (
    codes?.includes(codeOf(of)) === true &&
    type === of.type &&
    JSON.stringify(sign) === JSON.stringify(of.sign) &&
    where.length === 0 &&
    has.length === 0
  )
}

/** The rules with this one before all others, so that it takes its events, in place of what took exactly them. */
export function withKindRule(rules: WorthRules, chosen: Rule): WorthRules {
  const before = rules.rules.find((one) => isOfKind(one, chosen))
  return { ...rules, rules: [{ ...chosen, tax: before?.tax ?? chosen.tax }, ...withoutKind(rules.rules, chosen)] }
}

/** The rules without those that take exactly the events of a kind. @param of any rule for the kind */
export const withoutKindRule = (rules: WorthRules, of: Rule): WorthRules => ({
  ...rules,
  rules: withoutKind(rules.rules, of),
})

/** A rule for several codes loses this one; a rule for it alone goes. */
function withoutKind(rules: readonly Rule[], of: Rule): Rule[] {
  return rules.flatMap((rule) => {
    if (!isOfKind(rule, of)) return [rule]
    const codes = rule.codes?.filter((one) => one !== codeOf(of)) ?? []
    return codes.length === 0 ? [] : [{ ...rule, codes }]
  })
}
