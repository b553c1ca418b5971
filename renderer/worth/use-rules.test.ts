import { expect, test } from 'vitest'
import { printRules } from '../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-files.ts'
import { NO_RULES } from '../../shared/worth/worth-rules.ts'
import {
  drafted,
  type KeptRules,
  keptRules,
  type RulesDraft,
  readKeptRules,
  rulesFromMeanings,
  unsavedRules,
} from './use-rules.ts'

test('rules are read as they were kept', () => {
  const { rules } = readKeptRules(SAMPLE_COMPANY_RULES)
  expect(rules.rules).toHaveLength(5)
  const kept = keptRules(rules)
  expect(kept).toEqual({ rules, text: printRules(rules), problems: [], isTakenOver: false })
  expect(typeof kept !== 'string' && readKeptRules(kept.text)).toEqual(kept)
  expect(readKeptRules(null)).toEqual({ rules: NO_RULES, text: null, problems: [], isTakenOver: false })
})

test('text that says no rules stays as it is, with what is wrong with it', () => {
  expect(readKeptRules('{"eventscopeRules":2}')).toEqual({
    rules: NO_RULES,
    text: '{"eventscopeRules":2}',
    problems: ['These price rules are of another version of Eventscope. Copy them again there, or update Eventscope.'],
    isTakenOver: false,
  })
})

test('rules that are longer than what is kept are refused in a sentence', () => {
  const price = { ...readKeptRules(SAMPLE_COMPANY_RULES).rules.prices[0], code: 'x'.repeat(1_000) }
  const prices = Array.from({ length: 2_000 }, () => price as never)
  expect(keptRules({ ...NO_RULES, prices })).toMatch(/^These price rules are too long to be kept: 2,/)
})

test('older meanings are rules until others are kept, with what was said of credits below zero and of texts', () => {
  const meanings = [
    { name: 'amount', meaning: 'amount-major' as const },
    { name: 'currency', meaning: 'currency' as const },
  ]
  const totals = {
    negativeCredits: [{ properties: ['amount'], how: 'add' }],
    textsAsNumbers: [{ name: 'amount', read: true }],
  }
  const older = rulesFromMeanings(meanings, JSON.stringify(totals))
  expect([older.isTakenOver, older.text]).toEqual([true, printRules(older.rules)])
  expect(older.rules.rules.map(({ type, effect }) => [type, effect])).toEqual([
    ['debit', 'as-sent'],
    ['credit', 'as-sent'],
  ])
  expect(older.rules.textNumbers).toEqual(['amount'])
  expect(rulesFromMeanings(meanings, null).rules.rules[1]).toMatchObject({
    effect: 'reversed',
    sign: { is: 'zero-or-above' },
  })
  expect(rulesFromMeanings([], null)).toEqual(readKeptRules(null))
  const key = [{ name: 'key', meaning: 'request-identifier' as const }]
  expect(rulesFromMeanings(key, '{')).toMatchObject({ text: null, rules: { requestIdentifiers: ['key'] } })
})

const kept = readKeptRules(SAMPLE_COMPANY_RULES)
const made = (currencyWhereNone: string | null): KeptRules => {
  const next = keptRules({ ...kept.rules, currencyWhereNone })
  if (typeof next === 'string') throw new Error(next)
  return next
}
const [inEuros, inDollars, asKept] = [made('EUR'), made('USD'), made(null)]
const all = (...changes: KeptRules[]) => changes.reduce<RulesDraft>((draft, next) => drafted(draft, kept, next), [])

test('what is to be saved is the last change, and nothing where all is as it was', () => {
  expect(unsavedRules([], kept)).toBeNull()
  expect(unsavedRules(all(inEuros, inDollars), kept)).toBe(inDollars)
  expect(unsavedRules(all(inEuros, asKept), kept)).toBeNull()
  expect(unsavedRules(all(inEuros, inDollars).slice(0, -1), kept)).toBe(inEuros)
  // Taking back what is saved by now is a change, down to what was kept before the first.
  expect(unsavedRules(all(inEuros).slice(0, -1), inEuros)).toBe(kept)
  expect(all(...Array.from({ length: 200 }, () => inEuros))).toHaveLength(101)
})

test('in place of rules that cannot be read even none at all are to be saved', () => {
  const none = keptRules(NO_RULES)
  if (typeof none === 'string') throw new Error(none)
  expect(unsavedRules(all(none), readKeptRules('{'))).toBe(none)
  expect(unsavedRules(all(none), readKeptRules(null))).toBeNull()
})
