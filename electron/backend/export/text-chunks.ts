// Texts as UTF-8, put together to chunks that are worth handing on. Each text is written by itself: a long one made of many
// would take two bytes a character as soon as a single one of it does, and six times as long.

/** In bytes. */
const CHUNK = 256 * 1024
/** Of a UTF-16 unit in UTF-8. */
const MOST_BYTES = 3

export interface TextChunks {
  /** Half a surrogate pair becomes U+FFFD: callers who mind escape it first. */
  add(text: string): void
  /** The chunks that are full, each once. */
  full(): Uint8Array[]
  /** What is left, full or not. */
  rest(): Uint8Array[]
}

/** A chunk has 256 KiB at most, unless a single text has more. */
export function createTextChunks(): TextChunks {
  let done: Uint8Array[] = []
  let chunk = Buffer.allocUnsafe(CHUNK)
  let length = 0

  function end(): void {
    if (length === 0) return
    done.push(chunk.subarray(0, length))
    chunk = Buffer.allocUnsafe(CHUNK)
    length = 0
  }

  function full(): Uint8Array[] {
    const chunks = done
    done = []
    return chunks
  }

  return {
    add: (text) => {
      const most = text.length * MOST_BYTES
      if (length + most > CHUNK) end()
      if (most > CHUNK) done.push(Buffer.from(text))
      else length += chunk.write(text, length)
    },
    full,
    rest: () => {
      end()
      return full()
    },
  }
}
