// The text of a file as UTF-8, piece by piece, whatever it is encoded in.

const PIECE_BYTES = 1024 * 1024

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Pieces end anywhere, also inside a character. `read`: bytes of the file behind it. */
export function* textPieces(
  bytes: Buffer,
  encoding: TextEncoding,
  skip: number,
): Generator<{ piece: Buffer; read: number }> {
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding)
  for (let at = skip; at < bytes.length; at += PIECE_BYTES) {
    const read = Math.min(bytes.length, at + PIECE_BYTES)
    const part = bytes.subarray(at, read)
    const piece = decoder === null ? part : Buffer.from(decoder.decode(part, { stream: read < bytes.length }))
    yield { piece, read }
  }
}

/** Its beginning, as text. */
export function textBeginning(bytes: Buffer, encoding: TextEncoding, skip: number, most: number): string {
  return new TextDecoder(encoding).decode(bytes.subarray(skip, skip + most))
}
