// The line above the panes: the connection, the one box, and what concerns the whole window.
import { ActionIcon, Button, Combobox, Group, Tooltip, useCombobox, VisuallyHidden } from '@mantine/core'
import { IconChevronDown, IconFilter, IconLayoutSidebar, IconSettings, IconUserQuestion } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { inZone, NO_SUCH_ZONE, zoneName, zones } from '../../../shared/time/instant.ts'
import type { DialogOpeners } from '../../connections/use-dialog.ts'
import common from '../../ui/common.module.css'
import { CoveredWords, CoveringButton } from '../../ui/covering-button.tsx'
import { takeFocus } from '../../ui/focus.ts'
import { zoneCity } from '../../ui/instant-words.ts'
import styles from './header.module.css'

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
  /** The pane of filters, and how many are applied; null on an opened snapshot, which they do not narrow. */
  filters: { open: boolean; count: number; toggle: () => void } | null
  /** The connection may have no billing zone: null. */
  zones: { shown: string; billing: string | null }
  /** Changes the zone that everything is shown in. */
  onZone: (zone: string) => void
  dialogs: Pick<DialogOpeners, 'settings'>
  onCases: () => void
}

const LINE = { gap: 'sm', wrap: 'nowrap', miw: 0 } as const

export const Header = memo(function Header(props: HeaderProps) {
  const { narrow, dialogs, onCases } = props
  return (
    <header className={styles.header} data-narrow={narrow || undefined}>
      <VisuallyHidden component="h1">{props.title}</VisuallyHidden>
      <Group {...LINE} className={styles.left}>
        {props.filters !== null && <FiltersToggle narrow={narrow} filters={props.filters} />}
        <div className={styles.connection}>{props.switcher}</div>
      </Group>
      <Group {...LINE} className={styles.find}>
        {props.find}
      </Group>
      <Group {...LINE} justify="flex-end" className={styles.right}>
        <ZonePicker zone={props.zones.shown} billingZone={props.zones.billing} onZone={props.onZone} />
        {props.snapshots}
        <Tooltip label="What was gathered for a colleague or a customer">
          <Button
            variant="default"
            h={32}
            px={10}
            fz="md"
            aria-label="Reports"
            aria-haspopup="dialog"
            onClick={onCases}
          >
            {narrow ? <IconUserQuestion size={16} stroke={1.7} /> : 'Reports'}
          </Button>
        </Tooltip>
        <Tooltip label="Settings, theme and activity">
          <ActionIcon size={32} aria-label="Settings" onClick={dialogs.settings}>
            <IconSettings size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Group>
    </header>
  )
})

interface FiltersToggleProps {
  narrow: boolean
  filters: NonNullable<HeaderProps['filters']>
}

function FiltersToggle({ narrow, filters: { open, count, toggle } }: FiltersToggleProps) {
  const applied = count > 0 ? `, ${count} applied` : ''
  const name = `${open && !narrow ? 'Hide' : 'Show'} filters${applied}`
  if (narrow) {
    return (
      <Button
        variant="default"
        className={`${common.rigid} ${styles.filtersButton}`}
        aria-label={name}
        aria-expanded={open}
        leftSection={<IconFilter size={15} stroke={1.7} />}
        onClick={toggle}
      >
        <span className={styles.filtersWord}>Filters</span>
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
        {!open && count > 0 && <span className={styles.badge}>{count}</span>}
      </ActionIcon>
    </Tooltip>
  )
}

interface ZonePickerProps {
  zone: string
  /** The connection's; null: it has none. */
  billingZone: string | null
  onZone: (zone: string) => void
}

/** Shows which zone instants are read and shown in: UTC, or any IANA zone, found by typing a part of its name. */
const ZonePicker = memo(function ZonePicker({ zone, billingZone, onZone }: ZonePickerProps) {
  const [typed, setTyped] = useState('')
  const listId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setTyped('')
    },
  })
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
      <div className={`${common.box} ${common.medium} ${styles.zone}`}>
        <CoveredWords button={button} className={common.cut}>
          {zoneCity(zone)}
        </CoveredWords>
        <IconChevronDown size={13} aria-hidden />
        <Combobox.Target withAriaAttributes={false}>
          <Tooltip label={`Times are shown in ${zone}`} disabled={combobox.dropdownOpened}>
            <CoveringButton
              ref={button}
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
        {combobox.dropdownOpened && (
          <ZoneOptions
            id={listId}
            zone={zone}
            billingZone={billingZone}
            typed={typed}
            onTyped={combobox.selectFirstOption}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
})

// The zones that the header's list offers for what is typed: the connection's billing zone first.

/** A longer list is narrowed by typing. */
const MOST_SHOWN = 60

interface ZoneOptionsProps extends Omit<ZonePickerProps, 'onZone'> {
  id: string
  typed: string
  /** It is called once the zones that match what was typed are there. */
  onTyped: () => void
}

function ZoneOptions({ id, zone, billingZone, typed, onTyped }: ZoneOptionsProps) {
  const matching = useMemo(() => matchingZones(typed, billingZone), [typed, billingZone])
  const shown = matching.slice(0, MOST_SHOWN)
  const now = new Date().toISOString()
  const areThere = useEffectEvent(onTyped)
  useEffect(() => {
    if (typed !== '') areThere()
  }, [typed])
  return (
    <Combobox.Options id={id} mah={320} style={{ overflowY: 'auto' }} aria-label="Time zones">
      {shown.map((name) => (
        <Combobox.Option key={name} value={name} active={name === zone} className={styles.zoneOption}>
          <span>{name.replaceAll('_', ' ')}</span>
          <span className={`${common.faint} ${common.mono}`}>
            {name === billingZone && 'billing zone, '}
            {inZone(now, name)?.offset.replace('Z', '+00:00')}
          </span>
        </Combobox.Option>
      ))}
      {shown.length === 0 && <Combobox.Empty>{NO_SUCH_ZONE}</Combobox.Empty>}
      {matching.length > shown.length && (
        <Combobox.Footer className={common.smallHint ?? ''}>
          {matching.length - shown.length} more: keep typing
        </Combobox.Footer>
      )}
    </Combobox.Options>
  )
}

/** Zones whose names hold every typed word, spaces and underscores alike; billing zone, UTC, this computer's first. */
function matchingZones(typed: string, billingZone: string | null): string[] {
  const here = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const words = typed.toLowerCase().split(/[\s_]+/)
  const first = [...new Set([...(billingZone === null ? [] : [billingZone]), 'UTC', here])]
  return [...first, ...zones().filter((name) => !first.includes(name))].filter((name) =>
    words.every((word) => name.toLowerCase().includes(word)),
  )
}
