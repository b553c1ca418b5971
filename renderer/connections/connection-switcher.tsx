// The open connection, unmistakable by colour, name and word; its menu leads to the others and to what can be done with
// it.
import { Group, Menu } from '@mantine/core'
import {
  IconCheck,
  IconChevronDown,
  IconFileInvoice,
  IconFlask,
  IconKey,
  IconKeyOff,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconTrash,
  IconUserQuestion,
} from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { type Connection, ENVIRONMENT_WORDS, type TokenPlace } from '../../shared/connection/connection.ts'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import { CustomerNames } from '../case/shown-names.tsx'
import { Badge } from '../ui/badge.tsx'
import common from '../ui/common.module.css'
import { CoveredWords, CoveringButton } from '../ui/covering-button.tsx'
import shared from './connections.module.css'
import { EnvironmentDot, EnvironmentWord } from './environment-badge.tsx'
import type { ConnectionActions } from './use-connections.ts'
import type { DialogOpeners } from './use-dialog.ts'

interface ConnectionSwitcherProps {
  connections: Connection[]
  current: Connection
  keychain: ShellInfo['keychain']
  actions: Pick<ConnectionActions, 'open' | 'exploreSampleData' | 'saveSampleInvoice'>
  dialogs: Pick<DialogOpeners, 'add' | 'edit' | 'token' | 'forget' | 'delete' | 'names'>
}

export const ConnectionSwitcher = memo(function ConnectionSwitcher(props: ConnectionSwitcherProps) {
  const { connections, current, actions, dialogs } = props
  const button = useRef<HTMLButtonElement>(null)
  const says = [
    current.name,
    ENVIRONMENT_WORDS[current.environment],
    ...(isUnencrypted(current) ? ['not encrypted'] : []),
  ]
  return (
    <>
      {/* The rows on screen, which are there before it, get names from it. */}
      <CustomerNames connectionId={current.id} />
      <Menu position="bottom-start" width={340} returnFocus withinPortal={false} withInitialFocusPlaceholder={false}>
        <div className={shared.switcher} data-environment={current.environment}>
          <CoveredWords button={button} className={shared.shown}>
            <EnvironmentDot environment={current.environment} />
            <span className={`${common.cut} ${common.strong} ${shared.switcherName}`}>{current.name}</span>
            <EnvironmentWord environment={current.environment} />
            {isUnencrypted(current) && (
              <Badge tone="warning">
                <IconLockOpen size={14} stroke={1.9} aria-hidden />
                <span className={shared.unencryptedWords}>Not encrypted</span>
              </Badge>
            )}
          </CoveredWords>
          {current.token.place === 'nowhere' && <IconKeyOff size={14} stroke={1.9} aria-hidden />}
          <IconChevronDown size={14} stroke={2} aria-hidden />
          <Menu.Target>
            <CoveringButton ref={button} name="Switch connection" says={says.join(', ')} />
          </Menu.Target>
        </div>
        {/* The chosen item is about to unmount, and a dialog it opens returns the focus to what has it now. */}
        <Menu.Dropdown onClickCapture={() => button.current?.focus()}>
          <About connection={current} keychain={props.keychain} />
          <Menu.Divider />
          <Menu.Label>Connections</Menu.Label>
          <div className={shared.list}>
            {connections.map((connection) => (
              <Item
                key={connection.id}
                connection={connection}
                current={connection.id === current.id}
                onOpen={actions.open}
              />
            ))}
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={15} />} onClick={dialogs.add}>
            Add connection…
          </Menu.Item>
          {!connections.some(({ origin }) => origin === 'sample') && (
            <Menu.Item leftSection={<IconFlask size={15} />} onClick={actions.exploreSampleData}>
              Explore sample data
            </Menu.Item>
          )}
          {current.origin === 'sample' && (
            <Menu.Item leftSection={<IconFileInvoice size={15} />} onClick={actions.saveSampleInvoice}>
              Save Nordlicht’s invoice
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconUserQuestion size={15} />} onClick={dialogs.names}>
            Customer names…
          </Menu.Item>
          {current.origin === 'saved' && <Manage current={current} dialogs={dialogs} />}
        </Menu.Dropdown>
      </Menu>
    </>
  )
})

function Item(props: { connection: Connection; current: boolean; onOpen: (id: string) => void }) {
  const { connection, current, onOpen } = props
  return (
    <Menu.Item
      leftSection={<EnvironmentDot environment={connection.environment} />}
      classNames={{ itemLabel: shared.itemLabel ?? '' }}
      rightSection={current ? <IconCheck size={15} aria-hidden /> : null}
      {...(current ? { 'aria-current': 'true' as const } : {})}
      onClick={() => {
        if (!current) onOpen(connection.id)
      }}
    >
      <Group component="span" justify="space-between" gap="sm" wrap="nowrap">
        <span className={common.cut}>{connection.name}</span>
        <EnvironmentWord environment={connection.environment} />
      </Group>
    </Menu.Item>
  )
}

function Manage({ current, dialogs }: Pick<ConnectionSwitcherProps, 'current' | 'dialogs'>) {
  return (
    <>
      <Menu.Divider />
      <Menu.Item leftSection={<IconPencil size={15} />} onClick={dialogs.edit}>
        Edit connection…
      </Menu.Item>
      <Menu.Item leftSection={<IconKey size={15} />} onClick={dialogs.token}>
        Replace API key…
      </Menu.Item>
      {current.token.place !== 'nowhere' && (
        <Menu.Item leftSection={<IconKeyOff size={15} />} onClick={dialogs.forget}>
          Forget API key…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconTrash size={15} />} className={common.danger ?? ''} onClick={dialogs.delete}>
        Delete connection…
      </Menu.Item>
    </>
  )
}

function About({ connection, keychain }: { connection: Connection; keychain: ShellInfo['keychain'] }) {
  return (
    <div className={`${common.hint} ${shared.about}`}>
      <p className={common.mono}>{connection.baseUrl}</p>
      <p>{tokenPlaceWords(connection.token, keychain)}</p>
      {isUnencrypted(connection) && (
        <p className={`${common.warning} ${common.marked}`}>
          <IconLockOpen size={14} stroke={1.9} aria-hidden /> Plain http: the API key and every event travel
          unencrypted.
        </p>
      )}
    </div>
  )
}

/** Why no keychain is available is explained in Settings; here it is named. */
export function tokenPlaceWords(token: TokenPlace, keychain: ShellInfo['keychain']): string {
  const isExplained = (why: string) => !keychain.available && why === keychain.why
  switch (token.place) {
    case 'keychain':
      return `API key in ${keychain.available ? keychain.name : 'the system’s keychain'}.`
    case 'memory':
      return `API key kept until Eventscope closes${isExplained(token.why) ? ' (no keychain).' : `: ${token.why}`}`
    case 'nowhere':
      if (token.why === undefined) return 'No API key.'
      return `No API key: ${isExplained(token.why) ? 'no keychain is available.' : token.why}`
  }
}

/** Plain http to another computer: the user agreed once, and it stays visible. */
function isUnencrypted({ baseUrl, plainHttpConsent }: Connection): boolean {
  return plainHttpConsent && baseUrl.toLowerCase().startsWith('http:')
}
