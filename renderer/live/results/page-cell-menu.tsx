// The menu of a cell of the live page: to filter by its value is another search.
import type { Filters } from '../../../shared/event/event.ts'
import type { MenuCell } from '../../grid/cell-at.ts'
import { CellMenu } from '../../grid/cell-menu.tsx'
import { isApplied, toggledFilter } from '../../grid/filter-by.ts'

interface PageCellMenuProps {
  cell: MenuCell
  applied: Filters
  onFilters: (filters: Filters) => void
  onSaid: (words: string, refused?: boolean) => void
  onClose: () => void
}

export function PageCellMenu({ cell, applied, onFilters, onSaid, onClose }: PageCellMenuProps) {
  const next = cell.value && toggledFilter(applied, cell.value)
  return (
    <CellMenu
      cell={cell}
      isApplied={(value) => isApplied(applied, value)}
      onToggle={next === 'too-long' ? next : next && (() => onFilters(next))}
      onSaid={onSaid}
      onClose={onClose}
    />
  )
}
