// The time of this machine's clock as React state, for what counts seconds on screen.
import { useEffect, useState } from 'react'

/** Date.now(), read again every `everyMs`. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
