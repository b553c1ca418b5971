// help/ is what can be looked up without leaving the window: keys, words, and the docs that come with the program.

import { Box, Button, Group, Kbd, Modal, Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import type { Connection } from '../../../shared/connection/connection.ts'
import common from '../../ui/common.module.css'
import { partOnDemand } from '../../ui/on-demand.tsx'
import { showFiveThings } from '../try/five-things.tsx'
import styles from './help.module.css'

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

// This is what the words of the window mean, in the order in which one meets them.

/** Each with a sentence that needs none of the others to be looked up first. */
const WORDS: readonly (readonly [string, string])[] = [
  ['Event', 'One record of usage, as the service sends it: which customer, what and when, with its properties.'],
  ['Event code', 'What was used, such as api_calls. A price is of an event code.'],
  ['Debit, credit', 'A debit is usage that is charged; a credit is given back, such as a refund.'],
  ['Connection', 'A service under a name of yours, with the API key that opens it. The key stays in the keychain.'],
  ['Billing zone', 'The time zone in which the days and months of a connection begin and end.'],
  ['Search, filter', 'What the service is asked. The live page shows its answer a page at a time.'],
  [
    'Snapshot',
    'All events of a search, loaded and kept on this computer. Totals, checks and comparisons are of a snapshot.',
  ],
  [
    'All events read',
    'The service’s own counts and its pages agree: no event of the search is missing from the snapshot.',
  ],
  ['Condition', 'What narrows the events of a snapshot. Figures, copies and files go by it.'],
  [
    'Closing copy',
    'A snapshot of a month as it was when its invoices were sent. Later readings are compared with it; the service is not locked.',
  ],
  ['Changed since the closing copy', 'What came, went or was altered after that, and what it comes to.'],
  [
    'Price rules',
    'What an event is worth: which number counts, at which price, and whether it is charged or taken off.',
  ],
  ['Total', 'Charged less taken off, of one currency. Two currencies are never added together.'],
  ['Taken off', 'What refunds and credits reduce, by your price rules.'],
  ['Prepaid grant', 'A credit that is a balance to be used up, and not money. It is in no total.'],
  ['Not in the total', 'Events that have no amount: their number is missing or is text, or no price rule takes them.'],
  [
    'Possibly charged twice',
    'Events that look like one usage sent again: the same idempotency key, or all the same within a few seconds.',
  ],
  [
    'Ledger, invoice',
    'A file from somebody else: a ledger has a line for each event, an invoice a line for many events that are billed together.',
  ],
  ['Agrees', 'A line of the file says what its events say, or what they are worth.'],
  [
    'Possible cause',
    'A way in which the figure of a line can have come about, such as a month cut in UTC. It fits the figures; whether it is so is for you to say.',
  ],
  ['Fee, discount or tax', 'A line of an invoice behind which no events stand.'],
  [
    'Report',
    'What you gather for a colleague or a customer: events, tables and notes, printed, copied or written as a letter.',
  ],
  ['Receipt', 'A small file beside an export that proves what is in it, and can be checked later.'],
]
