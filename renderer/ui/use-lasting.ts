// A flag that counts only once it has lasted, so that what is over at once does not flicker.
import { useEffect, useState } from 'react'

/** True when `flag` has been true for `ms`; false as soon as it is false. */
export function useLasting(flag: boolean, ms: number): boolean {
  const [lasted, setLasted] = useState(false)
  useEffect(() => {
    if (!flag) return
    const timer = setTimeout(() => setLasted(true), ms)
    return () => {
      clearTimeout(timer)
      setLasted(false)
    }
  }, [flag, ms])
  return flag && lasted
}
