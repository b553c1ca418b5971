// Rows on their way to the backend, in pieces that a call takes.

/** A bridge body holds 4 MiB; the rest is room for the envelope. It counts bytes of JSON. */
export const MOST_CHUNK_BYTES = 3 * 1024 * 1024

const encoder = new TextEncoder()

/** Splits rows so that each chunk, written as JSON, stays within `mostBytes`; a row that is longer goes alone. */
export function chunksOf<T>(rows: readonly T[], mostBytes: number): T[][] {
  const chunks: T[][] = []
  /** The bytes that the last chunk still takes; below 0 where one row alone is longer than a chunk. */
  let room = 0
  for (const row of rows) {
    // With the comma behind it.
    const bytes = encoder.encode(JSON.stringify(row)).length + 1
    const last = chunks.at(-1)
    if (last && bytes <= room) last.push(row)
    else chunks.push([row])
    room = (last && bytes <= room ? room : mostBytes) - bytes
  }
  return chunks
}
