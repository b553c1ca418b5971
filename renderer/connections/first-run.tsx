// No connection is open: what Eventscope is, the form for a first one, and sample data for a look around.
import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconFlask } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Connection } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import iconUrl from '../icon.svg'
import common from '../ui/common.module.css'
import { ConnectionForm } from './connection-form.tsx'
import shared from './connections.module.css'
import { EnvironmentDot, EnvironmentWord } from './environment-badge.tsx'
import styles from './first-run.module.css'
import type { ConnectionFormState } from './use-connection-form.ts'

interface FirstRunProps {
  /** Saved connections, none of which is open. */
  connections: Connection[]
  keychain: ShellInfo['keychain']
  onOpen: (id: string) => void
  /** Also called when the form was left while it was saved. */
  onSaved: (connection: Connection, isFormGone: boolean) => void
  /** What else can be reached from here. */
  children: ReactNode
}

export function FirstRun({ connections, keychain, onOpen, onSaved, children }: FirstRunProps) {
  const page = useRef<HTMLElement>(null)
  // People come here to type; and where a connection was deleted, so was the element that had the focus.
  useLayoutEffect(() => {
    page.current?.querySelector<HTMLElement>('nav button, [data-autofocus]')?.focus()
  }, [])
  return (
    <main ref={page} className={styles.welcome}>
      <div className={styles.welcomeInner}>
        <div className={styles.brand}>
          <img src={iconUrl} width={36} height={36} alt="" />
          <div>
            <h1>Eventscope</h1>
            <p>Browse the usage events of a service, exact to the last digit.</p>
          </div>
        </div>
        {connections.length > 0 && <Choose connections={connections} onOpen={onOpen} />}
        <section role="dialog" aria-label="Add connection" className={styles.card}>
          <h2>Connect to a service</h2>
          <ConnectionForm editing={null} onSaved={onSaved} footer={(form) => <SampleData form={form} />} />
        </section>
        {children}
        <p className={`${common.hint} ${styles.keychain}`}>
          {keychain.available
            ? `API keys are kept in ${keychain.name}.`
            : `API keys are kept for this run only. ${keychain.why}`}
        </p>
      </div>
    </main>
  )
}

function SampleData({ form }: { form: ConnectionFormState }) {
  const { state } = form.outcome
  return (
    <div className={styles.sample}>
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
      <p>
        Made-up events from a small service on this computer. Nothing to set up, and nothing leaves it. A customer’s
        invoice lies beside it, with mistakes: “Save Nordlicht’s invoice” in the menu of its connection.
      </p>
    </div>
  )
}

function Choose({ connections, onOpen }: { connections: Connection[]; onOpen: (id: string) => void }) {
  return (
    <nav aria-label="Saved connections" className={styles.choose}>
      {connections.map(({ id, name, environment }) => (
        <UnstyledButton key={id} className={styles.saved} onClick={() => onOpen(id)}>
          <EnvironmentDot environment={environment} />
          <span className={shared.itemText}>{name}</span>
          <EnvironmentWord environment={environment} />
          <IconChevronRight size={15} aria-hidden />
        </UnstyledButton>
      ))}
    </nav>
  )
}
