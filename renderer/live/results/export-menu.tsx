// What cannot be exported now stays in the menu and says why; where nothing can, the button does.
import { Menu, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { grouped } from '../../../shared/exact/grouped-digits.ts'
import common from '../../ui/common.module.css'
import { ToolButton } from '../../ui/tool-popover.tsx'
import styles from './results-bar.module.css'

export type Exportable = 'page' | 'selection' | 'all'

interface ExportMenuProps {
  rows: number
  selected: number
  /** It is the service's count of the matches, which may be of the page alone; null where it gives none. */
  total: number | null
  onExport: (what: Exportable) => void
}

const NOTHING = 'No events match this search, so there is nothing to export.'

/** Memoised: rendering a menu costs as much as ten rows. */
export const ExportMenu = memo(function ExportMenu(props: ExportMenuProps) {
  const { rows, selected, total, onExport } = props
  const button = useRef<HTMLButtonElement>(null)
  if (total === 0 && rows === 0 && selected === 0)
    return (
      <Tooltip label={NOTHING} events={{ hover: true, focus: true, touch: false }}>
        <ToolButton name="Export" icon={IconDownload} isMenu isUnavailable aria-description={NOTHING} />
      </Tooltip>
    )
  const choose = (what: Exportable) => {
    // The chosen item is about to unmount, and a dialog it opens returns the focus to what has it now.
    button.current?.focus()
    onExport(what)
  }
  return (
    <Menu position="bottom-end" width={250} withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <ToolButton ref={button} name="Export" icon={IconDownload} isMenu />
      </Menu.Target>
      <Menu.Dropdown>
        <Choice name="This page" note={rowsWords(rows)} disabled={rows === 0} onChoose={() => choose('page')} />
        <Choice
          name="Selected rows"
          note={selected === 0 ? 'Select rows first' : rowsWords(selected)}
          disabled={selected === 0}
          onChoose={() => choose('selection')}
        />
        <Choice
          name="All matches"
          note={`Reads ${total === null || total <= rows ? 'every match' : rowsWords(total)}, then writes the file`}
          disabled={rows === 0}
          onChoose={() => choose('all')}
        />
      </Menu.Dropdown>
    </Menu>
  )
})

/**
 * An item with what it costs beside its name and a note below it. `aria-disabled` instead of `disabled`: the keyboard
 * still reaches the item, and so the words that say why.
 */
export function Choice(props: { name: string; cost?: string; note: string; disabled: boolean; onChoose: () => void }) {
  const { name, cost = '', note, disabled, onChoose } = props
  return (
    <Menu.Item
      aria-description={[cost, note].filter(Boolean).join('. ')}
      aria-disabled={disabled || undefined}
      data-unavailable={disabled || undefined}
      className={styles.choice ?? ''}
      closeMenuOnClick={!disabled}
      onClick={() => {
        if (!disabled) onChoose()
      }}
    >
      {name}
      {cost !== '' && (
        <span className={common.faint} aria-hidden>
          {' '}
          · {cost}
        </span>
      )}
      {note !== '' && (
        <div className={common.faint} aria-hidden>
          {note}
        </div>
      )}
    </Menu.Item>
  )
}

const rowsWords = (count: number) => (count === 1 ? '1 row' : `${grouped(count)} rows`)
