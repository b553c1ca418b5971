// What the events of a connection are worth, as its user said: kept as the text that is copied and pasted.
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { printRules, readRules } from '../../shared/worth/rules-text.ts'
import { NO_RULES, type WorthRules } from '../../shared/worth/worth-rules.ts'
import { useRemembered } from '../ui/use-remembered.ts'

export interface KeptRules {
  /** None while the text cannot be read. */
  rules: WorthRules
  /** As it is kept; null: nobody said any yet. */
  text: string | null
  /** Why it cannot be read, a sentence each. It stays as it is until the user changes it. */
  problems: string[]
}

/** What is remembered under one name, in UTF-16 units. */
const LONGEST_KEPT = 1024 * 1024
const NOTHING_SAID: KeptRules = { rules: NO_RULES, text: null, problems: [] }

export function readKeptRules(text: string | null): KeptRules {
  if (text === null || text === '') return NOTHING_SAID
  const read = readRules(text)
  return read.ok ? { rules: read.rules, text, problems: [] } : { rules: NO_RULES, text, problems: read.problems }
}

/** Rules as they are kept; a sentence where they are too long for that. */
export function keptRules(rules: WorthRules): KeptRules | string {
  const text = printRules(rules)
  if (text.length <= LONGEST_KEPT) return { rules, text, problems: [] }
  return `These rules are too long to be kept: ${grouped(text.length)} characters, and 1,048,576 are the most.`
}

const NO_RULES_TEXT = printRules(NO_RULES)

/** The text that events are valued by; null until it is known. */
export function ruleText(kept: KeptRules | null): string | null {
  if (kept === null) return null
  return kept.problems.length > 0 ? NO_RULES_TEXT : (kept.text ?? NO_RULES_TEXT)
}

/** The text that a month is closed with; null: nobody said any rules, or they cannot be read. */
export const closingRules = (kept: KeptRules | null): string | null =>
  kept === null || kept.problems.length > 0 ? null : kept.text

/** `kept`: null until it is known. Every part of the page sees a change at once. */
export function useRules(connectionId: string) {
  const [kept, change] = useRemembered(connectionId, RULES)
  return { kept, change }
}

const RULES = { name: 'worth-rules', read: readKeptRules, write: ({ text }: KeptRules) => text ?? '' }
