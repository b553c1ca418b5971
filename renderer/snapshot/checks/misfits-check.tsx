// Events that do not match the filters of their search, or do not fit the interface.
import type { ChecksAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { FigureButton } from '../../ui/figure-button.tsx'
import { countWords } from '../../ui/grouped-digits.ts'
import { CheckItem } from './check-item.tsx'
import { misfitWords } from './check-words.ts'
import styles from './checks.module.css'

interface MisfitsCheckProps {
  answer: ChecksAnswer | null
  scope: Scope
  onShowEvents: (scope: Scope) => void
}

export function MisfitsCheck({ answer, scope, onShowEvents }: MisfitsCheckProps) {
  const count = answer?.misfitEvents ?? 0
  return (
    <CheckItem
      check="misfits"
      title="Events that do not fit"
      count={answer && count}
      words={
        count === 0
          ? 'Every event matches the filters and fits the interface.'
          : `${countWords(count, 'event does', 'events do')} not match the filters or not fit the interface.`
      }
    >
      {answer !== null && answer.misfits.length > 0 && (
        <ul className={styles.findings} aria-label="Events that do not fit">
          {answer.misfits.map((one) => (
            <li key={one.misfit} className={styles.findingsLine} data-misfit={one.misfit} data-count={one.count}>
              <FigureButton
                label={`Show ${countWords(one.count, 'event')} that ${misfitWords(one.misfit, one.count)}`}
                onClick={() =>
                  onShowEvents({ where: [...scope.where, { is: 'misfit', misfit: one.misfit }], misses: true })
                }
              >
                {one.count.toLocaleString('en-US')}
              </FigureButton>
              <span>{misfitWords(one.misfit, one.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </CheckItem>
  )
}
