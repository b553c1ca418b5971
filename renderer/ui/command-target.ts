// Buttons that open something, which commands open too: each says how while it is on screen.
import { type RefObject, useEffect, useRef } from 'react'

interface CommandTarget {
  name: string
  button: RefObject<HTMLButtonElement | null>
  /** Null where it is open already. */
  opening: () => (() => void) | null
}

const targets = new Set<CommandTarget>()

/** Does what a press of the button of this name does, with the focus on it; nothing where it is not there, or inert. */
export function openTarget(name: string): void {
  for (const target of targets) {
    const { current } = target.button
    if (target.name !== name || current === null || current.closest('[inert]') !== null) continue
    const open = target.opening()
    if (open === null) return
    // Escape works from the button until what it opens has loaded and taken the focus.
    current.focus()
    open()
    return
  }
}

/** `open` is for `openTarget`, as long as the button is drawn; null where it is open already. */
export function useCommandTarget(name: string, button: CommandTarget['button'], open: (() => void) | null): void {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const target = { name, button, opening: () => latest.current }
    targets.add(target)
    return () => {
      targets.delete(target)
    }
  }, [name, button])
}
