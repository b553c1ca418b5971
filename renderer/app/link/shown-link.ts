// The link that is looked at: one at a time, so that none takes the place of another under somebody's hand.
import { useState } from 'react'

export type ShownLink = ReturnType<typeof useShownLink>

/** `text` is as it came; null: none is looked at. `show` and `leave` stay the same from render to render. */
export function useShownLink() {
  const [text, setText] = useState<string | null>(null)
  const [stable] = useState(() => {
    // Two may come before the first is drawn.
    let isTaken = false
    return {
      /** False where another is looked at: this one is left out. */
      show(text: string): boolean {
        if (isTaken) return false
        isTaken = true
        setText(text)
        return true
      },
      leave(): void {
        isTaken = false
        setText(null)
      },
    }
  })
  return { text, ...stable }
}
