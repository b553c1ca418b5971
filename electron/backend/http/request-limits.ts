// All limits of the HTTP client: times in milliseconds, sizes in bytes.

export interface RequestLimits {
  /** From sending a request to its response's headers, per attempt. */
  headersMs: number
  /** Between two chunks of a body. */
  stallMs: number
  /** The whole call: attempts, waits and bodies. */
  totalMs: number
  /** Attempts after the first. */
  retries: number
  /** Wait before the first retry; doubled for each further one, then varied by ±25 %. Retry-After takes precedence. */
  backoffMs: number
  /** The most bytes of one body, after decompression. */
  capBytes: number
}

/** For what the user asked to see. */
export const interactiveLimits: RequestLimits = {
  headersMs: 30_000,
  stallMs: 15_000,
  totalMs: 90_000,
  retries: 3,
  backoffMs: 400,
  capBytes: 32 * 1024 * 1024,
}

/** For requests that nobody waits for: a prefetched page, a check whether the service is back. One attempt. */
export const backgroundLimits: RequestLimits = { ...interactiveLimits, retries: 0 }

/** For "Test connection". One attempt. */
export const probeLimits: RequestLimits = { ...interactiveLimits, headersMs: 15_000, totalMs: 20_000, retries: 0 }
