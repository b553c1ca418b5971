// A line of a checked ledger: what the file says, what its event says where that is another, and the money of both sides.
import { VisuallyHidden } from '@mantine/core'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import type { LedgerLine, Outcome, SideMoney } from '../../../shared/snapshot/snapshot-ledger.ts'
import { moneyText } from '../../../shared/worth/money-text.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { beginning, ONE_LINE, shortened } from '../../ui/excerpt.ts'
import { alignedFigure, columnPlaces, NO_FIGURE, withSign } from '../../ui/figure-text.ts'
import { scopeOfRows } from '../store/scope-conditions.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { lineDifference } from './checked-words.ts'
import styles from './ledger.module.css'

/** What either side says, to see whether a column is one of figures. */
export const textsOf = (cell: LedgerLine['cells'][number] | undefined) => [cell?.file ?? '', cell?.snapshot ?? '']

/** Of both sides and of the difference, at one scale each. */
export function figuresOf(lines: readonly LedgerLine[]) {
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
  columns: readonly { at: number; isNumber: boolean }[]
  figures: ReturnType<typeof figuresOf>
}

export function Line({ line, columns, figures, onShowEvents }: LineProps) {
  const { row, eventId, repeats } = line
  const difference = differenceOf(line)
  const currencies = [...new Set([line.file, line.snapshot].flatMap((side) => (side === null ? [] : [side.currency])))]
  const id = eventId ?? 'no event ID'
  return (
    <tr data-line={line.line ?? ''} data-event-id={eventId ?? ''} data-difference={lineDifference(line) ?? ''}>
      <td className={styles.number}>
        {line.line === null ? NO_FIGURE : grouped(line.line)}
        {repeats !== null && <span className={common.dim}> repeats {grouped(repeats)}</span>}
      </td>
      <th scope="row">
        {row === null ? (
          <span className={styles.id}>
            <ExactText text={id} part={beginning(id, ONE_LINE)} />
          </span>
        ) : (
          <button
            type="button"
            className={styles.figure}
            title="Show this event"
            aria-label={`Show the event ${shortened(id, 80)}`}
            onClick={() => onShowEvents(scopeOfRows([row]))}
          >
            <span className={styles.id}>
              <ExactText text={id} part={beginning(id, ONE_LINE)} />
            </span>
          </button>
        )}
      </th>
      {columns.map(({ at, isNumber }) => (
        <td key={at} className={isNumber ? styles.number : undefined}>
          <ComparedCell cell={line.cells[at]} outcome={line.outcome} />
        </td>
      ))}
      <td className={styles.number}>{alignedFigure(moneyOf(line.file), figures.file)}</td>
      <td className={styles.number}>{alignedFigure(moneyOf(line.snapshot), figures.snapshot)}</td>
      <td className={styles.number}>
        {difference === null ? NO_FIGURE : withSign(alignedFigure(difference, figures.difference))}
      </td>
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
