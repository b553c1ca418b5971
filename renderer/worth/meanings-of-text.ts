// What properties mean by rules as they are kept.

import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { meaningsOfRules } from '../../shared/worth/rules-of-meanings.ts'
import { readKeptRules } from './use-rules.ts'

/** The same object for the same text, as several parts of the page ask for it. */
export function meaningsOfText(text: string): PropertyMeanings {
  if (last?.text !== text) last = { text, meanings: meaningsOfRules(readKeptRules(text).rules) }
  return last.meanings
}

let last: { text: string; meanings: PropertyMeanings } | null = null
