// Which columns are shown; one always is.
import { Button, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { memo } from 'react'
import { columns } from './event-columns.ts'
import styles from './results-bar.module.css'

interface ColumnsMenuProps {
  /** Ids of those that are not shown, as they were kept: an older version may have had others. */
  hiddenColumns: readonly string[]
  onHidden: (ids: string[]) => void
}

const heads = columns.map(({ id, header }) => ({ id: String(id), header: String(header) }))

/** Not drawn anew with every page: a menu costs as much as ten rows. */
export const ColumnsMenu = memo(function ColumnsMenu({ hiddenColumns, onHidden }: ColumnsMenuProps) {
  const hidden = heads.map(({ id }) => id).filter((id) => hiddenColumns.includes(id))
  const toggle = (id: string) =>
    onHidden(hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id])
  return (
    <Menu position="bottom-end" closeOnItemClick={false} withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconColumns3 size={15} stroke={1.7} />}
          classNames={{ label: styles.label ?? '', section: styles.section ?? '' }}
          aria-label="Columns"
        >
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {heads.map(({ id, header }) => (
          <Menu.CheckboxItem
            key={id}
            checked={!hidden.includes(id)}
            disabled={!hidden.includes(id) && hidden.length === heads.length - 1}
            onChange={() => toggle(id)}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={hidden.length === 0} onClick={() => onHidden([])}>
          Show all
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
})
