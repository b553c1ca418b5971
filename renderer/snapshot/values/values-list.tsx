// The table "Values": only the rows in sight are drawn and asked for, so that thousands of properties stay usable.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import type { SnapshotKey } from '../../../shared/snapshot/snapshot-key.ts'
import type { ValuesQuestion } from '../../../shared/snapshot/snapshot-values.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { AnswerTrouble } from '../figures/answer-trouble.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import type { SnapshotTabProps } from '../store/snapshot-tab.ts'
import { ValueRow } from './value-row.tsx'
import styles from './values.module.css'

export interface ValuesListProps extends Pick<SnapshotTabProps, 'zone' | 'onShowEvents'> {
  snapshotId: string
  scope: Scope
  keys: readonly SnapshotKey[]
}

/** In CSS pixels. */
const ROW = 32
/** Rows per question: rare properties are read from the texts, several in one pass. */
const CHUNK = 16

export function ValuesList(props: ValuesListProps) {
  const { keys } = props
  const scroll = useRef<HTMLDivElement>(null)
  const virtualizer = useVirtualizer({
    count: keys.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 8,
  })
  const drawn = virtualizer.getVirtualItems().map(({ index }) => index)
  const [first = 0] = drawn
  const last = drawn.at(-1) ?? -1
  const chunks = new Map<number, number[]>()
  for (const index of drawn) {
    const chunk = Math.floor(index / CHUNK)
    chunks.set(chunk, [...(chunks.get(chunk) ?? []), index])
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div ref={scroll} className={styles.scroll} tabIndex={0}>
      <DataTable className={styles.table} aria-label="Values" aria-rowcount={keys.length + 1}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Kinds</th>
            <th scope="col" className={styles.right}>
              Distinct
            </th>
            <th scope="col">Most frequent</th>
            <th scope="col">Smallest</th>
            <th scope="col">Largest</th>
          </tr>
        </thead>
        <tbody>
          <Gap height={first * ROW} />
          {[...chunks].map(([chunk, indexes]) => (
            <Chunk key={chunk} {...props} chunk={chunk} indexes={indexes} />
          ))}
          <Gap height={(keys.length - 1 - last) * ROW} />
        </tbody>
      </DataTable>
      {keys.length === 0 && <p className={styles.none}>No field or property matches this name.</p>}
    </div>
  )
}

/** The rows of one question. */
function Chunk({ keys, chunk, indexes, ...props }: ValuesListProps & { chunk: number; indexes: number[] }) {
  const from = chunk * CHUNK
  const asked = valuesQuestion(props.scope, keys.slice(from, from + CHUNK))
  const { answer, isBusy, trouble, retry } = useSnapshotAnswer(props.snapshotId, asked)
  if (trouble !== null && indexes[0] !== undefined) {
    return (
      <tr>
        <td colSpan={6}>
          <AnswerTrouble trouble={trouble} onRetry={retry} />
        </td>
      </tr>
    )
  }
  return indexes.map((index) => {
    const key = keys[index]
    const summary = isBusy ? null : (answer?.summaries[index - from] ?? null)
    return key && <ValueRow key={index} index={index} of={key} summary={summary} {...props} />
  })
}

function Gap({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td colSpan={6} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )
}

/**
 * The question of "Values" to an open snapshot.
 * No keys: only which names and event codes there are.
 */
export function valuesQuestion(scope: Scope, keys: SnapshotKey[], byCode = false): ValuesQuestion {
  return { ask: 'values', scope, keys, byCode }
}
