// The dialogs about the open connection, one at a time over the page.
import { Modal } from '@mantine/core'
import { flushSync } from 'react-dom'
import type { Connection } from '../../shared/connection/connection.ts'
import { focusGrid } from '../grid/events-grid.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { ConnectionForm } from './connection-form.tsx'
import { ReplaceToken } from './replace-token.tsx'
import type { ConnectionActions } from './use-connection-actions.ts'
import type { Dialog } from './use-dialog.ts'

interface ConnectionDialogsProps {
  /** Whether one of them is open. */
  opened: boolean
  dialog: Dialog | null
  current: Connection
  actions: ConnectionActions
  onClose: () => void
}

export function ConnectionDialogs({ opened, dialog: chosen, current, actions, onClose }: ConnectionDialogsProps) {
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
        onConfirm={(anyway) => actions.forgetToken(current.id, anyway)}
        onClose={onClose}
      />
      <ConfirmDialog
        opened={dialog === 'delete'}
        title="Delete connection"
        words={`“${current.name}”, its API key and its cached rows are removed from this computer. The service is not affected.`}
        action="Delete connection"
        insist="Delete anyway"
        onConfirm={(anyway) => actions.remove(current.id, anyway)}
        onClose={onClose}
      />
    </>
  )
}

interface ConnectionDialogProps {
  opened: boolean
  /** null: a new one. */
  editing: Connection | null
  /** Also called when the form was closed while it was saved. */
  onSaved: (connection: Connection, isFormGone: boolean) => void
  onClose: () => void
}

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
