// What the page remembers between runs: changed on screen at once, kept by the backend.
import { useCallback, useState } from 'react'
import type { Settings } from '../../shared/settings.ts'
import type { Bridge } from '../bridge.ts'
import { notifyFailure } from '../ui/notify-failure.ts'

export type ChangeSettings = (change: Partial<Settings>) => void

/** `initial` as read at the start. A change that cannot be kept holds for this window, and that is said. */
export function useSettings(bridge: Bridge, initial: Settings): [Settings, ChangeSettings] {
  const [settings, setSettings] = useState(initial)
  const change = useCallback(
    (part: Partial<Settings>) => {
      setSettings((before) => ({ ...before, ...part }))
      bridge.settings.write(part).catch(notifyFailure)
    },
    [bridge],
  )
  return [settings, change]
}
