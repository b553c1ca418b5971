// "Filter by this" beside a value of the open event; pressed while it is applied, and then it takes the filter away.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { Filters } from '../../shared/event.ts'
import { type FilterValue, isApplied, TOO_LONG_TO_FILTER, toggledFilter } from '../session/filter-by.ts'

interface FilterByButtonProps {
  value: FilterValue
  applied: Filters
  onSearch: (filters: Filters) => void
}

export function FilterByButton({ value, applied, onSearch }: FilterByButtonProps) {
  const next = toggledFilter(applied, value)
  if (next === null) return null
  const isOn = isApplied(applied, value)
  const Icon = isOn ? IconFilterFilled : IconFilter
  const isTooLong = next === 'too-long'
  const does = isOn ? 'Take this filter away' : 'Filter by this'
  return (
    <Tooltip label={isTooLong ? TOO_LONG_TO_FILTER : does} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={isTooLong ? TOO_LONG_TO_FILTER : 'Filter by this'}
        aria-pressed={isTooLong ? undefined : isOn}
        // Not `disabled`: its reason can be reached by keyboard.
        aria-disabled={isTooLong}
        data-disabled={isTooLong}
        onClick={() => {
          if (!isTooLong) onSearch(next)
        }}
      >
        <Icon size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
