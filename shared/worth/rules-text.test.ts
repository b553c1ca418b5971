import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../exact/fixtures/any-text.ts'
import { runs } from '../exact/fixtures/runs.ts'
import { anyRules } from './fixtures/any-month.ts'
import { printRules, readRules, rulesVersion } from './rules-text.ts'
import { NO_RULES } from './worth-rules.ts'

const rulesWith = (parts: string) => `{"eventscopeRules":1,${parts}}`
const rule = (more = '') => `{"effect":"as-sent","money":{"by":"amount","property":"amount"}${more}}`
const price = (more = '') => `{"code":"calls","price":"0.05","currency":"EUR"${more}}`
const problems = (text: string) => {
  const read = readRules(text)
  return read.ok ? [] : read.problems
}

test('is read as it was printed, whatever the rules are', () => {
  fc.assert(
    fc.property(anyRules, fc.array(anyText()), (rules, names) => {
      const whole = { ...rules, requestIdentifiers: names, noMeaning: ['__proto__', 'constructor'] }
      const text = printRules(whole)
      const read = readRules(text)
      expect(read).toEqual({ ok: true, rules: whole })
      expect(read.ok && printRules(read.rules)).toBe(text)
      expect(text.isWellFormed()).toBe(true)
    }),
    runs(251, 60),
  )
})

test('has a line for each rule and price, and what goes without saying is not in it', () => {
  const text = rulesWith(
    `"prices":[${price(',"per":"1","begun":false,"tiers":null')}],"rules":[${rule(',"codes":null')}]`,
  )
  expect(problems(text)).toEqual(['Price 1, tiers: is missing, or is not what belongs there.'])
  const read = readRules(text.replace(',"tiers":null', ''))
  expect(read.ok && printRules(read.rules)).toBe(`{
  "eventscopeRules":1,
  "rules":[
    {"effect":"as-sent","money":{"by":"amount","property":"amount"}}
  ],
  "prices":[
    {"code":"calls","currency":"EUR","price":"0.05"}
  ]
}
`)
})

test('numbers may be written as numbers, and keep every digit', () => {
  const digits = '0.1000000000000000055511151231257827021181583404541015625'
  const read = readRules(rulesWith(`"prices":[{"code":"calls","price":${digits},"currency":"EUR"}]`))
  expect(read.ok && read.rules.prices[0]?.tiers).toEqual([{ upTo: null, price: digits }])
})

test('a version is the same for the same rules, however they were written, and another for others', () => {
  const versionOf = (text: string) => {
    const read = readRules(text)
    if (!read.ok) throw new Error(read.problems.join())
    return rulesVersion(read.rules)
  }
  const version = versionOf(rulesWith(`"rules":[${rule()}]`))
  expect(version).toMatch(/^[0-9a-f]{12}$/)
  expect(versionOf(rulesWith(` "prices":[],"rules":[${rule(',"tax":"not-said","has":[]')}]`))).toBe(version)
  expect(versionOf(rulesWith(`"rules":[${rule(',"tax":"net"')}]`))).not.toBe(version)
  expect(rulesVersion(NO_RULES)).toBe(versionOf('{"eventscopeRules":1}'))
})

describe('what is refused, in a sentence', () => {
  test.each([
    ['', 'This is not a set of price rules: it is not JSON.'],
    ['[]', 'This is not a set of price rules: it does not begin with "eventscopeRules".'],
    [
      '{"eventscopeRules":2}',
      'These price rules are of another version of Eventscope. Copy them again there, or update Eventscope.',
    ],
    [rulesWith('"rules":[],"rules":[]'), 'A name stands twice in one pair of braces.'],
    [rulesWith('"rulez":[]'), 'Price rules: it has “rulez”, which means nothing here.'],
    [rulesWith('"__proto__":{}'), 'Price rules: it has “__proto__”, which means nothing here.'],
    [rulesWith('"rules":[{"effect":"as-sent"}]'), 'Rule 1, money: is missing, or is not what belongs there.'],
    [rulesWith(`"rules":[${rule(',"effekt":1')}]`), 'Rule 1: it has “effekt”, which means nothing here.'],
    [
      rulesWith('"rules":[{"effect":"add","money":{"by":"none"}}]'),
      'Rule 1, effect: is none of as-sent, reversed, reduces, balance, not-money.',
    ],
    [
      rulesWith('"rules":[{"effect":"as-sent","money":{"by":"none"}}]'),
      'Rule 1: it says no quantity, so nothing can be counted or multiplied with a price.',
    ],
    [
      rulesWith(
        '"rules":[{"effect":"as-sent","quantity":{"by":"last","property":"q"},"money":{"by":"price","property":"p"}}]',
      ),
      'Rule 1: a maximum, last or distinct quantity belongs to a whole period: a price of single events cannot be multiplied with it.',
    ],
    [
      rulesWith('"rules":[{"effect":"balance","quantity":{"by":"events"},"money":{"by":"rate-card"}}]'),
      'Rule 1: a balance is a sum of what single events grant, and has no price.',
    ],
    [
      rulesWith(`"rules":[${rule(',"currency":{"fixed":"ZZZ"}')}]`),
      'Rule 1: its currency “ZZZ” is no code of ISO 4217, such as EUR.',
    ],
    [
      rulesWith('"currencyWhereNone":"Euro"'),
      'Currency where none is sent: “Euro” is no code of ISO 4217, such as EUR.',
    ],
    [rulesWith('"equalCurrencies":[["EUR","eur"],["Euro","eur"]]'), 'Equal currencies: “eur” is among them twice.'],
    [rulesWith('"prices":[{"code":"calls","currency":"EUR"}]'), 'Price 1: has no price.'],
    [rulesWith(`"prices":[${price(',"tiers":[{"upTo":null,"price":"1"}]')}]`), 'Price 1: has both a price and tiers.'],
    [
      rulesWith('"prices":[{"code":"calls","price":"0,05","currency":"EUR"}]'),
      'Price 1, price: is not a plain number of 0 or more, such as 0.05.',
    ],
    [
      rulesWith(`"prices":[{"code":"calls","price":"${'1'.repeat(2_000)}","currency":"EUR"}]`),
      'Price 1, price: has more than 100 digits.',
    ],
    [
      rulesWith('"prices":[{"code":"calls","price":"1","currency":"Credits"}]'),
      'Price 1: its currency “Credits” is no code of ISO 4217, such as EUR.',
    ],
    [
      rulesWith(`"prices":[${price(',"validFrom":"2026-02-30"')}]`),
      'Price 1, validFrom: is not a date such as 2026-11-01.',
    ],
    [
      rulesWith(`"prices":[${price()},${price()}]`),
      'Price 2: it is for the same customer, code, value and time as Price 1.',
    ],
    [rulesWith(`"prices":[${price(',"per":0')}]`), 'Price 1: it is per 0: nothing has a price then.'],
    [
      rulesWith(`"prices":[${price(',"per":3')}]`),
      'Price 1: 0.05 per 3 is no exact decimal: give the price for another number of units, or let started ones count as whole (“begun”).',
    ],
    [
      tiers('[{"upTo":10,"price":1},{"upTo":10,"price":2},{"upTo":null,"price":3}]'),
      'Price 1: its tiers overlap: one that ends at 10 comes too late.',
    ],
    [
      tiers('[{"upTo":null,"price":1},{"upTo":null,"price":3}]'),
      'Price 1: its tiers overlap: one that has no end stands before another.',
    ],
    [tiers('[{"upTo":10,"price":1}]'), 'Price 1: its last tier has an end: what is above it would have no price.'],
    [
      tiers('[{"upTo":10,"price":1},{"upTo":null,"price":1}],"begun":true,"per":4'),
      'Price 1: each started 4 counts as a whole one, but a tier ends at 10, in the middle of one.',
    ],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'This is not a set of price rules: it is nested too deeply.'],
  ])('%.80s', (text, problem) => expect(problems(text)).toEqual([problem]))

  const many = (count: number, one: (at: number) => string) => Array.from({ length: count }, (_, at) => one(at)).join()

  test('10,000 rules of codes of their own are rules; that many for any code are not, nor are more', () => {
    expect(problems(rulesWith(`"rules":[${many(10_000, (at) => rule(`,"codes":["c${at}"]`))}]`))).toEqual([])
    expect(problems(rulesWith(`"rules":[${many(10_000, () => rule())}]`))).toEqual([
      '10000 rules are for any event code; 100 can be.',
    ])
    expect(problems(rulesWith(`"rules":[${many(10_001, (at) => rule(`,"codes":["c${at}"]`))}]`))).toEqual([
      'rules: is longer than 10000.',
    ])
    expect(problems(rulesWith(`"rules":[${many(101, () => rule(',"codes":["a"]'))}]`))).toEqual([
      '101 rules are for the event code “a”; 100 can be.',
    ])
  })

  test('of many problems the first are said, and how many more there are', () => {
    const found = problems(rulesWith(`"rules":[${many(500, () => '{}')}]`))
    expect(found).toHaveLength(21)
    expect(found.at(-1)).toBe('There are 980 more.')
  })

  test('too much is refused before it is read', () => {
    expect(problems(' '.repeat(8_000_001))).toEqual([
      'This is too long for price rules: at most 8 million characters are read.',
    ])
    expect(problems(`[${'0,'.repeat(600_000)}0]`)).toEqual([
      'This is not a set of price rules: more values are in it than rules have.',
    ])
  })

  test('a code may depend on eight properties', () => {
    const ownPrice = (at: number) => price(`,"where":{"name":"p${at}","kind":"string","text":"a"}`)
    expect(problems(rulesWith(`"prices":[${many(8, ownPrice)}]`))).toEqual([])
    expect(problems(rulesWith(`"prices":[${many(9, ownPrice)}]`))).toEqual([
      'Price 9: prices of one event code can depend on 8 properties, and this is one more.',
    ])
  })
})

function tiers(list: string): string {
  return rulesWith(`"prices":[{"code":"calls","currency":"EUR","tiers":${list}}]`)
}
