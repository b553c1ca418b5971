// verify/ holds an exported file against its receipt. "Verify a file": what is chosen, how far it is, and in words what
// agrees, what does not, and what that does not prove.
import { Button, FileButton, Group, Modal, Stack } from '@mantine/core'
import { useId, useRef, useSyncExternalStore } from 'react'
import { NOT_PROVED } from '../../../shared/export/verification-outcome.ts'
import { sizeWords } from '../../ui/age-and-size-words.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { useHeldFocus } from '../../ui/focus.ts'
import { notifyError } from '../../ui/notify.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { FileNotice } from '../file-check/file-notice.tsx'
import type { ChosenFile, Verification, VerificationState } from '../store/verification.ts'
import styles from './verify.module.css'

interface VerifyDialogProps {
  opened: boolean
  verification: Verification
  /** A receipt goes to its case. */
  connectionId: string
}

export function VerifyDialog({ opened, verification, connectionId }: VerifyDialogProps) {
  return (
    <Modal opened={opened} onClose={verification.close} title="Verify a file" size={640}>
      {opened && <Verifying verification={verification} connectionId={connectionId} />}
    </Modal>
  )
}

function Verifying({ verification, connectionId }: Omit<VerifyDialogProps, 'opened'>) {
  const state = useSyncExternalStore(verification.subscribe, verification.state)
  const { file, receipt, work, outcome, refusal, trouble } = state
  const isOver = outcome !== null && outcome.kind !== 'unknown'
  const chooser = useRef<HTMLButtonElement>(null)
  const resetChooser = useRef<() => void>(null)
  return (
    <Stack gap={12} {...useHeldFocus(() => chooser.current?.focus())} aria-busy={work !== null}>
      {outcome === null && work === null && (
        <p>
          An exported file is checked against its receipt: its bytes, its rows, its sums, and the receipt against
          itself. Choose both; the file alone will do where its receipt is kept on this computer. Names do not matter.
          Both are read on this computer and never sent anywhere.
        </p>
      )}
      <dl className={`${common.terms} ${common.unlessEmpty}`}>
        <Chosen label="File" file={file} />
        <Chosen label="Receipt" file={receipt} />
      </dl>
      {work !== null && (
        <Stack gap={6}>
          <p>
            Reading {sizeWords(work.done)} of {sizeWords(work.of)}
          </p>
          <ProgressBar label="Verifying the file" className={styles.progress} done={work.done} of={work.of} />
        </Stack>
      )}
      {refusal !== null && (
        <FileNotice tone="danger" role="alert">
          <p>{refusal}</p>
        </FileNotice>
      )}
      {trouble !== null && <AnswerTrouble trouble={trouble} onRetry={verification.retry} />}
      <Outcome {...state} />
      <Group justify="flex-end" mt="md">
        <AddVerified state={state} connectionId={connectionId} />
        <FileButton
          multiple
          resetRef={resetChooser}
          onChange={(files) => {
            // The same one may be chosen again.
            resetChooser.current?.()
            if (files.length > 0) void verification.bring(files)
          }}
        >
          {(props) => (
            <Button
              {...props}
              ref={chooser}
              variant={isOver ? 'default' : 'filled'}
              disabled={work !== null}
              data-autofocus
            >
              Choose files
            </Button>
          )}
        </FileButton>
        <Button variant={isOver ? 'filled' : 'default'} onClick={verification.close}>
          {work === null ? 'Done' : 'Cancel'}
        </Button>
      </Group>
    </Stack>
  )
}

function Chosen({ label, file }: { label: string; file: ChosenFile | null }) {
  if (file === null) return null
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <ExactText text={file.name} />, {sizeWords(file.size)}
      </dd>
    </>
  )
}

function Outcome({ file, receipt, work, outcome }: VerificationState) {
  if (outcome === null) {
    if (work !== null || file !== null || receipt === null) return null
    return (
      <FileNotice tone="plain" role="status">
        <p>This is a receipt. Choose the file that it belongs to, or drop it on the window.</p>
      </FileNotice>
    )
  }
  switch (outcome.kind) {
    case 'agrees':
      return (
        <Stack component="section" gap={8} data-verification="agrees">
          <div role="status">
            <p className={`${common.good} ${common.strong}`}>The file agrees with its receipt</p>
          </div>
          {outcome.calledThen !== null && (
            <p className={common.dim}>
              It was called <ExactText text={outcome.calledThen} /> when its receipt was written.
            </p>
          )}
          <Lines lines={outcome.agrees} />
          <p>{NOT_PROVED}</p>
          <Lines lines={outcome.unchecked} />
        </Stack>
      )
    case 'differs':
      return (
        <div data-verification="differs">
          <FileNotice tone="danger" role="alert">
            <p>
              <strong>The file and its receipt do not agree.</strong> <ExactText text={outcome.reason} />
            </p>
          </FileNotice>
        </div>
      )
    case 'unknown':
      return (
        <div data-verification="unknown">
          <FileNotice tone="warning" role="status">
            <p>
              No receipt that is kept on this computer is of this file. Choose its receipt, or drop it on the window;
              its name ends in .datapackage.json.
            </p>
          </FileNotice>
        </div>
      )
  }
}

/** "Add to report" of a file that was held against a receipt, whatever came of it. */
function AddVerified({ state: { file, outcome }, connectionId }: { state: VerificationState; connectionId: string }) {
  if (file === null || outcome === null || outcome.kind === 'unknown' || outcome.receipt === null) return null
  const { receipt } = outcome
  const add = async () => {
    const { addAndSay } = await import('../../case/kept-case.ts')
    const verified = { at: new Date().toISOString(), file: file.name.slice(0, 1_000), ...outcomeLines(outcome) }
    await addAndSay(connectionId, { is: 'receipt', id: crypto.randomUUID(), receipt, verified })
  }
  return (
    <Button variant="default" onClick={() => void add().catch(notifyError)}>
      Add to report
    </Button>
  )
}

type Held = Extract<VerificationState['outcome'], { kind: 'agrees' | 'differs' }>

function outcomeLines(outcome: Held): { agrees: boolean; said: [string, string][] } {
  const line = (name: string, words: string): [string, string] => [name, shortened(words, LONGEST_LINE)]
  if (outcome.kind === 'differs') return { agrees: false, said: [line('Why they do not agree', outcome.reason)] }
  const { agrees, unchecked } = outcome
  return {
    agrees: true,
    said: [...agrees.map((words) => line('Agrees', words)), ...unchecked.map((words) => line('Not proved', words))],
  }
}

function Lines({ lines }: { lines: readonly string[] }) {
  const id = useId()
  return (
    <ul className={`${common.small} ${common.bullets}`}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change their places
        <li key={`${id} ${at}`}>
          <ExactText text={line} part={{ start: 0, end: Math.min(line.length, LONGEST_LINE) }} />
        </li>
      ))}
    </ul>
  )
}

/** In UTF-16 units: a file may have thousands of fields. */
const LONGEST_LINE = 2_000
