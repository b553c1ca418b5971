// Links that the system handed to the shell, on their way to the window. Nobody has looked at them yet: they are texts.
import { LONGEST_LINK } from '../../../shared/connection/link.ts'

export type ArrivedLinks = ReturnType<typeof createArrivedLinks>

/** @param comeLater whether links come after the start as well */
export function createArrivedLinks(comeLater: boolean) {
  let waiting: string | null = null
  /** Resolved whenever whoever follows has to look again: a link came, another follows, or nobody is to any more. */
  let changed = Promise.withResolvers<void>()
  /** The number of the latest call of `follow`: those before it end. */
  let turn = 0
  const tell = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  return {
    /** The latest alone waits for a window. */
    arrive(text: string): void {
      // One more character than a link has is enough for the page to refuse it.
      waiting = text.slice(0, LONGEST_LINK + 1)
      tell()
    },
    /**
     * Each link once, as it comes. It ends where a later call takes over, where it is aborted, and where links come at
     * the start only, as soon as the one that waited is told.
     */
    async *follow(signal: AbortSignal): AsyncGenerator<string, void> {
      turn += 1
      const thisTurn = turn
      const wake = () => tell()
      signal.addEventListener('abort', wake, { once: true })
      tell()
      try {
        while (thisTurn === turn && !signal.aborted) {
          const next: Promise<void> = changed.promise
          if (waiting === null) {
            if (!comeLater) return
            await next
            continue
          }
          const text = waiting
          waiting = null
          yield text
        }
      } finally {
        signal.removeEventListener('abort', wake)
      }
    },
  }
}
