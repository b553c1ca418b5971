// The dialog "Export": what goes into the file, its progress, and what came of it. It stays open until it is closed.
import { Button, Group, Modal } from '@mantine/core'
import { IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Connection } from '../../../shared/connection.ts'
import type { Event } from '../../../shared/event.ts'
import { exportFileStem } from '../../../shared/export-file-name.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import styles from './export-dialog.module.css'
import { type ExportScope, outcomeWords, rows, scopeWords } from './export-words.ts'
import { type ExportState, useExport } from './use-export.ts'

interface ExportDialogProps {
  opened: boolean
  what: ExportScope
  events: Event[]
  connection: Connection
  onClose: () => void
}

export function ExportDialog({ opened, onClose, ...rest }: ExportDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Export"
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {/* Drawn while open only: opening again begins anew, and closing takes an export under way along. */}
      <ExportForm {...rest} onClose={onClose} />
    </Modal>
  )
}

function ExportForm({ what, events, connection, onClose }: Omit<ExportDialogProps, 'opened'>) {
  const sources = useMemo(() => events.map(({ source }) => source), [events])
  const { state, start, cancel } = useExport(connection.id, what, sources)
  const running = state.state === 'running'
  const idle = running || events.length === 0
  return (
    <div className={styles.form}>
      <dl className={styles.facts}>
        <dt>Rows</dt>
        <dd>{scopeWords(what, events.length)}</dd>
        <dt>File</dt>
        <dd>
          <span className={styles.file}>{exportFileStem(connection.name, what)}-</span>
          <span className={styles.when}>date-time</span>
          <span className={styles.file}>.csv</span>
        </dd>
        <dt>Format</dt>
        <dd>CSV in UTF-8, a column per property of any row</dd>
      </dl>
      <p className={styles.note}>
        <IconInfoCircle size={16} stroke={1.7} aria-hidden />
        <span>
          Numbers are written digit for digit as the service sent them. Text that a spreadsheet would run as a formula
          gets an apostrophe in front: <code>'=SUM(A1:A9)</code>
        </span>
      </p>
      <Outcome state={state} rowCount={events.length} />
      <Group justify="flex-end" gap="sm">
        {state.state === 'done' ? (
          <Button ref={takeFocus} onClick={onClose}>
            Close
          </Button>
        ) : (
          <>
            <Button
              variant="default"
              aria-disabled={isStopping(state) || undefined}
              onClick={running ? cancel : onClose}
            >
              Cancel export
            </Button>
            <Button data-autofocus aria-disabled={idle || undefined} onClick={() => idle || void start()}>
              Start export
            </Button>
          </>
        )}
      </Group>
    </div>
  )
}

/** The button that was pressed is gone: the next one takes over. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

const isStopping = (state: ExportState) => state.state === 'running' && state.stopping

/** The progressbar is there from the start, so that the dialog does not change its height while it works. */
function Outcome({ state, rowCount }: { state: ExportState; rowCount: number }) {
  const sent = state.state === 'running' ? state.sent : state.state === 'done' ? rowCount : 0
  return (
    <div className={styles.outcome}>
      <progress className={styles.progress} aria-label="Rows exported" value={sent} max={Math.max(1, rowCount)} />
      <div role="status" className={styles.words}>
        <Words state={state} rowCount={rowCount} />
      </div>
      {state.state === 'failed' ? <FailureNotice failure={state.failure} compact /> : null}
    </div>
  )
}

function Words({ state, rowCount }: { state: ExportState; rowCount: number }) {
  switch (state.state) {
    case 'ready':
      return rowCount === 0 ? 'There is nothing to export.' : null
    case 'running':
      if (state.stopping) return 'Cancelling …'
      return state.sent < state.of ? `${state.sent} of ${rows(state.of)} prepared …` : 'Writing the file …'
    case 'done':
      return (
        <span className={styles.done}>
          <IconCheck size={16} stroke={2.2} aria-hidden />
          {outcomeWords(state.outcome)}
        </span>
      )
    case 'cancelled':
      return 'Cancelled. No file was written.'
    case 'failed':
      return null
    default:
      return state satisfies never
  }
}
