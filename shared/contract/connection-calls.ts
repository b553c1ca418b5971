// Connections: saved, tried out, given another API key, forgotten.
import { type } from '@orpc/contract'
import { z } from 'zod'
import { type Connection, connectionDraftSchema, type ProbeReport } from '../connection/connection.ts'
import type { ServiceFinding } from '../snapshot/snapshot.ts'
import { call, connectionId } from './call.ts'

/** What becomes of the snapshots of a connection. */
const fate = z.enum(['keep', 'delete'])

export const connectionCalls = {
  list: call.output(type<Connection[]>()),
  /** Creates or changes. Failures `invalid` name the field. */
  save: call.input(connectionDraftSchema).output(type<Connection>()),
  /** One search of limit 1 with what was typed; stores nothing. */
  test: call.input(connectionDraftSchema).output(type<ProbeReport>()),
  /**
   * Failure `keychain` where that does not remove the token; `anyway` it is never used again, and removed later. Its
   * readings pause; `snapshots` says what becomes of what was read, which is kept where that is absent.
   */
  forgetToken: call
    .input(z.object({ connectionId, anyway: z.boolean().optional(), snapshots: fate.optional() }))
    .output(type<Connection>()),
  /** A new token in place of one that was refused. */
  replaceToken: call.input(z.object({ connectionId, token: z.string() })).output(type<Connection>()),
  /** With its token, as `forgetToken` does. */
  delete: call
    .input(z.object({ connectionId, anyway: z.boolean().optional(), snapshots: fate.optional() }))
    .output(type<Connection[]>()),
  /** After a changed token: whether the rows cached before are of the same account. Shows them again, or drops them. */
  decideAccount: call.input(z.object({ connectionId, same: z.boolean() })).output(type<Connection>()),
  /** What readings saw of its service where the interface is silent; none where it moved to another server since. */
  findings: call.input(z.object({ connectionId })).output(type<ServiceFinding[]>()),
  /** Starts the reference service in a worker with a random token, once a run. */
  exploreSampleData: call.output(type<Connection>()),
}
