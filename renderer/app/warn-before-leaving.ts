// Warns before the browser's Back leaves the program, as searches are not pages of its history.
import { notifications } from '@mantine/notifications'

/**
 * States of the two entries that the page has in the history: Back leads from `held` to `before`, and only the next one
 * leaves. An address written by hand makes an entry whose state is null; the next key or press holds that one.
 */
const [HELD, BEFORE] = ['held', 'before']
/** A Mac goes back by Command and an arrow or a bracket. */
const BACK_KEYS = new Set(['Alt', 'Meta', 'BrowserBack'])

/**
 * Adds an entry to the history with the first key or press, as browsers pass by those that nobody's doing added: Back
 * then stays on the page, and says that the next one leaves. Returns how to stop.
 * @param write rewrites the address into the current history entry
 */
export function warnBeforeLeaving(write: () => void): () => void {
  function hold(pressed: KeyboardEvent | PointerEvent) {
    // Keys and side buttons that mean Back do not reset the warning.
    const isBack =
      pressed instanceof KeyboardEvent
        ? BACK_KEYS.has(pressed.key) || pressed.altKey || pressed.metaKey
        : pressed.button > 2
    if (isBack || history.state === HELD) return
    history.replaceState(BEFORE, '')
    history.pushState(HELD, '')
  }
  function leave() {
    if (history.state !== BEFORE) return
    // The entry before has the address of the start.
    write()
    notifications.show({
      id: 'back',
      message: 'Back leaves Eventscope. Press it once more to leave.',
      role: 'status',
      autoClose: 6_000,
    })
  }
  const presses = ['keydown', 'pointerdown'] as const
  for (const press of presses) addEventListener(press, hold, true)
  addEventListener('popstate', leave)
  return () => {
    for (const press of presses) removeEventListener(press, hold, true)
    removeEventListener('popstate', leave)
  }
}
