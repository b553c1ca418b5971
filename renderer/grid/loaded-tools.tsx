// This is what is done with rows: loaded behind the first of them, in one file of the build. Apart, each would split
// the start's files.
import { Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, memo } from 'react'
import { copyAndSay } from '../ui/clipboard.ts'
import { ToolPopover } from '../ui/tool-popover.tsx'
import type { ColumnsPanelProps } from './columns-panel.tsx'
import styles from './events-grid.module.css'
import { type FilterBy, TOO_LONG_TO_FILTER } from './filter-by.ts'
import type { MenuCell } from './use-cell-menu.ts'

const Panel = lazy(() => import('./columns-panel.tsx').then(({ ColumnsPanel }) => ({ default: ColumnsPanel })))

/** The button "Columns"; its panel loads when opened. Memoised: rendering a button costs as much as two rows. */
export const ColumnsMenu = memo(function ColumnsMenu(props: ColumnsPanelProps) {
  return (
    <ToolPopover name="Columns" icon={IconColumns3} width={340}>
      {() => <Panel {...props} />}
    </ToolPopover>
  )
})

export { SelectionBar } from './selection-bar.tsx'

// The context menu of a cell: filter by its value, copy it.

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
