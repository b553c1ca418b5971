// F6 and Shift+F6 cycle through header, filters, rows and details, as in other desktop programs.

/** The element that takes the focus in each pane, in screen order. */
const PANES = [
  { pane: 'header', entry: 'button, input' },
  { pane: 'form[aria-label="Filters"]', entry: 'input' },
  { pane: 'main', entry: '[role="grid"] [tabindex="0"]' },
  { pane: '[aria-label="Event details"]', entry: null },
] as const

/** `step` is 1 or -1. Panes that are not on screen are skipped. */
export function focusNextPane(step: number): void {
  const panes = PANES.flatMap(({ pane, entry }) => {
    const there = [...document.querySelectorAll<HTMLElement>(pane)]
    const element = there.find((one) => one.checkVisibility() && one.closest('[inert]') === null)
    return element === undefined ? [] : [{ element, entry }]
  })
  const at = panes.findIndex(({ element }) => element.contains(document.activeElement))
  const next = panes[at < 0 ? 0 : (at + step + panes.length) % panes.length]
  if (next === undefined) return
  const target = next.entry === null ? next.element : entryOf(next.element, next.entry)
  target?.focus()
}

/** Covered elements are skipped; without rows it is the first tab stop. */
function entryOf(pane: HTMLElement, entry: string): HTMLElement | null {
  const entries = [...pane.querySelectorAll<HTMLElement>(entry), ...pane.querySelectorAll<HTMLElement>('button, input')]
  return entries.find((one) => one.closest('[inert]') === null) ?? null
}
