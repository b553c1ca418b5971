// Reads a response body chunk by chunk, up to a cap.

/** The initial buffer for a body of unknown length; most fit. */
const FIRST_ROOM_BYTES = 65_536
/** The largest initial buffer, whatever length is announced. */
const MOST_ROOM_BYTES = 1_048_576

export interface ReadBody {
  bytes: Uint8Array<ArrayBuffer>
  /** `over`: the body exceeds the cap; `bytes` is what fits. */
  end: 'whole' | 'over'
}

/** Thrown when the stream breaks off; `bytes` is what came before. */
export class BrokenBody extends Error {
  override name = 'BrokenBody'
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>, cause: unknown) {
    super('The body broke off', { cause })
    this.bytes = bytes
  }
}

/**
 * Reads `stream` up to `capBytes`, calling `onPiece` for each chunk. Throws BrokenBody.
 * @param announced the Content-Length, or 0; only the initial buffer depends on it
 */
export async function readBody(
  stream: AsyncIterable<Uint8Array> | null,
  capBytes: number,
  onPiece: () => void,
  announced = 0,
): Promise<ReadBody> {
  const room = announced > 0 ? Math.min(announced, MOST_ROOM_BYTES) : FIRST_ROOM_BYTES
  let held = new Uint8Array(Math.min(room, capBytes))
  let size = 0
  const whole = () => new Uint8Array(held.buffer.transfer(size))
  /** Copied into a buffer that doubles: a retained chunk costs some 300 bytes, even one of a single byte. */
  const append = (piece: Uint8Array) => {
    const needed = size + piece.byteLength
    if (needed > held.byteLength) {
      held = new Uint8Array(held.buffer.transfer(Math.min(capBytes, Math.max(needed, 2 * held.byteLength))))
    }
    held.set(piece, size)
    size = needed
  }
  try {
    for await (const piece of stream ?? []) {
      onPiece()
      const room = capBytes - size
      append(piece.subarray(0, room))
      if (piece.byteLength > room) return { bytes: whole(), end: 'over' }
    }
  } catch (error) {
    throw new BrokenBody(whole(), error)
  }
  return { bytes: whole(), end: 'whole' }
}
