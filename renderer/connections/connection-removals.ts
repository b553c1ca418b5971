// Giving up a connection or its API key on the backend, and then on the page.
import type { Connection } from '../../shared/connection/connection.ts'
import { bridge } from '../bridge.ts'
import { notifyNotice } from '../ui/notify-notice.ts'
import type { ConnectionActions } from './use-connection-actions.ts'

const ENTRY_MAY_REMAIN =
  'Its entry may stay in the system’s keychain until that answers and it can be removed. No request uses it any more.'

/** Each rejects with what went wrong. `anyway`: though the keychain may keep its entry for a while, which is said. */
export const connectionRemovals = ({ forgotten, deleted }: Pick<ConnectionActions, 'forgotten' | 'deleted'>) => ({
  async forgetToken(connectionId: string, anyway: boolean): Promise<void> {
    const connection = await bridge.connections.forgetToken({ connectionId, anyway })
    forgotten(connection)
    if (anyway) notifyNotice(`The API key of “${connection.name}” is forgotten here. ${ENTRY_MAY_REMAIN}`)
  },
  /** @param snapshots what becomes of those that were read from it, closed ones too */
  async remove({ id, name }: Connection, anyway: boolean, snapshots: 'keep' | 'delete'): Promise<void> {
    deleted(id, await bridge.connections.delete({ connectionId: id, anyway, snapshots }))
    if (anyway) notifyNotice(`“${name}” is deleted. ${ENTRY_MAY_REMAIN}`)
  },
})
