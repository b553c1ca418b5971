// The line above the panes: the connection, the one box, and what concerns the whole window.
import { ActionIcon, Button, Combobox, Tooltip, useCombobox, VisuallyHidden } from '@mantine/core'
import {
  IconActivity,
  IconChevronDown,
  IconFilter,
  IconLayoutSidebar,
  IconMoon,
  IconSettings,
  IconSun,
} from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { inZone, zones } from '../../../shared/time/instant.ts'
import { zoneName } from '../../../shared/time/zone-name.ts'
import type { DialogOpeners } from '../../connections/use-dialog.ts'
import { CoveringButton } from '../../ui/covering-button.tsx'
import { zoneCity } from '../../ui/instant-words.ts'
import { takeFocus } from '../../ui/take-focus.ts'
import styles from './header.module.css'

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

/** A longer list is narrowed by typing. */
const MOST_SHOWN = 60

/** Which zone instants are read and shown in: UTC, or any IANA zone, found by typing a part of its name. */
const ZonePicker = memo(function ZonePicker(props: { zone: string; onZone: (zone: string) => void }) {
  const { zone, onZone } = props
  const [typed, setTyped] = useState('')
  const listId = useId()
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped('')
    },
  })
  const selectFirst = useEffectEvent(() => combobox.selectFirstOption())
  // Once the zones that match are there.
  useEffect(() => {
    if (typed !== '') selectFirst()
  }, [typed])
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      keepMounted={false}
      onOptionSubmit={(value) => {
        onZone(value)
        combobox.closeDropdown()
      }}
    >
      <div className={styles.zone}>
        <span className={styles.zoneName} aria-hidden>
          {zoneCity(zone)}
        </span>
        <IconChevronDown size={13} aria-hidden />
        <Combobox.Target withAriaAttributes={false}>
          <Tooltip label={`Times are shown in ${zone}`} disabled={combobox.dropdownOpened}>
            <CoveringButton
              name="Time zone"
              says={zoneCity(zone)}
              aria-expanded={combobox.dropdownOpened}
              aria-haspopup="listbox"
              onClick={() => combobox.toggleDropdown()}
            />
          </Tooltip>
        </Combobox.Target>
      </div>
      <Combobox.Dropdown ref={takeFocus}>
        <Combobox.Search
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          role="combobox"
          aria-expanded={combobox.dropdownOpened}
          aria-controls={listId}
          aria-label="Search time zones"
          placeholder="City or region"
        />
        {combobox.dropdownOpened && <ZoneOptions id={listId} zone={zone} typed={typed} />}
      </Combobox.Dropdown>
    </Combobox>
  )
})

function ZoneOptions({ id, zone, typed }: { id: string; zone: string; typed: string }) {
  const matching = useMemo(() => matchingZones(typed), [typed])
  const shown = matching.slice(0, MOST_SHOWN)
  const now = new Date().toISOString()
  return (
    <Combobox.Options id={id} mah={320} className={styles.zones} aria-label="Time zones">
      {shown.map((name) => (
        <Combobox.Option key={name} value={name} active={name === zone} className={styles.zoneOption}>
          <span>{name.replaceAll('_', ' ')}</span>
          <span className={styles.zoneOffset}>{inZone(now, name)?.offset.replace('Z', '+00:00')}</span>
        </Combobox.Option>
      ))}
      {shown.length === 0 && <Combobox.Empty>No time zone with that name</Combobox.Empty>}
      {matching.length > shown.length && (
        <Combobox.Footer className={styles.zonesMore}>
          {matching.length - shown.length} more: keep typing
        </Combobox.Footer>
      )}
    </Combobox.Options>
  )
}

/** Zones whose name holds every typed word, spaces and underscores alike; UTC and this computer's zone first. */
function matchingZones(typed: string): string[] {
  const here = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const words = typed.toLowerCase().split(/[\s_]+/)
  const first = ['UTC', ...(here === 'UTC' ? [] : [here])]
  return [...first, ...zones().filter((name) => !first.includes(name))].filter((name) =>
    words.every((word) => name.toLowerCase().includes(word)),
  )
}
