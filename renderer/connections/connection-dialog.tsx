// Adds or changes a connection, over the page.
import { Modal } from '@mantine/core'
import type { Connection } from '../../shared/connection/connection.ts'
import { ConnectionForm } from './connection-form.tsx'

interface ConnectionDialogProps {
  opened: boolean
  /** null: a new one. */
  editing: Connection | null
  /** Also called when the form was closed while it was saved. */
  onSaved: (connection: Connection, isFormGone: boolean) => void
  onClose: () => void
}

export function ConnectionDialog({ opened, editing, onSaved, onClose }: ConnectionDialogProps) {
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
