// A token bucket: bursts of n requests pass, then n a second.

/** Returns a function that takes a token and returns 0, or returns the milliseconds until there is one. */
export function rateLimiter(perSecond: number, clock: () => number): () => number {
  const size = Math.max(1, perSecond)
  let tokens = size
  let last = clock()
  return () => {
    const now = clock()
    tokens = Math.min(size, tokens + (Math.max(0, now - last) / 1000) * perSecond)
    last = now
    if (tokens >= 1) {
      tokens -= 1
      return 0
    }
    return Math.ceil(((1 - tokens) / perSecond) * 1000)
  }
}
