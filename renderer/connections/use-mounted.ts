// Whether a form is still mounted when what it started has finished.
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
