// Whether a form is still there when what it began has ended.
import { type RefObject, useEffect, useRef } from 'react'

export function useMounted(): RefObject<boolean> {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
