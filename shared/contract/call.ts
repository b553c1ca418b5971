// The calls of the bridge have this in common.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import { failureSchema } from '../failure/failure.ts'

/** Every failure is the typed error FAILURE. */
export const call = oc.errors({ FAILURE: { data: failureSchema } })

export const connectionId = z.string()
export const snapshotId = z.string()

/** `account`: the one that the page shows; a connection that is another by now answers nothing under the old header. */
export const account = { connectionId, account: z.int() }
