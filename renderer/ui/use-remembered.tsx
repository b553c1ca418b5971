// This is what is remembered of a connection, as React state: one store for each thing, which all that draw it share.
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ShellInfo } from '../../shared/contract/contract.ts'
import { bridge } from '../bridge.ts'
import common from './common.module.css'
import { later } from './later.ts'
import { notifyError } from './notify.tsx'
import { createRememberedValue, type Remembered, type RememberedValue } from './remembered-value.ts'

/** They are by connection and name; the first that draws one says how it is read. */
const values = new Map<string, RememberedValue<never>>()

function keepAll(): void {
  for (const value of values.values()) value.keep()
}

/** The one store of it in this page. What it waits to write is written when the window closes. */
export function rememberedOf<T>(connectionId: string, what: Remembered<T>): RememberedValue<T> {
  const key = JSON.stringify([connectionId, what.name])
  const known = values.get(key) as RememberedValue<T> | undefined
  if (known !== undefined) return known
  if (values.size === 0) {
    // A window that is closed is hidden first; some say only the one or the other.
    addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepAll())
    addEventListener('pagehide', keepAll)
  }
  const value = createRememberedValue(what, { bridge, connectionId, later, onUnkept: notifyError })
  values.set(key, value as RememberedValue<never>)
  return value
}

/** Null until it is known. Read again wherever it begins to be drawn: another window may have changed it. */
export function useRemembered<T>(connectionId: string, what: Remembered<T>) {
  const value = rememberedOf(connectionId, what)
  useEffect(() => void value.start(), [value])
  return [useSyncExternalStore(value.subscribe, value.state), value.change] as const
}

/**
 * Whether what is made now is still there in the next run, for where it is made: "Kept until Eventscope closes (no
 * keychain).", which Settings explains. null where it is kept longer, and until that is known.
 */
export function useThisRunOnly(): string | null {
  const [words, setWords] = useState<string | null>(null)
  useEffect(() => {
    let isThere = true
    bridge.shell.info().then((shell) => isThere && setWords(thisRunOnlyWords(shell)), notifyError)
    return () => {
      isThere = false
    }
  }, [])
  return words
}

function thisRunOnlyWords({ thisRunOnly: why, keychain }: Pick<ShellInfo, 'thisRunOnly' | 'keychain'>): string | null {
  if (why === null) return null
  return `Kept until Eventscope closes${!keychain.available && why === keychain.why ? ' (no keychain).' : `: ${why}`}`
}

export function ThisRunOnly() {
  const words = useThisRunOnly()
  return words === null ? null : <p className={common.hint}>{words}</p>
}
