// Durations in words. What tells the functions apart is which way they round: a promised wait is rounded up, a measured
// time to the nearest, and the time of what is still running down.

/** A wait that is promised: "850 ms", "4 s", "2 min", "3 h", "more than a day". Never said shorter than it is. */
export function waitWords(ms: number): string {
  const milliseconds = Math.ceil(ms)
  const seconds = Math.ceil(milliseconds / 1000)
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.ceil(minutes / 60)
  if (milliseconds < 1000) return `${milliseconds} ms`
  if (seconds < 120) return `${seconds} s`
  if (minutes < 120) return `${minutes} min`
  return hours <= 24 ? `${hours} h` : 'more than a day'
}

/** Says how long something took, measured: "142 ms", "2.4 s", "75 s". */
export function tookWords(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}

/** How long something has been running, for a counting figure: "3 s", "1,204 s". */
export function elapsedWords(ms: number): string {
  return `${Math.floor(Math.max(0, ms) / 1000).toLocaleString('en')} s`
}
