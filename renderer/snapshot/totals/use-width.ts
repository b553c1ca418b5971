// The width of an element, as it changes. Mantine's own hook is in no chunk yet, and its place would be among what a start loads.
import { type RefCallback, useCallback, useState } from 'react'

/** @returns a ref, and the width in CSS pixels: 0 until it is measured */
export function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
