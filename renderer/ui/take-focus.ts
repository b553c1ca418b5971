// Moves the focus to what opens over the page, in the same task, so that a key pressed right after is not lost.

const CONTROLS = 'a[href], input, select, textarea, button, [tabindex]:not([tabindex="-1"])'

/**
 * A ref for what opens over the page. It takes the focus as it appears: to what is marked `data-autofocus`, else to its
 * first control, else to itself, until its contents have come. Once it goes, the focus is where it was before.
 */
export function takeFocus(opened: HTMLElement | null) {
  if (opened === null) return
  const from = document.activeElement
  const marked = opened.querySelector<HTMLElement>('[data-autofocus]')
  opened.addEventListener('focusin', markFocused)
  const controls = () => opened.querySelectorAll<HTMLElement>(CONTROLS)
  let given = opened.contains(from) ? from : focusOneOf(marked === null ? [...controls(), opened] : [marked])
  // Its contents may still be loaded, or wait for an answer.
  const arrivals = new MutationObserver(() => {
    const now = document.activeElement
    const wanted = opened.querySelector<HTMLElement>('[data-autofocus]:not(:focus)')
    if (now !== given && now !== document.body) arrivals.disconnect()
    else if (wanted !== null) given = focusOneOf([wanted])
    else if (now !== given || given === opened) given = focusOneOf(controls()) ?? given
  })
  if (marked === null) arrivals.observe(opened, { childList: true, subtree: true })
  return () => {
    arrivals.disconnect()
    opened.removeEventListener('focusin', markFocused)
    for (const element of opened.querySelectorAll('[data-autofocus]')) element.removeAttribute('data-autofocus')
    marked?.setAttribute('data-autofocus', 'true')
    const now = document.activeElement
    if (!opened.contains(now) && now !== document.body) return
    if (from instanceof HTMLElement) from.focus({ preventScroll: true })
  }
}

/** The first that can have it: the browser says which. */
function focusOneOf(elements: Iterable<HTMLElement>): Element | null {
  for (const element of elements) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return element
  }
  return null
}

/**
 * Mantine's trap focuses what is marked in a timer after it opened, when a key may have moved the focus already: what has
 * the focus is what is marked.
 */
function markFocused({ currentTarget, target }: FocusEvent) {
  if (!(currentTarget instanceof Element && target instanceof Element)) return
  for (const element of currentTarget.querySelectorAll('[data-autofocus]')) element.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', 'true')
}
