import { expect, test } from 'vitest'
import { SAMPLE_COMPANY_RULES } from '../../shared/worth/sample-company-rules.ts'
import { NO_RULES } from '../../shared/worth/worth-rules.ts'
import { drafted, type RulesDraft, unsavedRules } from './rules-draft.ts'
import { type KeptRules, keptRules, readKeptRules } from './use-rules.ts'

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
