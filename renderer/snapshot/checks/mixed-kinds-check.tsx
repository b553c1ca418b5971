// Properties whose values are of several kinds: a sum leaves out the texts among the numbers.
import type { ChecksAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValueKind } from '../../../shared/snapshot/snapshot-key.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FigureButton } from '../../ui/figure-button.tsx'
import { countWords } from '../../ui/grouped-digits.ts'
import { CheckItem } from './check-item.tsx'
import styles from './checks.module.css'

interface MixedKindsCheckProps {
  answer: ChecksAnswer | null
  scope: Scope
  onShowEvents: (scope: Scope) => void
}

/** More are in "Values". */
const MOST_LISTED = 100

export function MixedKindsCheck({ answer, scope, onShowEvents }: MixedKindsCheckProps) {
  const mixed = answer?.mixedKinds ?? []
  return (
    <CheckItem
      check="mixed-kinds"
      title="Mixed kinds"
      count={answer && mixed.length}
      words={
        mixed.length === 0
          ? 'Every property has one kind of value.'
          : `${countWords(mixed.length, 'property', 'properties')} with more than one kind of value: sums include only the numbers.`
      }
    >
      {mixed.length > 0 && (
        <ul className={styles.findings} aria-label="Properties of mixed kinds">
          {mixed.slice(0, MOST_LISTED).map(({ name, kinds, codes }) => (
            <li key={name} className={styles.findingsLine} data-property={name}>
              <b className={styles.code}>
                <ExactText text={name} />
              </b>
              {kindsOf(kinds).map(([kind, count]) => (
                <span key={kind} className={common.note} data-kind={kind} data-count={count}>
                  {kind}{' '}
                  <FigureButton
                    label={`Show ${countWords(count, 'event')} where ${shortened(name, 60)} is ${kind}`}
                    onClick={() => onShowEvents(withKind(scope, name, kind))}
                  >
                    {count.toLocaleString('en-US')}
                  </FigureButton>
                </span>
              ))}
              <span className={common.note}>{codesWords(codes)}</span>
            </li>
          ))}
        </ul>
      )}
    </CheckItem>
  )
}

const kindsOf = (kinds: ChecksAnswer['mixedKinds'][number]['kinds']) =>
  (Object.entries(kinds) as [ValueKind, number][]).toSorted(([, a], [, b]) => b - a)

function withKind(scope: Scope, name: string, kind: ValueKind): Scope {
  const condition: Condition = { is: 'kind', key: { of: 'property', name }, kind }
  return { where: [...scope.where, condition], misses: true }
}

function codesWords(codes: readonly (string | null)[]): string {
  if (codes.length === 0) return 'one kind per event code'
  const names = codes.slice(0, 3).map((code) => (code === null ? 'events without a code' : shortened(code, 40)))
  return `mixed within ${names.join(', ')}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`
}
