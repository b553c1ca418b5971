// How long a request may take and how much it may bring: one place for every bound of the HTTP client.

export interface Patience {
  /** From sending a request to its answer's headers, per attempt. */
  headersMs: number
  /** Between two pieces of a body. */
  stallMs: number
  /** The whole call: attempts, waits and bodies. */
  totalMs: number
  /** Attempts after the first. */
  retries: number
  /** Wait before the first retry; doubled for each further one, then varied by ±25 %. Retry-After goes before it. */
  backoffMs: number
  /** The most bytes of one body, after decompression. */
  capBytes: number
}

/** For what the user asked to see. */
export const browsing: Patience = {
  headersMs: 30_000,
  stallMs: 15_000,
  totalMs: 90_000,
  retries: 3,
  backoffMs: 400,
  capBytes: 32 * 1024 * 1024,
}

/** For what nobody waits for: a page fetched ahead, a look whether the service is back. One attempt. */
export const unhurried: Patience = { ...browsing, retries: 0 }

/** For "Test connection": one look. */
export const probing: Patience = { ...browsing, headersMs: 15_000, totalMs: 20_000, retries: 0 }
