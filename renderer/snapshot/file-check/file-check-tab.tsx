// The tab "Check a file": a file is chosen, dropped or pasted, what it leaves open is asked, and it is held against the events, as
// a ledger or as an invoice.
import { Button, FileButton, VisuallyHidden } from '@mantine/core'
import { useId, useRef, useState, useSyncExternalStore } from 'react'
import common from '../../ui/common.module.css'
import { shortened } from '../../ui/excerpt.ts'
import { useHeldFocus } from '../../ui/focus.ts'
import { FoldButton } from '../../ui/fold-button.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import {
  againstOf,
  type CheckedFile,
  type FileCheckState,
  type HeldAgainst,
  isCurrentCheck,
} from '../store/file-check-state.ts'
import { type Chosen, readingChoices } from '../store/file-choices.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { BringFile } from './bring-file.tsx'
import { checkedWords, isProven } from './checked-words.ts'
import { FileAsks } from './file-asks.tsx'
import styles from './file-check.module.css'
import { useFileCheckTools } from './file-check-tools.ts'
import { FileNotice } from './file-notice.tsx'
import { FileReading } from './file-reading.tsx'
import { FileWork } from './file-work.tsx'
import { InvoiceActions } from './invoice-actions.tsx'
import { InvoiceFacts } from './invoice-facts.tsx'
import { InvoiceResult } from './invoice-result.tsx'
import { invoiceWords } from './invoice-words.ts'
import { LedgerResult } from './ledger-result.tsx'
import { ASKED_WORDS, factsOf } from './reading-words.ts'

/** What lines are called that were pasted. */
const PASTED = 'Pasted lines'
const READABLE = '.csv,.tsv,.txt,.xlsx,.ndjson,.jsonl,.json'

export function FileCheckTab({ snapshot }: Pick<SnapshotTabProps, 'snapshot'>) {
  const { check, against, known, onShowEvents } = useFileCheckTools()
  const state = useSyncExternalStore(check.subscribe, check.state)
  const { typed, file, kind, choices, asks, refusal, look, turnedAway, work, trouble, checked } = state
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
  const unavailable = whyNot(state)
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

  const fold = { isOpen, controls: readingId, onClick: () => setOpened(!isOpen) }
  return (
    <div
      ref={tab}
      className={styles.tab}
      aria-busy={work !== null}
      // What is under way, and a notice, go with their buttons.
      {...useHeldFocus(() => (file === null ? tab.current?.querySelector('textarea') : checkButton.current)?.focus())}
    >
      <div className={styles.bar}>
        <div className={styles.title}>
          <h3 className={styles.name} title={file?.name}>
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
        </div>
        <div className={styles.actions}>
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
        </div>
      </div>
      <VisuallyHidden role="status">{announced(state, isProven(snapshot))}</VisuallyHidden>
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
        <div id={readingId} className={styles.reading}>
          {asks.length > 0 && (
            <div ref={asked} className={styles.reading}>
              <FileAsks
                asks={asks}
                choices={readingChoices(state)}
                onChoose={(change) => void (kind === 'ledger' ? check.choose : check.chooseForInvoice)(change, rules)}
              />
            </div>
          )}
          <FileReading state={state} snapshot={snapshot} />
        </div>
      )}
      {file !== null && checked?.kind === 'ledger' && !isChecking && (
        <LedgerResult
          snapshot={snapshot}
          fileName={file.name}
          checked={checked}
          stale={stale}
          choices={choices}
          known={known}
          onNames={(change) => void check.choose(change, rules).then(() => check.check(against))}
          lines={{ shown: state.shown, show: check.show }}
          onCheckAgain={begin}
          onShowEvents={onShowEvents}
        />
      )}
      {file !== null && checked?.kind === 'invoice' && !isChecking && (
        <InvoiceResult
          snapshot={snapshot}
          fileName={file.name}
          state={state}
          checked={checked}
          stale={stale}
          onCheckAgain={begin}
        />
      )}
    </div>
  )
}

/** Why it cannot be checked now, in a sentence; null: it can. Columns that are asked about may have been changed by then. */
function whyNot({ typed, file, kind, choices, look, asks, refusal, work }: FileCheckState): string | null {
  if (work !== null) return work.step === 'checking' ? 'It is being checked.' : 'The file is being read.'
  if (kind === 'ledger' && choices.key?.length === 0) return 'Choose at least one column by which lines are found.'
  if (file === null) return typed.trim() === '' ? 'Paste lines or choose a file first.' : null
  if (refusal !== null && look === null) return 'The file cannot be read as it is chosen now.'
  const open = asks.flatMap(({ ask }) => (ask === 'columns' ? [] : [ASKED_WORDS[ask]]))
  return open.length === 0 ? null : `Choose ${open.join(' and ')} first.`
}

/** Said once: of a file that is there what it is and what is asked of it, of one that was checked what came of it. */
function announced({ file, look, asks, work, checked }: FileCheckState, isWhole: boolean): string {
  if (file === null || work !== null) return ''
  if (checked !== null && asks.length === 0) return outcomeWords(checked, isWhole)
  const next = asks.length > 0 ? ` ${asks.map(({ words }) => words).join(' ')}` : ''
  return `${shortened(file.name, 80)}: ${factsOf(look, file.bytes.size)}.${next}`
}

const outcomeWords = (checked: CheckedFile, isWhole: boolean) =>
  checked.kind === 'ledger' ? checkedWords(checked.answer, isWhole) : invoiceWords(checked.answer, isWhole)

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Why what was checked is not what would be checked now, in a sentence. */
function staleWords({ kind, choices, against }: CheckedFile, now: Chosen, nowAgainst: HeldAgainst): string {
  const { scope, ...others } = againstOf(kind, against)
  const { scope: nowScope, ...nowOthers } = againstOf(kind, nowAgainst)
  const changed = [
    ...(isSame(choices, kind === 'ledger' ? now.choices : now.invoiceChoices) ? [] : ['how the file is read']),
    ...(isSame(scope, nowScope) ? [] : ['the conditions']),
    ...(isSame(worthOf(others), worthOf(nowOthers)) ? [] : ['what events are worth']),
    ...(kind === 'invoice' && against.shownZone !== nowAgainst.shownZone ? ['the time zone'] : []),
    ...(kind === 'invoice' && !isSame(against.duplicates, nowAgainst.duplicates)
      ? ['what counts as possible duplicates']
      : []),
    ...(kind === 'invoice' && against.closed !== nowAgainst.closed ? ['the closed snapshot'] : []),
  ]
  const words = changed.length < 2 ? changed.join('') : `${changed.slice(0, -1).join(', ')} and ${changed.at(-1)}`
  return `This is the outcome as it was checked: ${words} changed since then.`
}

const worthOf = (against: { rules: string | null; sent?: unknown }) => [against.rules, against.sent]
