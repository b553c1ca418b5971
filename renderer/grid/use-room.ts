// The size of an element as React state. Not a container query: those made the layout of rows three times as slow.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** CSS pixels inside an element's border and beside its scrollbars. */
export interface Room {
  width: number
  height: number
}

/** A ref for an element, and the room inside it. */
export interface Measured<E extends HTMLElement> {
  ref: RefObject<E | null>
  room: Room
}

/** Measures before the first paint, and again on each resize. */
export function useRoom<E extends HTMLElement>(): Measured<E> {
  const ref = useRef<E>(null)
  const [room, setRoom] = useState<Room>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      setRoom((now) => {
        const { clientWidth: width, clientHeight: height } = element
        return now.width === width && now.height === height ? now : { width, height }
      })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, room }
}
