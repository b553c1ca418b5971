// How long something took, measured: rounded to the nearest, unlike a wait that is promised (`duration`).

/** "142 ms", "2.4 s", "75 s". */
export function tookWords(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  return ms < 9_950 ? `${(ms / 1000).toFixed(1)} s` : `${Math.round(ms / 1000)} s`
}
