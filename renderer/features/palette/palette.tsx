// Every action of the page by name: Ctrl/Cmd+K, a few letters, Enter.
import { Kbd } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import styles from './palette.module.css'

/** `keys`: the shortcut that does the same, as shown. */
export interface PaletteAction {
  group: string
  label: string
  description?: string
  keywords?: string
  keys?: string
  run: () => void
}

const [store, spotlight] = createSpotlight()

/** Opens the palette, as Ctrl/Cmd+K does. */
export const openPalette = spotlight.open

interface PaletteProps {
  /** Asked each time the palette opens. */
  list: () => PaletteAction[]
  /** The palette closed, and what had the focus before it is not there any more. */
  onFocusLost: () => void
}

export function Palette({ list, onFocusLost }: PaletteProps) {
  const [actions, setActions] = useState<PaletteAction[]>([])
  const groups = Map.groupBy(actions, ({ group }) => group)
  return (
    <Spotlight
      store={store}
      shortcut={['mod + K']}
      onSpotlightOpen={() => setActions(list())}
      onExitTransitionEnd={() => {
        if (document.activeElement === document.body) onFocusLost()
      }}
      tagsToIgnore={[]}
      triggerOnContentEditable
      scrollable
      maxHeight={420}
      highlightQuery
      title="Command palette"
      classNames={{ header: styles.title ?? '', action: styles.action ?? '' }}
      // From its top down: typing changes how tall it is.
      centered={false}
      yOffset="10vh"
      overlayProps={{ backgroundOpacity: 0.35 }}
      nothingFound="No command of that name"
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.7} />,
        placeholder: 'Find a command',
        'aria-label': 'Find a command',
      }}
      actions={[...groups].map(([group, members]) => ({
        group,
        actions: members.map(({ label, description, keywords, keys, run }) => ({
          id: `${group}: ${label}`,
          label,
          ...(description === undefined ? {} : { description }),
          ...(keywords === undefined ? {} : { keywords }),
          rightSection: keys === undefined ? null : <Kbd size="xs">{keys}</Kbd>,
          onClick: run,
        })),
      }))}
    />
  )
}
