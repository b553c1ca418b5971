// The region "Exports": a line for each export under way or over, in a strip below the panes that covers nothing.

import { ActionIcon, Box, Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconFileCheck,
  IconFileDownload,
  IconFileOff,
  IconFileTime,
  IconX,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ExportEntry, ExportProgress } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import type { SnapshotStep } from '../../../shared/snapshot/snapshot.ts'
import { bridge } from '../../bridge.ts'
import { focusGrid } from '../../grid/events-grid.tsx'
import { VerdictBadge } from '../../snapshot/evidence/verdict-badge.tsx'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import common from '../../ui/common.module.css'
import { download } from '../../ui/download.ts'
import { shortened } from '../../ui/excerpt.ts'
import { useListFocus } from '../../ui/focus.ts'
import { later } from '../../ui/later.ts'
import { notifyError, notifyOutcome } from '../../ui/notify.tsx'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { rowCountWords } from '../dialog/export-words.ts'
import {
  createExports,
  createOwnExports,
  type Exports,
  type ExportsEffects,
  isUnderWay,
} from '../store/page-exports.ts'
import styles from './exports-tray.module.css'

/** The tray is folded in lower windows until somebody opens it: rows need the space. Zoom at 200 % halves pixels. */
const LOW = '(max-height: 719px)'

/** Nothing while there are no exports. */
export function ExportsTray({ exports, onOpen }: { exports: Exports; onOpen: RowActions['open'] }) {
  const items = useSyncExternalStore(exports.subscribe, exports.state)
  const isLow = useMediaQuery(LOW, undefined, { getInitialValueInEffect: false })
  const [chosen, setFolded] = useState<boolean | null>(null)
  const isFolded = chosen ?? isLow ?? false
  const titleId = useId()
  const heldFocus = useListFocus<HTMLElement>(focusGrid)
  useEffect(() => {
    // Another window may have begun some.
    const look = () => void (document.visibilityState === 'visible' && exports.refresh())
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [exports])
  if (items.length === 0) return null
  const over = items.filter(({ endedAt }) => endedAt !== null)
  const actions: RowActions = {
    ...FILE_ACTIONS,
    cancel: (id) => notifyOutcome(exports.cancel(id)),
    save: (id) => notifyOutcome(exports.save(id)),
    retry: (id) => notifyOutcome(exports.retry(id)),
    again: (id) => notifyOutcome(exports.again(id)),
    dismiss: exports.dismiss,
    open: onOpen,
  }
  return (
    <section className={styles.tray} aria-labelledby={titleId} data-exports {...heldFocus}>
      <Group gap="sm" wrap="nowrap" h={36} pl={14} pr={8}>
        <h2 id={titleId} className={common.title}>
          Exports
        </h2>
        <Box component="span" flex={1} className={`${common.cut} ${common.hint}`}>
          {isFolded && items[0] ? `${items[0].fileName}: ${itemWords(items[0]).words}` : summaryWords(items)}
        </Box>
        {over.length > 0 && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label="Clear finished exports"
            title={
              over.some(({ readFirst }) => readFirst)
                ? 'Also deletes the events that were read for these files; the files stay'
                : undefined
            }
            onClick={() => {
              for (const { exportId } of over) exports.dismiss(exportId)
            }}
          >
            Clear finished
          </Button>
        )}
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={isFolded ? 'Show exports' : 'Hide exports'}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        </ActionIcon>
      </Group>
      {!isFolded && (
        <ul className={`${common.list} ${styles.list}`}>
          {items.map((item, at) => (
            <ExportRow key={item.exportId} at={at} item={item} actions={actions} />
          ))}
        </ul>
      )}
      <FinishedAnnouncement items={items} />
    </section>
  )
}

/** Announces the latest finished export, once; not its progress. */
function FinishedAnnouncement({ items }: { items: readonly ExportEntry[] }) {
  const latest = items.find((item) => !isUnderWay(item))
  const { words, failure } = latest === undefined ? { words: '', failure: null } : itemWords(latest)
  return (
    <VisuallyHidden role="status">
      {/* Failures are announced by alerts of their own. */}
      {latest !== undefined && failure === null && `${latest.fileName}: ${words}`}
    </VisuallyHidden>
  )
}

function summaryWords(items: readonly ExportEntry[]): string {
  const running = items.filter(isUnderWay).length
  const over = items.filter(({ endedAt }) => endedAt !== null).length
  const waiting = items.length - running - over
  const parts = [
    running > 0 && `${running} running`,
    waiting > 0 && `${waiting} waiting`,
    over > 0 && `${over} finished`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The exports of the page, wired to the browser. */
export function createPageExports(snapshots: ExportsEffects['snapshots']): Exports {
  const own = (which: 'begun' | 'cleared') => createOwnExports(which, sessionStorage)
  return createExports({ bridge, snapshots, begunHere: own('begun'), cleared: own('cleared'), later, download })
}

/** They are for files that are written, each only where it can be done, and reject with a FailureError otherwise. */
const FILE_ACTIONS = {
  showInFolder: (exportId) => bridge.exports.showInFolder({ exportId }),
  downloadCharges: async (exportId) => download((await bridge.exports.charges({ exportId })).address),
  downloadReceipt: async (exportId) => download((await bridge.exports.receipt({ exportId })).address),
  /** Says the outcome in a notice. */
  async addToCase(exportId) {
    const { connectionId, receipt } = await bridge.exports.receiptFacts({ exportId })
    const { addAndSay } = await import('../../case/kept-case.ts')
    await addAndSay(connectionId, { is: 'receipt', id: crypto.randomUUID(), receipt, verified: null })
  },
} satisfies Record<string, Action>

/** Loaded with the first Parquet file. */
const CopyButton = partOnDemand(() => import('../../ui/copy-button.tsx').then((part) => part.CopyButton))

type Action = (exportId: string) => Promise<unknown>

type RowActions = Record<'cancel' | 'save' | 'retry' | 'again' | keyof typeof FILE_ACTIONS, Action> & {
  dismiss: (exportId: string) => void
  /** Opens what was read for the file; null where no snapshot can be opened. */
  open: ((snapshotId: string) => void) | null
}

const NAME_CHARACTERS = 200
const WORDS_CHARACTERS = 600

function ExportRow({ at, item, actions }: { at: number; item: ExportEntry; actions: RowActions }) {
  const { exportId, fileName, connectionName, status, verdict } = item
  const { words, far, failure } = itemWords(item)
  const state = stateOf(item)
  const Icon = status.state === 'ready' ? IconFileDownload : ICONS[state]
  const written = status.state === 'written' ? status : null
  const title = shortened(fileName, NAME_CHARACTERS)
  const readSnapshot = readSnapshotOf(item)
  // A failure is shown as a notice: the file itself is fine.
  const button = (name: string, action: Action, variant = 'default') => (
    <Button size="compact-sm" variant={variant} onClick={() => void action(exportId).catch(notifyError)}>
      {name}
    </Button>
  )
  return (
    <li className={styles.row} aria-label={title} data-slot={at} data-export={exportId} data-state={state}>
      <Icon size={18} stroke={1.7} className={`${common.dim} ${common.rigid} ${styles.icon}`} aria-hidden />
      <Stack gap={0} flex="1 1 240px" miw={0}>
        <span
          className={`${common.cut} ${common.mono} ${common.small}`}
          title={written?.path ?? `${title}, from ${connectionName}`}
        >
          {title}
        </span>
        {failure === null ? (
          <span className={`${common.hint} ${common.numbers} ${common.wrapped} ${styles.words}`}>
            {[words, ...(written?.remarks ?? [])].join(' · ')}
          </span>
        ) : (
          <FailureWords words={words} failure={failure} />
        )}
      </Stack>
      {verdict && <VerdictBadge verdict={verdict} />}
      {far && (
        <ProgressBar
          className={styles.progress}
          label={`Progress of ${title}`}
          done={far.of ? Math.min(far.done, far.of) : null}
          of={far.of || 1}
        />
      )}
      <Group gap="sm" wrap="nowrap" flex="none">
        {far && button('Cancel', actions.cancel)}
        {status.state === 'ready' && button('Save', actions.save, 'filled')}
        {mayGoOn(item) && button('Retry', actions.retry)}
        {item.inFolder && button('Show in folder', actions.showInFolder)}
        {written?.charges && written.path === null && button('Charges', actions.downloadCharges)}
        {written?.receipt && written.path === null && button('Receipt', actions.downloadReceipt)}
        {written?.receipt && button('Add to report', actions.addToCase)}
        {written?.duckdb && (
          <CopyButton
            text={written.duckdb}
            label="Copy for DuckDB"
            hint="A statement that loads the file, and one that must answer what its receipt says"
          >
            Copy for DuckDB
          </CopyButton>
        )}
        {written && item.repeatable && button('Export again', actions.again)}
        {readSnapshot !== null && actions.open && (
          <Button
            size="compact-sm"
            variant="default"
            title="The events that were read for this file"
            onClick={() => actions.open?.(readSnapshot)}
          >
            Open
          </Button>
        )}
        {!far && (
          <ActionIcon
            size={28}
            variant="subtle"
            color="gray"
            aria-label="Remove from the list"
            title={readSnapshot === null ? undefined : REMOVES_READING}
            onClick={() => actions.dismiss(exportId)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </li>
  )
}

const REMOVES_READING = 'Remove from the list, and delete the events that were read for this file; the file stays'

/** The ID of what was read for the file, once all is; null where nothing was read for it alone. */
const readSnapshotOf = ({ readFirst, verdict, subject }: ExportEntry): string | null =>
  readFirst && verdict !== null && subject.of === 'snapshot' ? subject.snapshotId : null

function FailureWords({ words, failure }: { words: string; failure: Parameters<typeof failureWords>[0] }): ReactNode {
  const { title, cause, advice, detail } = failureWords(failure)
  const all = [`${title}.`, cause, advice, detail && `(${detail})`, words].filter(Boolean).join(' ')
  return (
    <span
      role="alert"
      className={`${common.hint} ${common.numbers} ${common.wrapped} ${styles.words}`}
      data-failed
      title={shortened(all, WORDS_CHARACTERS)}
    >
      {shortened(all, WORDS_CHARACTERS)}
    </span>
  )
}

type RowState = 'running' | 'written' | 'failed' | 'stopped'

const ICONS = { running: IconFileTime, written: IconFileCheck, failed: IconAlertTriangle, stopped: IconFileOff }

function stateOf(item: ExportEntry): RowState {
  if (isUnderWay(item)) return 'running'
  if (item.status.state === 'written') return 'written'
  return itemWords(item).failure === null ? 'stopped' : 'failed'
}

/** Whether it failed or is paused: reading resumes where it was, a file is written again. */
function mayGoOn({ status, repeatable }: ExportEntry): boolean {
  if (status.state === 'reading') return status.step?.status.state === 'paused'
  return (status.state === 'failed' || status.state === 'cancelled') && repeatable
}

/** Progress; `of` is null where the whole is known only at the end. */
interface HowFar {
  done: number
  of: number | null
}

interface ItemWords {
  /** This is what is happening, or the outcome; no full stop unless it is a sentence. */
  words: string
  /** Null: it is not under way. */
  far: HowFar | null
  failure: Failure | null
}

/** "Step 1 of 2: reading 12,000 of 312,440 rows", "writing 1,200 of 4,208 rows", "Cancelled. No file was written." */
function itemWords({ status, words, readFirst, verdict }: ExportEntry): ItemWords {
  switch (status.state) {
    case 'reading':
      return stepWords(status.step)
    case 'ready':
      return still(`All matches were read: ${words}. Save the file to have it written.`)
    case 'running': {
      const { rows: done, of } = status.progress
      const phase = phaseWords(status.progress)
      return { words: readFirst ? `Step 2 of 2: ${phase}` : phase, far: { done, of }, failure: null }
    }
    case 'written':
      return still(`${words}, ${sizeWords(status.bytes)}`)
    case 'failed':
      return { words: 'No file was written.', far: null, failure: status.failure }
    case 'cancelled':
      return still(`${readFirst && verdict === null ? 'Reading was stopped' : 'Cancelled'}. No file was written.`)
  }
}

const still = (words: string): ItemWords => ({ words, far: null, failure: null })

function stepWords(step: SnapshotStep | null): ItemWords {
  const far = { done: step?.progress?.events ?? 0, of: step?.progress?.total ?? null }
  if (step === null || step.status.state === 'waiting')
    return { words: 'Step 1 of 2: waiting for its turn', far, failure: null }
  if (step.status.state === 'paused') {
    return { words: 'Reading is paused. What was read is kept.', far: null, failure: step.status.because }
  }
  const phase = step.progress?.phase === 'recounting' ? 'counting again' : `reading ${amount(far)}`
  return { words: `Step 1 of 2: ${phase}`, far, failure: null }
}

function phaseWords({ phase, rows: done, of }: ExportProgress): string {
  switch (phase) {
    case 'looking':
      return `scanning ${amount({ done, of })} for columns and sums`
    case 'offered':
      return 'waiting for the browser to fetch it'
    case 'writing':
      return `writing ${amount({ done, of })}`
  }
}

const amount = ({ done, of }: HowFar) =>
  of === null ? rowCountWords(done) : `${grouped(done)} of ${rowCountWords(of)}`
