// Says how the rows are sorted, and puts them back into their order.
import { VisuallyHidden } from '@mantine/core'
import { IconArrowsSort, IconX } from '@tabler/icons-react'
import { ChipButton } from '../ui/chip-button.tsx'

interface SortedChipProps {
  /** As "sorted: Event code, ascending". */
  words: string
  /** What pressing it does, such as "Back to the service’s order". */
  back: string
  onUnsort: () => void
}

export function SortedChip({ words, back, onUnsort }: SortedChipProps) {
  return (
    <ChipButton title={back} onClick={onUnsort}>
      <IconArrowsSort size={13} stroke={1.8} aria-hidden />
      <span>{words}</span>
      <IconX size={12} stroke={2} aria-hidden />
      <VisuallyHidden>{back}</VisuallyHidden>
    </ChipButton>
  )
}
