// The dialog "Export": what goes into the file, how it is written, and a preview. Once the export has begun, the region
// "Exports" takes over.
import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { matchesFileName } from '../../../shared/export/export-file-name.ts'
import type { ExportSubject } from '../../../shared/export/file-export.ts'
import type { Failure } from '../../../shared/failure/failure.ts'
import { bridge, failureOf } from '../../bridge.ts'
import { recentOfferWords, recentWords } from '../../snapshot/store/snapshot-order.ts'
import { ageWords } from '../../ui/age-and-size-words.ts'
import common from '../../ui/common.module.css'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { chunksOf, MOST_CHUNK_BYTES } from '../../ui/row-chunks.ts'
import { useRemembered } from '../../ui/use-remembered.tsx'
import { type ExportDraft, REMEMBERED_DRAFT, readOptions } from '../store/export-draft.ts'
import type { Exports } from '../store/page-exports.ts'
import styles from './export-dialog.module.css'
import { ExportFields } from './export-fields.tsx'
import { FilePreview, useExportPreview } from './export-preview.tsx'
import type { DialogSubject } from './export-subject.ts'
import { subjectWords, worthWords } from './export-words.ts'

interface ExportDialogProps {
  opened: boolean
  subject: DialogSubject
  connectionName: string
  exports: Exports
  onClose: () => void
}

export function ExportDialog({ opened, onClose, ...rest }: ExportDialogProps) {
  return (
    // The dialog is at the top: what comes in below leaves the fields in their place.
    <Modal opened={opened} onClose={onClose} title="Export" size={840} centered={false} closeOnClickOutside={false}>
      {/* Mounted only while open: opening it again starts afresh. */}
      <ExportOnceRemembered {...rest} onClose={onClose} />
    </Modal>
  )
}

type FormProps = Omit<ExportDialogProps, 'opened'>

function ExportOnceRemembered(props: FormProps) {
  const { subject } = props
  const [draft, setDraft] = useRemembered(subject.connectionId, REMEMBERED_DRAFT)
  const [usesRecent, setUsesRecent] = useState(false)
  const [openedAt] = useState(() => Date.now())
  const recent = subject.of === 'all' ? subject.recent : null
  return (
    draft && (
      <ExportForm
        {...props}
        subject={recent && usesRecent ? recent.subject : subject}
        openedAt={openedAt}
        offer={
          recent && (
            <Checkbox
              label={recentOfferWords(ageWords(recent.readAt, openedAt))}
              description={`${recentWords(recent.subject.name, recent.rows)} Nothing is read again.`}
              checked={usesRecent}
              onChange={({ currentTarget }) => setUsesRecent(currentTarget.checked)}
            />
          )
        }
        draft={draft}
        onDraft={setDraft}
      />
    )
  )
}

interface DraftProps {
  /** Date.now(). */
  openedAt: number
  /** It offers another subject in place of this one; null where there is none. */
  offer: ReactNode
  draft: ExportDraft
  onDraft: (draft: ExportDraft) => void
}

/** A remembered choice that does not apply here falls back to the default. */
const fitting = (draft: ExportDraft, subject: DialogSubject): ExportDraft =>
  draft.columns === 'screen' && subject.onScreen.length === 0 ? { ...draft, columns: 'all' } : draft

function ExportForm({ subject, connectionName, exports, onClose, onDraft, ...props }: FormProps & DraftProps) {
  const { openedAt, offer } = props
  const { zone } = subject
  const draft = fitting(props.draft, subject)
  const opened = useOpenedExport(subject)
  const [properties, setProperties] = useState<readonly { name: string; numbers: number }[]>([])
  const read = readOptions(draft, {
    onScreen: subject.onScreen,
    zone,
    properties: properties.map(({ name }) => name),
    misses: subject.of === 'snapshot' && (subject.scope?.misses ?? false),
  })
  const [showsProblems, setShowsProblems] = useState(false)
  const [isStarting, setStarting] = useState(false)
  // None once it starts: an export that has begun has no preview.
  const { preview, failure, busy } = useExportPreview(
    subject,
    isStarting ? null : opened.exportId,
    read.ok ? read.options : null,
  )
  const [notice, setNotice] = useState<string | null>(null)
  const [refused, setRefused] = useState<Failure | null>(null)
  // The same array while the names are the same, so that nothing derived from it is requested again.
  if (preview !== null && !isSameList(preview.properties, properties)) setProperties(preview.properties)
  const isEmpty = subject.of !== 'snapshot' && subject.events.length === 0
  const isReady = opened.exportId !== null && !isStarting && !isEmpty
  // The first preview moves what stands below it.
  const isInPlace = preview !== null || failure !== null || !read.ok

  async function start(form: HTMLFormElement) {
    flushSync(() => {
      setShowsProblems(true)
      setNotice(null)
      setRefused(null)
    })
    if (!read.ok) return firstProblem(form)?.focus()
    if (!isReady || opened.exportId === null) return
    setStarting(true)
    const begun =
      subject.of === 'all'
        ? await exports.writeAll(subject.order, read.options, openedAt)
        : await exports.write(opened.exportId, read.options)
    setStarting(false)
    if (!begun.ok) return setRefused(begun.failure)
    if (begun.value === 'dismissed') return setNotice('No location was chosen, so no file was written.')
    if (subject.of !== 'all') opened.letGo()
    onClose()
  }

  const allName = ({ order: { search, range } }: Extract<DialogSubject, { of: 'all' }>) =>
    matchesFileName({
      connectionName: draft.columns === 'customer' ? null : connectionName,
      customerId: search.customerId,
      range,
      format: draft.format,
      now: openedAt,
    })
  const fileName = subject.of === 'all' ? allName(subject) : preview?.fileName
  const hasReceipt = subject.of === 'all' ? draft.columns !== 'customer' : preview?.receipt != null
  const isPart = subject.of === 'page' || subject.of === 'selection'
  const worth = preview && worthWords(preview, { format: draft.format, hasReceipt, isPart })
  /** The rows that are sent; 1 where none are, as of a snapshot, so that the bar can be full. */
  const barRows = Math.max(1, opened.of)
  const trouble = refused ?? opened.failure ?? (read.ok ? failure : null)
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void start(event.currentTarget)
      }}
    >
      <p className={styles.subject}>{isEmpty ? 'There is nothing to export.' : subjectWords(subject, preview)}</p>
      {offer}
      <ExportFields
        draft={draft}
        onDraft={onDraft}
        subject={subject}
        zone={zone}
        properties={properties}
        problems={read.ok ? {} : read.problems}
        all={showsProblems}
      />
      {worth && (
        <p className={`${styles.hint} ${common.dim}`} title={worth.title}>
          {worth.words}
        </p>
      )}
      {preview && <FilePreview preview={preview} format={draft.format} busy={busy} sample={subject.of === 'all'} />}
      {trouble && <FailureNotice failure={trouble} compact onRetry={opened.failure ? opened.retry : undefined} />}
      <div className={styles.end}>
        <ProgressBar
          className={styles.progress}
          label="Rows prepared"
          done={isStarting ? null : opened.exportId === null ? opened.sent : barRows}
          of={barRows}
          isIdle={!isStarting && opened.exportId !== null}
        />
        <Stack gap={0} flex="1 1 260px" miw={0} className={styles.file}>
          {preview && <span className={styles.name}>{fileName}</span>}
          {hasReceipt && <span className={common.hint}>with a receipt, {fileName}.datapackage.json</span>}
          <span role="status" className={common.hint}>
            {notice}
          </span>
        </Stack>
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel export
        </Button>
        <Button size="sm" type="submit" aria-disabled={!isReady || !isInPlace || undefined}>
          Start export
        </Button>
      </div>
    </form>
  )
}

const isSameList = (one: readonly { name: string }[], other: readonly { name: string }[]) =>
  one.length === other.length && one.every(({ name }, at) => name === other[at]?.name)

const firstProblem = (form: HTMLFormElement) =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]') ?? form.querySelector<HTMLElement>('fieldset input')

// An export while the dialog is open: the backend holds its rows, for the preview.

/** `sent`: rows sent so far. `exportId` is null until the backend has all rows. */
type Sent = { exportId: string | null; sent: number; failure: Failure | null }

/** An export that was not begun is cancelled when the dialog closes. */
function useOpenedExport(subject: DialogSubject) {
  /** The rows to be sent; null: the backend has those of a snapshot. */
  const events = subject.of === 'snapshot' ? null : subject.events
  const [state, setState] = useState<Sent>(NOTHING_SENT)
  const [attempt, setAttempt] = useState(0)
  /** The ID of the export that was started, and so is not cancelled with the dialog. */
  const started = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens it again
  useEffect(() => {
    const gone = new AbortController()
    let opened: string | null = null
    setState(NOTHING_SENT)
    async function open() {
      // It is called without the signal: the ID must arrive, or the export could not be cancelled.
      const { exportId } = await bridge.exports.open(openedSubject(subject))
      opened = exportId
      let sent = 0
      for (const sources of chunksOf(events?.map(({ source }) => source) ?? [], MOST_CHUNK_BYTES)) {
        if (gone.signal.aborted) return giveUp(exportId)
        await bridge.exports.add({ exportId, sources }, { signal: gone.signal })
        sent += sources.length
        setState((now) => ({ ...now, sent }))
      }
      if (gone.signal.aborted) return giveUp(exportId)
      setState((now) => ({ ...now, exportId }))
    }
    open().catch((error: unknown) => {
      if (gone.signal.aborted) return opened && giveUp(opened)
      setState((now) => ({ ...now, failure: failureOf(error) }))
    })
    return () => {
      gone.abort()
      if (opened !== null && started.current !== opened) giveUp(opened)
    }
  }, [subject, events, attempt])

  const { exportId } = state
  /** The export was started: it must survive the dialog. */
  const letGo = useCallback(() => {
    started.current = exportId
  }, [exportId])
  const retry = useCallback(() => setAttempt((now) => now + 1), [])
  return useMemo(() => ({ ...state, of: events?.length ?? 0, retry, letGo }), [state, events, retry, letGo])
}

/** Writes a subject as the backend opens it: all matches as a page, as the preview shows the rows on screen. */
function openedSubject(subject: DialogSubject): ExportSubject {
  if (subject.of === 'snapshot') {
    const { of, snapshotId, scope, sort } = subject
    return { of, snapshotId, scope, sort }
  }
  const { of, connectionId, filters } = subject
  return { of: of === 'all' ? 'page' : of, connectionId, filters }
}

const NOTHING_SENT = { exportId: null, sent: 0, failure: null }

/** If this call fails, the backend drops the export after a while. */
function giveUp(exportId: string): void {
  bridge.exports.cancel({ exportId }).catch(() => {})
}
