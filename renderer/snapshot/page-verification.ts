// The file that is held against its receipt: one a window.
import { bridge } from '../bridge.ts'
import type { OpenedSnapshot } from './store/opened-snapshot.ts'
import { createVerification, type Verification } from './store/verification.ts'

/** Keyed by what a window has one of. */
const all = new WeakMap<OpenedSnapshot, Verification>()

export function verificationOf(opened: OpenedSnapshot): Verification {
  const known = all.get(opened)
  if (known !== undefined) return known
  const verification = createVerification(bridge)
  all.set(opened, verification)
  return verification
}
