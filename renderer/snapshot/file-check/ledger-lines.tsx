// The table "Lines": a group of a checked ledger, page by page, each line with its event one click away.
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import {
  type FileLinesQuestion,
  type LedgerColumn,
  type Outcome,
  outcomeWords,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import { bridge } from '../../bridge.ts'
import common from '../../ui/common.module.css'
import { DataTable } from '../../ui/data-table.tsx'
import { ChipButton } from '../../ui/link-button.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { CopyTable } from '../figures/copy-table.tsx'
import type { CopiedSource } from '../figures/snapshot-source.ts'
import type { CheckedLedger, ShownLines } from '../store/file-check-state.ts'
import { linesQuery, tableOf, tablePieces } from '../store/file-questions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { areNumbers, headWords } from './column-meanings.ts'
import { copiedLines, MOST_COPIED } from './copied-ledger.ts'
import { CheckAgainNotice, LINES_GONE } from './file-notice.tsx'
import styles from './ledger.module.css'
import { figuresOf, Line, textsOf } from './ledger-line.tsx'

interface LedgerLinesProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  snapshotId: string
  answer: CheckedLedger
  isProven: boolean
  shown: ShownLines
  /** Of so many lines of so many. */
  source: (shown: ShownLines, lines: number, count: number) => CopiedSource
  onShown: (shown: ShownLines) => void
  onCheckAgain: () => void
}

const LINES_A_PAGE = 50

/** Of a group. */
export const firstPage = (outcome: Outcome): ShownLines => ({ outcome, differsIn: null, offset: 0, before: [] })

export function LedgerLines(props: LedgerLinesProps) {
  const { snapshotId, answer, isProven, shown, source, onShown, onShowEvents, onCheckAgain } = props
  const { outcome, differsIn, offset, before } = shown
  const group = { checkId: answer.checkId, outcome, differsIn }
  const question: FileLinesQuestion = { ask: 'fileLines', ...group, offset, limit: LINES_A_PAGE }
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery(linesQuery(bridge, snapshotId, question))
  const lines = data?.kind === 'lines' ? data : null
  const count = lines?.count ?? 0
  const page = lines?.lines ?? []
  const columns = answer.columns.flatMap((column, at) =>
    hasOwnPlace(column)
      ? []
      : [{ ...column, at, isNumber: areNumbers(page.flatMap(({ cells }) => textsOf(cells[at]))) }],
  )
  const figures = figuresOf(page)
  const differing = answer.columns.flatMap((column, at) => (column.differing === 0 ? [] : [{ ...column, at }]))
  const words = outcomeWords(outcome, isProven)
  return (
    <div className={styles.lines}>
      <div className={styles.tools}>
        <h3>{words}</h3>
        {outcome === 'differing' && differing.length > 0 && (
          <ul className={styles.chips} aria-label="Columns that differ">
            {differing.map((column) => (
              <li key={column.at}>
                <ChipButton
                  aria-pressed={differsIn === column.at}
                  data-differs={column.head}
                  data-count={column.differing}
                  onClick={() =>
                    onShown({ ...firstPage(outcome), differsIn: differsIn === column.at ? null : column.at })
                  }
                >
                  <span>
                    {headWords(column)} differs in {countWords(column.differing, 'line')}
                  </span>
                </ChipButton>
              </li>
            ))}
          </ul>
        )}
        <span className={styles.end}>
          <nav className={styles.pages} aria-label="Pages of lines">
            <p role="status">{lines === null ? '' : pageWords(offset, page.length, count, outcome)}</p>
            <ActionIcon
              variant="default"
              size={28}
              aria-label="Previous lines"
              disabled={before.length === 0}
              onClick={() => onShown({ ...shown, offset: before.at(-1) ?? 0, before: before.slice(0, -1) })}
            >
              <IconChevronLeft size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={28}
              aria-label="Next lines"
              disabled={offset + page.length >= count}
              onClick={() => onShown({ ...shown, offset: offset + page.length, before: [...before, offset] })}
            >
              <IconChevronRight size={15} stroke={1.7} aria-hidden />
            </ActionIcon>
          </nav>
          <CopyTable
            isInternal
            label="Copy table of lines"
            source={source(shown, Math.min(count, MOST_COPIED), count)}
            table={async () =>
              copiedLines(await tableOf(bridge, snapshotId, { ...group, isWhole: isProven }, MOST_COPIED))
            }
            whole={{
              pieces: async function* () {
                const pieces = tablePieces(bridge, snapshotId, { ...group, isWhole: isProven })
                for await (const piece of pieces) yield copiedLines(piece)
              },
              lines: count,
              source: source(shown, count, count),
            }}
          />
        </span>
      </div>
      {error !== null && <AnswerTrouble trouble={error} onRetry={() => void refetch()} />}
      {data?.kind === 'gone' && <CheckAgainNotice words={LINES_GONE} onCheckAgain={onCheckAgain} />}
      {lines !== null && (
        <div className={styles.box}>
          {count === 0 ? (
            <p className={`${common.dim} ${styles.empty}`}>{noneWords(outcome)}</p>
          ) : (
            <section
              className={styles.scroll}
              data-busy={isPlaceholderData || isPending || undefined}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
              tabIndex={0}
              aria-label="Lines of this group"
            >
              <DataTable className={styles.table ?? ''} aria-label="Lines" aria-busy={isPlaceholderData || isPending}>
                <thead>
                  <tr>
                    <th scope="col" className={styles.number}>
                      Line
                    </th>
                    <th scope="col">Event ID</th>
                    {columns.map((column) => (
                      <th
                        key={column.at}
                        scope="col"
                        className={column.isNumber ? styles.number : undefined}
                        title={column.head}
                      >
                        {headWords(column)}
                      </th>
                    ))}
                    {['In the file', 'In the snapshot', 'Difference'].map((head) => (
                      <th key={head} scope="col" className={styles.number}>
                        {head}
                      </th>
                    ))}
                    <th scope="col">Currency</th>
                  </tr>
                </thead>
                <tbody>
                  {page.map((line) => (
                    <Line
                      key={`${line.line ?? ''} ${line.row ?? ''}`}
                      line={line}
                      columns={columns}
                      figures={figures}
                      onShowEvents={onShowEvents}
                    />
                  ))}
                </tbody>
              </DataTable>
            </section>
          )}
        </div>
      )}
    </div>
  )
}

/** The event ID and money have columns of their own, unless there is more to be said of them. */
function hasOwnPlace({ means, unread, differing }: LedgerColumn): boolean {
  if (means.is === 'amount') return unread.cells === 0
  if (means.is === 'currency') return differing === 0
  return means.is === 'field' && means.field === 'eventId'
}

/** "Lines 1–50 of 1,234"; of what only the snapshot has "Events 1–50 of 1,234". */
function pageWords(offset: number, here: number, count: number, outcome: Outcome): string {
  const what = outcome === 'only-snapshot' ? 'Events' : 'Lines'
  return here === 0 ? '' : `${what} ${grouped(offset + 1)}–${grouped(offset + here)} of ${grouped(count)}`
}

function noneWords(outcome: Outcome): string {
  switch (outcome) {
    case 'matched':
      return 'No line matches an event.'
    case 'differing':
      return 'No line differs from its event.'
    case 'only-file':
      return 'Every line of the file has its event.'
    case 'repeated':
      return 'No line repeats another.'
    case 'only-snapshot':
      return 'Every event is in the file.'
    default:
      return outcome satisfies never
  }
}
