// What came of a ledger: in a sentence, as an equation, by outcome, and line by line.
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { FileChoices } from '../../../shared/check/checked-file.ts'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { type Outcome, outcomeWords } from '../../../shared/snapshot/snapshot-ledger.ts'
import { bridge } from '../../bridge.ts'
import { shortened } from '../../ui/excerpt.ts'
import { notifyFailure, say } from '../../ui/notify.tsx'
import { CopyTable } from '../figures/copy-table.tsx'
import { leftOut } from '../figures/snapshot-source.ts'
import type { CheckedLedger, CheckedLedgerFile, ShownLines } from '../store/file-check-state.ts'
import { rowsOf } from '../store/file-questions.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { checkedWords, firstGroup, isAllMatched, isProven } from './checked-words.ts'
import { headWords } from './column-meanings.ts'
import { copiedGroups, ledgerSource } from './copied-ledger.ts'
import { CheckAgainNotice, FileNotice } from './file-notice.tsx'
import styles from './ledger.module.css'
import { Equations } from './ledger-equation.tsx'
import { LedgerGroups } from './ledger-groups.tsx'
import { firstPage, LedgerLines } from './ledger-lines.tsx'
import { UnknownNames } from './unknown-names.tsx'

interface LedgerResultProps extends Pick<SnapshotTabProps, 'onShowEvents'> {
  snapshot: SnapshotSummary
  fileName: string
  checked: CheckedLedgerFile
  /** Why it is not what would be checked now; null: it is. */
  stale: string | null
  choices: FileChoices
  /** The lines that are looked at; `shown` null: as at first. */
  lines: { shown: ShownLines | null; show: (shown: ShownLines) => void }
  /** Customers and event codes of the snapshot, commonest first. */
  known: Readonly<Record<'customerId' | 'eventCode', readonly string[]>>
  /** Names are chosen, and it is checked again. */
  onNames: (change: Pick<FileChoices, 'customers' | 'codes'>) => void
  onCheckAgain: () => void
}

export function LedgerResult(props: LedgerResultProps) {
  const { snapshot, fileName, checked, stale, choices, known, onNames, onShowEvents, onCheckAgain } = props
  const { answer } = checked
  // Another check begins with the first group in which something is wrong.
  const shown = props.lines.shown ?? firstPage(firstGroup(answer))
  const onShown = props.lines.show
  const isWhole = isProven(snapshot)
  const source = ledgerSource(snapshot, fileName, checked)
  const showEvents = async (outcome: Outcome) => {
    const group = { checkId: answer.checkId, outcome, differsIn: null }
    const { events, rows } = await rowsOf(bridge, snapshot.id, group)
    if (rows.length < events) say(`${grouped(events)} events are more than a condition can name.`, true)
    else onShowEvents(scopeOfRows(rows))
  }
  const isAll = isAllMatched(answer)
  const Icon = isAll ? IconCircleCheck : IconAlertTriangle
  return (
    <div className={styles.result}>
      <div className={styles.tools}>
        <p className={styles.verdict} data-all={isAll || undefined}>
          <Icon size={18} stroke={1.7} aria-hidden />
          {checkedWords(answer, isWhole)}
        </p>
        <span className={styles.end}>
          <CopyTable label="Copy table of outcomes" source={source} table={() => copiedGroups(answer, isWhole)} />
        </span>
      </div>
      {stale !== null && <CheckAgainNotice words={stale} onCheckAgain={onCheckAgain} />}
      <Notes answer={answer} />
      <Equations answer={answer} onGroup={(outcome) => onShown(firstPage(outcome))} />
      <LedgerGroups
        answer={answer}
        isProven={isWhole}
        chosen={shown.outcome}
        onGroup={(outcome) => onShown(firstPage(outcome))}
        onEvents={(outcome) => void showEvents(outcome).catch(notifyFailure)}
      />
      <UnknownNames unknown={answer.unknown} choices={choices} known={known} onNames={onNames} />
      <LedgerLines
        snapshotId={snapshot.id}
        answer={answer}
        isProven={isWhole}
        shown={shown}
        source={({ outcome, differsIn }, lines, count) => {
          const column = differsIn === null ? undefined : answer.columns[differsIn]
          const differs = column === undefined ? '' : `; ${headWords(column)} differs`
          return [
            ...source,
            ['Lines of', `${outcomeWords(outcome, isWhole)}${differs}`],
            ...leftOut('Lines', lines, count, 'an Excel file has all of them'),
          ]
        }}
        onShown={onShown}
        onShowEvents={onShowEvents}
        onCheckAgain={onCheckAgain}
      />
    </div>
  )
}

/** What cannot be told, in amber; then what is to be known. */
function Notes({ answer: { columns, ambiguous, notes } }: { answer: CheckedLedger }) {
  const unread = columns.flatMap((column) => {
    const { cells, samples } = column.unread
    if (cells === 0) return []
    const [first] = samples
    const example = first === undefined ? '' : `, such as “${shortened(first.text, 40)}” in line ${grouped(first.line)}`
    const wanted = column.means.is === 'field' ? 'no time' : 'no number'
    return [`${headWords(column)}: ${countWords(cells, 'cell is', 'cells are')} ${wanted}${example}.`]
  })
  const isShared = ambiguous.lines + ambiguous.events > 0
  const shared = isShared
    ? [
        `${countWords(ambiguous.lines, 'line')} and ${countWords(ambiguous.events, 'event')} share what they are found by with others: which of them belong together is not known.`,
      ]
    : []
  const warnings = [...unread, ...shared]
  return (
    <>
      {warnings.length > 0 && (
        <FileNotice tone="warning">
          <Sentences all={warnings} />
        </FileNotice>
      )}
      {notes.length > 0 && (
        <FileNotice tone="plain">
          <Sentences all={notes} />
        </FileNotice>
      )}
    </>
  )
}

function Sentences({ all }: { all: readonly string[] }) {
  const [only, ...others] = all
  if (others.length === 0) return <p>{only}</p>
  return (
    <ul className={styles.sentences}>
      {all.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  )
}
