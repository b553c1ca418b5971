// Reading a body piece by piece, never more of it than is allowed.

export interface ReadBody {
  bytes: Uint8Array<ArrayBuffer>
  /** `over`: there was more than the cap; `bytes` is what fitted. */
  end: 'whole' | 'over'
}

/** Thrown when the stream breaks off; `bytes` is what had come. */
export class BrokenBody extends Error {
  override name = 'BrokenBody'
  readonly bytes: Uint8Array<ArrayBuffer>

  constructor(bytes: Uint8Array<ArrayBuffer>, cause: unknown) {
    super('The body broke off', { cause })
    this.bytes = bytes
  }
}

/** Reads `stream` up to `capBytes`; `onPiece` is told whenever something came. Throws BrokenBody. */
export async function readBody(
  stream: ReadableStream<Uint8Array> | null,
  capBytes: number,
  onPiece: () => void,
): Promise<ReadBody> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of stream ?? []) {
      onPiece()
      const room = capBytes - size
      if (piece.byteLength > room) {
        pieces.push(piece.subarray(0, room))
        return { bytes: joined(pieces), end: 'over' }
      }
      pieces.push(piece)
      size += piece.byteLength
    }
  } catch (error) {
    throw new BrokenBody(joined(pieces), error)
  }
  return { bytes: joined(pieces), end: 'whole' }
}

function joined(pieces: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((size, piece) => size + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.byteLength
  }
  return all
}
