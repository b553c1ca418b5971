// Rows on their way to the backend, in pieces that a call takes.

/** A bridge body holds 4 MiB; the rest is room for the envelope. In bytes of JSON. */
export const MOST_CHUNK_BYTES = 3 * 1024 * 1024

const encoder = new TextEncoder()

/** Splits texts so that each chunk, written as JSON, stays within `mostBytes`; a text that is longer goes alone. */
export function chunksOf(texts: readonly string[], mostBytes: number): string[][] {
  const chunks: string[][] = []
  let room = 0
  for (const text of texts) {
    const bytes = encoder.encode(JSON.stringify(text)).length + 1
    const last = chunks.at(-1)
    if (last && bytes <= room) last.push(text)
    else chunks.push([text])
    room = (last && bytes <= room ? room : mostBytes) - bytes
  }
  return chunks
}
