// A row of buttons that is one stop for Tab: the arrow keys, Home and End go from one to the next (the ARIA toolbar pattern).
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

/** Props for the element of role toolbar around the buttons, which may be at any depth in it. */
export function useToolbar<T extends HTMLElement>() {
  const bar = useRef<T>(null)
  const current = useRef<Element | null>(null)
  // After every render: buttons come and go.
  useLayoutEffect(() => keepOneStop(bar.current, current.current))
  // And when parts finish loading, which renders only them.
  useLayoutEffect(() => {
    if (bar.current === null) return
    const observer = new MutationObserver(() => keepOneStop(bar.current, current.current))
    observer.observe(bar.current, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return {
    ref: bar,
    onFocus({ target }: FocusEvent<T>) {
      if (!buttonsOf(bar.current).includes(target)) return
      current.current = target
      keepOneStop(bar.current, target)
    },
    onKeyDown(pressed: KeyboardEvent<T>) {
      if (pressed.defaultPrevented || pressed.altKey || pressed.ctrlKey || pressed.metaKey || pressed.shiftKey) return
      const buttons = buttonsOf(bar.current)
      const at = buttons.indexOf(pressed.target as HTMLElement)
      const next = at < 0 ? null : nextOf(pressed.key, at, buttons.length)
      if (next === null) return
      pressed.preventDefault()
      buttons[next]?.focus()
    },
  }
}

/** Without buttons in what a button opens, which has keys of its own. */
function buttonsOf(bar: HTMLElement | null): HTMLElement[] {
  const buttons = [...(bar?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
  return buttons.filter((button) => {
    const opened = button.closest('[role="menu"], [role="dialog"], [role="listbox"]')
    // A bar may itself be inside what was opened.
    return opened === null || bar?.contains(opened) === false
  })
}

function keepOneStop(bar: HTMLElement | null, current: Element | null): void {
  const buttons = buttonsOf(bar)
  const stop = buttons.find((button) => button === current) ?? buttons[0]
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
}

/** Where `key` leads from the button at `at`, round at the ends; null where it leads nowhere. */
function nextOf(key: string, at: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at + count - 1) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
