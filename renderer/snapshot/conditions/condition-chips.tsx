// The list "Conditions" above every tab of a snapshot: what its figures are narrowed to, each a chip that a click removes.
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Condition, Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { ChipButton } from '../../ui/chip-button.tsx'
import { conditionWords } from './condition-words.ts'
import styles from './conditions.module.css'

interface ConditionChipsProps {
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
}

export function ConditionChips({ scope, zone, onScope }: ConditionChipsProps) {
  const list = useRef<HTMLUListElement>(null)
  const { where } = scope
  if (where.length === 0) return null

  function change(next: Condition[], at: number) {
    const region = list.current?.closest('section')
    flushSync(() => onScope({ ...scope, where: next }))
    // What had the focus is removed: the next chip has it then, or the open tab.
    const left = list.current?.querySelectorAll('button') ?? []
    const tab = region?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')
    ;(left[Math.min(at, left.length - 1)] ?? tab)?.focus()
  }

  return (
    <div className={styles.bar}>
      <ul ref={list} className={styles.chips} aria-label="Conditions">
        {where.map((condition, at) => {
          const words = conditionWords(condition, zone)
          return (
            <li key={JSON.stringify(condition).slice(0, 2_000)}>
              <ChipButton
                aria-label={`Remove condition: ${words}`}
                title="Remove this condition"
                onClick={() => change(where.toSpliced(at, 1), at)}
              >
                <span>{words}</span>
                <IconX size={12} stroke={2} aria-hidden />
              </ChipButton>
            </li>
          )
        })}
      </ul>
      {where.length > 1 && (
        <Button variant="subtle" size="compact-sm" onClick={() => change([], 0)}>
          Clear conditions
        </Button>
      )}
    </div>
  )
}
