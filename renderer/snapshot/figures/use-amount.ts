// This says what the events of an open snapshot are worth, and what that goes by: the property that is the amount, the
// rules of its connection, and what is known of duplicates.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope, SnapshotKey } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import type { ValuedBy } from '../../../shared/snapshot/snapshot-totals.ts'
import type { WholeRange, WorthQuestion } from '../../../shared/snapshot/snapshot-worth.ts'
import { isApartByCode, type PropertyMeanings } from '../../../shared/worth/property-meanings.ts'
import { readRules } from '../../../shared/worth/rules-text.ts'
import { bridge } from '../../bridge.ts'
import { later } from '../../ui/later.ts'
import { notifyError } from '../../ui/notify.tsx'
import { type AmountChoice, amountChoice, ignoredProperties } from '../../worth/amount-choice.ts'
import { ruleText, useMeanings, useRules } from '../../worth/use-rules.ts'
import { useOpenedWindow } from '../opened/opened-context.ts'
import { type ChecksSession, createChecksSession } from '../store/checks-session.ts'
import type { ComparedSides, ComparisonChoice } from '../store/compared-snapshots.ts'
import type { OpenedSnapshot } from '../store/opened-snapshot.ts'
import { useSnapshotAnswer } from './use-snapshot-answer.ts'

/** Properties examined for amounts, commonest first. */
const MOST_LOOKED_AT = 60

function checksOf({ parts, tabs: { checks } }: OpenedSnapshot, connectionId: string): ChecksSession {
  const known = checks.get(connectionId)
  if (known !== undefined) return known
  const session = createChecksSession({ parts, bridge, connectionId, later, onUnkept: notifyError })
  checks.set(connectionId, session)
  return session
}

/**
 * Tells which property is the amount of these events: as it was chosen in this window for the checks of their
 * connection, else as meanings and names say. `names`: of all properties; null until the amount is known.
 */
export function useAmount(snapshot: Pick<SnapshotSummary, 'id' | 'connection'>, scope: Scope) {
  const session = checksOf(useOpenedWindow().opened, snapshot.connection.id)
  const view = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => void session.refresh(), [session])
  const { meanings, isKnown: areMeant } = useMeanings(snapshot.connection.id)
  const all = useSnapshotAnswer(snapshot.id, namesQuestion(scope))
  const looked = all.answer?.names.slice(0, MOST_LOOKED_AT)
  const seen = useSnapshotAnswer(snapshot.id, looked === undefined ? null : seenQuestion(scope, looked))
  const amount = useMemo(
    () =>
      amountChoice(
        seen.answer?.summaries ?? [],
        meanings,
        view.amount,
        all.answer?.names.map(({ name }) => name),
      ),
    [seen.answer, all.answer, meanings, view.amount],
  )
  const isKnown = areMeant && view.marks !== null && seen.answer !== null
  return {
    session,
    view,
    meanings,
    amount,
    names: isKnown ? (all.answer?.names ?? null) : null,
    asked: [all, seen] as const,
  }
}

const namesQuestion = (scope: Scope): ValuesQuestion => ({ ask: 'values', scope, keys: [], byCode: true })

const seenQuestion = (scope: Scope, names: readonly { name: string }[]): ValuesQuestion => ({
  ask: 'values',
  scope,
  keys: names.map(({ name }): SnapshotKey => ({ of: 'property', name })),
  byCode: false,
})

/** How a question sums, as sent, the events that no rule takes: by the amount; null where they are only counted. */
export function unruledBy({ measure, units, priced }: AmountChoice, meanings: PropertyMeanings): ValuedBy['unruled'] {
  if (measure === null) return null
  const isApart = isApartByCode(measure.properties, meanings)
  return { measure, units, ...(priced && { priced }), ...(isApart && { byCode: 'several' }) }
}

/** Values by the rules of the connection as they are kept now; null until they are known. */
export function useValuedBy(connectionId: string, amount: AmountChoice, wholeRange: WholeRange): ValuedBy | null {
  const { kept } = useRules(connectionId)
  const { meanings } = useMeanings(connectionId)
  const rules = ruleText(kept)
  return rules === null ? null : { rules, wholeRange, unruled: unruledBy(amount, meanings) }
}

/** The most that a question may name. */
const MOST_IGNORED = 50

/**
 * Tells what questions are told of possible duplicates: how close together they are, in which properties they may
 * differ, as rules, meanings or names say, and the keys of those that are right as they are. Null until the names are
 * known.
 * @param rules as text; null: there are none, or they are not known yet
 */
export function useKnownDuplicates(
  { view, names, meanings }: Pick<ReturnType<typeof useAmount>, 'view' | 'names' | 'meanings'>,
  rules: string | null,
) {
  return useMemo(() => {
    if (names === null) return null
    const read = rules === null ? null : readRules(rules)
    const identifiers = read?.ok ? read.rules.requestIdentifiers : []
    const ignored = ignoredProperties(
      names.map(({ name }) => name),
      meanings,
    )
    return {
      windowSeconds: view.windowSeconds,
      ignored: [...new Set([...identifiers, ...ignored])].slice(0, MOST_IGNORED),
      legitimate: (view.marks ?? []).map(({ key }) => key),
    }
  }, [view, names, meanings, rules])
}

/**
 * Values the events. `measure`: what totals by these rules are asked with; null until it is known.
 * @param text of the rules; null: it is not known yet
 */
export function useWorth(snapshot: SnapshotSummary, scope: Scope, text: string | null) {
  const known = useAmount(snapshot, scope)
  const { amount, meanings, asked } = known
  const duplicates = useKnownDuplicates(known, text)
  const isAsked = duplicates !== null
  const measure = useMemo(
    (): ValuedBy | null =>
      isAsked && text !== null
        ? { rules: text, wholeRange: wholeRangeOf(snapshot, scope), unruled: unruledBy(amount, meanings) }
        : null,
    [isAsked, text, snapshot, scope, amount, meanings],
  )
  const question: WorthQuestion | null =
    measure === null || duplicates === null ? null : { ask: 'worth', scope, ...measure, duplicates }
  const worth = useSnapshotAnswer(snapshot.id, question)
  const trouble = [...asked, worth].find((one) => one.trouble !== null) ?? null
  return { answer: worth.answer, measure, isBusy: worth.isBusy, trouble }
}

/** The one set of rules by which both sides are valued. */
export interface SidesWorth {
  /** The connection that the rules belong to. */
  connection: SnapshotSummary['connection']
  /** Null until they are known. */
  text: string | null
  hasRules: boolean
  /** Whether the kept rules cannot be read. */
  areUnreadable: boolean
  requestIdentifiers: readonly string[]
  /** Null until the rules are known. */
  valuedBy: (side: SnapshotSummary, scope: Scope) => ValuedBy | null
}

/** Values both sides of a comparison by the rules of the one that is chosen. */
export function useSidesWorth(
  { here, there }: ComparedSides,
  { rulesOf }: Pick<ComparisonChoice, 'rulesOf'>,
  { amount, meanings }: Pick<ReturnType<typeof useAmount>, 'amount' | 'meanings'>,
): SidesWorth {
  const { connection } = rulesOf === there.id ? there : here
  const { kept } = useRules(connection.id)
  return useMemo(() => {
    const text = ruleText(kept)
    return {
      connection,
      text,
      hasRules: kept !== null && kept.rules.rules.length > 0,
      areUnreadable: kept !== null && kept.problems.length > 0,
      requestIdentifiers: kept?.rules.requestIdentifiers ?? [],
      valuedBy: (side, scope) =>
        text === null
          ? null
          : { rules: text, wholeRange: wholeRangeOf(side, scope), unruled: unruledBy(amount, meanings) },
    }
  }, [connection, kept, amount, meanings])
}
