// What was said of a connection's events, as it is kept: by it the events of a file are valued, and its sums are split.
import { readPropertyMeanings } from '../../../shared/snapshot/remembered-answers.ts'
import type { PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { meaningsOfRules } from '../../../shared/worth/rules-of-meanings.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import type { WorthRules } from '../../../shared/worth/worth-rules.ts'

export interface KeptRules {
  /** Null: there are none to value by. */
  rules: WorthRules | null
  /** Some are kept, but they are of another version of Eventscope or damaged. */
  areUnreadable: boolean
  /** What properties mean by the rules; without any, as it was said before there were rules. */
  meanings: PropertyMeanings
}

/** Rules that can be read, with the meanings of properties that follow from them. */
export const asKeptRules = (rules: WorthRules): KeptRules => ({
  rules,
  areUnreadable: false,
  meanings: meaningsOfRules(rules),
})

/** @param text, meanings as they are remembered; null: nothing is */
export function readKeptRules(text: string | null, meanings: string | null): KeptRules {
  const before: KeptRules = { rules: null, areUnreadable: false, meanings: readPropertyMeanings(meanings) }
  if (text === null || text === '') return before
  const read = readRules(text)
  if (!read.ok) return { ...before, areUnreadable: true }
  const applied = asKeptRules(read.rules)
  return read.rules.rules.length === 0 ? { ...applied, rules: null } : applied
}
