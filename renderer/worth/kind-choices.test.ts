import { expect, test } from 'vitest'
import { readRules } from '../../shared/worth/rules-text.ts'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-files.ts'
import { worthRulesProblems } from '../../shared/worth/worth-rules.ts'
import {
  type ChosenKind,
  kindChoices,
  ruleWords,
  withKindCurrency,
  withKindRule,
  withoutKindRule,
} from './kind-choices.ts'

const read = readRules(SAMPLE_COMPANY_RULES)
if (!read.ok) throw new Error(read.problems.join())
const { rules: sampleRules } = read

const meanings = [
  { name: 'amount', meaning: 'amount-major' as const },
  { name: 'quantity', meaning: 'quantity' as const },
  { name: 'unit_price', meaning: 'unit-price' as const },
  { name: 'currency', meaning: 'currency' as const },
]
const refund: ChosenKind = {
  eventCode: 'refund',
  type: 'credit',
  sign: 'zero-or-above',
  property: 'amount',
  offered: sampleRules.rules[3] ?? null,
}
const seats: ChosenKind = {
  ...refund,
  eventCode: 'seats',
  type: 'debit',
  property: 'quantity',
  offered: sampleRules.rules[1] ?? null,
}

test('rules are said in plain words', () => {
  expect(sampleRules.rules.map(ruleWords)).toEqual([
    'Counts: amount',
    'Counts: the month’s maximum of quantity, by the rate card',
    'Counts: quantity, by the rate card',
    'Always taken off: amount',
    'Adds prepaid balance: quantity',
  ])
})

test('what is offered is the first choice, each says something else, and each is a rule', () => {
  for (const kind of [refund, seats, { ...seats, offered: null }]) {
    const choices = kindChoices(kind, meanings, true)
    expect(new Set(choices.map(({ words }) => words)).size).toBe(choices.length)
    if (kind.offered !== null) expect(choices[0]?.words).toBe(ruleWords(kind.offered))
    for (const { rule } of choices) expect(worthRulesProblems({ ...sampleRules, rules: [rule] })).toEqual([])
    expect(choices.at(-1)?.words).toBe('Is not money')
  }
  expect(kindChoices({ ...refund, eventCode: null }, meanings, true)).toEqual([])
})

test('a quantity can be taken off by the rate card, as returned seats are', () => {
  const words = kindChoices({ ...seats, type: 'credit', offered: null }, meanings, true).map((one) => one.words)
  expect(words).toContain('Always taken off: quantity, by the rate card')
})

test('where both signs occur, a choice is for its sign alone', () => {
  expect(kindChoices(refund, meanings, false)[0]?.rule.sign).toEqual({ property: 'amount', is: 'zero-or-above' })
  expect(kindChoices(refund, meanings, true)[0]?.rule.sign).toBe(null)
})

test('a choice takes the place of the rule that took exactly these events, and keeps its tax mark', () => {
  const [, noMoney] = [0, kindChoices(refund, meanings, true).at(-1)?.rule]
  if (noMoney === undefined) throw new Error('No choice')
  const changed = withKindRule(sampleRules, noMoney)
  expect(changed.rules).toHaveLength(5)
  expect(changed.rules[0]).toEqual({ ...noMoney, tax: 'net' })
  expect(withoutKindRule(changed, noMoney).rules).toHaveLength(4)
})

test('a rule for several codes goes on for the others', () => {
  const calls: ChosenKind = { ...refund, eventCode: 'api_calls', type: 'debit', offered: null }
  const [first] = kindChoices(calls, meanings, true)
  if (first === undefined) throw new Error('No choice')
  const changed = withKindRule(sampleRules, first.rule)
  expect(changed.rules.map(({ codes }) => codes)).toEqual([
    ['api_calls'],
    ['storage_gb_days', 'egress_gb', 'tokens', 'sms'],
    ['seats'],
    ['build_minutes'],
    ['refund'],
    ['credit_grant'],
  ])
})

test('a kind has a currency of its own, and keeps the rest of what its rule says', () => {
  const [, , , taking] = sampleRules.rules
  if (taking === undefined) throw new Error('No price rule')
  const changed = withKindCurrency(sampleRules, refund, taking, { fixed: 'CHF' }, true)
  if (changed === null) throw new Error('Not changed')
  expect(worthRulesProblems(changed)).toEqual([])
  const { codes, type, sign, where, has, currency, ...says } = taking
  expect(changed.rules[0]).toMatchObject({ ...says, codes: ['refund'], type: 'credit', currency: { fixed: 'CHF' } })
  // A second choice takes the place of the first.
  const [own] = changed.rules
  const again = own && withKindCurrency(changed, refund, own, null, true)
  expect([again?.rules.length, again?.rules[0]?.currency]).toEqual([changed.rules.length, null])
})

test('a currency cannot be said of a kind whose rule has conditions, nor where the rate card says it', () => {
  const [, card, , refunds] = sampleRules.rules
  if (card === undefined || refunds === undefined) throw new Error('No price rule')
  expect(withKindCurrency(sampleRules, seats, card, null, true)).toBeNull()
  expect(withKindCurrency(sampleRules, refund, { ...refunds, has: ['note'] }, null, true)).toBeNull()
  expect(withKindCurrency(sampleRules, { ...refund, eventCode: null }, refunds, null, true)).toBeNull()
})

test('an amount in minor units stays in them, whatever is offered', () => {
  const cents = [{ name: 'cents', meaning: 'amount-minor' as const }]
  const kind = { ...refund, property: 'cents', offered: null }
  const units = (said: typeof cents | [{ name: string; meaning: 'amount-major' }]) =>
    kindChoices(kind, said, true).flatMap(({ rule: { money } }) => (money.by === 'amount' ? [money.units] : []))
  expect(new Set(units(cents))).toEqual(new Set(['minor']))
  expect(new Set(units([{ name: 'cents', meaning: 'amount-major' }]))).toEqual(new Set(['major']))
})
