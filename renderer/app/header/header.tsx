// The line above the panes: the connection, the one box, and what concerns the whole window.
import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconActivity, IconFilter, IconLayoutSidebar, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import type { DialogOpeners } from '../../connections/use-dialog.ts'
import styles from './header.module.css'
import { ZonePicker } from './zone-picker.tsx'

/** The pane of filters, and what is applied. */
interface HeaderFilters {
  open: boolean
  /** How many are applied. */
  count: number
  toggle: () => void
}

interface HeaderProps {
  /** The page's heading, for screen readers: connection and environment. */
  title: string
  /** The connection switcher. */
  switcher: ReactNode
  /** The one box. */
  find: ReactNode
  /** The way to the list of snapshots. */
  snapshots: ReactNode
  narrow: boolean
  filters: HeaderFilters
  zone: string
  scheme: 'light' | 'dark'
  /** Changes how everything is shown. */
  choose: { zone: (zone: string) => void; theme: (theme: 'light' | 'dark') => void }
  dialogs: Pick<DialogOpeners, 'activity' | 'settings'>
}

export const Header = memo(function Header(props: HeaderProps) {
  const { narrow, scheme, choose, dialogs } = props
  const otherScheme = scheme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.header} data-narrow={narrow || undefined}>
      <VisuallyHidden component="h1">{props.title}</VisuallyHidden>
      <div className={styles.left}>
        <FiltersToggle narrow={narrow} filters={props.filters} />
        <div className={styles.connection}>{props.switcher}</div>
      </div>
      <div className={styles.find}>{props.find}</div>
      <div className={styles.right}>
        <ZonePicker zone={props.zone} onZone={choose.zone} />
        {props.snapshots}
        <Tooltip label="Requests since Eventscope started">
          <Button
            variant="default"
            aria-label="Activity"
            className={styles.textButton ?? ''}
            onClick={dialogs.activity}
          >
            {narrow ? <IconActivity size={16} stroke={1.7} /> : 'Activity'}
          </Button>
        </Tooltip>
        <Tooltip label={`Change to ${otherScheme} theme`}>
          <ActionIcon size={32} aria-label={`Change to ${otherScheme} theme`} onClick={() => choose.theme(otherScheme)}>
            {scheme === 'dark' ? <IconSun size={16} stroke={1.7} /> : <IconMoon size={16} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Settings">
          <ActionIcon size={32} aria-label="Settings" onClick={dialogs.settings}>
            <IconSettings size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  )
})

function FiltersToggle({ narrow, filters: { open, count, toggle } }: Pick<HeaderProps, 'narrow' | 'filters'>) {
  const hidden = narrow || !open
  const applied = count > 0 ? `, ${count} applied` : ''
  const name = `${open && !narrow ? 'Hide' : 'Show'} filters${applied}`
  if (narrow) {
    return (
      <Button
        variant="default"
        className={styles.filtersButton ?? ''}
        aria-label={name}
        aria-expanded={open}
        leftSection={<IconFilter size={15} stroke={1.7} />}
        onClick={toggle}
      >
        Filters
        {count > 0 && <span className={styles.count}>{count}</span>}
      </Button>
    )
  }
  return (
    <Tooltip label={name}>
      <ActionIcon
        size={32}
        variant="subtle"
        color="gray"
        className={styles.toggle ?? ''}
        aria-label={name}
        aria-expanded={open}
        onClick={toggle}
      >
        <IconLayoutSidebar size={17} stroke={1.7} />
        {hidden && count > 0 && <span className={styles.badge}>{count}</span>}
      </ActionIcon>
    </Tooltip>
  )
}
