// ui/ holds pieces that every subject is built from and that know of none.
// A button above rows, with an icon and a word that gives way where there is little room.
import { Button } from '@mantine/core'
import { type Icon, IconChevronDown } from '@tabler/icons-react'
import type { AriaAttributes, MouseEventHandler, Ref } from 'react'
import styles from './buttons.module.css'

interface ToolButtonProps extends Pick<AriaAttributes, 'aria-description' | 'aria-expanded' | 'aria-haspopup'> {
  /** What it says, and its accessible name. */
  name: string
  icon: Icon
  /** Whether its word goes before those of the others. */
  yields?: 'early' | 'late' | undefined
  /** It opens a menu. */
  isMenu?: boolean
  /** Shown as disabled, but still reachable with Tab, so that the reason can be read. */
  isUnavailable?: boolean
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined
  ref?: Ref<HTMLButtonElement>
}

/** Accepts what menus, popovers and tooltips pass to their targets. */
export function ToolButton(props: ToolButtonProps) {
  const { name, icon: Icon, yields = 'late', isMenu = false, isUnavailable = false, ...rest } = props
  return (
    <Button
      variant="default"
      leftSection={<Icon size={15} stroke={1.7} />}
      rightSection={isMenu ? <IconChevronDown size={13} stroke={1.7} /> : undefined}
      classNames={{ root: styles.tool ?? '', label: styles.toolLabel ?? '', section: styles.toolSection ?? '' }}
      data-yields={yields}
      aria-label={name}
      aria-disabled={isUnavailable || undefined}
      data-disabled={isUnavailable}
      {...rest}
    >
      {name}
    </Button>
  )
}
