// A button that opens and closes what stands below it.
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface FoldButtonProps {
  isOpen: boolean
  /** The id of what is opened. */
  controls: string
  hasArrow?: boolean
  onClick: () => void
  children: ReactNode
}

export function FoldButton({ isOpen, controls, hasArrow = true, onClick, children }: FoldButtonProps) {
  const Arrow = isOpen ? IconChevronUp : IconChevronDown
  return (
    <Button
      variant="default"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      rightSection={hasArrow && <Arrow size={14} stroke={1.7} aria-hidden />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
