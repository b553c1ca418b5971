// No connection is open: what Eventscope is, the form for a first one, sample data for a look around, and the way to
// snapshots that outlived the connections they were read from.
import { Box, Button, Group, Stack, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFlask } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import { countWords } from '../../shared/exact/grouped-digits.ts'
import { listedSnapshots } from '../../shared/snapshot/made-for.ts'
import { ConnectionForm } from '../connections/connection-form.tsx'
import { EnvironmentDot, EnvironmentWord } from '../connections/environment-badge.tsx'
import type { ConnectionFormState } from '../connections/use-connection-form.ts'
import type { ConnectionActions } from '../connections/use-connections.ts'
import iconUrl from '../icon.svg'
import type { PageSnapshots } from '../snapshot/store/page-snapshots.ts'
import common from '../ui/common.module.css'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { BackendAbsence } from './frame/app-frame.tsx'
import styles from './without-connection.module.css'

const SnapshotsList = dialogOnDemand(async () => (await import('../snapshot/snapshots-list.tsx')).SnapshotsList)

interface WithoutConnectionProps {
  /** Saved ones, none of which is open. */
  connections: Connection[]
  keychain: ShellInfo['keychain']
  actions: Pick<ConnectionActions, 'open' | 'saved'>
  snapshots: PageSnapshots
  zone: string
  /** It stands at the lower edge. */
  below: ReactNode
}

export function WithoutConnection(props: WithoutConnectionProps) {
  const { connections, keychain, actions, snapshots, zone, below } = props
  const [isListed, setListed] = useState(false)
  const count = useSyncExternalStore(snapshots.subscribe, () => {
    const { list } = snapshots.state()
    return list === null ? 0 : listedSnapshots(list.snapshots).length + list.unreadable.length
  })
  const welcome = useRef<HTMLElement>(null)
  // People come here to type; and where a connection was deleted, so was the element that had the focus.
  useLayoutEffect(() => {
    welcome.current?.querySelector<HTMLElement>('nav button, [data-autofocus]')?.focus()
  }, [])
  return (
    <>
      <div className={styles.page}>
        <main ref={welcome} className={styles.welcome}>
          <Stack justify="center" gap="lg" maw={460} mih="100%" mx="auto">
            <BackendAbsence />
            <Group wrap="nowrap" className={styles.brand}>
              <img src={iconUrl} width={36} height={36} alt="" />
              <div>
                <h1>Eventscope</h1>
                <p className={common.dim}>Browse the usage events of a service, exact to the last digit.</p>
              </div>
            </Group>
            {connections.length > 0 && <Choose connections={connections} onOpen={actions.open} />}
            <section role="dialog" aria-label="Add connection" className={styles.card}>
              <h2>Connect to a service</h2>
              <ConnectionForm editing={null} onSaved={actions.saved} footer={(form) => <SampleData form={form} />} />
            </section>
            {count > 0 && (
              <Button variant="default" size="sm" onClick={() => setListed(true)}>
                {countWords(count, 'snapshot')} on this computer…
              </Button>
            )}
            <Box component="p" ta="center" className={common.hint}>
              {keychain.available
                ? `API keys are kept in ${keychain.name}.`
                : `API keys are kept until Eventscope closes. ${keychain.why}`}
            </Box>
          </Stack>
        </main>
        {below}
      </div>
      <SnapshotsList
        opened={isListed}
        snapshots={snapshots}
        connections={connections}
        zone={zone}
        onOpen={null}
        onClose={() => setListed(false)}
      />
    </>
  )
}

function SampleData({ form }: { form: ConnectionFormState }) {
  const { state } = form.outcome
  return (
    <div>
      <div className={styles.or}>
        <span>or</span>
      </div>
      <Button
        size="sm"
        fullWidth
        variant="default"
        leftSection={<IconFlask size={16} stroke={1.7} />}
        loading={state === 'sample'}
        disabled={state === 'testing' || state === 'saving'}
        onClick={() => void form.exploreSampleData()}
      >
        Explore sample data
      </Button>
      <Box component="p" ta="center" mt={8} className={common.hint}>
        Made-up events from a small service on this computer, with five things to try. Nothing to set up, and nothing
        leaves this computer.
      </Box>
    </div>
  )
}

function Choose({ connections, onOpen }: { connections: Connection[]; onOpen: (id: string) => void }) {
  return (
    <nav aria-label="Saved connections" className={`${common.divided} ${styles.choose}`}>
      {connections.map(({ id, name, environment }) => (
        <UnstyledButton key={id} className={`${common.pressable} ${styles.saved}`} onClick={() => onOpen(id)}>
          <EnvironmentDot environment={environment} />
          <span className={common.cut}>{name}</span>
          <EnvironmentWord environment={environment} />
          <IconChevronRight size={15} aria-hidden />
        </UnstyledButton>
      ))}
    </nav>
  )
}
