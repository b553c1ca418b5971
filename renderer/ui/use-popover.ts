// A popover of a button. Escape closes it also from the button, and closes nothing else.
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'

/** Props for Mantine's Popover, its button and its dropdown. */
export function usePopover() {
  const [opened, onChange] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const closeToButton = useCallback(() => {
    onChange(false)
    button.current?.focus()
  }, [])
  function onKeyDown(pressed: KeyboardEvent) {
    if (pressed.key !== 'Escape' || !opened) return
    pressed.preventDefault()
    closeToButton()
  }
  useEffect(() => {
    if (!opened) return
    // The focused element may have been removed, as when an answer replaces the button that asked.
    function pressAnywhere(pressed: globalThis.KeyboardEvent) {
      if (pressed.key !== 'Escape' || document.activeElement !== document.body) return
      pressed.preventDefault()
      pressed.stopPropagation()
      closeToButton()
    }
    document.addEventListener('keydown', pressAnywhere, true)
    return () => document.removeEventListener('keydown', pressAnywhere, true)
  }, [opened, closeToButton])
  return {
    popover: { opened, onChange, closeOnEscape: false, withinPortal: false, shadow: 'md' },
    button: { ref: button, onClick: () => onChange(!opened), onKeyDown },
    dropdown: { onKeyDown },
    /** Closes it and returns the focus to its button. */
    closeToButton,
  }
}
