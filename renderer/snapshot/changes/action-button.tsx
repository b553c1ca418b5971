// A button of what can be done with a snapshot. What cannot be done now stays in reach of Tab and says why.
import { Button } from '@mantine/core'
import type { AriaAttributes } from 'react'

interface ActionButtonProps extends Pick<AriaAttributes, 'aria-label' | 'aria-pressed'> {
  /** Why it cannot be done. */
  why: string | undefined
  onClick: () => void
  children: string
}

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

/** Why nothing can be asked of the service for a snapshot whose connection was deleted. */
export const CONNECTION_GONE = 'Its connection was deleted. What was read can still be viewed and exported.'
