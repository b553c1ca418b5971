// What the page remembers between runs: changed on screen at once, kept by the backend.
import { useCallback, useEffect, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings.ts'
import { isZone } from '../../../shared/time/instant.ts'
import type { Bridge } from '../../bridge.ts'
import { notifyError, notifyNotice } from '../../ui/notify.tsx'

export type ChangeSettings = (change: Partial<Settings>) => void

/**
 * `initial` as read at the start. A change that cannot be kept holds for this window, and that is said; so is a zone that
 * is not known here, in whose place this window has UTC.
 */
export function useSettings(bridge: Bridge, initial: Settings): [Settings, ChangeSettings] {
  const [settings, setSettings] = useState(() => withKnownZone(initial))
  useEffect(() => {
    if (!isZone(initial.zone))
      notifyNotice(`The time zone “${initial.zone}” is not known here. Times are shown in UTC.`)
  }, [initial.zone])
  const change = useCallback(
    (part: Partial<Settings>) => {
      setSettings((before) => withKnownZone({ ...before, ...part }))
      bridge.settings.write(part).catch(notifyError)
    },
    [bridge],
  )
  return [settings, change]
}

function withKnownZone(settings: Settings): Settings {
  return isZone(settings.zone) ? settings : { ...settings, zone: 'UTC' }
}
