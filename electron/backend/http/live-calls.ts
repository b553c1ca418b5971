// Live calls go first: while a page asks a service and draws its answer, readings neither send nor parse. Their steps
// are short, but a call takes several turns of the event loop, and each would wait for all answers that just came; and
// where processors are few, the page draws on the one that the reading leaves.
import { setImmediate as nextTurn } from 'node:timers/promises'

export type LiveCalls = ReturnType<typeof createLiveCalls>

/** A call that takes longer waits for its service, not for this process, and goes first no more; in ms. */
const LONGEST_CALL_MS = 100
/** A reading's step is not held back for longer, however many calls follow each other; in ms. */
const LONGEST_WAIT_MS = 100
/** A call's rows are on the screen so long after its end. */
const DRAWING_MS = 50

export function createLiveCalls() {
  /** The calls that go first, each by the timer that ends this for it. */
  const goingFirst = new Set<NodeJS.Timeout>()
  /** Lets the one step that is held back continue. The steps behind it wait for that one. */
  let release: (() => void) | null = null
  let lastStep: Promise<void> = Promise.resolve()

  /** The call goes first no more. Calling it again does nothing. */
  function end(call: NodeJS.Timeout): void {
    clearTimeout(call)
    goingFirst.delete(call)
    if (goingFirst.size === 0) release?.()
  }

  async function stepBehind(before: Promise<void>): Promise<void> {
    await before
    if (goingFirst.size > 0) {
      const held = Promise.withResolvers<void>()
      release = held.resolve
      const timer = setTimeout(release, LONGEST_WAIT_MS)
      await held.promise
      clearTimeout(timer)
    }
    await nextTurn()
  }

  return {
    /** Hands a call's steps on; as long as it is under way, and a moment longer, it goes first. */
    async *first<T>(steps: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
      const call: NodeJS.Timeout = setTimeout(() => end(call), LONGEST_CALL_MS)
      goingFirst.add(call)
      try {
        yield* steps
      } finally {
        if (goingFirst.has(call)) setTimeout(() => end(call), DRAWING_MS)
      }
    },
    /** Awaited before each step of a reading: a turn of the event loop of its own, behind the live calls. */
    turn(): Promise<void> {
      lastStep = stepBehind(lastStep)
      return lastStep
    },
  }
}
