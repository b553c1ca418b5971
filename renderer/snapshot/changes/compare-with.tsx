// "Compare with…": another reading of the same search and range, or another period of the same search.
import { Button, Menu } from '@mantine/core'
import { countWords } from '../../../shared/exact/grouped-digits.ts'
import type { SnapshotList, SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import { verdictName } from '../../../shared/snapshot/verdict-name.ts'
import { shortened } from '../../ui/excerpt.ts'
import { type ComparedSnapshots, comparedSnapshots } from '../store/comparable-snapshots.ts'
import styles from './changes.module.css'
import { datesWords, readMoment } from './changes-words.ts'

interface CompareWithProps {
  snapshot: SnapshotSummary
  /** Null until it is known. */
  list: SnapshotList | null
  zone: string
  onCompare: (compared: ComparedSnapshots) => void
}

/** A longer menu would not be read; "Snapshots" has them all. */
const MOST_LISTED = 50

export function CompareWith({ snapshot, list, zone, onCompare }: CompareWithProps) {
  const others = (list?.snapshots ?? []).filter(({ id }) => id !== snapshot.id)
  const found = others.flatMap((other) => {
    const compared = comparedSnapshots(snapshot, other)
    return compared === null ? [] : [{ other, compared }]
  })
  const again = found.filter(({ compared }) => compared.kind === 'changes')
  const periods = found.filter(({ compared }) => compared.kind === 'period')
  const rest = others.length - found.length
  const items = (some: typeof found, words: (other: SnapshotSummary) => string) =>
    some.slice(0, MOST_LISTED).map(({ other, compared }) => (
      <Menu.Item key={other.id} onClick={() => onCompare(compared)}>
        <span className={styles.menuName}>{shortened(other.name, 80)}</span>
        <span className={styles.hint}>{words(other)}</span>
      </Menu.Item>
    ))
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default">Compare with…</Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu ?? ''}>
        {again.length > 0 && <Menu.Label>Same search and range, read at another time</Menu.Label>}
        {items(again, (other) => `read ${readMoment(other, zone)}, ${wordsOf(other)}`)}
        {periods.length > 0 && <Menu.Label>Another period of the same search</Menu.Label>}
        {items(periods, (other) => `${periodOf(other)}, ${wordsOf(other)}`)}
        {found.length === 0 && (
          <Menu.Label>No other snapshot of this search. “Read again and compare” takes one.</Menu.Label>
        )}
        {rest > 0 && (
          <Menu.Label>
            {countWords(rest, 'snapshot is', 'snapshots are')} of other searches, or not finished.
          </Menu.Label>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function wordsOf({ rows, status }: SnapshotSummary): string {
  const verdict = status.state === 'finished' ? status.verdict : null
  return `${countWords(rows, 'event')}, ${verdictName(verdict)}`
}

const periodOf = ({ range, until }: SnapshotSummary) =>
  datesWords({ from: range.from, until: range.until ?? until }, range.zone) ?? 'without a start'
