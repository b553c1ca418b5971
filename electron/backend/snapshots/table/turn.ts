// Splits work over a million rows into steps. Between steps other questions get a turn, and abandoned ones end.

/** Ends the work on a question that was dropped. Only `unlessDropped` catches it. */
class Dropped extends Error {}

export interface Turn {
  /** To be awaited between steps of about a millisecond. Nearly always returns at once. @throws Dropped */
  breathe(): Promise<void> | undefined
  /** Aborted once the question is dropped, for what is waited for between steps. */
  readonly signal: AbortSignal
}

/** Rows per step. */
const STEP_ROWS = 1 << 16
const LONGEST_MS = 12

/** The turns of one question; once `signal` is aborted, its next turn throws, which `unlessDropped` catches. */
export function takeTurns(signal: AbortSignal): Turn {
  let since = performance.now()
  const rest = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    since = performance.now()
    if (signal.aborted) throw new Dropped('The question was dropped')
  }
  return {
    signal,
    breathe() {
      if (signal.aborted) throw new Dropped('The question was dropped')
      return performance.now() - since < LONGEST_MS ? undefined : rest()
    },
  }
}

/** The result of `work`; undefined if its question was dropped. */
export async function unlessDropped<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Dropped) return undefined
    throw error
  }
}

/** Calls `step` with segments of `count` rows, taking turns between them. */
export async function inSteps(count: number, turn: Turn, step: (from: number, to: number) => void): Promise<void> {
  for (let from = 0; from < count; from += STEP_ROWS) {
    await turn.breathe()
    step(from, Math.min(count, from + STEP_ROWS))
  }
}
