// The filter of a snapshot: each condition as a chip that a click removes, and a button to add one. It applies to every
// tab and to files.
import { Button, Popover } from '@mantine/core'
import { IconFilterPlus, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import type { Condition, Scope } from '../../../shared/snapshot-condition.ts'
import { ChipButton } from '../../ui/chip-button.tsx'
import { conditionWords } from '../../ui/condition-words.ts'
import { usePopover } from '../../ui/use-popover.ts'
import { ConditionForm } from './condition-form.tsx'
import styles from './conditions-bar.module.css'

interface ConditionsBarProps {
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
  /** Names of properties that are known. */
  listNames: () => readonly string[]
}

export function ConditionsBar({ scope, zone, onScope, listNames }: ConditionsBarProps) {
  const { popover, button, dropdown, closeToButton } = usePopover()
  const list = useRef<HTMLUListElement>(null)
  const { where } = scope

  function remove(condition: Condition) {
    const at = where.indexOf(condition)
    onScope({ ...scope, where: where.filter((one) => one !== condition) })
    // The chip with the focus is removed: the focus goes to the next chip, or to "Add condition".
    requestAnimationFrame(() => {
      const left = list.current?.querySelectorAll('button') ?? []
      ;(left[Math.min(at, left.length - 1)] ?? button.ref.current)?.focus()
    })
  }

  return (
    <div className={styles.bar}>
      <ul ref={list} className={styles.chips} aria-label="Conditions">
        {where.map((condition) => {
          const words = conditionWords(condition, zone)
          return (
            <li key={JSON.stringify(condition).slice(0, 2_000)}>
              <ChipButton
                aria-label={`Remove condition: ${words}`}
                title="Remove this condition"
                onClick={() => remove(condition)}
              >
                <span>{words}</span>
                <IconX size={12} stroke={2} aria-hidden />
              </ChipButton>
            </li>
          )
        })}
      </ul>
      <Popover position="bottom-start" width={320} trapFocus {...popover}>
        <Popover.Target>
          <Button variant="default" leftSection={<IconFilterPlus size={15} stroke={1.7} aria-hidden />} {...button}>
            Add condition
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Add condition" {...dropdown}>
          {popover.opened && (
            <ConditionForm
              zone={zone}
              names={listNames()}
              onAdd={(condition) => {
                onScope({ ...scope, where: [...where, condition] })
                closeToButton()
              }}
            />
          )}
        </Popover.Dropdown>
      </Popover>
      {where.length > 1 && (
        <Button variant="subtle" onClick={() => onScope({ ...scope, where: [] })}>
          Clear conditions
        </Button>
      )}
    </div>
  )
}
