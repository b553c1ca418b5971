import { expect, test } from 'vitest'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-rules.ts'
import { printRules } from '../../shared/worth/rules-text.ts'
import { NO_RULES } from '../../shared/worth/worth-rules.ts'
import { keptRules, readKeptRules } from './use-rules.ts'

test('rules are read as they were kept', () => {
  const { rules } = readKeptRules(SAMPLE_COMPANY_RULES)
  expect(rules.rules).toHaveLength(5)
  const kept = keptRules(rules)
  expect(kept).toEqual({ rules, text: printRules(rules), problems: [] })
  expect(typeof kept !== 'string' && readKeptRules(kept.text)).toEqual(kept)
  expect(readKeptRules(null)).toEqual({ rules: NO_RULES, text: null, problems: [] })
})

test('text that says no rules stays as it is, with what is wrong with it', () => {
  expect(readKeptRules('{"eventscopeRules":2}')).toEqual({
    rules: NO_RULES,
    text: '{"eventscopeRules":2}',
    problems: ['These rules are of another version of Eventscope.'],
  })
})

test('rules that are longer than what is kept are refused in a sentence', () => {
  const price = { ...readKeptRules(SAMPLE_COMPANY_RULES).rules.prices[0], code: 'x'.repeat(1_000) }
  const prices = Array.from({ length: 2_000 }, () => price as never)
  expect(keptRules({ ...NO_RULES, prices })).toMatch(/^These rules are too long to be kept: 2,/)
})
