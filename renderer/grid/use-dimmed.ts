// Whether to dim rows of an earlier search: only after a moment, so that quick answers do not flicker.
import { useEffect, useState } from 'react'

const DIM_AFTER_MS = 120

/** False as soon as `isOld` is. */
export function useDimmed(isOld: boolean): boolean {
  const [isOverdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!isOld) return
    const timer = setTimeout(() => setOverdue(true), DIM_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [isOld])
  return isOld && isOverdue
}
