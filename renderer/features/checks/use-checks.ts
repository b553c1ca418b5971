// The checks of an open snapshot as React state: the tab and its badge ask the same questions, which are answered once.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { PropertyMeanings } from '../../../shared/property-meanings.ts'
import type { SnapshotSummary } from '../../../shared/snapshot.ts'
import type { ChecksQuestion, DuplicatesQuestion } from '../../../shared/snapshot-checks.ts'
import type { Scope } from '../../../shared/snapshot-condition.ts'
import type { SnapshotKey } from '../../../shared/snapshot-key.ts'
import type { ValuesQuestion } from '../../../shared/snapshot-values.ts'
import { bridge } from '../../bridge.ts'
import { type ChecksSession, createChecksSession } from '../../session/checks-session.ts'
import { useSnapshotAnswer } from '../../ui/use-snapshot-answer.ts'
import { amountChoice, ignoredProperties } from './amounts.ts'

/** Properties that are looked at for amounts, commonest first. */
const MOST_LOOKED_AT = 60
/** Groups that are listed at once. */
export const GROUPS_A_PAGE = 20

const sessions = new Map<string, ChecksSession>()

function sessionOf(connectionId: string): ChecksSession {
  const session = sessions.get(connectionId) ?? createChecksSession(bridge, connectionId)
  sessions.set(connectionId, session)
  return session
}

/** @param offset of the first group that is listed */
export function useChecks(snapshot: SnapshotSummary, scope: Scope, offset = 0) {
  const session = sessionOf(snapshot.connection.id)
  const view = useSyncExternalStore(session.subscribe, session.state)
  useEffect(() => void session.refresh(), [session])
  const names = useSnapshotAnswer(snapshot.id, namesQuestion(scope))
  const looked = names.answer?.names.slice(0, MOST_LOOKED_AT)
  const seen = useSnapshotAnswer(snapshot.id, looked === undefined ? null : seenQuestion(scope, looked))
  const meanings = view.meanings ?? NO_MEANINGS
  const amount = useMemo(
    () => amountChoice(seen.answer?.summaries ?? [], meanings, view.amount),
    [seen.answer, meanings, view.amount],
  )
  const isReady = view.marks !== null && names.answer !== null && seen.answer !== null
  const question: DuplicatesQuestion | null = !isReady
    ? null
    : {
        ask: 'duplicates',
        scope,
        windowSeconds: view.windowSeconds,
        ignored: ignoredProperties(
          (names.answer?.names ?? []).map(({ name }) => name),
          meanings,
        ),
        measure: amount.measure,
        units: amount.units,
        legitimate: view.marks ?? [],
        offset,
        limit: GROUPS_A_PAGE,
      }
  const duplicates = useSnapshotAnswer(snapshot.id, question)
  const others = useSnapshotAnswer(snapshot.id, checksQuestion(scope))
  const trouble = [names, seen, duplicates, others].find((one) => one.trouble !== null) ?? null
  return { session, view, amount, question, duplicates, others, trouble }
}

const NO_MEANINGS: PropertyMeanings = []

const namesQuestion = (scope: Scope): ValuesQuestion => ({ ask: 'values', scope, keys: [], byCode: true })

const seenQuestion = (scope: Scope, names: readonly { name: string }[]): ValuesQuestion => ({
  ask: 'values',
  scope,
  keys: names.map(({ name }): SnapshotKey => ({ of: 'property', name })),
  byCode: false,
})

const checksQuestion = (scope: Scope): ChecksQuestion => ({ ask: 'checks', scope })
