// Counts how often "Resume" had no effect, so that a repeated message is announced again and seen to be new.
import { useEffect, useRef, useState } from 'react'

/** Counted from when it paused. @param onResume resolves once the reading continues, or stays paused */
export function useTries(isPaused: boolean, onResume: (sameAccount?: boolean) => Promise<void>) {
  const [tries, setTries] = useState(0)
  const isStillPaused = useRef(isPaused)
  useEffect(() => {
    isStillPaused.current = isPaused
    if (!isPaused) setTries(0)
  }, [isPaused])
  async function resume(sameAccount?: boolean) {
    await onResume(sameAccount)
    if (isStillPaused.current) setTries((before) => before + 1)
  }
  return { tries, resume: (sameAccount?: boolean) => void resume(sameAccount) }
}
