// The button of an action on an opened snapshot, and why actions that ask the service are not possible.
import { Button } from '@mantine/core'
import type { AriaAttributes } from 'react'
import type { SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { useOpenedWindow } from './opened/opened-context.ts'

interface ActionButtonProps extends Pick<AriaAttributes, 'aria-label' | 'aria-pressed'> {
  /** Why the action is not possible; undefined: it is. */
  why: string | undefined
  onClick: () => void
  children: string
}

/** While its action is not possible, it stays in reach of Tab and says why. */
export function ActionButton({ why, onClick, children, ...aria }: ActionButtonProps) {
  return (
    <Button
      variant="default"
      aria-disabled={why === undefined ? undefined : true}
      data-disabled={why !== undefined}
      aria-description={why}
      title={why}
      onClick={() => why === undefined && onClick()}
      {...aria}
    >
      {children}
    </Button>
  )
}

/** Why nothing can be asked of the service for a snapshot whose connection was deleted; undefined: it is there. */
export function useWhyNoConnection({ connection }: SnapshotSummary): string | undefined {
  const isThere = useOpenedWindow().connections.some(({ id }) => id === connection.id)
  return isThere ? undefined : 'Its connection was deleted. What was read can still be viewed and exported.'
}
