// The dialogs about the open connection, one at a time over the page.
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { type ComponentProps, type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import type { Connection } from '../../shared/connection/connection.ts'
import { countWords, grouped } from '../../shared/exact/grouped-digits.ts'
import type { Failure } from '../../shared/failure/failure.ts'
import { listedSnapshots } from '../../shared/snapshot/made-for.ts'
import type { SnapshotList, SnapshotSummary } from '../../shared/snapshot/snapshot.ts'
import { bridge, failureOf } from '../bridge.ts'
import { NamesDialog } from '../case/names-dialog.tsx'
import { focusGrid } from '../grid/events-grid.tsx'
import common from '../ui/common.module.css'
import { shortened } from '../ui/excerpt.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { notifyNotice } from '../ui/notify.tsx'
import { ConnectionForm } from './connection-form.tsx'
import styles from './connections.module.css'
import { ReplaceToken } from './token-field.tsx'
import { useMounted } from './use-connection-form.ts'
import type { ConnectionActions } from './use-connections.ts'
import type { Dialog } from './use-dialog.ts'

/** It tells what is known of the snapshots on this computer. */
interface KnownSnapshots {
  state: () => { list: SnapshotList | null }
  subscribe: (listener: () => void) => () => void
  refresh: () => Promise<void>
}

interface ConnectionDialogsProps {
  /** Whether one of them is open. */
  opened: boolean
  dialog: Dialog | null
  current: Connection
  actions: ConnectionActions
  snapshots: KnownSnapshots
  onClose: () => void
}

export function ConnectionDialogs(props: ConnectionDialogsProps) {
  const { opened, dialog: chosen, current, actions, snapshots, onClose } = props
  const dialog = opened ? chosen : null
  function saved(connection: Connection, isFormGone: boolean) {
    if (!isFormGone) onClose()
    actions.saved(connection, isFormGone)
  }
  return (
    <>
      <ConnectionDialog opened={dialog === 'add'} editing={null} onSaved={saved} onClose={onClose} />
      <ConnectionDialog opened={dialog === 'edit'} editing={current} onSaved={saved} onClose={onClose} />
      <ReplaceToken
        opened={dialog === 'token'}
        connection={current}
        onReplaced={(connection, isFormGone) => {
          flushSync(() => {
            if (!isFormGone) onClose()
            actions.replaced(connection)
          })
          // The button that opened this disappeared together with the failure.
          if (!isFormGone) focusGrid()
        }}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={dialog === 'forget'}
        title="Forget API key"
        words={`The API key of “${current.name}” and its cached rows are removed from this computer. The connection stays.`}
        action="Forget API key"
        insist="Forget anyway"
        onConfirm={async (anyway) => {
          const connection = await bridge.connections.forgetToken({ connectionId: current.id, anyway })
          actions.forgotten(connection)
          if (anyway) notifyNotice(`The API key of “${connection.name}” is forgotten here. ${ENTRY_MAY_REMAIN}`)
        }}
        onClose={onClose}
      />
      <NamesDialog opened={dialog === 'names'} connectionId={current.id} onClose={onClose} />
      <DeleteConnection
        opened={dialog === 'delete'}
        current={current}
        actions={actions}
        snapshots={snapshots}
        onClose={onClose}
      />
    </>
  )
}

function DeleteConnection(props: Omit<ConnectionDialogsProps, 'dialog'>) {
  const { opened, current, actions, snapshots, onClose } = props
  const { list } = useSyncExternalStore(snapshots.subscribe, snapshots.state)
  const ofConnection = listedSnapshots(list?.snapshots ?? []).filter(({ connection }) => connection.id === current.id)
  const [areDeleted, setDeleted] = useState(false)
  // Another window may have taken some; and the next question begins with all of them kept.
  useEffect(() => {
    if (opened) void snapshots.refresh()
    else setDeleted(false)
  }, [opened, snapshots])
  return (
    <ConfirmDialog
      opened={opened}
      title="Delete connection"
      words={`“${current.name}”, its API key and its cached rows are removed from this computer. The service is not affected.`}
      action="Delete connection"
      insist="Delete anyway"
      onConfirm={async (anyway) => {
        const { id, name } = current
        const ofIt = areDeleted ? 'delete' : 'keep'
        actions.deleted(id, await bridge.connections.delete({ connectionId: id, anyway, snapshots: ofIt }))
        if (anyway) notifyNotice(`“${name}” is deleted. ${ENTRY_MAY_REMAIN}`)
        void snapshots.refresh()
      }}
      onClose={onClose}
    >
      {ofConnection.length > 0 && (
        <OwnSnapshots snapshots={ofConnection} areDeleted={areDeleted} onChange={setDeleted} />
      )}
    </ConfirmDialog>
  )
}

type Opened = Pick<ConnectionDialogsProps, 'opened' | 'onClose'>
type ConnectionDialogProps = Opened & ComponentProps<typeof ConnectionForm>

/** Adds or changes a connection, over the page. */
function ConnectionDialog({ opened, editing, onSaved, onClose }: ConnectionDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={editing === null ? 'Add connection' : `Edit ${editing.name}`}
      size={480}
      closeOnClickOutside={false}
    >
      {opened && <ConnectionForm editing={editing} onSaved={onSaved} />}
    </Modal>
  )
}

interface ConfirmDialogProps extends Opened {
  title: string
  words: string
  /** It says what the button does, such as "Delete connection". */
  action: string
  /** The same where the keychain refuses, such as "Delete anyway". */
  insist: string
  /** Closes once done. Rejects with what went wrong, said here. `anyway`: whatever the keychain says. */
  onConfirm: (anyway: boolean) => Promise<void>
  /** This is what else is to be decided. */
  children?: ReactNode
}

/**
 * Asks before an API key or a connection is gone, and again where the keychain will not give up its part.
 * Stays mounted while closed, so that Mantine knows where the focus came from and returns it there.
 */
function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, onClose } = props
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={440}>
      {opened && <Question {...props} />}
    </Modal>
  )
}

function Question({ words, action, insist, onConfirm, onClose, children }: ConfirmDialogProps) {
  const isOpen = useMounted()
  const [busy, setBusy] = useState<'asked' | 'insisted' | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  async function confirm(anyway: boolean) {
    setBusy(anyway ? 'insisted' : 'asked')
    try {
      await onConfirm(anyway)
      // Another dialog may be open by now.
      if (isOpen.current) onClose()
    } catch (error) {
      setFailure(failureOf(error))
      setBusy(null)
    }
  }
  const refusedBy = failure?.kind === 'keychain' ? failure.name : null
  return (
    <Stack>
      <p>{words}</p>
      {children}
      {failure && <FailureNotice failure={failure} compact />}
      {refusedBy !== null && (
        <p>
          “{insist}” does not wait for {refusedBy}: the entry may stay there until it answers and can be removed.
        </p>
      )}
      <Group gap="sm" justify="flex-end">
        <Button size="sm" variant="default" data-autofocus onClick={onClose}>
          Keep it
        </Button>
        <Button
          size="sm"
          {...(refusedBy === null ? { className: common.dangerButton ?? '' } : { variant: 'default' })}
          loading={busy === 'asked'}
          disabled={busy === 'insisted'}
          onClick={() => void confirm(false)}
        >
          {refusedBy === null ? action : 'Try again'}
        </Button>
        {refusedBy !== null && (
          <Button
            size="sm"
            className={common.dangerButton ?? ''}
            loading={busy === 'insisted'}
            disabled={busy === 'asked'}
            onClick={() => void confirm(true)}
          >
            {insist}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

const ENTRY_MAY_REMAIN =
  'Its entry may stay in the system’s keychain until that answers and it can be removed. No request uses it any more.'

// This is what was read from a connection that is about to be deleted: named, kept unless it is to go as well.

interface OwnSnapshotsProps {
  /** They are one or more. */
  snapshots: readonly SnapshotSummary[]
  areDeleted: boolean
  onChange: (areDeleted: boolean) => void
}

const MOST_NAMED = 8

function OwnSnapshots({ snapshots, areDeleted, onChange }: OwnSnapshotsProps) {
  const more = snapshots.length - MOST_NAMED
  const one = snapshots.length === 1
  return (
    <div>
      <p>
        {countWords(snapshots.length, 'snapshot')} of it {one ? 'stays' : 'stay'} on this computer, unless you delete{' '}
        {one ? 'it' : 'them'} too:
      </p>
      <ul className={styles.snapshotNames} aria-label="Its snapshots">
        {snapshots.slice(0, MOST_NAMED).map(({ id, name, closed }) => (
          <li key={id}>
            {shortened(name, 120)}
            {closed !== null && ' (closing copy)'}
          </li>
        ))}
        {more > 0 && <li>and {grouped(more)} more</li>}
      </ul>
      <Checkbox
        label={one ? 'Also delete its snapshot' : `Also delete its ${grouped(snapshots.length)} snapshots`}
        checked={areDeleted}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </div>
  )
}
