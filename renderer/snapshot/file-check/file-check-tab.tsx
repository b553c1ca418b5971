// The tab "Check a file": a file is chosen, dropped or pasted, what it leaves open is asked, and it is held against the
// events, as a ledger or as an invoice. The check, and the readings that an invoice waits for, last for as long as the
// snapshot is open.

import { Button, FileButton, Group, Stack, Textarea, VisuallyHidden } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { MOST_FILE_BYTES, MOST_LINES } from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import { wholeRangeOf } from '../../../shared/snapshot/scopes.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-rows.ts'
import { isProved, verdictOf } from '../../../shared/snapshot/verdict-name.ts'
import { bridge } from '../../bridge.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { useHeldFocus } from '../../ui/focus.ts'
import { FoldButton } from '../../ui/fold-button.tsx'
import { notifyError } from '../../ui/notify.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { unusedName } from '../../ui/unused-name.ts'
import { ruleText, useRules } from '../../worth/use-rules.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useAmount, useKnownDuplicates } from '../figures/use-amount.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { useOpenedWindow } from '../opened/opened-context.ts'
import { createBoundaryReadings } from '../store/boundary-readings.ts'
import { latestClosing } from '../store/compared-snapshots.ts'
import { createFileCheck } from '../store/file-check.ts'
import { type FileCheckState, type HeldAgainst, isCurrentCheck } from '../store/file-check-state.ts'
import { forgetChecks } from '../store/file-questions.ts'
import type { OpenedSnapshot, OpenedTabs } from '../store/opened-snapshot.ts'
import { type PageSnapshots, snapshotNames } from '../store/page-snapshots.ts'
import { accountOf } from '../store/queued-readings.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import styles from './file-check.module.css'
import { type FileCheckTools, FileCheckToolsProvider, InvoiceFacts, useFileCheckTools } from './file-check-tools.ts'
import { InvoiceActions } from './file-copies.tsx'
import { FileNotice, FileWork } from './file-notice.tsx'
import { FileAsks, FileReading } from './file-reading.tsx'
import { announcedWords, factsOf, staleWords, whyNotWords } from './file-words.ts'
import { InvoiceResult } from './invoice-result.tsx'
import { LedgerResult } from './ledger-result.tsx'

const RulesDialog = dialogOnDemand(async () => (await import('../headlines/rules-dialog.tsx')).RulesDialog)

/** Conditions do not matter: a name or an amount is the same property with them and without. */
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

export function FileCheckTab({ snapshot, scope, zone, onShowEvents }: SnapshotTabProps) {
  const { opened, snapshots } = useOpenedWindow()
  const { check, edges } = fileCheckOf(opened, snapshots, snapshot, useQueryClient())
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
  const tools: FileCheckTools = {
    check,
    edges,
    snapshots: list?.snapshots ?? [],
    against,
    known,
    onRecheck: (change) => void check.choose(change, against.rules).then(() => check.check(against)),
    onRules: () => setRulesOpen(true),
    onShowEvents,
  }
  return (
    <>
      <FileCheckToolsProvider value={tools}>
        <FileCheck snapshot={snapshot} />
      </FileCheckToolsProvider>
      <RulesDialog
        opened={isRulesOpen}
        onClose={() => setRulesOpen(false)}
        snapshot={snapshot}
        onShowEvents={onShowEvents}
      />
    </>
  )
}

/** Tells what a file is held against, by the present rules; null until all of it is known. `names`: of properties. */
function useHeldAgainst({ snapshot, scope, zone }: Pick<SnapshotTabProps, 'snapshot' | 'scope' | 'zone'>) {
  const { snapshots } = useOpenedWindow()
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const { kept } = useRules(snapshot.connection.id)
  const known = useAmount(snapshot, ALL_EVENTS)
  const { amount, names, asked } = known
  const rules = kept !== null && kept.rules.rules.length > 0 ? ruleText(kept) : null
  const duplicates = useKnownDuplicates(known, rules)
  const isKnown = kept !== null
  const closed = useMemo(() => latestClosing(snapshot, list?.snapshots ?? [])?.there.id ?? null, [snapshot, list])
  const { measure, name, units } = amount
  const [currency = null] = units
  const against = useMemo((): HeldAgainst | null => {
    if (!isKnown || duplicates === null) return null
    return {
      scope,
      rules,
      sent: measure === null || name === null ? null : { amount: name, currency },
      wholeRange: wholeRangeOf(snapshot, scope),
      shownZone: zone,
      duplicates,
      closed,
    }
  }, [isKnown, snapshot, scope, zone, rules, measure, name, currency, duplicates, closed])
  return { against, names, trouble: asked.find((one) => one.trouble !== null) ?? null }
}

/** The file held against the open snapshot, and the readings an invoice waits for, whichever tab is in sight. */
function fileCheckOf(
  { parts, tabs }: OpenedSnapshot,
  snapshots: PageSnapshots,
  { id: snapshotId, connection }: Pick<SnapshotSummary, 'id' | 'connection'>,
  client: QueryClient,
): NonNullable<OpenedTabs['fileCheck']> {
  const known = tabs.fileCheck
  if (known?.snapshotId === snapshotId) return known
  tabs.fileCheck = {
    snapshotId,
    check: createFileCheck({
      parts,
      bridge,
      snapshotId,
      connectionId: connection.id,
      onUnkept: notifyError,
      onNewCheck: () => forgetChecks(client, snapshotId),
    }),
    edges: createBoundaryReadings({
      parts,
      snapshots,
      accountOf,
      nameOf: ({ name, connection: { id } }, { edge }) =>
        unusedName(`${name}: hours ${edge} it`, snapshotNames(snapshots.state().list, id)),
    }),
  }
  return tabs.fileCheck
}

/** This is what lines are called that were pasted. */
const PASTED = 'Pasted lines'
const READABLE = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,.json'

function FileCheck({ snapshot }: Pick<SnapshotTabProps, 'snapshot'>) {
  const { check, against } = useFileCheckTools()
  const state = useSyncExternalStore(check.subscribe, check.state)
  const { typed, file, kind, choices, asks, refusal, turnedAway, work, trouble, checked } = state
  const { rules } = against
  const [opened, setOpened] = useState<boolean | null>(null)
  const asked = useRef<HTMLDivElement>(null)
  const tab = useRef<HTMLDivElement>(null)
  const checkButton = useRef<HTMLButtonElement>(null)
  const resetChooser = useRef<() => void>(null)
  const readingId = useId()
  // What stands in the way of a check is in sight; once it is checked, what came of it is what counts.
  const isOpen = asks.length > 0 || refusal !== null || (opened ?? checked === null)
  const isChecking = work?.step === 'checking'
  const unavailable = whyNotWords(state)
  const stale = checked === null || isCurrentCheck(checked, state, against) ? null : staleWords(checked, state, against)

  function begin() {
    if (file === null) {
      void check.bring({ name: PASTED, bytes: new Blob([typed]) }, rules, against)
      return
    }
    if (unavailable !== null) {
      asked.current?.querySelector<HTMLElement>('[data-ask] :is(button, select)')?.focus()
      return
    }
    setOpened(null)
    void check.check(against)
  }

  const result =
    file === null || isChecking ? null : { snapshot, fileName: file.name, state, stale, onCheckAgain: begin }
  const fold = { isOpen, controls: readingId, onClick: () => setOpened(!isOpen) }
  return (
    <div
      ref={tab}
      className={common.tab}
      aria-busy={work !== null}
      // What is under way, and a notice, go with their buttons.
      {...useHeldFocus(() => (file === null ? tab.current?.querySelector('textarea') : checkButton.current)?.focus())}
    >
      <Group gap="8px 12px">
        <Group flex="1 1 240px" align="baseline" gap="0 10px" miw={0}>
          <FileTitle snapshotId={snapshot.id} state={state} />
          {file !== null && kind === 'invoice' && (
            <FoldButton {...fold} hasArrow={false}>
              Columns…
            </FoldButton>
          )}
        </Group>
        <Group gap={8}>
          {file !== null && (
            <>
              {kind === 'ledger' && <FoldButton {...fold}>How it is read</FoldButton>}
              <Button variant="default" onClick={check.leave}>
                Paste lines
              </Button>
            </>
          )}
          <FileButton
            accept={READABLE}
            resetRef={resetChooser}
            onChange={(chosen) => {
              // The same file may be chosen again, after it was changed.
              resetChooser.current?.()
              if (chosen !== null) void check.bring({ name: chosen.name, bytes: chosen }, rules, null)
            }}
          >
            {({ onClick }) => (
              <Button variant="default" onClick={onClick}>
                Choose file
              </Button>
            )}
          </FileButton>
          {file !== null && checked?.kind === 'invoice' && !isChecking && (
            <InvoiceActions snapshot={snapshot} fileName={file.name} checked={checked} />
          )}
          <Button
            ref={checkButton}
            variant={checked === null || stale !== null ? 'filled' : 'default'}
            aria-disabled={unavailable !== null || undefined}
            data-disabled={unavailable !== null}
            aria-description={unavailable ?? undefined}
            title={unavailable ?? undefined}
            onClick={() => unavailable === null && begin()}
          >
            Check
          </Button>
        </Group>
      </Group>
      <VisuallyHidden role="status">{announcedWords(state, isProved(verdictOf(snapshot)))}</VisuallyHidden>
      {work !== null && <FileWork work={work} onCancel={check.cancel} />}
      {turnedAway !== null && (
        <FileNotice
          tone={turnedAway.isReceipt ? 'plain' : 'danger'}
          role={turnedAway.isReceipt ? 'status' : 'alert'}
          onClose={check.dismiss}
        >
          <p>
            <b>{shortened(turnedAway.name, 80)}</b>
          </p>
          <p>{turnedAway.words}</p>
        </FileNotice>
      )}
      {trouble !== null && <AnswerTrouble trouble={trouble} onRetry={check.retry} />}
      {file === null && <BringFile typed={typed} onType={check.type} />}
      {file !== null && refusal !== null && (
        <FileNotice tone="danger" role="alert">
          <p>{refusal}</p>
        </FileNotice>
      )}
      {file !== null && isOpen && (
        <Stack id={readingId} gap={12}>
          {asks.length > 0 && (
            <Stack ref={asked} gap={12}>
              <FileAsks asks={asks} choices={choices[kind]} onChoose={(change) => void check.choose(change, rules)} />
            </Stack>
          )}
          <FileReading state={state} snapshot={snapshot} />
        </Stack>
      )}
      {result !== null && checked?.kind === 'ledger' && <LedgerResult {...result} checked={checked} />}
      {result !== null && checked?.kind === 'invoice' && <InvoiceResult {...result} checked={checked} />}
    </div>
  )
}

/** What the file is called, and how much of what is in it. */
function FileTitle({ snapshotId, state: { file, look, checked } }: { snapshotId: string; state: FileCheckState }) {
  return (
    <>
      <h3 className={`${common.cut} ${common.title}`} title={file?.name}>
        {file === null ? 'Check a file against this snapshot' : shortened(file.name, 80)}
      </h3>
      {file !== null && (
        <p className={`${common.hint} ${common.numbers} ${common.wrapped}`}>
          {checked?.kind === 'invoice' ? (
            <InvoiceFacts snapshotId={snapshotId} checked={checked} />
          ) : (
            factsOf(look, file.bytes.size, checked?.answer.lines)
          )}
        </p>
      )}
    </>
  )
}

const MOST = `Up to ${MOST_FILE_BYTES / 1024 / 1024} MiB and ${grouped(MOST_LINES)} lines.`

/** Where a file comes from: chosen, dropped anywhere on the window, or pasted as lines. */
function BringFile({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  return (
    <div className={`${common.columns} ${styles.bring}`}>
      <div className={styles.place}>
        <IconFileUpload size={28} stroke={1.4} aria-hidden />
        <h3>Drop a ledger or an invoice here, or choose it</h3>
        <p>CSV, TSV, Excel or NDJSON: a ledger has a line for each event, an invoice a line for many. {MOST}</p>
        <p>It is read on this computer and never sent anywhere.</p>
      </div>
      <Textarea
        className={styles.lines ?? ''}
        label="Lines"
        description="Or paste lines, the header row first, as copied from a spreadsheet or a file."
        rows={10}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </div>
  )
}
