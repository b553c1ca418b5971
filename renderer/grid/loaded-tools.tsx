// What is done with rows: loaded behind the first of them, in one file of the build. Apart, each would split the start's files.
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, memo } from 'react'
import { ToolPopover } from '../ui/tool-popover.tsx'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const Panel = lazy(() => import('./columns-panel.tsx').then(({ ColumnsPanel }) => ({ default: ColumnsPanel })))

/** The button "Columns"; its panel is loaded when first opened. Memoised: rendering a button costs as much as two rows. */
export const ColumnsMenu = memo(function ColumnsMenu(props: ColumnsPanelProps) {
  return (
    <ToolPopover name="Columns" icon={IconColumns3} width={340}>
      {() => <Panel {...props} />}
    </ToolPopover>
  )
})

export { CellMenu } from './cell-menu.tsx'
export { SelectionBar } from './selection-bar.tsx'
