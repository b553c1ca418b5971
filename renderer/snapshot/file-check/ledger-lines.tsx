// The table "Lines": a group of a checked ledger, page by page, each line with its event one click away.
import { Box, Group, Stack } from '@mantine/core'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { type FileColumn, ledgerLinesTable } from '../../../shared/figures/ledger.ts'
import { headWords } from '../../../shared/snapshot/checked-words.ts'
import type { FileLinesQuestion, LedgerColumn, LedgerLine, Outcome } from '../../../shared/snapshot/snapshot-ledger.ts'
import { outcomeWords } from '../../../shared/snapshot/snapshot-ledger.ts'
import { bridge } from '../../bridge.ts'
import type { CopiedSource } from '../../tables/copy-table.tsx'
import { CopyTable } from '../../tables/copy-table.tsx'
import common from '../../ui/common.module.css'
import { FigureTable } from '../../ui/figure-table/figure-table.tsx'
import { ChipButton } from '../../ui/link-button.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { LinePages } from '../figures/page-buttons.tsx'
import { pagedTable } from '../figures/snapshot-source.ts'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { CheckedLedger, ShownLines } from '../store/file-check-state.ts'
import { LINES_OF_GROUP, linesOfGroup } from '../store/file-questions.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import { areNumbers } from './columns-table.tsx'
import { useFileCheckTools } from './file-check-tools.ts'
import { CheckAgainNotice, LINES_GONE } from './file-notice.tsx'

interface LedgerLinesProps {
  snapshotId: string
  answer: CheckedLedger
  isProven: boolean
  shown: ShownLines
  /** It is of all lines of the group. */
  source: CopiedSource
  onCheckAgain: () => void
}

const LINES_A_PAGE = 50
/** The most lines that are copied: nobody pastes more. A saved file has all of them. */
const MOST_COPIED = 50_000

/** Gives the first page of a group. */
export const firstPage = (outcome: Outcome): ShownLines => ({ outcome, differsIn: null, offset: 0, before: [] })

export function LedgerLines(props: LedgerLinesProps) {
  const { snapshotId, answer, isProven, shown, source, onCheckAgain } = props
  const { check, onShowEvents } = useFileCheckTools()
  const { outcome, differsIn, offset, before } = shown
  const group = { checkId: answer.checkId, outcome, differsIn }
  const question: FileLinesQuestion = { ask: 'fileLines', ...group, offset, limit: LINES_A_PAGE }
  const { answer: data, trouble, isBusy, retry } = useSnapshotAnswer(snapshotId, question)
  const lines = data?.kind === 'lines' ? data : null
  const count = lines?.count ?? 0
  const page = lines?.lines ?? []
  const tableOf = (all: readonly LedgerLine[]) => ledgerLinesTable(all, fileColumns(answer.columns, page), isProven)
  const differing = answer.columns.flatMap((column, at) => (column.differing === 0 ? [] : [{ ...column, at }]))
  const words = outcomeWords(outcome, isProven)
  return (
    <Stack gap={8}>
      <Group gap="6px 12px">
        <h3 className={common.title}>{words}</h3>
        {outcome === 'differing' && differing.length > 0 && (
          <Group component="ul" gap={6} className={common.list ?? ''} aria-label="Columns that differ">
            {differing.map((column) => (
              <li key={column.at}>
                <ChipButton
                  aria-pressed={differsIn === column.at}
                  data-differs={column.head}
                  data-count={column.differing}
                  onClick={() =>
                    check.show({
                      ledger: { ...firstPage(outcome), differsIn: differsIn === column.at ? null : column.at },
                    })
                  }
                >
                  <span>
                    {headWords(column)} differs in {countWords(column.differing, 'line')}
                  </span>
                </ChipButton>
              </li>
            ))}
          </Group>
        )}
        <Group gap={8} ml="auto">
          <LinePages
            name="lines"
            from={offset}
            shown={page.length}
            count={count}
            previous={before.at(-1) ?? null}
            words={lines === null ? '' : pageWords(offset, page.length, count, outcome)}
            onPage={(to) =>
              check.show({
                ledger: { ...shown, offset: to, before: to < offset ? before.slice(0, -1) : [...before, offset] },
              })
            }
          />
          <CopyTable
            isInternal
            label="Copy table of lines"
            {...pagedTable(
              { total: count, mostCopied: MOST_COPIED, aPage: LINES_OF_GROUP, tableOf, source },
              linesOfGroup(bridge, snapshotId, group),
            )}
          />
        </Group>
      </Group>
      {trouble !== null && <AnswerTrouble trouble={trouble} onRetry={retry} />}
      {data?.kind === 'gone' && <CheckAgainNotice words={LINES_GONE} onCheckAgain={onCheckAgain} />}
      {lines !== null && (
        <div className={common.frame}>
          {count === 0 ? (
            <Box component="p" px={12} py={20} className={common.dim}>
              {NONE_WORDS[outcome]}
            </Box>
          ) : (
            <FigureTable
              table={tableOf(page)}
              region="Lines of this group"
              isBusy={isBusy}
              onAct={({ of: row }) => onShowEvents(scopeOfRows([row]))}
            />
          )}
        </div>
      )}
    </Stack>
  )
}

const fileColumns = (columns: readonly LedgerColumn[], page: readonly LedgerLine[]) =>
  columns.map(
    (column, at): FileColumn => ({
      head: column.head,
      words: hasOwnPlace(column) ? null : headWords(column),
      isNumber: areNumbers(page.flatMap(({ cells }) => textsOf(cells[at]))),
      isCustomer: column.means.is === 'field' && column.means.field === 'customerId',
    }),
  )

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

const NONE_WORDS: Record<Outcome, string> = {
  matched: 'No line matches an event.',
  differing: 'No line differs from its event.',
  'changed-id': 'No line has an ID that a spreadsheet changed.',
  'only-file': 'Every line of the file has its event.',
  repeated: 'No line repeats another.',
  'only-snapshot': 'Every event is in the file.',
}

/** Tells what either side says, to see whether a column is one of figures. */
const textsOf = (cell: LedgerLine['cells'][number] | undefined) => [cell?.file ?? '', cell?.snapshot ?? '']
