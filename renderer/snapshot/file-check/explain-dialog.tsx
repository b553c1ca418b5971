// An explanation as it is drawn: beside the lines, and in the dialog "Explain", which also has its days and its events.
import { Box, Button, Group, Modal, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CopiedTable } from '../../../shared/figures/figure-table.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { ExplainedLine } from '../../../shared/snapshot/snapshot-invoice.ts'
import common from '../../ui/common.module.css'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DataTable, TableHead } from '../../ui/data-table.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces } from '../../ui/figure-text.ts'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import type { CopiedSource } from '../figures/snapshot-source.ts'
import type { CheckedInvoiceFile } from '../store/file-check-state.ts'
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
import ledger from './ledger.module.css'

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
        <Box
          component="section"
          mah={300}
          key={appendix.head}
          className={common.scroll}
          tabIndex={0}
          aria-label={appendix.head}
        >
          <AppendixTable appendix={appendix} />
        </Box>
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

/** Its rows as they are: all of them, or as many as its head says. */
function AppendixTable({ appendix: { head, table, count } }: { appendix: Appendix }) {
  const places = table.heads.map((_, column) =>
    columnPlaces(table.rows.map((row) => (row[column]?.kind === 'number' ? row[column].text : null))),
  )
  const isNumber = (column: number) => table.rows.some((row) => row[column]?.kind === 'number')
  return (
    <Stack component="section" gap={6}>
      <h3 className={common.cardTitle}>
        {head}
        {leftOutWords(table, count)}
      </h3>
      <DataTable aria-label={head} className={ledger.table ?? ''}>
        <TableHead heads={table.heads} numbers={table.heads.filter((_, column) => isNumber(column))} />
        <tbody>
          {table.rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be the same
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={table.heads[column]} data-number={isNumber(column) || undefined}>
                  {cellText(cell, places[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Stack>
  )
}

function cellText(cell: CopiedTable['rows'][number][number], places: number): string {
  if (cell === null) return ''
  return cell.kind === 'number' ? alignedFigure(cell.text, places) : shortened(cell.text, 120)
}
