// help/ is what can be looked up without leaving the window: keys, words, and the docs that come with the program.
import { Button, Group, Modal, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { showFiveThings } from '../try/five-things.tsx'
import styles from './help.module.css'
import { Shortcuts, type ShortcutsProps } from './shortcuts.tsx'
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
