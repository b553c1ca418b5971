// One export of the tray: its file, its progress or outcome, and what can be done with it.
import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import {
  IconAlertTriangle,
  IconFileCheck,
  IconFileDownload,
  IconFileOff,
  IconFileTime,
  IconX,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ExportEntry, ExportProgress } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import type { SnapshotStep } from '../../../shared/snapshot/snapshot.ts'
import { VerdictBadge } from '../../snapshot/evidence/verdict-badge.tsx'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { notifyError } from '../../ui/notify.tsx'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { rowCountWords } from '../dialog/export-words.ts'
import { isUnderWay } from '../store/exports.ts'
import styles from './exports-tray.module.css'

/** Loaded with the first Parquet file. */
const CopyButton = partOnDemand(() => import('../../ui/copy-button.tsx').then((part) => part.CopyButton))

type Action = (exportId: string) => Promise<unknown>

/** Of a file that is written; its receipt is added to the case. */
export type FileActions = Record<'showInFolder' | 'downloadCharges' | 'downloadReceipt' | 'addToCase', Action>

export interface RowActions extends FileActions, Record<'cancel' | 'save' | 'retry' | 'again', Action> {
  dismiss: (exportId: string) => void
  /** Opens what was read for the file; null where no snapshot can be opened. */
  open: ((snapshotId: string) => void) | null
}

const NAME_CHARACTERS = 200
const WORDS_CHARACTERS = 600

export function ExportRow({ item, actions }: { item: ExportEntry; actions: RowActions }) {
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
    <li className={styles.row} aria-label={title} data-export={exportId} data-state={state}>
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

// An export in words: its progress, and its outcome.

/** Progress; `of` is null where the whole is known only at the end. */
interface HowFar {
  done: number
  of: number | null
}

interface ItemWords {
  /** What is happening, or the outcome; no full stop unless it is a sentence. */
  words: string
  /** Null: it is not under way. */
  far: HowFar | null
  failure: Failure | null
}

/** "Step 1 of 2: reading 12,000 of 312,440 rows", "writing 1,200 of 4,208 rows", "Cancelled. No file was written." */
export function itemWords({ status, words, readFirst, verdict }: ExportEntry): ItemWords {
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
    default:
      return status satisfies never
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
    default:
      return phase satisfies never
  }
}

const amount = ({ done, of }: HowFar) =>
  of === null ? rowCountWords(done) : `${grouped(done)} of ${rowCountWords(of)}`
