// The button "Columns"; its panel is loaded when first opened.
import { Button, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, memo, Suspense } from 'react'
import styles from '../tool-button.module.css'
import { usePopover } from '../use-popover.ts'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const Panel = lazy(() => import('./columns-panel.tsx').then(({ ColumnsPanel }) => ({ default: ColumnsPanel })))

/** Memoised: rendering a button costs as much as two rows. */
export const ColumnsMenu = memo(function ColumnsMenu(props: ColumnsPanelProps) {
  const { popover, button, dropdown } = usePopover()
  return (
    <Popover position="bottom-end" width={340} trapFocus {...popover}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={15} stroke={1.7} />}
          classNames={{ label: styles.label ?? '', section: styles.section ?? '' }}
          aria-label="Columns"
          {...button}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} {...dropdown}>
        {popover.opened ? (
          <Suspense fallback={null}>
            <Panel {...props} />
          </Suspense>
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
})
