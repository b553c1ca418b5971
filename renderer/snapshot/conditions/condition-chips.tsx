// The list "Conditions" above every tab of a snapshot: how many events its figures are of, and which conditions narrow
// them, each a chip that a click removes. In one piece it reads "178 of 10,078 events: event code = api_calls".
import { Button, VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { countWords, grouped } from '../../../shared/exact/grouped-digits.ts'
import { conditionWords, narrowedWords } from '../../../shared/snapshot/condition-words.ts'
import type { SnapshotSummary } from '../../../shared/snapshot/snapshot.ts'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { ChipButton } from '../../ui/chip-button.tsx'
import { useSnapshotAnswer } from '../figures/use-snapshot-answer.ts'
import { scopeWithout } from '../store/scope-conditions.ts'
import styles from './conditions.module.css'

interface ConditionChipsProps {
  snapshot: Pick<SnapshotSummary, 'id' | 'rows'>
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
}

/** A single row: its number alone is wanted. */
const COUNT = { ask: 'rows', sort: null, offset: 0, limit: 1 } as const

export function ConditionChips({ snapshot: { id, rows }, scope, zone, onScope }: ConditionChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { where } = scope
  const isNarrowed = where.length > 0
  const { answer, isBusy } = useSnapshotAnswer(id, isNarrowed ? { ...COUNT, scope } : null)
  const events = isBusy ? null : (answer?.count ?? null)
  // Nothing is announced of a snapshot that was opened as it is.
  const [wasNarrowed, setWasNarrowed] = useState(false)
  if (isNarrowed && !wasNarrowed) setWasNarrowed(true)

  function change(next: Scope, at: number) {
    const region = list.current?.closest('section')
    flushSync(() => onScope(next))
    // What had the focus is removed: the next chip has it then, or the open tab.
    const left = list.current?.querySelectorAll('button') ?? []
    const tab = region?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    ;(left[Math.min(at, left.length - 1)] ?? tab)?.focus()
  }

  return (
    <>
      <VisuallyHidden aria-live="polite">
        {isNarrowed
          ? events !== null && narrowedWords(scope, events, rows, zone)
          : wasNarrowed && `All ${countWords(rows, 'event')}`}
      </VisuallyHidden>
      {isNarrowed && (
        <div className={styles.bar}>
          <span className={styles.count}>
            {events === null ? '…' : grouped(events)} of {countWords(rows, 'event')}:
          </span>
          <ul ref={list} className={styles.chips} aria-label="Conditions">
            {where.map((condition, at) => {
              const words = conditionWords(condition, zone)
              return (
                <li key={JSON.stringify(condition).slice(0, 2_000)}>
                  <ChipButton
                    aria-label={`Remove condition: ${words}`}
                    title="Remove this condition"
                    onClick={() => change(scopeWithout(scope, at), at)}
                  >
                    <span>{words}</span>
                    <IconX size={12} stroke={2} aria-hidden />
                  </ChipButton>
                </li>
              )
            })}
          </ul>
          {where.length > 1 && (
            <Button variant="subtle" size="compact-sm" onClick={() => change({ where: [], misses: false }, 0)}>
              Clear conditions
            </Button>
          )}
        </div>
      )}
    </>
  )
}
