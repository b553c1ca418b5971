// Event IDs that occur more than once: one answer held both events, or their texts differ.
import { Button } from '@mantine/core'
import type { ChecksAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FigureButton } from '../../ui/figure-button.tsx'
import { countWords } from '../../ui/grouped-digits.ts'
import { CheckItem } from './check-item.tsx'
import styles from './checks.module.css'
import { scopeOfRows } from './scope-of-rows.ts'

interface RepeatedIdsCheckProps {
  answer: ChecksAnswer | null
  onShowEvents: (scope: Scope) => void
  onCompare: (rows: readonly number[]) => void
}

export function RepeatedIdsCheck({ answer, onShowEvents, onCompare }: RepeatedIdsCheckProps) {
  const count = answer?.repeatedIdCount ?? 0
  const listed = answer?.repeatedIds ?? []
  return (
    <CheckItem
      check="repeated-ids"
      title="Repeated IDs"
      count={answer && count}
      words={
        count === 0
          ? 'Every event ID occurs once.'
          : `${countWords(count, 'event ID occurs', 'event IDs occur')} more than once; each of these events is counted.`
      }
    >
      {listed.length > 0 && (
        <ul className={styles.findings} aria-label="Repeated event IDs">
          {listed.map(({ eventId, rows, texts }) => (
            <li key={eventId} className={styles.findingsLine} data-event={eventId} data-count={rows.length}>
              <FigureButton
                label={`Show ${countWords(rows.length, 'event')} with the ID ${shortened(eventId, 80)}`}
                onClick={() => onShowEvents(scopeOfRows(rows))}
              >
                {rows.length.toLocaleString('en-US')}
              </FigureButton>
              <span className={styles.id}>
                <ExactText text={eventId} />
              </span>
              <span className={common.note}>
                {texts === 1 ? 'the same text each time' : countWords(texts, 'different text')}
              </span>
              {texts > 1 && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={`Compare the events with the ID ${shortened(eventId, 80)}`}
                  onClick={() => onCompare(rows)}
                >
                  Compare
                </Button>
              )}
            </li>
          ))}
          {count > listed.length && <li className={common.note}>and {countWords(count - listed.length, 'more ID')}</li>}
        </ul>
      )}
    </CheckItem>
  )
}
