// What is remembered of a connection, as React state: one store for each thing, which all that draw it share.
import { useEffect, useSyncExternalStore } from 'react'
import { bridge } from '../bridge.ts'
import { later } from './later.ts'
import { notifyFailure } from './notify-failure.ts'
import { createRememberedValue, type Remembered, type RememberedValue } from './remembered-value.ts'

/** By connection and name; the first that draws one says how it is read. */
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
  const value = createRememberedValue(what, { bridge, connectionId, later, onUnkept: notifyFailure })
  values.set(key, value as RememberedValue<never>)
  return value
}

/** Null until it is known. Read again wherever it begins to be drawn: another window may have changed it. */
export function useRemembered<T>(connectionId: string, what: Remembered<T>) {
  const value = rememberedOf(connectionId, what)
  useEffect(() => void value.start(), [value])
  return [useSyncExternalStore(value.subscribe, value.state), value.change] as const
}
