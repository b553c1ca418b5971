// Medians and 95th percentiles of measured times, in milliseconds.

export interface Spread {
  p50: number
  p95: number
}

export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

export const rounded = (value: number, digits = 1) => Number(value.toFixed(digits))
