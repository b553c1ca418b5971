// "Add condition" of a snapshot: it applies to every tab and to files.
import { Button, Popover } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import type { Scope } from '../../../shared/snapshot/snapshot-condition.ts'
import { takeFocus } from '../../ui/take-focus.ts'
import { usePopover } from '../../ui/use-popover.ts'
import { ConditionForm } from './condition-form.tsx'

interface AddConditionProps {
  scope: Scope
  zone: string
  onScope: (scope: Scope) => void
  /** Names of properties that are known. */
  listNames: () => readonly string[]
}

export function AddCondition({ scope, zone, onScope, listNames }: AddConditionProps) {
  const { popover, button, dropdown, closeToButton } = usePopover()
  return (
    <Popover position="bottom-start" width={320} trapFocus {...popover}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilterPlus size={15} stroke={1.7} aria-hidden />} {...button}>
          Add condition
        </Button>
      </Popover.Target>
      <Popover.Dropdown ref={takeFocus} aria-label="Add condition" {...dropdown}>
        {popover.opened && (
          <ConditionForm
            zone={zone}
            names={listNames()}
            onAdd={(condition) => {
              onScope({ ...scope, where: [...scope.where, condition] })
              closeToButton()
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
