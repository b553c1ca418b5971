// Whether Eventscope itself still runs behind this window: what is on screen looks the same once it has stopped, and
// would go on telling how new it is.
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import type { Failure, Result } from '../../shared/failure/failure.ts'
import { type Later, later } from './later.ts'

/** It lies between two questions, in ms: an absence is said within 5 s. */
const ASKED_EVERY_MS = 3_000

export interface PresenceEffects {
  /** Any call that asks no service. */
  ask: () => Promise<Result<unknown>>
  later: Later
  /** Whether the window is hidden: nobody reads it then. */
  isHidden: () => boolean
  /** Receives why it is away; null: it answers, whatever it answers. */
  onAbsence: (failure: Failure | null) => void
}

/**
 * Asks every 3 s until stopped. A call that reached nobody begins an absence; a session that is over is told by what
 * its user does next, or, where Eventscope was started again meanwhile, in place of the absence.
 * @returns how to stop
 */
export function watchBackend({ ask, later, isHidden, onAbsence }: PresenceEffects): () => void {
  let callOff = later(ASKED_EVERY_MS, look)
  let isStopped = false
  let isAway = false

  async function look() {
    if (!isHidden()) note(await ask())
    if (!isStopped) callOff = later(ASKED_EVERY_MS, look)
  }

  function note(outcome: Result<unknown>) {
    if (isStopped) return
    const failure = outcome.ok ? null : outcome.failure
    const isBridge = failure?.kind === 'bridge'
    const isGone = isBridge && failure.reason === 'backend-gone'
    // An absence goes on through any failure of the bridge, such as a session that ended with the former run.
    isAway = isGone || (isBridge && isAway)
    onAbsence(isAway ? failure : null)
  }

  return () => {
    isStopped = true
    callOff()
  }
}

const Absence = createContext<Failure | null>(null)

interface BackendPresenceProps {
  /** It is that of `watchBackend`, the same from render to render; null: the window goes when Eventscope stops. */
  ask: PresenceEffects['ask'] | null
  children: ReactNode
}

/** Watches while the window is there, for every `useBackendAbsence` within. */
export function BackendPresence({ ask, children }: BackendPresenceProps) {
  const [absence, setAbsence] = useState<Failure | null>(null)
  useEffect(() => {
    if (ask === null) return
    const isHidden = () => document.visibilityState === 'hidden'
    return watchBackend({ ask, later, isHidden, onAbsence: setAbsence })
  }, [ask])
  return <Absence value={absence}>{children}</Absence>
}

/** Why nothing here can become newer; null: Eventscope answers. */
export const useBackendAbsence = (): Failure | null => useContext(Absence)

/** It stands in place of an age, while the backend is away. */
export const BEFORE_IT_STOPPED = 'before Eventscope stopped'
