// A signal that follows others for as long as something is under way.

/**
 * Aborted with the first of `outer`, for its reason, or by `abort`. It is not AbortSignal.any: while anything listens
 * to what that makes, Node holds it with all that its listeners hold, until one of the others is aborted, which may be
 * never.
 */
export function linkSignals(...outer: readonly AbortSignal[]) {
  const controller = new AbortController()
  const pass = () => {
    controller.abort(outer.find(({ aborted }) => aborted)?.reason)
    release()
  }
  /** Lets go of the others: must be called once nothing is under way any more. */
  const release = () => {
    for (const one of outer) one.removeEventListener('abort', pass)
  }
  for (const one of outer) one.addEventListener('abort', pass, { once: true })
  if (outer.some(({ aborted }) => aborted)) pass()
  return { signal: controller.signal, abort: () => controller.abort(), release }
}
