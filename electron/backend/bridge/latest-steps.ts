// Turns work that reports by callback into a stream for the bridge: the latest step only, so no slow listener holds it up.

/**
 * Yields steps until the work is over, then returns its result; undefined if `signal` was aborted first. The work's own
 * signal is aborted with `signal`, and once nobody listens to the steps any more.
 */
export async function* latestSteps<Step, Value>(
  first: Step,
  work: (report: (step: Step) => void, signal: AbortSignal) => Promise<Value>,
  signal: AbortSignal,
): AsyncGenerator<Step, Value | undefined> {
  const left = new AbortController()
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let step = first
  let changed = Promise.withResolvers<void>()
  let isOver = false
  const end = () => {
    isOver = true
    changed.resolve()
  }
  const report = (next: Step) => {
    step = next
    changed.resolve()
  }
  const done = work(report, AbortSignal.any([signal, left.signal]))
  // Its result is awaited below, unless nobody listens that long.
  done.then(end, end)
  try {
    while (!isOver && !signal.aborted) {
      yield step
      if (isOver) break
      await Promise.race([changed.promise, aborted])
      changed = Promise.withResolvers()
    }
    return signal.aborted ? undefined : await done
  } finally {
    left.abort()
  }
}
