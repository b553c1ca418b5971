// The context menu of a cell: filter by its value, copy it.
import { Menu } from '@mantine/core'
import { copyText } from '../ui/copy-text.ts'
import type { MenuCell } from './cell-at.ts'
import styles from './cell-menu.module.css'
import { type FilterValue, TOO_LONG_TO_FILTER } from './filter-by.ts'

interface CellMenuProps {
  cell: MenuCell
  isApplied: (value: FilterValue) => boolean
  /** Null: it cannot be filtered by. */
  onToggle: ((value: FilterValue) => void) | 'too-long' | null
  onSaid: (words: string, refused?: boolean) => void
  onClose: () => void
}

export function CellMenu({ cell: { value, text, x, y }, isApplied, onToggle, onSaid, onClose }: CellMenuProps) {
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
        {onToggle === 'too-long' && <Menu.Item disabled>{TOO_LONG_TO_FILTER}</Menu.Item>}
        {value !== null && onToggle !== null && onToggle !== 'too-long' && (
          <Menu.Item onClick={() => onToggle(value)}>
            {isApplied(value) ? 'Remove this filter' : 'Filter by this'}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void copyText(text).then(({ copied, words }) => onSaid(words, !copied))}>
          Copy
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
