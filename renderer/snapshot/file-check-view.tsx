// "Check a file", wired to the window: what a file is held against, the file that was dropped, and the check and
// the readings that last for as long as the snapshot is open.
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { scopeInHand } from '../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import type { ValuesQuestion } from '../../shared/snapshot/snapshot-rows.ts'
import { bridge } from '../bridge.ts'
import { notifyError } from '../ui/notify.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { unusedName } from '../ui/unused-name.ts'
import { ruleText, useRules } from '../worth/use-rules.ts'
import { AnswerTrouble } from './figures/answer-trouble.tsx'
import { useAmount, useKnownDuplicates } from './figures/use-amount.ts'
import { useSnapshotAnswer } from './figures/use-snapshot-answer.ts'
import { FileCheckTab } from './file-check/file-check-tab.tsx'
import { type FileCheckTools, FileCheckToolsProvider } from './file-check/file-check-tools.ts'
import { useOpenedWindow } from './opened/opened-context.ts'
import { latestClosing } from './store/comparable-snapshots.ts'
import { createEdgeReadings } from './store/edge-readings.ts'
import { createFileCheck } from './store/file-check.ts'
import type { HeldAgainst } from './store/file-check-state.ts'
import type { OpenedSnapshot, OpenedTabs } from './store/opened-snapshot.ts'
import type { SnapshotTabProps } from './store/snapshot-tab.ts'
import { type PageSnapshots, snapshotNames } from './store/snapshots.ts'
import { accountOf } from './store/taken-readings.ts'

const RulesDialog = dialogOnDemand(async () => (await import('./headlines/rules-dialog.tsx')).RulesDialog)

/** Whatever the conditions: a name or an amount is the same property with them and without. */
const ALL_EVENTS = { where: [], misses: true }
const VALUES_IN_USE: ValuesQuestion = {
  ask: 'values',
  scope: ALL_EVENTS,
  keys: [
    { of: 'field', field: 'customerId' },
    { of: 'field', field: 'eventCode' },
  ],
  byCode: false,
}

export function FileCheckView({ snapshot, scope, zone, onShowEvents }: SnapshotTabProps) {
  const { opened, snapshots } = useOpenedWindow()
  const { check, edges } = fileCheckOf(opened, snapshots, snapshot)
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const [isRulesOpen, setRulesOpen] = useState(false)
  const { against, names, trouble } = useHeldAgainst({ snapshot, scope, zone })
  const used = useSnapshotAnswer(snapshot.id, VALUES_IN_USE)
  const { dropped } = opened
  const waiting = useSyncExternalStore(dropped.subscribe, dropped.state)
  useEffect(() => {
    if (waiting === null || against === null) return
    const { file, isChecked } = waiting
    dropped.set(null)
    void check.bring({ name: file.name, bytes: file }, against.rules, isChecked ? against : null)
  }, [waiting, against, dropped, check])
  const known = useMemo(() => {
    const valuesOf = (at: number) =>
      used.answer?.summaries[at]?.commonest.flatMap(({ value }) => (value.kind === 'string' ? [value.text] : [])) ?? []
    return {
      properties: (names ?? []).map(({ name }) => name),
      customerId: valuesOf(0),
      eventCode: valuesOf(1),
    }
  }, [names, used.answer])
  if (trouble?.trouble) return <AnswerTrouble trouble={trouble.trouble} onRetry={trouble.retry} />
  if (against === null) return null
  const showEvents: SnapshotTabProps['onShowEvents'] = (rows) => {
    flushSync(() => onShowEvents(rows))
    // The button that was pressed is gone with this tab: the focus goes to the tab that opened.
    document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
  }
  const tools: FileCheckTools = {
    check,
    edges,
    snapshots: list?.snapshots ?? [],
    against,
    known,
    onRules: () => setRulesOpen(true),
    onShowEvents: showEvents,
  }
  return (
    <>
      <FileCheckToolsProvider value={tools}>
        <FileCheckTab snapshot={snapshot} />
      </FileCheckToolsProvider>
      <RulesDialog
        opened={isRulesOpen}
        onClose={() => setRulesOpen(false)}
        snapshot={snapshot}
        onShowEvents={showEvents}
      />
    </>
  )
}

/** What a file is held against, by the present rules; null until all of it is known. `names`: of properties. */
function useHeldAgainst({ snapshot, scope, zone }: Pick<SnapshotTabProps, 'snapshot' | 'scope' | 'zone'>) {
  const { snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const { kept } = useRules(snapshot.connection.id)
  const known = useAmount(snapshot, ALL_EVENTS)
  const { amount, names, asked } = known
  const rules = kept !== null && kept.rules.rules.length > 0 ? ruleText(kept) : null
  const duplicates = useKnownDuplicates(known, rules)
  const isKnown = kept !== null
  const closed = useMemo(() => latestClosing(snapshot, list?.snapshots ?? [])?.before.id ?? null, [snapshot, list])
  const { measure, name, units } = amount
  const [currency = null] = units
  const against = useMemo((): HeldAgainst | null => {
    if (!isKnown || duplicates === null) return null
    return {
      scope,
      rules,
      sent: measure === null || name === null ? null : { amount: name, currency },
      inHand: scopeInHand(snapshot, scope),
      shownZone: zone,
      duplicates,
      closed,
    }
  }, [isKnown, snapshot, scope, zone, rules, measure, name, currency, duplicates, closed])
  return { against, names, trouble: asked.find((one) => one.trouble !== null) ?? null }
}

/** The file that is held against the open snapshot, and the readings that an invoice waits for, whichever tab is in sight. */
function fileCheckOf(
  { parts, tabs }: OpenedSnapshot,
  snapshots: PageSnapshots,
  { id: snapshotId, connection }: Pick<SnapshotSummary, 'id' | 'connection'>,
): NonNullable<OpenedTabs['fileCheck']> {
  const known = tabs.fileCheck
  if (known?.snapshotId === snapshotId) return known
  tabs.fileCheck = {
    snapshotId,
    check: createFileCheck({ parts, bridge, snapshotId, connectionId: connection.id, onUnkept: notifyError }),
    edges: createEdgeReadings({
      parts,
      snapshots,
      accountOf,
      nameOf: ({ name, connection: { id } }, { edge }) =>
        unusedName(`${name}: hours ${edge} it`, snapshotNames(snapshots.state().list, id)),
    }),
  }
  return tabs.fileCheck
}
