// The context menu of a cell: filter by its value, copy it.
import { Menu } from '@mantine/core'
import { copyAndSay } from '../ui/copy-text.ts'
import styles from './events-grid.module.css'
import { type FilterBy, TOO_LONG_TO_FILTER } from './filter-by.ts'
import type { MenuCell } from './use-cell-menu.ts'

interface CellMenuProps {
  cell: MenuCell
  filterBy: FilterBy
  onClose: () => void
}

export function CellMenu({ cell: { value, text, x, y }, filterBy, onClose }: CellMenuProps) {
  const toggle = value && filterBy.toggle(value)
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
        <button
          type="button"
          tabIndex={-1}
          aria-label="Value"
          className={styles.menuPlace}
          style={{ left: x, top: y }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label="Value">
        {toggle === 'too-long' && <Menu.Item disabled>{TOO_LONG_TO_FILTER}</Menu.Item>}
        {value !== null && toggle !== null && toggle !== 'too-long' && (
          <Menu.Item onClick={toggle}>{filterBy.isApplied(value) ? 'Remove this filter' : 'Filter by this'}</Menu.Item>
        )}
        <Menu.Item onClick={() => copyAndSay(text)}>Copy</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
