// The toolbar "Selection": the number of selected rows, their actions, and a button to clear them.
import { Button, Menu, Tooltip } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { Event } from '../../shared/event/event.ts'
import { grouped } from '../../shared/exact/grouped-digits.ts'
import { copyText } from '../ui/clipboard.ts'
import common from '../ui/common.module.css'
import { useToolbar } from '../ui/focus.ts'
import { say } from '../ui/notify.tsx'
import { partOnDemand } from '../ui/on-demand.tsx'
import { SELECTION_FORMATS, type SelectionFormat } from './copied-text.ts'
import { fileColumns, propertyOf } from './event-columns.ts'
import type { EventsTable } from './events-table.ts'
import styles from './selection-bar.module.css'

const SelectionSum = partOnDemand(async () => (await import('./selection-sum.tsx')).SelectionSum)

/** This is what is done with the selected rows, besides copying and comparing. */
export interface SelectionUse {
  /** The rows are of it. */
  connectionId: string
  /** Prices of the rate card begin in it. */
  billingZone: string
  /** The table shows the selected rows alone. */
  alone: boolean
  onShow: (alone: boolean) => void
  onExport: () => void
}

interface SelectionBarProps extends SelectionUse {
  /** They are one or more, in the order in which they are copied. */
  selected: readonly Event[]
  /** How many of them are not among the rows on screen. */
  elsewhere: number
  table: EventsTable
  onCompare: () => void
  onClear: () => void
}

export function SelectionBar(props: SelectionBarProps) {
  const { selected, elsewhere, table, connectionId, billingZone, alone, onShow, onCompare, onExport, onClear } = props
  const [copying, setCopying] = useState(false)
  const [sums, setSums] = useState<string | null>(null)
  const ids = table.getVisibleLeafColumns().map(({ id }) => id)
  const shown = fileColumns(ids)
  const copy = async ({ name, copied: made }: SelectionFormat) => {
    setCopying(true)
    const { text, html } = made(selected, shown)
    const { copied, words } = await copyText(text, html)
    setCopying(false)
    say(copied ? `${name}: ${words.toLowerCase()}` : words, copied ? 'done' : 'refused')
  }
  const formats = [
    // The column "Properties" alone is none of a table.
    ...(shown.length === 0 ? SELECTION_FORMATS.slice(1) : SELECTION_FORMATS),
    ...(sums === null ? [] : [{ name: 'Totals', copied: () => ({ text: sums, html: null }) }]),
  ]
  const isSingle = selected.length === 1
  return (
    <div role="toolbar" aria-label="Selection" className={styles.bar} {...useToolbar<HTMLDivElement>()}>
      <span className={`${common.title} ${common.numbers} ${styles.count}`}>
        {grouped(selected.length)} selected
        {elsewhere > 0 && <span className={`${common.dim} ${styles.elsewhere}`}>{elsewhereWords(elsewhere)}</span>}
      </span>
      <SelectionSum
        selected={selected}
        properties={ids.flatMap((id) => propertyOf(id) ?? [])}
        connectionId={connectionId}
        billingZone={billingZone}
        onText={setSums}
      />
      <Tooltip label={SECOND_FIRST} disabled={!isSingle} events={{ hover: true, focus: true, touch: true }}>
        <Button
          size="compact-sm"
          variant="default"
          aria-disabled={isSingle || undefined}
          data-disabled={isSingle}
          aria-description={isSingle ? SECOND_FIRST : undefined}
          onClick={() => isSingle || onCompare()}
        >
          Compare
        </Button>
      </Tooltip>
      <Menu position="top-start" withInitialFocusPlaceholder={false} withinPortal={false}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            aria-label="Copy selection"
            loading={copying}
            rightSection={<IconChevronDown size={13} stroke={1.7} aria-hidden />}
          >
            Copy
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {formats.map((format) => (
            <Menu.Item key={format.name} onClick={() => void copy(format)}>
              {format.name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Button size="compact-sm" variant="default" aria-label="Export selection" onClick={onExport}>
        Export
      </Button>
      <Button
        size="compact-sm"
        variant={alone ? 'filled' : 'default'}
        aria-label="Show selected"
        aria-pressed={alone}
        onClick={() => onShow(!alone)}
      >
        Show selected
      </Button>
      <Button size="compact-sm" variant="subtle" aria-label="Clear selection" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}

const SECOND_FIRST = 'Select a second row first'

const elsewhereWords = (count: number) =>
  count === 1 ? ', 1 of them not in this table' : `, ${grouped(count)} of them not in this table`
