// Which zone instants are read and shown in: UTC, or any IANA zone, found by typing a part of its name.
import { Combobox, Tooltip, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { memo, useEffect, useEffectEvent, useId, useMemo, useState } from 'react'
import { inZone, zones } from '../../../shared/time/instant.ts'
import { zoneName } from '../../../shared/time/zone-name.ts'
import { CoveringButton } from '../../ui/covering-button.tsx'
import { zoneCity } from '../../ui/instant-words.ts'
import { takeFocus } from '../../ui/take-focus.ts'
import styles from './header.module.css'

/** More than this is no list to read but one to narrow by typing. */
const MOST_SHOWN = 60

export const ZonePicker = memo(function ZonePicker(props: { zone: string; onZone: (zone: string) => void }) {
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
