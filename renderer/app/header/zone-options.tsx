// The zones that the header's list offers for what is typed: the connection's billing zone first.
import { Combobox } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { inZone, zoneName, zones } from '../../../shared/time/instant.ts'
import styles from './header.module.css'

/** A longer list is narrowed by typing. */
const MOST_SHOWN = 60

interface ZoneOptionsProps {
  id: string
  zone: string
  /** The connection's; null: it has none. */
  billingZone: string | null
  typed: string
  /** Once the zones that match what was typed are there. */
  onTyped: () => void
}

export function ZoneOptions({ id, zone, billingZone, typed, onTyped }: ZoneOptionsProps) {
  const matching = useMemo(() => matchingZones(typed, billingZone), [typed, billingZone])
  const shown = matching.slice(0, MOST_SHOWN)
  const now = new Date().toISOString()
  const areThere = useEffectEvent(onTyped)
  useEffect(() => {
    if (typed !== '') areThere()
  }, [typed])
  return (
    <Combobox.Options id={id} mah={320} className={styles.zones} aria-label="Time zones">
      {shown.map((name) => (
        <Combobox.Option key={name} value={name} active={name === zone} className={styles.zoneOption}>
          <span>{name.replaceAll('_', ' ')}</span>
          <span className={styles.zoneOffset}>
            {name === billingZone && 'billing zone, '}
            {inZone(now, name)?.offset.replace('Z', '+00:00')}
          </span>
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

/** Zones whose name holds every typed word, spaces and underscores alike; the billing zone, UTC and this computer's first. */
function matchingZones(typed: string, billingZone: string | null): string[] {
  const here = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)
  const words = typed.toLowerCase().split(/[\s_]+/)
  const first = [...new Set([...(billingZone === null ? [] : [billingZone]), 'UTC', here])]
  return [...first, ...zones().filter((name) => !first.includes(name))].filter((name) =>
    words.every((word) => name.toLowerCase().includes(word)),
  )
}
