// "Filter by this" beside a value of the open event: a toggle, pressed while the filter is applied.
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconFilter, IconFilterFilled } from '@tabler/icons-react'
import type { Filters } from '../../../shared/event/event.ts'
import { type FilterValue, isApplied, TOO_LONG_TO_FILTER, toggledFilter } from '../../grid/filter-by.ts'

interface FilterByButtonProps {
  value: FilterValue
  applied: Filters
  onSearch: (filters: Filters) => void
}

/** The same toggle for a snapshot, whose filters are conditions. */
interface FilterByToggleProps {
  isOn: boolean
  onToggle: () => void
  isTooLong?: boolean
}

export function FilterByButton({ value, applied, onSearch }: FilterByButtonProps) {
  const next = toggledFilter(applied, value)
  if (next === null) return null
  return (
    <FilterByToggle
      isOn={isApplied(applied, value)}
      isTooLong={next === 'too-long'}
      onToggle={() => next === 'too-long' || onSearch(next)}
    />
  )
}

export function FilterByToggle({ isOn, onToggle, isTooLong = false }: FilterByToggleProps) {
  const Icon = isOn ? IconFilterFilled : IconFilter
  const does = isOn ? 'Remove this filter' : 'Filter by this'
  return (
    <Tooltip label={isTooLong ? TOO_LONG_TO_FILTER : does} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={22}
        aria-label={isTooLong ? TOO_LONG_TO_FILTER : 'Filter by this'}
        aria-pressed={isTooLong ? undefined : isOn}
        // Not `disabled`: the keyboard must reach the reason.
        aria-disabled={isTooLong}
        data-disabled={isTooLong}
        onClick={() => {
          if (!isTooLong) onToggle()
        }}
      >
        <Icon size={14} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
