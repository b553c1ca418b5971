// One export of the tray: its file, its progress or outcome, and what can be done with it.
import { ActionIcon, Button } from '@mantine/core'
import { IconAlertTriangle, IconFileCheck, IconFileOff, IconFileTime, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { failureWords } from '../../../shared/failure/failure-words.ts'
import { VerdictBadge } from '../../snapshot/evidence/verdict-badge.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { type ExportItem, isUnderWay } from '../store/export-item.ts'
import styles from './exports-tray.module.css'
import { type HowFar, itemWords } from './item-words.ts'

export interface RowActions {
  cancel: (key: string) => void
  retry: (key: string) => void
  again: (key: string) => void
  dismiss: (key: string) => void
  showInFolder: (exportId: string) => Promise<unknown>
  downloadReceipt: (exportId: string) => Promise<unknown>
}

interface ExportRowProps {
  item: ExportItem
  actions: RowActions
}

const NAME_CHARACTERS = 200
const WORDS_CHARACTERS = 600

export function ExportRow({ item, actions }: ExportRowProps) {
  const { key, name, connectionName, stage } = item
  const { words, far, failure } = itemWords(item)
  const entry = stage.is === 'file' ? stage.entry : null
  const written = entry?.status.state === 'written' ? entry.status : null
  const title = shortened(name, NAME_CHARACTERS)
  return (
    <li className={styles.row} aria-label={title} data-export={entry?.exportId ?? key} data-state={stateOf(item)}>
      <RowIcon item={item} />
      <div className={styles.facts}>
        <span className={styles.name} title={written?.path ?? `${title}, from ${connectionName}`}>
          {title}
        </span>
        {failure === null ? (
          <span className={styles.words}>{[words, ...(written?.remarks ?? [])].join(' · ')}</span>
        ) : (
          <FailureWords words={words} failure={failure} />
        )}
      </div>
      {entry?.verdict && <VerdictBadge verdict={entry.verdict} />}
      {far && <Bar name={title} far={far} />}
      <div className={styles.actions}>
        {far && (
          <Button size="compact-sm" variant="default" onClick={() => actions.cancel(key)}>
            Cancel
          </Button>
        )}
        {mayGoOn(item) && (
          <Button size="compact-sm" variant="default" onClick={() => actions.retry(key)}>
            {stage.is === 'read' && failure === null ? 'Choose a location' : 'Retry'}
          </Button>
        )}
        {entry?.inFolder && <RowButton name="Show in folder" onClick={() => actions.showInFolder(entry.exportId)} />}
        {written?.receipt && written.path === null && entry && (
          <RowButton name="Receipt" onClick={() => actions.downloadReceipt(entry.exportId)} />
        )}
        {written && entry?.repeatable && (
          <Button size="compact-sm" variant="default" onClick={() => actions.again(key)}>
            Export again
          </Button>
        )}
        {!far && (
          <ActionIcon
            size={28}
            variant="subtle"
            color="gray"
            aria-label="Remove from the list"
            onClick={() => actions.dismiss(key)}
          >
            <IconX size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  )
}

/** A failure is shown as a notice: the file itself is fine. */
function RowButton({ name, onClick }: { name: string; onClick: () => Promise<unknown> }) {
  return (
    <Button size="compact-sm" variant="default" onClick={() => void onClick().catch(notifyFailure)}>
      {name}
    </Button>
  )
}

function FailureWords({ words, failure }: { words: string; failure: Parameters<typeof failureWords>[0] }): ReactNode {
  const { title, cause, advice, detail } = failureWords(failure)
  const all = [`${title}.`, cause, advice, detail && `(${detail})`, words].filter(Boolean).join(' ')
  return (
    <span role="alert" className={styles.words} data-failed title={shortened(all, WORDS_CHARACTERS)}>
      {shortened(all, WORDS_CHARACTERS)}
    </span>
  )
}

function Bar({ name, far: { done, of } }: { name: string; far: HowFar }) {
  return (
    <ProgressBar
      className={styles.progress}
      label={`Progress of ${name}`}
      done={of === null || of === 0 ? null : Math.min(done, of)}
      of={of || 1}
    />
  )
}

function RowIcon({ item }: { item: ExportItem }) {
  const state = stateOf(item)
  const Icon =
    state === 'running'
      ? IconFileTime
      : state === 'written'
        ? IconFileCheck
        : state === 'failed'
          ? IconAlertTriangle
          : IconFileOff
  return <Icon size={18} stroke={1.7} className={styles.icon} aria-hidden />
}

type RowState = 'running' | 'written' | 'failed' | 'stopped'

function stateOf(item: ExportItem): RowState {
  if (isUnderWay(item)) return 'running'
  const { stage } = item
  if (stage.is === 'file' && stage.entry.status.state === 'written') return 'written'
  return itemWords(item).failure === null ? 'stopped' : 'failed'
}

/** Whether it failed or is paused: reading resumes where it was, a file is written again. */
function mayGoOn(item: ExportItem): boolean {
  const { stage } = item
  if (stage.is === 'file') {
    const { state } = stage.entry.status
    return (state === 'failed' || state === 'cancelled') && stage.entry.repeatable
  }
  return stage.is === 'read' || (stage.is === 'reading' && stage.step?.status.state === 'paused')
}
