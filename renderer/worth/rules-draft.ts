// Changes of the rules that count only once they are saved: nothing that is worth something by the price rules moves while
// somebody tries what a change would do.
import { useState } from 'react'
import { type KeptRules, ruleText } from './use-rules.ts'

/** What the rules were before the first change and after each, latest last; empty: nothing was changed. */
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

/** Over the rules that are kept; null until these are known. */
export function useRulesDraft(kept: KeptRules | null) {
  const [draft, setDraft] = useState<RulesDraft>([])
  return {
    /** With the changes. */
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
