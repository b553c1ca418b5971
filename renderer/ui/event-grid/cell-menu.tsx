// What a cell offers on the secondary click, or the menu key: to filter by its value, and to copy it.
import { Menu } from '@mantine/core'
import type { Filters } from '../../../shared/event.ts'
import { isApplied, TOO_LONG_TO_FILTER, toggledFilter } from '../../session/filter-by.ts'
import { copyText } from '../copy-text.ts'
import type { Cell } from './cell-at.ts'
import styles from './cell-menu.module.css'

interface CellMenuProps {
  cell: Cell
  applied: Filters
  onFilters: (filters: Filters) => void
  onSaid: (words: string, refused?: boolean) => void
  onClose: () => void
}

export function CellMenu({ cell: { value, text, x, y }, applied, onFilters, onSaid, onClose }: CellMenuProps) {
  const next = value && toggledFilter(applied, value)
  return (
    <Menu
      opened
      onClose={onClose}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      offset={2}
    >
      <Menu.Target>
        <button type="button" tabIndex={-1} aria-label="Value" className={styles.place} style={{ left: x, top: y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label="Value">
        {next === 'too-long' && <Menu.Item disabled>{TOO_LONG_TO_FILTER}</Menu.Item>}
        {value !== null && next !== null && next !== 'too-long' && (
          <Menu.Item onClick={() => onFilters(next)}>
            {isApplied(applied, value) ? 'Take this filter away' : 'Filter by this'}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void copyText(text).then(({ copied, words }) => onSaid(words, !copied))}>
          Copy
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
