// This is what the page remembers between runs: changed on screen at once, kept by the backend.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Settings } from '../../../shared/contract/settings.ts'
import { isZone } from '../../../shared/time/instant.ts'
import type { Bridge } from '../../bridge.ts'
import { notifyError, notifyNotice } from '../../ui/notify.tsx'

export type ChangeSettings = (change: Partial<Settings>) => void

/**
 * `initial` as read at the start. A change that cannot be kept holds for this window, and that is said; so is a zone
 * that is not known here, in whose place this window has UTC.
 */
export function useSettings(bridge: Bridge, initial: Settings): [Settings, ChangeSettings] {
  const [settings, setSettings] = useState(() => withKnownZone(initial))
  useEffect(() => {
    if (initial.zone !== null && !isZone(initial.zone))
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
  return settings.zone === null || isZone(settings.zone) ? settings : { ...settings, zone: 'UTC' }
}

/** Zones in which this window shows times. */
export type ShownSettings = Settings & {
  zone: string
  /** It is that of an opened snapshot. */
  openedZone: string
}

/** Where nobody chose a zone, times are shown in these; null: there is none. */
interface OwnZones {
  /** The billing zone of the connection. */
  billing: string | null
  /** The zone in which the opened snapshot counted its days, whatever its connection has now. */
  opened: string | null
}

/**
 * Until a zone is chosen, times are shown in the one whose days are counted, so that a month begins at midnight.
 * Choosing that zone is the same as choosing none: each connection then has its own.
 */
export function useShownZones(settings: Settings, change: ChangeSettings, own: OwnZones) {
  const billing = known(own.billing)
  const opened = known(own.opened) ?? billing
  const shown = useMemo((): ShownSettings => {
    const zone = settings.zone ?? billing ?? 'UTC'
    return { ...settings, zone, openedZone: settings.zone ?? opened ?? 'UTC' }
  }, [settings, billing, opened])
  const changeShown: ChangeSettings = useCallback(
    (part) => change(part.zone !== undefined && part.zone === opened ? { ...part, zone: null } : part),
    [change, opened],
  )
  return [shown, changeShown] as const
}

const known = (zone: string | null) => (zone !== null && isZone(zone) ? zone : null)
