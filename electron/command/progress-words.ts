// What the progress line says.
import type { ReadingProgress } from '../../shared/snapshot/snapshot.ts'

export function readingProgress(
  { phase, events, total, requests, atOnce, heldUntil }: ReadingProgress,
  now: number,
): string {
  const of = total === null ? '' : ` of ${grouped(total)}`
  const what = phase === 'reading' ? 'Reading' : 'Counting again'
  const held = heldUntil === null ? '' : `, waiting ${Math.ceil((heldUntil - now) / 1000)} s as the service asked`
  return `${what}: ${grouped(events)}${of} events, ${grouped(requests)} requests, ${atOnce} at once${held}`
}

export const writingProgress = (rows: number, of: number) => `Writing: ${grouped(rows)} of ${grouped(of)} rows`

const grouped = (count: number) => count.toLocaleString('en')
