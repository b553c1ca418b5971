// The dialog "Explain": the whole explanation of a line, with its days and its events as an appendix, to be copied and printed.
import { Button, Modal } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine } from '../../../shared/snapshot/snapshot-invoice.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import type { CopiedSource } from '../figures/snapshot-source.ts'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
import { lineEvents } from './copied-invoice.ts'
import { type Appendix, appendicesOf, copiedExplanation, explanationOf } from './explanation.ts'
import { AppendixTable, Notes, Sums } from './explanation-parts.tsx'
import styles from './invoice.module.css'

interface ExplainDialogProps {
  snapshot: SnapshotSummary
  checked: CheckedInvoiceFile
  /** Null: it is closed. */
  explained: ExplainedLine | null
  source: CopiedSource
  onPrint: (explained: ExplainedLine, appendices: readonly Appendix[]) => void
  onClose: () => void
}

export function ExplainDialog({ explained, onClose, ...rest }: ExplainDialogProps) {
  return (
    <Modal opened={explained !== null} onClose={onClose} title={explained && explanationOf(explained).title} size={820}>
      {explained !== null && <Explained explained={explained} {...rest} />}
    </Modal>
  )
}

/** Events in the appendix: more than anyone reads, and as many as a page draws at once. */
const MOST_EVENTS = 500

function Explained({
  snapshot,
  checked,
  explained,
  source,
  onPrint,
}: Omit<ExplainDialogProps, 'onClose'> & { explained: ExplainedLine }) {
  const { at } = explained.line
  const events = useQuery({
    queryKey: ['checked-invoice', checked.answer.checkId, 'events', at],
    queryFn: () => lineEvents(snapshot, checked, at, MOST_EVENTS),
    enabled: explained.line.byRules !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const explanation = explanationOf(explained)
  const appendices: Appendix[] = [
    ...appendicesOf(explained),
    ...(events.data === undefined ? [] : [{ head: 'Events', ...events.data }]),
  ]
  return (
    <div className={styles.explained}>
      <p className={`${common.hint} ${styles.under}`}>{explanation.under}</p>
      <Sums sums={explanation.sums} />
      <Notes notes={explanation.notes} />
      <div className={styles.buttons}>
        <CopyButton text={() => copiedExplanation(explanation, appendices, source)} label="Copy the explanation">
          Copy
        </CopyButton>
        <Button
          variant="default"
          aria-label="Print the explanation"
          leftSection={<IconPrinter size={14} stroke={1.75} aria-hidden />}
          onClick={() => onPrint(explained, appendices)}
        >
          Print
        </Button>
      </div>
      {events.error !== null && <AnswerTrouble trouble={events.error} onRetry={() => void events.refetch()} />}
      {appendices.map((appendix) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        <section key={appendix.head} className={styles.appendixScroll} tabIndex={0} aria-label={appendix.head}>
          <AppendixTable appendix={appendix} />
        </section>
      ))}
    </div>
  )
}
