// Possible duplicates: events close in time that differ in request identifiers at most.
import { Button } from '@mantine/core'
import type { DuplicatesAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import { countWords } from '../../ui/grouped-digits.ts'
import type { AmountChoice } from '../../worth/amount-choice.ts'
import type { ChecksSession } from '../store/checks-session.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { CheckItem } from './check-item.tsx'
import { duplicatesWords } from './check-words.ts'
import { DuplicateGroupRow } from './duplicate-group.tsx'
import styles from './duplicates.module.css'
import finding from './findings.module.css'
import { GROUPS_A_PAGE } from './use-checks.ts'

interface DuplicatesCheckProps extends Pick<SnapshotTabProps, 'zone' | 'onShowEvents'> {
  answer: DuplicatesAnswer | null
  /** The answer belongs to the previous question. */
  isBusy: boolean
  amount: AmountChoice
  session: ChecksSession
  onOffset: (offset: number) => void
  onCompare: (rows: readonly number[]) => void
}

export function DuplicatesCheck(props: DuplicatesCheckProps) {
  const { answer, isBusy, amount, onOffset } = props
  const count = answer === null ? null : answer.groupCount - answer.marked
  return (
    <CheckItem
      check="possible-duplicates"
      title="Possible duplicates"
      count={count}
      words={answer === null ? '' : duplicatesWords(answer, amount)}
    >
      {answer !== null && answer.undated > 0 && (
        <p className={finding.note}>
          {countWords(answer.undated, 'event')} could not be compared: no creation time that can be read.
        </p>
      )}
      {answer !== null && answer.groups.length > 0 && (
        <ol className={styles.groups} data-old={isBusy || undefined} aria-label="Groups">
          {answer.groups.map((group) => (
            <DuplicateGroupRow key={group.key} group={group} {...props} />
          ))}
        </ol>
      )}
      {answer !== null && answer.groupCount > GROUPS_A_PAGE && (
        <nav className={styles.pages} aria-label="Pages of groups">
          <span>
            Groups {(answer.offset + 1).toLocaleString('en-US')}–
            {(answer.offset + answer.groups.length).toLocaleString('en-US')} of{' '}
            {answer.groupCount.toLocaleString('en-US')}
          </span>
          <Button
            variant="default"
            disabled={answer.offset === 0}
            onClick={() => onOffset(Math.max(0, answer.offset - GROUPS_A_PAGE))}
          >
            Previous groups
          </Button>
          <Button
            variant="default"
            disabled={answer.offset + answer.groups.length >= answer.groupCount}
            onClick={() => onOffset(answer.offset + GROUPS_A_PAGE)}
          >
            Next groups
          </Button>
        </nav>
      )}
    </CheckItem>
  )
}
