// An explanation as it is drawn: beside the lines, and in the dialog "Explain", which also has its days and its events.
import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { listedTable } from '../../../shared/figures/figure-table.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine } from '../../../shared/snapshot/snapshot-invoice.ts'
import type { CopiedSource } from '../../tables/save-table.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
import { snapshotKey } from '../store/snapshot-query.ts'
import {
  type Appendix,
  appendicesOf,
  copiedExplanation,
  type Explanation,
  explanationOf,
  leftOutWords,
} from './explanation.ts'
import { lineEvents } from './file-copies.ts'
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
    queryKey: [...snapshotKey(snapshot.id), { checkId: checked.answer.checkId, eventsOf: at }],
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
    <Stack gap={12}>
      <p className={common.hint}>{explanation.under}</p>
      <Sums sums={explanation.sums} version={checked.answer.version} />
      <Notes notes={explanation.notes} />
      <Group gap={8}>
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
      </Group>
      {events.error !== null && <AnswerTrouble trouble={events.error} onRetry={() => void events.refetch()} />}
      {appendices.map((appendix) => (
        <Stack key={appendix.head} gap={6} mah={300} className={styles.appendix ?? ''}>
          <h3 className={common.cardTitle}>
            {appendix.head}
            {leftOutWords(appendix.table, appendix.count)}
          </h3>
          <FigureTable table={listedTable(appendix.head, appendix.table)} region={appendix.head} />
        </Stack>
      ))}
    </Stack>
  )
}

/** @param version of the price rules, shown where what they come to is pointed at; null: there are none */
export function Sums({ sums, version }: Pick<Explanation, 'sums'> & { version: string | null }) {
  return (
    <Stack component="dl" gap={6} className={styles.sums ?? ''}>
      {sums.map(({ words, figure, tone }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may be the same
        <div key={at} data-tone={tone} title={tone === 'sum' && version !== null ? `Version ${version}` : undefined}>
          <dt>{words}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </Stack>
  )
}

export function Notes({ notes }: Pick<Explanation, 'notes'>) {
  return (
    <Stack gap={4} className={`${common.hint} ${common.wrapped}`}>
      {notes.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two sentences may be the same
        <p key={at}>{words}</p>
      ))}
    </Stack>
  )
}
