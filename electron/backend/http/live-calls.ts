// Live calls go first: while a page asks a service and draws its answer, readings neither send nor parse. Their steps
// are short, but a call takes several turns of the event loop, and each would wait for all answers that just came; and
// where processors are few, the page draws on the one that the reading leaves.
import { setImmediate as nextTurn } from 'node:timers/promises'

export type LiveCalls = ReturnType<typeof createLiveCalls>

/** A longer call waits for its service, not for this process; in ms. No step is held back for longer either. */
const LONGEST_MS = 100
/** A call's rows are on the screen so long after its end. */
const DRAWING_MS = 50

export function createLiveCalls() {
  const underWay = new Set<NodeJS.Timeout>()
  let goOn: (() => void) | null = null
  let last: Promise<void> = Promise.resolve()

  function end(call: NodeJS.Timeout): void {
    clearTimeout(call)
    underWay.delete(call)
    if (underWay.size === 0) goOn?.()
  }

  async function behind(before: Promise<void>): Promise<void> {
    await before
    if (underWay.size > 0) {
      const waited = Promise.withResolvers<void>()
      goOn = waited.resolve
      const timer = setTimeout(goOn, LONGEST_MS)
      await waited.promise
      clearTimeout(timer)
    }
    await nextTurn()
  }

  return {
    /** Hands a call's steps on; as long as it is under way, and a moment longer, it goes first. */
    async *first<T>(steps: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
      const call: NodeJS.Timeout = setTimeout(() => end(call), LONGEST_MS)
      underWay.add(call)
      try {
        yield* steps
      } finally {
        if (underWay.has(call)) setTimeout(() => end(call), DRAWING_MS)
      }
    },
    /** One step of a reading takes a turn of the event loop of its own, behind the live calls. */
    turn(): Promise<void> {
      last = behind(last)
      return last
    },
  }
}
