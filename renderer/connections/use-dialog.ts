// One dialog is open at a time, and this is which.
import { useMemo, useState } from 'react'

const DIALOGS = [
  'add',
  'edit',
  'token',
  'forget',
  'delete',
  'activity',
  'settings',
  'help',
  'names',
  'snapshots',
] as const
export type Dialog = (typeof DIALOGS)[number]
/** Tells the dialogs that connection-dialogs.tsx draws. */
export const isOfConnection = (dialog: Dialog | null) =>
  dialog === 'add' ||
  dialog === 'edit' ||
  dialog === 'token' ||
  dialog === 'forget' ||
  dialog === 'delete' ||
  dialog === 'names'

export type DialogOpeners = Record<Dialog, () => void>

/** The openers and `close` stay the same from render to render. */
export function useDialog(): { dialog: Dialog | null; dialogs: DialogOpeners; close: () => void } {
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const stable = useMemo(() => {
    const dialogs = Object.fromEntries(DIALOGS.map((name) => [name, () => setDialog(name)])) as DialogOpeners
    return { dialogs, close: () => setDialog(null) }
  }, [])
  return { dialog, ...stable }
}
