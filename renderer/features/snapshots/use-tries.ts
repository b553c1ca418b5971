// Counts the times that "Resume" came to nothing: what is then said the same once more is said anew, and seen to be.
import { useEffect, useRef, useState } from 'react'

/** Counted from when it paused. @param onResume resolves once the reading goes on, or stays paused */
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
