// "Check a file", wired to the window: what a file is held against, and the file that was dropped.
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { scopeInHand } from '../../shared/snapshot/scope-in-hand.ts'
import type { ValuesQuestion } from '../../shared/snapshot/snapshot-values.ts'
import { ruleText, useRules } from '../worth/use-rules.ts'
import { AnswerTrouble } from './figures/answer-trouble.tsx'
import { useAmount } from './figures/use-amount.ts'
import { useSnapshotAnswer } from './figures/use-snapshot-answer.ts'
import { FileCheckTab } from './file-check/file-check-tab.tsx'
import { useOpenedWindow } from './opened-context.ts'
import { fileCheckOf } from './page-file-check.ts'
import { droppedFileOf } from './store/dropped-file.ts'
import type { HeldAgainst } from './store/file-check.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'

/** Whatever conditions are set: a name or an amount is the same property with them and without. */
const ALL = { where: [], misses: true }
const IN_USE: ValuesQuestion = {
  ask: 'values',
  scope: ALL,
  keys: [
    { of: 'field', field: 'customerId' },
    { of: 'field', field: 'eventCode' },
  ],
  byCode: false,
}

export function FileCheckView({ snapshot, scope, onShowEvents }: SnapshotTabProps) {
  const { opened } = useOpenedWindow()
  const check = fileCheckOf(opened, snapshot)
  const { kept } = useRules(snapshot.connection.id)
  const { amount, names, asked } = useAmount(snapshot, ALL)
  const used = useSnapshotAnswer(snapshot.id, IN_USE)
  const isKnown = kept !== null && names !== null
  const rules = kept !== null && kept.rules.rules.length > 0 ? ruleText(kept) : null
  const { measure, name, units } = amount
  const [currency = null] = units
  const against = useMemo(
    (): HeldAgainst | null =>
      isKnown
        ? {
            scope,
            rules,
            inHand: scopeInHand(snapshot, scope),
            sent: measure === null || name === null ? null : { amount: name, currency },
          }
        : null,
    [isKnown, snapshot, scope, rules, measure, name, currency],
  )
  const dropped = droppedFileOf(opened)
  const waiting = useSyncExternalStore(dropped.subscribe, dropped.state)
  useEffect(() => {
    if (waiting === null || against === null) return
    dropped.take()
    void check.bring({ name: waiting.name, bytes: waiting }, against.rules, null)
  }, [waiting, against, dropped, check])
  const known = useMemo(() => {
    const valuesOf = (at: number) =>
      used.answer?.summaries[at]?.commonest.flatMap(({ value }) => (value.kind === 'string' ? [value.text] : [])) ?? []
    return {
      properties: (names ?? []).map((one) => one.name),
      customerId: valuesOf(0),
      eventCode: valuesOf(1),
    }
  }, [names, used.answer])
  const trouble = asked.find((one) => one.trouble !== null)
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  if (against === null) return null
  const showEvents: SnapshotTabProps['onShowEvents'] = (rows) => {
    flushSync(() => onShowEvents(rows))
    // What was pressed is gone with this tab: the one that is open now has the focus.
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }
  return <FileCheckTab snapshot={snapshot} check={check} against={against} known={known} onShowEvents={showEvents} />
}
