// What is remembered of the snapshot's connection, as React state.
import { useEffect, useState, useSyncExternalStore } from 'react'
import { bridge } from '../../bridge.ts'
import { later } from '../../session/later.ts'
import { createRememberedValue } from '../../session/remembered-value.ts'
import { notifyFailure } from '../../ui/notify-failure.ts'

/** Null until it is known. `read` and `name` are those of the first drawing. */
export function useRemembered<T>(connectionId: string, name: string, read: (text: string | null) => T) {
  const [value] = useState(() =>
    createRememberedValue(name, read, { bridge, connectionId, later, onUnkept: notifyFailure }),
  )
  useEffect(() => value.start(), [value])
  return [useSyncExternalStore(value.subscribe, value.state), value.change] as const
}
