// The zone in which hours, days, weeks and months begin: the snapshot's own, unless another is chosen here.
import { Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMemo } from 'react'
import { zones } from '../../../shared/time/instant.ts'
import styles from './totals-tab.module.css'

interface ZoneChoiceProps {
  /** The snapshot's. */
  own: string
  /** The zone of the page's header, offered first. */
  shown: string
  zone: string
  onZone: (zone: string) => void
}

const MOST_LISTED = 60

export function ZoneChoice({ own, shown, zone, onZone }: ZoneChoiceProps) {
  const data = useMemo(() => {
    const first = [...new Set([own, shown, 'UTC', zone])]
    const names = [...first, ...zones().filter((name) => !first.includes(name))]
    return names.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))
  }, [own, shown, zone])
  return (
    <Select
      aria-label="Zone of days"
      className={styles.zone ?? ''}
      data={data}
      value={zone}
      searchable
      rightSection={<IconChevronDown size={14} stroke={1.7} aria-hidden />}
      limit={MOST_LISTED}
      maxDropdownHeight={280}
      nothingFoundMessage="No time zone with that name"
      comboboxProps={{ width: 240, position: 'bottom-start', shadow: 'md' }}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={(next) => next !== null && onZone(next)}
    />
  )
}
