// What is another about an event than before: field by field, the exact texts on both sides.
import type { FieldDifference } from '../../../shared/event/event-difference.ts'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import { ExactText } from '../../ui/exact-text.tsx'
import { AMONG_OTHERS, beginning, ONE_LINE } from '../../ui/excerpt.ts'
import styles from './event-history.module.css'

/** At most `most` of them are drawn, and the others counted. */
export function EventDifferences({ differences, most }: { differences: readonly FieldDifference[]; most: number }) {
  const left = differences.length - most
  return (
    <>
      <dl className={styles.differences}>
        {differences.slice(0, most).map(({ field, before, after }, at) => {
          const name = field.replace(/^event_properties\./, '')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the place is what tells them apart
            <div key={at} className={styles.difference} data-changed={field}>
              <dt className={styles.field}>
                <ExactText text={name} part={beginning(name, ONE_LINE)} />
              </dt>
              <dd className={styles.values}>
                <Value label="was" text={before} />
                <Value label="now" text={after} />
              </dd>
            </div>
          )
        })}
      </dl>
      {left > 0 && (
        <p className={`${common.hint} ${styles.left}`}>
          {grouped(left)} more {left === 1 ? 'difference' : 'differences'}
        </p>
      )}
    </>
  )
}

function Value({ label, text }: { label: string; text: string | null }) {
  return (
    <span className={styles.value}>
      <span className={common.dim}>{label}</span>
      {text === null ? (
        <span className={common.dim}>missing</span>
      ) : (
        <span className={styles.text}>
          {/* As much as is compared at a glance; the whole is in "Raw". */}
          <ExactText text={text} part={beginning(text, AMONG_OTHERS)} />
        </span>
      )}
    </span>
  )
}
