// The checks besides possible duplicates: mixed kinds of values, events that do not fit, repeated IDs.
import { Button } from '@mantine/core'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import type { ChecksAnswer } from '../../../shared/snapshot/snapshot-checks.ts'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { ValueKind } from '../../../shared/snapshot/snapshot-key.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { shortened } from '../../ui/excerpt.ts'
import { FigureButton } from '../../ui/figure-button.tsx'
import { CheckItem } from './check-item.tsx'
import { misfitWords } from './check-words.ts'
import styles from './checks.module.css'
import { scopeOfRows } from './scope-of-rows.ts'

interface MixedKindsCheckProps {
  answer: ChecksAnswer | null
  scope: Scope
  onShowEvents: (scope: Scope) => void
}

/** The rest is in "Values". */
const MOST_LISTED = 100

/** Properties whose values are of several kinds: a sum leaves out the texts among the numbers. */
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
                <span key={kind} className={common.hint} data-kind={kind} data-count={count}>
                  {kind}{' '}
                  <FigureButton
                    label={`Show ${countWords(count, 'event')} where ${shortened(name, 60)} is ${kind}`}
                    onClick={() => onShowEvents(withKind(scope, name, kind))}
                  >
                    {grouped(count)}
                  </FigureButton>
                </span>
              ))}
              <span className={common.hint}>{codesWords(codes)}</span>
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

interface MisfitsCheckProps {
  answer: ChecksAnswer | null
  scope: Scope
  onShowEvents: (scope: Scope) => void
}

/** Events that do not match the filters of their search, or do not fit the interface. */
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
                {grouped(one.count)}
              </FigureButton>
              <span>{misfitWords(one.misfit, one.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </CheckItem>
  )
}

interface RepeatedIdsCheckProps {
  answer: ChecksAnswer | null
  onShowEvents: (scope: Scope) => void
  onCompare: (rows: readonly number[]) => void
}

/** Event IDs that occur more than once: one answer held both events, or their texts differ. */
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
                {grouped(rows.length)}
              </FigureButton>
              <span className={styles.id}>
                <ExactText text={eventId} />
              </span>
              <span className={common.hint}>
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
          {count > listed.length && <li className={common.hint}>and {countWords(count - listed.length, 'more ID')}</li>}
        </ul>
      )}
    </CheckItem>
  )
}
