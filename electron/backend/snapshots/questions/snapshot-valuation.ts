// The rules that a question names, and valuations of a snapshot's events by them.
import type { ValuedBy } from '../../../../shared/snapshot/snapshot-totals.ts'
import { parseInstant } from '../../../../shared/time/instant.ts'
import type { RangeInHand } from '../../../../shared/worth/billing-months.ts'
import { readRules, rulesVersion } from '../../../../shared/worth/rules-text.ts'
import { createValuation, type Valuation } from '../../../../shared/worth/valuation.ts'
import { NO_RULES, type WorthRules } from '../../../../shared/worth/worth-rules.ts'
import type { LoadedSnapshot } from './loaded-snapshot.ts'

export interface SnapshotValuation {
  rules: WorthRules
  version: string
  /** Why the text says no rules, a sentence each; empty where it says some. */
  problems: string[]
  /** A new one, in which no event is yet. */
  start(): Valuation
}

/** Text that says no rules has none: then no event has one, and nothing is netted. */
export function snapshotValuation(
  { table }: LoadedSnapshot,
  { rules: text, inHand }: Pick<ValuedBy, 'rules' | 'inHand'>,
): SnapshotValuation {
  const read = readRules(text)
  const rules = read.ok ? read.rules : NO_RULES
  const options = { zone: table.range.zone, inHand: instantsOf(inHand), unruled: null }
  return {
    rules,
    version: rulesVersion(rules),
    problems: read.ok ? [] : read.problems,
    start: () => createValuation(rules, options),
  }
}

/** What is said to be in hand. */
export function instantsOf(inHand: ValuedBy['inHand']): RangeInHand | null {
  if (inHand === null) return null
  const { from, until } = inHand
  return { from: from === null ? null : parseInstant(from), until: until === null ? null : parseInstant(until) }
}
