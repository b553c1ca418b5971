// worth/ is where the user says what events are worth, and so which properties are amounts, currencies and units.
// The rules of a connection: kept as the text that is copied and pasted; where there is none, what older meanings said.

import { useCallback, useEffect, useMemo, useState } from 'react'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { readOlderTotals, readPropertyMeanings } from '../../shared/snapshot/remembered-answers.ts'
import type { PropertyMeanings } from '../../shared/worth/property-meanings.ts'
import { meaningsOfRules, rulesOfMeanings } from '../../shared/worth/rules-of-meanings.ts'
import { printRules, readRules } from '../../shared/worth/rules-text.ts'
import { NO_RULES, type WorthRules } from '../../shared/worth/worth-rules.ts'
import { bridge } from '../bridge.ts'
import type { Remembered } from '../ui/remembered-value.ts'
import { rememberedOf, useRemembered } from '../ui/use-remembered.tsx'

/** `text`: null while nobody said any. */
const RULES_TEXT: Remembered<{ text: string | null }> = {
  name: 'worth-rules',
  read: (text) => ({ text: text === '' ? null : text }),
  write: ({ text }) => text ?? '',
}

/** This is what was said before there were rules; nothing writes it any more. */
const OLDER_MEANINGS = { name: 'property-meanings', read: readPropertyMeanings }

export interface KeptRules {
  /** None while the text cannot be read. */
  rules: WorthRules
  /** It is as it is kept; null: nobody said any yet. */
  text: string | null
  /** Why it cannot be read, a sentence each. It stays as it is until the user changes it. */
  problems: string[]
  /** They were made of older meanings, and are not kept until somebody changes them. */
  isTakenOver: boolean
}

/** So much is remembered under one name, in UTF-16 units. */
export const LONGEST_KEPT = 1024 * 1024
const NO_KEPT_RULES: KeptRules = { rules: NO_RULES, text: null, problems: [], isTakenOver: false }
const NO_RULES_TEXT = printRules(NO_RULES)

/** The same object for the same text, as several parts of the page ask for it. */
export function readKeptRules(text: string | null): KeptRules {
  if (text === null || text === '') return NO_KEPT_RULES
  if (last?.text === text) return last
  const read = readRules(text)
  last = read.ok ? { ...NO_KEPT_RULES, rules: read.rules, text } : { ...NO_KEPT_RULES, text, problems: read.problems }
  return last
}

let last: KeptRules | null = null

/** Rules as they are kept; a sentence where they are too long for that. */
export function keptRules(rules: WorthRules): KeptRules | string {
  const text = printRules(rules)
  if (text.length <= LONGEST_KEPT) return { ...NO_KEPT_RULES, rules, text }
  return `These price rules are too long to be kept: ${grouped(text.length)} characters, and at most 1,048,576 are kept. Shorten them.`
}

/**
 * The rules that say what older meanings said.
 * @param totals the older choices of "Totals" as they were remembered: which credits were taken off, which texts are
 * numbers
 */
export function rulesFromMeanings(meanings: PropertyMeanings, totals: string | null): KeptRules {
  if (meanings.length === 0) return NO_KEPT_RULES
  const rules = rulesOfMeanings({ meanings, ...readOlderTotals(totals) })
  // Without an amount or a quantity there is no rule, but units and identifiers hold.
  if (rules.rules.length === 0) return { ...NO_KEPT_RULES, rules }
  return { ...NO_KEPT_RULES, rules, text: printRules(rules), isTakenOver: true }
}

/** The text that events are valued by; null until it is known. */
export function ruleText(kept: KeptRules): string
export function ruleText(kept: KeptRules | null): string | null
export function ruleText(kept: KeptRules | null): string | null {
  if (kept === null) return null
  return kept.problems.length > 0 ? NO_RULES_TEXT : (kept.text ?? NO_RULES_TEXT)
}

/** The text that a month is closed with; null: nobody said any rules, or they cannot be read. */
export const closingRules = (kept: KeptRules | null): string | null =>
  kept === null || kept.problems.length > 0 ? null : kept.text

/**
 * `kept`: null until it is known; where there are no rules, those that say what older meanings said. Every part of the
 * page sees a change at once.
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

/** Reads once what `useRules` says. */
export async function rulesOf(connectionId: string): Promise<KeptRules> {
  const [known, older] = [rememberedOf(connectionId, RULES_TEXT), rememberedOf(connectionId, OLDER_MEANINGS)]
  await Promise.all([known.start(), older.start()])
  const text = known.state()?.text ?? null
  const meanings = older.state() ?? NO_MEANINGS
  if (text !== null || meanings.length === 0) return readKeptRules(text)
  return rulesFromMeanings(meanings, await bridge.remembered.read({ connectionId, name: 'totals' }))
}

/**
 * Tells what the properties of a connection's events mean by its rules; while there are none, as it was said before.
 * `isKnown`: false until they are loaded; `meanings` is empty until then.
 */
export function useMeanings(connectionId: string) {
  const [kept] = useRemembered(connectionId, RULES_TEXT)
  const [older] = useRemembered(connectionId, OLDER_MEANINGS)
  const text = kept?.text ?? null
  // Null until both are loaded, unless the first says it all.
  const meanings = text !== null ? meaningsOfText(text) : kept && older
  return { meanings: meanings ?? NO_MEANINGS, isKnown: meanings !== null }
}

const NO_MEANINGS: PropertyMeanings = []

/** The same object for the same text, as several parts of the page ask for it. */
function meaningsOfText(text: string): PropertyMeanings {
  if (lastMeant?.text !== text) lastMeant = { text, meanings: meaningsOfRules(readKeptRules(text).rules) }
  return lastMeant.meanings
}

let lastMeant: { text: string; meanings: PropertyMeanings } | null = null

/** This is what a button says that opens the price rules where there are none. */
export const SAY_WORTH = 'Say what events are worth'

// Changes of the rules count only once they are saved: no figure moves while somebody tries what a change would do.

/** This is what the rules were before the first change and after each, latest last; empty: nothing was changed. */
export type RulesDraft = readonly KeptRules[]

/** Changes that can be undone. */
const MOST_UNDONE = 100

export const drafted = (draft: RulesDraft, kept: KeptRules, next: KeptRules): RulesDraft =>
  [...(draft.length === 0 ? [kept] : draft), next].slice(-1 - MOST_UNDONE)

/** The rules as they would be saved; null: there is nothing to save, as nothing was changed or all of it back again. */
export function unsavedRules(draft: RulesDraft, kept: KeptRules): KeptRules | null {
  const now = draft.at(-1)
  if (now === undefined || now.problems.length > 0) return null
  return kept.problems.length === 0 && ruleText(now) === ruleText(kept) ? null : now
}

/** Keeps changes over the rules that are kept; null until these are known. */
export function useRulesDraft(kept: KeptRules | null) {
  const [draft, setDraft] = useState<RulesDraft>([])
  return {
    /** It has the changes. */
    rules: draft.at(-1) ?? kept,
    unsaved: kept && unsavedRules(draft, kept),
    change: (next: KeptRules) => {
      if (kept !== null) setDraft(drafted(draft, kept, next))
    },
    /** Takes a change back, also one that is saved: then that is to be saved. Null: there is nothing to undo. */
    undo: draft.length < 2 ? null : () => setDraft(draft.slice(0, -1)),
    /** Goes back to what is kept. */
    clear: () => setDraft([]),
  }
}
