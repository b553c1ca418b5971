// The keyboard's focus goes by these into what opens, near what went, and along a row of buttons.
import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'

const CONTROLS = 'a[href], input, select, textarea, button, [tabindex]:not([tabindex="-1"])'

/**
 * A ref for what opens over the page. It takes the focus as it appears, in the same task, so that a key pressed right
 * after is not lost: to what is marked `data-autofocus`, else to its first control, else to itself, until its contents
 * have come. When it goes, the focus returns to where it was before.
 */
export function takeFocus(opened: HTMLElement | null) {
  if (opened === null) return
  const from = document.activeElement
  const marked = opened.querySelector<HTMLElement>('[data-autofocus]')
  opened.addEventListener('focusin', markFocused)
  const controls = () => opened.querySelectorAll<HTMLElement>(CONTROLS)
  /** The element that has the focus by this function's doing: any other was chosen by somebody. */
  let given = opened.contains(from) ? from : focusOneOf(marked === null ? [...controls(), opened] : [marked])
  // Its contents may still be loaded, or wait for an answer: what comes is looked through until somebody moves the
  // focus.
  const arrivals = new MutationObserver(() => {
    const now = document.activeElement
    const isLost = now === document.body
    const wanted = opened.querySelector<HTMLElement>('[data-autofocus]:not(:focus)')
    if (now !== given && !isLost) arrivals.disconnect()
    else if (wanted !== null) given = focusOneOf([wanted])
    // What had the focus went, or nothing but the element itself could take it until now.
    else if (isLost || given === opened) given = focusOneOf(controls()) ?? given
  })
  if (marked === null) arrivals.observe(opened, { childList: true, subtree: true })
  return () => {
    arrivals.disconnect()
    opened.removeEventListener('focusin', markFocused)
    // The mark goes back from where `markFocused` moved it, for the next opening.
    for (const element of opened.querySelectorAll('[data-autofocus]')) element.removeAttribute('data-autofocus')
    marked?.setAttribute('data-autofocus', 'true')
    const now = document.activeElement
    // Somebody has moved it elsewhere meanwhile.
    if (!opened.contains(now) && now !== document.body) return
    if (from instanceof HTMLElement) from.focus({ preventScroll: true })
  }
}

/** `takeFocus` for a dialog, and for a pane that is shown as one: it holds the focus as well, until it goes. */
export function takeFocusAlone(opened: HTMLElement | null) {
  const giveBack = takeFocus(opened)
  if (giveBack === undefined) return
  const release = holdFocus()
  return () => {
    release()
    giveBack()
  }
}

/** Each stands for a dialog, or for the one box while it is open. */
const holders = new Set<object>()
const awaitingFocus = new Set<() => void>()

/** To be called by what must keep the focus: nothing opens by itself until the function that this returns is called. */
export function holdFocus(): () => void {
  const holder = {}
  holders.add(holder)
  return () => {
    holders.delete(holder)
    if (holders.size > 0) return
    for (const resolve of awaitingFocus) resolve()
    awaitingFocus.clear()
  }
}

/** A press of the mouse that ends the holding may last this long: what opened under it would take its click. */
const PRESS_MS = 200

/** Resolves once nobody holds the focus: at once where nobody does. */
export async function focusIsFree(): Promise<void> {
  while (holders.size > 0) {
    await new Promise<void>((resolve) => awaitingFocus.add(resolve))
    await new Promise((resolve) => setTimeout(resolve, PRESS_MS))
  }
}

/** Focuses the first element that can have the focus, which only the browser knows; null where none can. */
function focusOneOf(elements: Iterable<HTMLElement>): Element | null {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return element
  }
  return null
}

/**
 * Marks whatever has the focus. Mantine's trap focuses what is marked, but in a timer after it opened, when a key may
 * have moved the focus already.
 */
function markFocused({ currentTarget, target }: globalThis.FocusEvent) {
  if (!(currentTarget instanceof Element && target instanceof Element)) return
  for (const element of currentTarget.querySelectorAll('[data-autofocus]')) element.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}

/**
 * Listeners for the element whose contents come and go. When the focused one goes (a button that removes itself, an
 * event that is stepped on from, a question that is replaced by its answer), the focus goes somewhere near instead of
 * being lost.
 * @param giveTo moves the focus; is told the `data-slot` that the focus was in, '' where it was in none
 */
export function useHeldFocus(giveTo: (slot: string) => void) {
  /** The slot that has the focus; null: the focus is elsewhere. */
  const held = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (held.current === null || document.activeElement !== document.body) return
    const slot = held.current
    held.current = null
    giveTo(slot)
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target.closest('[data-slot]')?.getAttribute('data-slot') ?? ''
    },
    // React dispatches no blur while it removes elements: one that arrives was meant by the user, unless the window
    // left.
    onBlur: () => {
      if (document.hasFocus()) held.current = null
    },
  }
}

/**
 * `useHeldFocus` for a list whose entries are removed by buttons of theirs: the focus goes to the last button of the entry
 * that took the place of the one that is gone, else of the last entry. Props for the element around the list; an entry
 * has its place in the list as its `data-slot`.
 * @param elsewhere moves the focus where no entry is left, or the focus was in none
 */
export function useListFocus<T extends HTMLElement>(elsewhere: () => void) {
  const list = useRef<T>(null)
  const held = useHeldFocus((slot) => {
    const entries = [...(list.current?.querySelectorAll('[data-slot]') ?? [])]
    const entry = slot === '' ? undefined : (entries[Number(slot)] ?? entries.at(-1))
    const button = [...(entry?.querySelectorAll('button') ?? [])].at(-1)
    if (button === undefined) elsewhere()
    else button.focus()
  })
  return { ref: list, ...held }
}

/**
 * A row of buttons that is one stop for Tab: the arrow keys, Home and End go from one to the next (the ARIA toolbar
 * pattern). Props for the element of role toolbar around the buttons, which may be at any depth in it.
 */
export function useToolbar<T extends HTMLElement>() {
  const bar = useRef<T>(null)
  const current = useRef<Element | null>(null)
  // After every render: buttons come and go.
  useLayoutEffect(() => keepOneStop(bar.current, current.current))
  // Parts that finish loading render only themselves.
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

/** The buttons of the bar, without those in what a button opened, which has keys of its own. */
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

/** Tells where `key` leads from the button at `at`, round at the ends; null where it leads nowhere. */
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
