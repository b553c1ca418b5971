// The tab "Check a file": a file is chosen, dropped or pasted, what it leaves open is asked, and it is held against the events, as
// a ledger or as an invoice.
import { Button, FileButton, Group, Stack, Textarea, VisuallyHidden } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState, useSyncExternalStore } from 'react'
import { MOST_FILE_BYTES, MOST_LINES } from '../../../shared/check/checked-file.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { useHeldFocus } from '../../ui/focus.ts'
import { FoldButton } from '../../ui/fold-button.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { isCurrentCheck } from '../store/file-check-state.ts'
import { readingChoices } from '../store/file-choices.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { isProven } from './checked-words.ts'
import styles from './file-check.module.css'
import { useFileCheckTools } from './file-check-tools.ts'
import { FileNotice, FileWork } from './file-notice.tsx'
import { FileAsks, FileReading } from './file-reading.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceResult } from './invoice-result.tsx'
import { LedgerResult } from './ledger-result.tsx'
import { announcedWords, factsOf, staleWords, whyNotWords } from './reading-words.ts'
import { InvoiceFacts } from './use-invoice.ts'

/** What lines are called that were pasted. */
const PASTED = 'Pasted lines'
const READABLE = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,.json'

export function FileCheckTab({ snapshot }: Pick<SnapshotTabProps, 'snapshot'>) {
  const { check, against } = useFileCheckTools()
  const state = useSyncExternalStore(check.subscribe, check.state)
  const { typed, file, kind, asks, refusal, look, turnedAway, work, trouble, checked } = state
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
      className={styles.tab}
      aria-busy={work !== null}
      // What is under way, and a notice, go with their buttons.
      {...useHeldFocus(() => (file === null ? tab.current?.querySelector('textarea') : checkButton.current)?.focus())}
    >
      <Group gap="8px 12px">
        <Group flex="1 1 240px" align="baseline" gap="0 10px" miw={0}>
          <h3 className={`${common.cut} ${common.title}`} title={file?.name}>
            {file === null ? 'Check a file against this snapshot' : shortened(file.name, 80)}
          </h3>
          {file !== null && (
            <p className={`${common.hint} ${styles.facts}`}>
              {checked?.kind === 'invoice' ? (
                <InvoiceFacts snapshotId={snapshot.id} checked={checked} />
              ) : (
                factsOf(look, file.bytes.size, checked?.answer.lines)
              )}
            </p>
          )}
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
      <VisuallyHidden role="status">{announcedWords(state, isProven(snapshot))}</VisuallyHidden>
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
              <FileAsks
                asks={asks}
                choices={readingChoices(state)}
                onChoose={(change) => void (kind === 'ledger' ? check.choose : check.chooseForInvoice)(change, rules)}
              />
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

const MOST = `Up to ${MOST_FILE_BYTES / 1024 / 1024} MiB and ${grouped(MOST_LINES)} lines.`

/** Where a file comes from: chosen, dropped anywhere on the window, or pasted as lines. */
function BringFile({ typed, onType }: { typed: string; onType: (text: string) => void }) {
  return (
    <div className={styles.bring}>
      <div className={styles.place}>
        <IconFileUpload size={28} stroke={1.4} aria-hidden />
        <h3>Drop a ledger or an invoice here, or choose it</h3>
        <p>
          CSV, TSV, Excel or NDJSON: a ledger has a line for each event, an invoice one for what is billed of many.{' '}
          {MOST}
        </p>
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
