// help/ is what can be looked up without leaving the window: keys, words, and the docs that come with the program.

import { Box, Button, Group, Kbd, Modal, Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import common from '../../ui/common.module.css'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { showFiveThings } from '../try/five-things.tsx'
import styles from './help.module.css'
import { WORDS } from './words.ts'

const Docs = partOnDemand(async () => (await import('./docs.tsx')).Docs)

interface HelpDialogProps extends ShortcutsProps {
  opened: boolean
  connection: Pick<Connection, 'id' | 'origin'>
  /** Closes the snapshot that is open, if any. */
  backToLive: () => void
  onClose: () => void
}

const TABS = ['Shortcuts', 'Words', 'Docs'] as const

export function HelpDialog({ opened, connection, backToLive, onClose, ...keys }: HelpDialogProps) {
  const [tab, setTab] = useState<string | null>(TABS[0])
  return (
    <Modal opened={opened} onClose={onClose} title="Help" size={780}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Group justify="space-between" gap="xs" mb="md">
          <Tabs.List>
            {TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {connection.origin === 'sample' && (
            <Button
              variant="default"
              onClick={() => {
                onClose()
                backToLive()
                showFiveThings(connection.id)
              }}
            >
              Five things to try
            </Button>
          )}
        </Group>
        <Tabs.Panel value="Shortcuts">
          <Shortcuts {...keys} />
        </Tabs.Panel>
        <Tabs.Panel value="Words">
          <dl className={styles.words}>
            {WORDS.map(([word, meaning]) => (
              <div key={word}>
                <dt>{word}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Tabs.Panel>
        <Tabs.Panel value="Docs">
          <Docs />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}

// The keys of the page: what each does, and where.

export interface ShortcutsProps {
  mac: boolean
  /** "/" and "?" are keys of the page; Settings may switch them off. */
  signs: boolean
}

export function Shortcuts({ mac, signs }: ShortcutsProps) {
  return (
    <Stack gap="lg">
      {keyGroups(mac, signs).map(({ where, keys }) => (
        <section key={where}>
          <Box component="h3" mb="xs" className={common.hint ?? ''}>
            {where}
          </Box>
          <dl>
            {keys.map(([pressed, does]) => (
              <Group key={does} gap={0} mih={26} wrap="nowrap">
                <Group component="dt" gap={4} w={150} flex="none">
                  {pressed.split(' ').map((one) => (
                    <Kbd key={one} size="xs">
                      {one}
                    </Kbd>
                  ))}
                </Group>
                <dd>{does}</dd>
              </Group>
            ))}
          </dl>
        </section>
      ))}
    </Stack>
  )
}

function keyGroups(mac: boolean, signs: boolean): { where: string; keys: [string, string][] }[] {
  const mod = mac ? '⌘' : 'Ctrl'
  const sign: [string, string][] = [
    ['/', 'Go to filters'],
    ['?', 'Show this help'],
  ]
  return [
    {
      where: 'Everywhere',
      keys: [
        [`${mod} K`, 'Find an event, a customer, a search or a command'],
        ...(signs ? sign : []),
        ['Alt ↑', 'Previous event'],
        ['Alt ↓', 'Next event'],
        ['F6', 'Go to the next pane; Shift F6: the previous one'],
        ['Esc', 'Close the open list, dialog or details'],
      ],
    },
    {
      where: 'In the table',
      keys: [
        ['↑ ↓ ← →', 'Move by a row or a column; the open event follows'],
        ['Home End', 'Go to the first or last column'],
        [`${mod} Home`, 'Go to the first row'],
        [`${mod} End`, 'Go to the last row'],
        ['PgUp PgDn', 'Move by a screen'],
        ['Enter', 'Open the event'],
        ['Space', 'Select the row'],
        [`${mod} A`, 'Select all rows of the page'],
        [`${mod} C`, 'Copy the selected rows, or the cell if there are none'],
      ],
    },
    {
      where: 'In a filter field',
      keys: [['Enter', 'Search']],
    },
  ]
}
