// Whether Eventscope itself still runs behind this window: what is on screen looks the same once it has stopped, and would go on
// telling how new it is.
import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import type { Failure, Result } from '../../shared/failure/failure.ts'
import { type Later, later } from './later.ts'

/** Between two questions, in ms: said within 5 s. */
const ASKED_EVERY_MS = 3_000

/** Null while it answers, whatever it answers. */
const absence = createStore<{ failure: Failure | null }>(() => ({ failure: null }))

export interface PresenceEffects {
  /** Any call that asks no service. */
  ask: () => Promise<Result<unknown>>
  later: Later
  /** Whether the window is hidden: nobody reads it then. */
  isHidden: () => boolean
}

/**
 * Asks every 3 s until stopped. Only a call that reached nobody begins an absence; a session that is over is told by what its user
 * does next, or, where Eventscope was started again meanwhile, in place of the absence. @returns how to stop
 */
export function watchBackend({ ask, later, isHidden }: PresenceEffects): () => void {
  let callOff = later(ASKED_EVERY_MS, look)
  let isStopped = false

  async function look() {
    if (!isHidden()) note(await ask())
    if (!isStopped) callOff = later(ASKED_EVERY_MS, look)
  }

  function note(outcome: Result<unknown>) {
    if (isStopped) return
    const failure = outcome.ok ? null : outcome.failure
    const isBridge = failure?.kind === 'bridge'
    const isGone = isBridge && failure.reason === 'backend-gone'
    const isAway = absence.getState().failure !== null
    absence.setState({ failure: isGone || (isBridge && isAway) ? failure : null })
  }

  return () => {
    isStopped = true
    callOff()
    absence.setState({ failure: null })
  }
}

/**
 * Watches while the window is there.
 * @param ask as of `watchBackend`, the same from render to render; null: the window goes when Eventscope stops
 */
export function useBackendPresence(ask: PresenceEffects['ask'] | null): void {
  useEffect(() => {
    if (ask === null) return
    return watchBackend({ ask, later, isHidden: () => document.visibilityState === 'hidden' })
  }, [ask])
}

/** Why nothing here can become newer; null: Eventscope answers. */
export const useBackendAbsence = (): Failure | null => useSyncExternalStore(absence.subscribe, failureNow, failureNow)

const failureNow = () => absence.getState().failure

/** In place of an age, while it is away. */
export const BEFORE_IT_STOPPED = 'before Eventscope stopped'
