// contract/ is all that the page and the backend may say to each other.
// The bridge: every call that the page may make, over a MessagePort (desktop) or HTTP (browser shell).
// Failures come as the typed error FAILURE; what the backend sends is validated at its own edge and only declared here.
import { type } from '@orpc/contract'
import { z } from 'zod'
import type { ActivityEntry } from './activity-entry.ts'
import { cacheCalls } from './cache-calls.ts'
import { call, connectionId } from './call.ts'
import { connectionCalls } from './connection-calls.ts'
import { eventCalls } from './event-calls.ts'
import { exportCalls } from './export-calls.ts'
import { type Settings, settingsSchema } from './settings.ts'
import type { ShellInfo } from './shell-info.ts'
import { snapshotCalls } from './snapshot-calls.ts'

const rememberedName = z.string().min(1).max(100)

export const contract = {
  shell: { info: call.output(type<ShellInfo>()) },
  settings: {
    read: call.output(type<Settings>()),
    /** Answers with what is now in force. */
    write: call.input(settingsSchema.partial()).output(type<Settings>()),
  },
  connections: connectionCalls,
  events: eventCalls,
  snapshots: snapshotCalls,
  exports: exportCalls,
  cache: cacheCalls,
  /**
   * What the page remembers of a connection between runs, each under a name: its columns, its searches. Sealed on the
   * disk; without a keychain for this run only. A new API key does not change whose it is.
   */
  remembered: {
    /** Null where nothing is. Answers once the keychain has. */
    read: call.input(z.object({ connectionId, name: rememberedName })).output(type<string | null>()),
    /** Fails with `disk`; then it is remembered for this run. */
    write: call
      .input(z.object({ connectionId, name: rememberedName, value: z.string().max(1024 * 1024) }))
      .output(type<null>()),
  },
  activity: {
    /** Newest first, at most 200. */
    list: call.output(type<ActivityEntry[]>()),
  },
}

export type Contract = typeof contract
