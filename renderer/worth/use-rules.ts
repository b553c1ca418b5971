// What the events of a connection are worth, as its user said: kept as the text that is copied and pasted; where there is none,
// what older meanings said.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { readOlderTotals } from '../../shared/snapshot/remembered-answers.ts'
import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { rulesOfMeanings } from '../../shared/worth/rules-of-meanings.ts'
import { printRules, readRules } from '../../shared/worth/rules-text.ts'
import { NO_RULES, type WorthRules } from '../../shared/worth/worth-rules.ts'
import { bridge } from '../bridge.ts'
import { useRemembered } from '../ui/use-remembered.tsx'
import { OLDER_MEANINGS, RULES_TEXT } from './kept-rules-text.ts'

export interface KeptRules {
  /** None while the text cannot be read. */
  rules: WorthRules
  /** As it is kept; null: nobody said any yet. */
  text: string | null
  /** Why it cannot be read, a sentence each. It stays as it is until the user changes it. */
  problems: string[]
  /** They were made of older meanings, and are not kept until somebody changes them. */
  isTakenOver: boolean
}

/** What is remembered under one name, in UTF-16 units. */
const LONGEST_KEPT = 1024 * 1024
const NO_KEPT_RULES: KeptRules = { rules: NO_RULES, text: null, problems: [], isTakenOver: false }
const NO_RULES_TEXT = printRules(NO_RULES)

/** The same object for the same text, as several parts of the page ask for it. */
export function readKeptRules(text: string | null): KeptRules {
  if (text === null || text === '') return NO_KEPT_RULES
  if (last?.text === text) return last
  const read = readRules(text)
  last = read.ok
    ? { rules: read.rules, text, problems: [], isTakenOver: false }
    : { rules: NO_RULES, text, problems: read.problems, isTakenOver: false }
  return last
}

let last: KeptRules | null = null

/** Rules as they are kept; a sentence where they are too long for that. */
export function keptRules(rules: WorthRules): KeptRules | string {
  const text = printRules(rules)
  if (text.length <= LONGEST_KEPT) return { rules, text, problems: [], isTakenOver: false }
  return `These rules are too long to be kept: ${grouped(text.length)} characters, and 1,048,576 are the most.`
}

/**
 * The rules that say what older meanings said.
 * @param totals the older choices of "Totals" as they were remembered: which credits were taken off, which texts are numbers
 */
export function rulesFromMeanings(meanings: PropertyMeanings, totals: string | null): KeptRules {
  if (meanings.length === 0) return NO_KEPT_RULES
  const rules = rulesOfMeanings({ meanings, ...readOlderTotals(totals) })
  // Without an amount or a quantity there is no rule, but units and identifiers hold.
  if (rules.rules.length === 0) return { ...NO_KEPT_RULES, rules }
  return { rules, text: printRules(rules), problems: [], isTakenOver: true }
}

/** The text that events are valued by; null until it is known. */
export function ruleText(kept: KeptRules | null): string | null {
  if (kept === null) return null
  return kept.problems.length > 0 ? NO_RULES_TEXT : (kept.text ?? NO_RULES_TEXT)
}

/** The text that a month is closed with; null: nobody said any rules, or they cannot be read. */
export const closingRules = (kept: KeptRules | null): string | null =>
  kept === null || kept.problems.length > 0 ? null : kept.text

/**
 * `kept`: null until it is known; where there are no rules, those that say what older meanings said. Every part of the page
 * sees a change at once.
 */
export function useRules(connectionId: string) {
  const [known, changeText] = useRemembered(connectionId, RULES_TEXT)
  const [older] = useRemembered(connectionId, OLDER_MEANINGS)
  const text = known?.text ?? null
  const isTaken = known !== null && text === null && older !== null && older.length > 0
  // Read once: what "Totals" remembers from now on says nothing of what rules say.
  const [totals, setTotals] = useState<{ connectionId: string; text: string | null } | null>(null)
  useEffect(() => {
    if (!isTaken) return
    let isWanted = true
    const know = (text: string | null) => isWanted && setTotals({ connectionId, text })
    void bridge.remembered.read({ connectionId, name: 'totals' }).then(know, () => know(null))
    return () => {
      isWanted = false
    }
  }, [connectionId, isTaken])
  const kept = useMemo(() => {
    if (known === null || older === null) return null
    if (text !== null) return readKeptRules(text)
    if (older.length === 0) return readKeptRules(null)
    return totals?.connectionId === connectionId ? rulesFromMeanings(older, totals.text) : null
  }, [connectionId, known, older, text, totals])
  const change = useCallback((next: KeptRules) => changeText({ text: next.text }), [changeText])
  return { kept, change }
}
