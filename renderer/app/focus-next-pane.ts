// F6 and Shift+F6: from the header to the filters, the rows, the details, and round again, as in other desktop programs.

/** What takes the focus in each pane, in the order in which they stand on screen. */
const PANES = [
  { pane: 'header', entry: 'button, input' },
  { pane: 'form[aria-label="Filters"]', entry: 'input' },
  { pane: 'main', entry: '[role="grid"] [tabindex="0"]' },
  { pane: '[aria-label="Event details"]', entry: null },
] as const

/** `step` is 1 or -1. Panes that are not on screen are passed over. */
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

/** What lies over another is passed over; where there are no rows, what Tab comes to first. */
function entryOf(pane: HTMLElement, entry: string): HTMLElement | null {
  const entries = [...pane.querySelectorAll<HTMLElement>(entry), ...pane.querySelectorAll<HTMLElement>('button, input')]
  return entries.find((one) => one.closest('[inert]') === null) ?? null
}
