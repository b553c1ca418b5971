// The line above the panes: the connection, the one box, and what concerns the whole window.
import { ActionIcon, Button, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconActivity, IconFilter, IconLayoutSidebar, IconMoon, IconSettings, IconSun } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import styles from './header.module.css'
import { ZonePicker } from './zone-picker.tsx'

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
  filtersOpen: boolean
  /** How many filters are applied. */
  filterCount: number
  onToggleFilters: () => void
  zone: string
  onZone: (zone: string) => void
  scheme: 'light' | 'dark'
  onScheme: (scheme: 'light' | 'dark') => void
  onActivity: () => void
  onSettings: () => void
}

export const Header = memo(function Header(props: HeaderProps) {
  const { narrow, scheme } = props
  const otherScheme = scheme === 'dark' ? 'light' : 'dark'
  return (
    <header className={styles.header} data-narrow={narrow || undefined}>
      <VisuallyHidden component="h1">{props.title}</VisuallyHidden>
      <div className={styles.left}>
        <FiltersToggle {...props} />
        <div className={styles.connection}>{props.switcher}</div>
      </div>
      <div className={styles.find}>{props.find}</div>
      <div className={styles.right}>
        <ZonePicker zone={props.zone} onZone={props.onZone} />
        {props.snapshots}
        <Tooltip label="Requests since Eventscope started">
          <Button
            variant="default"
            aria-label="Activity"
            className={styles.textButton ?? ''}
            onClick={props.onActivity}
          >
            {narrow ? <IconActivity size={16} stroke={1.7} /> : 'Activity'}
          </Button>
        </Tooltip>
        <Tooltip label={`Change to ${otherScheme} theme`}>
          <ActionIcon
            size={32}
            aria-label={`Change to ${otherScheme} theme`}
            onClick={() => props.onScheme(otherScheme)}
          >
            {scheme === 'dark' ? <IconSun size={16} stroke={1.7} /> : <IconMoon size={16} stroke={1.7} />}
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Settings">
          <ActionIcon size={32} aria-label="Settings" onClick={props.onSettings}>
            <IconSettings size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
    </header>
  )
})

function FiltersToggle({ narrow, filtersOpen, filterCount, onToggleFilters }: HeaderProps) {
  const hidden = narrow || !filtersOpen
  const applied = filterCount > 0 ? `, ${filterCount} applied` : ''
  const name = `${filtersOpen && !narrow ? 'Hide' : 'Show'} filters${applied}`
  if (narrow) {
    return (
      <Button
        variant="default"
        className={styles.filtersButton ?? ''}
        aria-label={name}
        aria-expanded={filtersOpen}
        leftSection={<IconFilter size={15} stroke={1.7} />}
        onClick={onToggleFilters}
      >
        Filters
        {filterCount > 0 && <span className={styles.count}>{filterCount}</span>}
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
        aria-expanded={filtersOpen}
        onClick={onToggleFilters}
      >
        <IconLayoutSidebar size={17} stroke={1.7} />
        {hidden && filterCount > 0 && <span className={styles.badge}>{filterCount}</span>}
      </ActionIcon>
    </Tooltip>
  )
}
