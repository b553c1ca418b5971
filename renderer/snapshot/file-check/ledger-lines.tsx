// The table "Lines": a group of a checked ledger, page by page, each line with its event one click away.
import { Group, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { headWords } from '../../../shared/snapshot/checked-words.ts'
import type {
  FileLinesQuestion,
  LedgerColumn,
  LedgerLine,
  Outcome,
  SideMoney,
} from '../../../shared/snapshot/snapshot-ledger.ts'
import { outcomeWords } from '../../../shared/snapshot/snapshot-ledger.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import { bridge } from '../../bridge.ts'
import { KeyName } from '../../case/shown-names.tsx'
import common from '../../ui/common.module.css'
import { CellButton, DataTable } from '../../ui/data-table.tsx'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import { ChipButton } from '../../ui/link-button.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { CopyTable } from '../figures/copy-table.tsx'
import type { CopiedSource } from '../figures/snapshot-source.ts'
import type { CheckedLedger, ShownLines } from '../store/file-check-state.ts'
import { checkQuery, tableOf, tablePieces } from '../store/file-questions.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { lineDifference } from './checked-words.ts'
import { areNumbers } from './column-meanings.ts'
import { copiedLines, MOST_COPIED } from './copied-file.ts'
import file from './file-check.module.css'
import { useFileCheckTools } from './file-check-tools.ts'
import { CheckAgainNotice, LINES_GONE } from './file-notice.tsx'
import styles from './ledger.module.css'
import { LinePages } from './line-pages.tsx'

interface LedgerLinesProps {
  snapshotId: string
  answer: CheckedLedger
  isProven: boolean
  shown: ShownLines
  /** Of so many lines of so many. */
  source: (shown: ShownLines, lines: number, count: number) => CopiedSource
  onCheckAgain: () => void
}

const LINES_A_PAGE = 50

/** Of a group. */
export const firstPage = (outcome: Outcome): ShownLines => ({ outcome, differsIn: null, offset: 0, before: [] })

export function LedgerLines(props: LedgerLinesProps) {
  const { snapshotId, answer, isProven, shown, source, onCheckAgain } = props
  const { check, onShowEvents } = useFileCheckTools()
  const { outcome, differsIn, offset, before } = shown
  const group = { checkId: answer.checkId, outcome, differsIn }
  const question: FileLinesQuestion = { ask: 'fileLines', ...group, offset, limit: LINES_A_PAGE }
  const { data, error, isPlaceholderData, isPending, refetch } = useQuery(checkQuery(bridge, snapshotId, question))
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
      <Group gap="6px 12px">
        <h3 className={common.title}>{words}</h3>
        {outcome === 'differing' && differing.length > 0 && (
          <ul className={styles.chips} aria-label="Columns that differ">
            {differing.map((column) => (
              <li key={column.at}>
                <ChipButton
                  aria-pressed={differsIn === column.at}
                  data-differs={column.head}
                  data-count={column.differing}
                  onClick={() =>
                    check.show({ ...firstPage(outcome), differsIn: differsIn === column.at ? null : column.at })
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
        <Group gap={8} ml="auto">
          <LinePages
            name="lines"
            from={offset}
            shown={page.length}
            count={count}
            previous={before.at(-1) ?? null}
            words={lines === null ? '' : pageWords(offset, page.length, count, outcome)}
            onPage={(to) =>
              check.show({ ...shown, offset: to, before: to < offset ? before.slice(0, -1) : [...before, offset] })
            }
          />
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
        </Group>
      </Group>
      {error !== null && <AnswerTrouble trouble={error} onRetry={() => void refetch()} />}
      {data?.kind === 'gone' && <CheckAgainNotice words={LINES_GONE} onCheckAgain={onCheckAgain} />}
      {lines !== null && (
        <div className={`${common.box} ${file.box}`}>
          {count === 0 ? (
            <p className={`${common.dim} ${styles.empty}`}>{NONE_WORDS[outcome]}</p>
          ) : (
            <section
              className={`${common.scroll} ${styles.page}`}
              data-busy={isPlaceholderData || isPending || undefined}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
              tabIndex={0}
              aria-label="Lines of this group"
            >
              <DataTable className={styles.table ?? ''} aria-label="Lines" aria-busy={isPlaceholderData || isPending}>
                <thead>
                  <tr>
                    <th scope="col" data-number>
                      Line
                    </th>
                    <th scope="col">Event ID</th>
                    {columns.map((column) => (
                      <th key={column.at} scope="col" data-number={column.isNumber || undefined} title={column.head}>
                        {headWords(column)}
                      </th>
                    ))}
                    {['In the file', 'In the snapshot', 'Difference'].map((head) => (
                      <th key={head} scope="col" data-number>
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

const NONE_WORDS: Record<Outcome, string> = {
  matched: 'No line matches an event.',
  differing: 'No line differs from its event.',
  'changed-id': 'No line has an ID that a spreadsheet changed.',
  'only-file': 'Every line of the file has its event.',
  repeated: 'No line repeats another.',
  'only-snapshot': 'Every event is in the file.',
}

/** What either side says, to see whether a column is one of figures. */
const textsOf = (cell: LedgerLine['cells'][number] | undefined) => [cell?.file ?? '', cell?.snapshot ?? '']

/** Of both sides and of the difference, at one scale each. */
function figuresOf(lines: readonly LedgerLine[]) {
  const texts = (of: (line: LedgerLine) => string | null) => columnPlaces(lines.map(of))
  return {
    file: texts(({ file }) => moneyOf(file)),
    snapshot: texts(({ snapshot }) => moneyOf(snapshot)),
    difference: texts(differenceOf),
  }
}

const moneyOf = (side: SideMoney | null) => side && moneyText(side.sum, side.currency)

function differenceOf(line: LedgerLine): string | null {
  const difference = lineDifference(line)
  return difference && moneyText(difference, line.file?.currency ?? line.snapshot?.currency ?? null)
}

interface LineProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  line: LedgerLine
  columns: readonly { at: number; isNumber: boolean; means: LedgerColumn['means'] }[]
  figures: ReturnType<typeof figuresOf>
}

/** What the file says, what its event says where that is another, and the money of both sides. */
function Line({ line, columns, figures, onShowEvents }: LineProps) {
  const { row, eventId, changedFrom, repeats } = line
  const difference = differenceOf(line)
  const currencies = [...new Set([line.file, line.snapshot].flatMap((side) => (side === null ? [] : [side.currency])))]
  const id = eventId ?? 'no event ID'
  const name = (
    <span className={styles.id}>
      <Value text={id} />
    </span>
  )
  return (
    <tr data-line={line.line ?? ''} data-event-id={eventId ?? ''} data-difference={lineDifference(line) ?? ''}>
      <td data-number>
        {line.line === null ? NO_FIGURE : grouped(line.line)}
        {repeats !== null && <span className={common.dim}> repeats {grouped(repeats)}</span>}
      </td>
      <th scope="row">
        {row === null ? (
          name
        ) : (
          <CellButton
            title="Show this event"
            aria-label={`Show the event ${shortened(id, 80)}`}
            onClick={() => onShowEvents(scopeOfRows([row]))}
          >
            {name}
          </CellButton>
        )}
        {changedFrom !== null && (
          <span className={common.dim}>
            {' '}
            changed from <Value text={changedFrom} />
          </span>
        )}
      </th>
      {columns.map(({ at, isNumber, means }) => (
        <td key={at} data-number={isNumber || undefined}>
          <ComparedCell cell={line.cells[at]} outcome={line.outcome} />
          {means.is === 'field' && <KeyName of={means.field} id={line.cells[at]?.snapshot} />}
        </td>
      ))}
      <td data-number>{alignedFigure(moneyOf(line.file), figures.file)}</td>
      <td data-number>{alignedFigure(moneyOf(line.snapshot), figures.snapshot)}</td>
      <td data-number>{difference === null ? NO_FIGURE : withSign(alignedFigure(difference, figures.difference))}</td>
      <td className={common.dim}>
        {currencies.map((currency) => (currency === null ? 'not known' : shortened(currency, 20))).join(' ≠ ')}
      </td>
    </tr>
  )
}

function ComparedCell({ cell, outcome }: { cell: LedgerLine['cells'][number] | undefined; outcome: Outcome }) {
  if (cell === undefined) return null
  const { file, snapshot, differs } = cell
  if (!differs || outcome === 'only-file' || outcome === 'only-snapshot') return <Value text={file ?? snapshot} />
  return (
    <span className={styles.differs} title="In the file ≠ in the snapshot">
      <VisuallyHidden>in the file </VisuallyHidden>
      <Value text={file} />
      <span className={styles.unequal} aria-hidden>
        ≠
      </span>
      <VisuallyHidden>, in the snapshot </VisuallyHidden>
      <span className={styles.there}>
        <Value text={snapshot} />
      </span>
    </span>
  )
}

const Value = ({ text }: { text: string | null }) =>
  text === null || text === '' ? NO_FIGURE : <ExactText text={text} part={beginning(text, ONE_LINE)} />
