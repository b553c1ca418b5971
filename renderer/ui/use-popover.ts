// Something to read one click behind a button. Escape closes it from the button as well, and closes nothing else.
import { type KeyboardEvent, useRef, useState } from 'react'

/** Props for Mantine's Popover, its button and its dropdown. */
export function usePopover() {
  const [opened, onChange] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  function onKeyDown(pressed: KeyboardEvent) {
    if (pressed.key !== 'Escape' || !opened) return
    pressed.preventDefault()
    onChange(false)
    button.current?.focus()
  }
  return {
    popover: { opened, onChange, closeOnEscape: false, withinPortal: false, shadow: 'md' },
    button: { ref: button, onClick: () => onChange(!opened), onKeyDown },
    dropdown: { onKeyDown },
  }
}
