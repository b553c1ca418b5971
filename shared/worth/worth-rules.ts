// All that a connection's user said of what events are worth: one ordered list of rules, the rate card, and what
// properties are besides. Everything that is called money goes by it.
import { z } from 'zod'
import { currencyExponent, currencyNames, noCurrencyCode } from './money-text.ts'
import { isNumberText, ratePriceProblems, ratePriceSchema, shown } from './rate-price.ts'
import { isOfPeriod, nameSchema, type Rule, ruleSchema } from './rule.ts'

const MOST_RULES = 10_000
const MOST_PRICES = 10_000
/** Rules that one event may have to be held against: those for its code, and those for any. */
const MOST_OF_ONE_CODE = 100

const namesSchema = z.array(nameSchema).max(1_000).default([])

export const worthRulesSchema = z.strictObject({
  rules: z.array(ruleSchema).max(MOST_RULES).default([]),
  /** The rate card. */
  prices: z.array(ratePriceSchema).max(MOST_PRICES).default([]),
  /** Texts that are one currency, by the first of them: EUR, eur, Euro. All others are apart. */
  equalCurrencies: z.array(z.array(nameSchema).min(2).max(100)).max(1_000).default([]),
  /** The currency where neither amount nor rule names one; null: it is not known. A rate card names its own. */
  currencyWhereNone: nameSchema.nullable().default(null),
  /** Properties whose text is the unit of a quantity; the first that an event has as text. */
  units: namesSchema,
  /** Properties whose texts are read as numbers where they are plain decimals, as somebody confirmed. */
  textNumbers: namesSchema,
  /** Properties that differ between two sendings of one event. */
  requestIdentifiers: namesSchema,
  /** Properties of which somebody said that they mean nothing here: they are not offered again. */
  noMeaning: namesSchema,
})
export type WorthRules = z.infer<typeof worthRulesSchema>

export const NO_RULES: WorthRules = worthRulesSchema.parse({})

/** Says what makes these no rules, a sentence each: "Rule 3: …". Empty where nothing does. */
export function worthRulesProblems(rules: WorthRules): string[] {
  const problems = ratePriceProblems(rules.prices)
  const named = new Set<string>()
  for (const text of rules.equalCurrencies.flat()) {
    if (named.has(text)) problems.push(`Equal currencies: “${shown(text)}” is among them twice.`)
    named.add(text)
  }
  const nameOf = currencyNames(rules.equalCurrencies)
  const { currencyWhereNone } = rules
  if (currencyWhereNone !== null && currencyExponent(nameOf(currencyWhereNone)) === null)
    problems.push(`Currency where none is sent: ${noCurrencyCode(shown(currencyWhereNone))}`)
  rules.rules.forEach((rule, at) => {
    const problem = ruleProblem(rule, nameOf)
    if (problem !== null) problems.push(`Rule ${at + 1}: ${problem}`)
  })
  return [...problems, ...crowdProblems(rules.rules)]
}

function ruleProblem(rule: Rule, nameOf: (currency: string) => string): string | null {
  const { effect, quantity, money, currency, where } = rule
  const wrong = where.find(({ kind, text }) => kind === 'number' && !isNumberText(text))
  if (wrong !== undefined) return `the value of ${shown(wrong.name)} is not a number: “${shown(wrong.text)}”.`
  if (currency !== null && 'fixed' in currency && currencyExponent(nameOf(currency.fixed)) === null) {
    return `its currency ${noCurrencyCode(shown(currency.fixed))}`
  }
  if (effect === 'not-money') return null
  if (money.by !== 'amount' && quantity === null) {
    return 'it says no quantity, so nothing can be counted or multiplied with a price.'
  }
  const isOfWhole = quantity !== null && isOfPeriod(quantity)
  if (money.by === 'price' && isOfWhole) {
    return 'a maximum, last or distinct quantity belongs to a whole period: a price of single events cannot be multiplied with it.'
  }
  if (effect === 'balance' && (isOfWhole || money.by === 'rate-card')) {
    return 'a balance is a sum of what single events grant, and has no price.'
  }
  return null
}

/** A code that too many rules are for, or too many rules for any code: every event would meet all of them. */
function crowdProblems(rules: readonly Rule[]): string[] {
  const counts = new Map<string | null, number>()
  for (const { codes } of rules) {
    for (const code of codes ?? [null]) counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  return [...counts].flatMap(([code, count]) =>
    count <= MOST_OF_ONE_CODE
      ? []
      : [
          code === null
            ? `${count} rules are for any event code; ${MOST_OF_ONE_CODE} can be.`
            : `${count} rules are for the event code “${shown(code)}”; ${MOST_OF_ONE_CODE} can be.`,
        ],
  )
}
